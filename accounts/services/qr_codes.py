"""QR codes: an address as a picture for phones, drawn here so that no page asks another site for it."""

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from qrcode.main import QRCode


def svg_of(address: str, title: str, *, title_id: str = "qr-title") -> SafeString:
    """Return the QR code of *address* as SVG for the page itself: a data: image would fall to the page's own policy."""
    code = QRCode(border=4)
    code.add_data(address)
    rows = code.get_matrix()
    size = len(rows)
    dots = "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, is_dark in enumerate(row) if is_dark)
    name = escape(title_id)
    return mark_safe(  # noqa: S308 - made of numbers and of what is escaped
        f'<svg viewBox="0 0 {size} {size}" width="240" height="240" role="img" aria-labelledby="{name}">'
        f'<title id="{name}">{escape(title)}</title>'
        f'<path fill="#fff" d="M0 0h{size}v{size}h-{size}z"/><path d="{dots}"/></svg>'
    )
