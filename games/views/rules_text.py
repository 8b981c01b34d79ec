"""Rules in words: a ruleset told in plain sentences, every one of them made from its data (rules 1 to 8)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.cards import CODES, RANKS, SUITS, card_codes, cards_in
from games.engine.rulesets import PRESETS, Ruleset
from games.engine.shapes import Shape
from games.forms.card_words import card_name


@dataclass(frozen=True, slots=True)
class Section:
    """One heading and what is said under it; as a list where each sentence explains a word."""

    slug: str
    title: str
    sentences: list[str]

    @property
    def is_list(self) -> bool:
        """Whether the sentences stand one a line."""
        return self.slug in {"auction", "signals", "numbers"} and len(self.sentences) > 1


def _pack(rules: Ruleset) -> list[str]:
    removed = [code for card, code in enumerate(CODES) if not rules.shape.pack >> card & 1]
    count = 40 - len(removed)
    out = [
        _("The pack has %(count)d cards in four suits: coins, cups, swords and batons.") % {"count": count},
        _("From the strongest: three, two, ace, king, knight, jack, seven, six, five, four."),
    ]
    if len(removed) == len(SUITS):
        out.append(_("The fours are taken out."))
    elif removed:
        names = ", ".join(card_name(code) for code in sorted(removed, key=lambda code: RANKS.index(code[0])))
        out.append(_("Taken out: %(cards)s.") % {"cards": names})
    return out


def _people(rules: Ruleset) -> list[str]:
    shape = rules.shape
    out = [ngettext("%(count)d player.", "%(count)d players.", shape.people) % {"count": shape.people}]
    if shape.dummy is not None:
        out.append(_("One of them also plays the open hand across the table, against the other two."))
    elif shape.sides_from == "ace_of_denari":
        out.append(_("Who is dealt the ace of coins in the first hand plays alone the whole match."))
    elif shape.sides_from == "contract":
        out.append(_("The sides are formed by an auction, anew in every hand."))
    elif shape.sides is not None and all(len(side) == 1 for side in shape.sides):
        out.append(_("Each plays alone."))
    elif shape.seats == 4:
        out.append(_("Partners sit opposite each other."))
    else:
        out.append(_("Two play against three."))
    if shape.dealer_rests:
        out.append(_("The dealer rests."))
    return out


def _deal(rules: Ruleset) -> list[str]:
    shape = rules.shape
    out = [
        ngettext("Each is dealt %(count)d card.", "Each is dealt %(count)d cards.", shape.hand_size)
        % {"count": shape.hand_size},
        _("After every hand the next player to the right deals."),
    ]
    if shape.pile_size:
        out.append(
            _("Beside them lie two piles of %(count)d cards each, of which only the top one is seen.")
            % {"count": shape.pile_size}
        )
    if shape.rest_use == "stock":
        out.append(_("The other %(count)d cards are the stock.") % {"count": shape.rest})
    elif shape.rest_use == "monte":
        out.append(_("%(count)d cards are left over.") % {"count": shape.rest})
        if not rules.contracts:
            out.append(
                _("They go to whoever takes the last trick.")
                if rules.monte == "last_trick"
                else _("They count for nobody.")
            )
    if rules.trump_turned:
        out.append(_("The dealer's last card is shown; it stays the dealer's, and its suit is trumps."))
    if rules.a_monte == "below_one_point":
        out.append(
            _("At one's turn in the first trick, who was dealt less than one point may have the hand dealt again.")
        )
    return out


def _numbers(rules: Ruleset) -> list[str]:
    """Return how the deal differs with the number of players, where that may be chosen."""
    shapes = PRESETS[rules.preset].shapes
    return [_dealt_to(players, shape) for players, shape in sorted(shapes.items())] if len(shapes) > 1 else []


def _dealt_to(players: int, shape: Shape) -> str:
    facts = [
        ngettext("%(count)d card each", "%(count)d cards each", shape.hand_size) % {"count": shape.hand_size},
    ]
    if shape.removed:
        facts.append(_("without %(cards)s") % {"cards": ", ".join(map(card_name, card_codes(shape.removed)))})
    if shape.rest:
        facts.append(
            ngettext("%(count)d card left over", "%(count)d cards left over", shape.rest) % {"count": shape.rest}
        )
    if shape.dealer_rests:
        facts.append(_("the dealer rests"))
    return _("With %(players)d: %(facts)s.") % {"players": players, "facts": ", ".join(facts)}


def _auction(rules: Ruleset) -> list[str]:
    if not rules.contracts:
        return []
    words = " < ".join(["passo", *(contract.bid for contract in rules.contracts)])
    out = [
        _("Everybody bids once, from the dealer's right, each bid higher than the last: %(words)s.") % {"words": words}
    ]
    told = {
        "chiamo": _(
            "chiamo: the soloist calls a three not held (a two, an ace where all are held), gives a card back for it, "
            "shows the four cards left, takes them and discards four."
        )
        if rules.payment == "twice_each"
        else _(
            "chiamo: the caller names a three not held (a two, an ace where all are held); who holds it is the "
            "secret partner, and if it is left over the caller is alone."
        ),
        "solo": _("solo: the soloist takes the four cards unseen and discards four.")
        if rules.payment == "twice_each"
        else _("solo: alone against all, for double."),
        "solissimo": _("solissimo: the four cards are left where they are."),
        "dividete": _("dividete: each opponent takes two of the four cards and discards two."),
        "scegliete": _(
            "scegliete: the opponent to the right chooses how many of the four to take; the other gets the rest."
        ),
    }
    out += [told[contract.bid] for contract in rules.contracts]
    out.append(_("Six of the eleven points make the contract."))
    if rules.payment == "twice_each":
        factors = ", ".join(f"{contract.bid} {contract.factor}" for contract in rules.contracts)
        out.append(_("Each opponent pays the soloist, or is paid: %(factors)s.") % {"factors": factors})
    else:
        out.append(
            _(
                "The caller settles two parts and the partner one, whoever else plays one; alone, the caller "
                "settles with each."
            )
        )
    return out


def _play(rules: Ruleset) -> list[str]:
    leads = {
        "right_of_dealer": _("The player to the dealer's right leads the first trick."),
        "four_denari_first_hand": _(
            "In the first hand the four of coins leads, then the player to the dealer's right."
        ),
        "four_denari_always": _("Whoever holds the four of coins leads the first trick, with any card."),
    }
    out = [
        _("Play goes round clockwise.") if rules.direction == "clockwise" else _("Play goes round counter-clockwise."),
        _("The soloist leads the first trick.") if rules.soloist_leads else leads[rules.first_lead],
        _("The suit led must be followed by who can; who cannot plays any card. Nobody has to beat."),
    ]
    if rules.trump_turned:
        out.append(
            _(
                "The highest trump takes the trick, otherwise the highest card of the suit led; the winner "
                "leads the next."
            )
        )
    else:
        out.append(_("The highest card of the suit led takes the trick; the winner leads the next."))
    if rules.shape.rest_use == "stock":
        out.append(_("After each trick the winner draws a card, then the loser, both shown, while the stock lasts."))
    if rules.shape.pile_size:
        out.append(
            _(
                "The top of a pile is played like a card in hand, and must follow suit too; the next one is "
                "turned after the trick."
            )
        )
    if rules.shape.dummy is not None:
        out.append(_("The open hand is shown after the first card."))
    return out


def _declarations(rules: Ruleset) -> list[str]:
    if not rules.has_declarations:
        return [_("There are no declarations.")]
    windows = {
        "own_turn_trick_1": _("They are made at one's own turn in the first trick, before the card."),
        "own_turn_tricks_1_3": _("They are made at one's own turn in the first three tricks, before the card."),
        "after_trick_1": _("They are made after the first trick, by anybody, before one's own card to the second."),
    }
    out = [
        _(
            "Three aces, twos or threes count 3 points; all four count 4; ace, two and three of a suit "
            "(napoletana) count 3."
        ),
        windows[rules.declare_window],
        _("The cards must still be in hand.")
        if rules.declare_basis == "held"
        else _("The cards as dealt count, even if one has been played."),
    ]
    if rules.declare_reveal == "deferred":
        out.append(_("First only the kind is told; the cards are told after the first card of the second trick."))
    out.append(
        _("Everything is declared for you at the first moment.")
        if rules.declare_mandatory
        else _("Nobody has to declare. Declared points are kept whatever happens in the tricks.")
    )
    if rules.declare_ends_match:
        out.append(_("A declaration that reaches the target ends the match at once."))
    return out


def _signals(rules: Ruleset) -> list[str]:
    if rules.signals == "none" or not (rules.signal_words or rules.signals == "spoken"):
        return [_("There are no signals, and no talk during a hand.")]
    if rules.signals == "spoken":
        return [
            _(
                "Who leads a suit nobody has led in this hand may say one thing about it: an ace, two or "
                "three held or wanted, a napoletana, how many cards of it there are, or that this is the "
                "only one."
            ),
            _("At any lead the partner may be asked for the three or the two."),
            _("Only true things can be said."),
        ]
    meanings = {
        "busso": _("busso: play your best card of this suit and come back in it."),
        "striscio": _("striscio: I have at least one more of this suit."),
        "volo": _("volo: this was my last of this suit."),
    }
    out = [
        _("Only the leader of a trick may signal, together with the card.")
        if rules.signals == "leader"
        else _("Everybody may signal, together with the card.")
    ]
    out += [meanings[word] for word in rules.signal_words]
    if rules.busso_leads and rules.signals == "any":
        out.append(_("Busso is for the leader alone."))
    if rules.signal_truth:
        out.append(_("A signal the cards do not bear out is refused."))
    return out


def _points(rules: Ruleset) -> list[str]:
    out = [
        _("An ace counts one point; three, two, king, knight and jack one third each; the last trick one point."),
        _("Each side's thirds are added at the end of the hand and the odd ones dropped, once.")
        if rules.rounding == "floor"
        else _("Each player's odd thirds are dropped; the last trick gets what is missing to eleven."),
    ]
    if rules.goal == "lowest":
        out.append(_("Who takes all eleven gets none, and each of the others eleven."))
    elif "cappotto" in rules.traits and rules.cappotto_effect != "none":
        meaning = _("all eleven points") if rules.cappotto == "eleven_points" else _("all the tricks")
        effects = {
            "double": _("Cappotto (%(meaning)s) counts 22."),
            "plus_one": _("Cappotto (%(meaning)s) counts 12."),
            "wins_match": _("Cappotto (%(meaning)s) wins the match."),
        }
        out.append(effects[rules.cappotto_effect] % {"meaning": meaning})
        if rules.cappotto_voids_declarations:
            out.append(_("It also voids the losers' declarations of the hand."))
    return out


def _match(rules: Ruleset) -> list[str]:
    if rules.hands:
        out = [
            ngettext("The match is %(count)d hand.", "The match is %(count)d hands.", rules.hands)
            % {"count": rules.hands}
        ]
    else:
        out = [
            ngettext(
                "The match ends after the hand in which somebody reaches %(count)d point.",
                "The match ends after the hand in which somebody reaches %(count)d points.",
                rules.target,
            )
            % {"count": rules.target}
        ]
    out.append(_("The lowest total wins.") if rules.goal == "lowest" else _("The highest total wins."))
    if not rules.hands and rules.goal == "highest":
        out.append(
            _("On a tie the side that took the last trick wins.")
            if rules.tie == "last_trick" and "tie" in rules.traits
            else _("On a tie one more hand is played.")
        )
    if "call_out" in rules.traits and rules.call_out != "off":
        out.append(_("Who is about to lead may call out: the play stops and the points taken so far are counted."))
        out.append(
            _("If the target is not reached, the match is lost.")
            if rules.call_out == "lose_match"
            else _("If the target is not reached, the others get eleven for the hand.")
        )
    if "stakes" in rules.traits and rules.stakes == "on":
        out.append(
            _(
                "The stake of the match grows with the winners' best hand: stramazzo 3 times, cappotto 4, "
                "stramazzone 6, cappottone 8, collatondrione 16."
            )
        )
    return out


_SECTIONS: Final[tuple[tuple[str, Callable[[], str], Callable[[Ruleset], list[str]]], ...]] = (
    ("players", lambda: _("Players"), _people),
    ("cards", lambda: _("Cards"), _pack),
    ("deal", lambda: _("The deal"), _deal),
    ("numbers", lambda: _("By the number of players"), _numbers),
    ("auction", lambda: _("The auction"), _auction),
    ("play", lambda: _("The play"), _play),
    ("declarations", lambda: _("Declarations"), _declarations),
    ("signals", lambda: _("Signals"), _signals),
    ("points", lambda: _("Points of a hand"), _points),
    ("match", lambda: _("The match"), _match),
)


def sections(rules: Ruleset) -> list[Section]:
    """Return the rules in words, in the reader's language; a section with nothing to say is left out."""
    told = [Section(slug, title(), say(rules)) for slug, title, say in _SECTIONS]
    return [section for section in told if section.sentences]


def pack_row(rules: Ruleset) -> list[str]:
    """Return the codes of the first suit's cards that are in the pack, strongest first, to be shown in a row."""
    return [CODES[card] for card in cards_in(rules.shape.pack & 0x3FF)]
