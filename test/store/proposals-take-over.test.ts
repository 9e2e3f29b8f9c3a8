import { createHash, randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { dialects, emptySqliteFile, type FreshDatabase } from '../support/dialects.ts'
import { currentMoment, readConfig } from '../support/inside/service.ts'
import {
  allMigrationNames,
  applyMissingMigrations,
  connectDatabase,
  type DialectName,
  databaseFaults,
  rawSql,
  withMigrationLock,
} from '../support/inside/store.ts'
import { onServerAgain } from '../support/on-server.ts'
import { type Json, type TestService, testService } from '../support/service.ts'
import { submitted } from '../support/submitting.ts'

/** A new, empty database. */
async function bare(dialect: DialectName): Promise<FreshDatabase> {
  if (dialect === 'sqlite') return emptySqliteFile()
  const name = `fasti_bare_${randomBytes(8).toString('hex')}`
  const server = inject('postgresUrl')
  const url = new URL(server)
  url.pathname = `/${name}`
  await onServerAgain(server, `create database ${name} template template0 strategy file_copy`)
  return { url: url.href, drop: () => onServerAgain(server, `drop database if exists ${name} with (force)`) }
}

const hash = (secret: string) => createHash('sha256').update(secret).digest('base64url')

const event = (id: number, title: string, status: string, author: number) =>
  `insert into events (id, version, modified_utc, origins, author, status, date_utc, date_set, slug, description, website,
    search_text, title, title_key, excerpt, all_day, start_date, end_date, start_utc, end_utc, timezone, cost, show_map,
    show_map_link, hide_from_listings, sticky, featured, ticketed, tickets, custom_fields)
  values (${id}, 1, 1767225600, '[]', ${author}, '${status}', 1767225600, 1, 'event-${id}', '', '', '', '${title}', '${title}',
    '', 0, '2027-05-04 18:00:00', '2027-05-04 20:00:00', 1809446400, 1809453600, 'Europe/Rome', '"5 €"', 1, 1, 0, 0, 0, 0,
    '[]', '{}')`

const submission = (id: number, of: number, state: string, decided: number | null) =>
  `insert into submissions (id, event_id, revision, created_utc, state, name, email, language, weight, is_proven, dropped,
    sent, made, message, decided_utc, size)
  values (${id}, ${of}, ${id}, 1800000000, '${state}', 'Bea', 'bea@example.org', 'en', 1, 1, '["Fairs"]',
    '{"title":"Fair"}', '[]', 'Where?', ${decided}, 10)`

const viewTitled = (title: string) => `{"title":"${title}","venue":[],"organizer":[]}`

const draft = (id: number, author: number, sent: number) =>
  `insert into event_drafts values (${id}, 77, ${author}, '{"title":"Changed"}',
    '{"base":${viewTitled('Was')},"preview":${viewTitled('Changed')},"public":${viewTitled('Changed')}}', 1, 0, 1800000000, ${sent})`

const review = (id: number, decision: string, at: number) =>
  `insert into event_reviews values (${id}, '${decision}', 'Because', 1, ${at})`

/** What the tables of before had of every kind. */
const data = [
  `insert into users (id, login, role, created_utc) values (1, 'eve', 'editor', 0), (2, 'con', 'contributor', 0)`,
  ...[event(1, 'Waiting', 'pending', 0), event(2, 'Asked', 'pending', 0), event(3, 'Public', 'publish', 0)],
  ...[
    event(4, 'Drafted', 'publish', 2),
    event(5, 'Sent', 'publish', 2),
    event(6, 'Given back', 'publish', 2),
  ],
  event(7, 'Question', 'draft', 2),
  ...[submission(11, 1, 'pending', null), submission(12, 2, 'asked', null)],
  ...[submission(13, 3, 'approved', 1800000000), submission(14, 99, 'rejected', 1800000000)],
  `insert into submission_secrets (submission_id, hash) values (11, '${hash('own')}'), (14, '${hash('gone')}')`,
  `insert into submission_images (submission_id, type, size, content) values (11, 'image/gif', 3, 'R0lG')`,
  `insert into submission_senders (sender, weight, at_utc) values ('${hash('127.0.0.1')}', 5, 1800000000)`,
  `insert into used_proofs values ('${hash('proof')}', 1800100000)`,
  ...[draft(4, 2, 0), draft(5, 2, 1800000000), draft(6, 2, 0), review(4, 'approve', 1790000000)],
  ...[review(6, 'reject', 1800000001), review(7, 'ask', 1800000000)],
  `insert into venues (id, version, modified_utc, origins, author, status, date_utc, date_set, slug, description, website, search_text,
    name, name_key, address, city, country, province, state, zip, phone, show_map, show_map_link)
    values (1, 1, 0, '[]', 1, 'publish', 0, 1, 'hall', '', '', 'hall', 'Hall', 'hall', '', '', '', '', '', '', '', 1, 1)`,
  `insert into audit (at_utc, user_id, login, via, verb, resource, item_id, title, slug, revision, fields, changes, act, act_values) values
    (1800000000, 1, 'eve', '', 'update', 'event', 3, 'Public', 'event-3', 21, '["status"]', '{"status":["pending","publish"]}', '', '{}'),
    (1800000000, 1, 'eve', '', 'update', 'user', 2, 'con: transfer to eve', '', 22, '[]', '{"handed":["{}",null]}', 'handed_over',
      '{"person":{"id":2,"login":"con"},"to":{"id":1,"login":"eve"}}'),
    (1800000000, 1, 'eve', '', 'unmerge', 'venue', 1, 'Hall', 'hall', 23, '[]', '{}', '', '{}')`,
  `insert into decision_undo (event_id, revision, state) values (3, 21, '{}'), (7, 24, '{}')`,
  `insert into preview_links (event_id, hash, created_utc, expires_utc) values (4, '${hash('shown')}', 1800000000, 1800100000)`,
]

for (const { name: dialect } of dialects)
  describe(`a ${dialect} calendar from before proposals were of one kind`, () => {
    let database: FreshDatabase
    let service: TestService
    const rows: Record<string, unknown>[] = []
    beforeEach(async () => {
      database = await bare(dialect)
      const config = readConfig({ DATABASE_URL: database.url, FASTI_LOG_LEVEL: 'silent' })
      const moment = currentMoment(config)
      const connection = await connectDatabase(database.url)
      const before = allMigrationNames.slice(0, allMigrationNames.indexOf('087-undo-by-log'))
      await withMigrationLock(connection, async (db) => {
        await applyMissingMigrations(db, { moment }, before)
        for (const statement of data) await rawSql(statement).execute(db)
        if (dialect === 'postgres')
          for (const table of ['users', 'events', 'venues', 'submissions'])
            await rawSql(`select setval('${table}_id_seq', 20)`).execute(db)
        else await rawSql(`update sqlite_sequence set seq = 20 where name = 'submissions'`).execute(db)
      })
      await withMigrationLock(connection, async (db) => {
        await applyMissingMigrations(db, { moment })
        const found = await rawSql<Record<string, unknown>>(
          'select event_id, user_id, state, decision, version from proposals order by id',
        ).execute(db)
        rows.splice(0, rows.length, ...found.rows)
      })
      await connection.close()
      service = await testService(dialect, { DATABASE_URL: database.url, FASTI_SUBMISSIONS: 'open' })
    })
    afterEach(async () => {
      await service.close()
      await database.drop()
    })

    it('has every submission, draft and review as a proposal, and is consistent', async () => {
      expect(rows.map((row) => Object.values(row))).toEqual([
        [1, null, 'sent', '', 0],
        [2, null, 'asked', 'ask', 0],
        [3, null, 'approved', 'approve', 0],
        [99, null, 'rejected', 'reject', 0],
        [4, 2, 'draft', 'approve', 77],
        [5, 2, 'sent', '', 77],
        [6, 2, 'rejected', 'reject', 77],
        [7, 2, 'asked', 'ask', 0],
      ])
      expect(await databaseFaults(database.url)).toEqual([])
    })

    it('goes on with them: who sent what, its secrets, its picture, its limits, and its ids', async () => {
      const { headers } = await service.user('editor')
      const { submissions } = (await service.get('/submissions', headers)).body
      expect(submissions).toMatchObject([
        { id: 11, status: 'pending', submitter: { name: 'Bea' }, unknown_terms: ['Fairs'], is_proven: true },
        { id: 12, status: 'asked', message: 'Where?' },
      ])
      expect((await service.get('/submissions/11/image', headers)).status).toBe(200)
      expect((await service.get('/submissions/own')).body).toMatchObject({
        id: 11,
        has_image: true,
        sent: { title: 'Fair' },
      })
      expect((await service.get('/submissions/gone')).body.status).toBe('rejected')
      const changed = await service.patch('/submissions/own', { title: 'Fair at noon' })
      expect([changed.status, changed.body.sent]).toEqual([200, { title: 'Fair at noon' }])
      expect((await submitted(service)).body.id).toBeGreaterThan(20)
    })

    it('undoes nothing by half of what was done before: a decision, a hand-over, the end of a merge', async () => {
      const { headers } = await service.user('administrator', 'ada')
      for (const revision of [21, 22, 23, 24]) {
        const refused = await service.post('/undo', { revision }, headers)
        expect([revision, refused.status, refused.body.code]).toEqual([revision, 409, 'change-not-recorded'])
      }
      expect((await service.get('/events/3')).body.status).toBe('publish')
      const { changes } = (await service.get('/audit?per_page=100', headers)).body
      expect(changes.filter(({ revision }: Json) => revision === 21)).toHaveLength(1)
    })

    it('goes on with the drafts and reviews of users, and the links to previews', async () => {
      const { headers } = await service.user('editor')
      const drafts = async () => (await service.get('/drafts', headers)).body.drafts
      expect(await drafts()).toMatchObject([
        { event: 6, author_name: 'con', sent_utc: '' },
        { event: 5, author_name: 'con', sent_utc: expect.stringContaining('2027') },
        { event: 4, author_name: 'con', sent_utc: '' },
      ])
      const { reviews } = (await service.get('/reviews', headers)).body
      expect(reviews).toMatchObject([{ decision: 'ask', message: 'Because', reviewer: 'eve' }])
      const shown = await service.get('//en/preview/shown', { accept: 'text/html' })
      expect(shown.body).toContain('Changed')
      expect((await service.post('/events/4/draft/apply', { seen: 77 }, headers)).body.title).toBe('Changed')
      await service.remove('/events/6?force=true', headers)
      expect(await drafts()).toMatchObject([{ event: 5 }])
      expect(await databaseFaults(database.url)).toEqual([])
    })
  })
