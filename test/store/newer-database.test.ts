import { Temporal } from 'temporal-polyfill'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects, emptySqliteFile, type FreshDatabase } from '../support/dialects.ts'
import { openStore } from '../support/inside/store.ts'
import { onDatabase } from '../support/on-database.ts'
import { run } from '../support/process.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

const moment = { now: Temporal.Instant.from('2027-01-15T12:00:00Z'), zone: 'UTC' }

for (const dialect of dialects) {
  describe(`a ${dialect.name} database that a newer program has changed`, () => {
    let database: FreshDatabase
    let service: TestService | undefined
    beforeEach(async () => {
      database = dialect.name === 'sqlite' ? await emptySqliteFile() : await dialect.freshUrl()
      await (await openStore(database.url, moment)).close()
    })
    afterEach(async () => {
      await service?.close()
      service = undefined
      await database.drop()
    })
    const future = (columns: string, values: string) =>
      onDatabase(
        database.url,
        `insert into migrations (name, applied_utc${columns}) values ('999-future', 0${values})`,
      )

    it('is refused by an older one, which says what to use', async () => {
      await future(', version', ", '9.9.9'")
      await expect(openStore(database.url, moment)).rejects.toThrow(
        'DATABASE_URL: this database is newer than this program, it has 999-future. Use at least Fasti 9.9.9.',
      )
    })

    it('is refused also where no version is noted', async () => {
      await future('', '')
      await expect(openStore(database.url, moment)).rejects.toThrow('Use a newer version of Fasti')
    })

    it('is used by an older one where the newer one allows that', async () => {
      await future(', for_older', ', 1')
      await (await openStore(database.url, moment)).close()
    })

    it('is still read by an older one that runs, and writes that it can no longer note are refused', async () => {
      service = await testService(dialect.name, { DATABASE_URL: database.url })
      expect((await service.post('/events', anEvent())).status).toBe(201)
      await onDatabase(database.url, 'update revision set needs = 999')
      const { status, body } = await service.post('/events', anEvent())
      expect([status, body.code]).toEqual([503, 'rest_unavailable'])
      expect(body.message).toContain('older than its database')
      expect((await service.get('/events')).body.total).toBe(1)
      expect((await service.get('/changes')).body.changes).toHaveLength(1)
    })
  })
}

it('a program that is too old for its database exits with 1', async () => {
  const { url, drop } = await emptySqliteFile()
  await (await openStore(url, moment)).close()
  await onDatabase(
    url,
    `insert into migrations (name, applied_utc, version) values ('999-future', 0, '9.9.9')`,
  )
  for (const args of [['serve'], ['backup', '-'], ['export', '-'], ['user', 'list']]) {
    const { code, stderr } = await run(args, { DATABASE_URL: url, PORT: '0' })
    expect([args, code]).toEqual([args, 1])
    expect(stderr).toContain('Use at least Fasti 9.9.9.')
  }
  await drop()
})
