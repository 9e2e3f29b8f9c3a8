/** The names of weekdays and months in a language, and how they are found in a line. */

const DAY = 86_400_000
/** Monday, 4 January 2027, in milliseconds since 1970. */
const MONDAY = 1_799_020_800_000

/** A name in lower case with its number, from 1. */
export type Named = ReadonlyMap<string, number>

const namesOf = (
  language: string,
  options: Intl.DateTimeFormatOptions,
  count: number,
  step: number,
): Named => {
  const names = new Map<string, number>()
  for (const style of ['long', 'short'] as const) {
    const set = Object.fromEntries(Object.keys(options).map((key) => [key, style]))
    const format = new Intl.DateTimeFormat(language, { ...set, timeZone: 'UTC' })
    for (let at = 0; at < count; at++) {
      const name = format
        .format(MONDAY + at * step * DAY)
        .toLowerCase()
        .replace(/\.$/, '')
      if (!names.has(name)) names.set(name, at + 1)
    }
  }
  return names
}

/** Remembers what `make` returns for each language: making formats takes long. */
function remembered(make: (language: string) => Named): (language: string) => Named {
  const known = new Map<string, Named>()
  return (language) => {
    const named = known.get(language) ?? make(language)
    known.set(language, named)
    return named
  }
}

/** Returns the weekdays, 1 for Monday. Portuguese weekdays are known without “-feira”, too. */
export const weekdays = remembered((language) => {
  const names = new Map(namesOf(language, { weekday: 'long' }, 7, 1))
  for (const [name, number] of [...names]) if (name.endsWith('-feira')) names.set(name.slice(0, -6), number)
  // One letter or character is too little to tell a day from a word.
  for (const name of [...names.keys()]) if (name.length < 2) names.delete(name)
  return names
})

/** Returns the months, 1 for January. Twelve steps of 30 days from 4 January meet each month once. */
export const months = remembered((language) => namesOf(language, { month: 'long' }, 12, 30))

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The source of a pattern that matches any of the texts, the longest first; what never matches for none. */
export const anyOf = (texts: Iterable<string>): string => {
  const all = [...texts].sort((one, other) => other.length - one.length)
  return all.length === 0 ? '(?!)' : `(?:${all.map(escaped).join('|')})`
}

/** Between words: no letter or digit before, and none after. Japanese has no spaces. */
export const bounds = (language: string): readonly [before: string, after: string] =>
  language === 'ja' ? ['', ''] : ['(?<![\\p{L}\\p{N}])', '(?![\\p{L}\\p{N}])']
