import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readByIcalJs, readXml } from '../support/calendars.ts'
import { anyDialects } from '../support/dialects.ts'
import { importing } from '../support/importing.ts'
import { importCalendar } from '../support/inside/formats.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'
import { dump, load } from '../support/transfer.ts'

const source = { name: 'test.ics', isConfined: false }
const schema = (name: string) => `https://schema.org/${name}`

const calendar = (method: string, ...lines: readonly string[]) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//y//EN\r\nMETHOD:${method}\r\nBEGIN:VEVENT\r\nUID:talk@x.test\r\n${lines.join('\r\n')}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`
const at = 'DTSTART:20270504T180000Z'

for (const { name } of anyDialects()) {
  describe(`the status of one event on ${name}`, () => {
    let service: TestService
    beforeAll(async () => {
      service = await testService(name)
    })
    afterAll(() => service.close())
    const made = async (more: Json = {}) => (await service.post('/events', anEvent(more))).body
    const changed = async (id: number, more: Json) => (await service.patch(`/events/${id}`, more)).body

    it('§11 is scheduled by default with offline attendance, and accepts the other values on create and update', async () => {
      expect(await made()).toMatchObject({
        ...{ event_status: 'scheduled', previous_start_date: '', attendance_mode: 'offline', online_url: '' },
      })
      const sent = { event_status: 'moved_online', attendance_mode: 'mixed', online_url: 'https://m.test/1' }
      const event = await made(sent)
      expect(event).toMatchObject(sent)
      const cleared = { event_status: null, attendance_mode: '', online_url: null }
      expect(await changed(event.id, cleared)).toMatchObject({
        ...{ event_status: 'scheduled', attendance_mode: 'offline', online_url: '', title: 'A' },
      })
    })

    it.each([
      { event_status: 'canceled' },
      { attendance_mode: 'hybrid' },
      { online_url: 'meet.test' },
      { event_status: ['cancelled'] },
    ])('§11 refuses %j', async (sent) => {
      const { status, body } = await service.post('/events', anEvent(sent))
      expect([status, Object.keys(body.data.params)]).toEqual([400, Object.keys(sent)])
    })

    it('§11 clears the reason when the event goes ahead, and begins a new status without one', async () => {
      const { id } = await made()
      const of = async (more: Json) => {
        const { event_status, status_reason } = await changed(id, more)
        return [event_status, status_reason]
      }
      expect(await of({ event_status: 'cancelled', status_reason: 'Storm' })).toEqual(['cancelled', 'Storm'])
      expect(await of({ title: 'B', event_status: 'cancelled' })).toEqual(['cancelled', 'Storm'])
      expect(await of({ event_status: 'postponed' })).toEqual(['postponed', ''])
      expect(await of({ status_reason: 'Illness' })).toEqual(['postponed', 'Illness'])
      expect(await of({ event_status: 'cancelled', status_reason: 'Illness' })).toEqual([
        'cancelled',
        'Illness',
      ])
      expect(await of({ event_status: 'scheduled' })).toEqual(['scheduled', ''])
      expect(await of({ event_status: 'moved_online' })).toEqual(['moved_online', ''])
      expect(await of({ status_reason: 'Flood' })).toEqual(['moved_online', 'Flood'])
      expect(await of({ event_status: null })).toEqual(['scheduled', ''])
    })

    it('§11 is attended online once it has moved there, and as its places say afterwards', async () => {
      const mode = async (id: number, more: Json) => (await changed(id, more)).attendance_mode
      const { id } = await made({ venue: { venue: 'Town hall' } })
      expect(await mode(id, { event_status: 'moved_online' })).toBe('online')
      expect((await service.get('/events?attendance_mode=online&per_page=50')).body.events).toContainEqual(
        expect.objectContaining({ id }),
      )
      expect(await mode(id, { event_status: 'scheduled' })).toBe('offline')
      expect(await mode(id, { event_status: 'moved_online', online_url: 'https://m.test/2' })).toBe('online')
      expect(await mode(id, { event_status: 'cancelled' })).toBe('mixed')
      expect(await mode(id, { event_status: 'moved_online', venue: [] })).toBe('online')
      expect(await mode(id, { event_status: 'scheduled' })).toBe('online')
      expect(await mode(id, { event_status: 'moved_online', attendance_mode: 'mixed' })).toBe('mixed')
      expect(await mode(id, { event_status: 'scheduled', attendance_mode: 'mixed' })).toBe('mixed')
      expect(await mode(id, { event_status: 'moved_online', attendance_mode: 'mixed' })).toBe('mixed')
      expect(await mode(id, { event_status: 'scheduled', online_url: '' })).toBe('offline')
      expect((await made({ event_status: 'moved_online' })).attendance_mode).toBe('online')
      expect((await made({ event_status: 'moved_online', attendance_mode: 'mixed' })).attendance_mode).toBe(
        'mixed',
      )
    })

    it('§11 changes the reason and the attendance of all dates of a series, too', async () => {
      const event = await made({ recurrence: 'FREQ=DAILY;COUNT=3' })
      const all = { apply_to: 'all' }
      await changed(event.id, { ...all, event_status: 'cancelled', status_reason: 'Storm' })
      await changed(event.id, { ...all, event_status: 'moved_online' })
      const { body } = await service.get(
        `/events?event_status=moved_online&start_date=2027-05-04&end_date=2027-05-06&search=${event.title}`,
      )
      const dates = body.events.filter(({ series }: Json) => (series as Json | null)?.id === event.series.id)
      expect(
        dates.map(({ status_reason, attendance_mode }: Json) => [status_reason, attendance_mode]),
      ).toEqual([
        ['', 'online'],
        ['', 'online'],
        ['', 'online'],
      ])
    })

    it('§11 includes the oldest start of a rescheduled event, until it is scheduled again', async () => {
      const { id } = await made()
      const day = (date: string) => ({ start_date: `${date} 18:00:00`, end_date: `${date} 20:00:00` })
      expect((await changed(id, day('2027-05-05'))).previous_start_date).toBe('')
      const moved = await changed(id, { event_status: 'rescheduled', ...day('2027-06-01') })
      expect(moved.previous_start_date).toBe('2027-05-05 18:00:00')
      expect((await changed(id, day('2027-07-01'))).previous_start_date).toBe('2027-05-05 18:00:00')
      expect((await changed(id, { previous_start_date: '2020-01-01 00:00:00' })).previous_start_date).toBe(
        '2027-05-05 18:00:00',
      )
      expect((await changed(id, { event_status: 'cancelled' })).previous_start_date).toBe(
        '2027-05-05 18:00:00',
      )
      expect((await changed(id, { event_status: 'scheduled' })).previous_start_date).toBe('')
    })

    it('§11 includes a start that changes after the event was marked as rescheduled', async () => {
      const { id } = await made()
      expect((await changed(id, { event_status: 'rescheduled' })).previous_start_date).toBe('')
      const moved = await changed(id, { start_date: '2027-05-04 17:00:00' })
      expect(moved.previous_start_date).toBe('2027-05-04 18:00:00')
    })

    it.each([
      [{ event_status: 'cancelled' }, { eventStatus: schema('EventCancelled') }],
      [{ event_status: 'postponed' }, { eventStatus: schema('EventPostponed') }],
      [
        { attendance_mode: 'online', online_url: 'https://m.test' },
        {
          eventAttendanceMode: schema('OnlineEventAttendanceMode'),
          location: { '@type': 'VirtualLocation', url: 'https://m.test' },
        },
      ],
      [
        { attendance_mode: 'mixed', online_url: 'https://m.test', venue: { venue: 'Hall' } },
        {
          eventAttendanceMode: schema('MixedEventAttendanceMode'),
          location: [
            { '@type': 'Place', name: 'Hall' },
            { '@type': 'VirtualLocation', url: 'https://m.test' },
          ],
        },
      ],
      [
        { event_status: 'moved_online', online_url: 'https://m.test', venue: { venue: 'Hall' } },
        {
          eventStatus: schema('EventMovedOnline'),
          eventAttendanceMode: schema('OnlineEventAttendanceMode'),
          location: { '@type': 'VirtualLocation', url: 'https://m.test' },
        },
      ],
    ])('§11 describes %j as linked data', async (sent, ld) => {
      expect((await made(sent)).json_ld).toMatchObject(ld)
    })

    it('§11 makes no place of a website in linked data', async () => {
      const { json_ld } = await made({ website: 'https://x.test' })
      expect(json_ld.eventAttendanceMode).toBe(schema('OfflineEventAttendanceMode'))
      expect(json_ld).not.toHaveProperty('location')
    })

    it('§11 is in linked data with the oldest start of a rescheduled event', async () => {
      const { id } = await made({ event_status: 'rescheduled' })
      const moved = await changed(id, { start_date: '2027-01-20 18:00:00' })
      expect(moved.json_ld).toMatchObject({
        eventStatus: schema('EventRescheduled'),
        previousStartDate: '2027-05-04T18:00:00-04:00',
      })
    })
  })

  describe(`the status of all events of a calendar on ${name}`, () => {
    let service: TestService
    beforeEach(async () => {
      service = await testService(name)
      return () => service.close()
    })
    const made = async (more: Json = {}) => (await service.post('/events', anEvent(more))).body
    const changed = async (id: number, more: Json) => (await service.patch(`/events/${id}`, more)).body
    const imported = (text: string) => importCalendar(text, source, importing(service))
    const listed = async (query: string) =>
      (await service.get(`/events?${query}`)).body.events.map(({ title }: { title: string }) => title)

    it('§11 filters lists by one or several values, and shows all by default', async () => {
      for (const event_status of ['scheduled', 'cancelled', 'postponed', 'rescheduled', 'moved_online'])
        await made({ title: event_status, event_status })
      expect(await listed('')).toHaveLength(5)
      expect(await listed('event_status=cancelled')).toEqual(['cancelled'])
      expect(await listed('event_status=cancelled,postponed')).toEqual(['cancelled', 'postponed'])
      expect(await listed('event_status[]=scheduled&event_status[]=moved_online')).toEqual([
        'scheduled',
        'moved_online',
      ])
      expect((await service.get('/events?event_status=off')).status).toBe(400)
      await changed(2, { event_status: 'scheduled' })
      expect(await listed('event_status=cancelled')).toEqual([])
    })

    it('filters by attendance, and by whether entry is free', async () => {
      await made({ title: 'Free', cost: 'free' })
      await made({ title: 'Paid', cost: '0 – 10', attendance_mode: 'mixed' })
      await made({ title: 'Tickets', cost: '5', tickets: [{ name: 'T', price: '0' }] })
      await made({ title: 'Unknown', attendance_mode: 'online' })
      expect(await listed('free=true')).toEqual(['Free', 'Tickets'])
      expect(await listed('free=false')).toEqual(['Paid', 'Unknown'])
      expect(await listed('attendance_mode=online,mixed')).toEqual(['Paid', 'Unknown'])
      expect(await listed('attendance_mode=offline')).toEqual(['Free', 'Tickets'])
      await changed(1, { cost: '3' })
      expect(await listed('free=true')).toEqual(['Tickets'])
    })

    it('§11 is shown for a protected event, without the online address', async () => {
      const secret = { password: 'sesame', event_status: 'cancelled', online_url: 'https://m.test/secret' }
      const { id } = await made({ attendance_mode: 'online' })
      await changed(id, secret)
      const reader = (await service.user('subscriber')).headers
      const [shown] = (await service.get('/events', reader)).body.events
      expect(shown).toMatchObject({ event_status: 'cancelled', attendance_mode: 'online', online_url: '' })
      for (const path of ['/events.ics', '/events.rss', '/events.atom', '/events.feed.json'])
        expect((await service.get(path, reader)).body.toString()).not.toContain('m.test')
      expect((await service.get('//calendar/agenda/', reader)).body).not.toContain('m.test')
    })

    it('§11 is in the .ics: cancelled, the conference, and the location of an event without a venue', async () => {
      const online_url = 'https://meet.test/a?b=c,d;e'
      await made({ title: 'Off', event_status: 'cancelled', online_url })
      await made({ title: 'Later', event_status: 'postponed', venue: { venue: 'Hall' }, online_url })
      const text: string = (await service.get('/events.ics')).body
      expect(text.match(/CONFERENCE;VALUE=URI:https:\/\/meet\.test\/a\?b=c,d;e/g)).toHaveLength(2)
      const shown = readByIcalJs(text).map(({ title, status, location }) => [title, status, location])
      expect(shown).toEqual([
        ['Off', 'CANCELLED', online_url],
        ['Later', 'TENTATIVE', 'Hall'],
      ])
    })

    it('§11 is in the titles of news feeds, in the language of the root', async () => {
      await made({ title: 'Talk', event_status: 'cancelled' })
      const titles = async (path: string, tag: string) =>
        Array.from(
          readXml((await service.get(path)).body).getElementsByTagName(tag),
          (one) => one.getElementsByTagName('title')[0]?.textContent,
        )
      expect(await titles('/events.rss', 'item')).toEqual(['Cancelled – Talk'])
      expect(await titles('/events.atom', 'entry')).toEqual(['Cancelled – Talk'])
      expect(await titles('//de/cal/events/v1/events.rss', 'item')).toEqual(['Abgesagt – Talk'])
      const { body } = await service.get('//fr/cal/events/v1/events.feed.json')
      expect(JSON.parse(body.toString()).items[0].title).toBe('Annulé – Talk')
      expect((await service.get('/events')).body.events[0].title).toBe('Talk')
    })

    it('§11 of an imported event is cancelled by its STATUS or a message, and restored when the event returns', async () => {
      const talk = (...more: readonly string[]) => calendar('PUBLISH', at, 'SUMMARY:Talk', ...more)
      const state = async () =>
        (await service.get('/events')).body.events.map(({ title, event_status }: Json) => [
          title,
          event_status,
        ])
      await imported(talk())
      await imported(talk('STATUS:CANCELLED'))
      expect(await state()).toEqual([['Talk', 'cancelled']])
      await imported(talk('STATUS:CONFIRMED'))
      expect(await state()).toEqual([['Talk', 'scheduled']])
      await imported(calendar('CANCEL', at))
      expect(await state()).toEqual([['Talk', 'cancelled']])
      await imported(talk())
      expect(await state()).toEqual([['Talk', 'scheduled']])
      await changed(1, { event_status: 'postponed' })
      await imported(talk('DESCRIPTION:New'))
      expect(await state()).toEqual([['Talk', 'postponed']])
    })

    it('§11 of an unknown imported event may be cancelled', async () => {
      await imported(calendar('PUBLISH', at, 'SUMMARY:Talk', 'STATUS:CANCELLED'))
      expect((await service.get('/events/1')).body).toMatchObject({
        title: 'Talk',
        event_status: 'cancelled',
        status: 'publish',
      })
    })

    it('§11 of one occurrence can be cancelled by an import', async () => {
      const weekly = ['SUMMARY:Yoga', 'RRULE:FREQ=WEEKLY;COUNT=3']
      const second = `END:VEVENT\r\nBEGIN:VEVENT\r\nUID:talk@x.test\r\nRECURRENCE-ID:20270511T180000Z\r\nDTSTART:20270511T180000Z\r\nSUMMARY:Yoga\r\nSTATUS:CANCELLED`
      await imported(calendar('PUBLISH', at, ...weekly))
      await imported(calendar('PUBLISH', at, ...weekly, second))
      const { events } = (await service.get('/events')).body
      expect(events.map(({ event_status }: Json) => event_status)).toEqual([
        'scheduled',
        'cancelled',
        'scheduled',
      ])
    })

    it('§11 is copied from one service to another by .ics', async () => {
      const sent = [
        { title: '1', event_status: 'cancelled' },
        { title: '2', event_status: 'rescheduled', attendance_mode: 'mixed', online_url: 'https://m.test' },
        { title: '3', attendance_mode: 'online', online_url: 'https://m.test' },
      ]
      for (const one of sent) await made(one)
      const text: string = (await service.get('/events.ics')).body
      const other = await testService(name)
      await importCalendar(text, source, importing(other))
      const { events } = (await other.get('/events')).body
      expect(events).toMatchObject(sent)
      expect(events.map(({ venue }: Json) => venue)).toEqual([[], [], []])
      const again = await importCalendar(text, source, importing(other))
      expect(again.unchanged).toBe(3)
      await other.close()
    })

    it('§11 is in exports, and an import keeps it', async () => {
      const { id } = await made({
        event_status: 'rescheduled',
        attendance_mode: 'mixed',
        online_url: 'tel:+1',
      })
      await changed(id, { start_date: '2027-05-04 10:00:00' })
      const lines = await dump(service.store)
      expect(JSON.parse(lines.split('\n').find((line) => line.includes('"event"')) ?? '')).toMatchObject({
        event_status: 'rescheduled',
        previous_start_date: '2027-05-04 18:00:00',
      })
      const other = await testService(name)
      await load(other.store, lines)
      expect(await dump(other.store)).toBe(lines)
      await other.close()
    })

    it('§11 is shown with the title in every view', async () => {
      const { slug } = await made({
        title: 'Talk',
        event_status: 'cancelled',
        venue: { venue: 'Hall', geo_lat: 1, geo_lng: 1 },
      })
      const pages = [
        ...['calendar/2027-05', 'calendar/week/2027-W18', 'calendar/day/2027-05-04', 'calendar/agenda'],
        ...['calendar/search', 'calendar/map', `event/${slug}`, 'venue/hall'],
      ]
      for (const page of pages) {
        const { body } = await service.get(`//${page}/`)
        expect([page, /Cancelled(?:<[^>]*>| |:)*Talk|<strong>Cancelled<\/strong>/.test(body)]).toEqual([
          page,
          true,
        ])
      }
      expect((await service.get(`//de/event/${slug}/`)).body).toContain('Abgesagt')
    })
  })
}
