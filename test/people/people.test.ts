import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { anImage } from '../support/images.ts'
import {
  commandActor,
  erasePerson,
  exportPerson,
  findPersonByLoginEmailOrActor,
} from '../support/inside/people.ts'
import { person as personCommand } from '../support/inside/service.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

const START = '2027-01-15T12:00:00Z'
const moment = { now: Temporal.Instant.from(START), zone: 'UTC' }
const writer = { moment, actor: commandActor }

for (const { name } of dialects) {
  describe(`people who leave, and their data, on ${name}`, () => {
    let service: TestService
    let admin: Record<string, string>

    beforeAll(async () => {
      service = await testService(name, { FASTI_AUDIT_DAYS: '30' })
      ;({ headers: admin } = await service.user('administrator', 'root'))
    })
    afterAll(() => service.close())

    const created = async (path: string, body: Json, headers = admin) =>
      (await service.post(path, body, headers)).body
    const authorOf = async (path: string) => Number((await service.get(path, admin)).body.author)
    const auditTitles = async () =>
      (await service.get('/audit?per_page=100', admin)).body.changes.map(({ title }: Json) => title)

    it('§16 a suspended user has no session, token and secret feed until it is taken back', async () => {
      const { id, headers } = await service.user('editor', 'sue')
      const feed = await created(`/users/${id}/feeds`, { name: 'mine' }, headers)
      const feedPath = `/${new URL(feed.address).pathname}`
      const states = async () => [
        (await service.get('/session', headers)).status,
        (await service.get(feedPath)).status,
      ]
      expect(await states()).toEqual([200, 200])
      expect((await service.patch(`/users/${id}`, { suspended: true }, headers)).status).toBe(403)
      const suspended = await service.patch(`/users/${id}`, { suspended: true }, admin)
      expect([suspended.status, suspended.body.suspended, await states()]).toEqual([200, true, [401, 404]])
      const back = await service.patch(`/users/${id}`, { suspended: false }, admin)
      expect([back.body.suspended, await states()]).toEqual([false, [200, 200]])
      expect(await auditTitles()).toEqual(expect.arrayContaining(['sue: suspended', 'sue: not suspended']))
      const last = await service.patch('/users/1', { suspended: true }, admin)
      expect([last.status, last.body.code]).toEqual([409, 'last_administrator'])
    })

    it('§16 an administrator hands everything over to another user, in one step of the audit', async () => {
      const { id, headers } = await service.user('editor', 'leaver')
      const heir = await service.user('author', 'heir')
      const event = await created('/events', anEvent({ status: 'draft' }), headers)
      const { series } = await created('/events', anEvent({ recurrence: 'FREQ=DAILY;COUNT=3' }), headers)
      const venue = await created('/venues', { venue: 'Hall', description: '[Cancelled] {open}' }, headers)
      const refused = [
        await service.post(`/users/${id}/transfer`, { to: heir.id }, headers),
        await service.post(`/users/${id}/transfer`, { to: id }, admin),
        await service.post(`/users/${id}/transfer`, { to: 999_999 }, admin),
        await service.post('/users/999999/transfer', { to: heir.id }, admin),
      ]
      expect(refused.map(({ status }) => status)).toEqual([403, 400, 400, 404])
      const done = await service.post(`/users/${id}/transfer`, { to: heir.id }, admin)
      expect([done.status, done.body]).toMatchObject([
        200,
        { to: heir.id, events: 4, series: 1, venues: 1, organizers: 0, media: 0 },
      ])
      const paths = [`/events/${event.id}`, `/series/${series.id}`, `/venues/${venue.id}`]
      expect(await Promise.all(paths.map(authorOf))).toEqual([heir.id, heir.id, heir.id])
      expect((await service.get(`/events/${event.id}`, heir.headers)).status).toBe(200)
      expect((await service.get(`/events?author=${id}&status=any`, admin)).body.total).toBe(0)
      expect(await auditTitles()).toContain('leaver: transfer to heir')
    })

    it('§16 an administrator puts the events of a user into a group, and no others', async () => {
      const { id, headers } = await service.user('editor', 'mover')
      const group = await created('/groups', { name: 'Museum', main: 'none' })
      const mine = await created('/events', anEvent({ status: 'draft' }), headers)
      const shown = await created('/events', anEvent({ group: group.id, in_main: true }), headers)
      const { series } = await created('/events', anEvent({ recurrence: 'FREQ=DAILY;COUNT=2' }), headers)
      const other = await created('/events', anEvent())
      const move = (body: Json, by = admin) => service.post(`/users/${id}/transfer`, body, by)
      const refused = [
        await move({ group: group.id }, headers),
        await move({}),
        await move({ group: 999_999 }),
      ]
      expect(refused.map(({ status }) => status)).toEqual([403, 400, 400])
      expect((await move({ group: group.id })).body).toMatchObject({
        ...{ to: 0, group: group.id, events: 3, series: 1, venues: 0, organizers: 0, media: 0 },
      })
      const at = async (path: string) => {
        const { body } = await service.get(path, admin)
        return [body.group?.slug, body.in_main, body.author]
      }
      expect(await at(`/events/${mine.id}`)).toEqual(['museum', false, id])
      expect(await at(`/events/${shown.id}`)).toEqual(['museum', true, id])
      expect((await at(`/series/${series.id}`))[0]).toBe('museum')
      expect((await at(`/events/${other.id}`))[0]).toBeUndefined()
      expect(await auditTitles()).toContain('mover: transfer to group museum')
      const heir = await service.user('author', 'next')
      expect((await move({ to: heir.id, group: group.id })).body).toMatchObject({ to: heir.id, events: 4 })
      expect(await at(`/events/${mine.id}`)).toEqual(['museum', false, heir.id])
    })

    it('§22 all that is kept of a person is shown by login and by address', async () => {
      const { headers } = await service.user('author', 'pat')
      await service.store.accounts.setProfile('pat', { email: 'Pat@example.org' }, writer)
      const group = await created('/groups', { name: 'Zoo' })
      await service.ask('PUT', `/groups/${group.id}/members/pat`, { role: 'manager' }, admin)
      await created('/organizers', { organizer: 'Pat’s', email: 'pat@example.org' }, headers)
      const event = await created('/events', anEvent(), headers)
      const draft = await service.ask(
        'PUT',
        `/events/${event.id}/draft`,
        { changes: { title: 'A later title' } },
        headers,
      )
      expect(draft.status).toBe(200)
      const found = await findPersonByLoginEmailOrActor('PAT@example.org', service.store)
      const kept = found && (await exportPerson(found, service.store))
      expect(kept).toMatchObject({
        account: { login: 'pat', email: 'Pat@example.org' },
        tokens: [{ name: 'test' }],
        drafts: [{ event_id: event.id, changes: expect.stringContaining('A later title') }],
        memberships: [{ group_id: group.id, name: 'Zoo', slug: 'zoo', role: 'manager' }],
        organizers: [{ organizer: 'Pat’s', email: 'pat@example.org' }],
      })
      expect(kept?.audit.length).toBeGreaterThan(0)
      expect(JSON.stringify(kept)).not.toMatch(/hash|password_hash|secret/)
      expect(await findPersonByLoginEmailOrActor('nobody@example.org', service.store)).toBeUndefined()
      expect(await findPersonByLoginEmailOrActor('nobody', service.store)).toBeUndefined()
    })

    it('§22 the export has items, images and kept answers too, and erasing says which images keep the name', async () => {
      const { headers } = await service.user('author', 'petra')
      await service.store.accounts.setProfile('petra', { display_name: 'Petra Meier' }, writer)
      const event = await created('/events', anEvent({ title: 'Petra reads' }), headers)
      const png = await anImage(20, 20)
      const upload = (title: string, by: Record<string, string>) =>
        service.ask('POST', `/media?title=${encodeURIComponent(title)}`, png, {
          ...by,
          'content-type': 'image/png',
        })
      const portrait = (await upload('Petra Meier', headers)).body
      const stage = (await upload('Stage', headers)).body
      const other = (await upload('With petra-meier, 2026', admin)).body
      const key = { ...headers, 'idempotency-key': 'a-key-of-petra' }
      const token = await service.post(`/users/${event.author}/tokens`, { name: 'a tool' }, key)
      await service.post('/venues', { venue: 'Hall' }, { ...headers, 'idempotency-key': 'another-key' })
      const person = await findPersonByLoginEmailOrActor('petra', service.store)
      if (person === undefined) throw new Error('nobody')
      const kept = await exportPerson(person, service.store)
      expect(kept).toMatchObject({
        items: [
          { resource: 'event', id: event.id, title: 'Petra reads', slug: 'petra-reads' },
          { resource: 'venue', title: 'Hall' },
        ],
        images: [{ id: portrait.id, title: 'Petra Meier' }, { id: stage.id }],
        named_images: [{ id: portrait.id }, { id: other.id }],
      })
      expect(JSON.stringify(kept.kept_answers)).toContain('Hall')
      expect(token.status).toBe(201)
      expect(JSON.stringify(kept)).not.toContain(token.body.token)
      expect(await erasePerson(person, service.store, writer, true)).toMatchObject({
        images: 2,
        named_images: 2,
      })
    })

    it('§22 no image is named after a name without letters', async () => {
      await service.user('author', 'star')
      await service.store.accounts.setProfile('star', { display_name: '★★★★' }, writer)
      const png = { ...admin, 'content-type': 'image/png' }
      await service.ask('POST', '/media?title=Any%20image', await anImage(20, 20), png)
      const starry = await service.ask(
        'POST',
        '/media?title=%E2%98%85%E2%98%85%E2%98%85%E2%98%85',
        await anImage(20, 20),
        png,
      )
      const person = await findPersonByLoginEmailOrActor('star', service.store)
      const kept = person && (await exportPerson(person, service.store))
      expect(kept?.named_images.map(({ id }) => id)).toEqual([starry.body.id])
    })

    it('§22 an erased person is in nothing that is kept, and the events stay', async () => {
      const { headers, id } = await service.user('author', 'eve_x')
      await service.user('author', 'eve-x')
      await service.store.accounts.setProfile('eve_x', { email: 'eve@example.org' }, writer)
      const event = await created('/events', anEvent(), headers)
      const organizer = await created('/organizers', { organizer: 'O', email: 'eve@example.org' }, headers)
      await service.patch(`/organizers/${organizer.id}`, { email: 'Eve@example.org' }, headers)
      const group = await created('/groups', { name: 'Farm' })
      for (const [login, role] of [
        ['eve_x', 'editor'],
        ['eve-x', 'editor'],
      ])
        await service.ask('PUT', `/groups/${group.id}/members/${login}`, { role }, admin)
      const person = await findPersonByLoginEmailOrActor('eve_x', service.store)
      if (person === undefined) throw new Error('nobody')
      const dry = await erasePerson(person, service.store, writer, true)
      expect([
        await authorOf(`/events/${event.id}`),
        await findPersonByLoginEmailOrActor('eve_x', service.store),
      ]).toEqual([id, person])
      expect(await erasePerson(person, service.store, writer, false)).toEqual(dry)
      expect(dry).toEqual({
        ...{ items: 2, images: 0, named_images: 0, organizers: 1, submissions: 0, follows: 0 },
        name: `deleted-${id}`,
      })
      expect(await authorOf(`/events/${event.id}`)).toBe(0)
      expect((await service.get(`/organizers/${organizer.id}`, admin)).body.email).toBe('')
      expect((await service.get('/session', headers)).status).toBe(401)
      const rows: Json[] = []
      for await (const row of service.store.audit(0)) rows.push({ ...row })
      const text = JSON.stringify(rows)
      expect(text).not.toMatch(/eve_x|eve@example\.org/i)
      expect(text).toContain(`deleted-${id}`)
      expect(text).toContain('eve-x')
      const root = await findPersonByLoginEmailOrActor('root', service.store)
      if (root === undefined) throw new Error('nobody')
      await expect(erasePerson(root, service.store, writer, false)).rejects.toThrow(/administrator/)
    })

    it('§22 the audit keeps the days of FASTI_AUDIT_DAYS', async () => {
      service.at('2027-03-01T12:00:00Z')
      await service.sendDue()
      expect((await service.get('/audit', admin)).body.changes).toEqual([])
    })
  })
}

describe('fasti person', () => {
  it('§22 writes a file that only its owner may read, never over another one, and is 1 for nobody', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fasti-person-'))
    const service = await testService('sqlite', { DATABASE_URL: `sqlite:${folder}/fasti.db` })
    await service.user('administrator', 'root')
    const env = { DATABASE_URL: `sqlite:${folder}/fasti.db`, FASTI_DATA_DIR: folder }
    const file = join(folder, 'root.json')
    expect(await personCommand.run(['export', 'root', file], env)).toBe(0)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ account: { login: 'root' } })
    await expect(personCommand.run(['export', 'root', file], env)).rejects.toThrow(/EEXIST/)
    expect(await personCommand.run(['erase', 'nobody'], env)).toBe(1)
    expect(await personCommand.run(['erase', 'root', '--dry-run'], env)).toBe(1)
    await expect(personCommand.run(['erase'], env)).rejects.toThrow(/WHO/)
    await service.close()
    rmSync(folder, { recursive: true })
  })
})
