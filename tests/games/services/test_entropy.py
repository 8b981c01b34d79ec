"""Entropy: all commit before anybody reveals, nobody steers the deck, and no hand waits longer than two seconds."""

from functools import partial
from pathlib import Path
from uuid import uuid4

import pytest

from games.engine.cards import sequence_text
from games.engine.entropy import entropy_commitment
from games.engine.errors import BadFormat, MatchOver, NotAllowed
from games.engine.shuffle import commitment, shuffled
from games.errors import EntropyFalse, EntropyGiven, EntropyNotWanted, NotSeated, SeatByBot, Stale
from games.models import Deal, Match
from games.selectors.memory import forget_all
from games.services import clock
from games.services.timing import BETWEEN_HANDS, COMMIT_WITHIN, ENTROPY_WITHIN
from tests.games.factories import (
    START,
    act,
    commit,
    later,
    log_of,
    match_begun,
    now_of,
    people,
    person,
    play_hand,
    reveal,
    run_clock,
)
from tests.games.races import at_once

pytestmark = pytest.mark.django_db

OWN = [bytes([65 + seat]) * 32 for seat in range(4)]  # what each seat adds


def kinds(match: Match) -> list[str]:
    return [event.kind for event in log_of(match)]


def due(match: Match) -> tuple[str, float]:
    match.refresh_from_db()
    return match.act_kind, (match.act_at - START).total_seconds()


def deck_of(match: Match, hand: int, entropies: list[bytes]) -> str:
    """The deck as anybody can deal it who knows the seed."""
    seed = bytes(Deal.objects.get(match=match, hand=hand).seed)
    return sequence_text(shuffled(seed, entropies, f"{match.pk}:{hand}"))


def dealt_cards(match: Match) -> list[str]:
    """The hands of the last deal, seat by seat, in the order dealt."""
    dealt = [event for event in log_of(match) if event.kind == "dealt"][-1]
    return dealt.private["server"]["deal"]


def assert_dealt_with(match: Match, hand: int, entropies: list[bytes]) -> None:
    deck = deck_of(match, hand, entropies).split()
    dealer = now_of(match).view["dealer"]
    first = deck[:10]
    assert Deal.objects.get(match=match, hand=hand).deck.split() == deck
    assert dealt_cards(match)[(dealer + 1) % 4] == " ".join(first)


def between_hands(players) -> Match:
    """A match after its first hand, dealt without anybody's entropy."""
    match = match_begun(players, now=START - COMMIT_WITHIN)
    run_clock(match)
    play_hand(match)
    return match


class TestTheOrder:
    def test_all_commit_then_all_reveal_then_the_hand_is_dealt_at_once(self) -> None:
        players = people(4)
        match = match_begun(players)
        for player, own in zip(players, OWN, strict=True):
            assert kinds(match)[-1] != "entropy_asked"
            commit(match, player, own, now=later(0.1))
        for player, own in zip(players, OWN, strict=True):
            reveal(match, player, own, now=later(0.2))
        assert kinds(match) == [
            "started",
            "hand_committed",
            *["entropy_committed"] * 4,
            "entropy_asked",
            *["entropy"] * 4,
            "dealt",
        ]
        assert log_of(match)[-1].at == later(0.2)
        assert_dealt_with(match, 0, OWN)

    def test_the_server_commits_first_and_to_the_seed_it_uses(self) -> None:
        match = match_begun(people(4))
        promise = now_of(match).view["commitment"]
        seed = bytes(Deal.objects.get(match=match).seed)
        assert promise == commitment(seed, str(match.pk), 0)
        run_clock(match)
        assert bytes(Deal.objects.get(match=match).seed) == seed
        assert now_of(match).view["commitment"] == promise

    def test_the_next_hand_is_committed_to_as_soon_as_one_ends(self) -> None:
        match = between_hands(people(4))
        assert kinds(match)[-3:] == ["hand_ended", "seed_revealed", "hand_committed"]
        assert now_of(match).view["entropy"] == {"hand": 1, "stage": "commit", "commitments": {}, "entropies": {}}

    def test_every_byte_of_every_seat_changes_the_deck(self) -> None:
        match = match_begun(people(4))
        decks = {deck_of(match, 0, OWN)}
        for seat in range(4):
            decks.add(deck_of(match, 0, [own if seat != n else own[:-1] + b"?" for n, own in enumerate(OWN)]))
            decks.add(deck_of(match, 0, [own if seat != n else b"" for n, own in enumerate(OWN)]))
        assert len(decks) == 9

    def test_what_was_added_is_told_with_the_seed_and_not_kept_for_the_next_hand(self) -> None:
        players = people(4)
        match = match_begun(players)
        for player, own in zip(players[:2], OWN, strict=False):
            commit(match, player, own, now=later(0.1))
        run_clock(match)
        for player, own in zip(players[:2], OWN, strict=False):
            reveal(match, player, own, now=later(1.5))
        play_hand(match)
        (told,) = [event.public for event in log_of(match) if event.kind == "seed_revealed"]
        row = Deal.objects.get(match=match, hand=0)
        assert told == {
            "hand": 0,
            "seed": bytes(row.seed).hex(),
            "deck": deck_of(match, 0, [*OWN[:2], b"", b""]),
            "entropies": [OWN[0].hex(), OWN[1].hex(), "", ""],
        }
        match.refresh_from_db()
        clock.run_due(match.act_at)
        assert_dealt_with(match, 1, [b""] * 4)


class TestNobodySteers:
    """Who speaks last knows all the others' entropy: by then their own can no longer be chosen."""

    def test_nothing_is_revealed_while_somebody_may_still_commit(self) -> None:
        players = people(4)
        match = match_begun(players)
        for player, own in zip(players[:3], OWN, strict=False):
            commit(match, player, own, now=later(0.1))
            with pytest.raises(EntropyNotWanted):
                reveal(match, player, own, now=later(0.1))
        assert "entropy" not in kinds(match)

    def test_nobody_commits_once_something_may_be_revealed(self) -> None:
        players = people(4)
        match = match_begun(players)
        commit(match, players[0], OWN[0], now=later(0.1))
        run_clock(match)
        assert kinds(match)[-1] == "entropy_asked"
        with pytest.raises(EntropyNotWanted):
            commit(match, players[1], OWN[1], now=later(1.5))
        reveal(match, players[0], OWN[0], now=later(1.5))
        assert_dealt_with(match, 0, [OWN[0], b"", b"", b""])

    def test_a_commitment_is_not_changed(self) -> None:
        players = people(4)
        match = match_begun(players)
        commit(match, players[0], OWN[0], now=later(0.1))
        with pytest.raises(EntropyGiven):
            commit(match, players[0], OWN[1], now=later(0.1))
        assert list(now_of(match).view["entropy"]["commitments"]) == ["0"]

    def test_only_what_was_committed_to_is_taken(self) -> None:
        players = people(4)
        match = match_begun(players)
        for player, own in zip(players, OWN, strict=True):
            commit(match, player, own, now=later(0.1))
        for player, own in zip(players[:3], OWN, strict=False):
            reveal(match, player, own, now=later(0.2))
        for better in (bytes(16), OWN[0], OWN[3][:-1], OWN[3][:-1] + b"!"):
            with pytest.raises(EntropyFalse):
                reveal(match, players[3], better, now=later(0.3))
        assert kinds(match)[-1] == "entropy"
        reveal(match, players[3], OWN[3], now=later(0.3))
        assert_dealt_with(match, 0, OWN)

    def test_who_will_not_reveal_counts_as_none_and_is_seen_to(self) -> None:
        players = people(4)
        match = match_begun(players)
        for player, own in zip(players, OWN, strict=True):
            commit(match, player, own, now=later(0.1))
        for player, own in zip(players[:3], OWN, strict=False):
            reveal(match, player, own, now=later(0.2))
        run_clock(match)
        assert_dealt_with(match, 0, [*OWN[:3], b""])
        assert [event.seat for event in log_of(match) if event.kind == "entropy_committed"] == [0, 1, 2, 3]
        assert [event.seat for event in log_of(match) if event.kind == "entropy"] == [0, 1, 2]

    def test_a_neighbours_commitment_is_no_use_to_copy(self) -> None:
        players = people(4)
        match = match_begun(players)
        commit(match, players[0], OWN[0], now=later(0.1))
        copied = now_of(match).view["entropy"]["commitments"]["0"]
        act(match, players[1], "commit_entropy", commitment=copied, now=later(0.1))
        run_clock(match)
        reveal(match, players[0], OWN[0], now=later(1.5))
        with pytest.raises(EntropyFalse):
            reveal(match, players[1], OWN[0], now=later(1.6))

    def test_neither_an_earlier_hand_nor_another_match_can_be_used_again(self) -> None:
        one = entropy_commitment(OWN[0], "match 1", 0, 0)
        others = [
            entropy_commitment(OWN[0], "match 1", 1, 0),
            entropy_commitment(OWN[0], "match 2", 0, 0),
            entropy_commitment(OWN[0], "match 1", 0, 1),
        ]
        assert len({one, *others}) == 4


class TestNoHandWaits:
    def test_bots_alone_are_dealt_to_at_once(self) -> None:
        match = match_begun([None] * 4)
        assert kinds(match) == ["started", "hand_committed", "dealt"]
        assert {event.at for event in log_of(match)} == {START}

    def test_the_first_hand_waits_a_little_for_people_who_say_nothing(self) -> None:
        match = match_begun(people(4))
        assert due(match) == (Match.Act.DEAL, COMMIT_WITHIN.total_seconds())
        assert clock.run_due(START + COMMIT_WITHIN) == 1
        assert kinds(match)[-1] == "dealt"

    def test_one_person_with_bots_is_not_kept_waiting_for_them(self) -> None:
        anna = person()
        match = match_begun([anna, None, None, None])
        commit(match, anna, OWN[0], now=later(0.3))
        assert kinds(match)[-1] == "entropy_asked"
        reveal(match, anna, OWN[0], now=later(0.4))
        assert_dealt_with(match, 0, [OWN[0], b"", b"", b""])
        assert log_of(match)[-1].at == later(0.4)

    @pytest.mark.parametrize("revealing", range(4))
    def test_whatever_is_missing_the_first_hand_is_dealt_within_two_seconds(self, revealing: int) -> None:
        players = people(4)
        match = match_begun(players)
        for player, own in zip(players[: revealing + 1], OWN, strict=False):
            commit(match, player, own, now=START + COMMIT_WITHIN)
        for second in (1.4, 2.0):
            clock.run_due(later(second))
            for player, own in zip(players[:revealing], OWN, strict=False):
                if second < 2:
                    reveal(match, player, own, now=later(1.5))
        assert kinds(match)[-1] == "dealt"
        assert log_of(match)[-1].at <= START + ENTROPY_WITHIN
        assert_dealt_with(match, 0, [*OWN[:revealing], *[b""] * (4 - revealing)])

    def test_between_hands_it_takes_nothing_of_the_pause(self) -> None:
        players = people(4)
        match = between_hands(players)
        ended = log_of(match)[-1].at
        for player, own in zip(players, OWN, strict=True):
            commit(match, player, own, now=ended)
        for player, own in zip(players, OWN, strict=True):
            reveal(match, player, own, now=ended)
        match.refresh_from_db()
        assert (match.act_kind, match.act_at) == (Match.Act.DEAL, ended + BETWEEN_HANDS)
        run_clock(match)
        assert_dealt_with(match, 1, OWN)
        assert log_of(match)[-1].at == ended + BETWEEN_HANDS

    def test_people_who_say_nothing_are_dealt_to_as_soon_as_all_are_ready(self) -> None:
        players = people(4)
        match = between_hands(players)
        for player in players:
            act(match, player, "ready")
        assert kinds(match)[-1] == "dealt"

    def test_ready_people_wait_for_a_commitment_once_begun_and_no_longer_than_two_seconds(self) -> None:
        players = people(4)
        match = between_hands(players)
        ended = log_of(match)[-1].at
        commit(match, players[0], OWN[0], now=ended)
        for player in players:
            act(match, player, "ready", now=ended)
        assert kinds(match)[-1] == "ready"
        match.refresh_from_db()
        assert (match.act_kind, match.act_at) == (Match.Act.ENTROPY, ended + COMMIT_WITHIN)
        assert now_of(match).view["next_hand_at"] is not None
        run_clock(match)
        match.refresh_from_db()
        assert (kinds(match)[-1], match.act_kind, match.act_at) == (
            "entropy_asked",
            Match.Act.DEAL,
            ended + ENTROPY_WITHIN,
        )
        run_clock(match)
        assert_dealt_with(match, 1, [b""] * 4)

    def test_a_commitment_at_the_last_moment_buys_two_seconds_once(self) -> None:
        players = people(4)
        match = between_hands(players)
        end = log_of(match)[-1].at + BETWEEN_HANDS
        commit(match, players[0], OWN[0], now=end)
        assert clock.run_due(end) == 0
        assert clock.run_due(end + COMMIT_WITHIN) == 1
        assert clock.run_due(end + ENTROPY_WITHIN) == 1
        assert kinds(match)[-1] == "dealt"

    def test_who_leaves_is_not_waited_for(self) -> None:
        players = people(4)
        match = match_begun(players)
        for player, own in zip(players[:3], OWN, strict=False):
            commit(match, player, own, now=later(0.1))
        act(match, players[3], "leave", now=later(0.2))
        assert due(match) == (Match.Act.ENTROPY, 0)  # at once
        clock.run_due(later(0.3))
        for player, own in zip(players[:2], OWN, strict=False):
            reveal(match, player, own, now=later(0.4))
        act(match, players[2], "leave", now=later(0.5))
        clock.run_due(later(0.5))
        assert_dealt_with(match, 0, [*OWN[:2], b"", b""])


class TestRefusals:
    @pytest.mark.parametrize("digest", [None, 5, "", "5e" * 31, "5E" * 32, "zz" * 32, " " + "5e" * 32, "5e" * 33])
    def test_a_commitment_is_a_digest(self, digest) -> None:
        players = people(4)
        match = match_begun(players)
        with pytest.raises(BadFormat):
            act(match, players[0], "commit_entropy", commitment=digest)
        with pytest.raises(BadFormat):
            act(match, players[0], "commit_entropy")

    @pytest.mark.parametrize(
        "text",
        [
            None,
            5,
            "",
            "0f" * 15,
            "0f" * 33,
            "0F" * 16,
            "0f" * 16 + "0",
            "0f\n" * 16,
            "\N{ARABIC-INDIC DIGIT ZERO}f" * 16,
        ],
    )
    def test_entropy_is_sixteen_to_thirty_two_bytes(self, text) -> None:
        players = people(4)
        match = match_begun(players)
        with pytest.raises(BadFormat):
            act(match, players[0], "reveal_entropy", entropy=text)

    def test_late_entropy(self) -> None:
        players = people(4)
        match = match_begun(players)
        commit(match, players[0], OWN[0], now=later(0.1))
        run_clock(match, 2)
        assert kinds(match)[-1] == "dealt"
        for do, fields in (
            ("commit_entropy", {"commitment": "5e" * 32}),
            ("reveal_entropy", {"entropy": OWN[0].hex()}),
        ):
            with pytest.raises(EntropyNotWanted):
                act(match, players[0], do, now=later(2.1), **fields)

    def test_who_did_not_commit_reveals_nothing(self) -> None:
        players = people(4)
        match = match_begun(players)
        commit(match, players[0], OWN[0], now=later(0.1))
        run_clock(match)
        with pytest.raises(EntropyNotWanted):
            reveal(match, players[1], OWN[1], now=later(1.5))

    def test_twice(self) -> None:
        players = people(4)
        match = match_begun(players)
        for player, own in zip(players, OWN, strict=True):
            commit(match, player, own, now=later(0.1))
        reveal(match, players[0], OWN[0], now=later(0.2))
        with pytest.raises(EntropyGiven):
            reveal(match, players[0], OWN[0], now=later(0.2))

    def test_the_same_command_again_is_the_same_event(self) -> None:
        players = people(4)
        match = match_begun(players)
        name = uuid4()
        assert commit(match, players[0], OWN[0], command_id=name, now=later(0.1)) == 3
        assert commit(match, players[0], OWN[0], command_id=name, now=later(0.2)) == 3
        assert kinds(match).count("entropy_committed") == 1

    def test_a_command_for_the_hand_before_is_stale(self) -> None:
        players = people(4)
        match = between_hands(players)
        with pytest.raises(Stale):
            commit(match, players[0], OWN[0], seq=now_of(match).gathering.seq - 1)

    def test_strangers_and_absent_holders(self) -> None:
        players = people(4)
        match = match_begun(players)
        with pytest.raises(NotSeated):
            act(match, person(), "commit_entropy", commitment="5e" * 32)
        act(match, players[0], "leave", now=later(0.1))
        with pytest.raises(SeatByBot):
            act(match, players[0], "commit_entropy", commitment="5e" * 32)

    def test_nobody_need_be_ready_for_the_first_hand(self) -> None:
        players = people(4)
        match = match_begun(players)
        assert "ready" not in now_of(match).yours(0)["may"]
        with pytest.raises(NotAllowed):
            act(match, players[0], "ready")

    def test_what_is_open_to_a_seat_is_said(self) -> None:
        players = people(4)
        match = match_begun(players)
        assert now_of(match).yours(0)["may"] == {"commit_entropy": True, "abort": True, "leave": True, "pause": True}
        for player, own in zip(players, OWN, strict=True):
            commit(match, player, own, now=later(0.1))
        assert now_of(match).yours(0)["may"] == {"reveal_entropy": True, "abort": True, "leave": True, "pause": True}
        reveal(match, players[0], OWN[0], now=later(0.2))
        assert now_of(match).yours(0)["may"] == {"abort": True, "leave": True, "pause": True}


class TestBrokenOff:
    def test_a_match_called_off_before_its_first_hand_asks_for_nothing_more(self) -> None:
        players = people(4)
        match = match_begun(players)
        commit(match, players[0], OWN[0], now=later(0.1))
        for player in players:
            act(match, player, "abort", now=later(0.2))
        match.refresh_from_db()
        assert (match.status, match.act_kind, match.act_at) == (Match.Status.ABORTED, "", None)
        assert now_of(match).view["entropy"] is None
        assert "seed_revealed" not in kinds(match)
        with pytest.raises(MatchOver):
            act(match, players[1], "commit_entropy", commitment="5e" * 32)

    def test_a_hand_called_off_is_revealed_too(self) -> None:
        players = people(4)
        match = match_begun(players, now=START - COMMIT_WITHIN)
        run_clock(match)
        for player in players:
            act(match, player, "abort", now=later(0.2))
        assert kinds(match)[-2:] == ["seed_revealed", "ended"]
        row = Deal.objects.get(match=match)
        assert row.revealed_seq == now_of(match).seq - 1
        assert log_of(match)[-2].public["seed"] == bytes(row.seed).hex()


class TestRows:
    """All that a hand waits for is in rows: processes come and go."""

    def test_another_process_goes_on_wherever_one_was_killed(self) -> None:
        players = people(4)
        match = match_begun(players)
        steps = [
            *[
                partial(commit, match, player, own, now=later(0.1))
                for player, own in zip(players[:3], OWN, strict=False)
            ],
            partial(clock.run_due, later(1.4)),
            *[
                partial(reveal, match, player, own, now=later(1.5))
                for player, own in zip(players[:2], OWN, strict=False)
            ],
            partial(clock.run_due, later(2)),
        ]
        for step in steps:
            forget_all()
            step()
        forget_all()
        assert_dealt_with(match, 0, [*OWN[:2], b"", b""])

    def test_a_transaction_that_dies_leaves_the_gathering_as_it_was(self, monkeypatch) -> None:
        players = people(4)
        match = match_begun(players)
        before = kinds(match), due(match), Deal.objects.get(match=match).deck
        monkeypatch.setattr("games.services.logbook.Logbook.shut", lambda _book: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            commit(match, players[0], OWN[0], now=later(0.1))
        with pytest.raises(ZeroDivisionError):
            clock.run_ahead(match.pk)
        assert (kinds(match), due(match), Deal.objects.get(match=match).deck) == before

    @pytest.mark.django_db(transaction=True)
    def test_many_clocks_ask_once_and_deal_once(self) -> None:
        matches = []
        for _ in range(3):
            players = people(4)
            match = match_begun(players)
            commit(match, players[0], OWN[0], now=later(0.1))
            matches.append(match)
        at_once([partial(clock.run_due, later(1.4), 10)] * 4)
        at_once([partial(clock.run_due, later(2), 10)] * 4)
        for match in matches:
            assert kinds(match)[2:] == ["entropy_committed", "entropy_asked", "dealt"]

    @pytest.mark.django_db(transaction=True)
    def test_commitments_and_the_clock_at_one_moment(self) -> None:
        for _ in range(5):
            players = people(4)
            match = match_begun(players)
            commit(match, players[0], OWN[0], now=later(0.1))
            moment = START + COMMIT_WITHIN
            at_once(
                [
                    partial(clock.run_due, moment, 1),
                    *[partial(commit, match, players[seat], OWN[seat], now=moment) for seat in (1, 2, 3)],
                ]
            )
            told = kinds(match)
            asked = told.index("entropy_asked")
            assert told.count("entropy_asked") == 1
            assert "entropy_committed" not in told[asked:]
            Match.objects.filter(pk=match.pk).update(act_at=None)


def test_in_every_log_the_order_is_kept() -> None:
    """Commitments, then the question, then revelations, then the deal: whoever comes when."""
    players = people(4)
    match = match_begun(players, options={"target": 200})
    for hand in range(3):
        at = log_of(match)[-1].at
        for player, own in zip(players[hand:], OWN[hand:], strict=True):
            commit(match, player, own, now=at)
        while not now_of(match).gathering.is_asked:
            run_clock(match)
        for player, own in zip(players[hand + 1 :], OWN[hand + 1 :], strict=True):
            reveal(match, player, own, now=at + COMMIT_WITHIN)
        while now_of(match).gathering:
            run_clock(match)
        play_hand(match)
    part: list[str] = []
    for kind in [event.kind for event in log_of(match)]:
        part.append(kind)
        if kind == "dealt":
            told = [
                name for name in part if name in {"hand_committed", "entropy_committed", "entropy_asked", "entropy"}
            ]
            order = ["hand_committed", "entropy_committed", "entropy_asked", "entropy"]
            assert told == sorted(told, key=order.index)
            part = []


def test_the_view_shows_all_that_has_been_said() -> None:
    players = people(4)
    match = match_begun(players)
    for player, own in zip(players, OWN, strict=True):
        commit(match, player, own, now=later(0.1))
    reveal(match, players[2], OWN[2], now=later(0.2))
    assert now_of(match).view["entropy"] == {
        "hand": 0,
        "stage": "reveal",
        "commitments": {str(n): entropy_commitment(own, str(match.pk), 0, n) for n, own in enumerate(OWN)},
        "entropies": {"2": OWN[2].hex()},
    }


def test_the_page_names_the_times_in_force() -> None:
    page = (Path(__file__).parents[3] / "docs" / "fair-deal.md").read_text(encoding="utf-8")
    assert f"After {COMMIT_WITHIN.total_seconds():g} s, or as soon as all people" in page
    assert f"after {ENTROPY_WITHIN.total_seconds():g} s, or as soon as" in page
    assert f"the pause of {BETWEEN_HANDS.total_seconds():g} s" in page
