/** Conditional requests after a change to a related item. */
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { anImage } from '../support/images.ts'
import { scratch } from '../support/scratch.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

for (const { name } of dialects) {
  describe(`an item whose related item changes, on ${name}`, () => {
    let folder: string
    let service: TestService

    beforeAll(async () => {
      folder = await scratch('fasti-modified-')
      service = await testService(name, { FASTI_DATA_DIR: folder })
    })
    afterAll(async () => {
      await service.close()
      await rm(folder, { recursive: true, force: true })
    })

    it('§8 §2.2 is modified when its image is deleted, so no 304 is sent', async () => {
      service.at('2027-01-15T12:00:00Z')
      const sent = await service.ask('POST', '/media', await anImage(8, 8), { 'content-type': 'image/png' })
      const image = sent.body.id
      const made = [
        await service.post('/venues', { venue: 'Hall', image }),
        await service.post('/organizers', { organizer: 'Band', image }),
        await service.post('/events', anEvent({ image })),
      ]
      service.at('2027-01-15T13:00:00Z')
      await service.remove(`/media/${image}`)
      for (const { body } of made) {
        const path = `/${new URL(body.rest_url).pathname}`
        const since = { 'if-modified-since': 'Fri, 15 Jan 2027 12:30:00 GMT' }
        const now = await service.get(path, since)
        expect([now.status, now.body.image, now.body.modified_utc]).toEqual([
          200,
          false,
          '2027-01-15 13:00:00',
        ])
        const stale = { 'if-unmodified-since': 'Fri, 15 Jan 2027 12:30:00 GMT' }
        expect((await service.patch(path, { description: 'x' }, stale)).status).toBe(412)
      }
    })

    it('§8 §4.3 is modified when its parent is permanently deleted', async () => {
      service.at('2027-01-16T12:00:00Z')
      const { body: parent } = await service.post('/events', anEvent())
      const { body: event, headers } = await service.post('/events', anEvent({ post_parent: parent.id }))
      const { body: root } = await service.post('/categories', { name: 'Music' })
      const { body: category } = await service.post('/categories', { name: 'Jazz', parent: root.id })
      service.at('2027-01-16T13:00:00Z')
      await service.remove(`/events/${parent.id}?force=true`)
      await service.remove(`/categories/${root.id}`)
      const { body: left } = await service.get(`/events/${event.id}`)
      expect([left.post_parent, left.modified_utc]).toEqual([0, '2027-01-16 13:00:00'])
      const seen = { 'if-match': headers.etag ?? '' }
      expect((await service.patch(`/events/${event.id}`, { title: 'B' }, seen)).status).toBe(412)
      const stale = { 'if-unmodified-since': 'Sat, 16 Jan 2027 12:30:00 GMT' }
      expect((await service.patch(`/categories/${category.id}`, { description: 'x' }, stale)).status).toBe(
        412,
      )
    })
  })
}
