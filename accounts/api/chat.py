"""REST of a person's own chat: whether they see it, and whether they may write."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.callers import NOBODY, caller
from accounts.selectors.ties import silence_of, wants_chat
from accounts.serializers.chat import ChatChoiceSerializer, MyChatSerializer
from accounts.services import people


class MyChatView(APIView):
    """Your own chat."""

    strangers = NOBODY
    scopes = {"GET": "read", "PUT": "account"}

    @extend_schema(responses=MyChatSerializer)
    def get(self, request: Request) -> Response:
        """Tell whether you see what others write, and until when you may not write yourself."""
        user_id = caller(request)
        facts = {"wants_chat": wants_chat(user_id=user_id), "silence": silence_of(user_id=user_id)}
        return Response(MyChatSerializer(facts).data)

    @extend_schema(request=ChatChoiceSerializer, responses=MyChatSerializer)
    def put(self, request: Request) -> Response:
        """Choose whether you see what others write."""
        wish = ChatChoiceSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        people.choose_chat(user_id=caller(request), wants=wish.validated_data["wants_chat"])
        return self.get(request)
