"""Card art: the committed drawings are what docs/cards/draw_cards.py draws, and each keeps its promises."""

import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = ROOT / "docs" / "cards" / "draw_cards.py"
DECK = ROOT / "static" / "cards" / "napoletane"
CODES = [rank + suit for suit in "dcsb" for rank in "A234567FCR"]
NAMES = [*CODES, "back"]


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("drawn")
    subprocess.run([sys.executable, str(PROGRAM), str(folder)], check=True, timeout=60)
    return folder


def test_the_committed_files_are_what_the_program_draws(drawn: Path) -> None:
    written = sorted(path.relative_to(drawn) for path in drawn.rglob("*.svg"))
    assert len(written) == 41 + 4
    for path in written:
        assert (ROOT / "static" / path).read_bytes() == (drawn / path).read_bytes(), path


def test_the_deck_holds_forty_faces_and_one_back() -> None:
    assert sorted(path.stem for path in DECK.glob("*.svg")) == sorted(NAMES)
    assert len({path.read_bytes() for path in DECK.glob("*.svg")}) == 41


@pytest.mark.parametrize("name", NAMES)
def test_a_card_is_small_whole_and_asks_for_nothing(name: str) -> None:
    text = (DECK / f"{name}.svg").read_text(encoding="utf-8")
    assert len(text.encode()) < 6_000
    root = ElementTree.fromstring(text)  # noqa: S314 (our own file)
    assert root.attrib["viewBox"] == "0 0 200 332"
    tags = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert not tags & {"script", "image", "text", "foreignObject", "a", "title", "desc"}
    for element in root.iter():
        for attribute, value in element.attrib.items():
            plain = attribute.rpartition("}")[2]
            assert not plain.startswith("on")
            if plain == "href":
                assert value.startswith("#")
            assert "url(" not in value or value.startswith("url(#")


@pytest.mark.parametrize("code", CODES)
def test_every_reference_in_a_face_is_drawn_in_it(code: str) -> None:
    text = (DECK / f"{code}.svg").read_text(encoding="utf-8")
    assert set(re.findall(r'href="#(\w+)"', text)) <= set(re.findall(r'id="(\w+)"', text))


def test_the_numbered_cards_show_as_many_pips_as_they_say() -> None:
    for suit in "dcsb":
        for rank in "234567":
            face = (DECK / f"{rank}{suit}.svg").read_text(encoding="utf-8")
            body = face.split("</defs>")[1]
            assert body.count('href="#p"') == int(rank), rank + suit


def test_no_two_suits_share_the_lightness_of_their_mark() -> None:
    sheet = [(DECK / f"2{suit}.svg").read_text(encoding="utf-8") for suit in "dcsb"]
    fills = [re.search(r'<g id="p"><(?:path|circle)[^>]*fill="#(\w{6})"', face) for face in sheet]
    greys = sorted(
        sum(weight * int(found[1][at : at + 2], 16) for at, weight in ((0, 0.2126), (2, 0.7152), (4, 0.0722)))
        for found in fills
        if found
    )
    assert len(greys) == 4
    assert all(higher - lower >= 10 for lower, higher in pairwise(greys)), greys
