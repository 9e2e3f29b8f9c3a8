import { expect, it } from 'vitest'
import { fuzz } from '../trials/fuzz/run.ts'
import { dialects } from './support/dialects.ts'

for (const { name, freshUrl } of dialects) {
  it(`answers random requests from its OpenAPI document as documented, and never with 5xx, on ${name}`, async () => {
    const { url, drop } = await freshUrl()
    const { statuses, faults } = await fuzz({ DATABASE_URL: url }, 1000, 7)
    expect([...faults]).toEqual([])
    expect(statuses[201], 'nothing was made').toBeGreaterThan(5)
    await drop()
  }, 120_000)
}
