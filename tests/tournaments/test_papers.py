"""Papers: a leg played with real cards counts once two sides agree, or a director says so."""

import pytest

from accounts.errors import NoRight
from games.engine.errors import MatchOver
from games.engine.paper import Counted, thirds_of
from games.models import RatingChange
from tests.accounts.clubs.houses import member_in
from tests.accounts.factories import UserFactory
from tests.games.races import at_once
from tests.tournaments.on_paper import NOW, ON_PAPER, Scene, a_final, without_account
from tournaments.errors import (
    LegClosed,
    NoSuchPaper,
    NothingProposed,
    NotOnPaper,
    NotYourPaper,
    OwnEncounter,
    OwnProposal,
    PaperChanged,
    WrongState,
)
from tournaments.formats.encounters import LegRule
from tournaments.formats.errors import BadResult, NoSuchPairing
from tournaments.models import AuditEntry, DirectorCall, EncounterLeg, PaperResult
from tournaments.selectors import papers as written
from tournaments.services import paper_links, papers, sheets
from tournaments.services.audit import Hand
from tournaments.services.paper_desk import Writer

pytestmark = pytest.mark.django_db


def propose(scene: Scene, side: str, home: int = 31, away: int = 24, version: int = 0, **facts) -> int:
    facts = {**scene.place, "now": NOW, **facts}
    return papers.propose(writer=scene.writers[side], version=version, home=home, away=away, **facts)


def confirm(scene: Scene, side: str, version: int = 1, **facts) -> int:
    return papers.confirm(**{**scene.place, "writer": scene.writers[side], "version": version, "now": NOW, **facts})


def write(scene: Scene, side: str, counted: Counted, version: int) -> int:
    return sheets.write_hand(**scene.place, writer=scene.writers[side], version=version, counted=counted, now=NOW)


def score_of(scene: Scene) -> tuple[int, int, str, str]:
    leg = EncounterLeg.objects.get(encounter=scene.encounter)
    return leg.home, leg.away, leg.won_by, leg.way


def test_one_side_proposes_and_the_other_confirms():
    scene = a_final()
    assert propose(scene, "home") == 1
    scene.encounter.refresh_from_db()
    assert (scene.encounter.begun_at, scene.encounter.ending) == (NOW, "")
    with pytest.raises(OwnProposal):
        confirm(scene, "home")
    confirm(scene, "away")
    scene.encounter.refresh_from_db()
    assert score_of(scene) == (31, 24, "", "paper")
    assert scene.encounter.ending == "played"
    paper = PaperResult.objects.get()
    assert (paper.state, paper.proposed_by, paper.confirmed_by) == ("confirmed", scene.home, scene.away)
    assert not RatingChange.objects.exists()
    with pytest.raises((LegClosed, WrongState)):
        confirm(scene, "away", version=2)


def test_the_same_score_from_the_other_side_confirms_and_another_calls_the_director():
    scene = a_final()
    propose(scene, "home")
    with pytest.raises(PaperChanged):
        propose(scene, "away", 24, 31)  # as read before the other side wrote
    propose(scene, "away", 24, 31, version=1)
    call = DirectorCall.objects.get(closed_at=None)
    assert (call.reason, call.words) == ("dispute", "31-24 (home), 24-31 (away)")
    with pytest.raises(PaperChanged):
        confirm(scene, "home", version=1)  # what home would confirm is not what stands there
    propose(scene, "home", 24, 31, version=2)
    assert score_of(scene)[:2] == (24, 31)
    assert not DirectorCall.objects.filter(closed_at=None).exists()


def test_a_disputed_result_is_off_the_sheet_and_the_director_decides():
    scene = a_final()
    propose(scene, "home")
    facts = {**scene.place, "writer": scene.writers["away"], "now": NOW}
    papers.dispute(**facts, version=1, words="  it was 31 to 27 ")
    assert DirectorCall.objects.get().words == "31-24 (home): it was 31 to 27"
    with pytest.raises(NothingProposed):
        confirm(scene, "away", version=2)
    papers.enter(**scene.place, hand=scene.hand, home=31, away=27, reason="both sheets seen", now=NOW)
    assert score_of(scene)[:2] == (31, 27)
    assert DirectorCall.objects.get().closed_at == NOW
    entry = AuditEntry.objects.get(act="paper_entered")
    assert (entry.by, entry.about, entry.after["away"], entry.reason) == (
        scene.director,
        "K1.1",
        27,
        "both sheets seen",
    )


def test_a_proposal_is_taken_back_by_its_own_side_only():
    scene = a_final()
    propose(scene, "home")
    facts = {**scene.place, "version": 1, "now": NOW}
    with pytest.raises(NothingProposed):
        papers.take_back(**facts, writer=scene.writers["away"])
    assert papers.take_back(**facts, writer=scene.writers["home"]) == 2
    with pytest.raises(NothingProposed):
        confirm(scene, "away", version=2)


@pytest.mark.parametrize(("home", "away"), [(31, 31), (30, 25), (-1, 31), (1001, 3)])
def test_a_score_that_ends_no_leg_is_refused(home, away):
    with pytest.raises(BadResult):
        propose(a_final(), "home", home, away)
    assert not PaperResult.objects.filter(state="proposed").exists()


def test_below_the_target_only_a_round_clock_ends_a_leg():
    scene = a_final(round_minutes=45)
    propose(scene, "home", 24, 20)
    confirm(scene, "away")
    assert score_of(scene)[:2] == (24, 20)


def test_who_plays_for_neither_side_writes_nothing():
    scene = a_final()
    for writer in (Writer(UserFactory().pk), Writer(scene.director.pk), Writer(), Writer(link="x" * 43)):
        with pytest.raises(NotYourPaper):
            papers.propose(**scene.place, writer=writer, version=0, home=31, away=2, now=NOW)
    with pytest.raises(NoSuchPairing):
        propose(scene, "home", key="K9.9")
    with pytest.raises(NoSuchPairing):
        propose(scene, "home", leg=2)


def test_a_leg_of_the_site_comes_to_paper_by_a_director_or_for_want_of_an_account():
    scene = a_final(LegRule())
    with pytest.raises(NotOnPaper):
        propose(scene, "home")
    with pytest.raises(NoRight):
        papers.open_paper(**scene.place, hand=type(scene.hand)(scene.home.pk, "page"), now=NOW)
    assert papers.open_paper(**scene.place, hand=scene.hand, now=NOW) == papers.open_paper(
        **scene.place, hand=scene.hand, now=NOW
    )
    propose(scene, "home")
    papers.drop(**scene.place, hand=scene.hand, now=NOW)
    with pytest.raises(NotOnPaper):
        propose(scene, "home")
    with pytest.raises(NoSuchPaper):
        papers.drop(**scene.place, hand=scene.hand, now=NOW)
    without_account(scene.encounter.away)
    propose(scene, "home")
    assert [entry.act for entry in AuditEntry.objects.order_by("pk")] == ["paper_opened", "paper_dropped"]


def test_a_director_decides_alone_but_nothing_of_their_own():
    scene = a_final()
    for user in (scene.home, scene.away):
        member_in(scene.tournament.club, "director", user)
        with pytest.raises(OwnEncounter):
            papers.enter(**scene.place, hand=type(scene.hand)(user.pk, "page"), home=31, away=0, now=NOW)
    papers.enter(**scene.place, hand=scene.hand, home=28, away=28, won_by="away", now=NOW)
    assert score_of(scene) == (28, 28, "away", "paper")


def test_legs_follow_one_another_and_only_the_one_that_is_due_is_written():
    scene = a_final(legs=3)
    with pytest.raises(LegClosed):
        propose(scene, "home", leg=2)
    for leg in (1, 2):
        propose(scene, "home", leg=leg)
        confirm(scene, "away", leg=leg)
    scene.encounter.refresh_from_db()
    assert (scene.encounter.ending, scene.encounter.legs.count()) == ("played", 2)
    with pytest.raises((LegClosed, WrongState)):
        propose(scene, "home", leg=3)


def test_the_sheet_is_kept_hand_by_hand_and_ends_by_proposing():
    scene = a_final(LegRule(preset="club", on_paper=True))
    version = write(scene, "home", Counted(thirds_of(7), napoletana=(1, 0)), 0)
    version = write(scene, "away", Counted(thirds_of(9), four=(1, 0)), version)
    with pytest.raises(PaperChanged):
        write(scene, "home", Counted(0), version - 1)  # the other phone has written meanwhile
    version = sheets.undo_hand(**scene.place, writer=scene.writers["home"], version=version, now=NOW)
    for counted in (Counted(thirds_of(10)), Counted(33)):
        version = write(scene, "home", counted, version)
    sheet = written.sheet_of_paper(PaperResult.objects.get(), written.leg_at(scene.tournament, "K1.1", 1).rules)
    assert (sheet.totals, sheet.is_over, sheet.winner) == ((31, 5), True, 0)
    with pytest.raises(MatchOver):
        write(scene, "home", Counted(0), version)
    version = propose(scene, "home", *sheet.totals, version=version)
    confirm(scene, "away", version=version)
    assert score_of(scene)[:2] == (31, 5)


def test_a_sheet_says_who_has_won_where_the_score_does_not():
    options = (("cappotto_effect", "wins_match"),)
    scene = a_final(LegRule(preset="club", options=options, on_paper=True))
    version = write(scene, "home", Counted(thirds_of(10), four=(3, 0)), 0)
    version = write(scene, "home", Counted(0), version)
    version = propose(scene, "away", 22, 12, version=version)
    confirm(scene, "home", version=version)
    assert score_of(scene) == (22, 12, "away", "paper")


def test_a_hand_more_takes_a_proposal_off():
    scene = a_final()
    propose(scene, "home")
    write(scene, "away", Counted(thirds_of(4)), 1)
    with pytest.raises(NothingProposed):
        confirm(scene, "away", version=2)


def test_a_leg_to_be_played_again_has_a_blank_sheet():
    scene = a_final(legs=3)
    version = write(scene, "home", Counted(33), 0)
    version = propose(scene, "home", version=version)
    confirm(scene, "away", version=version)
    EncounterLeg.objects.all().delete()
    version = write(scene, "home", Counted(thirds_of(4)), version + 1)
    assert len(PaperResult.objects.get().sheet) == 1
    propose(scene, "home", version=version)


def test_private_links_write_for_one_side_until_they_are_ended():
    scene = a_final(legs=3)
    first = paper_links.make_links(**scene.place, hand=scene.hand, now=NOW)
    links = paper_links.make_links(**scene.place, hand=scene.hand, now=NOW)
    assert len({first.home, first.away, links.home, links.away}) == 4
    stored = PaperResult.objects.get()
    assert links.home not in {stored.home_link, stored.away_link}
    propose(scene, "home")
    with pytest.raises(NotYourPaper):
        papers.confirm(**scene.place, writer=Writer(link=first.away), version=1, now=NOW)
    with pytest.raises(OwnProposal):
        papers.confirm(**scene.place, writer=Writer(link=links.home), version=1, now=NOW)
    papers.confirm(**scene.place, writer=Writer(link=links.away), version=1, now=NOW)
    assert PaperResult.objects.get().confirmed_by is None
    second = {**scene.place, "leg": 2}
    papers.propose(**second, writer=Writer(link=links.away), version=0, home=5, away=31, now=NOW)
    paper_links.revoke_links(**second, hand=scene.hand)
    with pytest.raises(NotYourPaper):
        papers.take_back(**second, writer=Writer(link=links.away), version=1, now=NOW)
    with pytest.raises(NoSuchPaper):
        written.encounter_by_link(links.away)
    with pytest.raises(NoSuchPaper):
        paper_links.revoke_links(**second, hand=scene.hand)


def test_a_round_gets_its_links_at_once_for_what_is_on_paper():
    scene = a_final()
    made = paper_links.make_links_of_round(tournament_id=scene.tournament.pk, number=1, hand=scene.hand)
    assert [(each.key, each.leg) for each in made] == [("K1.1", 1)]
    assert written.encounter_by_link(made[0].home) == scene.encounter
    online = a_final(LegRule())
    assert not paper_links.make_links_of_round(tournament_id=online.tournament.pk, number=1, hand=online.hand)
    with pytest.raises(NoRight):
        paper_links.make_links_of_round(tournament_id=scene.tournament.pk, number=1, hand=online.hand)


def test_who_plays_gets_no_links_of_their_own_encounter_and_decides_nothing_about_its_sheet():
    scene = a_final()
    member_in(scene.tournament.club, "director", scene.home)
    own = Hand(scene.home.pk, "api")
    propose(scene, "away")
    with pytest.raises(OwnEncounter):
        paper_links.make_links(**scene.place, hand=own, now=NOW)
    with pytest.raises(OwnEncounter):
        papers.drop(**scene.place, hand=own, now=NOW)
    with pytest.raises(OwnEncounter):
        papers.open_paper(**scene.place, hand=own, now=NOW)
    assert not paper_links.make_links_of_round(tournament_id=scene.tournament.pk, number=1, hand=own)
    paper_links.make_links(**scene.place, hand=scene.hand, now=NOW)
    with pytest.raises(OwnEncounter):
        paper_links.revoke_links(**scene.place, hand=own)
    assert PaperResult.objects.get().home_link


@pytest.mark.django_db(transaction=True)
def test_two_scores_at_one_moment_leave_one_on_the_sheet():
    scene = a_final()
    outcomes = at_once([lambda: propose(scene, "home", 31, 24), lambda: propose(scene, "away", 24, 31)] * 2)
    assert sorted(str(outcome) for outcome in outcomes if isinstance(outcome, int)) == ["1"]
    assert sum(isinstance(outcome, PaperChanged) for outcome in outcomes) == 3
    assert not EncounterLeg.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_confirming_twice_while_a_director_enters_counts_once():
    scene = a_final(ON_PAPER, legs=3)
    propose(scene, "home")
    director = lambda: papers.enter(**scene.place, hand=scene.hand, home=31, away=9, now=NOW)  # noqa: E731
    outcomes = at_once([lambda: confirm(scene, "away"), director, lambda: confirm(scene, "away")])
    assert sum(isinstance(outcome, LegClosed) for outcome in outcomes) == 2
    assert EncounterLeg.objects.count() == 1
    paper = PaperResult.objects.get()
    assert (paper.home, paper.away) == score_of(scene)[:2]
