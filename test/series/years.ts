/** A year of a choir and of a market as series, and the events that the API shows. */
import { expect } from 'vitest'
import { noted, year } from '../support/calendar-programs.ts'
import type { Json } from '../support/service.ts'
import type { Rome } from './support.ts'

/** The events of the year from the API, one line for each, sorted. */
export async function shownBy(service: Rome, query = ''): Promise<readonly string[]> {
  const found: string[] = []
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { body } = await service.get(`/events?${year}${query}&per_page=100&page=${page}`)
    pages = body.total_pages
    found.push(...(body.events as Json[]).map(noted))
  }
  return found.sort()
}

/** A year of a choir: rehearsals with holidays, one elsewhere, a weekend, a new time from autumn; meetings; concerts. */
async function choir(service: Rome): Promise<void> {
  const { admin } = service
  const rehearsal = await service.create({
    ...{ title: 'Rehearsal', start_date: '2027-01-12 19:30', end_date: '2027-01-12 22:00' },
    recurrence: [
      'RRULE:FREQ=WEEKLY;BYDAY=TU;UNTIL=20271221T225959Z',
      'RDATE:20270320T100000,20270321T100000',
      'EXDATE:20270330T193000',
    ],
  })
  const on = async (day: string, title = 'Rehearsal') => {
    const { body } = await service.get(`/events?start_date=${day}&end_date=${day}&search=${title}`)
    return `/events/${body.events[0].id}`
  }
  for (const day of ['2027-07-27', '2027-08-03', '2027-08-10'])
    expect((await service.remove(await on(day), admin)).status).toBe(200)
  const moved = {
    start_date: '2027-05-05 20:00',
    end_date: '2027-05-05 22:00',
    title: 'Rehearsal in the hall',
  }
  await service.patch(await on('2027-05-04'), moved, admin)
  await service.patch(await on('2027-06-15'), { event_status: 'cancelled' }, admin)
  const autumn = { apply_to: 'following', start_date: '2027-09-07 19:00', end_date: '2027-09-07 21:30' }
  expect((await service.patch(await on('2027-09-07'), autumn, admin)).status).toBe(200)
  expect(rehearsal.ids.length).toBeGreaterThan(45)
  await service.create({
    ...{ title: 'Board', start_date: '2027-02-01 18:00', end_date: '2027-02-01 19:00' },
    recurrence: 'RRULE:FREQ=MONTHLY;BYDAY=1MO;COUNT=11',
  })
  await service.create({
    ...{ title: 'Concert', start_date: '2027-06-19 20:00', end_date: '2027-06-19 22:00' },
    recurrence: ['RDATE:20270620T170000', 'RDATE:20271218T200000'],
  })
}

/** A year of a market: Saturdays with longer hours in summer, the last Sunday of the month, nights across DST, whole days. */
async function market(service: Rome): Promise<void> {
  const { admin } = service
  const saturdays = await service.create({
    ...{ title: 'Market', start_date: '2027-01-16 08:00', end_date: '2027-01-16 13:00' },
    recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=SA', 'EXDATE;VALUE=DATE:20271225'],
  })
  const found = await service.occurrences(saturdays.series)
  const april = found.find(({ start_date }) => String(start_date) > '2027-04-01')
  const summer = { apply_to: 'following', end_date: String(april?.start_date).replace('08:00', '14:00') }
  expect((await service.patch(`/events/${april?.id}`, summer, admin)).status).toBe(200)
  await service.create({
    ...{ title: 'Antiques', start_date: '2027-01-31 09:00', end_date: '2027-01-31 18:00' },
    recurrence: 'RRULE:FREQ=MONTHLY;BYDAY=-1SU;UNTIL=20271231',
  })
  await service.create({
    ...{ title: 'Night market', start_date: '2027-03-27 22:00', end_date: '2027-03-28 04:00' },
    recurrence: 'RRULE:FREQ=WEEKLY;INTERVAL=31;COUNT=2',
  })
  await service.create({
    ...{ title: 'Advent', all_day: true, start_date: '2027-11-26', end_date: '2027-11-28' },
    recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=FR;COUNT=4',
  })
}

/** The years by name. */
export const years = [
  ['choir', choir],
  ['market', market],
] as const
