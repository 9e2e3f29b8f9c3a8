/** The almanac is read from its index, which has all columns that lists filter by. */
import { expect, it } from 'vitest'
import { freshSqliteFile } from '../support/dialects.ts'
import { connectDatabase, readEntriesInOrder } from '../support/inside/store.ts'
import { type Explained, explaining } from '../support/plans.ts'
import { testService } from '../support/service.ts'

it('reads no event’s row for the almanac: the column of every filter lies in the index', async () => {
  const database = await freshSqliteFile()
  const service = await testService('sqlite', { DATABASE_URL: database.url })
  const connection = await connectDatabase(database.url)
  const plan: Explained = { statements: [], steps: [] }
  for await (const _ of readEntriesInOrder(explaining(connection.reader, plan))) break
  expect(plan.steps.filter((step) => step.includes('events'))).toEqual([
    expect.stringMatching(/USING COVERING INDEX events_almanac/),
  ])
  await connection.close()
  await service.close()
  await database.drop()
})
