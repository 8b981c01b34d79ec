/* Contrast: runs axe, which measures once in a run each way in which a text stands out from its ground.

   Whether a text can be read is decided by its colour, size and weight and by the grounds beneath it: what has passed
   need not be measured again on every page, at every size. Where the grounds are not those of the element's ancestors
   alone, and where axe could not tell, nothing is remembered. */
async ({ options, known }) => {
  if (!("axe" in window)) return null;
  const CLEAR = "rgba(0, 0, 0, 0)";
  const sound = new Set(known);
  const passed = new Set();

  const once = (find) => {
    const found = new WeakMap();
    return (element) => {
      if (!found.has(element)) found.set(element, find(element));
      return found.get(element);
    };
  };

  /** What lies beneath an element's text, up to the page; null where its ancestors do not say. */
  const groundOf = once((element) => {
    const style = getComputedStyle(element);
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = style;
    const own = [backgroundColor, backgroundImage, opacity, filter, mixBlendMode].join();
    const beneath = element.parentElement ? groundOf(element.parentElement) : "";
    if (own === `${CLEAR},none,1,none,normal`) return isLaidOver(style) ? null : beneath;
    const isOpaque = backgroundColor !== CLEAR && !/rgba|\//.test(backgroundColor);
    if (!isOpaque && (beneath === null || isLaidOver(style))) return null;
    return `${own};${beneath ?? "?"}`;
  });
  const isLaidOver = ({ position, transform, translate, gridRowStart, gridColumnStart }) =>
    position !== "static" ||
    transform !== "none" ||
    translate !== "none" ||
    (gridRowStart !== "auto" && gridColumnStart !== "auto");

  /** A number for all that decides whether an element's text can be read; null where that is not known. */
  const keyOf = once((element) => {
    const ground = groundOf(element);
    if (ground === null) return null;
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const text = [color, fontSize, fontWeight, textShadow, ground].join();
    let key = 0x811c9dc5;
    for (let at = 0; at < text.length; at++) key = Math.imul(key ^ text.charCodeAt(at), 0x01000193);
    return key;
  });

  const rule = axe._audit.rules.find(({ id }) => id === "color-contrast");
  const check = axe._audit.checks["color-contrast"];
  const { matches } = rule;
  const { evaluate } = check;
  rule.matches = (element, ...rest) => !sound.has(keyOf(element)) && matches.call(rule, element, ...rest);
  check.evaluate = function (element, ...rest) {
    const found = evaluate.call(this, element, ...rest);
    if (found === true && keyOf(element) !== null) passed.add(keyOf(element));
    return found;
  };
  try {
    const { violations } = await axe.run(options);
    return { violations, passed: [...passed] };
  } finally {
    rule.matches = matches;
    check.evaluate = evaluate;
  }
}
