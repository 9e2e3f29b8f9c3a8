import { expect, it } from 'vitest'
import { freshSqliteFile } from '../support/dialects.ts'
import { testService } from '../support/service.ts'

it('a chain of reads that finds everything at once leaves turns to other requests', async () => {
  const database = await freshSqliteFile()
  const service = await testService('sqlite', { DATABASE_URL: database.url })
  let isRead = false
  const read = service.store.snapshot(async (view) => {
    const since = performance.now()
    while (performance.now() - since < 100) await view.revision()
    isRead = true
  })
  let turns = 0
  while (!isRead) {
    await new Promise((resolve) => setImmediate(resolve))
    turns += 1
  }
  await read
  expect(turns).toBeGreaterThan(3)
  await service.close()
  await database.drop()
})
