/** A change of the members of a group is a write like others: it has a revision, and is undone by it (contract §16). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dialects, type FreshDatabase, freshSqliteFile } from '../support/dialects.ts'
import { type Answered, anEvent, type Json, type TestService, testService } from '../support/service.ts'
import { sessionOf } from '../support/sessions.ts'

type Headers = Record<string, string>

const turn = () => new Promise(setImmediate)

for (const { name, freshUrl } of dialects) {
  describe(`undoing changes of members on ${name}`, () => {
    let database: FreshDatabase
    let service: TestService
    let other: TestService
    let admin: Headers
    let ann: Headers
    let mona: Headers
    let group: number
    beforeAll(async () => {
      database = await (name === 'sqlite' ? freshSqliteFile() : freshUrl())
      service = await testService(name, { DATABASE_URL: database.url })
      other = await testService(name, { DATABASE_URL: database.url })
      admin = (await service.user('administrator', 'root')).headers
      ann = (await service.user('subscriber', 'ann')).headers
      mona = (await service.user('subscriber', 'mona')).headers
    })
    afterAll(async () => {
      await service.close()
      await other.close()
      await database.drop()
    })
    beforeEach(async () => {
      group = (await service.post('/groups', { name: 'Museum' }, admin)).body.id
      await set('mona', 'manager')
    })

    const set = (login: string, role: string, by = admin) =>
      service.ask('PUT', `/groups/${group}/members/${login}`, { role }, by)
    const take = (login: string, by = admin) => service.remove(`/groups/${group}/members/${login}`, by)
    const revisionOf = ({ headers }: Answered) => Number(headers['x-fasti-revision'])
    const undo = (answer: Answered, by = admin) => service.post('/undo', { revision: revisionOf(answer) }, by)
    const roleOf = async (login: string) =>
      (await service.get(`/groups/${group}/members`, admin)).body.members.find(
        (one: Json) => one.login === login,
      )?.role
    const lines = async () => (await service.get(`/audit?resource=group&item=${group}`, admin)).body.changes

    it('§16 each change is one line in the audit, with the revision that it was answered with', async () => {
      const answers = [await set('ann', 'author'), await set('ann', 'editor'), await take('ann')]
      expect(answers.map(({ body }) => body.role)).toEqual(['author', 'editor', 'editor'])
      const [added, changed, removed] = answers.map(revisionOf)
      expect((await lines()).slice(0, 3).map(({ title, revision }: Json) => [title, revision])).toEqual([
        ['Museum: ann removed', removed],
        ['Museum: ann editor', changed],
        ['Museum: ann author', added],
      ])
    })

    it('§16 the role that a member has already is no change', async () => {
      const before = [await service.store.revision(), await lines()]
      const again = await set('mona', 'manager')
      expect([again.status, again.body.role, again.headers['x-fasti-result']]).toEqual([
        200,
        'manager',
        'unchanged',
      ])
      expect([await service.store.revision(), await lines()]).toEqual(before)
    })

    it('§16 who was added goes, who was removed is back, a role is that of before; and undoing is undone', async () => {
      const added = await set('ann', 'author')
      const gone = await undo(added)
      expect([gone.status, gone.body.items]).toEqual([200, [{ resource: 'group', id: group }]])
      expect(await roleOf('ann')).toBeUndefined()
      const back = await undo(gone)
      expect([back.status, await roleOf('ann')]).toEqual([200, 'author'])
      const changed = await undo(await set('ann', 'editor'))
      expect([changed.status, await roleOf('ann')]).toEqual([200, 'author'])
      expect([(await undo(changed)).status, await roleOf('ann')]).toEqual([200, 'editor'])
      const removed = await undo(await take('ann'))
      expect([removed.status, await roleOf('ann')]).toEqual([200, 'editor'])
      expect([(await undo(removed)).status, await roleOf('ann')]).toEqual([200, undefined])
      expect((await lines()).map(({ title }: Json) => title).slice(0, 3)).toEqual([
        'Museum: ann removed',
        'Museum: ann editor',
        'Museum: ann removed',
      ])
    })

    it('§16 rights follow at once, by token and session, in every process', async () => {
      const session = await sessionOf(service, 'ann')
      const may = async () => {
        await turn()
        const tries = [
          service.post('/events?dry_run=true', anEvent({ group }), ann),
          other.post('/events?dry_run=true', anEvent({ group }), ann),
          service.post('/events?dry_run=true', anEvent({ group }), session),
        ]
        return (await Promise.all(tries)).map(({ status }) => status)
      }
      const [yes, no] = [
        [201, 201, 201],
        [403, 403, 403],
      ]
      const added = await set('ann', 'author')
      expect(await may()).toEqual(yes)
      const gone = await undo(added)
      expect(await may()).toEqual(no)
      await undo(gone)
      expect(await may()).toEqual(yes)
      const removed = await take('ann')
      expect(await may()).toEqual(no)
      await undo(removed)
      expect(await may()).toEqual(yes)
      await take('ann')
    })

    it('§16 is refused by name where the membership was changed since, or undone already', async () => {
      const added = await set('ann', 'author')
      await set('ann', 'editor')
      const refused = await undo(added)
      expect([refused.status, refused.body.code]).toEqual([409, 'change-overtaken'])
      expect(refused.body.message).toContain('Museum: ann author')
      expect(await roleOf('ann')).toBe('editor')
      const removed = await take('ann')
      expect((await undo(removed)).status).toBe(200)
      expect((await undo(removed)).body.code).toBe('change-overtaken')
      // A change of another member is none of this one.
      const changed = await set('ann', 'author')
      await set('mona', 'editor')
      expect([(await undo(changed)).status, await roleOf('ann')]).toEqual([200, 'editor'])
    })

    it('§16 who may not change the members may not undo a change of them', async () => {
      const added = await set('ann', 'editor', mona)
      const author = (await service.user('author', `author${group}`)).headers
      const scoped = (await service.user('administrator', `bot${group}`, ['read', 'write:events'])).headers
      expect((await undo(added, ann)).status).toBe(403)
      expect((await undo(added, author)).status).toBe(403)
      expect((await undo(added, {})).status).toBe(401)
      expect((await undo(added, scoped)).body.data.scope).toBe('write:groups')
      const elsewhere = (await service.post('/groups', { name: 'Library' }, admin)).body.id
      await service.ask('PUT', `/groups/${elsewhere}/members/ann`, { role: 'manager' }, admin)
      expect((await undo(added, ann)).status).toBe(403)
      expect(await roleOf('ann')).toBe('editor')
      expect([(await undo(added, mona)).status, await roleOf('ann')]).toEqual([200, undefined])
      // A manager who left takes nobody back in, not even themselves.
      const left = await take('mona', mona)
      expect((await undo(left, mona)).status).toBe(403)
      expect([(await undo(left)).status, await roleOf('mona')]).toEqual([200, 'manager'])
    })

    it('§16 nobody is a member again whose account or group is gone', async () => {
      const { id } = await service.user('subscriber', `zoe${group}`)
      await set(`zoe${group}`, 'author')
      const removed = await take(`zoe${group}`)
      await service.remove(`/users/${id}`, admin)
      const nobody = await undo(removed)
      expect([nobody.status, nobody.body.code]).toEqual([404, 'user-not-found'])
      const added = await set('ann', 'author')
      const deleted = await service.remove(`/groups/${group}`, admin)
      const nowhere = await undo(added)
      expect([nowhere.status, nowhere.body.code]).toEqual([404, 'group-not-found'])
      // With the group, its members are back as they were.
      await undo(deleted)
      expect([(await undo(added)).status, await roleOf('ann')]).toEqual([200, undefined])
    })

    it('§16 is no change of the group: its version stays, and earlier versions come back without it', async () => {
      await service.patch(`/groups/${group}`, { description: 'First' }, admin)
      const first = (await service.get(`/groups/${group}/history`, admin)).body.changes[0].id
      await service.patch(`/groups/${group}`, { description: 'Second' }, admin)
      const before = (await service.get(`/groups/${group}`)).headers.etag
      await set('ann', 'author')
      expect((await service.get(`/groups/${group}`)).headers.etag).toBe(before)
      const [line] = (await service.get(`/groups/${group}/history`, admin)).body.changes
      expect([line.act, line.fields, line.values]).toEqual(['member_role_given', [], {}])
      const reverted = await service.post(`/groups/${group}/revert`, { change: first }, admin)
      expect([reverted.status, reverted.body.description]).toEqual([200, 'First'])
      expect(await roleOf('ann')).toBe('author')
      await take('ann')
    })
  })
}
