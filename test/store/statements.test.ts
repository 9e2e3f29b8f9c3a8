/** How many statements writes take, so that none gets dearer unseen. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { moment } from '../support/importing.ts'
import { commandActor } from '../support/inside/people.ts'
import { type Answered, anEvent, type Json, type TestService, testService } from '../support/service.ts'

for (const { name } of dialects)
  describe(`the statements of a write on ${name}`, () => {
    let service: TestService
    let ada: Record<string, string>
    beforeAll(async () => {
      service = await testService(name)
      ada = (await service.user('editor', 'ada')).headers
      await service.post('/events', anEvent({ venue: { venue: 'Warm' }, tags: ['warm'] }), ada)
      // That she was there is written behind her first request.
      await vi.waitFor(async () =>
        expect((await service.get('/users/me', ada)).body.last_seen_utc).not.toBe(''),
      )
    })
    afterAll(() => service.close())

    const linked = {
      venue: { venue: 'Hall', city: 'Turin' },
      organizer: { organizer: 'Society' },
      categories: ['Music'],
      tags: ['jazz', 'soul'],
    }
    /** PostgreSQL is asked for the token, since another process may have revoked it. */
    const ofToken = name === 'postgres' ? 1 : 0
    /** The statements of the second of two writes that are alike, its beginning and end included. */
    const statements = async (write: (at: number) => Promise<Answered>, between = async () => {}) => {
      await write(0)
      await between()
      const before = service.store.measures().queries
      const { status, body } = await write(1)
      expect(status, JSON.stringify(body)).toBeLessThan(300)
      return service.store.measures().queries - before - ofToken
    }
    /** Brings memory up to date, as everybody does who reads a list. */
    const read = async () => {
      const { body } = await service.get('/events?starts_after=2000-01-01&orderby=id&per_page=50', ada)
      expect(body.events.length).toBeGreaterThan(0)
    }

    it('are few for an event, and for one with what it links to', async () => {
      expect(await statements(() => service.post('/events', anEvent(), ada))).toBeLessThanOrEqual(9)
      expect(await statements(() => service.post('/events', anEvent(linked), ada))).toBeLessThanOrEqual(20)
    })

    it('are few for another title, and for other tags, fewer where memory knows what the event links to', async () => {
      const { id } = (await service.post('/events', anEvent(linked), ada)).body
      const patched = (body: (at: number) => Json, between?: () => Promise<void>) =>
        statements((at) => service.patch(`/events/${id}`, body(at), ada), between)
      const titled = (at: number) => ({ title: `Title ${at}` })
      const tagged = (at: number) => ({ tags: [at === 0 ? 'jazz' : 'soul'] })
      expect(await patched(titled)).toBeLessThanOrEqual(13)
      expect(await patched(titled, read)).toBeLessThanOrEqual(9)
      expect(await patched(tagged)).toBeLessThanOrEqual(16)
      expect(await patched(tagged, read)).toBeLessThanOrEqual(13)
    })

    it('show what the write itself changed of what memory knows', async () => {
      const { id, tags } = (await service.post('/events', anEvent(linked), ada)).body
      const [{ id: jazz, count }] = tags
      await read()
      const changed = await service.patch(`/events/${id}`, { tags: ['soul'] }, ada)
      expect(changed.body.tags.map((one: Json) => one.name)).toEqual(['soul'])
      await read()
      const back = await service.patch(`/events/${id}`, { tags: ['soul', 'jazz'] }, ada)
      expect(back.body.tags[0]).toMatchObject({ id: jazz, count })
      await read()
      const operations = [
        { method: 'PATCH', path: `/tags/${jazz}`, body: { name: 'bebop' } },
        { method: 'PATCH', path: `/events/${id}`, body: { title: 'Jam' } },
      ]
      const { body } = await service.post('/batch', { operations }, ada)
      expect(body.results[1].body.tags.map((one: Json) => one.name)).toEqual(['bebop', 'soul'])
      await service.patch(`/tags/${jazz}`, { name: 'jazz' }, ada)
    })

    it('leave nothing out where several write one event at once', async () => {
      const { id } = (await service.post('/events', anEvent(linked), ada)).body
      await read()
      const fields = ['title', 'excerpt', 'website', 'cost', 'status_reason', 'note']
      const values = fields.map((name): Json => ({ [name]: name === 'website' ? 'https://a.example/' : '5' }))
      const wrote = await Promise.all(values.map((body) => service.patch(`/events/${id}`, body, ada)))
      expect(wrote.map(({ status }) => status)).toEqual(values.map(() => 200))
      const { body, headers } = await service.get(`/events/${id}`, ada)
      expect(body).toMatchObject(Object.assign({}, ...values))
      const { changes } = (await service.get(`/events/${id}/history`, ada)).body
      expect(changes).toHaveLength(1 + fields.length)
      const tagged = await Promise.all(
        [['jazz'], ['soul'], []].map((tags) =>
          service.patch(`/events/${id}`, { tags }, { ...ada, 'if-match': headers.etag ?? '' }),
        ),
      )
      expect(tagged.map(({ status }) => status).toSorted()).toEqual([200, 412, 412])
    })

    it('are those of reading again where something else of the transaction has written an item since it was read', async () => {
      const { id } = (await service.post('/events', anEvent({ title: 'One', tags: ['jazz'] }), ada)).body
      const { result } = await service.store.write({ moment, actor: commandActor }, async (tx) => {
        const record = await tx.find('event', { id }, moment)
        if (record === undefined) throw new Error('There is no event.')
        const links = await tx.linksOf(id)
        await tx.put('event', id, { title: 'Two', tag: [] })
        await tx.put('event', id, { title: 'Three', excerpt: 'New' }, { record, links })
        return record.version
      })
      const { body } = await service.get(`/events/${id}`, ada)
      expect(body).toMatchObject({ title: 'Three', excerpt: 'New', tags: [] })
      const { changes } = (await service.get(`/events/${id}/history`, ada)).body
      const titles = changes.map(({ values }: Json) => Object(values).title)
      expect(titles.slice(0, 2)).toEqual([
        { before: 'Two', after: 'Three' },
        { before: 'One', after: 'Two' },
      ])
      const [tag] = (await service.get('/tags?search=jazz&hide_empty=false', ada)).body.tags
      const { total } = (await service.get(`/events?tags=${tag.id}&starts_after=2000-01-01`, ada)).body
      expect([tag.count, result]).toEqual([total, 1])
    })

    it('are those of reading a series again, of which several steps make one version', async () => {
      const made = await service.post('/events', anEvent({ recurrence: 'FREQ=WEEKLY;COUNT=2' }), ada)
      const { id } = made.body.series
      const { result } = await service.store.write({ moment, actor: commandActor }, async (tx) => {
        const record = await tx.find('series', { id }, moment)
        if (record === undefined) throw new Error('There is no series.')
        await tx.put('series', id, { spread_to: 7 })
        return tx.put('series', id, { spread_to: record.spread_to }, { record })
      })
      expect([result.spread_to, result.version]).toEqual([0, 1])
      const stored = await service.store.find('series', { id }, moment)
      expect(stored?.spread_to).toBe(0)
    })

    it('are few for another field of a venue, and for a new tag', async () => {
      const { id } = (await service.post('/venues', { venue: 'Loft' }, ada)).body
      const moved = statements((at) => service.patch(`/venues/${id}`, { city: `Town ${at}` }, ada))
      expect(await moved).toBeLessThanOrEqual(8)
      const tagged = statements((at) => service.post('/tags', { name: `Tag ${at}` }, ada))
      expect(await tagged).toBeLessThanOrEqual(9)
    })
  })
