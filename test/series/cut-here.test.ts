/** Parts of series that people here moved away with “this and following”, when the calendar is read again (contract §10.3, §10.4). */
import { Temporal } from 'temporal-polyfill'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { importing } from '../support/importing.ts'
import { importCalendar } from '../support/inside/formats.ts'
import { storedSeriesFaults } from '../support/inside/series.ts'
import type { Json } from '../support/service.ts'
import { dump, load } from '../support/transfer.ts'
import { type Rome, romeService } from './support.ts'

const now = () => ({ now: Temporal.Instant.from('2027-01-10T11:00:00Z'), zone: 'Europe/Rome' })

/** A class at the source on six days from Monday, 3 May 2027. */
const classAtSource = (...lines: readonly string[]) =>
  [
    ...['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:class', 'SUMMARY:Class'],
    ...['DTSTART;TZID=Europe/Rome:20270503T180000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=6'],
    ...[...lines, 'END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n')

for (const { name } of anyDialects()) {
  describe(`what people here moved away from a series, on ${name}`, () => {
    let service: Rome
    beforeEach(async () => {
      service = await romeService(name)
    })
    afterEach(() => service.close())

    const listed = async (status = 'publish') =>
      (await service.get(`/events?starts_after=2027-01-01&per_page=50&status=${status}`, service.admin)).body
        .events
    const shown = async () => (await listed()).map(({ id, start_date }: Json) => `${id} ${start_date}`)
    const moveFollowing = async (day: string, start: string) => {
      const event = (await listed()).find(({ start_date }: Json) => String(start_date).startsWith(day))
      const args = event.all_day
        ? { start_date: start.slice(0, 10), end_date: start.slice(0, 10) }
        : { start_date: start, end_date: start.replace(' 18', ' 19') }
      const { status } = await service.patch(
        `/events/${event.id}`,
        { ...args, apply_to: 'following' },
        service.admin,
      )
      expect(status).toBe(200)
    }
    const read = (text: string, source = 'https://feed.example/a.ics', isConfined = true) =>
      importCalendar(text, { name: source, isConfined }, importing(service, { now }))
    const feed = async (query: string) =>
      String((await service.get(`/events.ics?starts_after=2000-01-01&${query}`, service.admin)).body)

    /** Where the fifth of six days is moved to. */
    const moves = { earlier: '2027-05-06 18:00', later: '2027-05-09 18:00', elsewhere: '2027-06-20 18:00' }

    for (const [where, start] of Object.entries(moves))
      for (const all_day of [false, true])
        it(`§10.4 stays as it is when one's own feed is read, ${all_day ? 'all day' : 'timed'}, moved ${where}`, async () => {
          const hours = all_day ? ['', ''] : [' 18:00', ' 19:00']
          await service.create({
            ...{ start_date: `2027-05-03${hours[0]}`, end_date: `2027-05-03${hours[1]}`, all_day },
            recurrence: 'RRULE:FREQ=DAILY;COUNT=6',
          })
          await service.remove(`/events/${(await listed())[1].id}`, service.admin)
          await moveFollowing('2027-05-07', start)
          const before = await shown()
          for (const query of ['', 'series=1', 'series=2', 'series=1']) {
            const tally = await read(await feed(query), query, false)
            expect([query, tally.created, tally.updated, tally.refused]).toEqual([query, 0, 0, 0])
          }
          expect(await shown()).toEqual(before)
          expect(await storedSeriesFaults(service)).toEqual([])
        })

    it('§10.4 stays as it is in another calendar, too, that was filled from an export', async () => {
      await service.create({
        ...{ start_date: '2027-05-03 18:00', end_date: '2027-05-03 19:00' },
        recurrence: 'RRULE:FREQ=DAILY;COUNT=6',
      })
      await moveFollowing('2027-05-07', moves.earlier)
      const [before, text, lines] = [await shown(), await feed('series=1'), await dump(service.store)]
      await service.close()
      service = await romeService(name)
      await load(service.store, lines)
      expect((await read(text, 'a', false)).updated).toBe(0)
      expect(await shown()).toEqual(before)
    })

    for (const [where, start] of Object.entries(moves))
      it(`§10.4 leaves the dates of the source as they are up to where it was, moved ${where}`, async () => {
        await read(classAtSource())
        await moveFollowing('2027-05-07', start)
        const before = await shown()
        expect(before).toHaveLength(6)
        for (const _ of [1, 2]) expect((await read(classAtSource())).updated).toBe(0)
        expect(await shown()).toEqual(before)
        // What the source has less and gives again is the part before alone.
        await read(classAtSource().replace('COUNT=6', 'COUNT=2'))
        await read(classAtSource().replace('COUNT=6', 'COUNT=8'))
        expect(await shown()).toEqual(before)
        expect(await storedSeriesFaults(service)).toEqual([])
      })

    for (const [where, start] of Object.entries(moves))
      it(`§10.4 stays away when it is deleted for good, moved ${where}`, async () => {
        await read(classAtSource())
        await moveFollowing('2027-05-07', start)
        const rest = (await listed()).find(({ series }: Json) => (Object(series) as Json).id === 2)
        await service.remove(`/events/${rest.id}?force=true&apply_to=all`, service.admin)
        const before = await shown()
        expect(before).toHaveLength(4)
        for (const _ of [1, 2]) expect((await read(classAtSource())).updated).toBe(0)
        expect(await shown()).toEqual(before)
      })

    for (const hour of ['17', '19'])
      it(`§10.4 stays away when the source moves to ${hour}:00, and back`, async () => {
        await read(classAtSource())
        await moveFollowing('2027-05-07', moves.elsewhere)
        const before = await shown()
        for (const at of [hour, hour, '18', '18']) {
          await read(classAtSource().replace('T18', `T${at}`))
          const times = before.map((line: string) => line.replace(/(2027-05.*) 18/, `$1 ${at}`))
          expect([at, await shown()]).toEqual([at, times])
        }
        // Moved here, and given back its hours by the source.
        const [first] = await listed()
        const own = { start_date: `2027-05-03 ${hour}:00`, end_date: `2027-05-03 ${hour}:30` }
        await service.patch(`/events/${first.id}`, { ...own, apply_to: 'all' }, service.admin)
        for (const _ of [1, 2]) await read(classAtSource())
        expect(await shown()).toEqual(before)
        expect(await storedSeriesFaults(service)).toEqual([])
      })
  })
}
