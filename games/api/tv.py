"""REST of TV: the one table everybody is shown."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.selectors.tv import broadcast
from games.serializers.boards import TvSerializer


class TvView(APIView):
    """TV."""

    scopes = {"GET": "read"}

    @extend_schema(responses=TvSerializer)
    def get(self, request: Request) -> Response:
        """Show which table is on TV, and how it stands there; it changes between hands at most."""
        return Response(broadcast())
