import { once } from 'node:events'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { command } from '../support/command.ts'
import { dialects, type FreshDatabase } from '../support/dialects.ts'
import { anImage } from '../support/images.ts'
import {
  type AuditRow,
  connectDatabase,
  migrations,
  type OpenDatabase,
  rawSql,
  type sql,
} from '../support/inside/store.ts'
import { startProgram } from '../support/programs.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

type Row = Readonly<Record<string, string | number | null>>

for (const { name, freshUrl } of dialects)
  describe(`the log of changes on ${name}`, () => {
    let database: FreshDatabase
    let service: TestService
    let connection: OpenDatabase
    let ada: Record<string, string>

    beforeAll(async () => {
      database = await freshUrl()
      service = await testService(name, { DATABASE_URL: database.url, FASTI_CONTENT_LANGUAGES: 'en,de' })
      connection = await connectDatabase(database.url)
      ada = (await service.user('administrator', 'ada')).headers
    })
    afterAll(async () => {
      await connection.close()
      await service.close()
      await database.drop()
    })

    const rows = (statement: string) =>
      (rawSql(statement) as ReturnType<typeof sql<Row>>).rows(connection.reader)
    const tag = async (body: Json): Promise<number> => (await service.post('/tags', body, ada)).body.id
    const undo = (answer: { readonly headers: Record<string, string> }) =>
      service.post('/undo', { revision: Number(answer.headers['x-fasti-revision']) }, ada)
    const everything = async () => {
      const all: AuditRow[] = []
      for await (const row of service.store.audit(0)) all.push(row)
      return all
    }
    /** The lines of a resource, oldest first. */
    const lines = async (resource = 'tag') => {
      const { rows } = await service.store.auditPage({ resource, page: 1, per_page: 1000 })
      return [...rows].reverse()
    }
    const everyAct = async () => {
      const first = await tag({ name: 'Loud', description: '<p>Very.</p>' })
      await service.patch(`/tags/${first}`, { name: 'Louder', slug: 'very-loud' }, ada)
      await service.patch(`/tags/${first}`, { translations: { de: { name: 'Lauter' } } }, ada)
      const emptied = await service.patch(`/tags/${first}`, { description: '' }, ada)
      expect((await undo(emptied)).status).toBe(200)
      await service.post('/events', anEvent({ tags: ['loud', 'Quiet', 'New one'] }), ada)
      const other = await tag({ name: 'Silent' })
      const merged = await service.post(`/tags/${first}/merge`, { items: [other] }, ada)
      expect((await undo(merged)).status).toBe(200)
      await service.post(
        '/batch',
        {
          requests: [
            { method: 'PATCH', path: `/tags/${other}`, body: { name: 'Once' } },
            { method: 'PATCH', path: `/tags/${other}`, body: { name: 'Twice' } },
          ],
        },
        ada,
      )
      expect((await undo(await service.post('/tags', { name: 'Not meant' }, ada))).status).toBe(200)
      await service.remove(`/tags/${await tag({ name: 'Gone' })}`, ada)
      await service.post(`/tags/${first}/merge`, { items: [other] }, ada)
      return { first, other }
    }

    it('has a line for each act on tags', async () => {
      const { first } = await everyAct()
      expect((await lines()).length).toBeGreaterThanOrEqual(15)
      const [stored] = await rows(
        `select version, name_key, search_text, readable_in from tags where id = ${first}`,
      )
      expect(stored).toEqual({
        version: 5,
        name_key: 'louder',
        search_text: 'louder\nvery-loud\nvery.',
        readable_in: ' de ',
      })
      const [newest] = await rows(`select max(version) as version from audit
        where resource = 'tag' and item_id = ${first} and verb = 'update'`)
      expect(newest).toEqual({ version: 5 })
    })

    const everyActOnOthers = async () => {
      const made = async (collection: string, body: Json): Promise<number> =>
        (await service.post(`/${collection}`, body, ada)).body.id
      const png = { ...ada, 'content-type': 'image/png' }
      const image: number = (await service.ask('POST', '/media', await anImage(400, 200), png)).body.id
      await service.patch(`/media/${image}`, { alt_text: 'A stage.', focus_x: 20 }, ada)
      const [top, sub] = [
        await made('categories', { name: 'Music' }),
        await made('categories', { name: 'Art' }),
      ]
      const below = await made('categories', { name: 'Jazz', parent: sub })
      await undo(await service.patch(`/categories/${below}`, { parent: top, color: '#a8231b' }, ada))
      await undo(await service.post(`/categories/${top}/merge`, { items: [sub] }, ada))
      await service.remove(`/categories/${sub}`, ada)
      const group = await made('groups', { name: 'Library', image })
      await service.patch(
        `/groups/${group}`,
        { translations: { de: { name: 'Bücherei' } }, main: 'none' },
        ada,
      )
      const user = await service.user('author', 'bob')
      await service.ask('PUT', `/groups/${group}/members/${user.id}`, { role: 'manager' }, ada)
      await service.remove(`/media/${image}`, ada)
      return { below, group, image, sub }
    }

    it('has lines of categories, groups and media; what a removal changes of others is a part of it', async () => {
      const { below, group, image, sub } = await everyActOnOthers()
      for (const resource of ['category', 'media']) {
        expect((await lines(resource)).length).toBeGreaterThanOrEqual(3)
      }
      // An act on the members of a group is no change of it, and among its lines all the same.
      expect((await lines('group')).map(({ verb, act, fields }) => [verb, act ?? '', fields])).toEqual([
        ['create', '', []],
        ['update', '', ['main', 'translations']],
        ['update', 'member_role_given', []],
      ])
      expect((await service.get(`/groups/${group}/history`, ada)).body.total).toBe(3)
      const parts = await rows(`select resource, item_id, verb, version, changes from audit
        where is_part = 1 and changes <> '{}' and resource <> 'group_member' order by id desc limit 2`)
      expect(parts).toMatchObject([
        { resource: 'group', item_id: group, version: 3, changes: `{"image":[${image},0]}` },
        { resource: 'category', item_id: below, version: 6, changes: `{"parent":[${sub},0]}` },
      ])
      const stored =
        await rows(`select 'group' as resource, version, image as shown from groups where id = ${group}
        union all select 'category', version, parent from categories where id = ${below}`)
      expect(stored).toEqual([
        { resource: 'group', version: 3, shown: null },
        { resource: 'category', version: 6, shown: null },
      ])
    })

    /** The acts on venues or organizers, which are published. Returns the id of one that others became part of, with an image. */
    const everyActOnPublished = async (collection: 'venues' | 'organizers', field: 'venue' | 'organizer') => {
      const path = `/${collection}`
      const made = async (body: Json): Promise<number> => (await service.post(path, body, ada)).body.id
      const png = { ...ada, 'content-type': 'image/png' }
      const image: number = (await service.ask('POST', '/media', await anImage(300, 200), png)).body.id
      const first = await made({ [field]: 'Loud hall', image, status: 'draft' })
      await service.patch(`${path}/${first}`, { status: 'publish', date: '2027-05-04 12:00:00' }, ada)
      await service.patch(`${path}/${first}`, { translations: { de: { [field]: 'Lautes Haus' } } }, ada)
      const [bob, carol] = [
        await service.user('author', `bob-${field}`),
        await service.user('contributor', `carol-${field}`),
      ]
      const other = await service.post(path, { [field]: 'Silent hall', phone: '1' }, bob.headers)
      await service.patch(`${path}/${other.body.id}`, { slug: 'silent' }, bob.headers)
      await service.post(
        '/events',
        anEvent({ [field]: [{ [field]: 'New place' }, { id: other.body.id }] }),
        ada,
      )
      await service.post(path, { [field]: 'Waiting' }, carol.headers)
      await undo(await service.remove(`${path}/${first}`, ada))
      await undo(await service.post(`${path}/${first}/merge`, { items: [other.body.id] }, ada))
      await service.post(`/users/${bob.id}/transfer`, { to: carol.id }, ada)
      await service.remove(`${path}/${await made({ [field]: 'Gone' })}?force=true`, ada)
      const trashed = await made({ [field]: 'Trashed' })
      await service.remove(`${path}/${trashed}`, ada)
      await service.patch(`${path}/${trashed}`, { website: 'https://example.org/' }, ada)
      const lines = `{"type":"${field}","id":901,"${field}":"Of another calendar"}`
      await service.ask('POST', '/import?format=jsonl', lines, {
        ...ada,
        'content-type': 'application/jsonl',
      })
      await service.remove(`/media/${image}`, ada)
      return { first, image }
    }

    it('has lines of venues and organizers, in whatever status they are', async () => {
      for (const [collection, field] of [
        ['venues', 'venue'],
        ['organizers', 'organizer'],
      ] as const) {
        const { first, image } = await everyActOnPublished(collection, field)
        const log = await lines(field)
        expect([...new Set(log.map(({ verb }) => verb))].sort()).toEqual([
          'create',
          'delete',
          'merge',
          'trash',
          'unmerge',
          'update',
        ])
        expect(log.find(({ item_id, verb }) => item_id === first && verb === 'update')).toMatchObject({
          fields: ['status', 'date'],
          changes: { status: ['draft', 'future'] },
        })
        const parts = await rows(`select verb, changes from audit
          where is_part = 1 and resource = '${field}' and item_id = ${first} order by id desc limit 1`)
        expect(parts).toEqual([{ verb: 'update', changes: `{"image":[${image},0]}` }])
        const differing = await rows(`select id from ${collection} where version <> (select max(version)
          from audit where resource = '${field}' and item_id = ${collection}.id)`)
        expect(differing).toEqual([])
      }
    })

    it('begins with what the audit and the journal have', async () => {
      const all = async () => [
        ...(await Promise.all(['tag', 'category', 'group', 'media', 'venue', 'organizer'].map(lines))),
      ]
      const before = await all()
      await connection.writer.hold(async (db) => {
        for (const statement of [
          'delete from audit where is_part = 1',
          'drop index audit_item',
          'drop index audit_lines',
          ...['version', 'is_part'].map((name) => `alter table audit drop column ${name}`),
          'create index audit_item on audit (resource, item_id, id)',
        ])
          await rawSql(statement).execute(db)
        for (const name of [
          '076-log-of-changes',
          '077-terms-in-log',
          '078-places-in-log',
          '080-facts-of-changesets',
          '086-one-log',
          '091-followers-by-journal',
        ])
          await migrations.find((one) => one.name === name)?.up(db, db.dialect, 0)
      })
      expect(await all()).toEqual(before)
    })

    it('lists its lines among those of the audit, each once, whatever the pages', async () => {
      const all = (await everything()).map(({ id }) => id).reverse()
      const found: number[] = []
      for (let page = 1; ; page += 1) {
        const { body } = await service.get(`/audit?per_page=3&page=${page}`, ada)
        expect(body.total).toBe(all.length)
        found.push(...body.changes.map(({ id }: { readonly id: number }) => id))
        if (page === body.total_pages) break
      }
      expect(found).toEqual(all)
      expect(found).toEqual([...new Set(found)].sort((a, b) => b - a))
    })

    it('gives the values again where an undo is undone', async () => {
      const id = await tag({ name: 'Undone' })
      const renamed = await service.patch(`/tags/${id}`, { name: 'Renamed' }, ada)
      const undone = await undo(renamed)
      expect((await service.get(`/tags/${id}`)).body.name).toBe('Undone')
      expect((await undo(undone)).status).toBe(200)
      expect((await service.get(`/tags/${id}`)).body.name).toBe('Renamed')
    })

    it('keeps no values of a tag that was deleted, no address that was forgotten, and no login that was erased', async () => {
      const eve = await service.user('administrator', 'eve')
      const { id } = (
        await service.post('/tags', { name: 'Eve', description: 'eve@example.org' }, eve.headers)
      ).body
      await service.patch(`/tags/${id}`, { description: 'Write to eve@example.org!' }, eve.headers)
      const group = (await service.post('/groups', { name: 'Of Eve' }, eve.headers)).body.id
      await service.patch(`/groups/${group}`, { description: 'Or to eve@example.org.' }, eve.headers)
      const user = (await service.store.accounts.users()).find(({ login }) => login === 'eve')
      await service.store.persons.forget({ user, email: 'eve@example.org' }, [])
      const kept = await rows(`select login, changes from audit where (resource = 'tag' and item_id = ${id})
        or (resource = 'group' and item_id = ${group}) order by id`)
      expect(kept.map(({ login }) => login)).toEqual(Array(4).fill(`deleted-${eve.id}`))
      expect(JSON.stringify(kept)).not.toContain('eve@')
      expect((await lines()).at(-1)?.changes).toEqual({ description: ['', 'Write to !'] })
      await service.remove(`/tags/${id}`, ada)
      const deleted = (await lines()).filter(({ item_id }) => item_id === id)
      expect(deleted.map(({ verb, fields, changes }) => ({ verb, fields, changes }))).toEqual([
        { verb: 'create', fields: [], changes: {} },
        { verb: 'update', fields: ['description'], changes: {} },
        { verb: 'delete', fields: [], changes: {} },
      ])
    })

    it('keeps no address and no telephone number of an organizer that is erased, nor of one that was merged away', async () => {
      const contact = { email: 'Fay@example.org', phone: '+39 011 5' }
      const made = async (body: Json): Promise<number> =>
        (await service.post('/organizers', body, ada)).body.id
      const [fay, merged] = [await made({ organizer: 'Fay' }), await made({ organizer: 'Old Fay' })]
      for (const id of [fay, merged]) await service.patch(`/organizers/${id}`, contact, ada)
      await service.patch(
        `/organizers/${fay}`,
        { phone: '+39 011 6', website: 'https://fay.example.org/' },
        ada,
      )
      await service.post(`/organizers/${fay}/merge`, { items: [merged] }, ada)
      const erased = await command(['person', 'erase', 'fay@example.org'], { DATABASE_URL: database.url })
      expect(erased).toMatchObject({ code: 0 })
      const kept = await rows(`select fields, changes from audit where resource = 'organizer'
        and item_id in (${fay}, ${merged}) and fields <> '[]' order by id`)
      expect(kept).toEqual([
        { fields: '["phone","email"]', changes: '{}' },
        { fields: '["phone","email"]', changes: '{}' },
        { fields: '["phone","website"]', changes: '{"website":["","https://fay.example.org/"]}' },
        { fields: '["phone","email"]', changes: '{}' },
      ])
      expect((await service.get(`/organizers/${fay}`)).body).toMatchObject({ email: '', phone: '' })
      const all = JSON.stringify([await rows('select * from audit'), await rows('select * from merges')])
      expect(all).not.toMatch(/fay@example|011 [56]/i)
    })

    it('forgets lines that are too old; what followers have not seen stays told', async () => {
      const entries = async () => (await service.store.webhooks.delivering.entries(3, 10_000)).entries
      const before = await entries()
      expect(before.filter(({ resource }) => resource === 'tag').length).toBeGreaterThan(10)
      await service.store.persons.pruneAudit(Number.MAX_SAFE_INTEGER)
      expect([await lines(), await everything(), await rows('select * from audit')]).toEqual([[], [], []])
      expect(await entries()).toEqual(before)
    })

    it('has a row for each state of a tag, a category and a venue that is stored, and for no other, after a kill in the middle of writes', async () => {
      for (const moment of [3, 10, 25]) {
        const killed = await freshUrl()
        const script = resolve(import.meta.dirname, '../support/killed-put.ts')
        const child = startProgram(
          process.execPath,
          ['--no-warnings', '--import', 'tsx', script, killed.url],
          {
            env: { PATH: process.env.PATH },
          },
        )
        let said = 0
        child.stdout.on('data', (text) => {
          said += String(text).split('\n').length - 1
          if (said >= moment) child.kill('SIGKILL')
        })
        const [, signal] = await once(child, 'close')
        expect(signal).toBe('SIGKILL')
        const after = await connectDatabase(killed.url)
        const ofItems = (resource: string, table: string) =>
          `select id from ${table} where version <> (select max(version) from audit where resource = '${resource}' and item_id = ${table}.id)
            or not exists (select 1 from audit where resource = '${resource}' and item_id = ${table}.id)
          union all select item_id from audit where resource = '${resource}' and verb <> 'delete'
            and not exists (select 1 from ${table} where id = item_id)
            and not exists (select 1 from audit as gone where gone.resource = '${resource}'
              and gone.item_id = audit.item_id and gone.verb = 'delete')`
        const differing =
          rawSql(`${ofItems('tag', 'tags')} union all ${ofItems('category', 'categories')} union all ${ofItems('venue', 'venues')}
          union all select revision from audit where revision not in (select revision from journal)`)
        expect(await differing.rows(after.reader)).toEqual([])
        expect((await rawSql('select revision from audit').rows(after.reader)).length).toBeGreaterThan(0)
        await after.close()
        await killed.drop()
      }
    })

    it('takes no write that it cannot note', async () => {
      const [broken, mended] =
        name === 'sqlite'
          ? [
              `create trigger broken before insert on audit begin select raise(abort, 'no'); end`,
              'drop trigger broken',
            ]
          : [
              'alter table audit add constraint broken check (version < 0) not valid',
              'alter table audit drop constraint broken',
            ]
      await rawSql(broken).execute(connection.writer)
      const refused = await service.post('/tags', { name: 'Unnoted' }, ada)
      await rawSql(mended).execute(connection.writer)
      expect(refused.status).toBe(500)
      expect((await service.get('/tags?search=Unnoted&hide_empty=false')).body.total).toBe(0)
      expect((await service.post('/tags', { name: 'Unnoted' }, ada)).status).toBe(201)
    })
  })
