"""Factories: people, tokens and sessions for the tests of every app."""

from datetime import timedelta

import factory
from allauth.account.models import EmailAddress

from accounts.models import Token, User
from accounts.services import tokens
from accounts.services.mailboxes import fold

PASSWORD = "tre-di-spade-40"


class UserFactory(factory.django.DjangoModelFactory[User]):
    """A person who can log in: `UserFactory(username="Ada")`, or any name; `email=` stays unconfirmed."""

    class Meta:
        model = User
        skip_postgeneration_save = True

    username = factory.Sequence(lambda n: f"giocatore{n}")
    password = PASSWORD

    @classmethod
    def _create(cls, model_class, *args, **kwargs):
        return model_class.objects.create_user(*args, **kwargs)


class ConfirmedUserFactory(UserFactory):
    """A person who has confirmed an address: `name@example.org` unless another is given."""

    email = factory.LazyAttribute(lambda user: f"{user.username.lower()}@example.org")
    email_key = factory.LazyAttribute(lambda user: fold(user.email))

    @factory.post_generation
    def address(self, create, extracted, **kwargs):
        EmailAddress.objects.create(user=self, email=fold(self.email), verified=True, primary=True)


class StaffFactory(ConfirmedUserFactory):
    """A member of staff with all rights."""

    is_staff = True
    is_superuser = True


class BotFactory(UserFactory):
    """A program that plays under its own name, and cannot log in by a password."""

    username = factory.Sequence(lambda n: f"Prova-{n}-bot")
    kind = User.Kind.BOT
    password = None


def token_of(user: User, *scopes: str, name: str = "prova", days: int = 30) -> str:
    """Return the secret of a new token of *user* with *scopes* (all, if none are given)."""
    return tokens.issue(
        user_id=user.pk, name=name, scopes=scopes or Token.Scope.values, life=timedelta(days=days)
    ).secret
