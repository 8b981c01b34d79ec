"""Lesson steps: the positions of the lesson, in their order, as data; every answer is checked against the engine."""

from typing import Final

from games.selectors.lesson import Step

STEPS: Final = (
    # South plays last: three of coins is out, only the two takes the ace.
    Step(
        name="order",
        ask="card",
        hands=("2d 7d Cd 4d 6c Fc 5s 7s 4b 6b", "Rd 3d", "5d", "Ad"),
        dealer=0,
        trick=("Rd", "5d", "Ad"),
        right=frozenset({"2d"}),
    ),
    Step(
        name="follow",
        ask="card",
        hands=("5c 7c 3d 2d Ad As 3s Rb Cb 4d", "Fc", "2c", "4c"),
        dealer=0,
        trick=("Fc", "2c", "4c"),
        right=frozenset({"5c", "7c"}),
    ),
    Step(
        name="thirds",
        ask="thirds",
        hands=("4d 2c 5c 6s Fs Rb 7b 4s 5b 6b", "Ad", "3d", "Rd"),
        dealer=0,
        trick=("Ad", "3d", "Rd", "4d"),
        choices=("3", "4", "5", "6", "8"),
        right=frozenset({"5"}),
    ),
    Step(
        name="declare",
        ask="declaration",
        hands=("Ad 2d 3d 3c Ac 4s 5b 6b 7s Fs", "2c", "3s", "3b"),
        dealer=3,
        choices=("3d 3c 3s", "Ad 2d 3d", "Ac 2c 3c"),
        right=frozenset({"Ad 2d 3d"}),
    ),
    Step(
        name="busso",
        ask="signal",
        hands=("As 5s 7s Fs 2d 4d 6c Cc Rb 5b", "", "3s", ""),
        dealer=3,
        card="5s",
        choices=("busso", "striscio", "volo"),
        right=frozenset({"busso"}),
    ),
    Step(
        name="volo",
        ask="signal",
        hands=("Rc 5s 7s Fs 2d 4d 6d Cb Rb 5b", "", "", ""),
        dealer=3,
        card="Rc",
        choices=("busso", "striscio", "volo"),
        right=frozenset({"volo"}),
    ),
    Step(
        name="striscio",
        ask="signal",
        hands=("6d Cd 7s Fs 2s 4c 6c Cb Rb 5b", "", "", ""),
        dealer=3,
        card="6d",
        choices=("busso", "striscio", "volo"),
        right=frozenset({"striscio"}),
    ),
    # Ten tricks played by the house's bots; the partner takes the last one.
    Step(
        name="last",
        ask="thirds",
        hands=(
            "4d As 6c 5s 3s Cc 2b Fb 5d 4s",
            "Ad Cd 4c 7c Fc Ab 6s 3b 7s Ac",
            "2d Cb 7d 7b 3d Fd Rb Rd 2s 2c",
            "5c 4b 3c Cs 5b 6b Rc 6d Rs Fs",
        ),
        dealer=3,
        tricks=10,
        choices=("3", "4", "5", "7", "11"),
        right=frozenset({"7"}),
    ),
    Step(
        name="hand",
        ask="hand",
        hands=(
            "3c 6d Rb Ac Fb Rc Fc 4d 3b 4c",
            "3d Cd 2d As Ad Cc 2c 5s 7c Cb",
            "Ab Fd Rs 7d 6c 5c 6s 3s 5b Cs",
            "2b 7s 6b 2s Rd 7b 4s Fs 4b 5d",
        ),
        dealer=3,
        tricks=5,
        right=frozenset(),
    ),
)
BY_NAME: Final = {step.name: step for step in STEPS}


def step_after(name: str) -> Step | None:
    """Return the step that follows, None after the last."""
    at = [step.name for step in STEPS].index(name)
    return STEPS[at + 1] if at + 1 < len(STEPS) else None
