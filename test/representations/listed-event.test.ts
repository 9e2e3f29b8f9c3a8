import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bodyOf } from '../support/arbitrary.ts'
import { anyDialects } from '../support/dialects.ts'
import { anImage } from '../support/images.ts'
import { representEvent, representListedEvent } from '../support/inside/formats.ts'
import type { Viewer } from '../support/inside/store.ts'
import { runSeed } from '../support/run-seed.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

const links = ['venue', 'category'] as const
const scopes = {
  anonymous: { user: undefined, reads: 'none', edits: 'none' },
  editor: { user: 1, reads: 'all', edits: 'all' },
} as const
const root = { base: 'http://x.example', url: 'http://x.example/de', namespace: 'cal/v1' }
const view = { root, zone: 'Europe/Berlin', currency: 'EUR', isSingle: false, site: 'Town' }

for (const { name: dialect } of anyDialects())
  describe(`events in lists on pages on ${dialect}`, () => {
    let service: TestService
    let ids: number[] = []
    beforeAll(async () => {
      service = await testService(dialect)
      const headers = { 'content-type': 'image/png' }
      const { body: image } = await service.ask('POST', '/media', await anImage(400, 200), headers)
      const halls: number[] = []
      for (const venue of ['Hall', 'Barn']) {
        const { body } = await service.post('/venues', { venue, city: 'Alderhaven', image: image.id })
        halls.unshift(body.id)
      }
      const { body: hidden } = await service.post('/venues', { venue: 'Hidden', status: 'draft' })
      const linked = { venue: [...halls, hidden.id], categories: ['B', 'A'], tags: ['C'], image: image.id }
      const series = { recurrence: ['RRULE:FREQ=DAILY;COUNT=2'], title: 'Daily “course” \\ x' }
      const bodies = [
        ...fc.sample(bodyOf.event, { numRuns: 20, seed: runSeed() }),
        anEvent(linked),
        anEvent({ ...linked, title: 'Closed', cost: '12 €', featured: true, sticky: true }),
        anEvent({ ...linked, status: 'future', date_utc: '2026-11-01 00:00:00', event_status: 'cancelled' }),
        anEvent(series),
      ]
      for (const body of bodies) {
        const { status, body: made } = await service.post('/events', body)
        expect(status, JSON.stringify([body, made])).toBe(201)
        if (body.title === 'Closed') await service.patch(`/events/${made.id}`, { password: 'open sesame' })
      }
      const { body } = await service.get('/events?status=any&per_page=100&starts_after=1000-01-02')
      ids = body.events.map(({ id }: { id: number }) => id)
    })
    afterAll(() => service.close())

    for (const [who, scope] of Object.entries(scopes))
      it(`have the same values as whole events, in the requested order, for the ${who}`, async () => {
        const moment = { now: Temporal.Instant.from('2026-11-20T12:00:00Z'), zone: view.zone }
        const viewer: Viewer = { scope, moment }
        const wanted = [...ids, 1_000_000]
        const read = await service.store.readView(0)
        const [whole, listed] = [
          await read.events(wanted, viewer),
          await read.listedEvents(wanted, viewer, links),
        ]
        const readable = whole.map(({ record }) => record.id)
        expect(listed.map(({ record }) => record.id)).toEqual(readable)
        if (who === 'editor') expect(readable).toEqual(ids)
        for (const [at, item] of listed.entries()) {
          const [short, long] = [
            representListedEvent(item, view),
            representEvent(whole[at] ?? expect.fail(), view),
          ]
          const { cost_details, categories, ...same } = short
          expect(long).toMatchObject(same)
          expect(cost_details.values ?? []).toEqual(
            'values' in long.cost_details ? long.cost_details.values : [],
          )
          expect(categories.map(({ name }) => name)).toEqual(long.categories.map(({ name }) => name))
        }
      })

    it('have no linked items of kinds that are not requested', async () => {
      const moment = { now: Temporal.Instant.from('2026-11-20T12:00:00Z'), zone: view.zone }
      const read = await service.store.readView(0)
      const listed = await read.listedEvents(ids, { scope: scopes.editor, moment }, ['category'])
      expect(listed.flatMap(({ venues }) => venues)).toEqual([])
      expect(listed.flatMap(({ categories }) => categories).length).toBeGreaterThan(0)
    })
  })
