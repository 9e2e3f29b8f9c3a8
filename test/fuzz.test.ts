import { expect, it } from 'vitest'
import { fuzz } from '../trials/fuzz/run.ts'
import { isLong } from './support/dialect-names.ts'
import { anyDialect, dialects } from './support/dialects.ts'

/** Most responses do not depend on the database. */
const requestsOn = (dialect: string) => {
  if (isLong()) return 1000
  return anyDialect.some(({ name }) => name === dialect) ? 400 : 200
}

for (const { name, freshUrl } of dialects) {
  it(`the responses to random requests from the OpenAPI document are as documented, and never 5xx, on ${name}`, async () => {
    const { url, drop } = await freshUrl()
    const { statuses, faults } = await fuzz({ DATABASE_URL: url }, requestsOn(name), 7)
    expect([...faults]).toEqual([])
    expect(statuses[201], 'nothing was made').toBeGreaterThan(0)
    await drop()
  }, 120_000)
}
