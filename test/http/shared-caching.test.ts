import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { readConfig } from '../support/inside/service.ts'
import type { ReadView } from '../support/inside/store.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

const on = { FASTI_SURROGATE_KEYS: 'on', FASTI_TIME_ZONE: 'UTC' }
/** Seconds from the clock of the test, noon, to midnight in UTC. */
const TO_MIDNIGHT = 12 * 3600

const kept = (seconds: number) => `public, max-age=0, s-maxage=${seconds}, stale-while-revalidate=30`

for (const { name } of anyDialects()) {
  describe(`§22 answers for caches in front (${name})`, () => {
    let service: TestService
    let writes: Record<string, string>
    beforeEach(async () => {
      service = await testService(name, on)
      writes = (await service.user('administrator', 'ada')).headers
      await service.post('/venues', { venue: 'Hall' }, writes)
      await service.post(
        '/events',
        anEvent({ venue: 1, categories: ['Jazz'], tags: ['free'], organizer: { organizer: 'Club' } }),
        writes,
      )
    })
    afterEach(() => service.close())

    const caching = async (path: string, headers?: Record<string, string>) => {
      const answered = await service.get(path, headers)
      return answered.headers['cache-control']
    }
    const keysOf = async (path: string) =>
      ((await service.get(path)).headers['surrogate-key'] ?? '').split(' ')

    it('name all items that they show, and the lists and settings that they depend on', async () => {
      const items = ['event-1', 'venue-1', 'organizer-1', 'category-1', 'tag-1']
      for (const _ of [1, 2, 3]) {
        expect(new Set(await keysOf('/events'))).toEqual(new Set([...items, 'list', 'settings']))
        expect(new Set(await keysOf('/events/1'))).toEqual(new Set([...items, 'settings']))
        expect(new Set(await keysOf('/venues'))).toEqual(new Set(['venue-1', 'list', 'settings']))
        expect(await keysOf('//event/a')).toEqual(expect.arrayContaining([...items, 'list', 'settings']))
        expect(await keysOf('//calendar/agenda')).toEqual(
          expect.arrayContaining(['event-1', 'venue-1', 'category-1', 'list', 'settings']),
        )
        expect(await keysOf('//venue/hall')).toEqual(expect.arrayContaining(['venue-1', 'event-1', 'list']))
        expect(await keysOf('/events.ics')).toEqual(['many', 'list', 'settings'])
      }
      const { headers } = await service.get('/events/1')
      expect(headers['cache-tag']).toBe(headers['surrogate-key']?.replaceAll(' ', ','))
      expect(headers.vary).toMatch(/, X-Fasti-Revision$/)
    })

    it('name “many” in place of more items than 4 KiB have room for', async () => {
      for (const part of [1, 2])
        await service.post(
          '/events',
          anEvent({
            title: `All ${part}`,
            tags: Array.from({ length: 300 }, (_, at) => `Tag ${part} ${at}`),
          }),
          writes,
        )
      expect(await keysOf('/events?search=All')).toEqual(['many', 'list', 'settings'])
    })

    it('are kept until midnight in the zone of the site or the next publication, also from memory', async () => {
      for (const path of ['/events', '/events/1', '//calendar', '/events.ics', '/categories', '//event/a'])
        for (const _ of [1, 2, 3]) expect(await caching(path), path).toBe(kept(TO_MIDNIGHT))
      await service.post('/events', anEvent({ title: 'Later', date: '2027-01-15 12:10:00' }), writes)
      for (const _ of [1, 2, 3]) expect(await caching('/events')).toBe(kept(600))
      service.at('2027-01-15T12:09:00Z')
      for (const _ of [1, 2, 3]) expect(await caching('/events')).toBe(kept(60))
      service.at('2027-01-15T12:10:00Z')
      expect(await caching('/events')).toBe(kept(TO_MIDNIGHT - 600))
    })

    it('are asked for again at once if they depend on the time of day', async () => {
      expect(await caching('/events?ends_after=now')).toBe(kept(0))
      expect(await caching('/series')).toBe(kept(0))
    })

    it('are not kept if they are faults, or for callers with credentials, cookies or passwords', async () => {
      for (const path of ['/events/99', '/nowhere', '/events?page=x', '//event/none', '//none'])
        expect(await caching(path), path).toMatch(/^private, no-store|^no-store/)
      for (const headers of [writes, { cookie: 'a=b' }, { 'x-event-password': 'x' }])
        for (const path of ['/events', '/events/1', '//calendar', '/events.ics']) {
          const answered = await service.get(path, headers)
          expect(answered.headers['cache-control'], path).toMatch(/^private/)
          expect(answered.headers['surrogate-key']).toBeUndefined()
        }
      expect(await caching('/events/1?password=x')).toMatch(/^private, no-store/)
      const { headers } = await service.post('/events', anEvent(), writes)
      expect(headers['cache-control']).toBe('no-store')
    })

    it('revalidate like others, with the same keys', async () => {
      const { headers } = await service.get('/events/1')
      for (const condition of [{ 'if-none-match': headers.etag ?? '' }, { 'if-none-match': '*' }]) {
        const again = await service.get('/events/1', condition)
        expect([again.status, again.headers['surrogate-key'], again.headers['cache-control']]).toEqual([
          304,
          headers['surrogate-key'],
          headers['cache-control'],
        ])
      }
    })

    it('are not kept if something was written while they were made', async () => {
      const { store } = service
      const { readView } = store
      const slowed = async (atLeast: number): Promise<ReadView> => {
        const view = await readView(atLeast)
        await service.post('/events', anEvent({ title: 'Meanwhile' }), writes)
        return view
      }
      Object.assign(store, { readView: slowed })
      try {
        expect(await caching('/events?per_page=7')).toBe('private, no-cache')
      } finally {
        Object.assign(store, { readView })
      }
      expect(await caching('/events?per_page=7')).toBe(kept(TO_MIDNIGHT))
    })

    it('follow §8 without FASTI_SURROGATE_KEYS', async () => {
      const plain = await testService(name, { FASTI_TIME_ZONE: 'UTC' })
      for (const path of ['/events', '//calendar', '/events.ics', '/events/99']) {
        const { headers } = await plain.get(path)
        expect(headers['surrogate-key']).toBeUndefined()
        expect(headers['cache-control']).toMatch(/^public, no-cache$|no-store/)
        expect(headers.vary).not.toContain('X-Fasti-Revision')
      }
      await plain.close()
    })

    it('are not kept in local mode, in which everybody is an administrator', async () => {
      const local = await testService(name, on)
      for (const _ of [1, 2, 3])
        expect((await local.get('/events')).headers['cache-control']).toBe('private, no-cache')
      await local.close()
    })
  })
}

it('§22 FASTI_PURGE_URL is refused without FASTI_SURROGATE_KEYS=on', () => {
  expect(() => readConfig({ FASTI_PURGE_URL: 'http://127.0.0.1:6081/' })).toThrow('FASTI_SURROGATE_KEYS=on')
  expect(readConfig({ FASTI_PURGE_URL: 'http://10.0.0.1/', FASTI_SURROGATE_KEYS: 'on' }).purgeUrl).toBe(
    'http://10.0.0.1/',
  )
})
