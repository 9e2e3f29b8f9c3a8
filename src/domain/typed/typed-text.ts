/** A text that a person typed as a row of tokens, and the phrases of a language that are found in it. */
import { foldedText, withTypedSigns } from '../text/letters.ts'
import { dayNumberOfDateParts } from '../time/timestamp.ts'
import { type TypedWords, typedWordsOf } from './words.ts'

// The names of weekdays and months in a language. Browsers use it too, so it does without Temporal.

/** A folded name with its number, from 1. */
type NumberedNames = ReadonlyMap<string, number>

/** Languages whose countries shorten the same month differently: “Sep” and “Sept”, “Januar” and “Jänner”. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  en: ['en-US', 'en-GB'],
  de: ['de-DE', 'de-AT'],
  es: ['es-ES', 'es-MX'],
  fr: ['fr-FR', 'fr-CA'],
}

const DAY = 86_400_000

/** The names of a part of dates, whose n-th number is that of the n-th of the `days` since 1970: long and short, alone and beside a day. */
function namesOf(language: string, part: 'weekday' | 'month', days: readonly number[]): NumberedNames {
  const names = new Map<string, number>()
  for (const kind of KINDS[language] ?? [language])
    for (const style of ['long', 'short'] as const)
      for (const beside of [{}, { day: 'numeric' }] as const) {
        const format = new Intl.DateTimeFormat(kind, { [part]: style, ...beside, timeZone: 'UTC' })
        for (const [at, day] of days.entries()) {
          const found = format.formatToParts(day * DAY).find(({ type }) => type === part)
          const name = foldedText(found?.value ?? '').replace(/\.$/, '')
          // Japanese months are numbers, which the forms of dates read.
          if (!/^\d*$/.test(name) && !names.has(name)) names.set(name, at + 1)
        }
      }
  return names
}

const MONDAY = dayNumberOfDateParts(2027, 1, 4)
const week = Array.from({ length: 7 }, (_, at) => MONDAY + at)
const months = Array.from({ length: 12 }, (_, at) => dayNumberOfDateParts(2027, at + 1, 1))

/** Returns the weekdays, 1 for Monday. Portuguese weekdays are known without “-feira”, Japanese ones without “日”, too. */
function weekdayNumbersByNameIn(language: string): NumberedNames {
  const names = new Map(namesOf(language, 'weekday', week))
  for (const [name, number] of [...names])
    if (/-feira$|曜日$/.test(name)) names.set(name.replace(/-feira$|日$/, ''), number)
  return names
}

/** Returns the months, 1 for January. */
const monthNumbersByNameIn = (language: string): NumberedNames => namesOf(language, 'month', months)

/** A number, a word, a Japanese character or a sign. */
interface Token {
  /** Folded: without case and accents. */
  readonly text: string
  readonly from: number
  readonly to: number
}

/** What a phrase can be. Several may be the same words. */
type PhraseKind =
  | (typeof plainKinds)[number]
  | 'month'
  | 'weekday'
  | 'inDays'
  | 'ahead'
  | 'feast'
  | 'hourWord'
  | 'minutesBefore'
  | 'minutesBehind'
  | 'ordinal'

interface Phrase {
  readonly kind: PhraseKind
  readonly tokens: readonly string[]
  readonly value: number
}

/** The phrases of some languages by their first token. */
type Lexicon = ReadonlyMap<string, readonly Phrase[]>

/** A text, its tokens, and the phrases that may be in it. */
export interface TypedText {
  readonly text: string
  readonly tokens: readonly Token[]
  readonly lexicon: Lexicon
}

const JAPANESE = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー'
const piece = new RegExp(
  `\\d+|[${JAPANESE}]|(?:(?![${JAPANESE}])[\\p{L}\\p{M}])+(?:'(?:(?![${JAPANESE}])[\\p{L}\\p{M}])+)?|\\S`,
  'gu',
)

/** The signs of keyboards for those that count as them, for signs of full width, and for what stands between two times, each at its place. */
const withUsualSigns = (text: string) =>
  withTypedSigns(
    text
      .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
      .replace(/[\u2043\u207b\u208b\ufe58\ufe63\u301c\u3030~]/g, '-')
      .replace(/[\u00a0\u2000-\u200a\u202f\u3000]/g, ' '),
  )

const tokensOf = (text: string): readonly Token[] =>
  [...withUsualSigns(text).matchAll(piece)].map(({ 0: part, index }) => ({
    text: foldedText(part),
    from: index,
    to: index + part.length,
  }))

const plainKinds = [
  'next',
  'every',
  'daily',
  'workdays',
  'everyOther',
  'everyMonth',
  'ofMonth',
  'joints',
  'articles',
  'of',
  'until',
  'untilDay',
  'endOf',
  'and',
  'hour',
  'beforeHour',
  'about',
  'noon',
  'midnight',
  'am',
  'pm',
  'night',
  'openEnd',
  'doors',
  'begins',
  'allDay',
] as const satisfies readonly (keyof TypedWords)[]

/** Stands for a number in a phrase. */
const NUMBER = '#'

function phrasesOf(language: string): readonly Phrase[] {
  const { today, tomorrow, afterTomorrow, ahead, feasts, ...others } = typedWordsOf(language)
  const { hours, minutesBefore, minutesBehind, ordinals, ...plain } = others
  const phrase = (kind: PhraseKind, text: string, value = 0): Phrase => {
    const tokens = tokensOf(text).map((token) => token.text)
    return { kind, value, tokens: tokens.at(-1) === '.' && tokens.length === 2 ? tokens.slice(0, 1) : tokens }
  }
  const numbered = (kind: PhraseKind, names: Iterable<readonly [string, number]>) =>
    [...names].map(([name, value]) => phrase(kind, name, value))
  const near = [today, tomorrow, afterTomorrow].flatMap((all, days) => all.map((one) => [one, days] as const))
  const isCounted = ([text]: readonly [string, number]) => text.includes(NUMBER)
  return [
    ...plainKinds.flatMap((kind) => plain[kind].map((one) => phrase(kind, one))),
    ...numbered('month', monthNumbersByNameIn(language)),
    ...numbered('weekday', weekdayNumbersByNameIn(language)),
    ...numbered('inDays', [...near, ...Object.entries(ahead).filter((one) => !isCounted(one))]),
    ...numbered('ahead', Object.entries(ahead).filter(isCounted)),
    ...numbered('feast', Object.entries(feasts)),
    ...numbered(
      'hourWord',
      hours.map((one, at) => [one, at + 1] as const),
    ),
    ...numbered('minutesBefore', Object.entries(minutesBefore)),
    ...numbered('minutesBehind', Object.entries(minutesBehind)),
    ...numbered('ordinal', Object.entries(ordinals)),
  ]
}

const lexicons = new Map<string, Lexicon>()

function lexiconOf(languages: readonly string[]): Lexicon {
  const key = languages.join()
  const kept = lexicons.get(key)
  if (kept !== undefined) return kept
  const made = new Map<string, Phrase[]>()
  for (const phrase of languages.flatMap(phrasesOf)) {
    const [first = ''] = phrase.tokens
    made.set(first, [...(made.get(first) ?? []), phrase])
  }
  lexicons.set(key, made)
  return made
}

/** Characters of the longest text that is read as a date or a time. */
export const LONGEST_TYPED = 200

/** Reads a text in some languages. */
export const typedTextIn = (text: string, languages: readonly string[]): TypedText => ({
  text,
  tokens: tokensOf(text),
  lexicon: lexiconOf(languages),
})

/** What was found, and the position behind it. */
export interface Found<T> {
  readonly value: T
  readonly next: number
}

/** What was found, and the part of the text that says it. */
export interface FoundPart<T> {
  readonly value: T
  readonly from: number
  readonly to: number
}

/** Returns what was found from a position on, with its part of the text. */
export const partOf = <T>({ tokens }: TypedText, at: number, { value, next }: Found<T>): FoundPart<T> => ({
  value,
  from: tokens[at]?.from ?? 0,
  to: tokens[next - 1]?.to ?? 0,
})

/** The text of a token; "" behind the last one. */
export const pieceAt = ({ tokens }: TypedText, at: number): string => tokens[at]?.text ?? ''

/** Whether nothing stands between a token and the one before it. */
export const isTight = ({ tokens }: TypedText, at: number): boolean =>
  at > 0 && tokens[at]?.from === tokens[at - 1]?.to

/** The longest phrase of these kinds at a position. */
export function phraseAt(
  typed: TypedText,
  at: number,
  ...kinds: readonly PhraseKind[]
): (Found<number> & { readonly kind: PhraseKind }) | undefined {
  let longest: Phrase | undefined
  for (const phrase of typed.lexicon.get(pieceAt(typed, at)) ?? []) {
    const { kind, tokens } = phrase
    if (!kinds.includes(kind) || tokens.length <= (longest?.tokens.length ?? 0)) continue
    if (tokens.every((piece, nth) => piece === pieceAt(typed, at + nth))) longest = phrase
  }
  return longest && { kind: longest.kind, value: longest.value, next: at + longest.tokens.length }
}

/** A number of days from today on, as it is counted: “in 3 days”, “in 2 weeks”, “3日後”. */
export function daysAheadAt(typed: TypedText, at: number): Found<number> | undefined {
  const { lexicon } = typed
  const isAt = (piece: string, nth: number) => piece === NUMBER || piece === pieceAt(typed, at + nth)
  for (const first of [pieceAt(typed, at), NUMBER])
    for (const { kind, tokens, value } of lexicon.get(first) ?? []) {
      const count = kind === 'ahead' ? numberAt(typed, at + tokens.indexOf(NUMBER), 1, 3) : undefined
      if (count !== undefined && tokens.every(isAt)) return { value: count * value, next: at + tokens.length }
    }
  return undefined
}

/** The position behind any number of phrases of these kinds, and of the dots of their abbreviations. */
export function behindPhrases(typed: TypedText, at: number, ...kinds: readonly PhraseKind[]): number {
  let next = at
  for (let found = phraseAt(typed, next, ...kinds); found; found = phraseAt(typed, next, ...kinds))
    next = pieceAt(typed, found.next) === '.' && isTight(typed, found.next) ? found.next + 1 : found.next
  return next
}

/** A number of so many digits; undefined for anything else. */
export function numberAt(typed: TypedText, at: number, fewest: number, most: number): number | undefined {
  const text = pieceAt(typed, at)
  return text.length >= fewest && text.length <= most && /^\d+$/.test(text) ? Number(text) : undefined
}

const isJapanese = new RegExp(`^[${JAPANESE}]$`, 'u')
/** Whether the token at a position is Japanese. */
export const isJapaneseAt = (typed: TypedText, at: number): boolean => isJapanese.test(pieceAt(typed, at))

const isWord = /^[\p{L}\p{N}]/u

/** Whether no word or number goes on at a position: Japanese has no spaces. */
export function isBoundary(typed: TypedText, at: number): boolean {
  const around = [pieceAt(typed, at - 1), pieceAt(typed, at)]
  return !isTight(typed, at) || around.some((one) => !isWord.test(one) || isJapanese.test(one))
}

export const twoDigits = (part: string | number) => String(part).padStart(2, '0')
