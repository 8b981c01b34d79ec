"""Lesson words: what the lesson says at each step, before a choice and after it (rules 1 to 4)."""

from dataclasses import dataclass, field
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

Text = str | Promise


@dataclass(frozen=True, slots=True)
class StepWords:
    """The words of one step: what it teaches, what it asks, and what is said of each kind of answer."""

    title: Text
    lines: tuple[Text, ...]
    question: Text
    right: Text
    other: Text = ""
    because: dict[str, Text] = field(default_factory=dict)  # by choice, where it says more than `other`


STEP_WORDS: Final[dict[str, StepWords]] = {
    "order": StepWords(
        title=_("The order of the cards"),
        lines=(
            _("You play with forty cards in four suits: coins, cups, swords and batons."),
            _("In each suit the three is the highest. Then come two, ace, king, knight, jack, 7, 6, 5 and 4."),
            _("The highest card of the suit that was led takes the trick. There are no trumps."),
        ),
        question=_("The others have played. Which of your cards takes the trick?"),
        right=_("Yes: above the ace there are only the two and the three."),
        other=_("This card may be played, but the ace of coins stays above it. Only two and three are higher."),
    ),
    "follow": StepWords(
        title=_("Following suit"),
        lines=(
            _("Who holds a card of the suit that was led has to play one."),
            _("Who has none may play any card, but cannot take the trick with it."),
        ),
        question=_("Cups were led. Which card may you play?"),
        right=_("Yes: you hold cups, so you play one. Your partner's two takes the trick."),
    ),
    "thirds": StepWords(
        title=_("Counting"),
        lines=(
            _("An ace is worth one point. A three, two, king, knight or jack is worth a third of a point."),
            _("7, 6, 5 and 4 are worth nothing."),
        ),
        question=_("How much is this trick worth?"),
        right=_("Yes: a point for the ace, a third for the three and a third for the king; the four is worth nothing."),
        other=_("Count again: the ace is one point, the three and the king are a third each, the four is nothing."),
    ),
    "declare": StepWords(
        title=_("Declaring"),
        lines=(
            _("Before your first card you may declare what you hold; the others see it."),
            _("Ace, two and three of one suit are a napoletana: 3 points."),
            _("Three aces, three twos or three threes are 3 points; all four of them 4."),
        ),
        question=_("Which declaration do you hold?"),
        right=_("Yes: ace, two and three of coins. Your side gets its 3 points at once."),
        because={
            "3d 3c 3s": _("You hold two threes. Three of them are needed."),
            "Ac 2c 3c": _("Ace and three of cups you have, but not the two."),
        },
    ),
    "busso": StepWords(
        title=_("Busso"),
        lines=(
            _("Nobody talks while a hand is played. Who leads may give a signal with the card."),
            _("Busso (the card is knocked on the table): play your best card of this suit, and come back in it."),
        ),
        question=_(
            "You hold ace, jack, 7 and 5 of swords and lead the five. You want your partner's three. What do you "
            "signal?"
        ),
        right=_("Yes: busso. Your partner plays the three and comes back in swords."),
        because={
            "striscio": _("It would be true, but it asks for nothing: your partner may keep the three."),
            "volo": _("Volo says that it was your last card of the suit. You hold three more swords."),
        },
    ),
    "volo": StepWords(
        title=_("Volo"),
        lines=(
            _("Volo (the card flies onto the table): that was my last card of this suit."),
            _("Your partner knows then that from now on you can throw any card on it."),
        ),
        question=_("You lead the king of cups, and it is your only cup. What do you signal?"),
        right=_("Yes: volo. It was your last cup."),
        because={
            "busso": _("Busso asks your partner to come back in cups, and you will have none left."),
            "striscio": _("Striscio says that you hold another card of the suit. You hold no other cup."),
        },
    ),
    "striscio": StepWords(
        title=_("Striscio"),
        lines=(_("Striscio (the card slides over the table; also liscio): I hold at least one more of this suit."),),
        question=_(
            "You lead the six of coins and hold the knight besides. You need nothing from your partner. What do you "
            "signal?"
        ),
        right=_("Yes: striscio. You hold one more coin, and ask for nothing."),
        because={
            "busso": _("Busso would draw your partner's best coin, and you have no use for it."),
            "volo": _("Volo says that it was your last card of the suit. You hold the knight of coins too."),
        },
    ),
    "last": StepWords(
        title=_("The last trick"),
        lines=(
            _("Who takes the tenth and last trick gets one point more."),
            _("So 11 points are played for in each hand, and the odd thirds of each side are dropped."),
        ),
        question=_("This is the tenth trick, and your side takes it. How much does it bring?"),
        right=_("Yes: a point for the ace, a third for the three, and a point for the last trick."),
        other=_("Count again: the ace is one point, the three a third, and the last trick brings one point more."),
    ),
    "hand": StepWords(
        title=_("Now you play"),
        lines=(
            _("Five tricks are left of this hand. Bots play for the others; the bot opposite is your partner."),
            _("Take the tricks with aces in them, and mind the last one."),
        ),
        question=_("Play your cards."),
        right=_("That was a whole hand. You know all you need for a first match."),
    ),
}

REFUSALS: Final[dict[str, Text]] = {
    "must_follow_suit": _("This card is not allowed: you hold the suit that was led."),
    "declaration_not_held": _("You do not hold all these cards."),
    "signal_false": _("This signal would not be true, and the table does not take it."),
    "hand_over": _("The hand is over."),
}

SIGNALS: Final[dict[str, Text]] = {
    "busso": pgettext_lazy("signal", "busso"),
    "striscio": pgettext_lazy("signal", "striscio"),
    "volo": pgettext_lazy("signal", "volo"),
}


def verdict_text(step: str, choice: str, reason: str) -> Text:
    """Return what is said of a choice: why it is right, or why it is not the one."""
    words = STEP_WORDS[step]
    if reason == "right":
        return words.right
    return words.because.get(choice) or REFUSALS.get(reason) or words.other
