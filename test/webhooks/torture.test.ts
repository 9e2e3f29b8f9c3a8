import { expect, it } from 'vitest'
import { deliveryTorture } from '../../trials/torture/receiver.ts'
import { dialects, freshSqliteFile } from '../support/dialects.ts'

for (const dialect of dialects)
  it(`§13 tells a receiver every change at least once and in order for each item, whatever is killed, on ${dialect.name}`, async () => {
    const { url, drop } = dialect.name === 'sqlite' ? await freshSqliteFile() : await dialect.freshUrl()
    const env = { DATABASE_URL: url, FASTI_LOG_LEVEL: 'silent' }
    const { violations, acknowledged } = await deliveryTorture(env, 2)
    expect(violations).toEqual([])
    expect(acknowledged).toBeGreaterThan(0)
    await drop()
  }, 180_000)
