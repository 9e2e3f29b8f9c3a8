import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FreshDatabase, freshSqliteFile } from '../support/dialects.ts'
import { childrenOf, run, type Serving, serve } from '../support/process.ts'
import { anEvent } from '../support/service.ts'
import { within } from '../support/within.ts'

describe('fasti serve --workers', () => {
  let database: FreshDatabase
  let serving: Serving
  beforeAll(async () => {
    database = await freshSqliteFile()
    serving = await serve({ DATABASE_URL: database.url, FASTI_LOG_LEVEL: 'silent' }, ['--workers', '2'])
  })
  afterAll(async () => {
    serving.child.kill('SIGKILL')
    await database.drop()
  })
  const post = (body: object, headers: Record<string, string> = {}, patience = 2000) =>
    fetch(`${serving.address}/events`, {
      method: 'POST',
      // One connection per request, so that every worker gets some.
      headers: { 'content-type': 'application/json', connection: 'close', ...headers },
      body: JSON.stringify(body),
      // Requests in progress on a killed worker never get a response.
      signal: AbortSignal.timeout(patience),
    })
  const total = async (revision: string) => {
    const headers = { connection: 'close', 'x-fasti-revision': revision }
    const answer = await fetch(`${serving.address}/events`, { headers })
    return ((await answer.json()) as { readonly total: number }).total
  }

  it('§8 writes through one worker and reads through all, and every read after a write sees it', async () => {
    for (let count = 1; count <= 6; count++) {
      const { status, headers } = await post(anEvent({ title: `Event ${count}` }))
      const revision = headers.get('x-fasti-revision') ?? ''
      expect([status, await total(revision), await total(revision)]).toEqual([201, count, count])
    }
  })

  it('§6 gives forwarded requests the same responses as direct ones, including refusals and long bodies', async () => {
    for (let time = 0; time < 2; time++) {
      const refused = await post({ title: '' })
      expect([refused.status, await refused.json()]).toMatchObject([
        400,
        { code: 'rest_missing_callback_param' },
      ])
      const tooLong = await post({ title: 'x'.repeat(2_000_000) })
      expect(tooLong.status).toBe(413)
      const foreign = await post(anEvent(), { origin: 'https://evil.example' })
      expect(foreign.status).toBe(403)
      const claimed = await post(anEvent(), { 'x-fasti-client': '10.1.2.3' })
      expect(claimed.status).toBe(201)
    }
  })

  it('applies a time zone that is set at the desk within seconds in every worker, and continues to write', async () => {
    const headers = { 'content-type': 'application/json', connection: 'close' }
    const body = JSON.stringify({ timezone: 'Europe/Rome' })
    const signal = AbortSignal.timeout(20_000)
    await fetch(`${serving.address}/settings`, { method: 'PATCH', headers, body, signal })
    const settings = async (): Promise<{ readonly applied?: boolean }> => {
      // A connection to a worker that is just ending gets no response.
      const signal = AbortSignal.timeout(2000)
      const asked = fetch(`${serving.address}/settings`, { headers: { connection: 'close' }, signal })
      const answer = await asked.catch(() => undefined)
      return answer === undefined ? {} : ((await answer.json()) as { readonly applied?: boolean })
    }
    // Ten connections reach both workers.
    const all = async () => {
      for (let count = 0; count < 10; count++) if ((await settings()).applied !== true) return false
      return true
    }
    await expect.poll(all).toBe(true)
    await expect.poll(settings).toMatchObject({ timezone: 'Europe/Rome', applied: true })
    const written = () => post(anEvent({ title: 'Afterwards' }), {}, 10_000).catch(() => undefined)
    await expect.poll(async () => (await written())?.status, { timeout: 40_000 }).toBe(201)
  })

  it('lets a write wait while the writer is replaced', async () => {
    const workersNow = () => childrenOf(serving.child.pid ?? 0)
    const workers = await workersNow()
    const roles = await Promise.all(workers.map((worker) => readFile(`/proc/${worker}/environ`, 'utf8')))
    const writer = workers[roles.findIndex((variables) => variables.includes('FASTI_WORKER_ROLE=first'))] ?? 0
    process.kill(writer, 'SIGKILL')
    await expect.poll(workersNow).not.toContain(writer)
    expect((await post(anEvent({ title: 'Patient' }), {}, 15_000)).status).toBe(201)
  })

  it('replaces a worker that exits, including the writer, until one is ready, and loses no writes', async () => {
    const kill = (workers: readonly number[]) => workers.map((worker) => process.kill(worker, 'SIGKILL'))
    const workers = await childrenOf(serving.child.pid ?? 0)
    kill(workers)
    const patience = { timeout: 60_000 }
    const newcomers = async () =>
      (await childrenOf(serving.child.pid ?? 0)).filter((one) => !workers.includes(one))
    await expect.poll(async () => (await newcomers()).length, patience).toBe(2)
    kill(await newcomers())
    await expect.poll(async () => (await post(anEvent()).catch(() => undefined))?.status, patience).toBe(201)
    expect(await total('0')).toBeGreaterThan(8)
  })

  it('stops all workers on SIGTERM', async () => {
    const workers = await childrenOf(serving.child.pid ?? 0)
    serving.child.kill('SIGTERM')
    expect((await serving.ended).code).toBe(0)
    expect(workers.length).toBe(2)
    for (const worker of workers) expect(() => process.kill(worker, 0)).toThrow()
  })

  it('ends with the reason if the workers cannot start', async () => {
    const taken = createServer()
    await once(taken.listen(0, '127.0.0.1'), 'listening')
    const { port } = taken.address() as AddressInfo
    const own = await freshSqliteFile()
    const env = { DATABASE_URL: own.url, PORT: String(port) }
    try {
      const { code, stderr } = await within(60, 'the service to end', run(['serve', '--workers', '2'], env))
      expect([code, stderr]).toEqual([
        1,
        `Port ${port} of 127.0.0.1 is in use. Stop the program that uses it, or set PORT to another port.\nA worker exited before it was ready.\n`,
      ])
    } finally {
      taken.close()
      await own.drop()
    }
  })

  it('refuses a value that is not a number, and a database that only one process can use', async () => {
    const [none, alone] = await Promise.all([
      run(['serve', '--workers', 'many'], {}),
      run(['serve', '--workers', '2'], { DATABASE_URL: 'sqlite::memory:' }),
    ])
    expect([none.code, none.stderr]).toEqual([
      1,
      expect.stringContaining('--workers must be a number from 1 to 64'),
    ])
    expect([alone.code, alone.stderr]).toEqual([1, expect.stringContaining('only one process can use')])
  })
})
