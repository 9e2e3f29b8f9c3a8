/** Hundreds of receivers that fail, in a long run a thousand: counted in messages and statements, not in time. */
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { isLong } from '../support/dialect-names.ts'
import { dialects, type FreshDatabase, freshSqliteFile } from '../support/dialects.ts'
import { onDatabase } from '../support/on-database.ts'
import { type Receiver, receiver } from '../support/receiver.ts'
import { type TestService, testService } from '../support/service.ts'
import { within } from '../support/within.ts'

const MANY = isLong() ? 1000 : 200
/** Concurrent attempts to failing webhooks. */
const FAILING_TOGETHER = 32

for (const { name, freshUrl } of dialects)
  describe(`many failing webhooks on ${name}`, () => {
    let database: FreshDatabase
    let service: TestService
    let good: Receiver
    let bad: Receiver
    let ada: Record<string, string>
    beforeAll(async () => {
      good = await receiver()
      bad = await receiver()
      database = name === 'sqlite' ? await freshSqliteFile() : await freshUrl()
      const env = { DATABASE_URL: database.url, FASTI_WEBHOOK_HOSTS: `${good.host},${bad.host}` }
      service = await testService(name, env)
      ada = (await service.user('administrator', 'ada')).headers
    })
    afterAll(async () => {
      await Promise.all([bad.close(), service.close()])
      await good.close()
      await database.drop()
    })

    /** Adds webhooks with the same position, in one statement. */
    const add = (url: string, count: number) =>
      onDatabase(
        database.url,
        `insert into webhooks (url, types, filter_args, is_private, active, secret, created_utc, seen_revision)
          with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})
          select '${url}', '["tag.created"]', '{}', 0, 1, 'whsec_AAAA', 0, (select value from revision) from numbers`,
      )
    const tag = async (title: string) => (await service.post('/tags', { name: title }, ada)).status
    const statements = async (act: () => Promise<unknown>) => {
      const before = service.store.measures().queries
      await act()
      return service.store.measures().queries - before
    }

    it('§13 do not slow down writes, nor deliveries to other webhooks', async () => {
      await tag('Warm')
      // That she was there is written behind her first request.
      await vi.waitFor(async () =>
        expect((await service.get('/users/1', ada)).body.last_seen_utc).not.toBe(''),
      )
      const alone = await statements(() => tag('Alone'))
      await add(bad.url, MANY)
      await add(good.url, 1)
      // After the writes of another connection, the token is read again.
      await service.get('/tags', ada)
      expect(await statements(() => tag('Jazz'))).toBe(alone)
      bad.answer(500)
      await service.webhooks.deliver()
      expect([bad.received.length, good.take().length]).toEqual([MANY, 1])
      // From now on they don't respond at all.
      const open: ServerResponse[] = []
      bad.answer((_request, response) => open.push(response))
      await tag('Blues')
      const delivering = service.webhooks.deliver()
      const heard = async () => {
        while (good.received.length < 2 || open.length < FAILING_TOGETHER)
          await new Promise((resolve) => setTimeout(resolve, 5))
      }
      await within(60, 'the message to the one that answers', heard())
      expect(open).toHaveLength(FAILING_TOGETHER)
      expect(await tag('Soul')).toBe(201)
      expect(open).toHaveLength(FAILING_TOGETHER)
      bad.answer(410)
      for (const response of open) response.writeHead(410).end()
      await delivering
      expect(good.take()).toContain('tag.created 4')
    }, 120_000)
  })
