/** Content lines of iCalendar (RFC 5545 §3.1): folded at 75 octets, ended by CRLF. */

const MAX_OCTETS = 75

const octetsOf = (character: string) => {
  const point = character.codePointAt(0) ?? 0
  return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
}

/** Folds a line. Each continuation starts with a space; characters are never split. */
function folded(line: string): string {
  if (line.length * 3 <= MAX_OCTETS) return line
  let text = ''
  let octets = 0
  for (const character of line) {
    const more = octetsOf(character)
    if (octets + more > MAX_OCTETS) {
      text += '\r\n '
      octets = 1
    }
    text += character
    octets += more
  }
  return text
}

/** Escapes a value of type TEXT (RFC 5545 §3.3.11). */
export function escapedTextValue(text: string): string {
  return text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n')
    .replace(/[^\P{Cc}\t]/gu, '')
}

/** Returns a quoted parameter value, escaped as in RFC 6868. */
export function quotedParameter(value: string): string {
  const written = value
    .replaceAll('^', '^^')
    .replaceAll('"', "^'")
    .replace(/\s+/g, ' ')
    .replace(/\p{Cc}/gu, '')
  return `"${written}"`
}

/** Controls, which no line contains (RFC 5545 §3.1), wherever a value comes from. */
const control = /[^\P{Cc}\t]/u

/** Returns a content line: the property name with parameters, and the escaped value. */
export function contentLine(name: string, value: string): string {
  const text = `${name}:${value}`
  return `${folded(control.test(text) ? text.replace(new RegExp(control, 'gu'), '') : text)}\r\n`
}
