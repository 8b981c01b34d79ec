"""Rule words: what people call presets, options and their values, each with a line on it (rules 5 and 6)."""

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.engine.options import Value

Text = str | Promise


@dataclass(frozen=True, slots=True)
class Words:
    """A name, and one line that says what it means."""

    name: Text
    line: Text


PRESET_WORDS: Final[dict[str, Words]] = {
    "club": Words(_("Club"), _("Four in pairs to 31, declarations and signals: what most clubs share.")),
    "biska": Words(_("Biska"), _("Four in pairs to 21 without signals; the four of coins leads.")),
    "centrosud": Words(_("Centre and South"), _("Four in pairs to 31; who opens a suit may say what is held in it.")),
    "nord": Words(_("North"), _("Four in pairs to 31; the leader may call out when the points are made.")),
    "partner": Words(_("Partner"), _("Four in pairs to 41; everybody may signal, only the leader may knock.")),
    "ventuno": Words(_("Ventuno"), _("Four in pairs to 21; declarations after the first trick, and stakes.")),
    "torneo": Words(_("Tournament"), _("Four in pairs to 31, silent: no declarations and no signals.")),
    "treseta": Words(_("Trešeta"), _("Istria and Dalmatia: four in pairs to 41, bat and strišo.")),
    "bolognese": Words(_("Bolognese"), _("Four in pairs to 71; a hand worth less than a point may be thrown in.")),
    "briscola": Words(_("With trumps"), _("Four in pairs to 31; the dealer's last card makes its suit trumps.")),
    "due": Words(_("Head to head"), _("Two players, ten cards each; after each trick both draw, in sight of both.")),
    "spizzichino": Words(
        _("Spizzichino"), _("Two players, ten cards each in hand and two piles of five on the table.")
    ),
    "morto": Words(_("One against two"), _("Three players: one plays an open hand as well, against the other two.")),
    "cinque": Words(_("Two against three"), _("Five players, eight cards each.")),
    "tre": Words(_("Three alone"), _("Three players, each alone; four cards go to the last trick.")),
    "tocca": Words(_("Tocca"), _("Three players: who holds the ace of coins in the first hand plays alone.")),
    "terziglio": Words(_("Terziglio"), _("Three players bid to play alone against two; also called calabresella.")),
    "chiamare": Words(
        _("Calling"), _("Three to seven players; the highest bidder calls a card, and so its secret holder.")
    ),
    "perdere": Words(_("To lose"), _("Three to seven players, each alone; at 31 the lowest total wins.")),
    "ciapano": Words(_("Ciapanò"), _("To lose, up to 41.")),
    "traversone": Words(_("Traversone"), _("To lose, up to 21.")),
}

PRESET_GROUPS: Final[tuple[tuple[Text, tuple[str, ...]], ...]] = (
    (
        _("Four, in pairs"),
        ("club", "biska", "centrosud", "nord", "partner", "ventuno", "torneo", "treseta", "bolognese", "briscola"),
    ),
    (_("Two players"), ("due", "spizzichino")),
    (_("Three players"), ("tre", "morto", "tocca", "terziglio")),
    (_("Five players and more"), ("cinque", "chiamare")),
    (_("To lose"), ("perdere", "ciapano", "traversone")),
)


@dataclass(frozen=True, slots=True)
class Named:
    """A preset with its words, for a list."""

    code: str
    words: Words


def preset_groups() -> list[tuple[Text, list[Named]]]:
    """Return every preset with its words, grouped by how many sit down."""
    return [(title, [Named(code, PRESET_WORDS[code]) for code in codes]) for title, codes in PRESET_GROUPS]


OPTION_WORDS: Final[dict[str, Words]] = {
    "target": Words(_("Play to"), _("The points that end the match.")),
    "players": Words(_("Players"), _("How many sit at the table.")),
    "first_lead": Words(_("First lead"), _("Who leads the first trick.")),
    "declare_window": Words(_("Declarations"), _("When they may be made.")),
    "declare_basis": Words(_("What counts"), _("Which cards a declaration may name.")),
    "declare_reveal": Words(_("Showing"), _("When the declared cards are told.")),
    "declare_mandatory": Words(_("Always declared"), _("The server declares everything for you.")),
    "declare_ends_match": Words(_("Declaring ends it"), _("Reaching the target by declaring ends the match at once.")),
    "signals": Words(_("Signals"), _("Who may signal with a card.")),
    "signal_words": Words(_("Signal words"), _("Which signals exist.")),
    "signal_truth": Words(_("True signals only"), _("A false volo or striscio is refused.")),
    "cappotto": Words(_("Cappotto"), _("What the word means.")),
    "cappotto_effect": Words(_("Cappotto counts"), _("What a cappotto is worth.")),
    "cappotto_voids_declarations": Words(_("Cappotto voids"), _("The losers' declarations of the hand are lost too.")),
    "a_monte": Words(_("A monte"), _("Throwing in a poor hand.")),
    "call_out": Words(_("Calling out"), _("Stopping the play once the points are made.")),
    "tie": Words(_("On a tie"), _("What decides when both sides end level.")),
    "stakes": Words(_("Stakes"), _("Stramazzo, cappotto and the like multiply the match.")),
    "rounding": Words(_("Rounding"), _("What becomes of the odd thirds.")),
    "hands": Words(_("Fixed hands"), _("Exactly so many hands; 0 plays to the points.")),
    "soloist_leads": Words(_("Soloist leads"), _("The soloist leads the first trick.")),
    "monte": Words(_("The four cards left"), _("Who gets their points.")),
    "direction": Words(_("Direction"), _("Which way play goes round.")),
}

VALUE_WORDS: Final[dict[str, dict[str, Text]]] = {
    "first_lead": {
        "right_of_dealer": _("the dealer's right"),
        "four_denari_first_hand": _("the four of coins, in the first hand"),
        "four_denari_always": _("the four of coins, in every hand"),
    },
    "declare_window": {
        "own_turn_trick_1": _("at one's turn in the first trick"),
        "own_turn_tricks_1_3": _("at one's turn in the first three tricks"),
        "after_trick_1": _("after the first trick"),
        "off": _("none"),
    },
    "declare_basis": {"held": _("cards still in hand"), "dealt": _("cards as dealt")},
    "declare_reveal": {"immediate": _("at once"), "deferred": _("after the first card of the second trick")},
    "signals": {
        "leader": _("the leader of a trick"),
        "any": _("everybody"),
        "none": _("nobody"),
        "spoken": _("spoken words when a suit is opened"),
    },
    "signal_words": {"busso": "busso", "striscio": "striscio", "volo": "volo"},
    "cappotto": {"eleven_points": _("all eleven points"), "all_tricks": _("all the tricks")},
    "cappotto_effect": {
        "none": _("nothing more"),
        "double": _("22 instead of 11"),
        "plus_one": _("12 instead of 11"),
        "wins_match": _("the match"),
    },
    "a_monte": {"off": _("no"), "below_one_point": _("with less than one point in hand")},
    "call_out": {
        "off": _("no"),
        "lose_match": _("yes; a wrong call loses the match"),
        "minus_11": _("yes; a wrong call gives the others 11"),
    },
    "tie": {"extra_hand": _("one more hand"), "last_trick": _("the last trick")},
    "stakes": {"off": _("no"), "on": _("yes")},
    "rounding": {"floor": _("they are dropped"), "remainder_to_last_trick": _("they go to the last trick")},
    "monte": {"last_trick": _("the last trick"), "aside": _("nobody")},
    "direction": {"counter_clockwise": _("counter-clockwise"), "clockwise": _("clockwise")},
}


def value_text(option: str, value: Value) -> Text:
    """Return what people call *value* of *option*."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, tuple):
        return ", ".join(str(VALUE_WORDS[option][word]) for word in value) or _("none")
    if isinstance(value, int):
        if option == "target":
            return ngettext_lazy("%(number)d point", "%(number)d points", value) % {"number": value}
        return str(value)
    return VALUE_WORDS[option][value]


def preset_name(preset: str) -> Text:
    """Return what people call *preset*; an unknown one is called by its code."""
    words = PRESET_WORDS.get(preset)
    return words.name if words else preset
