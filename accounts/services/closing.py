"""Closing: an account ends, and what others share with it stays, under a neutral label."""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.utils import timezone
from django.utils.module_loading import import_string

from accounts.errors import LastAdministrator, NoSuchPlayer
from accounts.models import User
from accounts.services.sessions import end_sessions
from accounts.services.ties import untie
from accounts.services.tokens import revoke_all


def label_of(user_id: int) -> str:
    """Return the name a closed account is known by, in every language; nobody can take it (accounts.names)."""
    return f"ex-{user_id}"


@transaction.atomic
def close_account(*, user_id: int) -> None:
    """Close a user's account for good.

    Each service in ON_ACCOUNT_CLOSING is called first, with the user's id, in the same transaction: it hands the
    running match to a bot, withdraws the entry. Then name, address, password, rights, tokens, sessions, second
    factors, notices and ties to others go; the row stays, for other people's matches point at it. Locks the
    administrators' rows and this one.

    Raises NoSuchPlayer if the account is closed already, LastAdministrator if nobody else could run the site.
    """
    locked = User.objects.select_for_update(no_key=True)
    administrators = locked.filter(is_superuser=True, is_active=True).order_by("pk")
    if list(administrators.values_list("pk", flat=True)) == [user_id]:
        raise LastAdministrator
    # No key lock yet: who tells this person something while holding a club this one leaves must not wait for us.
    user = locked.filter(pk=user_id, closed_at=None).first()
    if user is None:
        raise NoSuchPlayer
    for service in settings.ON_ACCOUNT_CLOSING:
        import_string(service)(user_id=user_id)
    end_sessions(user_id=user_id)
    revoke_all(user_id=user_id)
    untie(user_id=user_id)
    EmailAddress.objects.filter(user_id=user_id).delete()
    Authenticator.objects.filter(user_id=user_id).delete()
    user.is_active = user.is_staff = user.is_superuser = False
    user.last_login = None
    user.closed_at = timezone.now()
    # Before the keys change: the lists this takes them off are written by others who, at their commit, ask for a key.
    user.save(update_fields=["is_active", "is_staff", "is_superuser", "last_login", "closed_at"])
    label = label_of(user_id)
    of_user = ContentType.objects.get_for_model(User)
    LogEntry.objects.filter(content_type=of_user, object_id=str(user_id)).update(object_repr=label, change_message="")
    user.groups.clear()
    user.user_permissions.clear()
    user.username = label
    user.email, user.email_key = "", None
    user.set_unusable_password()
    user.save()
