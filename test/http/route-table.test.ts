/** How a URL finds its route (contract §1). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

for (const { name } of anyDialects()) {
  describe(`the routes of the API on ${name}`, () => {
    let service: TestService
    let venue: number

    beforeAll(async () => {
      service = await testService(name)
      venue = (await service.post('/venues', { venue: 'Hall', slug: 'hall' })).body.id
      await service.post('/events', anEvent({ title: 'Jazz', slug: 'jazz' }))
    })
    afterAll(() => service.close())

    const statusOf = async (method: string, path: string) => (await service.ask(method, path)).status

    it.each([
      ['a slash at its end', '/venues/by-slug/hall/'],
      ['encoded letters in its slug', '/venues/by-slug/h%61ll'],
      ['a language before it', '//fr/cal/events/v1/venues/by-slug/hall'],
      ['a query after it', '/venues/by-slug/hall?unknown=1'],
    ])('are found by a URL with %s', async (_, path) => {
      expect((await service.get(path)).body.id).toBe(venue)
    })

    it.each([
      ['capitals in its path', '/Venues/by-slug/hall'],
      ['two slashes in a row', '//cal/events/v1//venues/by-slug/hall'],
      ['a segment after its last', '/venues/by-slug/hall/more'],
      ['an encoded slash for one of its path', '/venues%2Fby-slug/hall'],
      ['an unknown language', '//xx/cal/events/v1/venues'],
    ])('are not found by a URL with %s', async (_, path) => {
      const { status, body } = await service.get(path)
      expect([status, body.code]).toEqual([404, 'rest_no_route'])
    })

    it('keep an encoded slash in the value that holds it', async () => {
      const { status, body } = await service.get('/venues/by-slug/ha%2Fll')
      expect([status, body.code]).toEqual([404, 'venue-not-found'])
    })

    it('accept values of 2,000 characters', async () => {
      const [longest, longer] = [2000, 2001].map((length) => `/venues/by-slug/${'a'.repeat(length)}`)
      const codes = await Promise.all(
        [longest, longer].map(async (path = '') => (await service.get(path)).body.code),
      )
      expect(codes).toEqual(['venue-not-found', 'rest_no_route'])
    })

    it('are found by every method; a method without an operation is refused with 405', async () => {
      expect(await statusOf('HEAD', '/venues')).toBe(200)
      expect(await statusOf('OPTIONS', '/venues')).toBe(200)
      expect(await statusOf('DELETE', '/venues')).toBe(405)
      expect(await statusOf('DELETE', '/nowhere')).toBe(404)
    })

    it('name cached responses and others alike in metrics, and share one name for unknown paths', async () => {
      const { headers } = await service.user('editor')
      for (const _ of [1, 2, 3]) await service.get('//de/cal/events/v1/events/by-slug/jazz')
      await service.get('/nowhere')
      await service.get('/nowhere/else')
      const lines = String((await service.get('//metrics', headers)).body)
      expect(lines).toContain(
        'fasti_request_duration_seconds_count{route="/cal/events/v1/events/by-slug/{slug}",method="GET",status="200"} 3',
      )
      expect(lines).toMatch(/count\{route="none",method="GET",status="404"\} \d+/)
      expect(lines).not.toContain('nowhere')
    })
  })

  describe(`the routes of pages on ${name}`, () => {
    let service: TestService

    beforeAll(async () => {
      service = await testService(name)
      await service.post('/venues', { venue: 'Hall', slug: 'hall' })
    })
    afterAll(() => service.close())

    it.each([
      ['alone', '//venue/hall'],
      ['with a slash at its end', '//venue/hall/'],
      ['with encoded letters', '//venue/h%61ll'],
      ['with a language before it', '//fr/venue/hall'],
      ['with a query after it', '//venue/hall?unknown=1'],
    ])('are found by a URL %s', async (_, path) => {
      const { status, headers } = await service.get(path)
      expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
      expect((await service.ask('HEAD', path)).status).toBe(200)
    })

    it.each([
      ['GET', '//Venue/hall'],
      ['GET', '//venue/hall/more'],
      ['GET', '//xx/venue/hall'],
      ['POST', '//venue/hall'],
      ['DELETE', '//calendar'],
    ])('are not found by %s %s', async (method, path) => {
      const { status, body } = await service.ask(method, path)
      expect([status, body.code]).toEqual([404, 'rest_no_route'])
    })

    it('name each page by its placeholders in metrics, and share one name for unknown paths', async () => {
      const { headers } = await service.user('editor')
      for (const path of ['//calendar/week/2027-W02', '//fr/calendar/week/2027-W03', '//nowhere/else'])
        await service.get(path)
      const lines = String((await service.get('//metrics', headers)).body)
      for (const route of ['/calendar/week/:week', '/:language/calendar/week/:week'])
        expect(lines).toContain(`count{route="${route}",method="GET",status="200"} 1`)
      expect(lines).toMatch(/count\{route="none",method="GET",status="404"\} \d+/)
      expect(lines).not.toContain('nowhere')
    })
  })
}
