/** A thousand receivers that fail: counted in messages and statements, not in time. */
import type { ServerResponse } from 'node:http'
import { Temporal } from 'temporal-polyfill'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { commandLine } from '../../src/actions/policy.ts'
import { dialects } from '../support/dialects.ts'
import { type Receiver, receiver } from '../support/receiver.ts'
import { type TestService, testService } from '../support/service.ts'
import { within } from '../support/within.ts'

const MANY = 1000
/** Attempts of failing webhooks at once. */
const FAILING_TOGETHER = 32

const filter = {}
const moment = { now: Temporal.Instant.from('2027-01-15T12:00:00Z'), zone: 'UTC' }

for (const { name } of dialects)
  describe(`a thousand failing webhooks on ${name}`, () => {
    let service: TestService
    let good: Receiver
    let bad: Receiver
    let ada: Record<string, string>
    beforeEach(async () => {
      good = await receiver()
      bad = await receiver()
      service = await testService(name, { FASTI_WEBHOOK_HOSTS: `${good.host},${bad.host}` })
      ada = (await service.user('administrator', 'ada')).headers
    })
    afterEach(async () => {
      await Promise.all([bad.close(), service.close()])
      await good.close()
    })

    const add = (url: string) =>
      service.store.webhooks.add(
        { url, types: ['tag.created'], filter, isPrivate: false, active: true },
        'whsec_AAAA',
        { moment, actor: commandLine },
      )
    const tag = async (title: string) => (await service.post('/tags', { name: title }, ada)).status
    const statements = async (act: () => Promise<unknown>) => {
      const before = service.store.measures().queries
      await act()
      return service.store.measures().queries - before
    }

    it('§13 add nothing to a write, and leave the lane of the others free', async () => {
      await tag('Warm')
      const alone = await statements(() => tag('Alone'))
      for (let at = 0; at < MANY; at += 100)
        await Promise.all(Array.from({ length: 100 }, () => add(bad.url)))
      await add(good.url)
      expect(await statements(() => tag('Jazz'))).toBe(alone)
      bad.answer(500)
      await service.webhooks.deliver()
      expect([bad.received.length, good.take().length]).toEqual([MANY, 1])
      // From now on they don't answer at all.
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
      bad.answer(500)
      for (const response of open) response.writeHead(500).end()
      await delivering
      expect(good.take()).toContain('tag.created 4')
    }, 120_000)
  })
