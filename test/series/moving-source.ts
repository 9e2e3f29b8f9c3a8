/** A long series of a source that moves it, and stores that break off in between. */
import type { Store } from '../../src/store/store.ts'
import { calendarOf } from './long-calendar.ts'

/** The number of its occurrences. */
export const COUNT = 160
const SKIPPED = '20260120'

/** How a source writes the series: its DTSTART without the time, its time of the day, its zone, minutes and title. */
export interface Source {
  readonly day: string
  readonly time: string
  readonly zone: string
  readonly minutes: number
  readonly title: string
  readonly isExcluding: boolean
}

/** The series before it moves. */
export const before: Source = {
  day: '20260101',
  time: '180000',
  zone: 'Europe/Rome',
  minutes: 60,
  title: 'Old',
  isExcluding: false,
}

/** The calendar of a source. One occurrence has a title of its own, another one a time of its own. */
export function written({ day, time, zone, minutes, title, isExcluding }: Source, uid = 'a'): string {
  const at = (of: string) => `;TZID=${zone}:${of}T${time}`
  const entry = (...lines: readonly string[]) =>
    ['BEGIN:VEVENT', `UID:${uid}`, ...lines, 'END:VEVENT'].join('\r\n')
  const length = `DURATION:PT${minutes}M`
  const excluded = isExcluding ? [`EXDATE${at(SKIPPED)}`] : []
  const rule = [`RRULE:FREQ=DAILY;COUNT=${COUNT}`, ...excluded]
  const special = `RECURRENCE-ID${at('20260301')}`
  const late = [`RECURRENCE-ID${at('20260401')}`, `DTSTART;TZID=${zone}:20260401T220000`]
  return calendarOf(
    entry(`DTSTART${at(day)}`, length, ...rule, `SUMMARY:${title}`),
    entry(special, `DTSTART${at('20260301')}`, length, 'SUMMARY:Special'),
    entry(...late, 'DURATION:PT1H', `SUMMARY:${title}`),
  )
}

/** A store whose transaction with that number fails, and that tells how many events each one changes. */
export function breaking(store: Store, at: number, changes: number[] = []): Store {
  return {
    ...store,
    write: async (writer, act) => {
      if (changes.length === at) throw new Error('The database is away.')
      changes.push(0)
      return store.write(writer, (writing) =>
        act({
          ...writing,
          setPlaces(places) {
            changes[changes.length - 1] = (changes.at(-1) ?? 0) + places.length
            return writing.setPlaces(places)
          },
          updateEach(rows) {
            changes[changes.length - 1] = (changes.at(-1) ?? 0) + rows.length
            return writing.updateEach(rows)
          },
        }),
      )
    },
  }
}
