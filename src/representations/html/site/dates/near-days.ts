/** Distances of days in words. */
import { epochOfUtc } from '../../../../domain/time/timestamp.ts'

/** The seconds of a day. */
const DAY = 86_400

const epochOfDay = (day: string) => epochOfUtc(`${day} 00:00:00`)

/** Returns the function that says how far a day is from `today`; undefined for days before it, and beyond the next `most`. */
export function makeNearDayFormatter(locale: string) {
  const distance = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  return (day: string, today: string, most: number): string | undefined => {
    const days = Math.round((epochOfDay(day) - epochOfDay(today)) / DAY)
    return days < 0 || days > most ? undefined : distance.format(days, 'day')
  }
}
