import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { moment } from '../support/importing.ts'
import { mediaLibraryOf } from '../support/inside/media.ts'
import { type SendPost, webhookDelivererOf } from '../support/inside/outbox.ts'
import { anonymousActor, localModeActor } from '../support/inside/people.ts'
import { type TestService, testService } from '../support/service.ts'

/** A promise, and what resolves it. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}

for (const { name } of anyDialects())
  describe(`a message to a webhook on ${name}`, () => {
    let service: TestService
    beforeEach(async () => {
      service = await testService(name)
    })
    afterEach(() => service.close())

    it('§13 is sent once where its round ends while the next one is looked for', async () => {
      const { store } = service
      const { webhooks } = store
      const settings = { types: ['tag.created'], filter: {}, isPrivate: false, active: true } as const
      await webhooks.add({ ...settings, url: 'https://receiver.test/' }, 'whsec_AAAA', {
        ...{ actor: localModeActor, moment },
      })
      const posted: string[] = []
      const [answered, read, ended] = [gate(), gate(), gate()]
      const post: SendPost = async (_url, _body, headers) => {
        posted.push(headers['webhook-id'] ?? '')
        await answered.opened
        return { status: 204 }
      }
      let looks = 0
      // Only the order of what the deliverer waits for is chosen here.
      const delivering = {
        ...webhooks.delivering,
        async active(at: number) {
          const found = await webhooks.delivering.active(at)
          looks += 1
          if (looks === 2) read.open()
          if (looks === 2) await ended.opened
          return found
        },
        async entries(...after: Parameters<typeof webhooks.delivering.entries>) {
          const found = await webhooks.delivering.entries(...after)
          // The round ends.
          if (found.entries.length === 0) setImmediate(ended.open)
          return found
        },
      }
      const images = mediaLibraryOf({ dataDir: '/nowhere', imageHosts: [] })
      const context = { store, moment, actor: anonymousActor, currency: undefined, images }
      const base = 'http://127.0.0.1:3000'
      const root = { base, url: base, namespace: 'cal/events/v1' }
      const source = { context: () => context, root, siteName: 'Test' }
      const deliverer = webhookDelivererOf({
        store: { ...store, webhooks: { ...webhooks, delivering } },
        source,
        post,
      })
      const errors: unknown[] = []
      await service.post('/tags', { name: 'Jazz' })
      deliverer.start((error) => errors.push(error))
      await expect.poll(() => posted.length).toBe(1)
      await service.post('/tags', { name: 'Rock' })
      await read.opened
      answered.open()
      await expect.poll(() => new Set(posted).size).toBe(2)
      await expect.poll(() => looks > 3).toBe(true)
      await deliverer.stop()
      expect([posted.length, errors]).toEqual([2, []])
    })

    it('§13 has the same id from every process, and what is being sent at the end is finished and noted', async () => {
      const { store } = service
      const { webhooks } = store
      const settings = { types: ['tag.created'], filter: {}, isPrivate: false, active: true } as const
      const writer = { actor: localModeActor, moment }
      const webhook = await webhooks.add({ ...settings, url: 'https://receiver.test/' }, 'whsec_AAAA', writer)
      const images = mediaLibraryOf({ dataDir: '/nowhere', imageHosts: [] })
      const context = { store, moment, actor: anonymousActor, currency: undefined, images }
      const base = 'http://127.0.0.1:3000'
      const root = { base, url: base, namespace: 'cal/events/v1' }
      const source = { context: () => context, root, siteName: 'Test' }
      const ids: string[] = []
      const newDeliverer = (delivering = webhooks.delivering, answered = Promise.resolve()) => {
        const post: SendPost = async (_url, _body, headers) => {
          ids.push(headers['webhook-id'] ?? '')
          await answered
          return { status: 204 }
        }
        return webhookDelivererOf({
          store: { ...store, webhooks: { ...webhooks, delivering } },
          source,
          post,
        })
      }
      for (let at = 1; at <= 12; at += 1) await service.post('/tags', { name: `Tag ${at}` })
      // A process that crashes before it notes anything.
      const settle = () => Promise.reject(new Error('crashed'))
      const crashing = newDeliverer({ ...webhooks.delivering, settle })
      await expect(crashing.deliver()).rejects.toThrow('crashed')
      await crashing.stop()
      const sent = new Set(ids.splice(0))
      expect(sent.size).toBe(12)
      const answered = gate()
      const ending = newDeliverer(webhooks.delivering, answered.opened)
      ending.start(() => {})
      await expect.poll(() => ids.length).toBeGreaterThan(0)
      const stopped = ending.stop()
      answered.open()
      await stopped
      const before = [...ids]
      const { deliveries } = await webhooks.deliveries(webhook, 1, 50)
      const idsOf = (state: string) =>
        deliveries.filter((one) => one.state === state).map(({ message_id }) => message_id)
      expect(idsOf('delivered').sort()).toEqual(before.sort())
      expect(idsOf('waiting')).toHaveLength(12 - before.length)
      await newDeliverer().deliver()
      expect([ids.length, new Set(ids)]).toEqual([12, sent])
    })
  })
