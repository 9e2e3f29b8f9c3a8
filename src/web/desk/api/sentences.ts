/** Words of the desk for what the service says is wrong. The service speaks English alone, and most of its codes cover many sentences. */
import { t } from '../words/index.ts'

type Said = readonly string[]

/** The sentences that users of the desk meet, by how they look; groups are their values. The first one that fits counts. */
const sentences: readonly (readonly [RegExp, (said: Said) => string])[] = [
  [/^must not be empty$/, () => t('fault.empty')],
  [/^must not be negative$/, () => t('fault.negative')],
  [/^must not be before start_date$/, () => t('fault.before-start')],
  [/^must be after start_date/, () => t('fault.after-start')],
  [/^must be in the years 1000 to 9999$/, () => t('fault.years')],
  [/^must be a date\b/, () => t('fault.date')],
  [/^must be a URL that begins with http:\/\/, https:\/\/, mailto: or tel:$/, () => t('fault.address')],
  [/^must be an e-mail address such as name@example\.org$/, () => t('fault.email')],
  [/^must be an (absolute http\(s\)|http:\/\/ or https:\/\/) URL/, () => t('fault.web-address')],
  [/^must be an https:\/\/ URL$/, () => t('fault.https')],
  [/^must be a time zone such as /, () => t('fault.zone')],
  [/^must be (?:a number|an integer)$/, () => t('fault.number')],
  [/^must be (-?[\d.]+) or more$/, ([least = '']) => t('fault.least', { least })],
  [/^must be (-?[\d.]+) or less$/, ([most = '']) => t('fault.most', { most })],
  [/^must be from (-?[\d.]+) to (-?[\d.]+)$/, ([least = '', most = '']) => t('fault.range', { least, most })],
  [/^must (?:be|have) at most (\d+) characters(?: long)?$/, ([most = '']) => t('fault.long', { most })],
  [
    /^must (?:have|be a name of) (\d+) to (\d+) characters$/,
    ([least = '', most = '']) => t('fault.length', { least, most }),
  ],
  [/^must be a price such as /, () => t('fault.price')],
  [/^must be a colour such as /, () => t('fault.color')],
  [/^must have 1 to 60 of a-z/, () => t('fault.login')],
  [/^must be the code that the app shows now/, () => t('fault.code')],
  [/^must (?:not contain the item itself|be neither the )/, () => t('fault.itself')],
  [/^is an SVG, which may contain scripts/, () => t('fault.image.type')],
  [/^is (?:empty|not a JPEG)/, () => t('fault.image.type')],
  [/^is an SVG without a size/, () => t('fault.svg.size')],
  [/^is an SVG that shows nothing/, () => t('fault.svg.nothing')],
  [/^is (?:no SVG|an SVG that (?:is not well-formed|cannot be drawn))/, () => t('fault.svg.broken')],
  [/^is an SVG (?:of more than|that (?:has|repeats)) /, () => t('fault.svg.complex')],
  [/^(?:has more than \d+ megapixels|needs too much memory)/, () => t('fault.image.large')],
  [/^(?:is broken, cut off|cannot be read)/, () => t('fault.image.broken')],
  [/^took longer than \d+ seconds to read$/, () => t('fault.image.slow')],
  [/^could not be fetched: /, () => t('fault.image.fetch')],
  [/^The body is too large\. /, () => t('fault.large')],
  [/^Your role does not allow this\.$/, () => t('fault.forbidden')],
  [/^A user with that login already exists\. /, () => t('fault.user-exists')],
  [/^Another user has that e-mail address\. /, () => t('fault.email-taken')],
  [/^This is the last administrator\. /, () => t('fault.last-administrator')],
  [/^There is already a subscription to this calendar\.$/, () => t('fault.subscribed')],
  [/^Too many requests\. /, () => t('fault.often')],
  [/^This link is not valid\. /, () => t('fault.link')],
  [/^It was stopped before its end\.$/, () => t('fault.stopped')],
  [/\bENOSPC\b|no space left|database or disk is full/i, () => t('fault.disk-full')],
]

/** Returns a sentence of the service in the language of the desk; undefined where the desk has no words for it. */
export function translatedSentence(sentence: string): string | undefined {
  for (const [pattern, words] of sentences) {
    const found = pattern.exec(sentence)
    if (found !== null) return words(found.slice(1))
  }
  return undefined
}
