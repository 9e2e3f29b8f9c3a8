import { describe, it, type TestContext } from 'vitest'
import { deliveryTorture } from '../trials/torture/receiver.ts'
import { cut, killed, torture } from '../trials/torture/rounds.ts'
import { isLong } from './support/dialect-names.ts'
import { dialects, freshSqliteFile, type TestDialect } from './support/dialects.ts'
import { within } from './support/within.ts'

const TIMEOUT = 180_000
/** Milliseconds of writing before a crash: all that is written is read again. */
const manner = isLong() ? {} : { longest: 300 }

/** The environment of a service on a database of this test that several processes can use. */
async function environmentOf(dialect: TestDialect, { onTestFinished }: TestContext) {
  const { url, drop } = dialect.name === 'sqlite' ? await freshSqliteFile() : await dialect.freshUrl()
  onTestFinished(drop)
  return { DATABASE_URL: url, FASTI_LOG_LEVEL: 'silent' }
}

// Most of the time, these wait for programs to start and for leases to end, so they wait together. Leases take longest: they come first.
describe.concurrent('a crash', () => {
  for (const dialect of dialects)
    it(
      `§13 on ${dialect.name} lets a receiver get every change at least once, in order for each item`,
      async (context) => {
        const { expect } = context
        const env = await environmentOf(dialect, context)
        const { violations, acknowledged } = await deliveryTorture(env, isLong() ? 2 : 1, manner)
        expect(violations).toEqual([])
        expect(acknowledged).toBeGreaterThan(0)
      },
      TIMEOUT,
    )

  for (const dialect of dialects)
    it(
      `on ${dialect.name} loses no acknowledged write, leaves no partial write, and keeps idempotency keys`,
      async (context) => {
        const { expect } = context
        const env = await environmentOf(dialect, context)
        const again = isLong() ? [killed] : []
        const crashes =
          dialect.name === 'sqlite' ? [killed, ...again] : [cut({ url: env.DATABASE_URL }), killed]
        const { violations, acknowledged, doubts } = await torture(env, crashes, manner)
        expect(violations).toEqual([])
        expect([acknowledged > 0, doubts > 0], 'nothing was crashed into').toEqual([true, true])
      },
      TIMEOUT,
    )
})

it.concurrent('a trial whose condition never becomes true ends, and reports the condition', async ({
  expect,
}) => {
  await expect(within(1, 'nobody', new Promise(() => {}))).rejects.toThrow('Waited 1 s in vain for nobody')
})
