"""Lesson: five minutes of tressette, step by step; for anybody, with or without an account, and without a script."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods, require_safe

from games.engine.errors import Refusal
from games.forms.lesson_words import REFUSALS, SIGNALS, STEP_WORDS, verdict_text
from games.selectors.lesson import LEARNER, Scene, Step, choices_of, refusal_of, scene_of, verdict
from games.selectors.lesson_steps import BY_NAME, STEPS, step_after
from games.views.worked_examples import thirds_text

KEY = "lesson"  # in the session: what was chosen at each step, and the cards played in the last one

Progress = dict[str, Any]


@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    """Show the steps of the lesson and how far the reader has come."""
    progress = _progress_of(request)
    steps = [{"name": step.name, "words": STEP_WORDS[step.name], "is_done": _is_done(step, progress)} for step in STEPS]
    following = next((row for row in steps if not row["is_done"]), None)
    return render(request, "games/lesson.html", {"steps": steps, "following": following, "is_begun": bool(progress)})


@require_http_methods(["GET", "HEAD", "POST"])
def ask(request: HttpRequest, step: str) -> HttpResponse:
    """Ask what a step asks; a choice posted is judged by the engine, and the page says why it is right or not."""
    found = BY_NAME.get(step)
    if found is None:
        raise Http404
    progress = _progress_of(request)
    if request.method == "POST":
        _take(found, request.POST.get("choice", ""), progress)
        request.session[KEY] = progress
        return redirect(f"{request.path}#verdict")
    scene = scene_of(found, progress.get("played", []) if found.ask == "hand" else [])
    words = STEP_WORDS[step]
    context = {
        "step": found,
        "words": words,
        "number": STEPS.index(found) + 1,
        "count": len(STEPS),
        "plays": _plays(scene),
        "last_plays": _last_plays(found, scene),
        "hand": [] if found.ask == "card" else scene.hand,
        "choices": _choices(found, scene),
        "said": _said(found, progress, scene),
        "result": _result(found, scene),
        "is_done": _is_done(found, progress),
        "following": step_after(step),
    }
    return render(request, "games/lesson_step.html", context)


def _progress_of(request: HttpRequest) -> Progress:
    """Return what this browser has chosen so far; what no longer fits the lesson counts as nothing."""
    kept = request.session.get(KEY)
    progress: Progress = dict(kept) if isinstance(kept, dict) else {}
    try:
        scene_of(BY_NAME["hand"], progress.get("played", []))
    except Refusal:  # an earlier edition of the lesson dealt other cards
        progress["played"] = []
    return progress


def _take(step: Step, choice: str, progress: Progress) -> None:
    """Note a choice; one that was not offered changes nothing."""
    if step.ask != "hand":
        if verdict(step, choice) is not None:
            progress[step.name] = choice
        return
    played = progress.get("played", [])
    if choice == "again":
        progress.update(played=[], hand="")
    elif choice in scene_of(step, played).hand:
        refusal = refusal_of(step, played, choice)
        progress["hand"] = refusal or ""
        progress["played"] = played if refusal else [*played, choice]


def _is_done(step: Step, progress: Progress) -> bool:
    if step.ask == "hand":
        return bool(progress.get("played")) and scene_of(step, progress["played"]).turn is None
    found = verdict(step, progress.get(step.name, ""))
    return found is not None and found.is_right


def _said(step: Step, progress: Progress, scene: Scene) -> dict[str, Any] | None:
    """Return what is said of the latest choice, None before one."""
    if step.ask == "hand":
        if scene.turn is None:
            return {"is_right": True, "text": STEP_WORDS[step.name].right}
        refusal = progress.get("hand")
        return {"is_right": False, "text": REFUSALS[refusal]} if refusal in REFUSALS else None
    choice = progress.get(step.name, "")
    found = verdict(step, choice)
    if found is None:
        return None
    return {"is_right": found.is_right, "text": verdict_text(step.name, choice, found.reason)}


def _choices(step: Step, scene: Scene) -> list[dict[str, Any]]:
    """Return the buttons: each with its value, the cards drawn on it and its words."""
    if step.ask == "hand" and scene.turn is None:
        return []
    choices = choices_of(step, scene)
    match step.ask:
        case "thirds":
            return [{"value": value, "cards": [], "label": thirds_text(int(value))} for value in choices]
        case "signal":
            return [{"value": value, "cards": [], "label": SIGNALS[value]} for value in choices]
        case "declaration":
            return [{"value": value, "cards": value.split(), "label": ""} for value in choices]
    return [{"value": value, "cards": [value], "label": ""} for value in choices]


def _plays(scene: Scene) -> list[dict[str, str]]:
    """Return the cards on the cloth, each with whose it is."""
    return _named((scene.view["trick"] or {}).get("plays", []))


def _last_plays(step: Step, scene: Scene) -> list[dict[str, str]]:
    """Return the trick that has just been taken, where it is what is asked about or what the learner has played for."""
    if step.ask not in {"thirds", "hand"}:
        return []
    return _named((scene.view["last_trick"] or {}).get("plays", []))


def _named(plays: list[dict[str, Any]]) -> list[dict[str, str]]:
    names = {
        LEARNER: pgettext("the reader", "You"),
        1: pgettext("a player", "at your right"),
        2: pgettext("a player", "your partner"),
        3: pgettext("a player", "at your left"),
    }
    return [{"card": play["card"], "who": names[play["seat"]]} for play in plays]


def _result(step: Step, scene: Scene) -> list[dict[str, Any]]:
    """Return what each side has made of the whole hand, by the engine's count; nothing before its end."""
    if step.ask != "hand" or scene.turn is not None:
        return []
    result = scene.view["hands"][-1]
    return [
        {"who": who, "thirds": thirds_text(thirds), "points": points}
        for who, thirds, points in zip(
            (_("Your side"), _("The others")), result["thirds"], result["card_points"], strict=True
        )
    ]
