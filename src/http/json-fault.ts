/** Where a text stops being JSON (RFC 8259): engines tell it in some versions only. */

const DIGITS = /[0-9]+/y
const SPACE = /[ \t\n\r]*/y
/** In strings: all but the quote, the backslash and the control characters below the space. */
const PLAIN = /[ !#-[\]-\uffff]*/y
const HEX = /[0-9a-fA-F]{0,4}/y
const words: Readonly<Record<string, string>> = { t: 'true', f: 'false', n: 'null' }

/** The end of what a sticky pattern matches at an offset: the offset itself where it matches nothing. */
function past(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return at + (pattern.exec(text)?.[0].length ?? 0)
}

/** A token that was read up to `end`; where it `isBroken`, `end` is the place of the fault. */
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

/** A string from the place behind its first quote. */
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

/** Digits that must be there. */
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

/** A value that has no members. */
function scalarAt(text: string, at: number): Token {
  const sign = text[at] ?? ''
  if (sign === '"') return stringAt(text, at + 1)
  const word = words[sign]
  if (word !== undefined) return wordAt(text, at, word)
  return /[-0-9]/.test(sign) ? numberAt(text, at) : broken(at)
}

/** The name of a member, with its colon. */
function nameAt(text: string, at: number): Token {
  const name = text[at] === '"' ? stringAt(text, at + 1) : broken(at)
  if (name.isBroken) return name
  const end = past(SPACE, text, name.end)
  return text[end] === ':' ? whole(end + 1) : broken(end)
}

/** What may come next: a value, the end of an empty list too, a member's name, the end of an empty object too, or what follows a value. */
type Expected = 'value' | 'first value' | 'name' | 'first name' | 'more'

const closing = { '[': ']', '{': '}' } as const

/**
 * The offset of the first character, in UTF-16 code units, at which `text` can't go on as JSON: its length where it only ends too
 * early. For texts that `JSON.parse` refuses. Reads each character once and nests without recursion.
 */
export function jsonFaultAt(text: string): number {
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
