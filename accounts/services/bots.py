"""Bots: the programs of the house, users like others, who may sit at many tables."""

from django.db import IntegrityError, transaction

from accounts.models import User
from accounts.names import key_of

LEVELS = ("principiante", "buono", "esperto", "maestro")
FIRST_NAMES = (
    "Adele", "Agnese", "Amedeo", "Armida", "Artemio", "Beppe", "Bice", "Bruno", "Carmela", "Cesira", "Cosimo", "Delio",
    "Dora", "Egidio", "Elvira", "Emilio", "Ersilia", "Fedora", "Fulvio", "Gaspare", "Gemma", "Gino", "Iolanda", "Italo",
    "Lidia", "Livio", "Mafalda", "Menico", "Nando", "Nerina", "Nives", "Norma", "Olga", "Oreste", "Palmira", "Peppino",
    "Pina", "Quinto", "Renzo", "Rosalba", "Sandro", "Severino", "Tosca", "Tullio", "Ubaldo", "Vanda", "Zaira", "Zeno",
)  # fmt: skip


def house_bot(level: str, n: int) -> int:
    """Return the id of the *n*-th bot (0, 1, 2 …) of a level, made at its first use; any number may ask at once.

    Raises ValueError for a level that is none of LEVELS, or an *n* below 0.
    """
    name = name_of(level, n)
    if (known := _id_of(name)) is not None:
        return known
    try:
        with transaction.atomic():
            return User.objects.create_user(name, kind=User.Kind.BOT, bot_level=level).pk
    except IntegrityError:  # somebody made it since we looked
        made = _id_of(name)
        if made is None:
            raise
        return made


def name_of(level: str, n: int) -> str:
    """Return the name of the *n*-th bot of a level: a first name no other bot has, with a number once they are used up.

    The part `bot` is reserved (accounts.names), so no person can have such a name.
    """
    if n < 0:
        raise ValueError("Bots are counted from 0.")
    turn, first = divmod(n * len(LEVELS) + LEVELS.index(level), len(FIRST_NAMES))
    return f"{FIRST_NAMES[first]}-bot" if turn == 0 else f"{FIRST_NAMES[first]}-{turn + 1}-bot"


def _id_of(name: str) -> int | None:
    return User.objects.filter(name_key=key_of(name), kind=User.Kind.BOT).values_list("pk", flat=True).first()
