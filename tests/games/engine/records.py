"""Records: hands and actions as a record writes them, for tests to build on."""

from typing import Any

from games.engine.record import replay

DEAL = [
    "Ad Ac As 4d 5d 6d 7d 4c 5c 6c",
    "Ab 2d 2c 2s Fd Cd Rd 7c Fc Cc",
    "2b 3d 3c 3s 4s 5s 6s 7s Rc Fs",
    "3b 4b 5b 6b 7b Fb Cb Rb Cs Rs",
]


def record(*actions: object, rules: str = "club", options: dict[str, Any] | None = None, **hand: Any) -> dict[str, Any]:
    """A record of one hand dealt by seat 3."""
    return {
        "format": "tressette/1",
        "rules": rules,
        "options": options or {},
        "players": ["anna", "bruno", "carla", "dino"],
        "hands": [{"dealer": 3, "deal": DEAL, "actions": list(actions), **hand}],
    }


def play(seat: int, card: str, **extra: Any) -> dict[str, Any]:
    return {"seat": seat, "do": "play", "card": card, **extra}


def declare(seat: int, *sets: str) -> dict[str, Any]:
    return {"seat": seat, "do": "declare", "sets": list(sets)}


def award(side: int, points: int) -> dict[str, Any]:
    return {"do": "award", "side": side, "points": points, "reason": "a fault"}


def error(obj: object) -> tuple[int | None, int | None, str]:
    refusal = replay(obj)["error"]
    assert set(refusal) == {"hand", "action", "code", "detail"}
    assert len(refusal["detail"]) < 200
    return refusal["hand"], refusal["action"], refusal["code"]
