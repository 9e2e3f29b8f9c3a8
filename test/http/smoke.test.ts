import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

for (const { name } of dialects) {
  describe(`the five resources on ${name}`, () => {
    let service: TestService
    beforeAll(async () => {
      service = await testService(name)
    })
    afterAll(() => service.close())

    it('creates an event with inline venue, organizer and terms, and lists it', async () => {
      const created = await service.post(
        '/events',
        anEvent({
          venue: { venue: 'Hall' },
          organizer: [{ organizer: 'Org' }],
          categories: ['Music'],
          tags: ['a', 'b'],
        }),
      )
      expect(created.status).toBe(201)
      const { body } = await service.get('/events')
      expect(body.total).toBe(1)
      expect(body.events[0].venue.venue).toBe('Hall')
    })

    for (const collection of ['events', 'venues', 'organizers', 'categories', 'tags']) {
      it(`lists ${collection} with every order and search`, async () => {
        const { status, body } = await service.get(`/${collection}?search=a`)
        expect([status, typeof body.total]).toEqual([200, 'number'])
      })
    }
  })
}
