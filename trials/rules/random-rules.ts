/** Random rules on which independent implementations agree by RFC 5545, from a seed. */

export interface RandomRule {
  readonly rule: string
  readonly start: string
}

/** A generator of numbers from 0 up to 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const ordinals = weekdays.flatMap((day) => [`1${day}`, `2${day}`, `-1${day}`, `3${day}`, `5${day}`])
const monthDays = [1, 2, 13, 28, 29, 30, 31, -1, -2, -31]
const starts = ['2027-01-01 10:00:00', '2024-02-29 09:30:15', '2026-12-31 00:00:00', '2027-08-31 23:59:59']

/** One random rule without COUNT and UNTIL, and a start. */
export function randomRule(random: () => number): RandomRule {
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] ?? (of[0] as T)
  const some = <T>(of: readonly T[], most: number) =>
    [...new Set(Array.from({ length: 1 + Math.floor(random() * most) }, () => one(of)))].join()
  const maybe = (part: () => string, chance = 0.35) => (random() < chance ? [part()] : [])
  const days = () => `BYDAY=${some(weekdays, 3)}`
  // Implementations disagree on rules that mix days with and without an ordinal.
  const eitherDays = () => (random() < 0.5 ? days() : `BYDAY=${some(ordinals, 3)}`)
  const byMonthDay = () => `BYMONTHDAY=${some(monthDays, 3)}`
  const kinds: readonly (() => readonly string[])[] = [
    () => ['FREQ=DAILY', ...maybe(days), ...maybe(byMonthDay)],
    () => ['FREQ=WEEKLY', ...maybe(days, 0.7)],
    () => ['FREQ=MONTHLY', ...maybe(eitherDays, 0.6)],
    () => ['FREQ=MONTHLY', ...maybe(days), ...maybe(byMonthDay, 0.7)],
    () => ['FREQ=YEARLY', ...maybe(eitherDays)],
    () => ['FREQ=YEARLY', ...maybe(days), ...maybe(byMonthDay)],
    () => ['FREQ=YEARLY', `BYYEARDAY=${some([1, 60, 200, 366, -1, -366], 3)}`],
    // dateutil counts days of the first and the last week by their calendar year.
    () => ['FREQ=YEARLY', 'BYDAY=TU,SU', `BYWEEKNO=${some([2, 20, 33, 51, -3], 3)}`],
  ]
  const parts = [
    ...one(kinds)(),
    ...maybe(() => `INTERVAL=${1 + Math.floor(random() * 4)}`, 0.6),
    ...maybe(() => `BYMONTH=${some([1, 2, 3, 6, 11, 12], 3)}`, 0.25),
    ...maybe(() => `BYHOUR=${some([0, 9, 23], 2)}`, 0.2),
    ...maybe(() => `WKST=${one(weekdays)}`, 0.3),
  ]
  const hasDays = parts.some((part) => part.startsWith('BY'))
  // dateutil selects within the rest of the first week only.
  const positions =
    hasDays && parts[0] !== 'FREQ=WEEKLY' ? maybe(() => `BYSETPOS=${some([1, 2, -1], 2)}`, 0.25) : []
  return { rule: [...parts, ...positions].join(';'), start: one(starts) }
}
