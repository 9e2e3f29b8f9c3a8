import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { command } from '../support/command.ts'
import { dialects, emptySqliteFile, type FreshDatabase, freshSqliteFile, isAny } from '../support/dialects.ts'
import { createService, readConfig } from '../support/inside/service.ts'
import { connectDatabase, type OpenDatabase, rawSql, sql } from '../support/inside/store.ts'
import type { Ended } from '../support/process.ts'
import { anEvent } from '../support/service.ts'

/** A statement that breaks each rule without violating a database constraint, and the expected message. */
const broken: Readonly<Record<string, readonly [statement: string, says: string]>> = {
  'a count that is not right': ['update categories set count = 7 where id = 1', 'the count of categories'],
  'an event that ends before it starts': [
    'update events set end_utc = start_utc - 1 where id = 2',
    'ends before it starts: 2',
  ],
  'an empty slug': [`update venues set slug = '' where id = 1`, 'the slug of venues is empty or used twice'],
  'a former slug of nothing': [
    `insert into former_slugs (resource, slug, item_id) values ('venue', 'old-hall', 99)`,
    'a former slug of venues leads to none of them: old-hall',
  ],
  'a former slug that is taken': [
    `insert into former_slugs (resource, slug, item_id) select 'event', slug, 2 from events where id = 1`,
    'a former slug of events is the slug of one of them: ',
  ],
  'two venues in one place': [
    'update event_venues set position = 0',
    'two venues have the same position in an event: 1',
  ],
  'categories in a circle': [
    'update categories set parent = id',
    'the parents of categories form a cycle: 1',
  ],
  'events in a circle': ['update events set post_parent = 3 - id', 'the parents of events form a cycle'],
  'a revision too few': ['delete from revision', 'there is not exactly one revision'],
  'a journal that is ahead': ['update revision set value = 1', 'the journal is newer than the revision'],
  'a tag that was changed beside the log': [
    'update tags set version = version + 1',
    'a tag has another version than its newest change in the log: 1',
  ],
  'a long text without an event': [
    `insert into long_texts (hash, is_searched, text) values ('x', 0, 'x')`,
    'a long text belongs to no event and no translation: ',
  ],
  'a text of a translation that is another one': [
    `insert into long_texts (id, hash, is_searched, text) values (77, 'z', 1, 'zebra'); update translated_texts set text_id = 77 where item_table = 'tags'`,
    'the texts searched of translations of tags differ from them: 1',
  ],
  'a translation that no search finds': [
    `delete from translated_texts where item_table = 'events' and item_id = 1 and field = 'excerpt'`,
    'the texts searched of translations of events differ from them: 1',
  ],
  'a text of a translation that there is not': [
    `update venues set translations = '{}' where id = 1`,
    'a text of a translation belongs to no item of venues that has translations: 1',
  ],
  'a folded title of another one': [
    `update events set title_key = 'other' where id = 1`,
    'event 1: wrong derived columns: title_key',
  ],
  'a text that search would not find': [
    `update tags set search_text = 'x'`,
    'tag 1: wrong derived columns: search_text',
  ],
  'a migration of the future': [
    `insert into migrations (name, applied_utc) values ('999-next', 0)`,
    '999-next comes from a newer version',
  ],
  'a migration still to come': [
    `delete from migrations where name = '068-baseline'`,
    '068-baseline is not applied yet',
  ],
}

const onlyOn: Readonly<Record<string, Readonly<Record<string, readonly [statement: string, says: string]>>>> =
  {
    sqlite: {
      'a link to an event that is not there': [
        'pragma foreign_keys = off; insert into event_tags values (99, 1, 0)',
        'event_tags.event_id references rows missing in events: 99',
      ],
      'an id that would be given again': [
        `update sqlite_sequence set seq = 1 where name = 'events'`,
        'the next id of events',
      ],
      'an index of texts that missed a change': [
        `insert into events_text (rowid, search_text) select id, search_text from events; update text_index set indexed_id = 99; drop trigger events_text_update; update events set search_text = 'quite another'`,
        'the text index differs from the events',
      ],
      'an index of titles that missed a change': [
        `update text_index set indexed_id = 99; drop trigger events_titles_update; update events set title_key = 'quite another'`,
        'the index of titles differs from the events',
      ],
      'an index of long texts that missed one': [
        `drop trigger long_texts_insert; insert into long_texts (id, hash, is_searched, text) values (9, 'y', 1, 'yellow'); update events set long_search = 9 where id = 1`,
        'the index of long texts differs from the texts',
      ],
    },
    postgres: {
      'a link to an event that is not there': [
        'alter table event_tags disable trigger all; insert into event_tags values (99, 1, 0)',
        'event_tags.event_id references rows missing in events: 99',
      ],
      'an id that would be given again': [`select setval('events_id_seq', 1)`, 'the next id of events'],
      'an index that is not valid': [
        `update pg_index set indisvalid = false where indexrelid = 'events_post_parent'::regclass`,
        'the index events_post_parent is not valid',
      ],
    },
  }

/** Faults that hide others, and those that are looked for only where there are no others. */
const apart = [
  ...['a revision too few', 'a migration of the future', 'a migration still to come'],
  ...['a folded title of another one', 'a text that search would not find'],
]

const envOf = (url: string) => ({
  DATABASE_URL: url,
  FASTI_DATA_DIR: '/nowhere',
  FASTI_CONTENT_LANGUAGES: 'en,de,fr',
  FASTI_LOG_LEVEL: 'silent',
})

async function breakBy({ writer }: OpenDatabase, statements: string): Promise<void> {
  for (const statement of statements.split('; ')) await rawSql(statement).execute(writer)
}

for (const dialect of dialects) {
  describe(`fasti check on ${dialect.name}`, () => {
    const faults = Object.entries({ ...broken, ...onlyOn[dialect.name] })
    // One database shows that each is found alone; another one has most of them in one copy, which is checked once.
    const isTogether = (what: string) => !isAny(dialect.name) && !apart.includes(what)
    let written: FreshDatabase

    beforeAll(async () => {
      written = await (dialect.name === 'sqlite' ? freshSqliteFile() : dialect.freshUrl())
      const service = await createService(readConfig(envOf(written.url)))
      const post = (path: string, payload: object) =>
        service.app.inject({ method: 'POST', url: `/cal/events/v1${path}`, payload })
      await post('/venues', { venue: 'Hall', translations: { de: { venue: 'Saal' } } })
      await post('/tags', {
        name: 'Live',
        translations: { de: { name: 'Lebendig' }, fr: { name: 'Vivant' } },
      })
      const linked = { venue: [1, { venue: 'Yard' }], categories: ['Music'], tags: ['Live'] }
      const german = { title: 'Ä', description: '<p>Übrig &amp; alt</p>', excerpt: 'Kurz' }
      const translations = { de: german, fr: { title: 'A', state: 'draft' } }
      for (const title of ['Ä', 'B']) await post('/events', anEvent({ title, translations, ...linked }))
      await service.app.inject({ method: 'DELETE', url: '/cal/events/v1/events/2' })
      // An item that had another slug, and became a part of another one.
      await post('/venues', { venue: 'Barn' })
      await post('/venues/3', { slug: 'old-barn' })
      expect((await post('/venues/1/merge', { items: [3] })).statusCode).toBe(200)
      await service.close()
    })
    afterAll(() => written.drop())

    describe('with one fault or none', () => {
      let database: FreshDatabase
      let env: Record<string, string>
      let connection: OpenDatabase

      beforeEach(async () => {
        database = await dialect.copyOf(written.url)
        env = envOf(database.url)
        connection = await connectDatabase(database.url)
      })

      afterEach(async () => {
        await connection.close()
        await database.drop()
      })

      it('finds no faults in data that the service has written', async () => {
        expect(await command(['check'], env)).toEqual({ code: 0, stdout: '', stderr: 'No faults found.\n' })
      })

      for (const [what, [statements, says]] of faults.filter(([what]) => !isTogether(what))) {
        it(`finds ${what}`, async () => {
          await breakBy(connection, statements)
          const { code, stdout } = await command(['check'], env)
          expect([code, stdout]).toEqual([1, expect.stringContaining(says)])
        })
      }

      it('changes nothing', async () => {
        const revision = async () =>
          (await sql<{ value: number }>`select value from revision`.execute(connection.reader)).rows
        await breakBy(connection, `delete from migrations where name = '068-baseline'`)
        const before = await revision()
        await command(['check'], env)
        expect(await revision()).toEqual(before)
        const { rows } = await sql`select name from migrations where name = '007-sessions'`.execute(
          connection.reader,
        )
        expect(rows).toEqual([])
      })
    })

    if (!isAny(dialect.name))
      describe('with many faults', () => {
        let ended: Ended
        beforeAll(async () => {
          const { url, drop } = await dialect.copyOf(written.url)
          const connection = await connectDatabase(url)
          for (const [what, [statements]] of faults)
            if (isTogether(what)) await breakBy(connection, statements)
          ended = await command(['check'], envOf(url))
          await connection.close()
          await drop()
        })

        for (const [what, [, says]] of faults.filter(([what]) => isTogether(what)))
          it(`finds ${what}`, () => {
            expect([ended.code, ended.stdout]).toEqual([1, expect.stringContaining(says)])
          })
      })
  })
}

describe.runIf(dialects.some(({ name }) => name === 'sqlite'))('fasti check', () => {
  it('does not create a missing database', async () => {
    const { url, drop } = await emptySqliteFile()
    const ended = await command(['check'], { DATABASE_URL: url })
    expect(ended).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`There is no database at ${url.slice('sqlite:'.length)}.`),
    })
    await drop()
  })
})

for (const { freshUrl } of dialects.filter(({ name }) => name === 'postgres')) {
  it('fasti check with amcheck compares every index with its table', async () => {
    const { url, drop } = await freshUrl()
    const service = await createService(readConfig({ DATABASE_URL: url, FASTI_LOG_LEVEL: 'silent' }))
    await service.close()
    const connection = await connectDatabase(url)
    await sql`create extension amcheck`.execute(connection.writer)
    expect((await command(['check'], { DATABASE_URL: url })).code).toBe(0)
    await sql`insert into tags (name, name_key, slug, description, search_text, origins, version, modified_utc, count)
      values ('b', 'b', 'b', '', '', '[]', 1, 0, 0)`.execute(connection.writer)
    await sql`create function lie(text) returns text language sql immutable as 'select ''a'''`.execute(
      connection.writer,
    )
    await sql`create index tags_lie on tags (lie(name))`.execute(connection.writer)
    await sql`create or replace function lie(text) returns text language sql immutable as 'select ''b'''`.execute(
      connection.writer,
    )
    const { code, stdout } = await command(['check'], { DATABASE_URL: url })
    expect([code, stdout]).toEqual([1, expect.stringContaining('the index tags_lie')])
    await connection.close()
    await drop()
  })
}
