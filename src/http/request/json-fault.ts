/** Finds the position of a JSON syntax error (RFC 8259): only some engine versions report it. */

const DIGITS = /[0-9]+/y
const SPACE = /[ \t\n\r]*/y
/** Plain characters of strings: all except the quote, the backslash and the control characters. */
const PLAIN = /[ !#-[\]-\uffff]*/y
const HEX = /[0-9a-fA-F]{0,4}/y
const words: Readonly<Record<string, string>> = { t: 'true', f: 'false', n: 'null' }

/** The end of a sticky pattern's match at an offset; the offset itself if there is no match. */
function past(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return at + (pattern.exec(text)?.[0].length ?? 0)
}

/** A token that ends at `end`. If it `isBroken`, `end` is the position of the error. */
interface Token {
  readonly end: number
  readonly isBroken: boolean
}

const whole = (end: number): Token => ({ end, isBroken: false })
const broken = (end: number): Token => ({ end, isBroken: true })

function escapeAt(text: string, at: number): Token {
  const sign = text[at + 1] ?? ''
  if (sign === 'u') {
    const end = past(HEX, text, at + 2)
    return end === at + 6 ? whole(end) : broken(end)
  }
  return sign !== '' && '"\\/bfnrt'.includes(sign) ? whole(at + 2) : broken(at + 1)
}

/** Reads a string, starting after its opening quote. */
function stringAt(text: string, start: number): Token {
  let at = start
  for (;;) {
    at = past(PLAIN, text, at)
    if (text[at] === '"') return whole(at + 1)
    if (text[at] !== '\\') return broken(at)
    const escaped = escapeAt(text, at)
    if (escaped.isBroken) return escaped
    at = escaped.end
  }
}

/** Reads one or more digits. */
function digitsAt(text: string, at: number): Token {
  const end = past(DIGITS, text, at)
  return end === at ? broken(at) : whole(end)
}

function numberAt(text: string, start: number): Token {
  const first = text[start] === '-' ? start + 1 : start
  const integer = text[first] === '0' ? whole(first + 1) : digitsAt(text, first)
  if (integer.isBroken) return integer
  const fraction = text[integer.end] === '.' ? digitsAt(text, integer.end + 1) : integer
  if (fraction.isBroken || !/[eE]/.test(text[fraction.end] ?? '')) return fraction
  const sign = fraction.end + 1
  return digitsAt(text, /[+-]/.test(text[sign] ?? '') ? sign + 1 : sign)
}

function wordAt(text: string, at: number, word: string): Token {
  const wrong = [...word].findIndex((letter, index) => text[at + index] !== letter)
  return wrong < 0 ? whole(at + word.length) : broken(at + wrong)
}

/** Reads a string, number, boolean or null. */
function scalarAt(text: string, at: number): Token {
  const sign = text[at] ?? ''
  if (sign === '"') return stringAt(text, at + 1)
  const word = words[sign]
  if (word !== undefined) return wordAt(text, at, word)
  return /[-0-9]/.test(sign) ? numberAt(text, at) : broken(at)
}

/** Reads the name of a member, and its colon. */
function nameAt(text: string, at: number): Token {
  const name = text[at] === '"' ? stringAt(text, at + 1) : broken(at)
  if (name.isBroken) return name
  const end = past(SPACE, text, name.end)
  return text[end] === ':' ? whole(end + 1) : broken(end)
}

/** The expected token: a value, a value or the end of an empty list, a name, a name or the end of an empty object, or what follows a value. */
type Expected = 'value' | 'first value' | 'name' | 'first name' | 'more'

const closing = { '[': ']', '{': '}' } as const

/**
 * The offset of the first invalid character, in UTF-16 code units; the length of `text` if it ends too early. Only for texts
 * that `JSON.parse` rejects. Reads each character once, without recursion.
 */
export function jsonFaultOffset(text: string): number {
  const open: ('[' | '{')[] = []
  let expected: Expected = 'value'
  let at = 0
  for (;;) {
    at = past(SPACE, text, at)
    const sign = text[at]
    const innermost = open.at(-1)
    if (sign === undefined) return text.length
    if (innermost !== undefined && sign === closing[innermost] && /^first|more/.test(expected)) {
      open.pop()
      expected = 'more'
      at += 1
    } else if (expected === 'more') {
      if (innermost === undefined || sign !== ',') return at
      expected = innermost === '{' ? 'name' : 'value'
      at += 1
    } else if (expected === 'name' || expected === 'first name') {
      const name = nameAt(text, at)
      if (name.isBroken) return name.end
      expected = 'value'
      at = name.end
    } else if (sign === '[' || sign === '{') {
      open.push(sign)
      expected = sign === '[' ? 'first value' : 'first name'
      at += 1
    } else {
      const scalar = scalarAt(text, at)
      if (scalar.isBroken) return scalar.end
      expected = 'more'
      at = scalar.end
    }
  }
}
