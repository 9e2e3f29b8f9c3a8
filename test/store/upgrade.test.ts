import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { dialects, emptySqliteFile, type FreshDatabase } from '../support/dialects.ts'
import { messagesOnWrongDerivedColumns } from '../support/inside/items.ts'
import { mediaLibraryOf } from '../support/inside/media.ts'
import { commandActor } from '../support/inside/people.ts'
import { createService, currentMoment, readConfig } from '../support/inside/service.ts'
import {
  allMigrationNames,
  applyMissingMigrations,
  connectDatabase,
  type DialectName,
  databaseFaults,
  rawSql,
  sql,
  withMigrationLock,
} from '../support/inside/store.ts'
import { onServerAgain } from '../support/on-server.ts'

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

const item = `version, modified_utc, origins, author, status, date_utc, date_set, slug, description, website, search_text`
const of = (status: string, slug: string, text: string) =>
  `1, 1767225600, '[]', 1, '${status}', 1767225600, 1, '${slug}', '', '', '${text}'`
const event = (id: number, slug: string, status: string, parent: string) =>
  `(${id}, ${of(status, slug, `${slug}\n\n`)}, '${slug}', '${slug}', '', 0, '2027-05-04 18:00:00', '2027-05-04 20:00:00', 1809446400, 1809453600,
    'Europe/Rome', '"5 €"', 1, 1, 0, 0, 0, 0, ${parent}, '[]', '{}')`

/** A calendar as stored by the first release: of each resource, linked, scheduled, in the trash. */
const data = [
  `insert into users (id, login, role, created_utc) values (1, 'ada', 'administrator', 0)`,
  `insert into venues (id, ${item}, name, name_key, address, city, country, province, state, zip, phone, show_map, show_map_link, geo_lat, geo_lng)
    values (1, ${of('publish', 'hall', 'hall\ncity')}, 'Hall', 'hall', '', 'City', '', '', '', '', '', 1, 1, 45.5, 7.25)`,
  `insert into organizers (id, ${item}, name, name_key, phone, email) values (1, ${of('publish', 'club', 'club')}, 'Club', 'club', '', '')`,
  `insert into categories (id, version, modified_utc, origins, name, name_key, slug, description, count, search_text, parent)
    values (1, 1, 0, '[]', 'Music', 'music', 'music', '', 1, 'music\nmusic\n', null), (2, 1, 0, '[]', 'Jazz', 'jazz', 'jazz', '', 0, 'jazz\njazz\n', 1)`,
  `insert into tags (id, version, modified_utc, origins, name, name_key, slug, description, count, search_text)
    values (1, 1, 0, '[]', 'Women’s Day – live', 'women’s day – live', 'live', '', 1, 'women’s day – live\nlive\n')`,
  `insert into events (id, ${item}, title, title_key, excerpt, all_day, start_date, end_date, start_utc, end_utc, timezone, cost, show_map, show_map_link,
    hide_from_listings, sticky, featured, ticketed, post_parent, tickets, custom_fields)
    values ${event(1, 'first', 'publish', 'null')}, ${event(2, 'second', 'future', '1')}, ${event(3, 'third', 'trash', 'null')}`,
  'insert into event_venues values (1, 1, 0)',
  'insert into event_organizers values (1, 1, 0)',
  'insert into event_categories values (1, 1, 0), (2, 2, 0)',
  'insert into event_tags values (1, 1, 0)',
  'update revision set value = 12',
  // These zeros were read as a price.
  `update events set cost = '"000"', free = 1 where id = 2`,
]

/** Names with signs, and what a release that told them apart made of each: an accent that stands alone was a space with its mark. */
const signed = [
  ['Rock ´n´ Roll', 'rock \u0301n \u0301 roll'],
  ['Rock \u0384n\u0384 Roll', 'rock \u0301n \u0301 roll'],
  ['Rock \u1ffdn\u1ffd Roll', 'rock \u0301n \u0301 roll'],
  ['Rock `n` Roll', 'rock `n` roll'],
  ['Rock ‘n’ Roll', 'rock ‘n’ roll'],
  ['Rock ‛nʼ Roll', 'rock ‛nʼ roll'],
  ['Rock ʻn′ Roll', 'rock ʻn′ roll'],
] as const
const others = [
  ['«A» „B“ ‟C”', '«a» „b“ ‟c”'],
  ['D\u2010E \u2011 \u2012 – — \u2015 −', 'd\u2010e \u2010 \u2012 – — \u2015 −'],
] as const
const named = [...signed, ...others].map(([name, key], at) => ({
  name,
  key,
  id: 11 + at,
  slug: `signed-${at}`,
}))
/** A text that is stored apart. */
const far = 'far '.repeat(1001)
const translated = (name: string) => JSON.stringify({ it: { state: 'published', name } })

/** Items of each kind with these names, and with texts of them. */
const withSigns = named.flatMap(({ name, key, id, slug }) => [
  `insert into events (id, ${item}, title, title_key, excerpt, all_day, start_date, end_date, start_utc, end_utc, timezone, cost, show_map, show_map_link,
    hide_from_listings, sticky, featured, ticketed, post_parent, tickets, custom_fields)
    values ${event(id, slug, 'publish', 'null')}`,
  `update events set title = '${name}', title_key = '${key}', description = '<p>${name} ${id}</p>', excerpt = '${name}',
    search_text = '${key}\n${key} ${id}\n${key}' where id = ${id}`,
  `insert into long_texts (id, hash, is_searched, text) values (${id}, 'hash-${id}', 1, '${far}${key}\n')`,
  `insert into events (id, ${item}, title, title_key, excerpt, all_day, start_date, end_date, start_utc, end_utc, timezone, cost, show_map, show_map_link,
    hide_from_listings, sticky, featured, ticketed, post_parent, tickets, custom_fields)
    values ${event(id + 20, `${slug}-far`, 'publish', 'null')}`,
  `update events set title = 'Far', title_key = 'far', description = '${far}${name}', search_text = 'far\n', long_search = ${id} where id = ${id + 20}`,
  `insert into venues (id, ${item}, name, name_key, address, city, country, province, state, zip, phone, show_map, show_map_link)
    values (${id}, ${of('publish', slug, `${key}\n${key}`)}, '${name}', '${key}', '${name}', '', '', '', '', '', '', 1, 1)`,
  `insert into organizers (id, ${item}, name, name_key, phone, email) values (${id}, ${of('publish', slug, key)}, '${name}', '${key}', '', '')`,
  ...['categories', 'tags'].map(
    (
      table,
    ) => `insert into ${table} (id, version, modified_utc, origins, name, name_key, slug, description, count, search_text, translations, readable_in)
      values (${id}, 1, 0, '[]', '${name}', '${key}', '${slug}', '', 1, '${key}\n${slug}\n', '${translated(`${name} it`)}', ' it ')`,
  ),
  `insert into event_categories values (${id}, ${id}, 0)`,
  `insert into event_tags values (${id}, ${id}, 0)`,
  `insert into long_texts (id, hash, is_searched, text) values (${id + 40}, 'hash-${id + 40}', 1, '${key} it')`,
  ...['categories', 'tags'].map(
    (table) => `insert into translated_texts values ('${table}', ${id}, 'it', 'name', ${id + 40})`,
  ),
])

/** A description that several events have. */
const long = `${'word '.repeat(1000)}l’été “bleu” end`
const described = `update events set description = '${long}', search_text = title_key || '\n${long.replaceAll('é', 'e')}\n' where id < 3`

/** The index of texts has the first events, and not yet the last one. */
const indexed = [
  'insert into events_text (rowid, search_text) select id, search_text from events where id < 3',
  'update text_index set indexed_id = 2',
]

const numbered = ['users', 'venues', 'organizers', 'categories', 'tags', 'events']

for (const { name: dialect } of dialects) {
  describe(`a calendar of the first release on ${dialect}`, () => {
    let database: FreshDatabase
    beforeEach(async () => {
      database = await bare(dialect)
    })
    afterEach(() => database.drop())

    for (const [at, last] of allMigrationNames.entries()) {
      it(`is intact after an upgrade that stops at ${last} first`, async () => {
        const config = readConfig({
          DATABASE_URL: database.url,
          FASTI_LOG_LEVEL: 'silent',
          FASTI_CONTENT_LANGUAGES: 'en,it',
        })
        const connection = await connectDatabase(database.url)
        await withMigrationLock(connection, async (db) => {
          await applyMissingMigrations(db, { moment: currentMoment(config) }, allMigrationNames.slice(0, 1))
          for (const statement of [
            ...data,
            described,
            ...withSigns,
            ...(dialect === 'sqlite' ? indexed : []),
          ])
            await rawSql(statement).execute(db)
          if (dialect === 'postgres')
            for (const table of numbered) await sql`select setval(${`${table}_id_seq`}, 100)`.execute(db)
        })
        await withMigrationLock(connection, (db) =>
          applyMissingMigrations(db, { moment: currentMoment(config) }, allMigrationNames.slice(0, at + 1)),
        )
        await connection.close()
        const applied: string[] = []
        const onMigration = (name: string) => applied.push(name)
        const { app, store, close } = await createService(config, { onMigration })
        expect(applied).toEqual(allMigrationNames.slice(at + 1))
        const get = async (path: string) => (await app.inject(`/cal/events/v1${path}`)).json()
        expect((await get('/events?start_date=2027-01-01&search=first')).events).toMatchObject([
          {
            id: 1,
            title: 'first',
            description: long,
            cost: '5 €',
            start_date: '2027-05-04 18:00:00',
            venue: { venue: 'Hall', geo_lat: 45.5 },
          },
        ])
        expect((await get('/events?start_date=2027-01-01&categories=1')).total).toBe(2)
        expect((await get('/events?start_date=2027-01-01&search=end')).total).toBe(2)
        for (const search of ["l'ete", 'l’été', '"bleu"'])
          expect((await get(`/events?start_date=2027-01-01&search=${search}`)).total, search).toBe(2)
        expect((await get("/tags?search=women's")).total).toBe(1)
        expect((await get('/venues?search=city')).total).toBe(1)
        for (const search of ["rock 'n' roll", 'rock ´n´ roll', 'Rock \u0384n\u0384', 'rock \u1ffdn\u1ffd']) {
          const total = async (path: string) =>
            (await get(`${path}search=${encodeURIComponent(search)}`)).total
          expect(await total('/events?start_date=2027-01-01&'), search).toBe(2 * signed.length)
          for (const list of ['venues', 'organizers', 'categories', 'tags'])
            expect(await total(`/${list}?`), `${list}: ${search}`).toBe(signed.length)
        }
        const terms = '/tags?lang=it&search='
        expect((await get(`${terms}${encodeURIComponent("'n' roll it")}`)).total).toBe(signed.length)
        const context = {
          moment: currentMoment(config),
          actor: commandActor,
          currency: undefined,
          images: mediaLibraryOf(config),
          store,
        }
        expect(await messagesOnWrongDerivedColumns(context)).toEqual([])
        await close()
        expect(await databaseFaults(database.url)).toEqual([])
      })
    }

    it('a database of the build that had sessions of an organisation with another number opens', async () => {
      const config = readConfig({ DATABASE_URL: database.url, FASTI_LOG_LEVEL: 'silent' })
      const connection = await connectDatabase(database.url)
      await withMigrationLock(connection, async (db) => {
        await applyMissingMigrations(db, { moment: currentMoment(config) })
        await rawSql(
          `update migrations set name = '080-organisation-sessions' where name = '081-organisation-sessions'`,
        ).execute(db)
      })
      await connection.close()
      const { store, close } = await createService(config)
      expect(await store.identities.rules()).toBe('')
      await close()
    })
  })
}

it('no two migrations have one number', () => {
  const numbers = allMigrationNames.map((name) => name.slice(0, 3))
  expect(numbers).toEqual([...new Set(numbers)].sort())
})
