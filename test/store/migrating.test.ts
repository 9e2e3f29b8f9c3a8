import { setImmediate } from 'node:timers/promises'
import { Temporal } from 'temporal-polyfill'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects, emptySqliteFile, type FreshDatabase } from '../support/dialects.ts'
import { VERSION } from '../support/inside/api.ts'
import {
  addColumn,
  allMigrationNames,
  applyMissingMigrations,
  connectDatabase,
  createIndex,
  createTable,
  type Db,
  type Migration,
  migrate,
  migrations,
  openStore,
  sql,
  tableShapesOf,
} from '../support/inside/store.ts'
import { onDatabase } from '../support/on-database.ts'
import { anEvent, testService } from '../support/service.ts'

const moment = { now: Temporal.Instant.from('2027-01-15T12:00:00Z'), zone: 'UTC' }

/** A migration that a later version might add. */
const later: Migration = {
  name: '998-stages',
  async up(db, dialect, now) {
    await createTable(db, {
      name: 'stages',
      columns: { venue: 'bigint primary key', made_utc: 'bigint not null' },
      isTree: true,
    })
    await addColumn(db, 'venues', 'stage', "text default '' not null")
    await createIndex(db, { table: 'venues', columns: ['stage'] })
    await sql`update venues set stage = ${dialect}`.execute(db)
    await sql`insert into stages (venue, made_utc) select id, cast(${now} as bigint) from venues`.execute(db)
  },
}

const allowed: Migration = {
  name: '999-notes',
  forOlder: true,
  up: (db) => addColumn(db, 'venues', 'note', "text default '' not null"),
}

const failing: Migration = {
  name: '999-broken',
  async up(db) {
    await addColumn(db, 'venues', 'note', "text default '' not null")
    await sql`insert into nothing values (1)`.execute(db)
  },
}

const columnsOf = async (db: Db, table: string) =>
  (await tableShapesOf(db, db.dialect)).find(({ name }) => name === table)?.columns

for (const dialect of dialects) {
  describe(`a ${dialect.name} calendar that a later version opens`, () => {
    let database: FreshDatabase
    beforeEach(async () => {
      database = dialect.name === 'sqlite' ? await emptySqliteFile() : await dialect.freshUrl()
      const service = await testService(dialect.name, { DATABASE_URL: database.url })
      await service.post('/events', anEvent({ venue: { venue: 'Hall' } }))
      await service.close()
    })
    afterEach(() => database.drop())

    /** Opens the calendar as a version that has these migrations too, and passes its database to `read`. */
    async function opened<T>(added: readonly Migration[], read: (db: Db) => Promise<T>) {
      const connection = await connectDatabase(database.url)
      const applied: string[] = []
      try {
        await migrate(connection, {
          moment,
          known: [...migrations, ...added],
          onMigration: (name) => applied.push(name),
        })
        return { applied, found: await read(connection.reader) }
      } finally {
        await connection.close()
      }
    }

    it('gets the migrations that it lacks, each once, with the version that applied them', async () => {
      const first = await opened([later], (db) => sql`select id, stage from venues`.rows(db))
      expect(first).toEqual({ applied: [later.name], found: [{ id: 1, stage: dialect.name }] })
      const second = await opened([later, allowed], (db) =>
        sql`select name, applied_utc, version, for_older from migrations where name > '9' order by name`.rows(
          db,
        ),
      )
      const [applied_utc, version] = [moment.now.epochMilliseconds / 1000, VERSION]
      expect(second).toEqual({
        applied: [allowed.name],
        found: [
          { name: later.name, applied_utc, version, for_older: 0 },
          { name: allowed.name, applied_utc, version, for_older: 1 },
        ],
      })
      expect((await opened([later, allowed], (db) => sql`select * from stages`.rows(db))).found).toEqual([
        { venue: 1, made_utc: applied_utc },
      ])
    })

    it('is refused by this version afterwards, unless the migration is for older ones too', async () => {
      await opened([allowed], async () => {})
      await (await openStore(database.url, moment)).close()
      await opened([allowed, later], async () => {})
      await expect(openStore(database.url, moment)).rejects.toThrow(
        `it has 998-stages. Use at least Fasti ${VERSION}.`,
      )
    })

    it('is as it was if one of the migrations fails', async () => {
      const before = await opened([], (db) => columnsOf(db, 'venues'))
      await expect(opened([later, failing], async () => {})).rejects.toThrow('nothing')
      const after = await opened([], (db) => columnsOf(db, 'venues'))
      expect(after.found).toEqual(before.found)
      const service = await testService(dialect.name, { DATABASE_URL: database.url })
      expect((await service.get('/venues')).body.total).toBe(1)
      await service.close()
    })
  })
}

/** Waits until a condition holds, which each look asks the database for. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await setImmediate()
}

for (const dialect of dialects.filter(({ name }) => name === 'postgres')) {
  describe('a PostgreSQL calendar that is migrated while an older program writes', () => {
    let database: FreshDatabase
    beforeEach(async () => {
      database = await dialect.freshUrl()
      await onDatabase(database.url, 'drop schema public cascade; create schema public')
    })
    afterEach(() => database.drop())

    /** Makes the tables that a program has which knows the migrations before `name`. */
    async function madeBefore(name: string) {
      const connection = await connectDatabase(database.url)
      await connection.writer.transaction((db) =>
        applyMissingMigrations(
          db,
          { moment },
          allMigrationNames.filter((one) => one < name),
        ),
      )
      return connection
    }

    it('waits for the write, and is done at once then', async () => {
      const older = await madeBefore('086')
      const newer = await connectDatabase(database.url)
      const isWaiting = async () =>
        (
          await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.rows(
            older.reader,
          )
        ).length > 0
      const applied: string[] = []
      let migrated: Promise<void> = Promise.resolve()
      await older.writer.transaction(async (db) => {
        await sql`update revision set value = value + 1`.execute(db)
        await sql`insert into changesets (revision, at_utc, user_id, login, via) values (1, 0, 0, '', '')`.execute(
          db,
        )
        migrated = migrate(newer, { moment, onMigration: (name) => applied.push(name) })
        migrated.catch(() => {})
        await until(isWaiting)
        await sql`insert into merges (revision, resource, item_id, slug, name_key, into_id, record, events, series, children, imports)
          values (1, 'tag', 1, 'a', 'a', 2, '{}', '[]', '[]', '[]', '[]')`.execute(db)
        await sql`insert into audit (at_utc, user_id, login, verb, resource, item_id, title, slug)
          values (0, 0, '', 'merge', 'tag', 2, '', '')`.execute(db)
      })
      await migrated
      expect(applied).toEqual([
        '086-one-log',
        '087-undo-by-log',
        '090-proposals',
        '091-followers-by-journal',
        '092-names-of-subscriptions',
      ])
      expect(await sql`select verb from audit`.rows(newer.reader)).toEqual([{ verb: 'merge' }])
      for (const connection of [older, newer]) await connection.close()
    })
  })
}
