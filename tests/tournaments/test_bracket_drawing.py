"""Bracket drawing: what is written into the SVG by hand is as safe as what a template writes."""

from xml.etree import ElementTree

import pytest

from tournaments.views.bracket_drawing import Side


@pytest.mark.parametrize("words", ["</text><script>alert(1)</script>", '" onload="alert(1)', "Già & Così", "{{ x }}"])
def test_names_are_words_whatever_is_in_them(words: str) -> None:
    side = Side(18, words, words, is_winner=True, is_known=True, scores=[(182, 31), (216, 20)])
    drawn = ElementTree.fromstring(f"<g>{side.svg}</g>")  # noqa: S314 - our own
    assert [mark.tag for mark in drawn] == ["text", "text", "use", "text", "text"]
    assert [mark.text for mark in drawn] == [words, words, None, "31", "20"]
    assert {name for mark in drawn for name in mark.attrib} == {"class", "x", "y", "href"}


def test_who_is_not_known_yet_is_a_hint_and_has_no_score() -> None:
    side = Side(44, "", "perdente di una semifinale", is_winner=False, is_known=False, scores=())
    assert side.svg == '<text class="hint" x="34" y="44">perdente di una semifinale</text>'
