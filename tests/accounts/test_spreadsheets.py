"""Spreadsheets: text stays text, whoever opens the file; what we write, we read."""

import pytest

from accounts.errors import BadList
from accounts.spreadsheets import MOST_LINES, lines_of, said_in, table


@pytest.mark.parametrize("text", ["=1+1", "+39 040", "-3", "@SUM(A1)", "\t=1", "\r=1"])
def test_no_text_is_a_formula(text):
    line = table(["name"], [[text]]).decode("utf-8-sig").removeprefix("name\r\n")
    assert line.lstrip('"').startswith("'")


@pytest.mark.parametrize("text", ["=1+1", "+39 040", "-3", "@SUM(A1)", "Òscar; Đ", 'a "b"'])
def test_what_is_written_is_read(text):
    _header, (_number, cells) = lines_of(table(["name"], [[text]]))
    assert said_in(cells[0]) == text


def test_numbers_stay_numbers():
    assert table(["a", "b", "c"], [[-3, 1.5, None]]).decode("utf-8-sig") == "a;b;c\r\n-3;1.5;\r\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("delimiter", [";", ",", "\t"])
def test_tables_of_other_programs_are_read(encoding, delimiter):
    data = f"\nnome{delimiter}posto\n\nÒscar Đ{delimiter}1\n".encode(encoding)
    assert list(lines_of(data)) == [(2, ["nome", "posto"]), (4, ["Òscar Đ", "1"])]


@pytest.mark.parametrize(
    "data", [b"", b"\n \n", b"\xff\xfe\x00", "nìme".encode("latin-1"), b"a\0b", b'a\n"b', b"x" * 300_000]
)
def test_what_is_no_table_is_refused(data):
    with pytest.raises(BadList):
        list(lines_of(data))


def test_as_many_lines_as_one_may():
    rows = [["x"]] * MOST_LINES
    assert len(list(lines_of(table(["name"], rows)))) == MOST_LINES + 1
    with pytest.raises(BadList):
        list(lines_of(table(["name"], [*rows, ["x"]])))
