"""Rules: every preset in words, made from the data it is played by."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.engine.options import OPTIONS
from games.engine.rulesets import PRESETS, resolve
from games.forms.rule_words import OPTION_WORDS, PRESET_WORDS, preset_groups, value_text
from games.views import worked_examples
from games.views.rules_compared import compared
from games.views.rules_text import pack_row, sections


@require_safe
def preset_list(request: HttpRequest) -> HttpResponse:
    """List the presets."""
    return render(request, "games/rules.html", {"groups": preset_groups(), "compared": compared()})


@require_safe
def ruleset(request: HttpRequest, preset: str) -> HttpResponse:
    """Tell the rules of one preset, and what a table may change."""
    if preset not in PRESETS:
        raise Http404
    chosen = PRESETS[preset]
    rules = resolve(preset, {})
    options = [
        {
            "words": OPTION_WORDS[name],
            "default": value_text(name, getattr(rules, name)),
            "values": [value_text(name, value) for value in chosen.offered(name)],
        }
        for name in OPTIONS
        if chosen.has_effect(name)
    ]
    context = {
        "preset": preset,
        "words": PRESET_WORDS[preset],
        "sections": sections(rules),
        "options": options,
        "pack_row": pack_row(rules),
        "examples": {
            "counted": worked_examples.counted(rules) + worked_examples.extremes(rules),
            "declared": worked_examples.declared(rules),
            "drawn": worked_examples.drawn(rules),
            "paid": worked_examples.paid(rules),
        },
    }
    return render(request, "games/ruleset.html", context)
