/** Bytes of a calendar or table → text, in the encoding that they say or show. */

const marks: readonly (readonly [bytes: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]

/** What Windows-1252 has from 0x80 to 0x9f, where Node's decoder leaves the control characters of Latin-1. */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

function decodedAs(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    const decoder = new TextDecoder(encoding, { fatal: true })
    const text = decoder.decode(bytes)
    return decoder.encoding === 'windows-1252'
      ? text.replace(/[\u0080-\u009f]/g, (one) => windows1252[one.charCodeAt(0) - 0x80] ?? one)
      : text
  } catch {
    return undefined
  }
}

/** The encoding that a property of a calendar names: `SUMMARY;CHARSET=ISO-8859-1:…`. */
function namedWithin(bytes: Uint8Array): string | undefined {
  const beginning = new TextDecoder('latin1').decode(bytes.subarray(0, 65_536))
  return /;CHARSET="?([\w.-]{1,40})/i.exec(beginning)?.[1]
}

const controls = /[^\P{Cc}\t\n\v\f\r]/gu
/** Ends files of old systems. */
const SUBSTITUTE = 0x1a

/** Whether there are control characters that no text in an encoding of one byte a character has. */
function isBinary(text: string): boolean {
  const codes = (text.match(controls) ?? []).map((one) => one.charCodeAt(0))
  return codes.some((code) => code < 0x80 && code !== SUBSTITUTE)
}

/** JSON is UTF-8, whatever its bytes look like (RFC 8259). */
const isJson = (bytes: Uint8Array) => bytes[0] === 0x7b

/**
 * The text of bytes: by their byte order mark, else by the encoding that came with them (`charset`), else as UTF-8, else by the
 * encoding that a property names, else as Windows-1252, which holds Latin-1. Undefined where they are no text.
 */
export function decodedText(bytes: Uint8Array, charset?: string): string | undefined {
  const marked = marks.find(([mark]) => mark.every((byte, at) => bytes[at] === byte))
  if (marked !== undefined) return decodedAs(bytes, marked[1])
  const isUtf8 = charset === undefined || /^utf-?8$/i.test(charset)
  const said = isUtf8 ? undefined : decodedAs(bytes, charset)
  const text = said ?? decodedAs(bytes, 'utf-8')
  if (text !== undefined || isJson(bytes)) return text
  const named = namedWithin(bytes)
  const guessed = (named && decodedAs(bytes, named)) ?? decodedAs(bytes, 'windows-1252')
  return guessed === undefined || isBinary(guessed) ? undefined : guessed
}

/** The encoding of a media type: `text/calendar; charset=ISO-8859-1`. */
export function charsetOf(mediaType: string | undefined): string | undefined {
  return /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i.exec(mediaType ?? '')?.[1]
}
