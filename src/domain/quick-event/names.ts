/** The names of weekdays and months in a language, and how they are found in a line. */
import { Temporal } from 'temporal-polyfill'
import { unicodeNormalizedText } from '../text/normalized.ts'

/** A name in lower case with its number, from 1. */
type NumberedNames = ReadonlyMap<string, number>

/** Languages whose countries shorten the same month differently: “Sep” and “Sept”, “Januar” and “Jänner”. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  en: ['en-US', 'en-GB'],
  de: ['de-DE', 'de-AT'],
  es: ['es-ES', 'es-MX'],
  fr: ['fr-FR', 'fr-CA'],
}

const bare = (name: string) =>
  unicodeNormalizedText(unicodeNormalizedText(name, 'NFD').replace(/\p{M}/gu, ''))

/** A part of a date, and the number that it has on the n-th of the `days`. */
interface Calendar {
  readonly part: 'weekday' | 'month'
  readonly days: readonly Temporal.PlainDate[]
}

/** The names of a part of dates: long and short, alone and beside a day, with and without accents. */
function namesOf(language: string, { part, days }: Calendar): NumberedNames {
  const names = new Map<string, number>()
  const name = (text: string, number: number) => {
    // Japanese months are numbers, which the forms of dates read.
    if (!/^\d*$/.test(text) && !names.has(text)) names.set(text, number)
  }
  for (const kind of KINDS[language] ?? [language])
    for (const style of ['long', 'short'] as const)
      for (const beside of [{}, { day: 'numeric' }] as const) {
        const format = new Intl.DateTimeFormat(kind, { [part]: style, ...beside, timeZone: 'UTC' })
        for (const [at, day] of days.entries()) {
          const parts = format.formatToParts(day.toZonedDateTime('UTC').epochMilliseconds)
          const text =
            parts
              .find(({ type }) => type === part)
              ?.value.toLowerCase()
              .replace(/\.$/, '') ?? ''
          name(text, at + 1)
          name(bare(text), at + 1)
        }
      }
  return names
}

/** Remembers what `make` returns for each language: making formats takes long. */
function remembered(make: (language: string) => NumberedNames): (language: string) => NumberedNames {
  const known = new Map<string, NumberedNames>()
  return (language) => {
    const named = known.get(language) ?? make(language)
    known.set(language, named)
    return named
  }
}

const MONDAY = Temporal.PlainDate.from('2027-01-04')
const week: Calendar = { part: 'weekday', days: Array.from({ length: 7 }, (_, days) => MONDAY.add({ days })) }

/** Returns the weekdays, 1 for Monday. Portuguese weekdays are known without “-feira”, too. */
export const weekdayNumbersByNameIn = remembered((language) => {
  const names = new Map(namesOf(language, week))
  for (const [name, number] of [...names]) if (name.endsWith('-feira')) names.set(name.slice(0, -6), number)
  return names
})

const year: Calendar = {
  part: 'month',
  days: Array.from({ length: 12 }, (_, at) => new Temporal.PlainDate(2027, at + 1, 1)),
}

/** Returns the months, 1 for January. */
export const monthNumbersByNameIn = remembered((language) => namesOf(language, year))

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The source of a pattern that matches any of the texts, the longest first; what never matches for none. */
export const anyOfRegexSource = (texts: Iterable<string>): string => {
  const all = [...texts].sort((one, other) => other.length - one.length)
  return all.length === 0 ? '(?!)' : `(?:${all.map(escaped).join('|')})`
}

/** Between words: no letter or digit before, and none after. Japanese has no spaces. */
export const wordBoundRegexSources = (language: string): readonly [before: string, after: string] =>
  language === 'ja' ? ['', ''] : ['(?<![\\p{L}\\p{N}])', '(?![\\p{L}\\p{N}])']
