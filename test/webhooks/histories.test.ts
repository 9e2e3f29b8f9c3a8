import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { command } from '../support/command.ts'
import { dialects, type FreshDatabase } from '../support/dialects.ts'
import { moment } from '../support/importing.ts'
import { mediaLibraryOf } from '../support/inside/media.ts'
import { webhookDelivererOf } from '../support/inside/outbox.ts'
import { anonymousActor, localModeActor } from '../support/inside/people.ts'
import type { Store } from '../support/inside/store.ts'
import { onDatabase } from '../support/on-database.ts'
import { scratch } from '../support/scratch.ts'
import { type TestService, testService } from '../support/service.ts'

const BASE = 'http://127.0.0.1:3000'

/** Sends what is due of a store. Returns the ids of the messages, in their order. */
async function idsSent(store: Store, isCrashing = false): Promise<readonly string[]> {
  const ids: string[] = []
  const images = mediaLibraryOf({ dataDir: '/nowhere', imageHosts: [] })
  const context = { store, moment, actor: anonymousActor, currency: undefined, images }
  const { webhooks } = store
  const settle = () => Promise.reject(new Error('crashed'))
  const delivering = { ...webhooks.delivering, ...(isCrashing && { settle }) }
  const deliverer = webhookDelivererOf({
    store: { ...store, webhooks: { ...webhooks, delivering } },
    source: {
      context: () => context,
      root: { base: BASE, url: BASE, namespace: 'cal/events/v1' },
      siteName: 'Test',
    },
    async post(_url, _body, headers) {
      ids.push(headers['webhook-id'] ?? '')
      return { status: 204 }
    },
  })
  if (isCrashing) await expect(deliverer.deliver()).rejects.toThrow('crashed')
  else await deliverer.deliver()
  await deliverer.stop()
  return ids
}

for (const dialect of dialects)
  describe(`the ids of messages to webhooks on ${dialect.name}`, () => {
    /** Starts the service on a database, and sends the one message that waits. Returns its id, and the revision. */
    const idOfWaiting = async (
      url: string,
      write: (service: TestService) => Promise<unknown> = async () => {},
    ) => {
      const service = await testService(dialect.name, { DATABASE_URL: url })
      await write(service)
      const ids = await idsSent(service.store)
      const revision = await service.store.revision()
      await service.close()
      expect(ids).toHaveLength(1)
      return { id: ids[0], revision }
    }
    const idOfNewTag = (url: string, name: string) =>
      idOfWaiting(url, (service) => service.post('/tags', { name }))

    const addWebhook = async (url: string) => {
      const service = await testService(dialect.name, { DATABASE_URL: url })
      const settings = { types: ['tag.created'], filter: {}, isPrivate: false, active: true } as const
      await service.store.webhooks.add({ ...settings, url: 'https://receiver.test/' }, 'whsec_AAAA', {
        ...{ actor: localModeActor, moment },
      })
      await service.close()
    }

    it('§13 never name two messages, also where a back-up was restored or a copy of the database put back', async () => {
      const database = await dialect.freshUrl()
      await addWebhook(database.url)
      await idOfNewTag(database.url, 'Before')
      const folder = await scratch('fasti-histories-')
      const env = { DATABASE_URL: database.url, FASTI_DATA_DIR: folder, FASTI_LOG_LEVEL: 'silent' }
      const file = join(folder, 'all.backup')
      expect((await command(['backup', file], env)).code).toBe(0)
      const copy = await dialect.copyOf(database.url)
      const restored: FreshDatabase = await dialect.freshUrl()
      const there = { ...env, DATABASE_URL: restored.url, FASTI_DATA_DIR: join(folder, 'restored') }
      expect((await command(['restore', file], there)).code).toBe(0)
      const lost = await idOfNewTag(database.url, 'Lost')
      // Restoring begins a history itself: the command line may write before the service starts.
      const line = { title: 'Concert', start_date: '2027-05-01', end_date: '2027-05-01', tags: ['Restored'] }
      await writeFile(join(folder, 'events.jsonl'), `${JSON.stringify(line)}\n`)
      expect((await command(['import', join(folder, 'events.jsonl')], there)).code).toBe(0)
      const others = [await idOfNewTag(copy.url, 'Copied'), await idOfWaiting(restored.url)]
      expect(others.map(({ revision }) => revision)).toEqual([lost.revision, lost.revision])
      expect(new Set([lost, ...others].map(({ id }) => id)).size).toBe(3)
      for (const one of [database, copy, restored]) await one.drop()
      await rm(folder, { recursive: true, force: true })
    })

    it('§13 stay where a crash and a new start send a message again, and are those of before histories had ids', async () => {
      const database = await dialect.freshUrl()
      await addWebhook(database.url)
      let service = await testService(dialect.name, { DATABASE_URL: database.url })
      await service.post('/tags', { name: 'Jazz' })
      const revision = await service.store.revision()
      const sent = await idsSent(service.store, true)
      await service.close()
      service = await testService(dialect.name, { DATABASE_URL: database.url })
      expect(await idsSent(service.store, true)).toEqual(sent)
      // As the migration leaves what was written before it.
      await onDatabase(database.url, 'delete from histories')
      const parts = JSON.stringify([BASE, 1, 'tag', 1, revision])
      const before = `msg_${createHash('sha256').update(parts).digest('hex').slice(0, 32)}`
      expect(await idsSent(service.store)).toEqual([before])
      expect(sent).not.toEqual([before])
      await service.close()
      await database.drop()
    })
  })
