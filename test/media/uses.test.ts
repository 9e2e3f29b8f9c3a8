import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { anImage } from '../support/images.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

for (const { name } of dialects) {
  describe(`what shows an image, on ${name}`, () => {
    let service: TestService
    beforeAll(async () => {
      service = await testService(name)
    })
    afterAll(() => service.close())

    it('is told to those who edit all of it: events first, drafts too', async () => {
      const { headers } = await service.user('editor')
      const type = { 'content-type': 'image/png' }
      const image = (await service.ask('POST', '/media', await anImage(30, 20), { ...type, ...headers })).body
        .id
      const uses = async (by = headers) => service.get(`/media/${image}/uses`, by)
      expect((await uses()).body).toEqual({ uses: [] })
      const venue = (await service.post('/venues', { venue: 'Hall', image }, headers)).body
      const event = (
        await service.post('/events', anEvent({ title: 'Fair', status: 'draft', image }), headers)
      ).body
      expect((await uses()).body.uses).toEqual([
        { resource: 'event', id: event.id, name: 'Fair' },
        { resource: 'venue', id: venue.id, name: 'Hall' },
      ])
      expect((await uses((await service.user('author')).headers)).status).toBe(403)
      expect((await uses({})).status).toBe(401)
      expect((await service.get('/media/999/uses', headers)).status).toBe(404)
    })
  })
}
