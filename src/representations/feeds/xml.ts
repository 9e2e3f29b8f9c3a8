/** Text within XML. */

/** The text with what XML can't hold, or should not (XML 1.0 §2.2), left out and what means something to it escaped. */
export function xmlText(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fdcf}\u{fdf0}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)
}

/** An element that holds nothing but text; `attributes` as written. */
export function element(name: string, text: string, attributes = ''): string {
  return `<${name}${attributes && ` ${attributes}`}>${xmlText(text)}</${name}>\n`
}
