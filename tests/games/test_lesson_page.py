"""The lesson's pages: for anybody, without a script; each choice is judged, and the session keeps what was learnt."""

import pytest

from games.selectors.lesson import refusal_of, scene_of
from games.selectors.lesson_steps import BY_NAME, STEPS

pytestmark = pytest.mark.django_db


def page(client, name: str = "", language: str = "en") -> str:
    answer = client.get(f"/lesson/{name and name + '/'}", headers={"accept-language": language})
    assert answer.status_code == 200
    return answer.content.decode()


def choose(client, name: str, choice: str) -> str:
    answer = client.post(f"/lesson/{name}/", {"choice": choice})
    assert (answer.status_code, answer.url) == (302, f"/lesson/{name}/#verdict")
    return page(client, name)


def finish_hand(client) -> str:
    step, played = BY_NAME["hand"], []
    while (scene := scene_of(step, played)).turn is not None:
        card = next(card for card in scene.hand if refusal_of(step, played, card) is None)
        played.append(card)
        text = choose(client, "hand", card)
    return text


def test_the_whole_lesson_from_the_first_step_to_the_practice_table(client) -> None:
    assert "Begin" in page(client)
    for step in STEPS[:-1]:
        text = choose(client, step.name, min(step.right))
        assert 'data-right="yes"' in text
        assert "Next step" in text
    overview = page(client)
    assert overview.count("badge--good") == len(STEPS) - 1
    text = finish_hand(client)
    assert "/tables/practice/" in text
    assert "Your side" in text
    assert page(client).count("badge--good") == len(STEPS)


def test_a_wrong_choice_is_explained_and_another_may_follow(client) -> None:
    text = choose(client, "follow", "3d")
    assert 'data-right="no"' in text
    assert "you hold the suit that was led" in text
    assert 'value="5c"' in text
    assert 'data-right="yes"' in choose(client, "follow", "7c")


def test_an_unlawful_card_in_the_hand_is_refused_and_the_hand_goes_on(client) -> None:
    step = BY_NAME["hand"]
    scene = scene_of(step)
    wrong = next((card for card in scene.hand if refusal_of(step, [], card)), None)
    if wrong is not None:
        assert 'data-right="no"' in choose(client, "hand", wrong)
    text = finish_hand(client)
    assert "Play it again" in text
    assert "Play it again" not in choose(client, "hand", "again")


@pytest.mark.parametrize("choice", ["", "9d", "again\x00", "<script>", "3d 3c 3s 3b"])
def test_what_was_not_offered_changes_nothing(client, choice) -> None:
    for name in ("order", "declare", "hand"):
        before = page(client, name)
        client.post(f"/lesson/{name}/", {"choice": choice})
        after = page(client, name)
        assert ("data-right" in after) == ("data-right" in before) is False


def test_a_session_that_no_longer_fits_begins_anew(client) -> None:
    session = client.session
    session["lesson"] = {"played": ["Ad", "3c"], "order": "nonsense"}
    session.save()
    assert "data-right" not in page(client, "hand")
    assert "data-right" not in page(client, "order")
    session["lesson"] = "nonsense"
    session.save()
    assert "Begin" in page(client)


def test_there_are_no_other_steps(client) -> None:
    assert client.get("/lesson/briscola/").status_code == 404
    assert client.post("/lesson/briscola/", {"choice": "3d"}).status_code == 404


@pytest.mark.parametrize("language", ["it", "hr", "en"])
def test_every_step_can_be_read_in_three_languages(client, language) -> None:
    titles = {page(client, step.name, language).partition("<h1>")[2].partition("</h1>")[0] for step in STEPS}
    assert len(titles) == len(STEPS)
