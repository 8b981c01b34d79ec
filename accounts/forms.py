"""Forms: what people fill in about themselves, in the words of the house: a label, and one line of help."""

from datetime import timedelta
from typing import Any, ClassVar

from allauth.account import forms as allauth_forms
from allauth.account.models import EmailAddress
from allauth.mfa.base import forms as factor_forms
from allauth.mfa.totp import forms as totp_forms
from django import forms
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import NAME_TAKEN, Token, User

Words = dict[str, tuple[Any, Any]]  # label and help, both lazy

NEW_PASSWORD_HELP = _("Eight characters or more; not only digits, no common word, not your name.")
CODE_HELP = _("The six digits your app shows now, or one of your recovery codes.")


class NameTaken(Exception):  # noqa: N818 - a fact about a form, which then shows it
    """Somebody took the name between the check and the storing."""


class InOurWords:
    """A form of allauth's with our labels and helps, and without placeholders, which vanish when they are needed."""

    words: ClassVar[Words] = {}
    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            if name in self.words:
                field.label, field.help_text = self.words[name]


class SignupForm(InOurWords, allauth_forms.SignupForm):  # type: ignore[misc] # allauth ships no types
    """Signing up."""

    words: ClassVar[Words] = {
        "username": (_("Name"), _("What others see: 3 to 24 letters, digits, dots or hyphens.")),
        "email": (_("E-mail address"), _("Only for a forgotten password and for news you ask for; nobody sees it.")),
        "password1": (_("Password"), NEW_PASSWORD_HELP),
    }

    def try_save(self, request: HttpRequest) -> Any:
        """Store the person and the address, or neither. Raises NameTaken, with the error on its field."""
        try:
            with transaction.atomic():
                return super().try_save(request)
        except IntegrityError as conflict:
            # Nothing else a sign-up stores is unique (an address is only once confirmed): it is the name.
            self.add_error("username", NAME_TAKEN)
            raise NameTaken from conflict


class LoginForm(InOurWords, allauth_forms.LoginForm):  # type: ignore[misc] # allauth ships no types
    """Logging in."""

    words: ClassVar[Words] = {
        "login": (_("Name or e-mail address"), _("An address works once you have confirmed it.")),
        "password": (_("Password"), ""),
        "remember": (_("Stay logged in on this device"), ""),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].widget.attrs |= {"autocomplete": "username", "autocapitalize": "none"}


class ResetPasswordForm(InOurWords, allauth_forms.ResetPasswordForm):  # type: ignore[misc] # allauth ships no types
    """Asking for the mail that lets one choose a new password."""

    words: ClassVar[Words] = {"email": (_("E-mail address"), _("The one you gave us."))}
    users: list[User]
    MOST_MAILS = 5  # to one address that so many have given and nobody has confirmed

    def clean_email(self) -> str:
        """Find whom the address may belong to: who has confirmed it, else those who gave it last."""
        email: str = super().clean_email()
        self.users = sorted(self.users, key=lambda user: user.pk, reverse=True)[: self.MOST_MAILS]
        return email


class NewPasswordForm(InOurWords, allauth_forms.ResetPasswordKeyForm):  # type: ignore[misc] # allauth ships no types
    """Choosing a new password by the link of that mail."""

    words: ClassVar[Words] = {
        "password1": (_("New password"), NEW_PASSWORD_HELP),
        "password2": (_("New password again"), _("The same once more.")),
    }


class ChangePasswordForm(InOurWords, allauth_forms.ChangePasswordForm):  # type: ignore[misc] # allauth ships no types
    """Changing the password."""

    words: ClassVar[Words] = {"oldpassword": (_("Present password"), ""), **NewPasswordForm.words}


class SetPasswordForm(InOurWords, allauth_forms.SetPasswordForm):  # type: ignore[misc] # allauth ships no types
    """Choosing a first password."""

    words: ClassVar[Words] = NewPasswordForm.words


class ChangeAddressForm(InOurWords, allauth_forms.AddEmailForm):  # type: ignore[misc] # allauth ships no types
    """Giving an address that takes the place of the present one once it is confirmed."""

    words: ClassVar[Words] = {
        "email": (_("New e-mail address"), _("We send a link there; it counts once you open it."))
    }

    def save(self, request: HttpRequest) -> EmailAddress:
        """Store the address, once: the second of two clicks finds it there."""
        try:
            with transaction.atomic():
                stored: EmailAddress = super().save(request)
        except IntegrityError:
            stored = EmailAddress.objects.get(user_id=request.user.pk, email=self.cleaned_data["email"])
        return stored


class ReauthenticateForm(InOurWords, allauth_forms.ReauthenticateForm):  # type: ignore[misc] # allauth ships no types
    """Giving the password once more before something that matters."""

    words: ClassVar[Words] = {"password": (_("Password"), "")}


class FactorForm(InOurWords, factor_forms.AuthenticateForm):  # type: ignore[misc] # allauth ships no types
    """The second factor at log-in."""

    words: ClassVar[Words] = {"code": (_("Code"), CODE_HELP)}


class FactorAgainForm(InOurWords, factor_forms.ReauthenticateForm):  # type: ignore[misc] # allauth ships no types
    """The second factor once more before something that matters."""

    words: ClassVar[Words] = {"code": (_("Code"), CODE_HELP)}


class ActivateAppForm(InOurWords, totp_forms.ActivateTOTPForm):  # type: ignore[misc] # allauth ships no types
    """The first code of an app, which proves that it holds the secret."""

    words: ClassVar[Words] = {"code": (_("Code"), _("The six digits your app shows now."))}


class TokenForm(forms.Form):
    """Making a token."""

    LIVES: ClassVar[list[tuple[int, Any]]] = [
        (7, _("a week")),
        (30, _("a month")),
        (90, _("three months")),
        (365, _("a year")),
    ]

    name = forms.CharField(label=_("What it is for"), max_length=60, help_text=_("To know it again in this list."))
    scopes = forms.MultipleChoiceField(
        label=_("What it may do"),
        choices=Token.Scope.choices,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("As little as will do."),
    )
    days = forms.TypedChoiceField(
        label=_("How long it lives"), choices=LIVES, coerce=int, initial=30, help_text=_("After that it opens nothing.")
    )

    @property
    def life(self) -> timedelta:
        """Return how long the token is to live."""
        return timedelta(days=self.cleaned_data["days"])


class CloseAccountForm(forms.Form):
    """Closing the account: the password proves who asks."""

    password = forms.CharField(
        label=_("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
        help_text=_("To be sure that it is you."),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_password(self) -> str:
        """Accept the password of the account, under the same limit as a log-in. Raises ValidationError."""
        password: str = self.cleaned_data["password"]
        from allauth.account.adapter import get_adapter  # the adapter imports the views, which import this

        if not get_adapter().reauthenticate(self.user, password):
            raise forms.ValidationError(_("This is not your password."), code="incorrect_password")
        return password
