/** Text kinds: plain text, titles, HTML, search words, and texts of a checked format. */
import { sixDigitHexColor } from '../../domain/color.ts'
import { sanitizeHtml } from '../../domain/text/html.ts'
import { httpAddress, linkableAddress, wholeTextAsEmailAddress } from '../../domain/text/links.ts'
import { unicodeNormalizedText } from '../../domain/text/normalized.ts'
import {
  isCertainlyLonger,
  isLongerThan,
  normalizedTextWithoutTags,
  textFault,
  titleForStorage,
} from '../../domain/text/plain-text.ts'
import { parseSearch, type SearchWords } from '../../domain/text/search-words.ts'
import { slugify } from '../../domain/text/slug.ts'
import { storedZoneName } from '../../domain/time/zones.ts'
import { LONGEST_UID } from '../../domain/uid.ts'
import { because, type RefusalReason } from '../../problem.ts'
import { faultResult, type Kind, type ParsingResult, valueResult } from './kind.ts'

/** Returns a JSON string, number or boolean as text (contract §2.1, kind "string"); undefined for numbers that are not finite. */
function textOf(raw: unknown): string | undefined {
  if (typeof raw === 'string') return raw
  return typeof raw === 'boolean' || Number.isFinite(raw) ? String(raw) : undefined
}

const tooLong = (most: number) => faultResult(because('too_long', { most }))

function readText<T>(raw: unknown, most: number, next: (text: string) => ParsingResult<T>): ParsingResult<T> {
  const sent = textOf(raw)
  if (sent === undefined) return faultResult(because('not_a_text'))
  if (isCertainlyLonger(sent, most)) return tooLong(most)
  const text = unicodeNormalizedText(sent)
  const wrong = textFault(text)
  if (wrong !== undefined) return faultResult(wrong)
  return isLongerThan(text, most) ? tooLong(most) : next(text)
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
    read: (raw) => readText(raw, most, (sent) => valueResult(normalizedTextWithoutTags(sent))),
  }
}

/** Accepts one line of plain text of at most `most` characters, such as a title or name; HTML tags are removed. */
export function title(most: number): Kind<string> {
  const read = (raw: unknown) =>
    readText(raw, most, (sent) => {
      const plain = titleForStorage(sent)
      return plain === '' ? faultResult(because('empty')) : valueResult(plain)
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
    if (typeof raw !== 'string') return faultResult(because('not_a_text'))
    const wrong = textFault(raw)
    if (wrong !== undefined || /[\r\n]/.test(raw)) return faultResult(wrong ?? because('several_lines'))
    return isLongerThan(raw, LONGEST_UID) ? tooLong(LONGEST_UID) : valueResult(raw)
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
  wrong: RefusalReason,
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

export const zone = checked('zone', undefined, storedZoneName, because('not_a_zone'))
export const webUrl = checked('web', 'uri', linkableAddress, because('not_a_link'))
export const email = checked('email', 'email', wholeTextAsEmailAddress, because('not_an_email_address'))

/** An address where somebody answers: an e-mail address, or an http or https URL of a form. */
export const emailOrUrl = checked(
  'contact',
  undefined,
  (sent) => wholeTextAsEmailAddress(sent) ?? httpAddress(sent),
  because('not_a_contact'),
)

/** A colour in hexadecimal digits; the value has six of them, in lower case. */
export const color = checked('color', undefined, sixDigitHexColor, because('not_a_color'))

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
