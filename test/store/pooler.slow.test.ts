import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { chosenDialects } from '../support/dialect-names.ts'
import { databaseFaults } from '../support/inside/store.ts'
import { leaveOut } from '../support/left-out.ts'
import { hasPgBouncer, startPgBouncer } from '../support/pgbouncer.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

const soon = { timeout: 60_000, interval: 20 }
const isHere = await hasPgBouncer()
if (!isHere) leaveOut('The service behind PgBouncer: pgbouncer is not installed')

describe.runIf(chosenDialects().includes('postgres') && isHere)(
  'behind PgBouncer in transaction mode',
  () => {
    let server: PostgresServer
    let pooler: Awaited<ReturnType<typeof startPgBouncer>>
    let services: readonly TestService[]
    let [polling, listening]: TestService[] = []
    let ada: Record<string, string>
    beforeAll(async () => {
      server = await startPostgres(() => {})
      // Fewer connections than the service opens: they are shared.
      pooler = await startPgBouncer(server, 3)
      const env = { DATABASE_URL: pooler.url, FASTI_TIME_ZONE: 'UTC' }
      services = [
        await testService('postgres', env),
        await testService('postgres', { ...env, DATABASE_LISTEN_URL: server.url }),
      ]
      ;[polling, listening] = services
      ada = (await services[0]?.user('administrator', 'ada'))?.headers ?? {}
    }, 60_000)
    afterAll(async () => {
      for (const service of services ?? []) await service.close()
      await pooler?.stop()
      await server?.stop()
    })

    it('migrates, and serves many writes and reads at once on few connections', async () => {
      const made = await Promise.all(
        Array.from({ length: 40 }, (_, at) =>
          services[at % 2]?.post(
            '/events',
            anEvent({ title: `Event ${at}`, venue: { venue: `V ${at % 5}` } }),
            ada,
          ),
        ),
      )
      expect(made.map((answer) => answer?.status)).toEqual(Array.from({ length: 40 }, () => 201))
      const read = await Promise.all(
        Array.from({ length: 40 }, (_, at) => services[at % 2]?.get(`/events?search=event%20${at}`)),
      )
      expect(read.map((answer) => answer?.status)).toEqual(Array.from({ length: 40 }, () => 200))
      expect(await databaseFaults(server.url)).toEqual([])
    })

    it('asks for the revision before each response, since notifications would be lost', async () => {
      const total = async () => (await polling?.get('/events'))?.body.total
      for (let times = 0; times < 5; times++) {
        const before = await total()
        await listening?.post('/events', anEvent(), ada)
        expect(await total()).toBe(before + 1)
      }
      expect(polling?.store.changeCounter()).toBeUndefined()
    })

    it('is notified of writes by the server itself, which DATABASE_LISTEN_URL names', async () => {
      await vi.waitFor(async () => {
        await listening?.get('/events')
        expect(listening?.store.changeCounter()).toBeTypeOf('number')
      }, soon)
      const before = (await listening?.get('/events'))?.body.total
      await polling?.post('/events', anEvent(), ada)
      await vi.waitFor(
        async () => expect((await listening?.get('/events'))?.body.total).toBe(before + 1),
        soon,
      )
    })

    it('limits the time of a statement in its transaction, and leaves nothing behind on the connection', async () => {
      const shown = await listening?.store.snapshot(async (store) => store.revision())
      expect(shown).toBeGreaterThan(0)
      const { default: pg } = await import('pg')
      const client = new pg.Client({ connectionString: pooler.url })
      await client.connect()
      const { rows } = await client.query('show statement_timeout')
      await client.end()
      expect(rows).toEqual([{ statement_timeout: '0' }])
    })
  },
)
