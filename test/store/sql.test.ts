import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectDatabase, type OpenDatabase } from '../../src/store/database/dialects.ts'
import {
  insertRows,
  joinedSql,
  oneOfSql,
  quotedName,
  rawSql,
  type Sql,
  sql,
} from '../../src/store/database/sql.ts'
import { dialects, type FreshDatabase } from '../support/dialects.ts'

for (const { name, freshUrl } of dialects) {
  describe(`the SQL tag (${name})`, () => {
    let database: FreshDatabase
    let connection: OpenDatabase
    const ask = <R>(statement: Sql<R>) => statement.rows(connection.writer)

    beforeAll(async () => {
      database = await freshUrl()
      connection = await connectDatabase(database.url)
      await ask(sql`create table if not exists imports (key text, resource text, item_id integer)`)
    })
    beforeEach(async () => {
      await ask(sql`delete from imports`)
      await ask(sql`drop table if exists odd`)
      await ask(sql`create table odd (id integer, "a ""name" text)`)
    })
    afterAll(async () => {
      await connection.close()
      await database.drop()
    })

    it('makes every value a parameter, whatever it contains', async () => {
      const hostile = ["'; drop table odd; --", '?', '$1', '\\', '"', '\u0001', '日本語 👍', '']
      for (const text of hostile) {
        const [row] = await ask(sql<{ same: string }>`select cast(${text} as text) as same`)
        expect(row?.same).toBe(text)
      }
    })

    it('keeps placeholder characters in text', async () => {
      const found = await ask(sql`select '?' as mark, '$1' as other, cast(${7} as integer) as value`)
      expect(found).toEqual([{ mark: '?', other: '$1', value: 7 }])
    })

    it('keeps nested values in reading order', async () => {
      const inner = sql`cast(${2} as integer) * 10 + cast(${3} as integer)`
      const all = joinedSql([
        sql`cast(${1} as integer) as a`,
        sql`${inner} as b`,
        sql`cast(${4} as integer) as c`,
      ])
      expect(await ask(sql`select ${all}, cast(${5} as integer) as d where ${6} = ${6}`)).toEqual([
        { a: 1, b: 23, c: 4, d: 5 },
      ])
    })

    it('joins none, one and many parts', async () => {
      const among = (values: readonly number[]) =>
        ask(sql<{ n: number }>`select n from (select 1 as n union all select 2 union all select 3) as numbers
          where n in (${joinedSql(values)}) order by n`)
      expect((await among([2])).map(({ n }) => n)).toEqual([2])
      expect((await among([3, 1])).map(({ n }) => n)).toEqual([1, 3])
      expect(joinedSql([]).text).toBe('')
      expect(joinedSql([rawSql('a'), rawSql('b')], ' and ').text).toBe('a and b')
    })

    it('finds one of some values, with a few statements for lists of all lengths', async () => {
      const numbers = Array.from({ length: 300 }, (_, at) => rawSql(`select ${at} as n`))
      const among = (values: readonly number[]) =>
        sql`select n from (${joinedSql(numbers, ' union all ')}) as numbers where n in ${oneOfSql(values)} order by n`
      const texts = new Set<string>()
      for (const length of [1, 2, 3, 4, 5, 8, 9, 100, 129, 256]) {
        const values = Array.from({ length }, (_, at) => at)
        expect(await among(values.toReversed()).column(connection.writer)).toEqual(values)
        texts.add(oneOfSql(values).text)
      }
      expect(texts.size).toBe(7)
      // SQLite takes 32,766 parameters.
      const many = sql`select 1 as n where 19999 in ${oneOfSql(Array.from({ length: 20_000 }, (_, at) => at))}`
      expect(await ask(many)).toEqual([{ n: 1 }])
    })

    it('quotes names, also with quotes or a table', async () => {
      const column = quotedName('a "name')
      await ask(sql`insert into ${quotedName('odd')} (id, ${column}) values (${1}, ${'x'})`)
      const found = await ask(sql`select ${quotedName('odd.id')}, ${column} from ${quotedName('odd')}`)
      expect(found).toEqual([{ id: 1, 'a "name': 'x' }])
    })

    it('throws the error of the database', async () => {
      await expect(ask(sql`selec ${1}`)).rejects.toThrow(/syntax error/)
    })

    it('can run a statement repeatedly', async () => {
      const add = sql`insert into odd (id) values (${1})`
      await ask(add)
      await ask(add)
      expect(await sql`select id from odd`.rows(connection.writer)).toEqual([{ id: 1 }, { id: 1 }])
    })

    it('inserts rows by column name, in any order of columns', async () => {
      const made = [
        { key: 'a', resource: 'event', item_id: 1 },
        { item_id: 2, resource: 'venue', key: 'b' },
      ]
      await insertRows(connection.writer, 'imports', made)
      expect(await ask(sql`select key, resource, item_id from imports order by key`)).toEqual(made)
    })

    it.each([0, 1, 500, 501])('inserts %i rows into a table', async (count) => {
      const made = Array.from({ length: count }, (_, at) => ({
        key: `k${at}`,
        resource: 'event',
        item_id: at,
      }))
      await insertRows(connection.writer, 'imports', made)
      const [all] = await ask(sql<{ count: number; last: number | null }>`
        select cast(count(*) as integer) as count, cast(max(item_id) as integer) as last from imports`)
      expect(all).toEqual({ count, last: count === 0 ? null : count - 1 })
    })
  })
}
