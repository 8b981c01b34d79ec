"""Play: one card for one click, refusals that change nothing and reach nobody else, commands that may be sent again."""

from uuid import UUID, uuid4

import pytest
from django.test import TestCase

from games import announce
from games.engine.errors import (
    BadCard,
    BadFormat,
    CardNotHeld,
    DeclarationNotHeld,
    DeclarationRepeated,
    DeclarationTooLate,
    HandOver,
    MatchOver,
    MustFollowSuit,
    NotAllowed,
    NotYourTurn,
    Refusal,
    SignalFalse,
)
from games.errors import NoSuchMatch, NotSeated, SeatByBot, Stale
from games.models import Event, Match
from games.selectors.memory import position_of
from games.services import play
from tests.games.factories import (
    act,
    first_choice,
    holder_on_turn,
    log_of,
    match_with,
    now_of,
    people,
    person,
    play_hand,
    play_randomly,
    stack,
)

pytestmark = pytest.mark.django_db

# Seat 0 leads (dealer 3). Seat 1 holds coppe 5 7 and the ace of denari; seat 0 has three twos, seat 2 four threes.
HANDS = (
    "2d 2c 2s 4c 6c Fc Cc Rc 4d 5d",
    "5c 7c Ad 6d 7d Fd Cd Rd 4s 5s",
    "3d 3c 3s 3b Ac 4b 5b 6b 7b Fb",
    "As Ab 2b 6s 7s Fs Cs Rs Cb Rb",
)


@pytest.fixture
def table(monkeypatch):
    """A match of four people with known cards: seat 0 is on lead."""
    stack(monkeypatch, *HANDS)
    players = people(4)
    return match_with(players), players


def hand(match, user) -> list[str]:
    position = now_of(match)
    return position.yours(position.seat_of(user.pk))["hand"]


def test_a_card_is_an_event(table) -> None:
    match, (anna, *_) = table
    before = now_of(match).seq
    seq = act(match, anna, "play", card="4c", signal="busso")
    assert seq == before + 1
    event = log_of(match)[-1]
    assert (event.kind, event.seat, event.public, event.by) == (
        "played", 0, {"card": "4c", "signal": "busso"}, "player",
    )  # fmt: skip
    assert "4c" not in hand(match, anna)


@pytest.mark.parametrize(
    ("who", "deed", "refusal"),
    [
        (1, ("play", {"card": "Ad"}), MustFollowSuit),
        (1, ("play", {"card": "3d"}), CardNotHeld),
        (1, ("play", {"card": "4c"}), CardNotHeld),  # played already
        (1, ("play", {"card": "1x"}), BadCard),
        (1, ("play", {"card": 5}), BadFormat),
        (1, ("play", {}), BadFormat),
        (1, ("play", {"card": "5c", "signal": 3}), BadFormat),
        (2, ("play", {"card": "3c"}), NotYourTurn),
        (2, ("play", {"card": "1x"}), NotYourTurn),  # whose turn it is comes before what card it is
        (1, ("bid", {"bid": "solo"}), NotAllowed),
        (1, ("call_out", {}), NotAllowed),
        (1, ("declare", {"sets": ["Ad 2d 3d"]}), DeclarationNotHeld),
        (1, ("declare", {"sets": []}), BadFormat),
        (1, ("ready", {}), NotAllowed),
        (1, ("award", {"side": 0, "points": 11, "reason": "me"}), BadFormat),
        (1, ("timeout", {"card": "5c"}), BadFormat),
        (1, ("__class__", {}), BadFormat),
    ],
)
def test_a_refusal_changes_nothing_and_tells_nobody(table, who, deed, refusal, monkeypatch) -> None:
    match, players = table
    do, fields = deed
    act(match, players[0], "play", card="4c")
    before, own = now_of(match).seq, hand(match, players[who])
    told = []
    monkeypatch.setattr(announce, "_send", lambda *message: told.append(message))
    with TestCase.captureOnCommitCallbacks(execute=True), pytest.raises(refusal) as raised:
        act(match, players[who], do, **fields)
    assert type(raised.value) is refusal
    match.refresh_from_db()
    assert match.seq == before
    assert hand(match, players[who]) == own
    assert told == []


def test_after_refusals_the_right_card_is_taken(table) -> None:
    match, (anna, bruno, carla, _) = table
    act(match, anna, "play", card="4c")
    for player, card in ((bruno, "Ad"), (bruno, "Rb"), (bruno, "4c"), (carla, "3c")):
        with pytest.raises(Refusal):
            act(match, player, "play", card=card)
    act(match, bruno, "play", card="5c")
    assert len(hand(match, bruno)) == 9


def test_a_false_signal_is_refused(table) -> None:
    match, (anna, *_) = table
    with pytest.raises(SignalFalse):
        act(match, anna, "play", card="4c", signal="volo")


def test_a_resend_is_acknowledged_again(table) -> None:
    match, (anna, bruno, *_) = table
    seq, command = now_of(match).seq, uuid4()
    first = act(match, anna, "play", seq=seq, command_id=command, card="4c")
    act(match, bruno, "play", card="5c")
    assert act(match, anna, "play", seq=seq, command_id=command, card="4c") == first
    assert Event.objects.filter(match=match, command_id=command).count() == 1


def test_two_different_cards_in_one_click_are_one_card(table) -> None:
    match, (anna, *_) = table
    seq = now_of(match).seq
    act(match, anna, "play", seq=seq, card="4c")
    with pytest.raises(Stale):
        act(match, anna, "play", seq=seq, card="6c")
    assert len(hand(match, anna)) == 9


def test_a_command_id_of_another_is_no_answer_to_mine(table) -> None:
    match, (anna, bruno, *_) = table
    command = uuid4()
    act(match, anna, "play", command_id=command, card="4c")
    with pytest.raises(MustFollowSuit):
        act(match, bruno, "play", command_id=command, card="Ad")
    act(match, bruno, "play", command_id=command, card="5c")


def test_what_does_not_end_a_turn_makes_nobodys_card_stale(table) -> None:
    match, (anna, bruno, carla, _) = table
    act(match, anna, "play", card="4c")
    seen = now_of(match).seq
    act(match, carla, "abort")
    act(match, anna, "resign")
    act(match, bruno, "play", seq=seen, card="5c")


def test_an_event_of_the_future_is_stale(table) -> None:
    match, (anna, *_) = table
    with pytest.raises(Stale):
        act(match, anna, "play", seq=now_of(match).seq + 1, card="4c")


def test_strangers_and_unknown_matches(table) -> None:
    match, _ = table
    with pytest.raises(NotSeated):
        act(match, person(), "play", card="4c")
    with pytest.raises(NoSuchMatch):
        play.act(match_id=UUID(int=7), user_id=person().pk, do="play", fields={}, seq=1, command_id=uuid4())


def test_a_declaration_counts_once(table) -> None:
    match, (anna, *_) = table
    seq = now_of(match).seq
    act(match, anna, "declare", seq=seq, sets=["2d 2c 2s"])
    with pytest.raises(DeclarationRepeated):
        act(match, anna, "declare", seq=seq, sets=["2c 2d 2s"])
    assert now_of(match).view["declared"] == [3, 0]
    # The turn goes on: the same sight of the table is good for the card.
    act(match, anna, "play", seq=seq, card="2c")


@pytest.mark.parametrize("sets", [["Ac As Ab"], ["2d 2c 2b"], ["3d 3c 3s"], ["2d 2c"], ["2d 2c 2s 2b"]])
def test_an_untrue_declaration_shows_nothing(table, sets) -> None:
    match, (anna, *_) = table
    before = now_of(match)
    with pytest.raises(DeclarationNotHeld):
        act(match, anna, "declare", sets=sets)
    assert now_of(match) is before


def test_a_declaration_after_ones_own_card_is_late_by_the_rules_not_stale(table) -> None:
    match, players = table
    seq = now_of(match).seq
    for player, card in zip(players, ("4c", "5c", "3c", "As"), strict=True):
        act(match, player, "play", card=card)
    # Carla has taken the trick and leads the second.
    with pytest.raises(DeclarationTooLate):
        act(match, players[2], "declare", seq=seq, sets=["3d 3s 3b"])
    with pytest.raises(NotYourTurn):
        act(match, players[0], "declare", seq=seq, sets=["2d 2c 2s"])


def test_declaring_out_of_turn_where_the_window_allows_it(monkeypatch) -> None:
    stack(monkeypatch, *HANDS)
    players = people(4)
    match = match_with(players, "ventuno")
    with pytest.raises(NotAllowed):
        act(match, players[0], "declare", sets=["2d 2c 2s"])
    for player, card in zip(players, ("4c", "5c", "3c", "As"), strict=True):
        act(match, player, "play", card=card)
    seen = now_of(match).seq
    act(match, players[0], "declare", sets=["2d 2c 2s"])
    # One of the threes has been played: by the cards as dealt the four still counts.
    act(match, players[2], "declare", seq=seen, sets=["3d 3c 3s 3b"])
    act(match, players[2], "play", seq=seen, card="3d")
    with pytest.raises(DeclarationTooLate):
        act(match, players[2], "declare", sets=["3d 3c 3s 3b"])
    assert now_of(match).view["declared"] == [7, 0]


def test_a_deferred_declaration_keeps_its_cards_until_they_are_due(monkeypatch) -> None:
    stack(monkeypatch, *HANDS)
    players = people(4)
    match = match_with(players, "centrosud")
    act(match, players[0], "declare", sets=["2d 2c 2s"])
    event = log_of(match)[-1]
    assert event.public == {"points": 3, "kinds": ["three"]}
    assert event.private == {"0": {"sets": ["2d 2c 2s"]}}
    for player, card in zip(players, ("4c", "5c", "3c", "As"), strict=True):
        act(match, player, "play", card=card)
    assert now_of(match).view["declarations"] == [{"seat": 0, "points": 3, "kinds": ["three"]}]
    act(match, players[2], "play", card="3d")
    (shown,) = now_of(match).view["declarations"]
    assert sorted(shown["sets"][0]) == ["2c", "2d", "2s"]


def test_the_server_declares_where_declaring_is_a_duty(monkeypatch) -> None:
    stack(monkeypatch, *HANDS)
    match = match_with(people(4), options={"declare_mandatory": True})
    declared = [event for event in log_of(match) if event.kind == "declared"]
    assert [(event.seat, event.by, event.public["points"]) for event in declared] == [(0, "server", 3)]


def test_a_declaration_may_end_the_match(monkeypatch) -> None:
    stack(monkeypatch, *HANDS)
    players = people(4)
    match = match_with(players, options={"target": 3, "declare_ends_match": True})
    act(match, players[0], "declare", sets=["2d 2c 2s"])
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert match.result["winners"] == [0]
    with pytest.raises(MatchOver):
        act(match, players[0], "play", card="4c")


def test_nobody_acts_beside_the_bot_that_plays_for_them(table) -> None:
    match, (anna, *_) = table
    act(match, anna, "leave")
    with pytest.raises(SeatByBot):
        act(match, anna, "play", card="4c")


def test_between_hands_no_card_is_played(table) -> None:
    match, players = table
    play_hand(match)
    with pytest.raises(HandOver):
        act(match, players[0], "play", card="4c")
    assert [event.kind for event in log_of(match)[-3:]] == ["hand_ended", "seed_revealed", "hand_committed"]


def test_ready_people_start_the_next_hand(table) -> None:
    match, players = table
    play_hand(match)
    hands, between = len(now_of(match).game.hands), now_of(match).seq
    for player in players[:3]:
        act(match, player, "ready")
        act(match, player, "ready")
    assert now_of(match).view["ready"] == [0, 1, 2]
    assert now_of(match).turn is None
    act(match, players[3], "ready")
    position = now_of(match)
    assert position.turn is not None
    assert len(position.game.hands) == hands
    assert position.view["ready"] == []
    with pytest.raises(NotAllowed):
        act(match, players[0], "ready")
    with pytest.raises(Stale):
        act(match, players[0], "ready", seq=between)


def test_morto_is_played_by_its_partner() -> None:
    anna, bruno, carla = people(3)
    match = match_with([anna, bruno, carla], "morto")
    seen = set()
    for _ in range(8):
        position = now_of(match)
        user = holder_on_turn(match)
        seat = position.turn
        assert user == {0: anna, 1: bruno, 2: anna, 3: carla}[seat]
        if seat == 2:
            assert position.yours(0)["acts_for"] == 2
        do, fields = first_choice(match, user)
        command = uuid4()
        seq = act(match, user, do, command_id=command, **fields)
        assert act(match, user, do, seq=position.seq, command_id=command, **fields) == seq
        assert log_of(match)[-1].seat == seat
        seen.add(seat)
    assert seen == {0, 1, 2, 3}


def test_a_match_of_people_comes_to_its_end() -> None:
    match = match_with(people(4), options={"target": 11})
    play_randomly(match, seed=2)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert position_of(match.pk, match.seq).view["result"]["totals"] == match.result["totals"]
