import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { MAX_TEMPLATES_PER_GROUP_OR_SITE } from '../support/inside/api.ts'
import { type Json, type TestService, testService } from '../support/service.ts'

type Headers = Record<string, string>

for (const { name } of dialects) {
  describe(`templates of events on ${name}`, () => {
    let service: TestService
    let administrator: Headers
    beforeEach(async () => {
      service = await testService(name)
      administrator = (await service.user('administrator')).headers
    })
    afterEach(() => service.close())

    const newGroup = async (title: string) =>
      (await service.post('/groups', { name: title }, administrator)).body
    const member = async (login: string, group: { id: number }, role: string) => {
      const { headers } = await service.user('subscriber', login)
      await service.ask('PUT', `/groups/${group.id}/members/${login}`, { role }, administrator)
      return headers
    }
    const fields = { title: 'Reading', cost: '8', description: '<p>With tea.</p>' }
    const save = (by: Headers, more: Json = {}) =>
      service.post('/templates', { name: 'Reading', fields, ...more }, by)
    const names = async (by: Headers) =>
      (await service.get('/templates', by)).body.templates.map(({ name: title }: Json) => title)

    it('§16 editors keep them for their group, and its members alone use them', async () => {
      const [library, archive] = [await newGroup('Library'), await newGroup('Archive')]
      const [editor, author] = [
        await member('edna', library, 'editor'),
        await member('anna', library, 'author'),
      ]
      const stranger = await member('olga', archive, 'manager')
      const made = await save(editor, { group: library.id })
      expect([made.status, made.body]).toEqual([
        201,
        {
          id: expect.any(Number),
          name: 'Reading',
          group: library.id,
          fields,
          modified_utc: expect.any(String),
        },
      ])
      await save(administrator, { name: 'Of the site' })
      expect([
        await names(editor),
        await names(author),
        await names(stranger),
        await names(administrator),
      ]).toEqual([['Reading'], ['Reading'], [], ['Of the site', 'Reading']])
      const to = `/templates/${made.body.id}`
      const change = async (by: Headers) => (await service.patch(to, { name: 'x' }, by)).status
      expect([await change(author), await change(stranger), await change({})]).toEqual([403, 404, 401])
      expect([(await save(author, { group: library.id })).status, (await save(editor)).status]).toEqual([
        403, 403,
      ])
      expect((await save(stranger, { group: library.id })).status).toBe(403)
      expect((await service.patch(to, { name: 'Tea reading' }, editor)).body.name).toBe('Tea reading')
      expect((await service.remove(to, stranger)).status).toBe(404)
      expect((await service.remove(to, editor)).status).toBe(200)
      expect(await names(administrator)).toEqual(['Of the site'])
    })

    it('§16 they keep no times, status or group, nothing that is no object, and no more than 64 KiB', async () => {
      const refused = async (kept: unknown) => (await save(administrator, { fields: kept })).status
      expect([
        await refused({ start_date: '2030-01-01' }),
        await refused({ status: 'publish' }),
        await refused({ group: 1 }),
        await refused({ password: 'secret' }),
        await refused([]),
        await refused('text'),
        await refused({ title: 'x'.repeat(65_536) }),
      ]).toEqual([400, 400, 400, 400, 400, 400, 400])
      expect((await save(administrator, { name: '', fields })).status).toBe(400)
      expect((await save(administrator, { group: 4711 })).status).toBe(400)
      expect((await save(administrator, { fields: { title: 'x'.repeat(65_000) } })).status).toBe(201)
    })

    it('§16 a group has at most a hundred, and takes them along when it is deleted', async () => {
      const library = await newGroup('Library')
      for (let at = 0; at < MAX_TEMPLATES_PER_GROUP_OR_SITE; at += 1)
        expect((await save(administrator, { group: library.id })).status).toBe(201)
      const full = await save(administrator, { group: library.id })
      expect([full.status, Object.keys(full.body.data.params)]).toEqual([400, ['name']])
      expect((await save(administrator)).status).toBe(201)
      await service.remove(`/groups/${library.id}`, administrator)
      expect(await names(administrator)).toHaveLength(1)
    })

    it('§16 every change is in the audit, and a dry run keeps nothing', async () => {
      const library = await newGroup('Library')
      await service.post('/templates?dry_run=true', { name: 'Tried', fields }, administrator)
      expect(await names(administrator)).toEqual([])
      await save(administrator, { group: library.id })
      const { changes } = (await service.get('/audit?resource=group', administrator)).body
      expect(changes[0]).toMatchObject({ item_id: library.id, title: 'Library: template “Reading” added' })
    })
  })
}
