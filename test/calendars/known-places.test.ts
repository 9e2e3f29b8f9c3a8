/** Imports and submissions name venues and organizers; they mean those that the calendar knows by name and town. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'
import { submitted } from '../support/submitting.ts'
import { dump, load as loadLines } from '../support/transfer.ts'

type Linked = { readonly venue: Json; readonly organizer: readonly Json[] }

const calendar = (...locations: readonly string[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...locations.flatMap((location, at) => [
      ...['BEGIN:VEVENT', `UID:${at}@x.test`, `SUMMARY:Concert ${at}`],
      ...['DTSTART:20270504T180000Z', 'DTEND:20270504T200000Z', `LOCATION:${location}`, 'END:VEVENT'],
    ]),
    'END:VCALENDAR',
    '',
  ].join('\r\n')

const table = (...rows: readonly string[]) =>
  ['title,start_date,end_date,venue,venue_address,venue_city,organizer,organizer_email', ...rows, ''].join(
    '\n',
  )

for (const { name } of dialects)
  describe(`venues and organizers that are known on ${name}`, () => {
    let service: TestService
    let eve: Record<string, string>
    beforeEach(async () => {
      service = await testService(name, { FASTI_SUBMISSIONS: 'open' })
      const komedia = { venue: 'Komedia', address: '44 Gardner Street', city: 'Brighton' }
      await service.post('/venues', komedia)
      await service.post('/organizers', { organizer: 'Chamber Choir', email: 'choir@brighton.test' })
      await service.post('/venues', { venue: 'Town Hall', city: 'Lewes' })
      await service.post('/venues', { venue: 'Town Hall', city: 'Hove' })
      eve = (await service.user('editor', 'eve')).headers
    })
    afterEach(() => service.close())

    const load = (type: string, text: string) =>
      service.ask('POST', '/import?source=a', text, { ...eve, 'content-type': type })
    const named = async (path: 'venues' | 'organizers') =>
      (await service.get(`/${path}?per_page=50&status=any`, eve)).body[path].map(
        (one: Json) => `${one.id} ${one.venue ?? one.organizer}`,
      )
    const known = ['1 Komedia', '2 Town Hall', '3 Town Hall']
    const eventsOf = async () =>
      (await service.get('/events?start_date=2027-01-01&status=any&orderby=id&order=asc', eve)).body.events

    it('are linked by a calendar, however it writes their street', async () => {
      const sent = calendar(
        'Komedia',
        'KOMEDIA\\, Gardner St. 44\\, Brighton BN1',
        'Town Hall\\, Main St\\, Hove',
      )
      expect((await load('text/calendar', sent)).body.created).toBe(3)
      expect((await eventsOf()).map(({ venue }: Linked) => venue.id)).toEqual([1, 1, 3])
      expect(await named('venues')).toHaveLength(3)
    })

    it('are linked by a table, and are others in another town, or where the town is open', async () => {
      const rows = [
        'A,2027-05-04 20:00,2027-05-04 22:00,komedia,Gardner St. 44,Brighton,chamber  choir,other@x.test',
        'B,2027-05-05 20:00,2027-05-05 22:00,Komedia,44 Gardner Street,Bath,,',
        'C,2027-05-06 20:00,2027-05-06 22:00,Town Hall,1 High Street,,,',
      ]
      expect((await load('text/csv', table(...rows))).body.created).toBe(3)
      const events = await eventsOf()
      expect(events.map(({ venue }: Linked) => venue.id)).toEqual([1, 4, 5])
      expect([events[0].organizer[0].id, await named('organizers')]).toEqual([1, ['1 Chamber Choir']])
      expect((await service.get('/venues/1')).body.address).toBe('44 Gardner Street')
    })

    it('are linked by the lines of another calendar, whose own items of one name stay two', async () => {
      const other = await testService(name)
      await other.post(
        '/events',
        anEvent({ venue: { venue: 'Komedia', address: 'Gardner St', city: 'Brighton' } }),
      )
      for (const address of ['1 High Street', '2 High Street'])
        await other.post('/events', anEvent({ venue: { venue: 'Library', address, city: 'Brighton' } }))
      const text = await dump(other.store, 'https://other.example')
      await other.close()
      for (let times = 0; times < 2; times += 1) await loadLines(service.store, text)
      expect((await eventsOf()).map(({ venue }: Linked) => venue.id)).toEqual([1, 4, 5])
      expect(await named('venues')).toHaveLength(5)
    })

    it('are linked by a submission at once, whose own items wait', async () => {
      const { body } = await submitted(service, {
        venue: { venue: 'Komedia', city: 'Brighton', address: 'Gardner St' },
        organizer: { organizer: 'New society' },
      })
      const [{ event }] = (await service.get('/submissions', eve)).body.submissions
      expect([body.status, event.venue.id, event.organizer[0].status]).toEqual(['pending', 1, 'pending'])
      expect(await named('venues')).toEqual(expect.arrayContaining(known))
      expect(await named('venues')).toHaveLength(3)
    })

    const decide = (id: number) => `/submissions/${id}/decision`
    const approved = { decision: 'approve' }
    /** The change that publishes the event of a submission, of a series all dates. */
    const publishing = async (submission: number) => {
      const { submissions } = (await service.get('/submissions', eve)).body
      const { event } = submissions.find(({ id }: Json) => id === submission)
      return { id: event.id, status: 'publish', ...(event.series != null && { apply_to: 'all' }) }
    }
    const tool = (called: string, args: Json) =>
      service.post(
        '/mcp',
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: called, arguments: args } },
        { ...eve, accept: 'application/json, text/event-stream' },
      )
    /** The ways to approve a submission. */
    const ways: Readonly<Record<string, (id: number) => Promise<{ readonly status: number }>>> = {
      'a decision': (id) => service.post(decide(id), approved, eve),
      async 'a change of its event'(submission) {
        const { id, ...change } = await publishing(submission)
        return service.patch(`/events/${id}`, change, eve)
      },
      async 'a change of many events'() {
        const ids = (await eventsOf()).map(({ id }: Json) => id)
        return service.post('/events/bulk', { ids, status: 'publish' }, eve)
      },
      async 'a batch'(submission) {
        const { id, ...body } = await publishing(submission)
        const operations = [{ method: 'PATCH', path: `/events/${id}`, body }]
        return service.post('/batch', { operations }, eve)
      },
      'a tool': async (submission) => tool('update_event', await publishing(submission)),
      'a tool that decides': (id) => tool('decide_submission', { id, ...approved }),
    }
    it.each(Object.keys(ways))(
      'are linked by the approval of a submission by %s, where they became known meanwhile',
      async (way) => {
        const approve = ways[way] as (typeof ways)[string]
        const sent = {
          venue: { venue: 'Saint Anne’s', city: 'Hove' },
          organizer: { organizer: 'New society' },
        }
        const one = await submitted(service, sent)
        const weekly = { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'], venue: { venue: "Saint Anne's" } }
        const other = await submitted(service, { ...sent, ...weekly })
        for (const { body } of [one, other]) expect((await approve(body.id)).status, way).toBe(200)
        const events = await eventsOf()
        expect(events).toHaveLength(4)
        expect(new Set(events.map(({ status }: Json) => status))).toEqual(new Set(['publish']))
        expect(
          new Set(events.map(({ venue, organizer }: Linked) => `${venue.id} ${organizer[0]?.id}`)).size,
        ).toBe(1)
        expect([(await named('venues')).length, (await named('organizers')).length]).toEqual([4, 2])
      },
    )
  })
