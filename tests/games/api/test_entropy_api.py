"""REST of the shuffle: programs add their entropy by the same commands as browsers do."""

import pytest

from games.engine.entropy import entropy_commitment
from games.engine.proof import verdicts
from tests.accounts.factories import UserFactory
from tests.games.api.callers import Caller, code_of
from tests.games.factories import act, log_of, match_begun, now_of

pytestmark = pytest.mark.django_db

OWN = [bytes([65 + seat]) * 16 for seat in range(4)]


def commit(caller: Caller, match, seat: int, **facts):
    digest = entropy_commitment(OWN[seat], str(match.pk), 0, seat)
    return caller.command(match.pk, now_of(match).seq, "commit_entropy", commitment=digest, **facts)


def reveal(caller: Caller, match, seat: int, entropy: bytes | None = None):
    return caller.command(match.pk, now_of(match).seq, "reveal_entropy", entropy=(entropy or OWN[seat]).hex())


def test_four_programs_shuffle_together() -> None:
    callers = [Caller(UserFactory()) for _ in range(4)]
    match = match_begun([caller.user for caller in callers])
    for seat, caller in enumerate(callers):
        assert caller.get(f"/matches/{match.pk}/").json()["you"]["may"]["commit_entropy"] is True
        assert commit(caller, match, seat).json()["seq"] >= 3
    told = callers[0].get(f"/matches/{match.pk}/").json()
    assert told["you"]["may"]["reveal_entropy"] is True
    assert told["view"]["entropy"]["stage"] == "reveal"
    for seat, caller in enumerate(callers):
        assert reveal(caller, match, seat).status_code == 200
    assert now_of(match).entropies == tuple(own.hex() for own in OWN)
    for caller in (callers[0], callers[2]):
        act(match, caller.user, "resign", now=now_of(match).event.at)
    record = callers[1].get(f"/matches/{match.pk}/record/").json()
    (verdict,) = verdicts(record)
    assert verdict.is_proven
    assert verdict.added == (0, 1, 2, 3)


def test_what_is_wrong_is_a_problem_and_changes_nothing() -> None:
    callers = [Caller(UserFactory()) for _ in range(4)]
    match = match_begun([caller.user for caller in callers])
    anna, bruno, *_ = callers
    early = reveal(anna, match, 0)
    assert (early.status_code, code_of(early)) == (409, "entropy_not_wanted")
    garbage = anna.command(match.pk, 2, "commit_entropy", commitment="not hexadecimal")
    assert (garbage.status_code, code_of(garbage)) == (400, "bad_format")
    assert code_of(anna.command(match.pk, 2, "commit_entropy", commitment=5)) == "bad_format"
    assert code_of(anna.command(match.pk, 2, "commit_entropy")) == "bad_format"
    assert code_of(anna.command(match.pk, 2, "reveal_entropy", entropy="0f" * 500)) == "bad_format"
    assert code_of(commit(Caller(UserFactory()), match, 0)) == "not_seated"
    assert len(log_of(match)) == 2

    assert commit(anna, match, 0).status_code == 200
    again = commit(anna, match, 0)
    assert (again.status_code, code_of(again)) == (409, "entropy_given")
    for seat, caller in list(enumerate(callers))[1:]:
        commit(caller, match, seat)
    false = reveal(bruno, match, 1, bytes(16))
    assert (false.status_code, code_of(false)) == (422, "entropy_false")
    assert [event.kind for event in log_of(match)][-1] == "entropy_asked"


def test_the_description_names_both_commands() -> None:
    schema = Caller(UserFactory(), "read").get("/schema/", headers={"Accept": "application/json"}).json()
    kinds = str(schema["paths"]["/api/v1/matches/{match_id}/commands/"]["post"]["requestBody"])
    assert "commit_entropy" in kinds
    assert "reveal_entropy" in kinds
