/** Text kinds: plain text, titles, HTML, search words, and texts of a checked format. */
import { sixDigitHexColor } from '../../domain/color.ts'
import { sanitizeHtml } from '../../domain/text/html.ts'
import { emailAddress, httpAddress, linkableAddress } from '../../domain/text/links.ts'
import { unicodeNormalizedText } from '../../domain/text/normalized.ts'
import {
  isCertainlyLonger,
  isLongerThan,
  plainTextForStorage,
  textFault,
  titleForStorage,
} from '../../domain/text/plain-text.ts'
import { parseSearch, type SearchWords } from '../../domain/text/search-words.ts'
import { slugify } from '../../domain/text/slug.ts'
import { storedZoneName } from '../../domain/time/zones.ts'
import { LONGEST_UID } from '../../domain/uid.ts'
import { faultResult, type Kind, type ParsingResult, valueResult } from './kind.ts'

/** Returns a JSON string, number or boolean as text (contract §2.1, kind "string"); undefined for numbers that are not finite. */
function textOf(raw: unknown): string | undefined {
  if (typeof raw === 'string') return raw
  return typeof raw === 'boolean' || Number.isFinite(raw) ? String(raw) : undefined
}

function readText<T>(raw: unknown, most: number, next: (text: string) => ParsingResult<T>): ParsingResult<T> {
  const sent = textOf(raw)
  if (sent === undefined) return faultResult('must be text')
  const tooLong = `must be at most ${most} characters long`
  if (isCertainlyLonger(sent, most)) return faultResult(tooLong)
  const text = unicodeNormalizedText(sent)
  const wrong = textFault(text)
  if (wrong !== undefined) return faultResult(wrong)
  return isLongerThan(text, most) ? faultResult(tooLong) : next(text)
}

/** Accepts an identifier or selector of at most `most` characters, unchanged except for Unicode NFC. */
export function text(most = 2000): Kind<string> {
  return {
    name: 'text',
    shown: 'string',
    schema: { type: 'string', maxLength: most },
    read: (raw) => readText(raw, most, valueResult),
  }
}

/** Accepts display text of at most `most` characters, in any number of lines; HTML tags are removed (contract §1). */
export function plain(most = 2000): Kind<string> {
  return {
    ...text(most),
    read: (raw) => readText(raw, most, (sent) => valueResult(plainTextForStorage(sent))),
  }
}

/** Accepts one line of plain text of at most `most` characters, such as a title or name; HTML tags are removed. */
export function title(most: number): Kind<string> {
  const read = (raw: unknown) =>
    readText(raw, most, (sent) => {
      const plain = titleForStorage(sent)
      return plain === '' ? faultResult('must not be empty') : valueResult(plain)
    })
  return { name: 'title', shown: 'string', schema: { type: 'string', minLength: 1, maxLength: most }, read }
}

/** Accepts HTML of at most `most` characters and sanitises it (contract §4.8). */
export function html(most: number): Kind<string> {
  return {
    name: 'html',
    shown: 'string',
    schema: { type: 'string', maxLength: most },
    read: (raw) => readText(raw, most, (sent) => valueResult(sanitizeHtml(sent))),
  }
}

/** Accepts an id of another system on one line, unchanged: it is compared exactly. */
export const uid: Kind<string> = {
  name: 'uid',
  shown: 'string',
  schema: { type: 'string', minLength: 1, maxLength: LONGEST_UID },
  read: (raw) => {
    if (typeof raw !== 'string') return faultResult('must be text')
    const wrong = textFault(raw)
    if (wrong !== undefined || /[\r\n]/.test(raw)) return faultResult(wrong ?? 'must be one line')
    return isLongerThan(raw, LONGEST_UID)
      ? faultResult(`must be at most ${LONGEST_UID} characters long`)
      : valueResult(raw)
  },
}

export const slug: Kind<string> = {
  name: 'slug',
  shown: 'string',
  schema: { type: 'string', maxLength: 2000 },
  read: (raw) => readText(raw, 2000, (sent) => valueResult(slugify(sent))),
}

function checked(
  name: string,
  format: string | undefined,
  check: (text: string) => string | undefined,
  wrong: string,
): Kind<string> {
  const read = (raw: unknown) =>
    readText(raw, 2000, (sent) => {
      const kept = check(sent.trim())
      return kept === undefined ? faultResult(wrong) : valueResult(kept)
    })
  return {
    name,
    shown: 'string',
    schema: { type: 'string', ...(format !== undefined && { format }), maxLength: 2000 },
    read,
  }
}

export const zone = checked(
  'zone',
  undefined,
  storedZoneName,
  'must be a time zone such as Europe/Paris, UTC or UTC+2',
)
export const webUrl = checked(
  'web',
  'uri',
  linkableAddress,
  'must be a URL that begins with http://, https://, mailto: or tel:',
)
export const email = checked(
  'email',
  'email',
  emailAddress,
  'must be an e-mail address such as name@example.org',
)

/** An address where somebody answers: an e-mail address, or an http or https URL of a form. */
export const contact = checked(
  'contact',
  undefined,
  (sent) => emailAddress(sent) ?? httpAddress(sent),
  'must be an e-mail address such as name@example.org, or a URL that begins with http:// or https://',
)

/** A colour in hexadecimal digits; the value has six of them, in lower case. */
export const color = checked('color', undefined, sixDigitHexColor, 'must be a colour such as #a8231b')

/** A search query (contract §3.3). */
export const searchWords: Kind<SearchWords> = {
  name: 'search',
  shown: 'string',
  schema: { type: 'string', maxLength: 200 },
  read: (raw) =>
    readText(raw, 2000, (sent) => {
      const parsed = parseSearch(sent)
      return 'words' in parsed ? valueResult(parsed.words) : faultResult(parsed.fault)
    }),
}

/** A password of up to 255 characters, accepted unchanged. */
export const password: Kind<string> = {
  name: 'password',
  shown: 'string',
  schema: { type: 'string', maxLength: 255, writeOnly: true },
  read: (raw) => readText(raw, 255, valueResult),
}
