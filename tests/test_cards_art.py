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
CARDS = ROOT / "static" / "cards"
DECKS = ["napoletane", "grandi", "francesi", "francesi-4"]
NEAPOLITAN = CARDS / "napoletane"
CODES = [rank + suit for suit in "dcsb" for rank in "A234567FCR"]
NAMES = [*CODES, "back"]


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("drawn")
    subprocess.run([sys.executable, str(PROGRAM), str(folder)], check=True, timeout=60)
    return folder


def test_the_committed_files_are_what_the_program_draws(drawn: Path) -> None:
    written = sorted(path.relative_to(drawn) for path in drawn.rglob("*.svg"))
    assert len(written) == 41 * len(DECKS) + 4
    for path in written:
        assert (ROOT / "static" / path).read_bytes() == (drawn / path).read_bytes(), path


def test_there_is_no_other_deck() -> None:
    assert sorted(path.name for path in CARDS.iterdir()) == sorted(DECKS)


@pytest.mark.parametrize("deck", DECKS)
def test_a_deck_holds_forty_faces_and_the_one_back(deck: str) -> None:
    assert sorted(path.stem for path in (CARDS / deck).glob("*.svg")) == sorted(NAMES)
    assert len({path.read_bytes() for path in (CARDS / deck).glob("*.svg")}) == 41
    assert (CARDS / deck / "back.svg").read_bytes() == (NEAPOLITAN / "back.svg").read_bytes()


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("name", NAMES)
def test_a_card_is_small_whole_and_asks_for_nothing(deck: str, name: str) -> None:
    text = (CARDS / deck / f"{name}.svg").read_text(encoding="utf-8")
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


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("code", CODES)
def test_every_reference_in_a_face_is_drawn_in_it(deck: str, code: str) -> None:
    text = (CARDS / deck / f"{code}.svg").read_text(encoding="utf-8")
    assert set(re.findall(r'href="#(\w+)"', text)) <= set(re.findall(r'id="(\w+)"', text))


@pytest.mark.parametrize("deck", ["napoletane", "francesi", "francesi-4"])
@pytest.mark.parametrize("rank", "234567")
@pytest.mark.parametrize("suit", "dcsb")
def test_the_numbered_cards_show_as_many_marks_as_they_say(deck: str, rank: str, suit: str) -> None:
    face = (CARDS / deck / f"{rank}{suit}.svg").read_text(encoding="utf-8")
    picture = face.split("</defs>")[1].split("<style>")[0]
    assert picture.count('href="#p"') == int(rank)


def test_no_two_suits_share_the_lightness_of_their_mark() -> None:
    sheet = [(NEAPOLITAN / f"2{suit}.svg").read_text(encoding="utf-8") for suit in "dcsb"]
    fills = [re.search(r'<g id="p"><(?:path|circle)[^>]*fill="#(\w{6})"', face) for face in sheet]
    greys = sorted(_luminance(found[1]) for found in fills if found)
    assert len(greys) == 4
    assert all((higher + 0.05) / (lower + 0.05) > 1.15 for lower, higher in pairwise(greys)), greys


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("suit", "dcsb")
def test_the_rank_in_the_corner_reads_as_text(deck: str, suit: str) -> None:
    face = (CARDS / deck / f"7{suit}.svg").read_text(encoding="utf-8")
    (ink,) = re.findall(r'd="M0 0H24C14 12 9 24 8 38" fill="none" stroke="#(\w{6})"', face)
    (paper,) = set(re.findall(r'<rect[^>]*fill="#(\w{6})"', face))
    assert (_luminance(paper) + 0.05) / (_luminance(ink) + 0.05) >= 4.5


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
