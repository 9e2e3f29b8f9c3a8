import { expect, it } from 'vitest'
import type { DialectName } from '../src/store/database/dialects.ts'
import { fuzz } from '../trials/fuzz/run.ts'
import { isLong } from './support/dialect-names.ts'
import { dialects, isAny } from './support/dialects.ts'
import { runSeed } from './support/run-seed.ts'

/** Most responses do not depend on the database. */
const requestsOn = (dialect: DialectName) => {
  if (isLong()) return 1000
  return isAny(dialect) ? 500 : 400
}

for (const { name, freshUrl } of dialects) {
  it(`the responses to random requests from the OpenAPI document are as documented, and never 5xx, on ${name}`, async () => {
    const { url, drop } = await freshUrl()
    const { statuses, faults } = await fuzz({ DATABASE_URL: url }, requestsOn(name), runSeed())
    expect([...faults]).toEqual([])
    expect(statuses[201], 'nothing was made').toBeGreaterThan(0)
    await drop()
  }, 120_000)
}
