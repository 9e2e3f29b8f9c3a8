/** The names of weekdays and months in a language. Browsers use it too, so it does without Temporal. */
import { foldedText } from '../text/letters.ts'
import { dayNumberOfDateParts } from '../time/timestamp.ts'

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
export function weekdayNumbersByNameIn(language: string): NumberedNames {
  const names = new Map(namesOf(language, 'weekday', week))
  for (const [name, number] of [...names])
    if (/-feira$|曜日$/.test(name)) names.set(name.replace(/-feira$|日$/, ''), number)
  return names
}

/** Returns the months, 1 for January. */
export const monthNumbersByNameIn = (language: string): NumberedNames => namesOf(language, 'month', months)
