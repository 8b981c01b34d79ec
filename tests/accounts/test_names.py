"""Names: what a player may be called, and which names count as one (field report D10)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts import names
from accounts.errors import BadName
from accounts.services import bots


@pytest.mark.parametrize(
    "name",
    [
        "Ada",
        "nonno",
        "Niccolò",
        "Đurđa",
        "Žarko.1",
        "Straße",
        "Łukasz",
        "anna_maria-2",
        "Æsir",
        "a" * 24,
        "1ab",
        "\u0131ra",
    ],
)
def test_names_of_our_alphabet_are_accepted(name):
    names.check(names.tidy(name))


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("", "length"),
        ("ab", "length"),
        ("a" * 25, "length"),
        ("Caffè Sport", "characters"),
        ("n\u043enno", "characters"),  # a Cyrillic o
        ("\u0391da", "characters"),  # a Greek alpha
        ("<img src=x>", "characters"),
        ("ada♠", "characters"),
        ("ada🙂", "characters"),
        ("ada@club.it", "characters"),
        ("ad\u200ba", "characters"),  # a space of no width
        ("ada\u202eol", "characters"),  # turns the writing round
        ("ad\u0251", "characters"),  # the phonetic alpha, a Latin letter nobody writes
        ("\u0430dmin", "characters"),  # a Cyrillic a
        ("٣ada", "characters"),  # an Arabic digit
        ("a\u0301\u0301da", "characters"),  # an accent left over when all that compose have composed
        ("ada|bo", "characters"),
        (".ada", "separators"),
        ("ada-", "separators"),
        ("a..da", "separators"),
        ("a_-da", "separators"),
        ("123", "no_letter"),
        ("1-2-3", "no_letter"),
    ],
)
def test_other_names_are_refused_with_the_fault(name, fault):
    with pytest.raises(BadName) as refusal:
        names.check(names.tidy(name))
    assert (refusal.value.code, refusal.value.fault) == ("bad_name", fault)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Nonno", "nonno"),
        ("NICCOLÒ", "niccolo"),
        ("Straße", "strasse"),
        ("Đuro", "duro"),
        ("ÆSIR", "aesir"),
        ("anna.maria", "Anna_Maria"),
        ("\uff41\uff44\uff41", "ada"),  # full width
        ("ﬁne", "fine"),  # a ligature
        ("nonn\u00f3", "nonno\u0301"),  # composed or not
        ("İvo", "ivo"),
    ],
)
def test_spellings_of_one_name_have_one_key(one, other):
    assert names.key_of(one) == names.key_of(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ivo", "lvo"),
        ("ivo", "Lvo"),
        ("MARIA", "MARlA"),
        ("b0b0", "bobo"),
        ("anna1", "annal"),
        ("Bernardo", "bemardo"),
        ("wanda", "vvanda"),
        ("anna-Ivo", "anna.lvo"),
        ("Il", "ll"),
    ],
)
def test_names_that_look_alike_have_one_look(one, other):
    assert names.key_of(one) != names.key_of(other)
    assert names.look_of(one) == names.look_of(other)


@pytest.mark.parametrize(("one", "other"), [("Maria", "Marla"), ("Gaia", "Gala"), ("Mario", "Mauro"), ("Lea", "Leo")])
def test_names_of_different_people_stay_apart(one, other):
    assert names.key_of(one) != names.key_of(other)
    assert names.look_of(one) != names.look_of(other)


@pytest.mark.parametrize(
    "name",
    [
        "admin", "ADMIN", "Adm1n", "ADMlN", "admin2", "àdmin", "marco.staff", "Bongioco", "il-bongioco", "B0ngioco1",
        "Peppino-bot", "robot3", "bot", "arbitro", "Direttore_Anna", "ex-12", "ex12", "podrška", "me", "login", "mod",
    ],
)  # fmt: skip
def test_names_that_speak_for_the_site_are_reserved(name):
    assert names.is_reserved(name)


@pytest.mark.parametrize("name", ["badminton", "Bottega", "Modena", "Rex", "Mela", "anna-me", "ex-voto", "Logino"])
def test_names_that_only_contain_such_a_word_are_free(name):
    assert not names.is_reserved(name)


def test_every_house_bot_has_a_good_name_of_its_own():
    made = [bots.name_of(level, n) for n in range(50) for level in bots.LEVELS]
    for name in made:
        names.check(name)
        assert names.is_reserved(name)
    assert len({names.look_of(name) for name in made}) == len({names.key_of(name) for name in made}) == 200


def accepted(name: str) -> bool:
    try:
        names.check(name)
    except BadName:
        return False
    return True


letters = st.text(st.characters(min_codepoint=0x21, max_codepoint=0x24F), min_size=3, max_size=24)


@given(letters.map(names.tidy).filter(accepted))
def test_keys_ignore_case_and_fit_their_columns(name):
    key, look = names.key_of(name), names.look_of(name)
    assert key == names.key_of(name.upper()) == names.key_of(name.lower()) == names.key_of(key)
    assert names.tidy(name) == name
    assert 0 < len(look) <= len(key) <= 2 * names.LONGEST
    assert key.isascii()
