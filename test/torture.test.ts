import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cut } from '../trials/torture/postgres.ts'
import { killed, torture } from '../trials/torture/rounds.ts'
import { isLong } from './support/dialect-names.ts'
import { dialects, type FreshDatabase, freshSqliteFile } from './support/dialects.ts'
import { within } from './support/within.ts'

const TIMEOUT = 120_000
/** Milliseconds of writing before a crash: all that is written is read again. */
const manner = isLong() ? {} : { longest: 300 }

// Most of the time, a test waits for programs to start: both databases wait together.
for (const dialect of dialects) {
  describe(`a crash on ${dialect.name}`, { concurrent: true }, () => {
    let database: FreshDatabase
    beforeEach(async () => {
      database = dialect.name === 'sqlite' ? await freshSqliteFile() : await dialect.freshUrl()
    })
    afterEach(() => database.drop())

    it(
      'loses no acknowledged write, leaves no partial write, and keeps idempotency keys',
      async () => {
        const crashes = dialect.name === 'sqlite' ? [killed, killed] : [cut(database), killed]
        const env = { DATABASE_URL: database.url, FASTI_LOG_LEVEL: 'silent' }
        const { violations, acknowledged, doubts } = await torture(env, crashes, manner)
        expect(violations).toEqual([])
        expect([acknowledged > 0, doubts > 0], 'nothing was crashed into').toEqual([true, true])
      },
      TIMEOUT,
    )
  })
}

it.concurrent('a trial whose condition never becomes true ends, and reports the condition', async () => {
  await expect(within(1, 'nobody', new Promise(() => {}))).rejects.toThrow('Waited 1 s in vain for nobody')
})
