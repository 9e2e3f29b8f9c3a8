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
      service = await testService(name)
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
