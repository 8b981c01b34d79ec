"""REST of a person's own mail: whether they want what they are told under their bell by mail too."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.callers import NOBODY, caller
from accounts.selectors.ties import wants_mail
from accounts.serializers.mail_choice import MailChoiceSerializer, MyMailSerializer
from accounts.services import people


class MyMailView(APIView):
    """Your own mail."""

    strangers = NOBODY
    scopes = {"GET": "read", "PUT": "account"}

    @extend_schema(responses=MyMailSerializer)
    def get(self, request: Request) -> Response:
        """Tell whether you are mailed about your tournaments and clubs."""
        return Response({"wants_mail": wants_mail(user_id=caller(request))})

    @extend_schema(request=MailChoiceSerializer, responses=MyMailSerializer)
    def put(self, request: Request) -> Response:
        """Choose whether you are."""
        wish = MailChoiceSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        people.choose_mail(user_id=caller(request), wants=wish.validated_data["wants_mail"])
        return self.get(request)
