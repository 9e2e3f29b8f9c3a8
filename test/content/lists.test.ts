import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

const env = { FASTI_CONTENT_LANGUAGES: 'de,fr,it', FASTI_LANGUAGE: 'de' }

for (const { name } of dialects) {
  describe(`lists in several languages on ${name}`, () => {
    let service: TestService
    beforeAll(async () => {
      service = await testService(name, env)
      const both = { fr: { title: 'Marché' }, it: { title: 'Mercato', state: 'draft' } }
      await service.post('/events', anEvent({ title: 'Markt', translations: both, tags: ['Essen'] }))
      await service.post('/events', anEvent({ title: 'Konzert' }))
      await service.post('/events', anEvent({ title: 'Cirque', language: 'fr' }))
      await service.patch('/tags/1', { translations: { fr: { name: 'Repas', description: '<p>Bon</p>' } } })
      await service.post('/venues', {
        venue: 'Rathaus',
        translations: { fr: { venue: 'Mairie', description: 'Centre' } },
      })
      await service.post('/organizers', {
        organizer: 'Verein',
        translations: { fr: { organizer: 'Société' } },
      })
      await service.post('/groups', { name: 'Jugend', translations: { fr: { name: 'Jeunesse' } } })
      await service.post('/groups', { name: 'Sport', translations: { it: { name: 'Sci', state: 'draft' } } })
      await service.post('/groups', { name: 'Club', language: 'fr' })
      await service.post('/categories', { name: 'Fest', translations: { fr: { name: 'Fête' } } })
    })
    afterAll(() => service.close())

    const titles = async (query: string) => {
      const { status, body } = await service.get(`/events?orderby=id&${query}`)
      return status === 200 ? body.events.map(({ title }: Json) => title) : status
    }

    it('§15 leaves out of lists what can’t be read in the language asked for', async () => {
      expect(await titles('lang=fr&fallback=none')).toEqual(['Marché', 'Cirque'])
      expect(await titles('fallback=none')).toEqual(['Markt', 'Konzert'])
      expect(await titles('lang=it&fallback=none')).toEqual([])
      expect(await titles('lang=fr')).toEqual(['Marché', 'Konzert', 'Cirque'])
    })

    it('filters lists and feeds by the languages in which items can be read', async () => {
      expect(await titles('available_in=fr')).toEqual(['Markt', 'Cirque'])
      expect(await titles('available_in=fr,de')).toEqual(['Markt', 'Konzert', 'Cirque'])
      expect(await titles('available_in=fr&lang=de&fallback=none')).toEqual(['Markt'])
      expect(await titles('available_in=es')).toBe(400)
      expect(await titles('fallback=some')).toBe(400)
      const feed = await service.get('/events.ics?available_in=fr')
      expect(String(feed.body).match(/BEGIN:VEVENT/g)).toHaveLength(2)
    })

    it('keeps the args of languages in the links between pages', async () => {
      const { body } = await service.get('/events?lang=fr&fallback=none&per_page=1')
      expect([body.total, body.events[0].title]).toEqual([2, 'Marché'])
      const next = await service.get(`//${body.next_rest_url.split('/').slice(3).join('/')}`)
      expect(next.body.events[0].title).toBe('Cirque')
    })

    it('shows and filters venues, organizers, terms and their embedded forms so', async () => {
      const shown = async (path: string, field: string) => (await service.get(path)).body[field]
      expect(await shown('/venues/1?lang=fr', 'venue')).toBe('Mairie')
      expect(await shown('/organizers/1?lang=fr', 'organizer')).toBe('Société')
      expect(await shown('/categories/1?lang=fr', 'name')).toBe('Fête')
      expect(await shown('/tags/1?lang=fr', 'description')).toBe('<p>Bon</p>')
      const [event] = (await service.get('/events?lang=fr&include=1')).body.events
      expect(event.tags[0]).toMatchObject({ name: 'Repas', language: 'fr', languages: ['de', 'fr'] })
      for (const path of ['/venues', '/organizers', '/tags'])
        for (const [lang, total] of [
          ['fr', 1],
          ['it', 0],
        ]) {
          const { body } = await service.get(`${path}?lang=${lang}&fallback=none`)
          expect([path, lang, body.total]).toEqual([path, lang, total])
        }
    })

    it('§15 filters groups by the languages in which they can be read', async () => {
      const groups = async (query: string) => {
        const { status, body } = await service.get(`/groups?${query}`)
        return status === 200 ? [body.total, ...body.groups.map(({ name: shown }: Json) => shown)] : status
      }
      expect(await groups('lang=fr&fallback=none')).toEqual([2, 'Club', 'Jeunesse'])
      expect(await groups('fallback=none')).toEqual([2, 'Jugend', 'Sport'])
      expect(await groups('lang=it&fallback=none')).toEqual([0])
      expect(await groups('available_in=fr')).toEqual([2, 'Club', 'Jugend'])
      expect(await groups('available_in=fr-CH,de&fallback=none&lang=fr')).toEqual([2, 'Club', 'Jeunesse'])
      expect(await groups('available_in=fr&search=jeunesse&lang=fr')).toEqual([1, 'Jeunesse'])
      expect(await groups('available_in=es')).toBe(400)
      expect(await groups('fallback=some')).toBe(400)
      const { body } = await service.get('/groups?lang=fr&fallback=none&per_page=1')
      const next = await service.get(`//${body.next_rest_url.split('/').slice(3).join('/')}`)
      expect([body.total_pages, next.body.groups[0].name]).toEqual([2, 'Jeunesse'])
    })

    it('finds the words of published translations, and of the originals', async () => {
      expect(await titles('lang=fr&search=marche')).toEqual(['Marché'])
      expect(await titles('lang=fr&search=markt')).toEqual(['Marché'])
      expect(await titles('lang=it&search=mercato')).toEqual([])
    })
  })
}
