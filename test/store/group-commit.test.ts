import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectDatabase, type OpenDatabase, violatesUniqueness } from '../../src/store/database/dialects.ts'
import {
  type GroupCommit,
  groupCommit,
  type RunInSharedTransaction,
} from '../../src/store/database/group-commit.ts'
import { type Db, rawSql, sql } from '../../src/store/database/sql.ts'
import { dialects, type FreshDatabase, freshSqliteFile } from '../support/dialects.ts'

for (const { name, freshUrl } of dialects) {
  describe(`concurrent writers (${name})`, () => {
    let database: FreshDatabase
    let [connection, other]: OpenDatabase[] = []
    let write: RunInSharedTransaction
    let writers: GroupCommit['writers']

    const of = (one: OpenDatabase | undefined): OpenDatabase => {
      if (one === undefined) throw new Error('not connected')
      return one
    }
    const texts = async (db: Db) => await sql`select text from word order by id`.column<string>(db)
    const add = async (db: Db, text: string) => {
      await sql`insert into word (text) values (${text})`.execute(db)
      return text
    }

    beforeEach(async () => {
      database = name === 'sqlite' ? await freshSqliteFile() : await freshUrl()
      connection = await connectDatabase(database.url)
      const id = name === 'sqlite' ? 'integer primary key' : 'bigint generated always as identity primary key'
      await sql`create table word (id ${rawSql(id)}, text text unique)`.execute(connection.writer)
      other = await connectDatabase(database.url)
      ;({ write, writers } = groupCommit(connection))
    })
    afterEach(async () => {
      await connection?.close()
      await other?.close()
      await database.drop()
    })

    it('commit together, in order, and become visible together', async () => {
      const seen: (readonly string[])[] = []
      const told = await Promise.all(
        ['a', 'b', 'c', 'd'].map((text) =>
          write(async (db) => {
            seen.push(await texts(of(other).reader))
            expect(await texts(db)).toHaveLength(seen.length - 1)
            return add(db, text)
          }),
        ),
      )
      expect(told).toEqual(['a', 'b', 'c', 'd'])
      expect(seen).toEqual([[], [], [], []])
      expect(await texts(of(other).reader)).toEqual(['a', 'b', 'c', 'd'])
    })

    it('let others go first where they give way, and write alone', async () => {
      const order: string[] = []
      const writer = (text: string, givesWay = false) =>
        write((db) => add(db, text).then(() => order.push(text)), { givesWay })
      const told = [writer('long 1', true), writer('long 2', true), writer('a'), writer('b')]
      await told[0]
      const late = writer('c')
      await Promise.all([...told, late])
      expect(order).toEqual(['a', 'b', 'long 1', 'c', 'long 2'])
      expect(writers()).toMatchObject({ waiting: 0, done: 5, groups: 4 })
    })

    it('are counted: how many wait, how many are done, and how many transactions they shared', async () => {
      const told = ['a', 'b', 'b'].map((text) => write((db) => add(db, text)))
      expect(writers()).toEqual({ waiting: 3, done: 0, seconds: 0, groups: 0 })
      await Promise.allSettled(told)
      expect(writers()).toEqual({ waiting: 0, done: 3, seconds: expect.any(Number), groups: 1 })
      expect(writers().seconds).toBeGreaterThan(0)
    })

    it('fail alone, and roll back their own writes', async () => {
      const tried = ['a', 'b', 'stop', 'b', 'c'].map((text) =>
        write(async (db) => {
          await add(db, text)
          if (text === 'stop') throw new Error('no')
          return text
        }),
      )
      const outcomes = await Promise.allSettled(tried)
      expect(outcomes.map(({ status }) => status)).toEqual([
        'fulfilled',
        'fulfilled',
        'rejected',
        'rejected',
        'fulfilled',
      ])
      const [, , stopped, taken] = outcomes
      expect(stopped).toMatchObject({ reason: { message: 'no' } })
      expect(taken?.status === 'rejected' && violatesUniqueness(taken.reason)).toBe(true)
      expect(await texts(of(other).reader)).toEqual(['a', 'b', 'c'])
    })

    it('are retried one by one if one of them aborts the transaction', async () => {
      let falls = 1
      const tried = ['a', 'b', 'fall', 'c'].map((text) =>
        write(async (db) => {
          await add(db, text)
          if (text === 'fall' && falls-- > 0) await sql`rollback`.execute(db)
          return text
        }),
      )
      expect(await Promise.all(tried)).toEqual(['a', 'b', 'fall', 'c'])
      expect(await texts(of(other).reader)).toEqual(['a', 'b', 'fall', 'c'])
    })

    it('fail at once, all with one error, if their transaction cannot begin', async () => {
      const stop =
        name === 'sqlite' ? () => of(connection).writer.hold((db) => sql`begin`.execute(db)) : database.drop
      await stop()
      const tried = Array.from({ length: 70 }, (_, n) => write((db) => add(db, String(n))))
      const outcomes = await Promise.allSettled(tried)
      const reasons = new Set(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason))
      expect(reasons.size).toBe(1)
      expect([...reasons][0]).toBeInstanceOf(Error)
      expect(writers()).toMatchObject({ waiting: 0, done: 70, groups: 1 })
      if (name === 'sqlite') {
        await sql`rollback`.execute(of(connection).writer)
        expect(await write((db) => add(db, 'after'))).toBe('after')
        expect(await texts(of(other).reader)).toEqual(['after'])
      }
    })

    it('are refused inside each other', async () => {
      const inside = write(() => write((db) => add(db, 'never')))
      await expect(inside).rejects.toThrow('inside a transaction or snapshot')
      expect(await write((db) => add(db, 'after'))).toBe('after')
      expect(await texts(of(other).reader)).toEqual(['after'])
    })
  })
}
