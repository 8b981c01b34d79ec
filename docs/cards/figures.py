"""Figures: fante standing, cavallo mounted, re seated; one drawing each, with the suit's colours and mark."""
# ruff: noqa: INP001 (a program and its parts, not a package)

from __future__ import annotations

from palette import GOLD, INK, SKIN, WHITE, Suit, at, circle, ellipse, limb, path
from pips import petals

# How far above the hand the middle of the held mark lies, and its size.
HELD = {"d": (29, 1.05), "c": (10, 0.95), "s": (24, 0.95), "b": (22, 0.9)}


def held(suit: Suit, x: float, y: float) -> str:
    """Draw the suit's mark in a hand at (x, y)."""
    up, scale = HELD[suit.letter]
    mark = f'<use href="#p" transform="{at(x, y - up, scale=scale)}"/>'
    return mark + circle(x, y, 6.5, SKIN)


def face(x: float, y: float, *, look: int = 0) -> str:
    """Draw eyes, nose and mouth about (x, y), turned *look* units to the left."""
    eyes = "".join(circle(x + side - look, y - 3, 1.9, INK, stroke="none") for side in (-6, 6))
    return eyes + path(
        f"M{x - 9 - look} {y - 8}q3-2 6 0M{x + 3 - look} {y - 8}q3-2 6 0"
        f"M{x - look} {y - 2}l-2 7h4M{x - 4 - look} {y + 10}q4 2 8 0",
        stroke_width=1.8,
    )


def fante(suit: Suit) -> str:
    """Draw the knave: on his feet, one hand on his hip."""
    return (
        path("M26 303H148", stroke_width=3)
        + path("M78 208H101L97 292H80Z", suit.pale)
        + path("M101 208H124L125 292H110Z", suit.deep)
        + path("M80 290H97V302H64C66 296 74 295 80 290Z", INK)
        + path("M110 290H125C130 295 138 296 140 302H110Z", INK)
        + limb("M79 134L54 160L80 174", suit.fill)
        + path("M73 126Q100 112 127 126L122 168L136 220H64L78 168Z", suit.fill)
        + path("M89 178L82 219M100 178V219M111 178L118 219", stroke_width=1.8)
        + path("M84 121L100 166L116 121Q100 114 84 121Z", suit.pale)
        + path("M77 164H123V174H77Z", suit.trim)
        + circle(80, 175, 6.5, SKIN)
        + limb("M122 134L149 146L150 118", suit.fill)
        + held(suit, 150, 108)
        + path("M79 88C76 60 124 60 121 88L124 112Q114 116 110 106H90Q86 116 76 112Z", suit.hair)
        + ellipse(100, 93, 15, 19, SKIN)
        + face(100, 94, look=2)
        + path("M80 62C68 56 58 42 62 28C78 34 92 46 96 60Z", WHITE)
        + path("M80 60Q72 46 66 34", stroke_width=1.6)
        + path("M74 78C70 58 128 50 128 74Q128 80 122 81Q98 74 76 83Z", suit.fill)
        + path("M76 83Q98 74 122 81V76Q98 69 75 78Z", suit.trim)
    )


def cavallo(suit: Suit) -> str:
    """Draw the knight, on a stepping horse that looks to the left."""
    return (
        path("M22 303H150", stroke_width=3)
        + path("M138 190C160 188 164 214 153 238C150 226 148 214 138 208Z", suit.hair)
        + path("M108 250C114 266 108 280 105 292L102 302H116L119 292C122 276 130 268 132 252Z", suit.horse)
        + path(
            "M66 130L62 115 54 133C46 148 40 164 29 181C25 190 30 199 40 198C50 197 52 191 58 189C66 188 72 183 76 175"
            "C76 192 60 202 62 222C56 228 48 230 41 236C35 242 36 250 40 256L50 272 44 281H57L60 269 54 250"
            "C62 253 72 253 77 249C82 262 79 276 80 292L78 302H92L93 292C93 276 96 266 102 256C112 262 124 260 131 252"
            "C132 263 143 268 142 280L137 292 133 302H147L149 292 154 276C156 262 152 250 152 240"
            "C158 214 150 190 132 184C120 190 108 188 99 182C97 156 86 134 66 130Z",
            suit.horse,
        )
        + path("M44 281H57L55 289H39ZM80 293H93L94 303H74ZM137 293H149L148 303H128ZM105 293H119L117 303H97Z", INK)
        + path(
            "M62 127C90 128 104 154 103 186L92 184Q96 176 90 172Q92 164 85 160Q85 151 77 150Q76 142 64 142Z", suit.hair
        )
        + circle(53, 153, 2.4, INK, stroke="none")
        + path("M33 187q4-1 5 3M37 172L48 193M48 192L64 146", stroke_width=1.8)
        + path("M47 192Q66 196 80 160", stroke_width=2.4)
        + path("M90 184Q114 192 140 186L144 230Q116 244 86 230Z", suit.fill)
        + path("M86 230Q116 244 144 230L143 221Q116 234 87 221Z", suit.trim)
        + path("M44 176L58 166M42 184Q60 186 78 160", stroke_width=2)
        + limb("M116 176L102 216L100 240", suit.deep, width=13)
        + path("M92 240H108V252H82Q84 244 92 240Z", INK)
        + path("M98 118Q116 106 134 118L130 178Q114 184 98 178Z", suit.fill)
        + path("M106 114L116 150L126 114Q116 110 106 114Z", suit.pale)
        + path("M98 166H131V176H98Z", suit.trim)
        + limb("M104 128L90 152L82 158", suit.fill, width=12)
        + circle(79, 159, 6, SKIN)
        + limb("M130 128L152 138L152 118", suit.fill, width=12)
        + held(suit, 152, 108)
        + path("M98 84C96 58 136 58 136 84L138 104Q124 110 122 98Z", suit.hair)
        + ellipse(115, 87, 14, 18, SKIN)
        + face(115, 88, look=4)
        + path("M92 74Q96 66 102 68C100 50 132 48 132 68Q140 68 140 76Q116 66 92 74Z", suit.fill)
        + path("M118 56C122 40 138 34 150 38C146 50 134 58 122 60Z", WHITE)
    )


def re(suit: Suit) -> str:
    """Draw the king: crowned, on his throne, sceptre in the other hand."""
    return (
        path("M60 300V112Q60 78 100 78Q140 78 140 112V300Z", suit.pale)
        + path("M42 302H150V312H42Z", suit.trim)
        + path("M52 236L42 116", stroke_width=7)
        + path("M52 236L42 116", stroke=GOLD, stroke_width=3)
        + circle(41, 112, 7, GOLD)
        + limb("M74 152L52 186L54 206", suit.fill)
        + path("M72 150Q100 132 128 150L134 236H66Z", suit.fill)
        + path("M90 150H110L114 236H86Z", WHITE)
        + path("M50 296L56 238C60 214 92 214 98 238L99 296Z", suit.fill)
        + path("M150 296L144 238C140 214 108 214 102 238L101 296Z", suit.fill)
        + path("M50 302L51 288Q100 300 149 288L150 302Z", WHITE)
        + path("M70 230Q76 250 70 284M130 230Q124 250 130 284", stroke_width=2)
        + circle(55, 208, 6.5, SKIN)
        + path("M70 146Q100 126 130 146L136 170Q100 188 64 170Z", WHITE)
        + path("M78 156v7M92 164v7M108 164v7M122 156v7", stroke_width=3)
        + limb("M130 160L151 172L152 146", suit.fill)
        + held(suit, 152, 134)
        + path("M78 92H122L124 124Q100 118 76 124Z", suit.hair)
        + ellipse(100, 98, 16, 20, SKIN)
        + path("M84 98C82 132 96 142 100 144C104 142 118 132 116 98Q112 106 100 105Q88 106 84 98Z", suit.hair)
        + face(100, 99)
        + path("M94 113h12", stroke=SKIN, stroke_width=2.4)
        + path("M78 84L72 48 88 64 100 40 112 64 128 48 122 84Q100 78 78 84Z", GOLD)
        + path("M78 84Q100 78 122 84V76Q100 70 77 76Z", suit.deep)
        + "".join(circle(x, y, 4, suit.deep, stroke_width=2) for x, y in ((72, 46), (100, 38), (128, 46)))
    )


def donna(suit: Suit) -> str:
    """Draw the queen of the French deck: standing, crowned, a flower in the other hand."""
    return (
        path("M74 90C68 50 132 50 126 90L134 146H66Z", suit.hair)
        + path("M82 148Q100 138 118 148L124 192C144 222 152 264 154 302H44C46 264 56 222 76 192Z", suit.fill)
        + path("M92 196H108L126 302H74Z", suit.pale)
        + path("M60 240Q52 268 52 300M140 240Q146 268 147 300", stroke_width=2)
        + path("M45 290Q100 306 153 290L154 302H44Z", WHITE)
        + path("M88 144L100 180L112 144Q100 138 88 144Z", WHITE)
        + path("M76 186H124V197H76Z", suit.trim)
        + limb("M84 154L56 176L66 204", suit.fill)
        + path("M68 212L58 146M62 178Q46 176 44 162Q58 164 62 178", suit.pale)
        + f'<g transform="translate(57 138)">{path(petals(7, 3, 16, 6), suit.trim)}{circle(0, 0, 4.5, suit.deep)}</g>'
        + circle(67, 207, 6.5, SKIN)
        + limb("M116 154L150 168L152 144", suit.fill)
        + held(suit, 152, 134)
        + ellipse(100, 100, 16, 20, SKIN)
        + face(100, 102, look=2)
        + path("M84 98Q86 76 100 78Q114 76 116 98Q120 78 100 72Q80 78 84 98Z", suit.hair)
        + path("M80 78L74 56 88 66 100 48 112 66 126 56 120 78Q100 72 80 78Z", GOLD)
        + path("M92 128Q100 134 108 128", stroke=GOLD, stroke_width=3)
    )


FIGURES = {"F": fante, "C": cavallo, "R": re}
