"""The lesson's positions: every answer is the engine's, and every wrong one has its words."""

import pytest

from games.engine.cards import parse_cards
from games.forms.lesson_words import STEP_WORDS, verdict_text
from games.selectors.lesson import LEARNER, PARTNER, choices_of, last_thirds, refusal_of, scene_of, verdict
from games.selectors.lesson_steps import BY_NAME, STEPS, step_after

ASKED = [step for step in STEPS if step.ask != "hand"]


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.name)
def test_a_position_is_one_of_the_game_and_the_learner_is_to_act(step) -> None:
    assert sorted(card for hand in step.cards for card in parse_cards(hand)) == list(range(40))
    scene = scene_of(step)
    if step.ask != "thirds":
        assert scene.turn == LEARNER
    assert set(STEP_WORDS) == {step.name for step in STEPS}


@pytest.mark.parametrize("step", ASKED, ids=lambda step: step.name)
def test_the_right_answers_are_lawful_and_the_others_are_explained(step) -> None:
    choices = choices_of(step, scene_of(step))
    assert step.right < set(choices)
    for choice in choices:
        found = verdict(step, choice)
        assert found.is_right == (choice in step.right)
        assert (found.reason == "right") == found.is_right
        assert verdict_text(step.name, choice, found.reason)
    assert verdict(step, "9d") is None


def test_only_the_two_takes_the_ace() -> None:
    step = BY_NAME["order"]
    takers = set()
    for card in ("2d", "7d", "Cd", "4d"):  # the coins: one has to be played
        scene = scene_of(step)
        scene.act({"seat": LEARNER, "do": "play", "card": card})
        if scene.view["last_trick"]["winner"] == LEARNER:
            takers.add(card)
    assert takers == step.right == {"2d"}


def test_only_the_suit_led_may_be_played() -> None:
    step = BY_NAME["follow"]
    lawful = {card for card in scene_of(step).hand if verdict(step, card).reason != "must_follow_suit"}
    assert lawful == step.right
    scene = scene_of(step)
    scene.act({"seat": LEARNER, "do": "play", "card": "5c"})
    assert scene.view["last_trick"]["winner"] == PARTNER  # as the words say


@pytest.mark.parametrize("name", ["thirds", "last"])
def test_the_numbers_are_the_engine_s(name) -> None:
    step = BY_NAME[name]
    scene = scene_of(step)
    assert step.right == {str(last_thirds(scene))}
    cards = {play["card"] for play in scene.view["last_trick"]["plays"]}
    assert len({card[0] for card in cards} & {"A", "3"}) == 2
    if name == "last":
        assert scene.view["last_trick"]["winner"] in {LEARNER, PARTNER}


def test_the_napoletana_is_worth_what_the_words_say() -> None:
    step = BY_NAME["declare"]
    scene = scene_of(step)
    scene.act({"seat": LEARNER, "do": "declare", "sets": list(step.right)})
    assert scene.view["declared"] == [3, 0]
    assert {verdict(step, choice).reason for choice in step.choices if choice not in step.right} == {
        "declaration_not_held"
    }


@pytest.mark.parametrize(("name", "refused"), [("busso", {"volo"}), ("volo", {"striscio"}), ("striscio", {"volo"})])
def test_a_false_signal_is_refused_by_the_rules_themselves(name, refused) -> None:
    step = BY_NAME[name]
    assert {word for word in step.choices if verdict(step, word).reason == "signal_false"} == refused


def test_the_hand_is_played_to_its_end_against_bots_that_answer_the_same() -> None:
    step = BY_NAME["hand"]
    results = set()
    for pick in (0, -1):
        played: list[str] = []
        while (scene := scene_of(step, played)).turn is not None:
            lawful = [card for card in scene.hand if refusal_of(step, played, card) is None]
            played.append(lawful[pick])
        assert scene_of(step, played).view == scene.view
        assert refusal_of(step, played, played[0]) == "hand_over"
        assert len(played) == 5
        results.add(tuple(scene.view["hands"][-1]["thirds"]))
    assert len(results) == 2  # how one plays makes a difference
    assert all(sum(thirds) == 35 for thirds in results)


def test_the_steps_follow_one_another() -> None:
    assert [step_after(step.name) for step in STEPS] == [*STEPS[1:], None]
