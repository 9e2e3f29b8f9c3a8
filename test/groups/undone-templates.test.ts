/** A change of the templates of a group, or of the site, is a write like others: it has a revision, and is undone by it (contract §16). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { MAX_TEMPLATES_PER_GROUP_OR_SITE } from '../support/inside/api.ts'
import { type Answered, type Json, type TestService, testService } from '../support/service.ts'

type Headers = Record<string, string>

for (const { name } of dialects) {
  describe(`undoing changes of templates on ${name}`, () => {
    let service: TestService
    let admin: Headers
    let group: number
    beforeAll(async () => {
      service = await testService(name)
      admin = (await service.user('administrator', 'root')).headers
    })
    afterAll(() => service.close())
    beforeEach(async () => {
      group = (await service.post('/groups', { name: 'Library' }, admin)).body.id
    })

    const fields = { title: 'Reading', description: '<p>With tea.</p>' }
    const add = (more: Json = { group }, by = admin) =>
      service.post('/templates', { name: 'Reading', fields, ...more }, by)
    const rename = (id: number, to: string) => service.patch(`/templates/${id}`, { name: to }, admin)
    const remove = (id: number) => service.remove(`/templates/${id}`, admin)
    const revisionOf = ({ headers }: Answered) => Number(headers['x-fasti-revision'])
    const undo = (answer: Answered, by = admin) => service.post('/undo', { revision: revisionOf(answer) }, by)
    const template = async (id: number): Promise<Json | undefined> =>
      (await service.get('/templates', admin)).body.templates.find((one: Json) => one.id === id)
    const nameOf = async (id: number) => (await template(id))?.name
    const member = async (login: string, role: string) => {
      const { headers } = await service.user('subscriber', `${login}${group}`)
      await service.ask('PUT', `/groups/${group}/members/${login}${group}`, { role }, admin)
      return headers
    }

    it('§16 each change is one line, with the revision that it was answered with', async () => {
      const added = await add()
      const { id } = added.body
      const answers = [added, await rename(id, 'Tea'), await remove(id)]
      const lines = (await service.get(`/audit?resource=group&item=${group}`, admin)).body.changes
      expect(lines.slice(0, 3).map(({ title, revision }: Json) => [title, revision])).toEqual(
        ['added', 'renamed', 'removed']
          .map((what, at) => [
            `Library: template “${at === 0 ? 'Reading' : 'Tea'}” ${what}`,
            revisionOf(answers[at] ?? added),
          ])
          .reverse(),
      )
      const other = (await add()).body.id
      const before = await service.store.revision()
      const same = await rename(other, 'Reading')
      expect([same.status, same.body.name, same.headers['x-fasti-result']]).toEqual([
        200,
        'Reading',
        'unchanged',
      ])
      expect(await service.store.revision()).toBe(before)
    })

    it.each([['a group'], ['the site']])(
      '§16 of %s one that was added goes, one that was removed is back, a name is that of before; and undoing is undone',
      async (place) => {
        const added = await add(place === 'a group' ? { group } : {})
        const { id } = added.body
        const gone = await undo(added)
        expect([gone.status, gone.body.items, await nameOf(id)]).toEqual([
          200,
          place === 'a group' ? [{ resource: 'group', id: group }] : [],
          undefined,
        ])
        const back = await undo(gone)
        expect([back.status, await template(id)]).toEqual([
          200,
          { ...added.body, modified_utc: expect.any(String) },
        ])
        const renamed = await undo(await rename(id, 'Tea'))
        expect([renamed.status, await nameOf(id)]).toEqual([200, 'Reading'])
        expect([(await undo(renamed)).status, await nameOf(id)]).toEqual([200, 'Tea'])
        const removed = await undo(await remove(id))
        expect([removed.status, await template(id)]).toMatchObject([200, { name: 'Tea', fields }])
        expect([(await undo(removed)).status, await nameOf(id)]).toEqual([200, undefined])
      },
    )

    it('§16 is refused by name where the template was changed since, or undone already', async () => {
      const added = await add()
      const { id } = added.body
      const renamed = await rename(id, 'Tea')
      const refused = await undo(added)
      expect([refused.status, refused.body.code]).toEqual([409, 'change-overtaken'])
      expect(refused.body.message).toContain('Library: template “Reading” added')
      expect((await undo(renamed)).status).toBe(200)
      expect((await undo(renamed)).body.code).toBe('change-overtaken')
      const removed = await remove(id)
      expect((await undo(added)).body.code).toBe('change-overtaken')
      expect((await undo(removed)).status).toBe(200)
      expect((await undo(removed)).body.code).toBe('change-overtaken')
      expect(await nameOf(id)).toBe('Reading')
    })

    it('§16 who may not keep templates there may not undo a change of them', async () => {
      const [editor, author] = [await member('edna', 'editor'), await member('anna', 'author')]
      const added = await add({ group }, editor)
      const ofSite = await add({})
      const { headers: elsewhere } = await service.user('author', `olga${group}`)
      const { headers: scoped } = await service.user('administrator', `bot${group}`, ['read', 'write:groups'])
      expect((await undo(added, author)).status).toBe(403)
      expect((await undo(added, elsewhere)).status).toBe(403)
      expect((await undo(added, {})).status).toBe(401)
      expect((await undo(added, scoped)).body.data.scope).toBe('write:events')
      expect((await undo(ofSite, editor)).status).toBe(403)
      expect(await nameOf(added.body.id)).toBe('Reading')
      expect([(await undo(added, editor)).status, await nameOf(added.body.id)]).toEqual([200, undefined])
    })

    it('§16 none comes back whose group is gone, and with the group its templates are as they were', async () => {
      const kept = await add()
      const removed = await remove((await add()).body.id)
      const deleted = await service.remove(`/groups/${group}`, admin)
      expect((await undo(removed)).body.code).toBe('group-not-found')
      expect((await undo(kept)).body.code).toBe('group-not-found')
      await undo(deleted)
      expect([(await undo(kept)).status, await nameOf(kept.body.id)]).toEqual([200, undefined])
      expect((await undo(removed)).status).toBe(200)
    })

    it('§16 none comes back beyond a hundred', async () => {
      const removed = await remove((await add()).body.id)
      for (let at = 0; at < MAX_TEMPLATES_PER_GROUP_OR_SITE; at += 1) expect((await add()).status).toBe(201)
      const refused = await undo(removed)
      expect([refused.status, Object.keys(refused.body.data.params)]).toEqual([400, ['revision']])
    })

    it('§16 is no change of the group: its version stays', async () => {
      const before = (await service.get(`/groups/${group}`)).headers.etag
      await add()
      expect((await service.get(`/groups/${group}`)).headers.etag).toBe(before)
    })
  })
}
