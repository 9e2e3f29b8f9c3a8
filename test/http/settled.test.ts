import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { type TestService, testService } from '../support/service.ts'

for (const { name } of dialects) {
  describe(`dates as validators on ${name}`, () => {
    let service: TestService
    const first = 'Fri, 15 Jan 2027 12:00:00 GMT'
    const since = async (date: string) =>
      (await service.get('/venues/1', { 'if-modified-since': date })).status
    const patched = async (city: string, date: string) =>
      (await service.patch('/venues/1', { city }, { 'if-unmodified-since': date })).status

    beforeEach(async () => {
      service = await testService(name)
      await service.post('/venues', { venue: 'Hall' })
    })
    afterEach(() => service.close())

    it('RFC 9110 §8.8.2.2 If-Modified-Since returns 304 after the second of the last change is over', async () => {
      expect((await service.get('/venues/1')).headers['last-modified']).toBe(first)
      expect(await since(first)).toBe(200)
      service.at('2027-01-15T12:00:01Z')
      expect([await since(first), await since(first)]).toEqual([304, 304])
      expect(await since('Fri, 15 Jan 2027 11:59:59 GMT')).toBe(200)
    })

    it('RFC 9110 §8.8.2.2 If-Modified-Since never returns 304 after a second change within the same second', async () => {
      expect((await service.get('/venues/1')).headers['last-modified']).toBe(first)
      await service.patch('/venues/1', { city: 'Rome' })
      expect((await service.get('/venues/1')).headers['last-modified']).toBe(first)
      expect(await since(first)).toBe(200)
      service.at('2027-01-15T12:05:00Z')
      expect(await since(first)).toBe(200)
      expect(await since('Fri, 15 Jan 2027 12:05:00 GMT')).toBe(304)
    })

    it('RFC 9110 §13.1.4 If-Unmodified-Since fails if the item changed twice in that second, by id and by slug', async () => {
      expect(await patched('Rome', first)).toBe(200)
      expect(await patched('Oslo', first)).toBe(412)
      service.at('2027-01-15T12:05:00Z')
      expect(await patched('Oslo', first)).toBe(412)
      const bySlug = await service.patch(
        '/venues/by-slug/hall',
        { city: 'Oslo' },
        { 'if-unmodified-since': first },
      )
      expect(bySlug.status).toBe(412)
      const deleted = await service.remove('/venues/1', { 'if-unmodified-since': first })
      expect(deleted.status).toBe(412)
      expect((await service.get('/venues/1')).body.city).toBe('Rome')
      const { etag = '' } = (await service.get('/venues/1')).headers
      expect((await service.patch('/venues/1', { city: 'Oslo' }, { 'if-match': etag })).status).toBe(200)
      expect(await patched('Bern', 'Fri, 15 Jan 2027 12:05:00 GMT')).toBe(200)
    })
  })
}
