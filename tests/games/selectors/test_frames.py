"""Old view + events == fresh view, for every seat and every watcher; no frame tells a card its reader may not see."""

import json
import re
from collections.abc import Iterator

import pytest

from games.engine.cards import card_codes, hand_of
from games.engine.rulesets import PRESETS
from games.engine.visibility import is_revealed
from games.models import Match
from games.selectors.frames import event_frames, fresh_view, view_frame
from games.selectors.memory import forget_all, position_of
from games.selectors.positions import MatchPosition
from games.services.absence import MOST_TIMEOUTS
from tests.games.factories import (
    act,
    first_choice,
    holder_on_turn,
    log_of,
    match_with,
    now_of,
    people,
    play_randomly,
    run_clock,
)
from tests.games.roads import Road

pytestmark = pytest.mark.django_db

CODE = re.compile(r"\b[A234567FCR][dcsb]\b")
SHORT = {"terziglio": {"hands": 2}, "chiamare": {"hands": 2}}


def short_match(preset: str, **options) -> tuple[Match, list]:
    options = SHORT.get(preset, {"target": 11}) | options
    rules = PRESETS[preset].shapes[options.get("players", next(iter(PRESETS[preset].shapes)))]
    players = people(rules.people)
    return match_with(players, preset, options=options), players


def readers(match: Match, players: list) -> list[int | None]:
    return [None, *(player.pk for player in players)]


def add_entropy(road: Road, player, may: dict, dice) -> None:
    """Somebody may commit to entropy, and may stay true to it."""
    own = f"entropy of {player.pk:9}".encode()
    if "commit_entropy" in may and dice.random() < 0.8:
        road.commit(player.pk, own)
    elif "reveal_entropy" in may and dice.random() < 0.8:
        road.reveal(player.pk, own)


def unsettled(players: list):
    """What people do beside the game: they hurry, are late, leave, come back, and think of giving up."""

    def extras(road: Road, dice) -> None:
        if not road.is_running:
            return
        player = dice.choice(players)
        may = road.position.yours(road.position.seat_of(player.pk))["may"]
        add_entropy(road, player, may, dice)
        roll = dice.random()
        if "take_back" in may and roll < 0.4:
            road.act(player.pk, "take_back")
        elif "ready" in may and roll < 0.4:
            road.act(player.pk, "ready")
        elif "resign" in may and roll < 0.03:
            road.act(player.pk, "resign")
        elif "abort" in may and roll < 0.03:
            road.act(player.pk, "abort")
        elif "leave" in may and roll < 0.05:
            road.act(player.pk, "leave")
        elif roll < 0.15:
            road.run_clock()

    return extras


def assert_views_meet_events(match: Match, players: list) -> None:
    """Follow the log event by event as each reader, and compare with the view a newcomer gets at every number."""
    match.refresh_from_db()
    for user_id in readers(match, players):
        opening, *frames = event_frames(match.pk, 0, match.seq, user_id)
        view, you = dict(opening["state"]), opening.get("you")
        for frame in frames:
            view |= frame["state"]
            you = frame.get("you", you)
            fresh = view_frame(position_of(match.pk, frame["seq"]), user_id)
            assert view == fresh["view"], (user_id, frame)
            assert you == fresh.get("you"), (user_id, frame)
        assert [frame["seq"] for frame in frames] == list(range(2, match.seq + 1))


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_old_view_and_events_are_the_fresh_view(preset) -> None:
    match, players = short_match(preset)
    play_randomly(match, seed=len(preset), extras=unsettled(players))
    assert_views_meet_events(match, players)


def test_views_meet_events_where_declaring_is_a_duty_and_ends_the_match() -> None:
    match, players = short_match("ventuno", declare_mandatory=True, declare_ends_match=True)
    play_randomly(match, seed=5)
    assert_views_meet_events(match, players)


def test_views_meet_events_through_an_agreed_end() -> None:
    for first, second in ((0, 2), (1, 3)):
        match, players = short_match("club")
        play_randomly(match, seed=1, most=8)
        act(match, players[first], "resign")
        act(match, players[second], "resign")
        assert_views_meet_events(match, players)


def test_views_meet_events_through_time_outs() -> None:
    match, players = short_match("club")
    for _ in range(4 * MOST_TIMEOUTS + 2):
        run_clock(match)
    act(match, players[0], "take_back")
    assert_views_meet_events(match, players)
    assert "bot_took_seat" in {event.kind for event in log_of(match)}


def hidden_from(position: MatchPosition, seat: int | None) -> set[str]:
    """The codes of the cards that *seat* (None: a watcher) may not see, worked out from the cards as they lie."""
    hand = position.game.hand
    if hand is None or hand.ended is not None or hand.deal is None:
        return set()
    hidden, known = 0, 0
    for owner, cards in enumerate(hand.position.hands):
        hidden |= cards
        if owner == seat:
            known |= cards
    hidden |= hand.exchange.left_over | hand_of(hand.stock)
    dummy = position.rules.shape.dummy
    if dummy is not None and (hand.tricks or hand.position.plays or position.holder_of(dummy).seat == seat):
        known |= hand.position.hands[dummy]
    for owner in range(position.rules.seats) if hand.piles else ():
        hidden |= hand_of(card for pile in hand.deal.piles[owner] for card in pile)
        known |= hand_of(top for top in hand.piles.tops(owner) if top is not None)
    if hand.deal.turned is not None:
        known |= 1 << hand.deal.turned
    if hand.called is not None:
        known |= 1 << hand.called
    if hand.contract is not None and hand.contract.shows_monte:
        known |= hand_of(hand.deal.rest)
    drawn = len(hand.deal.rest) - len(hand.stock) if position.rules.shape.rest_use == "stock" else 0
    known |= hand_of(hand.deal.rest[:drawn])
    for declaration in hand.declarations:
        if declaration.seat == seat or is_revealed(hand):
            for cards in declaration.sets:
                known |= cards
    for trick in hand.tricks:
        known |= hand_of(trick.cards)
    known |= hand_of(hand.position.plays)
    if seat is not None:  # what a seat has seen it may be told again: its own cards as dealt, given and thrown away
        known |= hand.dealt[seat]
    return set(card_codes(hidden & ~known))


def frames_of(match: Match, user_id: int | None) -> Iterator[tuple[int, str]]:
    for frame in event_frames(match.pk, 0, match.seq, user_id):
        yield frame["seq"], text_of(frame)


def text_of(frame: dict) -> str:
    """The frame as sent, but for the cards a caller may name: those follow from the ones the caller holds."""
    may = frame.get("you", {}).get("may", {})
    called = {"call": ["it"] * len(may["call"])} if "call" in may else {}
    return json.dumps(frame | ({"you": frame["you"] | {"may": may | called}} if called else {}))


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_no_frame_and_no_public_payload_tells_a_hidden_card(preset) -> None:
    match, players = short_match(preset)
    play_randomly(match, seed=7 + len(preset))
    match.refresh_from_db()
    for user_id in readers(match, players):
        for seq, text in frames_of(match, user_id):
            position = position_of(match.pk, seq)
            told = set(CODE.findall(text)) & hidden_from(position, position.seat_of(user_id))
            assert not told, (user_id, seq, text)
        text = text_of(fresh_view(match.pk, user_id))
        position = now_of(match)
        assert not set(CODE.findall(text)) & hidden_from(position, position.seat_of(user_id))
    for event in log_of(match):
        told = set(CODE.findall(json.dumps(event.public) + json.dumps(event.timing)))
        assert not told & hidden_from(position_of(match.pk, event.seq), None), (event.seq, event.public)


def test_the_scan_finds_a_card_that_is_told() -> None:
    match, _ = short_match("club")
    position = now_of(match)
    mine = set(position.yours(0)["hand"])
    assert mine
    assert mine <= hidden_from(position, 1)
    assert mine <= hidden_from(position, None)
    assert not mine & hidden_from(position, 0)


def test_the_secret_partner_stays_secret_until_the_card_falls() -> None:
    match, _ = short_match("chiamare", players=5, hands=1)
    act(match, holder_on_turn(match), "bid", bid="chiamo")
    for _ in range(4):
        act(match, holder_on_turn(match), "bid", bid="passo")
    caller = holder_on_turn(match)
    act(match, caller, "call", card=first_choice(match, caller)[1]["card"])
    play_randomly(match, seed=11)
    match.refresh_from_db()
    secret = 0
    for seq in range(1, match.seq + 1):
        position = position_of(match.pk, seq)
        hand = position.game.hand
        if hand is None or hand.partner is None or hand.ended is not None:
            continue
        fallen = any(hand.called in trick.cards for trick in hand.tricks) or hand.called in hand.position.plays
        assert (position.view["contract"]["partner"] is None) == (not fallen)
        assert (position.view["sides"] is None) == (not fallen)
        secret += not fallen
    assert secret
    assert now_of(match).view["contract"]["partner"] is not None


def test_only_a_sides_people_hear_who_would_give_up() -> None:
    match, players = short_match("club")
    act(match, players[0], "resign")
    match.refresh_from_db()
    frames = {player.pk: event_frames(match.pk, match.seq - 1, match.seq, player.pk)[0] for player in (*players,)}
    assert frames[players[0].pk]["you"]["resign_asked"] == [0]
    assert frames[players[2].pk]["you"]["resign_asked"] == [0]
    for stranger in (players[1], players[3]):
        frame = frames[stranger.pk]
        assert frame["kind"] == "noted"
        assert not {"seat", "you"} & frame.keys()
        assert frame["state"] == {}


def test_a_fold_after_a_restart_is_the_same() -> None:
    match, players = short_match("partner")
    play_randomly(match, seed=3, extras=unsettled(players))
    match.refresh_from_db()
    warm = [fresh_view(match.pk, user_id) for user_id in readers(match, players)]
    forget_all()
    assert [fresh_view(match.pk, user_id) for user_id in readers(match, players)] == warm
