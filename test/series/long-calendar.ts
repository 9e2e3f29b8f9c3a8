/** Calendars of long series, as texts. */
import { Temporal } from 'temporal-polyfill'

export const calendarOf = (...components: readonly string[]) =>
  ['BEGIN:VCALENDAR', ...components, 'END:VCALENDAR', ''].join('\r\n')

export const daily = (uid: string, ...lines: readonly string[]) =>
  [
    ...[
      'BEGIN:VEVENT',
      `UID:${uid}`,
      `SUMMARY:${uid}`,
      'DTSTART;TZID=Europe/Rome:20260101T180000',
      'DURATION:PT1H',
    ],
    ...[...lines, 'END:VEVENT'],
  ].join('\r\n')

export const changed = (uid: string, day: string, title: string) =>
  [
    ...['BEGIN:VEVENT', `UID:${uid}`, `RECURRENCE-ID;TZID=Europe/Rome:${day}T180000`, `SUMMARY:${title}`],
    ...[`DTSTART;TZID=Europe/Rome:${day}T180000`, 'DURATION:PT1H', 'END:VEVENT'],
  ].join('\r\n')

export const dayAfter = (days: number) =>
  Temporal.PlainDate.from('2027-01-20').add({ days }).toString().replaceAll('-', '')

export const source = { name: 'https://feed.example/a.ics', isConfined: false }
