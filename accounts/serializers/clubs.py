"""Clubs: the shapes in which REST takes and gives what concerns them."""

from typing import Any

from rest_framework import serializers

from accounts.models import Club, ClubEvent, Membership, Right
from accounts.serializers.exact import ExactBoolean, ExactInteger, ExactSerializer, ExactText
from accounts.serializers.people import PersonSerializer


class ClubSerializer(serializers.Serializer[Any]):
    """A club as everybody may see it."""

    slug = serializers.CharField()
    name = serializers.CharField()
    place = serializers.CharField(allow_blank=True)
    description = serializers.CharField(allow_blank=True)
    zone = serializers.CharField(help_text="IANA name; every hour of the calendar is meant in it.")
    language = serializers.CharField()
    entry = serializers.ChoiceField(Club.Entry.values)
    deck = serializers.ChoiceField(Club.Deck.values)
    opened_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)
    members = serializers.IntegerField(source="member_count")


class ClubYouSerializer(serializers.Serializer[Any]):
    """What binds the caller to a club."""

    role = serializers.ChoiceField(Membership.Role.values, allow_null=True)
    rights = serializers.ListField(child=serializers.ChoiceField(Right.values))
    admission = serializers.IntegerField(allow_null=True, help_text="A request or an invitation that waits.")


class OneClubSerializer(ClubSerializer):
    """A club, and what binds the caller to it."""

    you = ClubYouSerializer()


class ClubFactsSerializer(ExactSerializer):
    """What a club says of itself."""

    name = ExactText(max_length=120)
    place = ExactText(max_length=120, allow_blank=True, required=False)
    description = ExactText(max_length=4000, allow_blank=True, required=False)
    zone = ExactText(max_length=64, required=False)
    language = ExactText(max_length=5, required=False)
    entry = serializers.ChoiceField(Club.Entry.values, required=False)
    deck = serializers.ChoiceField(Club.Deck.values, required=False)


class MemberSerializer(serializers.Serializer[Any]):
    """A member; card and season are null to who does not keep the list."""

    user = PersonSerializer()
    role = serializers.ChoiceField(Membership.Role.values)
    joined_at = serializers.DateTimeField()
    grants = serializers.ListField(child=serializers.ChoiceField(Right.values), allow_null=True)
    card_number = serializers.CharField(allow_null=True, allow_blank=True)
    paid_until = serializers.DateField(allow_null=True)


class MemberFactsSerializer(ExactSerializer):
    """What is to change about a member: role and grants by owners, card and season by who keeps the list."""

    role = serializers.ChoiceField(Membership.Role.values, required=False)
    grants = serializers.ListField(child=serializers.ChoiceField(Right.values), max_length=len(Right), required=False)
    card_number = ExactText(max_length=20, allow_blank=True, required=False)
    paid_until = serializers.DateField(allow_null=True, required=False)


class AdmissionSerializer(serializers.Serializer[Any]):
    """A request or an invitation that waits."""

    id = serializers.IntegerField(source="pk")
    kind = serializers.ChoiceField(["request", "invitation"])
    user = PersonSerializer()
    words = serializers.CharField(allow_blank=True)
    made_at = serializers.DateTimeField()


class NewAdmissionSerializer(ExactSerializer):
    """A request of the caller's; with `player` the club's invitation to them."""

    player = ExactText(max_length=24, required=False)
    words = ExactText(max_length=300, allow_blank=True, default="")


class AdmissionMadeSerializer(serializers.Serializer[Any]):
    """What was made: null where the person had asked, and is a member now."""

    id = serializers.IntegerField(allow_null=True)


class AdmissionAnswerSerializer(ExactSerializer):
    """Yes or no."""

    accept = ExactBoolean()


class MemberListSerializer(ExactSerializer):
    """A table of members (docs/clubs.md)."""

    csv = ExactText(max_length=256 * 1024, trim_whitespace=False)
    dry_run = ExactBoolean(default=True, help_text="Only look at it.")


class MemberLineSerializer(serializers.Serializer[Any]):
    """A line of the table, and what it does."""

    number = serializers.IntegerField()
    name = serializers.CharField(allow_blank=True)
    action = serializers.ChoiceField(["update", "keep", "invite", "admit", ""])
    faults = serializers.ListField(child=serializers.CharField())


class ClubEventSerializer(serializers.Serializer[Any]):
    """Something in the calendar, as it is written there."""

    id = serializers.IntegerField(source="pk")
    title = serializers.CharField()
    words = serializers.CharField(allow_blank=True)
    day = serializers.DateField(help_text="Civil time in `zone`; the first, if it repeats.")
    hour = serializers.TimeField(format="%H:%M")
    minutes = serializers.IntegerField()
    zone = serializers.CharField()
    repeats = serializers.ChoiceField(ClubEvent.Repeats.values)
    until = serializers.DateField(allow_null=True)


class NewClubEventSerializer(ExactSerializer):
    """What is to stand in the calendar."""

    title = ExactText(max_length=120)
    words = ExactText(max_length=500, allow_blank=True, default="")
    day = serializers.DateField()
    hour = serializers.TimeField(input_formats=["%H:%M"])
    minutes = ExactInteger(min_value=5, max_value=1440, default=180)
    zone = ExactText(max_length=64, default="", allow_blank=True, help_text="By default the club's.")
    repeats = serializers.ChoiceField(ClubEvent.Repeats.values, default="never")
    until = serializers.DateField(allow_null=True, default=None)


class OccurrenceSerializer(serializers.Serializer[Any]):
    """One time that something is on."""

    event = serializers.IntegerField(source="event.pk")
    title = serializers.CharField(source="event.title")
    starts_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField()
