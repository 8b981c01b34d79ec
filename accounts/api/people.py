"""People over REST: who a token or a cookie speaks for, and a person's own tokens."""

from datetime import timedelta

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.callers import NOBODY, caller, scopes_of
from accounts.errors import BadScope
from accounts.selectors import me, token_of, tokens_of
from accounts.serializers import IssuedTokenSerializer, MeSerializer, NewTokenSerializer, TokenSerializer
from accounts.services import tokens


class MeView(APIView):
    """The person behind the request."""

    strangers = NOBODY
    scopes = {"GET": "read"}

    @extend_schema(responses=MeSerializer)
    def get(self, request: Request) -> Response:
        """Tell whom the token or the cookie speaks for."""
        scopes = scopes_of(request)
        return Response({**me(user_id=caller(request)), "scopes": None if scopes is None else sorted(scopes)})


class TokensView(APIView):
    """A person's tokens."""

    strangers = NOBODY
    scopes = {"GET": "account", "POST": "account"}
    throttle_rates = {"POST": "tokens"}

    @extend_schema(responses=TokenSerializer(many=True))
    def get(self, request: Request) -> Response:
        """List the tokens that still open something, without their secrets."""
        return Response(TokenSerializer(tokens_of(user_id=caller(request)), many=True).data)

    @extend_schema(request=NewTokenSerializer, responses={201: IssuedTokenSerializer})
    def post(self, request: Request) -> Response:
        """Make a token; its secret is in this answer and nowhere else. A token can only hand on scopes it has."""
        wish = NewTokenSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        scopes = set(wish.validated_data["scopes"])
        own = scopes_of(request)
        if own is not None and not scopes <= own:
            raise BadScope("A token can only hand on scopes it has itself.")
        issued = tokens.issue(
            user_id=caller(request),
            name=wish.validated_data["name"],
            scopes=scopes,
            life=timedelta(days=wish.validated_data["days"]),
        )
        token = token_of(user_id=caller(request), token_id=issued.token_id)
        return Response({**TokenSerializer(token).data, "secret": issued.secret}, status=201)


class TokenView(APIView):
    """One token of a person's own."""

    strangers = NOBODY
    scopes = {"DELETE": "account"}

    @extend_schema(responses={204: None})
    def delete(self, request: Request, token_id: int) -> Response:
        """End the token: it opens nothing any more."""
        tokens.revoke(user_id=caller(request), token_id=token_id)
        return Response(status=204)
