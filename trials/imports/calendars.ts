/** Calendars of endless daily series, imported one after the other: each changes what the one before brought. */

const calendarOf = (events: readonly string[]) => `BEGIN:VCALENDAR\r\n${events.join('')}END:VCALENDAR\r\n`

const LESS = 'EXDATE;TZID=Europe/Rome:20261224T180000'

/** How a series of a calendar is written. */
interface DailySeries {
  readonly summary: string
  /** The time of the day at which it begins, as `HHMMSS`; it lasts an hour. */
  readonly from?: string
  readonly lines?: readonly string[]
}

function daily(at: number, { summary, from = '180000', lines = [] }: DailySeries): string {
  const end = `${Number(from.slice(0, 2)) + 1}${from.slice(2)}`
  return [
    'BEGIN:VEVENT',
    `UID:${at}@trial`,
    `SUMMARY:${summary} ${at}`,
    `DTSTART;TZID=Europe/Rome:20200101T${from}`,
    `DTEND;TZID=Europe/Rome:20200101T${end}`,
    'RRULE:FREQ=DAILY',
    ...lines,
    'END:VEVENT',
    '',
  ].join('\r\n')
}

/** Returns calendars of so many series, by what each does to them. */
export function calendarsOf(count: number): Readonly<Record<string, string>> {
  const of = (series: (at: number) => DailySeries) =>
    calendarOf(Array.from({ length: count }, (_, at) => daily(at, series(at))))
  return {
    created: of(() => ({ summary: 'Daily' })),
    'read again': of(() => ({ summary: 'Daily' })),
    renamed: of(() => ({ summary: 'Every day' })),
    'in a hall, with categories': of((at) => ({
      summary: 'Every day',
      lines: [`LOCATION:Hall ${at}`, 'CATEGORIES:One,Two'],
    })),
    'with a date less': of(() => ({ summary: 'Every day', lines: [LESS] })),
    'half an hour later': of(() => ({ summary: 'Every day', from: '183000', lines: [LESS] })),
  }
}
