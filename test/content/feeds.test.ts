import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

const env = { FASTI_CONTENT_LANGUAGES: 'de,fr', FASTI_LANGUAGE: 'de' }

for (const { name } of anyDialects()) {
  describe(`feeds in several languages on ${name}`, () => {
    let service: TestService
    beforeAll(async () => {
      service = await testService(name, env)
      await service.post('/venues', {
        venue: 'Mairie',
        language: 'fr',
        translations: { de: { venue: 'Rathaus' } },
      })
      await service.post('/organizers', {
        organizer: 'Verein',
        translations: { fr: { organizer: 'Société' } },
      })
      await service.post('/categories', { name: 'Fest', translations: { fr: { name: 'Fête' } } })
      const linked = { venue: 1, organizer: 1, categories: [1], tags: ['Essen'] }
      const translations = { fr: { title: 'Marché', description: '<p>Au <b>centre</b></p>' } }
      await service.post('/events', anEvent({ title: 'Markt', excerpt: 'Kurz', ...linked, translations }))
      const german = { de: { title: 'Zirkus', description: '<p>Im <i>Zelt</i></p>' } }
      await service.post(
        '/events',
        anEvent({
          title: 'Cirque',
          language: 'fr',
          translations: german,
          ...linked,
          description: '<p>Ici</p>',
        }),
      )
      const recurrence = 'FREQ=WEEKLY;COUNT=2'
      await service.post(
        '/events',
        anEvent({ title: 'Tanz', recurrence, translations: { fr: { title: 'Bal' } } }),
      )
    })
    afterAll(() => service.close())

    const calendar = async (path: string) => String((await service.get(path)).body).replace(/\r\n /g, '')
    const lines = (text: string, property: string) => text.match(new RegExp(`^${property}[;:].*`, 'gm')) ?? []

    it('§15 names in calendars the language of each text that is shown', async () => {
      const text = await calendar('/events/1.ics?lang=fr')
      const found = ['SUMMARY', 'DESCRIPTION', 'LOCATION', 'CATEGORIES', 'X-ALT-DESC', 'ORGANIZER'].map(
        (property) => lines(text, property)[0]?.trim(),
      )
      expect(found).toEqual([
        'SUMMARY;LANGUAGE=fr:Marché',
        'DESCRIPTION;LANGUAGE=fr:Au centre\\nhttp://127.0.0.1:3000/event/markt/',
        'LOCATION;LANGUAGE=fr:Mairie',
        'CATEGORIES;LANGUAGE=fr:Fête',
        'X-ALT-DESC;LANGUAGE=fr;FMTTYPE=text/html:<p>Au <b>centre</b></p>',
        expect.stringMatching(/^ORGANIZER;LANGUAGE=fr;CN="Société":/),
      ])
      const own = await calendar('/events/1.ics')
      expect(lines(own, 'DESCRIPTION')[0]?.trim()).toBe(
        'DESCRIPTION;LANGUAGE=de:Kurz\\nhttp://127.0.0.1:3000/event/markt/',
      )
      expect(lines(own, 'LOCATION')[0]?.trim()).toBe('LOCATION;LANGUAGE=de:Rathaus')
    })

    it('§15 has the same UIDs in each language, and the titles of series', async () => {
      const [german, french] = [
        await calendar('/events.ics'),
        await calendar('//fr/cal/events/v1/events.ics'),
      ]
      expect(lines(french, 'UID')).toEqual(lines(german, 'UID'))
      const titles = (text: string) => lines(text, 'SUMMARY').map((line) => line.trim())
      expect(titles(german).sort()).toEqual(
        ['Markt', 'Tanz', 'Zirkus'].map((one) => `SUMMARY;LANGUAGE=de:${one}`),
      )
      expect(titles(french).sort()).toEqual(
        ['Bal', 'Cirque', 'Marché'].map((one) => `SUMMARY;LANGUAGE=fr:${one}`),
      )
    })

    it('§15 names the language of news feeds, and shows their entries in it', async () => {
      const rss = await calendar('/events.rss?lang=fr')
      expect(rss).toContain('<language>fr</language>')
      expect(rss).toContain('<title>Marché</title>')
      expect(rss).toContain('Mairie')
      const atom = await calendar('/events.atom')
      expect(atom).toContain('xml:lang="de"')
      expect(atom).toContain('<title>Zirkus</title>')
      const json = await service.get('/events.feed.json?lang=fr')
      const read = typeof json.body === 'string' ? JSON.parse(json.body) : json.body
      expect(read).toMatchObject({
        language: 'fr',
        items: expect.arrayContaining([expect.objectContaining({ title: 'Bal' })]),
      })
    })

    it.each([
      ['', ''],
      ['//fr/cal/events/v1', ''],
      ['', '?lang=fr'],
      ['//fr/cal/events/v1', '?lang=de'],
    ])('changes nothing by an import at %s of its own calendar %s', async (root, query) => {
      const before = await service.get('/events?translations=all')
      const text = (await service.get(`${root}/events.ics${query}`)).body
      const { status, body } = await service.ask('POST', `${root}/import`, text, {
        'content-type': 'text/calendar',
      })
      expect([status, body]).toEqual([200, expect.objectContaining({ created: 0, updated: 0 })])
      expect((await service.get('/events?translations=all')).body).toEqual(before.body)
      for (const path of ['/venues', '/organizers', '/categories', '/tags'])
        expect([path, (await service.get(path)).body.total]).toEqual([path, 1])
    })
  })

  describe(`feeds in one language on ${name}`, () => {
    it('names no language', async () => {
      const service = await testService(name)
      await service.post('/events', anEvent())
      for (const path of ['/events.ics', '/events.rss', '/events.atom'])
        expect((await service.get(path)).body).not.toMatch(/LANGUAGE=|<language>|xml:lang/)
      await service.close()
    })
  })
}
