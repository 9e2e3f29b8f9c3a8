/** Decodes the bytes of a calendar or table, with the declared or the detected encoding. */

const marks: readonly (readonly [bytes: readonly number[], encoding: string])[] = [
  [[0xff, 0xfe, 0, 0], 'utf-32le'],
  [[0, 0, 0xfe, 0xff], 'utf-32be'],
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]

/** The characters 0x80 to 0x9f of Windows-1252. Node's decoder gives the control characters of Latin-1 for them. */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** The characters 0x80 to 0xff of code page 850, in which DOS and some consoles of Windows write. */
const codePage850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

/** The encoding of a text without a byte order mark whose first two characters are ASCII, and take several bytes each. */
function wideEncoding(bytes: Uint8Array): string | undefined {
  const zeros = [...bytes.subarray(0, 8)].map((byte) => (byte === 0 ? '0' : 'x')).join('')
  const forms = { x000x000: 'utf-32le', '000x000x': 'utf-32be', x0x0: 'utf-16le', '0x0x': 'utf-16be' }
  return Object.entries(forms).find(([form]) => zeros.startsWith(form))?.[1]
}

const CHARACTERS_AT_ONCE = 4096

/** Decodes UTF-32, which Node's decoder does not know. Throws if a number is no character. */
function decodedWide(bytes: Uint8Array, isLittle: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength - (bytes.byteLength % 4))
  const pieces: string[] = []
  for (let at = 0; at < view.byteLength; at += 4 * CHARACTERS_AT_ONCE) {
    const length = Math.min(CHARACTERS_AT_ONCE, (view.byteLength - at) / 4)
    const codes = Array.from({ length }, (_, index) => view.getUint32(at + index * 4, isLittle))
    pieces.push(String.fromCodePoint(...codes))
  }
  return pieces.join('').replace(/^\ufeff/, '')
}

/** A text, and the encoding that it was read with: `ibm850`, or a name of the Encoding Standard in lower case, such as `utf-8`. */
interface DecodedText {
  readonly text: string
  readonly charset: string
}

function decodedAs(bytes: Uint8Array, encoding: string): DecodedText | undefined {
  try {
    if (/^(?:cp|ibm|ibm-|dos-)?850$/i.test(encoding)) {
      const latin1 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
      const text = latin1.replace(/[\u0080-\u00ff]/g, (one) => codePage850[one.charCodeAt(0) - 0x80] ?? one)
      return { text, charset: 'ibm850' }
    }
    if (/^utf-?32/i.test(encoding)) {
      const isLittle = !/be$/i.test(encoding)
      return { text: decodedWide(bytes, isLittle), charset: isLittle ? 'utf-32le' : 'utf-32be' }
    }
    const decoder = new TextDecoder(encoding, { fatal: true })
    const [decoded, charset] = [decoder.decode(bytes), decoder.encoding]
    if (charset !== 'windows-1252') return { text: decoded, charset }
    const text = decoded.replace(/[\u0080-\u009f]/g, (one) => windows1252[one.charCodeAt(0) - 0x80] ?? one)
    return { text, charset }
  } catch {
    return undefined
  }
}

/** The encoding in a property of a calendar: `SUMMARY;CHARSET=ISO-8859-1:…`. */
function namedWithin(bytes: Uint8Array): string | undefined {
  const beginning = new TextDecoder('latin1').decode(bytes.subarray(0, 65_536))
  return /;CHARSET="?([\w.-]{1,40})/i.exec(beginning)?.[1]
}

const controls = /[^\P{Cc}\t\n\v\f\r]/gu
/** Old systems end files with this character. */
const SUBSTITUTE = 0x1a

/** The bytes by which an encoding is guessed. */
const GUESSED_FROM = 262_144

const usual = /[äöüßéèêëàâáãåçñíìîïóòôõøúùûæœ]/i
const typographic = /[€£„“”‚‘’–—…«»·•©®°§½¿¡ªº\u00a0]/
const letter = /^[a-z]$/i

/**
 * How well a text of Western Europe reads: letters of words and signs between words count for it alike, so that quotes and dashes of an
 * English text are none of another encoding's letters; signs and capitals within words count against it.
 */
function readability(text: string): number {
  let sum = 0
  for (const { 0: one, index } of text.matchAll(/[^\0-\x7f]/g)) {
    const [before, after] = [text[index - 1] ?? '', text[index + 1] ?? '']
    const [isAfterLetter, isBeforeLetter] = [letter.test(before), letter.test(after)]
    const isMisplaced = one !== '’' && isAfterLetter && (isBeforeLetter || /[„‚]/.test(one))
    const isCapitalWithin = one !== one.toLowerCase() && /[a-z]/.test(before)
    if (usual.test(one)) sum += isCapitalWithin ? -2 : isAfterLetter || isBeforeLetter ? 2 : 0
    else if (typographic.test(one)) sum += isMisplaced ? -2 : 2
    else sum -= 2
  }
  return sum
}

/**
 * Decodes the bytes of a text that is not in Unicode with the encoding in which it reads best: Windows-1252, or Mac Roman, in which
 * Excel for Mac writes, or code page 850.
 */
function decodedByGuess(bytes: Uint8Array): DecodedText | undefined {
  const beginning = bytes.subarray(0, GUESSED_FROM)
  const read = ['windows-1252', 'macintosh', 'ibm850'].map((encoding) => ({
    encoding,
    sum: readability(decodedAs(beginning, encoding)?.text ?? ''),
  }))
  const best = read.reduce((one, other) => (other.sum > one.sum ? other : one))
  return decodedAs(bytes, best.encoding)
}

/** Whether the bytes are those of a spreadsheet, an `.xlsx`, `.ods` or `.xls`, rather than a table in text. */
export const isSpreadsheetFile = (bytes: Uint8Array): boolean =>
  [
    [0x50, 0x4b, 0x03, 0x04],
    [0xd0, 0xcf, 0x11, 0xe0],
  ].some((mark) => mark.every((byte, at) => bytes[at] === byte))

/** The encodings that can be named for a file: those in which spreadsheets write. */
export const fileCharsets = ['utf-8', 'windows-1252', 'macintosh', 'ibm850', 'utf-16le'] as const

/** Whether the text has control characters that no text in a single-byte encoding has. */
function isBinary(text: string): boolean {
  const codes = (text.match(controls) ?? []).map((one) => one.charCodeAt(0))
  return codes.some((code) => code < 0x80 && code !== SUBSTITUTE)
}

/** JSON is always UTF-8 (RFC 8259). */
const isJson = (bytes: Uint8Array) =>
  bytes[0] === 0x7b || (bytes[0] === 0x5b && /[\s{\]]/.test(String.fromCharCode(bytes[1] ?? 0)))

/**
 * Decodes bytes with the first of these encodings that fits: that of the byte order mark, UTF-16 or UTF-32 by its zeros, `charset`, UTF-8, that of a
 * CHARSET parameter in the calendar, that in which a text of Western Europe reads best. Undefined if the bytes are no text.
 */
export function decodedTextOfBytes(bytes: Uint8Array, charset?: string): DecodedText | undefined {
  const unlessBinary = (read: DecodedText | undefined) =>
    read === undefined || isBinary(read.text) ? undefined : read
  const marked = marks.find(([mark]) => mark.every((byte, at) => bytes[at] === byte))
  if (marked !== undefined) return decodedAs(bytes, marked[1])
  const wide = wideEncoding(bytes)
  if (wide !== undefined) return unlessBinary(decodedAs(bytes, wide))
  const isUtf8 = charset === undefined || /^utf-?8$/i.test(charset)
  const said = isUtf8 ? undefined : decodedAs(bytes, charset)
  const read = said ?? decodedAs(bytes, 'utf-8')
  if (read !== undefined || isJson(bytes)) return read
  const named = namedWithin(bytes)
  return unlessBinary((named && decodedAs(bytes, named)) || decodedByGuess(bytes))
}

/** Returns the text of bytes, without its encoding. */
export const textDecodedFromBytes = (bytes: Uint8Array, charset?: string): string | undefined =>
  decodedTextOfBytes(bytes, charset)?.text

/** The charset parameter of a media type such as `text/calendar; charset=ISO-8859-1`. */
export function charsetOfMediaType(mediaType: string | undefined): string | undefined {
  return /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i.exec(mediaType ?? '')?.[1]
}
