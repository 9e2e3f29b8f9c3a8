import { it } from 'vitest'
import { deliveryTorture } from '../../trials/torture/receiver.ts'
import { isLong } from '../support/dialect-names.ts'
import { dialects, freshSqliteFile } from '../support/dialects.ts'

/** Crashes of each run. */
const ROUNDS = isLong() ? 2 : 1

// Most of the time is spent waiting for leases to end, so both databases wait together.
for (const dialect of dialects)
  it.concurrent(`§13 a receiver gets every change at least once, in order for each item, after any kill, on ${dialect.name}`, async ({
    expect,
  }) => {
    const { url, drop } = dialect.name === 'sqlite' ? await freshSqliteFile() : await dialect.freshUrl()
    const env = { DATABASE_URL: url, FASTI_LOG_LEVEL: 'silent' }
    const { violations, acknowledged } = await deliveryTorture(env, ROUNDS)
    expect(violations).toEqual([])
    expect(acknowledged).toBeGreaterThan(0)
    await drop()
  }, 180_000)
