import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { faultsIn } from '../src/commands/check.ts'
import { readConfig } from '../src/config.ts'
import { connect } from '../src/store/dialects.ts'
import type { Database } from '../src/store/tables.ts'
import { dialects, freshSqliteFile } from './support/dialects.ts'
import { anEvent, type TestService, testService } from './support/service.ts'

const may2027 = '/events?start_date=2027-05-01&end_date=2027-05-31'
const away = [503, 'rest_unavailable', '5']

for (const { name: dialect } of dialects) {
  describe(`when the clock jumps on ${dialect}`, () => {
    it('goes on, and what has come out stays out', async () => {
      const service = await testService(dialect)
      await service.post('/events', anEvent({ date: '2027-01-15 13:00:00' }))
      for (const [now, shown] of [
        ['2027-01-16T12:00:00Z', 1],
        ['2020-01-01T00:00:00Z', 1],
        ['2027-01-16T12:00:00Z', 1],
      ] as const) {
        service.at(now)
        expect((await service.get(may2027)).body.total, now).toBe(shown)
        expect((await service.post('/events', anEvent({ status: 'draft' }))).status).toBe(201)
      }
      await service.close()
    })
  })
}

describe.runIf(dialects.some(({ name }) => name === 'sqlite'))('when SQLite', () => {
  let service: TestService
  let url: string
  let drop: () => Promise<void>
  beforeEach(async () => {
    ;({ url, drop } = await freshSqliteFile())
    service = await testService('sqlite', { DATABASE_URL: url })
    expect((await service.post('/events', anEvent({ title: 'Kept' }))).status).toBe(201)
  })
  afterEach(async () => {
    await service.close()
    await drop()
  })

  const isWhole = async () => expect(await faultsIn(readConfig({ DATABASE_URL: url }))).toEqual([])
  const write = async () => {
    const { status, body, headers } = await service.post(
      '/events',
      anEvent({ title: 'New', description: 'x'.repeat(200_000) }),
    )
    return [status, body.code, headers['retry-after']]
  }
  const reads = async () => expect((await service.get('/events/1')).body.title).toBe('Kept')

  it('is locked by another program, says so, goes on reading, and writes again when it is not', async () => {
    const other = await connect<Database>(url)
    await other.writer.connection().execute(async (db) => {
      await sql`begin immediate`.execute(db)
      const refused = write()
      await reads()
      expect(await refused).toEqual(away)
      await sql`rollback`.execute(db)
    })
    await other.close()
    expect((await write())[0]).toBe(201)
    await isWhole()
  })
})
