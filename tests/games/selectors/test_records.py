"""Records: what the site exports of a match is the match, to the last point, and its deals can be dealt again."""

import pytest

from games.engine.cards import parse_cards, sequence_text
from games.engine.deal import deal_cards, deal_dict
from games.engine.record import match_of, replay
from games.engine.rulesets import PRESETS
from games.engine.shuffle import commitment, shuffled
from games.errors import MatchRunning, NoSuchMatch
from games.models import Deal, Match
from games.models.identifiers import uuid7
from games.selectors.frames import event_frames
from games.selectors.records import record_of_match
from tests.games.factories import act, holder_on_turn, log_of, match_with, open_table, people, play_randomly, run_clock

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_a_record_replays_to_the_stored_result(preset) -> None:
    table = open_table(preset=preset)
    players = people(table.seats.count())
    hands = {"hands": 2} if preset in {"terziglio", "chiamare"} else {}
    match = match_with(players, preset, options={"target": 11, **hands})
    play_randomly(match, seed=20 + len(preset))
    match.refresh_from_db()
    record = record_of_match(match.pk)
    told = replay(record)
    assert "error" not in told
    assert told["finished"] is True
    assert (told["winners"], told["totals"]) == (match.result["winners"], match.result["totals"])
    assert record["players"] == [player.username for player in players]
    assert len(record["hands"]) == Deal.objects.filter(match=match).count()


def test_a_record_says_who_acted_and_when() -> None:
    players = people(4)
    match = match_with(players)
    run_clock(match)
    leaver = holder_on_turn(match)
    act(match, leaver, "leave")
    run_clock(match, 3)
    opponents = [player for seat, player in enumerate(players) if (seat - players.index(leaver)) % 2]
    for player in opponents:
        act(match, player, "resign")
    record = record_of_match(match.pk)
    actions = record["hands"][0]["actions"]
    assert actions[0]["do"] == "timeout"
    assert actions[0]["by"] == "server"
    assert {"substitute", "server", "player"} >= {action["by"] for action in actions} >= {"substitute", "server"}
    assert actions[-1]["do"] == "resign"
    assert [action["at"] for action in actions] == sorted(action["at"] for action in actions)
    assert (record["match"], record["date"], record["options"]) == (str(match.pk), "2031-03-01", {})
    assert match_of(record).finished


def test_every_hand_can_be_dealt_again() -> None:
    match = match_with([None] * 4, options={"target": 21})
    run_clock(match, 900)
    record = record_of_match(match.pk)
    for number, hand in enumerate(record["hands"]):
        seed = bytes.fromhex(hand["commit"]["seed"])
        assert commitment(seed, record["match"], number) == hand["commit"]["sha256"]
        deck = shuffled(seed, [b""] * 4, f"{record['match']}:{number}")
        rules = match_of(record).ruleset
        assert deal_dict(deal_cards(rules, hand["dealer"], deck))["deal"] == hand["deal"]
    revealed = [event.public for event in log_of(match) if event.kind == "seed_revealed"]
    assert [sequence_text(parse_cards(facts["deck"])) for facts in revealed] == [
        deal.deck for deal in Deal.objects.order_by("hand")
    ]


def test_no_seed_is_told_before_its_hand_is_over() -> None:
    match = match_with(people(4))
    play_randomly(match, seed=1, most=60)
    match.refresh_from_db()
    secrets = {}
    for deal in Deal.objects.filter(match=match):
        secrets[deal.hand] = (bytes(deal.seed).hex(), deal.revealed_seq)
    for frame in event_frames(match.pk, 0, match.seq):
        for seed, revealed in secrets.values():
            if revealed is None or frame["seq"] < revealed:
                assert seed not in str(frame)


def test_a_running_match_has_no_record_yet() -> None:
    match = match_with(people(4))
    with pytest.raises(MatchRunning):
        record_of_match(match.pk)
    with pytest.raises(NoSuchMatch):
        record_of_match(uuid7())


def test_a_closed_accounts_name_is_in_no_record() -> None:
    anna = people(1)[0]
    match = match_with([anna, None, None, None], options={"target": 11})
    act(match, anna, "resign")
    old = anna.username
    anna.username = f"ex-{anna.pk}"
    anna.save()
    assert old not in str(record_of_match(match.pk))
    assert old not in str(event_frames(match.pk, 0, Match.objects.get(pk=match.pk).seq))


def test_deals_are_even() -> None:
    """A13 in small: where each card goes in 400 deals, by the statistic of the field report."""
    rules = match_of({"format": "tressette/1", "rules": "club", "players": list("abcd"), "hands": []}).ruleset
    seen = [[0] * 40 for _ in range(4)]
    for number in range(400):
        deck = shuffled(number.to_bytes(32, "big"), [b""] * 4, f"table:{number}")
        for seat, cards in enumerate(deal_cards(rules, 3, deck).hands):
            for card in cards:
                seen[seat][card] += 1
    statistic = sum((count - 100) ** 2 / 100 for row in seen for count in row)
    assert statistic < 174.4
