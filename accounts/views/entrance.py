"""Entrance: allauth's pages where theirs would show a stranger too much, or change something on a mere GET."""

from typing import Any

from allauth.account.views import ConfirmEmailView, PasswordResetFromKeyView, SignupView
from django.http import Http404, HttpResponse

from accounts.forms import NameTaken, SignupForm


class SignUpView(SignupView):  # type: ignore[misc] # allauth ships no types
    """Signing up, with a clear answer for the second of two who want one name at once."""

    def form_valid(self, form: SignupForm) -> HttpResponse:
        """Store the person; a name taken since the form was checked is an error of the form."""
        try:
            response: HttpResponse = super().form_valid(form)
        except NameTaken:
            response = self.form_invalid(form)
        return response


class ConfirmAddressView(ConfirmEmailView):  # type: ignore[misc] # allauth ships no types
    """The page behind the link of a confirmation mail: a question, which only the person's POST answers (D7).

    Whoever is logged in stays so on a GET: mail scanners follow links, and so does a page that means harm.
    """

    def logout_other_user(self, confirmation: Any) -> None:
        """Log out whoever else is logged in here, when the person acts."""
        if self.request.method == "POST":
            super().logout_other_user(confirmation)

    def post(self, *args: Any, **kwargs: Any) -> HttpResponse:
        """Confirm the address; say so plainly if the link has been used or is too old."""
        try:
            response: HttpResponse = super().post(*args, **kwargs)
        except Http404:
            self.object = None
            response = self.render_to_response(self.get_context_data(), status=410)
        return response


class NewPasswordView(PasswordResetFromKeyView):  # type: ignore[misc] # allauth ships no types
    """The page behind the link of a reset mail: the form shows on GET, everything else waits for the POST."""

    def logout(self) -> None:
        """Log out whoever else is logged in here, when the person acts."""
        if self.request.method == "POST":
            super().logout()

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Name the account whose password it is, for several people may share a mailbox and a browser."""
        return {**super().get_context_data(**kwargs), "owner": self.reset_user}
