import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dialects, type FreshDatabase, freshSqliteFile } from '../support/dialects.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

for (const { name, freshUrl } of dialects) {
  describe(`a list by a term that was asked before on ${name}`, () => {
    let database: FreshDatabase
    let service: TestService
    beforeAll(async () => {
      database = await (name === 'sqlite' ? freshSqliteFile : freshUrl)()
      // Terms are remembered where a counter tells of writes, which in local mode counts only on some databases.
      service = await testService(name, { DATABASE_URL: database.url })
      headers = (await service.user('administrator')).headers
    })
    let headers: Record<string, string>
    afterAll(async () => {
      await service.close()
      await database.drop()
    })

    let round = 0
    let music: number
    let asked = 0
    const slug = (text: string) => `${text}-${round}`
    /** The titles of the events of a term, in a list that no cache of answers has. */
    const titles = async (term: string | number, arg = 'categories') => {
      const answer = await service.get(`/events?${arg}=${term}&orderby=title&again=${asked++}`)
      return answer.status === 200
        ? answer.body.events.map(({ title }: { title: string }) => title)
        : answer.status
    }
    const category = async (body: object) => (await service.post('/categories', body, headers)).body.id
    const event = (title: string, terms: object) =>
      service.post('/events', anEvent({ title, ...terms }), headers)

    beforeEach(async () => {
      round += 1
      music = await category({ name: slug('Music'), slug: slug('music') })
      await event('Choir', { categories: [music] })
      expect(await titles(slug('music'))).toEqual(['Choir'])
      expect(await titles(slug('music'))).toEqual(['Choir'])
    })

    it('shows what was sorted below a category since', async () => {
      const jazz = await category({ name: slug('Jazz'), parent: music })
      await event('Quartet', { categories: [jazz] })
      expect(await titles(slug('music'))).toEqual(['Choir', 'Quartet'])
      await service.patch(`/categories/${jazz}`, { parent: 0 }, headers)
      expect(await titles(slug('music'))).toEqual(['Choir'])
      await service.patch(`/categories/${jazz}`, { parent: music }, headers)
      expect(await titles(slug('music'))).toEqual(['Choir', 'Quartet'])
      await service.remove(`/categories/${jazz}?force=true`, headers)
      expect(await titles(slug('music'))).toEqual(['Choir'])
    })

    it('follows a slug to the term that took it', async () => {
      await service.patch(`/categories/${music}`, { slug: slug('sound') }, headers)
      expect(await titles(slug('music'))).toEqual(['Choir'])
      const other = await category({ name: slug('Other'), slug: slug('music') })
      await event('Museum', { categories: [other] })
      expect(await titles(slug('music'))).toEqual(['Museum'])
      expect(await titles(slug('sound'))).toEqual(['Choir'])
    })

    it('is refused once the term is removed', async () => {
      await service.remove(`/categories/${music}?force=true`, headers)
      expect(await titles(slug('music'))).toBe(400)
    })

    it('finds a term that was refused before it was there', async () => {
      expect(await titles(slug('later'), 'tags')).toBe(400)
      await event('Evening', { tags: [slug('later')] })
      expect(await titles(slug('later'), 'tags')).toEqual(['Evening'])
      expect(await titles(slug('later'), 'tags')).toEqual(['Evening'])
    })
  })
}
