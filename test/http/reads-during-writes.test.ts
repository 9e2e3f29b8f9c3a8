import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects, type FreshDatabase, freshSqliteFile } from '../support/dialects.ts'
import { commandActor } from '../support/inside/people.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

const moment = { now: Temporal.Instant.from('2027-01-15T12:00:00Z'), zone: 'UTC' }
const from = (ip: string) => ({ 'x-forwarded-for': ip })

for (const { name, freshUrl } of dialects) {
  describe(`reads while a write runs (${name})`, () => {
    let database: FreshDatabase
    let service: TestService
    let headers: Record<string, string>

    async function start(): Promise<TestService> {
      const own = { DATABASE_URL: database.url, FASTI_TRUST_PROXY: 'loopback', FASTI_SUBMISSIONS: 'open' }
      const started = await testService(name, own)
      started.at(moment.now.toString())
      return started
    }

    beforeAll(async () => {
      database = name === 'sqlite' ? await freshSqliteFile() : await freshUrl()
      service = await start()
      headers = (await service.user('administrator', 'ada')).headers
      await service.post('/events', anEvent({ status: 'draft' }), headers)
    })
    afterAll(async () => {
      await service.close()
      await database.drop()
    })

    /** Resolves to what `read` does while a write transaction is open. The write ends afterwards. */
    async function duringWrite<T>(read: () => Promise<T>, { store } = service): Promise<T> {
      let [begun, end] = [() => {}, () => {}]
      const hasBegun = new Promise<void>((resolve) => {
        begun = resolve
      })
      const gate = new Promise<void>((resolve) => {
        end = resolve
      })
      const written = store.write({ actor: commandActor, moment }, () => {
        begun()
        return gate
      })
      await hasBegun
      const result = await read().finally(end)
      await written
      return result
    }

    it.each(['/events/1', '/events?status=draft', '/session', '/users', '/audit'])(
      'answer signed-in clients: %s',
      async (path) => {
        const { status } = await duringWrite(() => service.get(path, headers))
        expect(status).toBe(200)
      },
    )

    it('refuse wrong tokens', async () => {
      const wrong = { authorization: 'Bearer wrong', ...from('192.0.2.1') }
      const { status } = await duringWrite(() => service.get('/events', wrong))
      expect(status).toBe(401)
    })

    it('offer the public a challenge, also right after a start', async () => {
      expect((await service.get('/submissions/challenge')).status).toBe(200)
      const started = await start()
      const { status } = await duringWrite(() => started.get('/submissions/challenge'), started)
      await started.close()
      expect(status).toBe(200)
    })
  })
}
