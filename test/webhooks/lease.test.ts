import { expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { moment } from '../support/importing.ts'
import { mediaLibraryOf } from '../support/inside/media.ts'
import { webhookDelivererOf } from '../support/inside/outbox.ts'
import { anonymousActor } from '../support/inside/people.ts'
import { testService } from '../support/service.ts'

/** Seconds from a crash until the newest state of each item has to be received, and to a second attempt. */
const [LATEST, SECOND_ATTEMPT] = [15, 5]
/** Seconds in which another process starts, and notices that the lease has ended. */
const STARTED = 5

for (const { name } of anyDialects())
  it(`§13 a crashed process leaves deliveries to another one in time for a second attempt, on ${name}`, async () => {
    const service = await testService(name)
    try {
      const { store } = service
      const leases: number[] = []
      const delivering = {
        ...store.webhooks.delivering,
        lease(holder: string, seconds: number) {
          leases.push(seconds)
          return store.webhooks.delivering.lease(holder, seconds)
        },
      }
      const images = mediaLibraryOf({ dataDir: '/nowhere', imageHosts: [] })
      const context = { store, moment, actor: anonymousActor, currency: undefined, images }
      const root = { base: 'http://x', url: 'http://x', namespace: 'cal/events/v1' }
      const crashed = webhookDelivererOf({
        store: { ...store, webhooks: { ...store.webhooks, delivering } },
        source: { context: () => context, root, siteName: 'Test' },
        post: async () => ({ status: 204 }),
      })
      await crashed.deliver()
      expect(leases.length).toBeGreaterThan(0)
      expect(Math.max(...leases)).toBeLessThanOrEqual(LATEST - SECOND_ATTEMPT - STARTED)
    } finally {
      await service.close()
    }
  })
