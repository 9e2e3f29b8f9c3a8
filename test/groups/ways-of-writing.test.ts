/** The rights of groups hold however an event is written. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

type Headers = Record<string, string>

for (const { name } of anyDialects()) {
  describe(`writing in groups on ${name}`, () => {
    let service: TestService
    let ada: Headers
    let ann: Headers
    beforeEach(async () => {
      service = await testService(name, { FASTI_ALIASES: '/wp-json:tribe/events/v1' })
      ada = (await service.user('administrator', 'ada')).headers
      for (const called of ['Museum', 'Library']) await service.post('/groups', { name: called }, ada)
      ann = (await service.user('subscriber', 'ann')).headers
      await service.ask('PUT', '/groups/1/members/ann', { role: 'author' }, ada)
    })
    afterEach(() => service.close())

    const total = async () => (await service.get('/events?status=any', ada)).body.total

    it('§16 a batch writes into the group of its member, and is refused as a whole for another one', async () => {
      const create = (group?: string) => ({
        method: 'POST',
        path: '/events',
        body: anEvent(group === undefined ? {} : { group }),
      })
      const done = await service.post('/batch', { operations: [create(), create('museum')] }, ann)
      expect(done.body.results.map(({ body }: { body: { group: { id: number } } }) => body.group.id)).toEqual(
        [1, 1],
      )
      const refused = await service.post('/batch', { operations: [create(), create('library')] }, ann)
      expect([refused.status, refused.body.data.index, await total()]).toEqual([422, 1, 2])
    })

    it('§16 by-uid creates in the group, and updates nothing of another group', async () => {
      const put = (uid: string, more: Json, by: Headers) =>
        service.ask('PUT', `/events/by-uid/${uid}`, anEvent(more), by)
      const made = await put('a@x', {}, ann)
      expect([made.status, made.body.group.slug]).toEqual([201, 'museum'])
      expect((await put('a@x', { title: 'Again' }, ann)).status).toBe(200)
      await put('b@x', { group: 'library' }, ada)
      expect((await put('b@x', { title: 'Mine' }, ann)).status).toBe(403)
      expect((await put('c@x', { group: 'library' }, ann)).status).toBe(403)
    })

    it('§16 a member makes a series, changes all its dates, and no more of them than the role allows', async () => {
      const recurrence = (count: number) => ({ recurrence: `FREQ=DAILY;COUNT=${count}` })
      const made = await service.post('/events', anEvent(recurrence(4)), ann)
      expect([made.status, made.body.group?.slug]).toEqual([201, 'museum'])
      const { series } = made.body
      expect((await service.get('/series?group=museum')).body.total).toBe(1)
      const all = { title: 'All', apply_to: 'all' }
      expect((await service.patch(`/events/${made.body.id}`, all, ann)).status).toBe(200)
      const dates = (await service.get(`/events?series=${series.id}`)).body.events
      expect(dates.map(({ title, group }: Json) => [title, Object(group).slug])).toEqual(
        Array(4).fill(['All', 'museum']),
      )
      const con = (await service.user('subscriber', 'con')).headers
      await service.ask('PUT', '/groups/1/members/con', { role: 'contributor' }, ada)
      const long = { description: 'word '.repeat(52_000), ...recurrence(500) }
      const refused = await service.post('/events?dry_run=true', anEvent(long), con)
      expect([refused.status, refused.body.data.params.recurrence]).toEqual([
        400,
        expect.stringMatching(/As contributor you may write 2500/),
      ])
    })

    it('§16 a place that a member adds to a draft is seen by the member and the editors of the site, and public with the event', async () => {
      const event = anEvent({ status: 'draft', venue: { venue: 'Cellar', geo_lat: 50, geo_lng: 8 } })
      const made = await service.post('/events', event, ann)
      const { id } = made.body
      expect(made.body.venue).toMatchObject({ venue: 'Cellar', status: 'draft' })
      const bob = (await service.user('subscriber', 'bob')).headers
      await service.ask('PUT', '/groups/1/members/bob', { role: 'author' }, ada)
      const venues = async (by: Headers) => (await service.get('/venues?status=draft', by)).body.total
      const near = 'status=draft&geoloc_lat=50&geoloc_lng=8'
      const nearby = async (by: Headers) => (await service.get(`/events?${near}`, by)).body.total
      expect([await venues(ann), await venues(ada), await venues(bob)]).toEqual([1, 1, 0])
      expect([await nearby(ann), await nearby(ada), await nearby(bob)]).toEqual([1, 1, 0])
      const path = `/venues/${made.body.venue.id}`
      expect((await service.get(path, ann)).status).toBe(200)
      // The place stays of the site, whose editors change it.
      expect((await service.patch(path, { venue: 'Mine' }, ann)).status).toBe(403)
      await service.remove('/groups/1/members/ann', ada)
      expect((await service.get(path, ann)).status).toBe(403)
      await service.ask('PUT', '/groups/1/members/ann', { role: 'author' }, ada)
      await service.patch(`/events/${id}`, { status: 'publish' }, ann)
      expect((await service.get(path)).body.status).toBe('publish')
    })

    it('§16 assistants write by the same rights: into the own group, and into no other one', async () => {
      const call = async (tool: string, args: Json, by: Headers) => {
        const params = { name: tool, arguments: args }
        const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
        const { result } = (await service.post('/mcp', message, by)).body
        return [result.isError, JSON.parse(result.content[0].text)]
      }
      const [failed, event] = await call('create_event', anEvent(), ann)
      expect([failed, event.group.slug]).toEqual([false, 'museum'])
      const [isRefused, problem] = await call('create_event', anEvent({ group: 'library' }), ann)
      expect([isRefused, Object.keys(problem.data.details)]).toEqual([true, ['group']])
      const listed = await call('list_events', { group: ['museum'], _fields: 'total' }, {})
      expect(listed).toEqual([false, { total: 1 }])
      const foreign = await call('update_event', { id: event.id, group: 'library' }, ann)
      expect(foreign[0]).toBe(true)
      const kept = await call('list_members', { id: 1 }, ann)
      expect(kept[1].members).toHaveLength(1)
    })

    it('§12 §16 programs written for The Events Calendar write into groups by the same rights', async () => {
      const post = (path: string, body: Json, by: Headers) => service.post(`//wp-json/${path}`, body, by)
      for (const namespace of ['tec/v1', 'tribe/events/v1']) {
        const made = await post(`${namespace}/events`, anEvent(), ann)
        expect([namespace, made.status, made.body.group?.slug]).toEqual([namespace, 201, 'museum'])
        const path = `${namespace}/events/${made.body.id}`
        expect((await post(path, { title: 'Changed' }, ann)).status).toBe(200)
        expect((await post(path, { group: 'library' }, ann)).status).toBe(403)
        expect((await post(`${namespace}/events`, anEvent({ group: 'library' }), ann)).status).toBe(403)
      }
      const listed = async (query: string) =>
        (await service.get(`//wp-json/tec/v1/events${query}`)).body.length
      expect([await listed('?group=museum'), await listed('?group=library')]).toEqual([2, 0])
    })

    it('§16 a dry run says what would become of it, and keeps nothing', async () => {
      const dry = await service.post('/events?dry_run=true', anEvent(), ann)
      expect([dry.body.dry_run, dry.body.group.slug, await total()]).toEqual([true, 'museum', 0])
      expect((await service.post('/events?dry_run=true', anEvent({ group: 'library' }), ann)).status).toBe(
        403,
      )
    })

    it('§16 a copy stays in its group, and an event that is moved away is no longer its author’s', async () => {
      const { id } = (await service.post('/events', anEvent(), ann)).body
      const copied = await service.post(`/events/${id}/duplicate`, { dates: ['2027-09-01'] }, ann)
      expect([copied.status, (await service.get('/events?group=museum&status=any', ada)).body.total]).toEqual(
        [201, 2],
      )
      await service.patch(`/events/${id}`, { group: 'library' }, ada)
      expect((await service.patch(`/events/${id}`, { title: 'Mine' }, ann)).status).toBe(403)
    })
  })
}
