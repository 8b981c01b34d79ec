"""Plan words: what is played in a tournament, in a few sentences anybody understands."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.forms.rule_words import preset_name
from tournaments.formats.encounters import LegRule, Plan, Scoring
from tournaments.models import Tournament


def legs_words(plan: Plan) -> str:
    """Return what an encounter is played by: `best of 3: Tournament to 31; decider: Tournament to 21`."""
    usual, decider = plan.legs[0], plan.legs[-1]
    if len(plan.legs) == 1:
        return leg_words(usual)
    same = all(leg == usual for leg in plan.legs[:-1])
    if not same:
        legs = "; ".join(leg_words(leg) for leg in plan.legs)
    elif decider == usual:
        legs = leg_words(usual)
    else:
        legs = _("%(legs)s; decider: %(decider)s") % {"legs": leg_words(usual), "decider": leg_words(decider)}
    words = _("best of %(count)s: %(legs)s") % {"count": len(plan.legs), "legs": legs}
    return f"{words} ({_('each leg counts a point')})" if plan.scoring is Scoring.LEG else words


def leg_words(leg: LegRule) -> str:
    """Return the game and the target of a leg."""
    words = _("%(game)s to %(target)s") % {"game": preset_name(leg.preset), "target": leg.target}
    return f"{words} ({_('with real cards')})" if leg.on_paper else words


def presets_of(plans: Sequence[Plan]) -> list[str]:
    """Return the games that are played, each once."""
    return list(dict.fromkeys(leg.preset for plan in plans for leg in plan.legs))


def format_words(tournament: Tournament) -> str:
    """Return the format with what was chosen for it."""
    options, name = tournament.format_options, str(tournament.get_format_display())
    facts = [name]
    if rounds := options.get("rounds"):
        facts.append(ngettext("%(count)s round", "%(count)s rounds", rounds) % {"count": rounds})
    if groups := options.get("groups"):
        facts.append(ngettext("%(count)s group", "%(count)s groups", groups) % {"count": groups})
    if qualify := options.get("qualify"):
        facts.append(ngettext("the best goes through", "the best %(count)s go through", qualify) % {"count": qualify})
    if options.get("double"):
        facts.append(_("everybody meets twice"))
    if options.get("third_place"):
        facts.append(_("a match for the third place"))
    return ", ".join(facts)


def round_name(tournament: Tournament, number: int, left: int | None = None) -> str:
    """Return what a round is called; *left* is how many come after it, where it is one of a single bracket."""
    if left is not None and tournament.format != Tournament.Format.DOUBLE_ELIMINATION:
        match left:
            case 0:
                return _("Final")
            case 1:
                return _("Semi-finals")
            case 2:
                return _("Quarter-finals")
    return _("Round %(number)s") % {"number": number}


def group_letter(number: int) -> str:
    """Return what the group of this number is called: A to Z, then AA and so on."""
    before, at = divmod(number - 1, 26)
    return (group_letter(before) if before else "") + chr(ord("A") + at)
