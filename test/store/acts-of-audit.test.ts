import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects, type FreshDatabase, freshSqliteFile } from '../support/dialects.ts'
import {
  type AuditRow,
  auditPage,
  connectDatabase,
  type Db,
  insertRows,
  type OpenDatabase,
  rawSql,
} from '../support/inside/store.ts'
import { testService } from '../support/service.ts'

const MANY = 6
const NEAR = 10

/** Rows that follow each other and are alike, oldest first. */
interface Run {
  readonly length: number
  readonly user_id: number
  readonly verb: 'create' | 'update'
  readonly resource: 'event' | 'venue' | 'settings'
  readonly fields: string
  /** How many rows a write has; 0 for rows of no write. */
  readonly ofWrite: number
  /** Seconds from one write to the next. */
  readonly gap: number
  /** Of so many rows one has a title. */
  readonly titled: number
  readonly statuses: readonly (string | undefined)[]
}

const run: fc.Arbitrary<Run> = fc.record({
  length: fc.integer({ min: 1, max: 14 }),
  user_id: fc.integer({ min: 1, max: 2 }),
  verb: fc.constantFrom('create', 'update'),
  resource: fc.constantFrom('event', 'venue', 'settings'),
  fields: fc.constantFrom('[]', '["title"]', '["status"]'),
  ofWrite: fc.constantFrom(0, 1, 2, 20),
  gap: fc.constantFrom(0, 1, NEAR, NEAR + 1),
  titled: fc.constantFrom(1, 1, 3, 9),
  statuses: fc.constantFrom([undefined], ['publish'], ['publish', 'draft'], [undefined, 'publish']),
})

/** The rows of runs as they are stored. */
function rowsOf(runs: readonly Run[]) {
  let [at_utc, revision, item] = [1000, 0, 0]
  return runs.flatMap(({ length, ofWrite, gap, titled, statuses, ...alike }) =>
    Array.from({ length }, (_, at) => {
      if (at === 0 || (ofWrite > 0 && at % ofWrite === 0)) {
        revision += 1
        at_utc += gap
      }
      item = (item + 1) % 9
      const status = statuses[at % statuses.length]
      return {
        ...{ ...alike, at_utc, revision: ofWrite === 0 ? 0 : revision, item_id: item, slug: '' },
        ...{ login: `user-${alike.user_id}`, title: at % titled === 0 ? `Row ${at}` : '', act: '' },
        ...{ act_values: '{}', touched: 1, is_part: 0 },
        changes: JSON.stringify(status === undefined ? {} : { status: ['pending', status] }),
      }
    }),
  )
}

/** Whether a row is of the act of the newer row beside it, as the audit tells them apart. */
function isOfActOfNewer(rows: readonly AuditRow[], at: number): boolean {
  const [newest, newer, row, older] = [rows[at - 2], rows[at - 1], rows[at], rows[at + 1]]
  if (newer === undefined || row === undefined) return false
  if (row.revision > 0 && row.revision === newer.revision) return true
  if (row.user_id !== newer.user_id || newer.at_utc - row.at_utc > NEAR) return false
  if (row.resource === newer.resource && row.item_id === newer.item_id) return false
  const isAlike =
    row.verb === newer.verb && row.resource === newer.resource && `${row.fields}` === `${newer.fields}`
  const areOfWrites = row.revision > 0 && row.revision === older?.revision
  return isAlike || (areOfWrites && newer.revision === newest?.revision)
}

const said = ({ verb, fields, changes: { status } }: AuditRow) =>
  JSON.stringify([verb, verb === 'update' && fields, status?.[1]])

/** The acts of all rows, newest first, each of which is read. */
function actsOf(rows: readonly AuditRow[]): readonly (readonly object[])[] {
  const acts: AuditRow[][] = []
  for (const [at, row] of rows.entries()) {
    if (!isOfActOfNewer(rows, at)) acts.push([])
    acts.at(-1)?.push(row)
  }
  return acts.map((act) => {
    if (act.length < MANY) return act
    const standing = act.slice(0, MANY).find(({ title }) => title !== '') ?? act[0]
    const folded = {
      count: act.length,
      oldest: act.at(-1)?.id,
      newest: act[0]?.id,
      revisions: [...new Set(act.map(({ revision }) => revision))],
      resources: [...new Set(act.map(({ resource }) => resource))],
      is_alike: new Set(act.map(said)).size === 1,
    }
    return [{ ...standing, folded }]
  })
}

for (const { name, freshUrl } of dialects) {
  describe(`the acts of the audit on ${name}`, () => {
    let database: FreshDatabase
    let connection: OpenDatabase
    beforeAll(async () => {
      database = await (name === 'sqlite' ? freshSqliteFile() : freshUrl())
      await (await testService(name, { DATABASE_URL: database.url })).close()
      connection = await connectDatabase(database.url)
    })
    afterAll(async () => {
      await connection.close()
      await database.drop()
    })

    const log = async (runs: readonly Run[]) => {
      await rawSql('delete from audit').execute(connection.writer)
      await insertRows(connection.writer, 'audit', rowsOf(runs))
    }

    it('are those of rows that are read one after the other, on each page', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(run, { minLength: 1, maxLength: 12 }), async (runs) => {
          await log(runs)
          const { rows } = await auditPage(connection.reader, { page: 1, per_page: 1000 })
          const acts = actsOf(rows)
          for (const per_page of [2, 1000])
            for (let page = 1; page <= Math.ceil(acts.length / per_page) + 1; page += 1) {
              const found = await auditPage(connection.reader, { page, per_page, folded: true })
              const wanted = acts.slice((page - 1) * per_page, page * per_page)
              expect(found).toEqual({ rows: wanted.flat(), total: acts.length })
            }
        }),
        { numRuns: 25 },
      )
    })

    it('are read with the rows that are shown, however many others they have', async () => {
      const alike = { length: 1500, user_id: 1, ofWrite: 1500, gap: 0, titled: 1, statuses: [undefined] }
      await log([{ ...alike, verb: 'create', resource: 'event', fields: '[]' }])
      let read = 0
      const counting: Db = {
        dialect: connection.reader.dialect,
        async run<R>(...statement: Parameters<Db['run']>) {
          const result = await connection.reader.run<R>(...statement)
          read += result.rows.length
          return result
        },
      }
      const { rows } = await auditPage(counting, { page: 1, per_page: 20, folded: true })
      expect(rows).toMatchObject([{ title: 'Row 1499', folded: { count: 1500 } }])
      expect(read).toBeLessThan(10)
    })
  })
}
