/** A right that a group gave ends with the group, for tokens too, whoever deletes it and however. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects, type FreshDatabase, freshSqliteFile } from '../support/dialects.ts'
import { anImage } from '../support/images.ts'
import { problemOfError } from '../support/inside/service.ts'
import { connectDatabase, sql, violatesReference } from '../support/inside/store.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'
import { sessionOf } from '../support/sessions.ts'

type Headers = Record<string, string>

for (const { name, freshUrl } of dialects) {
  describe(`the members of a deleted group on ${name}`, () => {
    let database: FreshDatabase
    let service: TestService
    let other: TestService
    let ada: Headers
    let ann: Headers
    beforeEach(async () => {
      database = await (name === 'sqlite' ? freshSqliteFile() : freshUrl())
      service = await testService(name, { DATABASE_URL: database.url })
      ada = (await service.user('administrator', 'ada')).headers
      for (const called of ['Museum', 'Library']) await service.post('/groups', { name: called }, ada)
      ann = (await service.user('subscriber', 'ann')).headers
      await service.ask('PUT', '/groups/1/members/ann', { role: 'author' }, ada)
      other = await testService(name, { DATABASE_URL: database.url })
      for (const one of [service, other])
        expect((await one.post('/events?dry_run=true', anEvent(), ann)).status).toBe(201)
    })
    afterEach(async () => {
      await other.close()
      await service.close()
      await database.drop()
    })

    const image = async (at: TestService, by: Headers) =>
      (await at.post('/media', await anImage(8, 8), { ...by, 'content-type': 'image/png' })).status

    /** The statuses of every kind of write. */
    const writes = async (at: TestService, by: Headers) => {
      const create = { method: 'POST', path: '/events', body: anEvent() }
      const batch = await at.post('/batch', { operations: [create], atomic: false }, by)
      return [
        (await at.post('/events', anEvent(), by)).status,
        (await at.post('/events', anEvent({ recurrence: 'FREQ=DAILY;COUNT=3' }), by)).status,
        (await at.ask('PUT', '/events/by-uid/a@x', anEvent(), by)).status,
        batch.body.results?.[0]?.status ?? batch.status,
        (await at.post('/events?dry_run=true', anEvent(), by)).status,
        await image(at, by),
      ]
    }
    const refused = [403, 403, 403, 403, 403, 403]

    it('§16 write nothing any more, in any process', async () => {
      expect((await service.remove('/groups/1', ada)).status).toBe(200)
      expect([await writes(service, ann), await writes(other, ann)]).toEqual([refused, refused])
    })

    it('§16 write nothing after its events were moved on, and after a batch deleted it', async () => {
      await service.post('/events', anEvent(), ann)
      expect((await service.remove('/groups/1?move_to=2', ada)).status).toBe(200)
      expect(await writes(service, ann)).toEqual(refused)
      const { id } = (await service.post('/groups', { name: 'Board' }, ada)).body
      await service.ask('PUT', `/groups/${id}/members/ann`, { role: 'author' }, ada)
      expect((await service.post('/events?dry_run=true', anEvent(), ann)).status).toBe(201)
      const operations = [{ method: 'DELETE', path: `/groups/${id}` }]
      expect((await service.post('/batch', { operations }, ada)).status).toBe(200)
      expect([await writes(service, ann), await writes(other, ann)]).toEqual([refused, refused])
    })

    it('§16 keep the rights of their other group, by token as by session', async () => {
      await service.ask('PUT', '/groups/2/members/ann', { role: 'author' }, ada)
      await service.post('/events?dry_run=true', anEvent({ group: 2 }), ann)
      await service.remove('/groups/1', ada)
      for (const by of [ann, await sessionOf(service, 'ann')]) {
        const made = await service.post('/events', anEvent(), by)
        expect([made.status, made.body.group?.id]).toEqual([201, 2])
      }
    })

    it('a reference to what was deleted meanwhile is a conflict, not an error of the service', async () => {
      const connection = await connectDatabase(database.url)
      const add = sql`insert into group_members (group_id, user_id, role) values (99, 99, 'author')`
      const error = await add.execute(connection.writer).catch((thrown: unknown) => thrown)
      await connection.close()
      const problem = problemOfError(error, (one) => (violatesReference(one) ? 'overtaken' : undefined))
      expect([problem.status, problem.code]).toEqual([409, 'change-overtaken'])
    })
  })
}
