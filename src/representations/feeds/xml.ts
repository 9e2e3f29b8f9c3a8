/** XML text and elements. */

/** Escapes text for XML, and removes characters that XML forbids or discourages (XML 1.0 §2.2). */
export function xmlText(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fdcf}\u{fdf0}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)
}

/** Returns an element with text content. `attributes` must already be escaped. */
export function xmlElement(name: string, text: string, attributes = ''): string {
  return `<${name}${attributes && ` ${attributes}`}>${xmlText(text)}</${name}>\n`
}
