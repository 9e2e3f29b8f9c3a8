import { describe, expect, it } from 'vitest'
import {
  dayHoursLayout,
  MAX_SIDE_BY_SIDE,
  shownHalfHourRange,
} from '../../src/representations/html/site/views/hours.ts'
import type { Event } from '../../src/representations/json/event.ts'

const DAY = '2027-03-09'

/** An event with only the times and flags that the layout reads. */
const event = (title: string, start: string, end: string, more: object = {}): Event => {
  const times = { start_date: `${DAY} ${start}:00`, end_date: `${DAY} ${end}:00` }
  return Object.assign({ title, all_day: false, featured: false, sticky: false }, times, more) as Event
}

const placesOf = (events: readonly Event[]) =>
  dayHoursLayout(DAY, events).slots.map(({ event: { title }, at, length, lane, of }) => [
    title,
    at,
    length,
    lane,
    of,
  ])

describe('a day as a grid of hours', () => {
  it('places events by half hours, at least one hour high', () => {
    expect(placesOf([event('A', '09:00', '10:30'), event('B', '14:45', '14:50')])).toEqual([
      ['A', 18, 3, 0, 1],
      ['B', 29, 2, 0, 1],
    ])
  })

  it('places overlapping events side by side, and others at full width', () => {
    const events = [event('A', '09:00', '11:00'), event('B', '10:00', '12:00'), event('C', '11:00', '13:00')]
    expect(placesOf([...events, event('D', '15:00', '16:00')])).toEqual([
      ['A', 18, 4, 0, 2],
      ['B', 20, 4, 1, 2],
      ['C', 22, 4, 0, 2],
      ['D', 30, 2, 0, 1],
    ])
  })

  it('keeps featured events in the grid if there are too many, and keeps the others apart', () => {
    const many = Array.from({ length: MAX_SIDE_BY_SIDE + 1 }, (_, at) => event(`E${at}`, '09:00', '10:00'))
    const { slots, crowded } = dayHoursLayout(DAY, [
      ...many,
      event('Gala', '09:00', '10:00', { featured: true }),
    ])
    expect(slots.map(({ event: { title } }) => title)).toContain('Gala')
    expect(slots).toHaveLength(MAX_SIDE_BY_SIDE)
    expect(crowded).toHaveLength(2)
  })

  it('shows an event past midnight on both days, and events of several days above', () => {
    const late = event('Late', '22:00', '23:00', { end_date: '2027-03-10 02:00:00' })
    const days = event('Days', '10:00', '11:00', { end_date: '2027-03-11 11:00:00' })
    expect(placesOf([late])).toEqual([['Late', 44, 4, 0, 1]])
    expect(dayHoursLayout('2027-03-10', [late]).slots[0]).toMatchObject({ at: 0, length: 4 })
    expect(dayHoursLayout(DAY, [days])).toMatchObject({ slots: [], above: [{ title: 'Days' }] })
  })

  it('shows the hours from 8 to 20, and more if an event is earlier or later', () => {
    expect(shownHalfHourRange([])).toEqual([16, 40])
    expect(shownHalfHourRange([dayHoursLayout(DAY, [event('A', '05:30', '23:30')])])).toEqual([10, 48])
  })
})
