import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  connectDatabase,
  containsTextSql,
  isTransientError,
  isUnavailableError,
  type OpenDatabase,
  runInSnapshot,
  runTransaction,
  violatesUniqueness,
  withMigrationLock,
} from '../../src/store/database/dialects.ts'
import {
  type Db,
  quotedName,
  rawSql,
  type Sql,
  type SqlParameter,
  sql,
} from '../../src/store/database/sql.ts'
import { dialects, type FreshDatabase, freshSqliteFile, inMemory } from '../support/dialects.ts'

const kinds = dialects.flatMap((dialect) =>
  dialect.name === 'sqlite'
    ? [
        { kind: 'sqlite in memory', fresh: async () => inMemory },
        { kind: 'sqlite in a file', fresh: freshSqliteFile },
      ]
    : [{ kind: dialect.name, fresh: dialect.freshUrl }],
)

async function createWords({ name, writer }: OpenDatabase): Promise<void> {
  const id = name === 'sqlite' ? 'integer primary key' : 'bigint generated always as identity primary key'
  await sql`create table word (id ${rawSql(id)}, text text unique, count bigint not null)`.execute(writer)
}

interface Word {
  readonly id: number
  readonly text: string | null
  readonly count: number
}

const insert = (text: string | null, count: SqlParameter) =>
  sql<Pick<Word, 'id'>>`insert into word (text, count) values (${text}, ${count}) returning id`

const add = async (db: Db, text: string, count = 0) => {
  const [row] = await insert(text, count).rows(db)
  return row
}

const texts = async (db: Db) =>
  (await sql<Word>`select text from word order by id`.rows(db)).map(({ text }) => text)

const failure = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(() => undefined).catch((e) => e)

for (const { kind, fresh } of kinds) {
  describe(`a database on ${kind}`, () => {
    let database: FreshDatabase
    let connection: OpenDatabase

    beforeAll(async () => {
      database = await fresh()
    })
    afterAll(() => database.drop())

    beforeEach(async () => {
      connection = await connectDatabase(database.url)
      await sql`drop table if exists word`.execute(connection.writer)
      await createWords(connection)
    })
    afterEach(() => connection.close())

    describe('a transaction', () => {
      it('commits what it wrote, visible to the reader', async () => {
        expect(await runTransaction(connection, (trx) => add(trx, 'kept'))).toEqual({ id: 1 })
        expect(await texts(connection.reader)).toEqual(['kept'])
      })

      it('rolls back when it fails', async () => {
        const failing = runTransaction(connection, async (trx) => {
          await add(trx, 'lost')
          throw new Error('no')
        })
        await expect(failing).rejects.toThrow('no')
        expect(await texts(connection.writer)).toEqual([])
      })

      it('throws at once when the connection itself is used inside it', async () => {
        const inside: (() => Promise<unknown>)[] = [
          () => texts(connection.writer),
          () => texts(connection.reader),
          () => runTransaction(connection, (trx) => texts(trx)),
          () => runInSnapshot(connection, texts),
          () => connection.close(),
        ]
        for (const use of inside) {
          await expect(runTransaction(connection, use)).rejects.toThrow('inside a transaction or snapshot')
          await expect(runInSnapshot(connection, use)).rejects.toThrow('inside a transaction or snapshot')
        }
        expect(await texts(connection.writer)).toEqual([])
      })

      it('does not affect work that it started without awaiting', async () => {
        let goOn = () => {}
        const over = new Promise<void>((resolve) => {
          goOn = resolve
        })
        let later: Promise<unknown> = Promise.resolve()
        await runTransaction(connection, async () => {
          later = over.then(() => texts(connection.writer))
        })
        goOn()
        expect(await later).toEqual([])
      })

      it('loses no concurrent update', async () => {
        await add(connection.writer, 'counted')
        const lock = connection.name === 'postgres' ? sql`for update` : sql``
        const increment = () =>
          runTransaction(connection, async (trx) => {
            const [word] = await sql<Word>`select count from word ${lock}`.rows(trx)
            await new Promise(setImmediate)
            await sql`update word set count = ${(word?.count ?? 0) + 1}`.execute(trx)
          })
        await Promise.all(Array.from({ length: 25 }, increment))
        expect(await sql`select count from word`.rows(connection.reader)).toEqual([{ count: 25 }])
      })

      it('can be rolled back to a savepoint', async () => {
        await runTransaction(connection, async (trx) => {
          await add(trx, 'before')
          await sql`savepoint here`.execute(trx)
          await add(trx, 'after')
          await sql`rollback to savepoint here`.execute(trx)
        })
        expect(await texts(connection.writer)).toEqual(['before'])
      })
    })

    describe('a snapshot', () => {
      it('shows one state while others write', async () => {
        await add(connection.writer, 'first')
        const writing: Promise<unknown>[] = []
        let write = () => {}
        const asked = new Promise<void>((resolve) => {
          write = resolve
        })
        writing.push(asked.then(() => runTransaction(connection, (trx) => add(trx, 'second'))))
        const seen = await runInSnapshot(connection, async (db) => {
          const before = await texts(db)
          write()
          // In memory the writer waits for the snapshot, so the snapshot does not wait for the writer.
          await (kind === 'sqlite in memory' ? new Promise(setImmediate) : Promise.all(writing))
          return [before, await texts(db)]
        })
        await Promise.all(writing)
        expect(seen).toEqual([['first'], ['first']])
        expect(await runInSnapshot(connection, texts)).toEqual(['first', 'second'])
      })
    })

    describe('an error', () => {
      it('reports a violated unique constraint, with and without returned rows', async () => {
        await add(connection.writer, 'once')
        const plain = sql`insert into word (text, count) values ('once', 1)`
        for (const again of [plain, insert('once', 1)]) {
          const error = await failure(again.execute(connection.writer))
          expect(violatesUniqueness(error)).toBe(true)
          expect(isTransientError(error) || isUnavailableError(error)).toBe(false)
        }
      })

      it('reports a violated primary key', async () => {
        const how = rawSql(connection.name === 'postgres' ? 'overriding system value' : '')
        const seventh = sql`insert into word (id, text, count) ${how} values (7, 'a', 0)`
        await seventh.execute(connection.writer)
        const error = await failure(sql`${seventh} on conflict (text) do nothing`.execute(connection.writer))
        expect(error === undefined || violatesUniqueness(error)).toBe(true)
      })

      it('of any other kind matches none of these', async () => {
        const wrong = [insert('x', null), sql`selec`]
        const errors = await Promise.all(wrong.map((one) => failure(one.execute(connection.writer))))
        for (const error of [...errors, new Error('x'), 'x', null]) {
          expect([violatesUniqueness(error), isTransientError(error), isUnavailableError(error)]).toEqual([
            false,
            false,
            false,
          ])
        }
      })
    })

    describe('a value', () => {
      const roundtrip = async (text: string | null, count: SqlParameter) => {
        await insert(text, count).execute(connection.writer)
        const [row] = await sql<Word>`select text, count from word`.rows(connection.reader)
        return { ...row }
      }

      it('that is a boolean is returned as 0 or 1', async () => {
        expect(await roundtrip('no', false)).toEqual({ text: 'no', count: 0 })
        await sql`update word set count = ${true}`.execute(connection.writer)
        const yes = sql`select count from word where count = ${true}`
        expect(await yes.rows(connection.reader)).toEqual([{ count: 1 }])
      })

      it('that is an integer stays exact, up to the greatest safe one', async () => {
        expect(await roundtrip('big', Number.MAX_SAFE_INTEGER)).toEqual({ text: 'big', count: 2 ** 53 - 1 })
      })

      it('that is too large for a number is refused, never rounded', async () => {
        await expect(roundtrip('huge', 2n ** 53n + 1n)).rejects.toThrow('too large')
      })

      it('that is text keeps every character', async () => {
        const text = 'Żółć 日本語 👩‍👩‍👧 \u00a0"\'\\%_\n\t𐍈'
        expect(await roundtrip(text, 1)).toEqual({ text, count: 1 })
        expect(await sql`select id from word where text = ${text}`.rows(connection.reader)).toEqual([
          { id: 1 },
        ])
      })

      it('that is null stays null', async () => {
        expect(await roundtrip(null, 1)).toEqual({ text: null, count: 1 })
      })
    })

    it('returns how many rows were written', async () => {
      const changesOf = async (statement: Sql) => (await statement.execute(connection.writer)).changes
      expect(await changesOf(sql`insert into word (text, count) values ('a', 0), ('b', 0)`)).toBe(2)
      expect(await changesOf(sql`update word set count = 1`)).toBe(2)
      expect(await changesOf(sql`delete from word where id = 1`)).toBe(1)
      expect(await changesOf(sql`delete from word where id = 1`)).toBe(0)
    })

    it('finds text literally', async () => {
      const all = ['100% wool', 'a_b', 'back\\slash', "it's", 'say "hi"', 'plain', '日本語 👍']
      for (const text of all) await add(connection.writer, text)
      const found = async (needle: string) => {
        const where = containsTextSql(connection.name, quotedName('text'), needle)
        const { rows } = await sql<Word>`select text from word where ${where} order by id`.execute(
          connection.reader,
        )
        return rows.map(({ text }) => text)
      }
      expect(await found('%')).toEqual(['100% wool'])
      expect(await found('_')).toEqual(['a_b'])
      expect(await found('\\')).toEqual(['back\\slash'])
      expect(await found("'")).toEqual(["it's"])
      expect(await found('"')).toEqual(['say "hi"'])
      expect(await found('本語 👍')).toEqual(['日本語 👍'])
      expect(await found('PLAIN')).toEqual([])
      expect(await found('')).toEqual(all)
    })

    it('sees a column that a migration adds, in a query it has run before', async () => {
      await add(connection.writer, 'old')
      const all = sql`select * from word`
      await all.execute(connection.reader)
      await withMigrationLock(connection, async (db) => {
        await sql`alter table word add column more bigint default 5`.execute(db)
      })
      expect((await all.execute(connection.reader)).rows).toEqual([{ id: 1, text: 'old', count: 0, more: 5 }])
    })

    it.skipIf(kind === 'sqlite in memory')(
      'sees a column that another process adds, and gives no value the name of another',
      async () => {
        await add(connection.writer, 'old')
        const all = sql`select 7 as own, word.* from word`
        const before = { own: 7, id: 1, text: 'old', count: 0 }
        expect((await all.execute(connection.reader)).rows).toEqual([before])
        const other = await connectDatabase(database.url)
        await sql`alter table word add column more bigint default 5`.execute(other.writer)
        await other.close()
        // Node 22 tells the new column from the second time on.
        expect((await all.execute(connection.reader)).rows).toMatchObject([before])
        expect((await all.execute(connection.reader)).rows).toEqual([{ ...before, more: 5 }])
      },
    )

    it('rolls back a migration that fails', async () => {
      const failing = withMigrationLock(connection, async (db) => {
        await sql`create table half (id integer)`.execute(db)
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      await expect(sql`select * from half`.execute(connection.writer)).rejects.toThrow('half')
    })

    it('waits for running work when closed, may be closed twice, and is unavailable afterwards', async () => {
      const running = runTransaction(connection, async (trx) => {
        await new Promise((resolve) => setTimeout(resolve, 20))
        return add(trx, 'last')
      })
      await new Promise(setImmediate)
      await Promise.all([connection.close(), connection.close()])
      await connection.close()
      expect(await running).toEqual({ id: 1 })
      expect(isUnavailableError(await failure(texts(connection.writer)))).toBe(true)
      expect(isUnavailableError(await failure(texts(connection.reader)))).toBe(true)
      if (connection.name === 'postgres') return
      const counter = Promise.resolve().then(() => connection.freshCounter())
      expect(isUnavailableError(await failure(counter))).toBe(true)
    })
  })
}

describe('two connections to one database', () => {
  for (const { kind, fresh } of kinds.filter((one) => one.kind !== 'sqlite in memory')) {
    it(`migrate one after the other on ${kind}`, async () => {
      const database = await fresh()
      const both = await Promise.all([connectDatabase(database.url), connectDatabase(database.url)])
      const order: string[] = []
      // SQLite blocks the whole process while it waits for another connection, so here the second one starts later.
      const migrate = async (connection: OpenDatabase, who: string) =>
        withMigrationLock(connection, async (db) => {
          order.push(`${who} in`)
          await sql`create table if not exists t (id integer)`.execute(db)
          if (connection.name === 'postgres') await new Promise((resolve) => setTimeout(resolve, 50))
          order.push(`${who} out`)
        })
      const first = migrate(both[0], 'a')
      if (kind !== 'postgres') await first
      await Promise.all([first, migrate(both[1], 'b')])
      expect(order.map((entry) => entry.slice(2))).toEqual(['in', 'out', 'in', 'out'])
      for (const connection of both) await connection.close()
      await database.drop()
    })
  }
})

const servers = dialects.filter(({ name }) => name === 'postgres')

describe.runIf(servers.length > 0)('the connections to a PostgreSQL server', () => {
  it.each(servers)(
    'are one while reads and writes follow each other, and as many as overlap: readers wait for no writer',
    async ({ freshUrl }) => {
      const database = await freshUrl()
      const connection = await connectDatabase(database.url)
      const open = () => Object.values(connection.measures().connections).reduce((sum, n) => sum + n, 0)
      await createWords(connection)
      for (const text of ['a', 'b']) {
        await runTransaction(connection, (trx) => add(trx, text))
        expect(await texts(connection.reader)).toContain(text)
      }
      expect(open()).toBe(1)
      const uncommitted = async (held: number): Promise<readonly (string | null)[]> =>
        held === 0
          ? texts(connection.reader)
          : connection.writer.transaction(async (trx) => {
              await add(trx, `${held}`)
              return uncommitted(held - 1)
            })
      expect(await uncommitted(6)).toEqual(['a', 'b'])
      expect(open()).toBe(7)
      const snapshots = async (held: number): Promise<unknown> =>
        held === 0
          ? add(connection.writer, 'c')
          : connection.reader.transaction(async (db) => {
              await texts(db)
              return snapshots(held - 1)
            })
      await snapshots(9)
      expect(await texts(connection.reader)).toContain('c')
      await connection.close()
      await database.drop()
    },
  )
})

describe('a DATABASE_URL', () => {
  it.each(['', 'mysql://x/y', 'sqlite:', 'sqlite://relative/x.db', 'data.db'])(
    '%j is refused',
    async (url) => {
      await expect(connectDatabase(url)).rejects.toThrow('DATABASE_URL')
    },
  )

  it('that cannot be opened is named in the error', async () => {
    const file = await freshSqliteFile()
    const connection = await connectDatabase(file.url)
    const error = await failure(connectDatabase(`${file.url}/below/a/file.db`))
    expect(String(error)).toMatch(/DATABASE_URL.*fasti\.db\/below\/a\/file\.db/)
    await connection.close()
    await file.drop()
  })

  it('of a file creates the missing folders', async () => {
    const file = await freshSqliteFile()
    const connection = await connectDatabase(file.url.replace('fasti.db', 'a/b/fasti.db'))
    await createWords(connection)
    expect(await texts(connection.reader)).toEqual([])
    await connection.close()
    await file.drop()
  })

  it('of an unreachable server is unavailable', async () => {
    const connection = await connectDatabase('postgres://nobody:secret@127.0.0.1:1/none')
    const error = await failure(texts(connection.reader))
    expect(isUnavailableError(error)).toBe(true)
    expect(String(error)).not.toContain('secret')
    await connection.close()
  })
})

describe('a SQLite file', () => {
  let file: FreshDatabase
  let connection: OpenDatabase

  beforeEach(async () => {
    file = await freshSqliteFile()
    connection = await connectDatabase(file.url)
    await createWords(connection)
  })

  afterEach(async () => {
    await connection.close()
    await file.drop()
  })

  it('has the settings that make writes durable', async () => {
    const setting = async (name: string) => {
      const { rows } = await sql<object>`${rawSql(`pragma ${name}`)}`.execute(connection.writer)
      return Object.values(rows[0] ?? {})[0]
    }
    const names = ['journal_mode', 'synchronous', 'foreign_keys']
    expect(await Promise.all(names.map(setting))).toEqual(['wal', 2, 1])
  })

  it('can be read while a transaction is open', async () => {
    await runTransaction(connection, async (trx) => {
      await add(trx, 'not yet')
      const other = await connectDatabase(file.url)
      expect(await texts(other.reader)).toEqual([])
      await other.close()
    })
  })

  it("can't be written through the reader", async () => {
    await expect(add(connection.reader, 'x')).rejects.toThrow('readonly')
  })

  it('that another connection has locked is read meanwhile, and written when it is unlocked', async () => {
    const other = await connectDatabase(file.url)
    let waiting: Promise<unknown> = Promise.resolve()
    await runTransaction(connection, async (trx) => {
      waiting = runTransaction(other, (own) => add(own, 'second'))
      await add(trx, 'first')
      expect(await texts(other.reader)).toEqual([])
    })
    await waiting
    expect(await texts(other.reader)).toEqual(['first', 'second'])
    await other.close()
  })

  it('that another connection has locked makes writers wait for five seconds, all at the same time', async () => {
    const other = await connectDatabase(file.url)
    vi.useFakeTimers({ toFake: ['performance'] })
    const asks = (text: string) =>
      runTransaction(other, (own) => add(own, text)).then(() => text, isTransientError)
    const pause = () => new Promise((resolve) => setTimeout(resolve, 5))
    let late: Promise<unknown> = Promise.resolve()
    await runTransaction(connection, async (trx) => {
      const early = ['a', 'b', 'c'].map(asks)
      await pause()
      vi.advanceTimersByTime(4999)
      late = asks('late')
      await pause()
      vi.advanceTimersByTime(1)
      expect(await Promise.all(early)).toEqual([true, true, true])
      vi.advanceTimersByTime(4998)
      await pause()
      await add(trx, 'first')
    }).finally(() => vi.useRealTimers())
    expect(await late).toBe('late')
    expect(await texts(other.reader)).toEqual(['first', 'late'])
    await other.close()
  })

  it('stores integers as integers where no column has a type', async () => {
    const { rows } = await sql<{ kind: string }>`select typeof(${5}) as kind`.execute(connection.reader)
    expect(rows[0]?.kind).toBe('integer')
  })

  it('runs more different queries than fit into the statement cache', async () => {
    for (let n = 0; n < 600; n += 1) await rawSql(`select ${n}`).execute(connection.reader)
    expect((await sql<{ n: number }>`select 0 as n`.execute(connection.reader)).rows).toEqual([{ n: 0 }])
  })
})

describe.runIf(servers.length > 0)('a PostgreSQL server', () => {
  it('that loses its connection inside a transaction does not end the process', async () => {
    const database = await servers[0]?.freshUrl()
    if (!database) throw new Error('No PostgreSQL')
    const connection = await connectDatabase(database.url)
    const error = await failure(
      runTransaction(connection, async (trx) => {
        await sql`select 1`.execute(trx)
        await database.drop()
        await new Promise((resolve) => setTimeout(resolve, 50))
        await sql`select 1`.execute(trx)
      }),
    )
    expect(isUnavailableError(error)).toBe(true)
    await connection.close()
  })
})
