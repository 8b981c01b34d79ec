"""REST of rulesets: every preset with its options, as the rules library has them (rules 5 and 6)."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.engine.options import OPTIONS
from games.engine.rulesets import PRESETS, Preset
from games.serializers import RulesetSerializer

OPEN: dict[str, str | None] = {"GET": None}


class RulesetsView(APIView):
    """The presets."""

    scopes = OPEN

    @extend_schema(responses=RulesetSerializer(many=True))
    def get(self, request: Request) -> Response:
        """List every preset with its options."""
        return Response([ruleset(preset) for preset in PRESETS.values()])


class RulesetView(APIView):
    """One preset."""

    scopes = OPEN

    @extend_schema(responses=RulesetSerializer)
    def get(self, request: Request, preset: str) -> Response:
        """Tell who plays a preset and what a table may change in it."""
        if preset not in PRESETS:
            raise NotFound(f"No preset is called {preset[:40]!r}.")
        return Response(ruleset(PRESETS[preset]))


def ruleset(preset: Preset) -> dict[str, Any]:
    """Return *preset* as RulesetSerializer shows it; defaults are those of its usual number of players."""
    usual = next(iter(preset.shapes))
    shown: dict[str, Any] = {}
    for name, option in OPTIONS.items():
        shown[name] = {
            "kind": option.kind,
            "default": preset.default(name, usual),
            "values": list(option.values),
            "has_effect": preset.has_effect(name),
            "offered": list(preset.offered(name)),
        }
        if option.kind == "number":
            shown[name] |= {"low": option.low, "high": option.high}
    return {
        "preset": preset.name,
        "version": preset.version,
        "players": {str(players): shape.people for players, shape in sorted(preset.shapes.items())},
        "goal": preset.goal,
        "options": shown,
    }
