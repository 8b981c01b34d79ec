"""Adapter: allauth's door into accounts. Each method is a hook of allauth's, bent to this house and no further."""

from collections.abc import Iterable
from contextlib import suppress
from typing import Any, ClassVar
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core import context as current
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.errors import AddressTaken, NoSuchPlayer
from accounts.models import NAME_TAKEN, User, validate_name
from accounts.services import guests, mailboxes, sealing, sessions
from accounts.services.addresses import address_of
from accounts.services.closing import close_account
from accounts.services.qr_codes import svg_of
from accounts.tasks import deliver
from accounts.views.language import remember_language
from accounts.views.limits import too_many

LOGIN_PAUSE_SECONDS = 300
"""What a person is told to wait after too many wrong passwords (ACCOUNT_RATE_LIMITS, `login_failed`)."""


# Django's validators speak no Croatian in part, and say "username" where the site says name.
PASSWORD_FAULTS = {
    "password_too_short": _("A password has eight characters or more."),
    "password_too_common": _("Too many people have this password."),
    "password_too_similar": _("This password is too like your name or your address."),
    "password_entirely_numeric": _("A password has more in it than digits."),
}


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc] # allauth ships no types
    """Names, addresses, sessions and mails as the services of accounts know them."""

    error_messages: ClassVar[dict[str, Any]] = {
        **DefaultAccountAdapter.error_messages,
        "duplicate_email": _("This is your address already."),
        "email_password_mismatch": _("Name or password is wrong. An address works once you have confirmed it."),
        "enter_current_password": _("This is not your password."),
        "incorrect_password": _("This is not your password."),
        "invalid_password_reset": _("This link has been used already, or is too old."),
        "rate_limited": _("Too many requests. Wait a little."),
        "too_many_login_attempts": _("Too many wrong passwords. Wait five minutes."),
        "unverified_primary_email": _("Confirm this address first."),
        "username_blacklisted": _("This name is kept for the site."),
        "username_password_mismatch": _("Name or password is wrong."),
        "username_taken": NAME_TAKEN,
    }

    # --- names and addresses ---------------------------------------------------------------------
    def clean_username(self, username: str, shallow: bool = False) -> str:  # noqa: FBT001, FBT002 (allauth's signature)
        """Return the tidy form of a name somebody wants. Raises ValidationError if they cannot have it."""
        name = names.tidy(username)
        validate_name(name)
        if names.is_reserved(name):
            raise self.validation_error("username_blacklisted")
        if not shallow and User.objects.named_like(name).exists():
            raise self.validation_error("username_taken")
        return name

    def clean_email(self, email: str) -> str:
        """Return the folded form of an address."""
        return mailboxes.fold(email)

    def new_user(self, request: HttpRequest) -> User:
        """Return whom a sign-up makes: a guest's own row, so that they keep their table and matches, or a new one."""
        own = guests.becoming_member(request.user.pk) if request.user.pk is not None else None
        return own or User()

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:  # noqa: FBT001, FBT002
        """Store who signs up, with the language they signed up in."""
        user.language = translation.get_language() or settings.LANGUAGE_CODE
        saved: User = super().save_user(request, user, form, commit)
        return saved

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Confirm an address; False, with a message, if somebody else was first."""
        try:
            with transaction.atomic():
                mailboxes.confirm(user_id=email_address.user_id, address=email_address.email)
                confirmed: bool = super().confirm_email(request, email_address)
                transaction.set_rollback(not confirmed)
        except AddressTaken:
            self.add_message(request, messages.ERROR, "account/messages/email_confirmation_failed.txt")
            return False
        return confirmed

    def can_delete_email(self, email_address: EmailAddress) -> bool:
        """Allow to drop an address nobody has confirmed; a confirmed one can only be replaced."""
        return not email_address.verified

    # --- log-in, log-out, passwords --------------------------------------------------------------
    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the address that limits are counted by."""
        return address_of(request)

    def login(self, request: HttpRequest, user: User) -> None:
        """Log a person in; who was a guest here until now, and is somebody else, closes the guest's table."""
        guest = request.user if isinstance(request.user, User) and request.user.is_guest else None
        super().login(request, user)
        if guest is not None and guest.pk != user.pk:
            with suppress(NoSuchPlayer):  # the sweep was quicker
                close_account(user_id=guest.pk)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count a try against the one account all spellings of a name lead to; after too many, answer 429 (D9)."""
        if "username" in credentials:
            credentials["username"] = names.key_of(credentials["username"])
        if "email" in credentials:
            credentials["email"] = mailboxes.fold(credentials["email"])
        try:
            super().pre_authenticate(request, **credentials)
        except ValidationError as refusal:
            raise ImmediateHttpResponse(too_many(request, retry_after=LOGIN_PAUSE_SECONDS)) from refusal

    def clean_password(self, password: str, user: User | None = None) -> str:
        """Accept a password somebody chooses. Raises ValidationError with all its faults, in our words."""
        try:
            accepted: str = super().clean_password(password, user)
        except ValidationError as faults:
            raise ValidationError(
                [
                    ValidationError(PASSWORD_FAULTS.get(fault.code or "", fault.message), fault.code, fault.params)
                    for fault in faults.error_list
                ]
            ) from faults
        return accepted

    def post_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse:
        """Answer a log-in in the language the person has chosen."""
        response: HttpResponse = super().post_login(request, user, **kwargs)
        remember_language(response, user.language)
        return response

    def set_password(self, user: User, password: str) -> None:
        """Store a changed password; every session but the one that changed it ends."""
        super().set_password(user, password)
        request = current.request
        is_own = request is not None and request.user.pk == user.pk
        sessions.end_sessions(user_id=user.pk, kept_key=request.session.session_key if is_own else None)

    def get_email_verification_redirect_url(self, email_address: EmailAddress) -> str:
        """Return where a person goes who has confirmed an address."""
        return reverse("accounts:settings" if self.request.user.is_authenticated else "account_login")

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """Return where a person goes who has changed the password."""
        return reverse("accounts:settings")

    # --- mails -----------------------------------------------------------------------------------
    def send_confirmation_mail(self, request: HttpRequest, emailconfirmation: Any, signup: bool) -> None:  # noqa: FBT001
        """Ask whoever reads an address to confirm it; its owner, if it has one, is told of the attempt instead."""
        address = emailconfirmation.email_address
        owner = mailboxes.owner_of(address.email)
        if owner is not None and owner.pk != address.user_id:
            self.send_account_already_exists_mail(address.email)
        else:
            super().send_confirmation_mail(request, emailconfirmation, signup)

    def send_notification_mail(
        self, template_prefix: str, user: User, context: dict[str, Any] | None = None, email: str | None = None
    ) -> None:
        """Tell a person of a change, at an address they have confirmed: no other need concern them."""
        if user.has_confirmed_email:
            super().send_notification_mail(
                template_prefix, user, {**(context or {}), "user": user}, email or user.email
            )

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Post a mail in its reader's language, once what it tells of is stored.

        Its links lead to SITE_URL, whatever name the request used: that name is the client's word.
        """
        reader = mailboxes.owner_of(email) or context.get("user")
        words = {name: _at_home(value) if name.endswith("_url") else value for name, value in context.items()}
        with translation.override(reader.language if reader else translation.get_language()):
            message = self.render_mail(template_prefix, email, {"site": settings.SITE_URL, "email": email, **words})
        _post_on_commit(message)


def _at_home(url: str) -> str:
    """Return *url*, a page of ours, at the site's own address."""
    home: str = settings.SITE_URL
    return home + urlsplit(url)._replace(scheme="", netloc="").geturl()


def _post_on_commit(message: EmailMessage) -> None:
    """Hand a mail to the post when the transaction commits; if there is no post, that is logged and stops nobody."""

    def post() -> None:
        deliver.delay(
            subject=str(message.subject), body=str(message.body), sender=message.from_email, to=list(message.to)
        )

    transaction.on_commit(post, robust=True)


class SessionsAdapter(DefaultUserSessionsAdapter):  # type: ignore[misc] # allauth ships no types
    """Ends devices' sessions the way the site does, so that their sockets close too."""

    def end_sessions(self, sessions_: Iterable[UserSession]) -> None:
        """End these sessions."""
        for session in list(sessions_):
            sessions.end_sessions(user_id=session.user_id, session_keys=[session.session_key])


class FactorsAdapter(DefaultMFAAdapter):  # type: ignore[misc] # allauth ships no types
    """Second factors, drawn and worded for the pages of the site."""

    error_messages: ClassVar[dict[str, Any]] = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": _("This code is not right. Take the one your app shows now."),
    }

    def encrypt(self, text: str) -> str:
        """Return a secret as it is stored."""
        return sealing.seal(text)

    def decrypt(self, encrypted_text: str) -> str:
        """Return a stored secret."""
        return sealing.unseal(encrypted_text)

    def get_totp_label(self, user: User) -> str:
        """Return what an app shows beside the site's name."""
        return user.username

    def get_totp_issuer(self) -> str:
        """Return the site's name as an app shows it."""
        return "Bongioco"

    def build_totp_svg(self, url: str) -> str:
        """Return the QR code of *url* as SVG."""
        return svg_of(url, str(_("QR code for your app")))
