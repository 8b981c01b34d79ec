"""REST: the door, the machine-readable contract, the page to try it on, and what every refusal means."""

from functools import cache
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.urls import resolve
from django.views.decorators.csrf import csrf_exempt
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiJsonRenderer2, OpenApiYamlRenderer
from drf_spectacular.utils import extend_schema, inline_serializer
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from config import problems
from config.refusals import MEANINGS

OPEN: dict[str, str | None] = {"GET": None}  # no scope is needed to read what the site tells everybody


class ProblemMeaningSerializer(serializers.Serializer[Any]):
    """One code: the status it travels with, and its title."""

    code = serializers.CharField()
    status = serializers.IntegerField()
    title = serializers.CharField()


LISTS = ("schema", "docs", "problems", "me", "tokens", "rulesets", "players", "tables", "matches", "records")
RootSerializer = inline_serializer("Root", {name: serializers.URLField() for name in LISTS})


class RootView(APIView):
    """The door: where the lists are."""

    scopes = OPEN

    @extend_schema(responses=RootSerializer)
    def get(self, request: Request) -> Response:
        """List the addresses to start from."""
        return Response({name: reverse(f"api:{name}", request=request) for name in LISTS})


class ProblemsView(APIView):
    """The codes of every refusal."""

    scopes = OPEN

    @extend_schema(responses=ProblemMeaningSerializer(many=True))
    def get(self, request: Request) -> Response:
        """List every code a refusal may carry."""
        return Response([meaning_of(code) for code in MEANINGS])


class ProblemView(APIView):
    """One code of a refusal; its address is the `type` of a problem."""

    scopes = OPEN

    @extend_schema(responses=ProblemMeaningSerializer)
    def get(self, request: Request, code: str) -> Response:
        """Tell what a code means."""
        if code not in MEANINGS:
            raise problems.Problem("not_found")
        return Response(meaning_of(code))


def meaning_of(code: str) -> dict[str, str | int]:
    """Return *code* as ProblemMeaningSerializer shows it."""
    meaning = MEANINGS[code]
    return {"code": code, "status": meaning.status.value, "title": meaning.title}


@cache
def schema() -> dict[str, Any]:
    """Return the OpenAPI description of this version; it is the same for everybody and changes with the code alone."""
    generator = SchemaGenerator()  # type: ignore[no-untyped-call] # drf-spectacular's is only half typed
    described: dict[str, Any] = generator.get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return described


class SchemaView(APIView):
    """The OpenAPI 3 description of all this."""

    scopes = OPEN
    renderer_classes = [OpenApiJsonRenderer, OpenApiJsonRenderer2, OpenApiYamlRenderer]

    @extend_schema(exclude=True)
    def get(self, request: Request) -> Response:
        """Return the description, as JSON or (by Accept) as YAML."""
        return Response(schema())


class DocsView(SpectacularSwaggerSplitView):
    """The page to read and try the API on; nothing on it comes from elsewhere, nor inline."""

    permission_classes = APIView.permission_classes  # drf-spectacular has its own
    scopes = OPEN
    url_name = "api:schema"
    template_name = "rest/docs.html"


@csrf_exempt
def nowhere(request: HttpRequest) -> HttpResponse:
    """Answer for every other address below the API: its neighbour with a slash if there is one, else a problem."""
    slashed = request.path_info + "/"
    match = resolve(slashed)
    if match.func is not nowhere:
        moved = HttpResponsePermanentRedirect(request.get_full_path(force_append_slash=True))
        moved.status_code = HTTPStatus.PERMANENT_REDIRECT  # 308: the verb and the body go along
        return moved
    return problems.response("not_found")
