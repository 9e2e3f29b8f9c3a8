import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { importing } from '../support/importing.ts'
import { importCalendar, importTable } from '../support/inside/formats.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'
import { dump, load } from '../support/transfer.ts'

const START = '2027-05-04 18:00:00'
const open = { title: 'Open end', start_date: START, no_end_time: true, status: 'publish' }

for (const { name } of anyDialects()) {
  describe(`an event without an end time on ${name}`, () => {
    let service: TestService
    beforeAll(async () => {
      service = await testService(name)
    })
    afterAll(() => service.close())
    const made = async (sent: Json = open) => (await service.post('/events', sent)).body
    const textOf = async (path: string) => (await service.get(path)).body
    const changed = async (id: number, more: Json) => (await service.patch(`/events/${id}`, more)).body

    it('needs no end_date, and shows its start as its end', async () => {
      expect(await made()).toMatchObject({ no_end_time: true, start_date: START, end_date: START })
      expect(await made(anEvent())).toMatchObject({ no_end_time: false })
      const { body } = await service.post('/events', { title: 'X', start_date: START, no_end_time: false })
      expect(body.data.params).toEqual(['end_date'])
    })

    it('is one whose end was sent as its start, as imports and older versions stored it', async () => {
      expect(await made(anEvent({ start_date: START, end_date: START }))).toMatchObject({ no_end_time: true })
    })

    it('refuses an end besides, and a whole day', async () => {
      const faults = async (more: Json) => {
        const { status, body } = await service.post('/events', { ...open, ...more })
        return [status, Object.keys(body.data.params)]
      }
      expect(await faults({ end_date: '2027-05-04 20:00:00' })).toEqual([400, ['end_date']])
      expect(await faults({ all_day: true })).toEqual([400, ['no_end_time']])
    })

    it('has none either after its start moved, in whatever direction', async () => {
      const { id } = await made()
      for (const start_date of ['2027-05-04 19:30:00', '2027-05-03 10:00:00'])
        expect(await changed(id, { start_date })).toMatchObject({ start_date, end_date: start_date })
      expect(await changed(id, { timezone: 'Asia/Tokyo' })).toMatchObject({ no_end_time: true })
    })

    it('gets an end that is sent, and loses it again', async () => {
      const { id } = await made()
      const end_date = '2027-05-04 20:00:00'
      expect(await changed(id, { end_date })).toMatchObject({ no_end_time: false, end_date })
      expect(await changed(id, { no_end_time: true })).toMatchObject({ no_end_time: true, end_date: START })
      const { body } = await service.patch(`/events/${id}`, { no_end_time: false })
      expect(Object.keys(body.data.params)).toEqual(['end_date'])
      expect(await changed(id, { no_end_time: false, end_date })).toMatchObject({ end_date })
      expect(await changed(id, { no_end_time: false, start_date: '2027-05-04 17:00:00' })).toMatchObject({
        end_date,
      })
      expect(await changed(id, { no_end_time: true, all_day: false })).toMatchObject({ no_end_time: true })
      expect(await changed(id, { all_day: true })).toMatchObject({
        ...{ no_end_time: false, end_date: '2027-05-04 23:59:59' },
      })
    })

    it('can be edited and sent back whole', async () => {
      const event = await made()
      expect((await changed(event.id, event)).modified).toBe(event.modified)
      const start_date = '2027-05-05 18:00:00'
      expect(await changed(event.id, { ...event, start_date, utc_start_date: undefined })).toMatchObject({
        ...{ start_date, end_date: start_date, no_end_time: true },
      })
    })

    it('has none in linked data, in calendars and on its page', async () => {
      const event = await made({ ...open, slug: 'open-end' })
      expect(event.json_ld).toMatchObject({ startDate: '2027-05-04T18:00:00-04:00' })
      expect(event.json_ld).not.toHaveProperty('endDate')
      const text = await textOf(`/events/${event.id}.ics`)
      expect(text).toContain('DTSTART')
      expect(text).not.toMatch(/^(?:DTEND|DURATION)/m)
    })

    it('repeats without an end', async () => {
      const { id, series } = await made({ ...open, recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] })
      const { body } = await service.get(`/series/${series.id}`)
      expect(body).toMatchObject({ no_end_time: true })
      await changed(id, { start_date: '2027-05-04 19:00:00', apply_to: 'all' })
      const all = (await service.get(`/events?series=${series.id}`)).body.events
      expect(all.map((one: Json) => [one.start_date, one.no_end_time])).toEqual(
        ['04', '11', '18'].map((day) => [`2027-05-${day} 19:00:00`, true]),
      )
    })

    it('comes in from a calendar without DTEND and DURATION, and leaves and returns in files', async () => {
      const lines = ['DTSTART:20270504T180000Z', 'SUMMARY:From a calendar', 'UID:no-end@x.test']
      const text = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//y//EN\r\nBEGIN:VEVENT\r\n${lines.join('\r\n')}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`
      await importCalendar(text, { name: 'test.ics', isConfined: false }, importing(service))
      const found = async (of: TestService) =>
        (await of.get('/events?search=From+a+calendar')).body.events.map((one: Json) => one.no_end_time)
      expect(await found(service)).toEqual([true])
      const other = await testService(name)
      await load(other.store, await dump(service.store))
      expect(await found(other)).toEqual([true])
      await other.close()
      const third = await testService(name)
      await importTable(await textOf('/events.csv'), new Map(), importing(third))
      expect(await found(third)).toEqual([true])
      await third.close()
    })
  })
}
