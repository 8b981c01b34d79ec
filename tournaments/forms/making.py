"""Making forms: what an organiser fills in about a tournament, in groups, and what of it may still be changed."""

from collections.abc import Iterator, Mapping
from typing import Any, Final
from zoneinfo import ZoneInfo

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from accounts.civil_time import moment_of
from accounts.club_forms import DAY
from games.engine.rulesets import resolve
from games.forms.rule_words import preset_groups
from games.models import HouseRules
from games.selectors.club_rooms import house_rules_of
from tournaments.formats.named import FORMATS, Whole
from tournaments.models import Tournament
from tournaments.selectors.entry_rules import MOST_ENTRANTS, is_of_two_sides
from tournaments.selectors.plans import LAST_ROUND, plan_from
from tournaments.services.tournament_facts import RANGES, changeable

BEST_OF: Final = ((1, _("one leg")), (3, _("best of three")), (5, _("best of five")))
OPTIONS: Final = ("rounds", "groups", "qualify", "third_place", "double")
PLAN: Final = ("game", "target", "best_of", "decider_game", "decider_target", "scoring", "on_paper")
MINUTES: Final = ("break_minutes", "grace_minutes", "round_minutes")
COLUMNS: Final = (
    "name", "description", "prizes", "fee", "format", "entry", "open_to", "capacity", "bots_allowed", "late_entry",
    "seeding", "rated", "move_seconds", "bank_seconds", "watch_delay", "check_in_minutes", *MINUTES, "pace",
)  # fmt: skip
"""The facts that have a field of their own name."""
GROUPS: Final = (
    (_("What it is"), ("name", "description", "prizes", "fee")),
    (_("When"), ("day", "hour", "check_in_minutes")),
    (_("Who plays"), ("entry", "open_to", "capacity", "late_entry", "seeding", "rated", "bots_allowed")),
    (_("Format"), ("format", *OPTIONS)),
    (_("What is played"), (*PLAN[:5], "final_target", *PLAN[5:])),
    (_("Clocks"), ("pace", *MINUTES, "move_seconds", "bank_seconds", "watch_delay")),
)  # fmt: skip
_FACT_OF: Final[Mapping[str, str]] = {
    **{name: name for name in COLUMNS},
    **dict.fromkeys(OPTIONS, "format_options"),
    **dict.fromkeys(PLAN, "plan"),
    "final_target": "round_plans",
    "day": "starts_at",
    "hour": "starts_at",
}
_USUAL: Final = Tournament()
_HOUSE: Final = "house-"


def _number(name: str, label: Any, help_text: Any = "", *, required: bool = True, least: int | None = None) -> Any:
    allowed = RANGES[name]
    return forms.IntegerField(
        label=label,
        help_text=help_text,
        required=required,
        min_value=allowed[0] if least is None else least,
        max_value=allowed[-1],
        initial=getattr(_USUAL, name),
    )


def _option(name: str, format_name: str, label: Any, help_text: Any) -> Any:
    kind = FORMATS[format_name][name]
    least, most = (kind.least, kind.most) if isinstance(kind, Whole) else (None, None)
    return forms.IntegerField(label=label, help_text=help_text, required=False, min_value=least, max_value=most)


class TournamentForm(forms.Form):
    """A tournament of a club's."""

    name = forms.CharField(label=_("Name"), max_length=80)
    description = forms.CharField(
        label=_("Description"), max_length=4000, required=False, widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("What everybody reads on its page."),
    )  # fmt: skip
    prizes = forms.CharField(
        label=_("Prizes"), max_length=1000, required=False, widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("May stay empty."),
    )  # fmt: skip
    fee = forms.CharField(
        label=_("Entry fee"), max_length=80, required=False, help_text=_("In words: no money passes through this site.")
    )
    day = forms.DateField(label=_("Day"), widget=DAY)
    hour = forms.TimeField(
        label=_("Time"), widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        help_text=_("On the clock of the club."),
    )  # fmt: skip
    check_in_minutes = _number(
        "check_in_minutes", _("Check-in, minutes before"), _("It closes 5 minutes before the start. 0: none."), least=0
    )
    entry = forms.ChoiceField(label=_("Entrants"), choices=Tournament.Entry.choices)
    open_to = forms.ChoiceField(label=_("Open to"), choices=Tournament.OpenTo.choices)
    capacity = forms.IntegerField(
        label=_("Entrants at most"), required=False, min_value=2, max_value=MOST_ENTRANTS,
        help_text=_("Who comes later waits for a place. Empty: as many as the format holds."),
    )  # fmt: skip
    late_entry = forms.BooleanField(
        label=_("late entry"), required=False, initial=True,
        help_text=_("In Swiss and Danish tournaments, until half the rounds have started."),
    )  # fmt: skip
    seeding = forms.ChoiceField(label=_("Seeding"), choices=Tournament.Seeding.choices)
    rated = forms.BooleanField(label=_("rated"), required=False, initial=True)
    bots_allowed = forms.BooleanField(label=_("bots may play"), required=False)
    format = forms.ChoiceField(label=_("Format"), choices=Tournament.Format.choices)
    rounds = _option("rounds", "danish", _("Rounds"), _("Swiss and Danish tournaments only."))
    groups = _option("groups", "groups", _("Groups"), _("Groups, then knock-out only: three to six in each."))
    qualify = _option("qualify", "groups", _("Go through"), _("From each group."))
    third_place = forms.BooleanField(label=_("a match for the third place"), required=False)
    double = forms.BooleanField(
        label=_("everybody meets twice"), required=False, help_text=_("Round robin and groups.")
    )
    game = forms.ChoiceField(label=_("Game"))
    target = forms.IntegerField(label=_("Play to"), min_value=1, max_value=1000, initial=31)
    best_of = forms.TypedChoiceField(label=_("Legs"), coerce=int, choices=BEST_OF)
    decider_game = forms.ChoiceField(label=_("Game of the last leg"), required=False, help_text=_("The bella."))
    decider_target = forms.IntegerField(
        label=_("Last leg to"), required=False, min_value=1, max_value=1000, help_text=_("Empty: like the others.")
    )
    final_target = forms.IntegerField(
        label=_("Last round to"),
        required=False,
        min_value=1,
        max_value=1000,
        help_text=_("A final to 41, for example."),
    )
    scoring = forms.ChoiceField(
        label=_("Points"), choices=[("encounter", _("for the encounter won")), ("leg", _("for every leg won"))]
    )
    on_paper = forms.BooleanField(
        label=_("with real cards"), required=False, help_text=_("The players write the scores down here.")
    )
    pace = forms.ChoiceField(label=_("Rounds"), choices=Tournament.Pace.choices)
    break_minutes = _number("break_minutes", _("Minutes between rounds"), _("From a draw to the start of its round."))
    grace_minutes = _number("grace_minutes", _("Minutes of patience"), _("How long a table waits for who is absent."))
    round_minutes = _number("round_minutes", _("Minutes a round"), _("Empty: no limit."), required=False)
    move_seconds = _number("move_seconds", _("Seconds a card"))
    bank_seconds = _number("bank_seconds", _("Seconds of reserve"), _("For the whole match."))
    watch_delay = _number("watch_delay", _("Watchers see it later by"), _("Seconds."))

    def __init__(self, *args: Any, club: Any, tournament: Tournament | None = None, **kwargs: Any) -> None:
        if tournament is not None:
            kwargs["initial"] = initial_of(tournament)
        super().__init__(*args, **kwargs)
        self.club, self.tournament = club, tournament
        self._house = {
            f"{_HOUSE}{rules.pk}": rules
            for rules in house_rules_of(club_id=club.pk)
            if is_of_two_sides(resolve(rules.preset, rules.options))
        }
        games = _games(self._house)
        self.fields["game"].choices = games  # type: ignore[attr-defined]
        self.fields["decider_game"].choices = [("", _("like the others")), *games]  # type: ignore[attr-defined]
        if tournament is None:
            self.fields["game"].initial = "torneo"
            return
        free = changeable(tournament)
        for name, field in self.fields.items():
            field.disabled = _FACT_OF[name] not in free

    def grouped(self) -> Iterator[tuple[Any, list[BoundField]]]:
        """Return the fields in groups, each with its title."""
        for title, names in GROUPS:
            yield title, [self[name] for name in names]

    def clean(self) -> dict[str, Any]:
        """Ask for the numbers that the format needs."""
        found: dict[str, Any] = super().clean() or {}
        for name, kind in FORMATS.get(found.get("format", ""), {}).items():
            if isinstance(kind, Whole) and found.get(name) is None and name not in self.errors:
                self.add_error(name, _("This format needs it."))
        return found

    def facts(self) -> dict[str, Any]:
        """Return what `services.making` takes: all of a new tournament, of another what has been changed."""
        changed = {_FACT_OF[name] for name in (self.fields if self.tournament is None else self.changed_data)}
        data = self.cleaned_data
        facts: dict[str, Any] = {name: data[name] for name in COLUMNS if name in changed}
        if changed & {"format_options", "format"}:
            options = FORMATS[data["format"]]
            facts["format_options"] = {name: data[name] for name in OPTIONS if name in options}
        if "starts_at" in changed:
            facts["starts_at"] = moment_of(data["day"], data["hour"], self.club.zone)
        if changed & {"plan", "round_plans"}:
            facts["plan"] = self._plan(data["target"])
            final = data["final_target"]
            facts["round_plans"] = {LAST_ROUND: self._plan(final, is_last=True)} if final else {}
        return facts

    def _plan(self, target: int, *, is_last: bool = False) -> dict[str, Any]:
        data = self.cleaned_data
        leg = self._leg(data["game"], target)
        legs = [leg] * data["best_of"]
        if data["best_of"] > 1 and (data["decider_game"] or data["decider_target"]):
            own_target = data["decider_target"] if data["decider_target"] and not is_last else target
            legs[-1] = self._leg(data["decider_game"] or data["game"], own_target)
        return {"legs": legs, "scoring": data["scoring"]}

    def _leg(self, game: str, target: int) -> dict[str, Any]:
        rules, options = self._house.get(game), {}
        if rules is not None:
            game, options = rules.preset, {name: value for name, value in rules.options.items() if name != "target"}
        elif self.tournament is not None:  # what the form does not show stays, as long as the game does
            legs = plan_from(self.tournament.plan).legs
            options = next((dict(leg.options) for leg in legs if leg.preset == game), {})
        return {"preset": game, "options": options, "target": target, "paper": self.cleaned_data["on_paper"]}


def initial_of(tournament: Tournament) -> dict[str, Any]:
    """Return a tournament as the form shows it."""
    plan = plan_from(tournament.plan)
    first, last = plan.legs[0], plan.legs[-1]
    final = tournament.round_plans.get(LAST_ROUND)
    start = tournament.starts_at.astimezone(ZoneInfo(tournament.club.zone))
    return {
        **{name: getattr(tournament, name) for name in COLUMNS},
        **{name: tournament.format_options.get(name) for name in OPTIONS},
        "day": start.date(),
        "hour": start.time().replace(second=0, microsecond=0),
        "game": first.preset,
        "target": first.target,
        "best_of": len(plan.legs),
        "decider_game": last.preset if last.preset != first.preset else "",
        "decider_target": last.target if last.target != first.target else None,
        "final_target": plan_from(final).legs[0].target if final else None,
        "scoring": plan.scoring.value,
        "on_paper": first.on_paper,
    }


def _games(house: Mapping[str, HouseRules]) -> list[tuple[Any, list[tuple[str, Any]]]]:
    """Return the games a tournament can be played by: of two sides of one or two people; those of the house first."""
    own: list[tuple[str, Any]] = [(key, rules.name) for key, rules in house.items()]
    groups: list[tuple[Any, list[tuple[str, Any]]]] = [(_("House rules"), own)] if own else []
    for title, presets in preset_groups():
        fit = [(named.code, named.words.name) for named in presets if is_of_two_sides(resolve(named.code, {}))]
        if fit:
            groups.append((title, fit))
    return groups
