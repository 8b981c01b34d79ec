"""People: what the staff sees of people and their tokens, and the few things it may do to them."""

from __future__ import annotations

from typing import Any

from allauth.account.decorators import secure_admin_login
from django import forms
from django.contrib import admin, messages
from django.contrib.auth import forms as auth_forms
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.errors import LastAdministrator, NoSuchPlayer
from accounts.models import Token, User
from accounts.services import closing, people
from accounts.services.sessions import end_sessions
from accounts.services.tokens import revoke

# One log-in for all: with its limits, its second factor and its list of devices.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
admin.site.site_header = "Bongioco"
admin.site.site_title = "Bongioco"


RIGHTS = ("is_staff", "is_superuser", "groups", "user_permissions")


def is_administrator(request: HttpRequest) -> bool:
    """Tell whether the staff member has all rights."""
    return request.user.is_active and request.user.is_superuser


class NewUserForm(auth_forms.AdminUserCreationForm):  # type: ignore[type-arg] # generic in the stubs alone
    """A new account made by the staff, whose names need not be open to everybody."""

    class Meta:
        model = User
        fields = ("username", "kind")
        field_classes = {"username": auth_forms.UsernameField}


class NewPasswordForm(auth_forms.AdminPasswordChangeForm):  # type: ignore[type-arg] # generic in the stubs alone
    """A password set by the staff: whoever is logged in with the old one is not any more."""

    def save(self, commit: bool = True) -> User:  # noqa: FBT001, FBT002 (Django's signature)
        """Store the password and end the sessions."""
        user: User = super().save(commit)
        end_sessions(user_id=user.pk)
        return user


@admin.register(User)
class PeopleAdmin(UserAdmin):  # type: ignore[type-arg] # generic in the stubs alone
    """People and bots. Accounts are closed, never deleted: other people's matches point at them."""

    add_form = NewUserForm
    change_password_form = NewPasswordForm
    list_display = ("username", "email", "confirmed", "kind", "is_active", "is_staff", "date_joined")
    list_filter = ("kind", "is_active", "is_staff", "is_superuser")
    search_fields = ("username", "name_key", "email")
    ordering = ("-date_joined",)
    date_hierarchy = "date_joined"
    readonly_fields = ("email", "confirmed", "last_login", "date_joined", "closed_at")
    actions = ("put_to_sleep", "wake", "close")
    fieldsets = (
        (None, {"fields": ("username", "password", "kind", "bot_level", "language")}),
        (_("E-mail address"), {"fields": ("email", "confirmed")}),
        (_("Rights"), {"fields": ("is_active", *RIGHTS)}),
        (_("Dates"), {"fields": ("date_joined", "last_login", "closed_at")}),
    )
    add_fieldsets = ((None, {"fields": ("username", "kind", "usable_password", "password1", "password2")}),)

    @admin.display(boolean=True, description=_("confirmed"))
    def confirmed(self, user: User) -> bool:
        """Tell whether the address is confirmed."""
        return user.has_confirmed_email

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Refuse: an account is closed instead."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Refuse for a closed account, which is but a label, and for an administrator to whoever is none."""
        is_beyond = obj is not None and (
            obj.closed_at is not None or (obj.is_superuser and not is_administrator(request))
        )
        return not is_beyond and super().has_change_permission(request, obj)

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        """Return what may not be written: rights are given by administrators alone, or staff could give itself all."""
        fixed = tuple(super().get_readonly_fields(request, obj))
        return fixed if is_administrator(request) else (*fixed, *RIGHTS)

    def save_model(self, request: HttpRequest, obj: User, form: forms.ModelForm[User], change: bool) -> None:  # noqa: FBT001
        """Store the change; whom it keeps out is out at once."""
        super().save_model(request, obj, form, change)
        if change and "is_active" in form.changed_data and not obj.is_active:
            people.deactivate(user_id=obj.pk)

    @admin.action(description=_("Put to sleep: no log-in, nothing stays open"), permissions=["change"])
    def put_to_sleep(self, request: HttpRequest, users: QuerySet[User]) -> None:
        """Keep the chosen people out."""
        self._do(request, users, people.deactivate)

    @admin.action(description=_("Wake: may log in again"), permissions=["change"])
    def wake(self, request: HttpRequest, users: QuerySet[User]) -> None:
        """Let the chosen people in again."""
        self._do(request, users, people.reactivate)

    @admin.action(description=_("Close for good: name, address and password are erased"), permissions=["change"])
    def close(self, request: HttpRequest, users: QuerySet[User]) -> None:
        """Close the chosen accounts."""
        self._do(request, users, closing.close_account)

    def _do(self, request: HttpRequest, users: QuerySet[User], service: Any) -> None:
        """Call *service* for each of *users* that the staff member has power over, and tell what came of it."""
        done = 0
        for user in users:
            if not self.has_change_permission(request, user):
                continue
            try:
                service(user_id=user.pk)
            except (NoSuchPlayer, LastAdministrator):
                continue
            done += 1
        self.message_user(request, gettext("Done for %(done)s of %(all)s.") % {"done": done, "all": len(users)})
        if done < len(users):
            text = gettext("Closed accounts, administrators and the last one of them are left as they are.")
            self.message_user(request, text, messages.WARNING)


@admin.register(Token)
class TokenAdmin(admin.ModelAdmin):  # type: ignore[type-arg] # generic in the stubs alone
    """Tokens: to be seen and revoked; nobody makes one for somebody else."""

    list_display = ("prefix", "user", "name", "scopes", "created_at", "expires_at", "last_used_at")
    list_select_related = ("user",)
    search_fields = ("prefix", "user__username")
    ordering = ("-created_at",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Refuse."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Token | None = None) -> bool:
        """Refuse."""
        return False

    def delete_model(self, request: HttpRequest, obj: Token) -> None:
        """Revoke the token, so that its sockets close too."""
        revoke(user_id=obj.user_id, token_id=obj.pk)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Token]) -> None:
        """Revoke the tokens."""
        for token in queryset:
            self.delete_model(request, token)
