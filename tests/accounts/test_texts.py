"""Texts: literal, but for what nobody can see."""

import pytest

from accounts.errors import BadText
from accounts.texts import one_line, some_words


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("  Buona   sera\r\na tutti\t! ", "Buona sera a tutti !"),
        ("<img src=x onerror=alert(1)> & {{ x }} %(x)s", "<img src=x onerror=alert(1)> & {{ x }} %(x)s"),
        ("a\u202eb\u2066c\u200fd\u200be\ufefff\x00g\x1bh\u0085i", "abcdefghi"),
        ("e\u0300 cafe\u0301 čćžšđ ♠ 🂡", "è café čćžšđ ♠ 🂡"),
        ("Z\u0300\u0301\u0302\u0303\u0304o", "Z\u0300\u0301o"),
        ("\ud800x\ue000\U000e0041", "x"),
        ("a\u2028b\u3164c\u2800d", "a b c d"),
        ("\u200b\u202e", ""),
    ],
)
def test_what_cannot_be_seen_is_left_out(text, kept):
    assert one_line(text, longest=200) == kept
    assert one_line(kept, longest=200) == kept


def test_the_length_counts_what_is_kept():
    assert one_line("è" * 20 + "\u200b" * 50, longest=20) == "è" * 20
    with pytest.raises(BadText):
        one_line("è" * 21, longest=20)


@pytest.mark.parametrize("text", ["", " \n ", "\u200b", "\u0301", "\u0301 \u0300"])
def test_words_can_be_read(text):
    with pytest.raises(BadText):
        some_words(text, longest=20)
    assert some_words("?", longest=20) == "?"
