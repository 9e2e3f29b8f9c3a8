/** Erasing a person reaches everything that is stored: each column of each table, the file, and what derives from them. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Temporal } from 'temporal-polyfill'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { command } from '../support/command.ts'
import { dialects, type FreshDatabase, freshSqliteFile } from '../support/dialects.ts'
import { connectDatabase, openSqlite, quotedName, sql, tableShapesOf } from '../support/inside/store.ts'
import { scratch } from '../support/scratch.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'
import { sessionOf } from '../support/sessions.ts'
import { pathOf, submitted, submittedWithPicture } from '../support/submitting.ts'

const [EVE, PHONE] = ['eve@club.example', '+41 32 555 66 77']
const KIM = 'Kim.Meier@club.example'

/** Returns the tables and columns of a database that contain a text, in any spelling. */
async function placesOf(text: string, url: string): Promise<readonly string[]> {
  const connection = await connectDatabase(url)
  const found: string[] = []
  for (const { name } of await tableShapesOf(connection.reader, connection.name)) {
    const { rows } = await sql<Json>`select * from ${quotedName(name)}`.execute(connection.reader)
    for (const row of rows)
      for (const [column, value] of Object.entries(row))
        if (String(value).toLowerCase().includes(text.toLowerCase())) found.push(`${name}.${column}`)
  }
  await connection.close()
  return found
}

/** Opens a SQLite file as another process does. */
const opened = (url: string) => openSqlite(url.replace('sqlite:', ''), 0)

/** Returns the files of a SQLite database that contain a text, byte by byte, and not as a part of the longer addresses of this test. */
function filesWith(text: string, url: string): readonly string[] {
  const pattern = new RegExp(`(?<!st)${text.replace(/\W/g, '\\$&')}(?!\\.org)`, 'i')
  return ['', '-wal']
    .map((end) => `${url.replace('sqlite:', '')}${end}`)
    .filter((file) => existsSync(file) && pattern.test(readFileSync(file).toString('latin1')))
}

for (const dialect of dialects) {
  describe(`erasing a person on ${dialect.name}`, () => {
    let database: FreshDatabase
    let folder: string
    let env: Record<string, string>
    let service: TestService
    let admin: Record<string, string>

    beforeAll(async () => {
      database = await (dialect.name === 'sqlite' ? freshSqliteFile() : dialect.freshUrl())
      folder = await scratch('fasti-erasing-')
      env = { DATABASE_URL: database.url, FASTI_DATA_DIR: folder, FASTI_SUBMISSIONS: 'open' }
      service = await testService(dialect.name, env)
      await service.user('administrator', 'root')
      admin = await sessionOf(service, 'root')
    })
    afterAll(async () => {
      await service.close()
      await database.drop()
    })

    const made = async (path: string, body: Json, headers = {}) => {
      const answer = await service.post(path, body, { ...admin, ...headers })
      expect([200, 201, 202], JSON.stringify(answer.body)).toContain(answer.status)
      return answer.body
    }

    /** What undoing keeps of before: a series, a term, a group with a template, and a decision on a draft. */
    const keepUndone = async (email: string, login: string) => {
      const undone = async (answer: { readonly headers: Record<string, string> }) => {
        const revision = Number(answer.headers['x-fasti-revision'])
        expect((await service.post('/undo', { revision }, admin)).status).toBe(200)
      }
      const contact = { custom_fields: { contact: email } }
      const whole = await made('/events', anEvent({ ...contact, recurrence: 'FREQ=WEEKLY;COUNT=2' }))
      const none = { apply_to: 'all', custom_fields: { contact: null } }
      expect((await service.patch(`/events/${whole.id}`, none, admin)).status).toBe(200)
      await undone(await service.post('/tags', { name: `Tag ${login}`, description: email }, admin))
      const group = await service.post('/groups', { name: `Group ${login}`, description: email }, admin)
      const fields = { organizers: [{ organizer: 'Kept', email }] }
      await made('/templates', { name: 'Of a group', group: group.body.id, fields })
      await undone(group)
      const author = await sessionOf(service, login)
      const { id } = await made('/events', anEvent({ title: 'Drafted' }), author)
      const draft = { changes: fields, review: true }
      expect((await service.ask('PUT', `/events/${id}/draft`, draft, author)).status).toBe(200)
      expect((await service.remove(`/events/${id}/draft`, admin)).status).toBe(200)
    }

    /** Everything that may have the address of a person. */
    const keep = async (email: string, login: string) => {
      await made('/users', { login, role: 'author', password: 'correct horse battery', email })
      const headers = await sessionOf(service, login)
      await made('/events', anEvent({ title: `By ${login}` }), headers)
      const organizer = { organizer: `Club ${login}`, email, phone: '+41 32 000' }
      const { id } = await made('/organizers', organizer, { 'idempotency-key': `club ${login}` })
      await service.patch(`/organizers/${id}`, { phone: PHONE }, admin)
      const other = await made('/organizers', { ...organizer, organizer: 'Other club', phone: PHONE })
      const target = await made('/organizers', { organizer: 'Union' })
      const merge = await service.post(`/organizers/${target.id}/merge`, { items: [other.id] }, admin)
      const merged = Number(merge.headers['x-fasti-revision'])
      const inline = { organizers: [{ organizer: 'Drafted', email, phone: PHONE }] }
      const event = await made('/events', anEvent({ organizers: [id] }), {
        'idempotency-key': `event ${login}`,
      })
      await service.ask('PUT', `/events/${event.id}/draft`, { changes: inline }, admin)
      await made('/templates', { name: `Template ${login}`, fields: inline })
      await keepUndone(email, login)
      expect((await submitted(service, { submitter: { name: 'Eve', email } })).status).toBeLessThan(300)
      await service.store.webhooks.add(
        { url: 'https://hooks.example/', types: [], filter: {}, isPrivate: true, active: false },
        'whsec_x',
        {
          moment: { now: Temporal.Instant.from('2027-01-15T12:00:00Z'), zone: 'UTC' },
          actor: { id: 0, login: '' },
        },
      )
      const [webhook] = await service.store.webhooks.all()
      await service.store.webhooks.record({
        webhook_id: webhook?.id ?? 0,
        message_id: `msg_${login}`,
        type: 'organizer.updated',
        resource: 'organizer',
        item_id: id,
        revision: 1,
        body: JSON.stringify({ type: 'organizer.updated', data: { id, email, phone: PHONE } }),
        state: 'delivered',
        attempts: 1,
        next_utc: null,
        created_utc: 1,
        tried_utc: 1,
        status: 200,
        milliseconds: 1,
        result: '',
      })
      return { id, merged }
    }

    /** Everything that an erasure has to hold. */
    const requireForgotten = async (email: string, organizer: number) => {
      for (const text of [email, PHONE]) expect(await placesOf(text, database.url), text).toEqual([])
      if (dialect.name === 'sqlite')
        for (const text of [email, PHONE]) expect(filesWith(text, database.url), text).toEqual([])
      const search = `/organizers?search=${encodeURIComponent(email)}`
      expect((await service.get(search)).body.total).toBe(0)
      expect((await service.get(`/organizers/${organizer}`)).body).toMatchObject({ email: '', phone: '' })
      expect((await service.get(`/persons/${encodeURIComponent(email)}`, admin)).status).toBe(404)
      const kept = await command(['check'], env)
      expect(kept, kept.stdout).toMatchObject({ code: 0 })
      const backup = join(folder, `${organizer}.backup`)
      expect(await command(['backup', backup], env)).toMatchObject({ code: 0 })
      const restored = { url: `sqlite:${join(folder, `${organizer}.db`)}` }
      const into = { DATABASE_URL: restored.url, FASTI_DATA_DIR: join(folder, `${organizer}`) }
      expect(await command(['restore', backup], into)).toMatchObject({ code: 0 })
      expect(await placesOf(email, restored.url)).toEqual([])
      expect(filesWith(email, restored.url)).toEqual([])
    }

    it('§22 over HTTP leaves nothing of the address in any column, table and byte, nor in a back-up', async () => {
      const { id, merged } = await keep(EVE, 'eve')
      await made('/organizers', { organizer: 'Near', email: `st${EVE}`, phone: '+41 1' })
      await made('/organizers', { organizer: 'Far', email: `${EVE}.org`, phone: '+41 2' })
      expect((await placesOf(EVE, database.url)).length).toBeGreaterThan(10)
      const erased = await service.remove(`/persons/${EVE}`, admin)
      expect(erased.body).toMatchObject({ organizers: 1, submissions: 1, name: expect.any(String) })
      // Longer addresses that contain it are those of others.
      const others = await service.get('/organizers?search=club.example', admin)
      expect(others.body.organizers.map(({ email }: Json) => email).sort()).toEqual([
        `${EVE}.org`,
        `st${EVE}`,
      ])
      for (const { id } of others.body.organizers) await service.remove(`/organizers/${id}?force=true`, admin)
      await requireForgotten(EVE, id)
      // A merged organizer comes back without it.
      expect((await service.post('/undo', { revision: merged }, admin)).status).toBe(200)
      expect((await command(['check'], env)).stdout).toBe('')
      expect(await placesOf(PHONE, database.url)).toEqual([])
    })

    it('§22 leaves nothing in any part of what is kept of a long series, whose acts are still undone', async () => {
      const lia = 'lia@club.example'
      const login = 'long-lia'
      await made('/users', { login, role: 'author', password: 'correct horse battery', email: lia })
      const { id: organizer } = await made('/organizers', { organizer: 'Lia', email: lia, phone: PHONE })
      const daily = (more: Json) =>
        made('/events', {
          ...{ title: 'Daily', start_date: '2026-03-02 18:00:00', end_date: '2026-03-02 19:00:00' },
          ...more,
        })
      const change = async (id: number, values: Json) => {
        const changed = await service.patch(`/events/${id}`, { apply_to: 'all', ...values }, admin)
        expect(changed.status, JSON.stringify(changed.body)).toBe(200)
        return changed
      }
      const undo = ({ headers }: { readonly headers: Record<string, string> }) =>
        service.post('/undo', { revision: Number(headers['x-fasti-revision']) }, admin)
      const undone = async (answer: Parameters<typeof undo>[0]) => {
        const done = await undo(answer)
        expect(done.status, JSON.stringify(done.body)).toBe(200)
        return done
      }
      /** How many parts of the states of a series have the address or the login. */
      const partsOf = async (series: number, text = lia) => {
        const connection = await connectDatabase(database.url)
        const { rows } = await sql<{ readonly changes: string }>`select changes from audit
          where resource = 'series_before' and item_id = ${series}`.execute(connection.reader)
        await connection.close()
        return rows.filter(({ changes }) => changes.includes(text)).length
      }
      const contact = await daily({
        recurrence: 'RRULE:FREQ=DAILY;COUNT=5',
        custom_fields: { contact: lia },
      })
      const longer = await undone(await change(contact.id, { recurrence: 'RRULE:FREQ=DAILY;COUNT=600' }))
      // That of the change, with the pattern, and two of its undoing, with the dates.
      expect(await partsOf(contact.series.id)).toBe(3)
      await undone(longer)
      const without = await change(contact.id, { custom_fields: { contact: null } })
      expect(await partsOf(contact.series.id)).toBeGreaterThanOrEqual(5)
      const noted = await daily({ recurrence: 'RRULE:FREQ=DAILY;COUNT=600', note: `Ask ${login}` })
      const unnoted = await change(noted.id, { note: '' })
      expect(await partsOf(noted.series.id, login)).toBe(2)
      expect((await service.remove(`/persons/${lia}`, admin)).status).toBe(200)
      await requireForgotten(lia, organizer)
      expect(await placesOf(login, database.url)).toEqual([])
      await undone(without)
      expect(await placesOf(lia, database.url)).toEqual([])
      expect((await undo(unnoted)).body.message).toContain('a person is erased')
      expect(await command(['check'], env)).toMatchObject({ code: 0 })
    })

    it('§22 leaves no name of whom an event waited for in what others were told of it', async () => {
      const { id } = await made('/users', {
        ...{ login: 'zoltan', role: 'editor', password: 'correct horse battery', display_name: 'Zoltán Q.' },
      })
      const hook = { url: 'https://hooks.example/', private: true, types: ['event.created'] }
      const webhook = (await made('/webhooks', hook)).id
      const event = await made('/events', anEvent({ assignee: 'zoltan' }), { 'idempotency-key': 'duty' })
      expect(event.assignee).toMatchObject({ id, display_name: 'Zoltán Q.' })
      await service.webhooks.deliver()
      const places = await placesOf('zoltan', database.url)
      expect(places).toEqual(expect.arrayContaining(['kept_answers.answer', 'webhook_deliveries.body']))
      expect((await service.remove('/persons/zoltan', admin)).status).toBe(200)
      for (const text of ['zoltan', 'Zoltán']) expect(await placesOf(text, database.url), text).toEqual([])
      expect((await service.remove(`/webhooks/${webhook}`, admin)).status).toBe(200)
    })

    it('§22 by the command, in another spelling, leaves nothing either while the service runs', async () => {
      const { id } = await keep(KIM, 'kim')
      expect(await command(['person', 'erase', KIM.toLowerCase()], env)).toMatchObject({ code: 0 })
      await requireForgotten(KIM, id)
    })

    it('§22 leaves neither the picture nor the secret address of what waits for a decision', async () => {
      const form = {
        title: 'Wil’s fair',
        'submitter[name]': 'Wil Brunner',
        'submitter[email]': 'wil@club.example',
      }
      const { status, body } = await submittedWithPicture(service, form)
      expect(status).toBe(201)
      const { submissions } = (await service.get('/submissions', admin)).body
      const { id } = submissions.find(({ event }: { event: Json }) => event.title === 'Wil’s fair')
      const own = pathOf(body.url)
      expect((await service.get(`/submissions/${id}/image`, admin)).status).toBe(200)
      expect((await service.get(own)).status).toBe(200)
      const erased = await service.remove('/persons/wil@club.example', admin)
      expect([erased.status, erased.body.submissions]).toEqual([200, 1])
      expect((await service.get(`/submissions/${id}/image`, admin)).status).toBe(404)
      expect((await service.get(own)).status).toBe(404)
      expect(await placesOf('Wil Brunner', database.url)).toEqual([])
      // The event stays, and is decided on as before.
      const decided = await service.post(`/submissions/${id}/decision`, { decision: 'approve' }, admin)
      expect(decided.status).toBe(200)
      expect(decided.body.event.image).toBe(false)
    })

    it('§22 by a token is refused, as it is to demote an administrator', async () => {
      const { headers } = await service.user('administrator', 'robot')
      const ada = await service.user('administrator', 'ada')
      await service.user('author', 'sue')
      const refused = await service.remove('/persons/sue', headers)
      expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('sign in')])
      expect((await service.patch(`/users/${ada.id}`, { role: 'editor' }, headers)).status).toBe(403)
      expect((await service.patch(`/users/${ada.id}`, { role: 'editor' }, admin)).status).toBe(200)
      expect((await service.remove('/persons/sue?dry_run=true', admin)).status).toBe(200)
      expect((await service.remove('/persons/sue', admin)).status).toBe(200)
    })

    it('§22 whoever erases the own account is named nowhere', async () => {
      const own = await sessionOf(service, 'robot')
      expect((await service.remove('/persons/robot', own)).status).toBe(200)
      expect(await placesOf('robot', database.url)).toEqual([])
      expect(await command(['check'], env)).toMatchObject({ code: 0 })
    })
  })
}

describe.runIf(dialects.some(({ name }) => name === 'sqlite'))('the file after an erasure', () => {
  let database: FreshDatabase
  let service: TestService
  let admin: Record<string, string>
  beforeEach(async () => {
    database = await freshSqliteFile()
    service = await testService('sqlite', { DATABASE_URL: database.url })
    await service.user('administrator', 'root')
    admin = await sessionOf(service, 'root')
    const { status } = await service.post('/organizers', { organizer: 'Club', email: EVE }, admin)
    expect(status).toBe(201)
  })
  afterEach(async () => {
    await service.close()
    await database.drop()
  })
  const erase = async () => expect((await service.remove(`/persons/${EVE}`, admin)).status).toBe(200)

  it('§22 has no pages of before, also where an older version left some', async () => {
    const other = await opened(database.url)
    for (const statement of [
      'pragma secure_delete=off',
      'create table former (text text)',
      `insert into former values ('${EVE} ${'x'.repeat(9000)}')`,
      'drop table former',
      'pragma user_version=0',
      'pragma wal_checkpoint(truncate)',
    ])
      other.exec(statement)
    other.close()
    await erase()
    expect(filesWith(EVE, database.url)).toEqual([])
  })

  it('§22 is cleared later where somebody reads it as it was', async () => {
    const reader = await opened(database.url)
    reader.exec('begin')
    reader.prepare('select count(*) from organizers').all()
    await erase()
    expect(filesWith(EVE, database.url)).not.toEqual([])
    await service.sendDue()
    expect(await service.store.formerPages.areOwed()).toBe(true)
    reader.exec('commit')
    reader.close()
    service.at('2027-01-15T12:11:00Z')
    await service.sendDue()
    // After what the task has begun.
    expect(await service.store.formerPages.wipe()).toBe(undefined)
    expect(filesWith(EVE, database.url)).toEqual([])
    expect(await service.store.formerPages.areOwed()).toBe(false)
  })
})
