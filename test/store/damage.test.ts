import { mkdir, open, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { command } from '../support/command.ts'
import { chosenDialects } from '../support/dialect-names.ts'
import { connectDatabase, sql } from '../support/inside/store.ts'
import { scratch } from '../support/scratch.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

/** Overwrites the first page of a table or an index in the file. No process may have the file open. */
async function damage(file: string, table: string): Promise<void> {
  const connection = await connectDatabase(`sqlite:${file}`)
  const { rows } = await sql<{ rootpage: number; page_size: number }>`select rootpage, page_size
    from sqlite_schema, pragma_page_size where name = ${table}`.execute(connection.reader)
  // Otherwise the page may be read from the log next to the file.
  await sql`pragma wal_checkpoint(truncate)`.execute(connection.writer)
  await connection.close()
  const [{ rootpage = 0, page_size = 0 } = {}] = rows
  const opened = await open(file, 'r+')
  await opened.write(Buffer.alloc(page_size, 0xa5), 0, page_size, (rootpage - 1) * page_size)
  await opened.close()
}

describe.runIf(chosenDialects().includes('sqlite'))('a damaged SQLite file', () => {
  let folder: string
  let service: TestService
  let env: Record<string, string>
  beforeEach(async () => {
    folder = await scratch('fasti-damage-')
    env = { DATABASE_URL: `sqlite:${join(folder, 'fasti.db')}`, FASTI_DATA_DIR: folder }
    const whole = await testService('sqlite', env)
    expect((await whole.post('/events', anEvent({ title: 'Kept' }))).status).toBe(201)
    expect((await whole.post('/venues', { venue: 'Hall' })).status).toBe(201)
    await whole.close()
    expect((await command(['backup', join(folder, 'whole.backup')], env)).code).toBe(0)
    await damage(join(folder, 'fasti.db'), 'events')
    service = await testService('sqlite', env)
  })
  afterEach(async () => {
    await service.close()
    await rm(folder, { recursive: true })
  })

  const isTold = expect.objectContaining({
    status: 503,
    body: expect.objectContaining({
      code: 'rest_unavailable',
      message: expect.stringContaining('The database of this service is damaged.'),
    }),
  })

  it('is reported by the reads that detect it; intact pages are still read, and nothing more is written', async () => {
    expect((await service.get('//readyz')).status).toBe(200)
    expect((await service.post('/venues', { venue: 'Before' })).status).toBe(201)
    expect(await service.get('/events/1')).toEqual(isTold)
    expect(await service.get('/events')).toEqual(isTold)
    expect((await service.get('/venues/1')).body.venue).toBe('Hall')
    expect(await service.post('/venues', { venue: 'After' })).toEqual(isTold)
    expect(await service.patch('/venues/1', { venue: 'Changed' })).toEqual(isTold)
    expect((await service.get('/venues')).body.venues.map(({ venue }: { venue: string }) => venue)).toEqual([
      'Before',
      'Hall',
    ])
    expect(await service.get('//readyz')).toEqual(isTold)
    expect((await service.get('//healthz')).status).toBe(200)
    expect(service.store.damage()?.message).toMatch(/is damaged \(.*malformed\).*fasti restore FILE/)
    expect((await service.get('//metrics')).body).toContain('fasti_database_damaged 1')
  })

  it('is reported by a write that detects it, which is rolled back', async () => {
    expect(await service.post('/events', anEvent({ venue: { venue: 'Not kept' } }))).toEqual(isTold)
    expect((await service.get('/venues')).body.total).toBe(1)
    expect(await service.post('/tags', { name: 'After' })).toEqual(isTold)
  })

  it('is reported by fasti doctor with the remedy; following it restores the data', async () => {
    const remedy = /^wrong database: .*damaged.*keep a copy of the file.*fasti restore FILE\.$/m
    expect(await command(['doctor'], env)).toMatchObject({ code: 1, stdout: expect.stringMatching(remedy) })
    const data = join(folder, 'restored')
    await mkdir(data)
    const restored = { DATABASE_URL: `sqlite:${join(data, 'fasti.db')}`, FASTI_DATA_DIR: data }
    expect((await command(['restore', join(folder, 'whole.backup')], restored)).code).toBe(0)
    const again = await testService('sqlite', restored)
    expect((await again.get('/events/1')).body.title).toBe('Kept')
    expect((await again.post('/events', anEvent({}))).status).toBe(201)
    await again.close()
    expect(await command(['doctor'], restored)).toMatchObject({ code: 0 })
    await writeFile(join(data, 'none.db'), 'x'.repeat(5000))
    const none = { ...restored, DATABASE_URL: `sqlite:${join(data, 'none.db')}` }
    expect(await command(['doctor'], none)).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^wrong database: .*file is not a database.*fasti restore FILE\.$/m),
    })
  })

  it('is reported by fasti backup also where only an index is damaged, which no copy has', async () => {
    const other = await scratch('fasti-damage-')
    const own = { DATABASE_URL: `sqlite:${join(other, 'fasti.db')}`, FASTI_DATA_DIR: other }
    const whole = await testService('sqlite', own)
    expect((await whole.post('/events', anEvent({ status: 'draft' }))).status).toBe(201)
    await whole.close()
    await damage(join(other, 'fasti.db'), 'changes_revision')
    const backup = await command(['backup', join(other, 'a.backup')], own)
    expect([backup.code, backup.stdout], backup.stderr).toEqual([1, expect.stringContaining('the file: ')])
    const restored = { DATABASE_URL: `sqlite:${join(other, 'b.db')}`, FASTI_DATA_DIR: join(other, 'b') }
    expect((await command(['restore', join(other, 'a.backup')], restored)).code).toBe(0)
    await rm(other, { recursive: true })
  })
})
