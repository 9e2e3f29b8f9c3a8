import { once } from 'node:events'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, it, type TestContext, vi } from 'vitest'
import { faultyDisk, suffered } from '../trials/faults/run.ts'
import { dialects, freshSqliteFile } from './support/dialects.ts'
import { anImage } from './support/images.ts'
import { databaseAndImageFaults, readConfig } from './support/inside/service.ts'
import { connectDatabase, sql } from './support/inside/store.ts'
import { leaveOut } from './support/left-out.ts'
import { onServer } from './support/on-server.ts'
import { childrenOf, start } from './support/process.ts'
import { anEvent, type TestService, testService } from './support/service.ts'
import { within } from './support/within.ts'

const may2027 = '/events?start_date=2027-05-01&end_date=2027-05-31'
/** Seconds. */
const PATIENCE = 60
const away = [503, 'rest_unavailable', '5']

for (const { name: dialect } of dialects) {
  describe(`when the clock jumps on ${dialect}`, () => {
    it('continues, and published events stay published', async () => {
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

describe('when the image folder', () => {
  it('is blocked, missing or restored, uploads report it, reads continue, and nothing is left behind', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fasti-faults-'))
    const service = await testService('sqlite', { FASTI_DATA_DIR: folder })
    const media = join(folder, 'media')
    const image = await anImage(40, 30)
    const upload = () => service.ask('POST', '/media', image, { 'content-type': 'image/png' })
    const { body: first } = await upload()
    const file = () => service.get(`/${new URL(first.url).pathname}`)
    await rename(media, join(folder, 'elsewhere'))
    expect((await file()).status).toBe(404)
    await writeFile(media, 'in the way')
    expect(await upload()).toMatchObject({
      status: 503,
      body: { code: 'rest_unavailable', message: expect.stringContaining('The disk of this service fails.') },
    })
    expect((await service.get('/media')).body.total).toBe(1)
    await rm(media)
    expect((await upload()).status).toBe(201)
    await rm(media, { recursive: true })
    await rename(join(folder, 'elsewhere'), media)
    expect((await file()).status).toBe(200)
    await service.close()
    await rm(folder, { recursive: true })
  })
})

// These wait together: for disks, and for five seconds for a lock or for the end of a start.
const together = { concurrent: true }

describe('a service that is stopped while it starts', together, () => {
  /** Starts one whose database accepts connections and never responds. */
  const starting = async (options: readonly string[], { onTestFinished }: TestContext) => {
    const silent = createServer((socket) => socket.on('error', () => {}))
    await once(silent.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void silent.close())
    const { port } = silent.address() as AddressInfo
    const env = { PORT: '0', DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/none` }
    const asked = once(silent, 'connection')
    const running = start(['serve', ...options], env)
    await within(PATIENCE, 'the database to be asked', asked)
    return running
  }

  it('exits like a process that SIGTERM ended, even if its database does not respond', async (context) => {
    const { expect } = context
    const { child, ended } = await starting([], context)
    child.kill('SIGTERM')
    expect(await within(PATIENCE, 'the service to end', ended)).toEqual({ code: 143, stdout: '', stderr: '' })
  })

  it('stops its workers, too, and does not replace those that Ctrl+C has ended', async (context) => {
    const { expect } = context
    const { child, ended } = await starting(['--workers', '2'], context)
    const workers = await childrenOf(child.pid ?? 0)
    for (const pid of [child.pid ?? 0, ...workers]) process.kill(pid, 'SIGINT')
    const { code, stderr } = await within(PATIENCE, 'the service to end', ended)
    expect([code, stderr]).toEqual([0, ''])
    expect(workers).not.toEqual([])
    const isAlive = (pid: number) => {
      try {
        return process.kill(pid, 0)
      } catch {
        return false
      }
    }
    expect(workers.filter(isAlive)).toEqual([])
  })
})

describe('when the disk', together, () => {
  it('is full, read-only, failing, not synced or slow, the service reports it, continues to read, and writes again afterwards', async (test) => {
    const disk = await faultyDisk()
    if (typeof disk === 'string') {
      leaveOut(`A disk that is full or failing: ${disk}`)
      return test.skip(disk)
    }
    expect(await suffered(disk).finally(() => disk.remove())).toEqual([])
  })
})

describe.runIf(dialects.some(({ name }) => name === 'postgres'))('when PostgreSQL', together, () => {
  it('accepts no writes, the service reports it, continues to read, and writes again afterwards', async () => {
    const database = dialects.find(({ name }) => name === 'postgres')
    const { url, drop } = (await database?.freshUrl()) ?? { url: '', drop: async () => {} }
    const service = await testService('postgres', { DATABASE_URL: url })
    const name = new URL(url).pathname.slice(1)
    const become = async (state: 'on' | 'off') => {
      await onServer(
        inject('postgresUrl'),
        `alter database ${name} set default_transaction_read_only = ${state}`,
      )
      // The setting applies to new connections.
      await onServer(
        inject('postgresUrl'),
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
      )
    }
    const write = () => service.post('/events', anEvent({ title: 'Kept' }))
    expect((await write()).status).toBe(201)
    await become('on')
    await vi.waitFor(async () => expect((await service.get('//readyz')).status).toBe(200))
    const { status, headers, body } = await write()
    expect([status, body.code, headers['retry-after']]).toEqual(away)
    expect(body.message).toContain('The data of this service is read-only.')
    expect((await service.get('/events/1')).body.title).toBe('Kept')
    await become('off')
    await vi.waitFor(async () => expect((await write()).status).toBe(201))
    await service.close()
    expect(await databaseAndImageFaults(readConfig({ DATABASE_URL: url }))).toEqual([])
    await drop()
  })
})

describe.runIf(dialects.some(({ name }) => name === 'sqlite'))('when SQLite', together, () => {
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

  const isWhole = async () =>
    expect(await databaseAndImageFaults(readConfig({ DATABASE_URL: url }))).toEqual([])
  const write = async () => {
    const { status, body, headers } = await service.post(
      '/events',
      anEvent({ title: 'New', description: 'x'.repeat(200_000) }),
    )
    return [status, body.code, headers['retry-after'], body.message]
  }
  const reads = async () => expect((await service.get('/events/1')).body.title).toBe('Kept')

  it('is locked by another program, the service reports it, continues to read, and writes again afterwards', async () => {
    const other = await connectDatabase(url)
    await other.writer.hold(async (db) => {
      await sql`begin immediate`.execute(db)
      const refused = write()
      await reads()
      expect(await refused).toEqual([
        ...away,
        expect.stringContaining('Another program has locked the database.'),
      ])
      await sql`rollback`.execute(db)
    })
    await other.close()
    expect((await write())[0]).toBe(201)
    await isWhole()
  })
})
