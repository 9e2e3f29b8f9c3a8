import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

type Headers = Record<string, string>

for (const { name } of dialects) {
  describe(`new venues and organizers of an event on ${name}`, () => {
    let service: TestService
    let eve: Headers
    beforeEach(async () => {
      service = await testService(name)
      await service.user('administrator', 'ada')
      eve = (await service.user('editor', 'eve')).headers
    })
    afterEach(() => service.close())

    const links = { venue: { venue: 'Secret barn' }, organizer: { organizer: 'Secret club' } }
    const create = async (more: Json) =>
      (await service.post('/events', anEvent({ ...links, ...more }), eve)).body
    /** The names that everybody finds, in lists and by id. */
    async function found(): Promise<readonly string[]> {
      const { venues } = (await service.get('/venues?search=secret')).body
      const { organizers } = (await service.get('/organizers?search=secret')).body
      return [...venues, ...organizers].map(({ venue, organizer }: Json) => String(venue ?? organizer))
    }
    const all = ['Secret barn', 'Secret club']
    const statuses = async ({ venue, organizer }: Json) =>
      Promise.all(
        [['venues', venue] as const, ['organizers', organizer] as const].map(async ([collection, one]) => {
          const { id } = [one].flat()[0] as Json
          return (await service.get(`/${collection}/${id}`, eve)).body.status
        }),
      )

    it('§4.5 are not public before it, whatever keeps it from the public, and become public with it', async () => {
      for (const status of ['draft', 'pending', 'private']) {
        const event = await create({ status })
        expect([status, await found()]).toEqual([status, []])
        for (const { rest_url } of [[event.venue].flat()[0], [event.organizer].flat()[0]])
          expect((await service.get(new URL(rest_url).pathname.replace(/^.*\/v1/, ''))).status).toBe(401)
        await service.patch(`/events/${event.id}`, { status: 'publish' }, eve)
        expect(await found()).toEqual(all)
        for (const { rest_url } of [[event.venue].flat()[0], [event.organizer].flat()[0]])
          await service.remove(`${new URL(rest_url).pathname.replace(/^.*\/v1/, '')}?force=true`, eve)
      }
    })

    it('§4.5 of a scheduled event are public at its date, or when it is published before', async () => {
      service.at('2027-01-15T12:00:00Z')
      const event = await create({ date_utc: '2027-01-20 12:00:00' })
      expect(event.status).toBe('future')
      expect([await found(), await statuses(event)]).toEqual([[], ['future', 'future']])
      service.at('2027-01-20T12:00:00Z')
      expect(await found()).toEqual(all)
      service.at('2027-01-15T12:00:00Z')
      await service.patch(`/events/${event.id}`, { status: 'publish' }, eve)
      expect([await found(), await statuses(event)]).toEqual([all, ['publish', 'publish']])
    })

    it('§4.5 of a draft that is scheduled wait for its date', async () => {
      const event = await create({ status: 'draft' })
      await service.patch(`/events/${event.id}`, { status: 'publish', date: '2027-02-01 00:00:00' }, eve)
      expect([await found(), await statuses(event)]).toEqual([[], ['future', 'future']])
    })

    it('§4.5 are as public as an updated event, and keep a status of their own', async () => {
      const { body } = await service.post('/events', anEvent({ status: 'draft' }), eve)
      await service.patch(`/events/${body.id}`, links, eve)
      expect(await found()).toEqual([])
      const own = { venue: { venue: 'Secret hall', status: 'publish' } }
      await service.patch(`/events/${body.id}`, own, eve)
      expect(await found()).toEqual(['Secret hall'])
      await create({})
      expect((await found()).slice().sort()).toEqual([...all, 'Secret hall'].sort())
    })

    it('§4.5 of one’s own drafts are the same for the same values, in an update and in an import', async () => {
      const first = await create({ status: 'draft' })
      const again = await service.patch(`/events/${first.id}`, links, eve)
      const second = await create({ status: 'draft', title: 'B' })
      expect([again.body.venue, second.venue]).toEqual([first.venue, first.venue])
      const author = (await service.user('author', 'art')).headers
      const other = (await service.post('/events', anEvent({ ...links, status: 'draft' }), author)).body
      expect([other.venue].flat()[0].id).not.toBe([first.venue].flat()[0].id)
      const rows = ['A', 'B', 'C'].map((title) => `${title},2027-06-01,2027-06-01,Secret shed`).join('\n')
      const csv = `title,start_date,end_date,venue\n${rows}\n`
      const type = { 'content-type': 'text/csv' }
      for (const _run of [1, 2])
        expect((await service.ask('POST', '/import?status=draft', csv, { ...eve, ...type })).status).toBe(200)
      expect(await found()).toEqual([])
      const { total } = (await service.get('/venues?search=secret shed&status=any', eve)).body
      expect(total).toBe(1)
    })
  })
}
