import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

type Headers = Record<string, string>

const formats = ['feed.json', 'rss', 'atom']
const french = (word: string, more: Json = {}) => ({
  fr: { title: `${word}title`, description: `<p>${word}description</p>`, excerpt: `${word}excerpt`, ...more },
})

for (const { name } of dialects)
  describe(`news feeds of texts in another language on ${name}`, () => {
    let service: TestService
    let admin: Headers
    let author: Headers

    const made = async (title: string, more: Json) => {
      const linked = { categories: ['Fest'], venue: 1 }
      const { status, body } = await service.post('/events', anEvent({ title, ...linked, ...more }), admin)
      expect([status, body]).toEqual([201, expect.anything()])
      return body.id
    }
    beforeAll(async () => {
      service = await testService(name, { FASTI_CONTENT_LANGUAGES: 'de,fr', FASTI_LANGUAGE: 'de' })
      admin = (await service.user('administrator', 'ada')).headers
      author = (await service.user('author', 'bob')).headers
      await service.post('/categories', { name: 'Fest' }, admin)
      await service.post('/venues', { venue: 'Halle' }, admin)
      await made('Markt', { translations: french('okapi') })
      const gala = await made('Gala', { status: 'draft', translations: french('zebra', { title: 'Soirée' }) })
      await service.patch(`/events/${gala}`, { password: 'sesame', status: 'publish' }, admin)
      await made('Versteckt', { hide_from_listings: true, translations: french('tapir') })
      await made('Entwurf', { status: 'draft', translations: french('lemur') })
      await made('Geheim', { status: 'private', translations: french('gecko') })
      await made('Konzert', { translations: french('bison', { state: 'draft' }) })
      const event = await made('Muell', { translations: french('hyena') })
      await service.remove(`/events/${event}`, admin)
    })
    afterAll(() => service.close())

    /** The feeds in each language, of everything and of what events have in common, and the searches for a word. */
    const feeds = async (format: string, word: string) => {
      const paths = ['/events', '/categories/1/events', '/venues/1/events'].map((path) => `${path}.${format}`)
      const found: string[] = []
      for (const path of paths)
        for (const query of ['', 'lang=fr', 'lang=fr&available_in=fr', `lang=fr&search=${word}title`])
          for (const root of ['', '//fr/cal/events/v1'])
            for (const headers of [{}, author]) {
              const { status, body } = await service.get(`${root}${path}?${query}`, headers)
              expect([path, query, status]).toEqual([path, query, 200])
              // A feed names the words of its search.
              const text = typeof body === 'string' ? body : JSON.stringify(body)
              found.push(text.replaceAll(`${word}title`, query.includes('search') ? '' : `${word}title`))
            }
      return found.join('\n')
    }

    describe.each(formats)('%s', (format) => {
      it('§15 shows what is public in the language asked for, so that the words are there to be found', async () => {
        const text = await feeds(format, 'okapi')
        expect(text).toContain('okapititle')
        expect(text).toMatch(/okapi(description|excerpt)/)
      })

      it('§1.10 shows of a protected event its title alone', async () => {
        const text = await feeds(format, 'zebra')
        expect(text).toContain('Soirée')
        expect(text).not.toMatch(/zebra/)
      })

      it.each([
        ['an event hidden from lists', 'tapir', 'Versteckt'],
        ['a draft', 'lemur', 'Entwurf'],
        ['a private event', 'gecko', 'Geheim'],
        ['an event in the trash', 'hyena', 'Muell'],
      ])('§15 shows nothing of %s', async (_, word, title) => {
        const text = await feeds(format, word)
        expect(text).not.toContain(word)
        expect(text).not.toContain(title)
      })

      it('§15 shows of a public event no draft of a translation, but its own texts', async () => {
        const text = await feeds(format, 'bison')
        expect(text).toContain('Konzert')
        expect(text).not.toContain('bison')
      })
    })
  })
