"""Views: a person's own pages, and the pages of allauth that the house has to bend."""

from django.http import HttpRequest

from accounts.models import User


class PersonsRequest(HttpRequest):
    """A request that `login_required` has let through: it has a person behind it."""

    user: User
