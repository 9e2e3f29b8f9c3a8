import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

const env = { FASTI_CONTENT_LANGUAGES: 'de,fr', FASTI_LANGUAGE: 'de' }
const french = '//fr/cal/events/v1'

for (const { name } of dialects) {
  describe(`translations of events on ${name}`, () => {
    let service: TestService
    beforeAll(async () => {
      service = await testService(name, env)
    })
    afterAll(() => service.close())

    const created = async (args: Json = {}) => {
      const { status, body } = await service.post(
        '/events',
        anEvent({ title: 'Markt', translations: { fr: { title: 'Marché' } }, ...args }),
      )
      expect([status, body]).toEqual([201, expect.anything()])
      return body.id as number
    }
    const shown = async (path: string) => {
      const { title, language } = (await service.get(path)).body
      return [title, language]
    }
    const translationsOf = async (id: number) =>
      (await service.get(`/events/${id}?translations=all`)).body.translations

    it('§15 shows a new event in the language of the root or of lang, else in its own', async () => {
      const { body } = await service.post(
        '/events',
        anEvent({ title: 'Markt', translations: { fr: { title: 'Marché' } } }),
      )
      expect(body).toMatchObject({ title: 'Markt', language: 'de', languages: ['de', 'fr'] })
      expect(await shown(`${french}/events/${body.id}`)).toEqual(['Marché', 'fr'])
      expect(await shown(`/events/${body.id}?lang=fr`)).toEqual(['Marché', 'fr'])
      expect(await shown(`/events/${body.id}?lang=FR-ch`)).toEqual(['Marché', 'fr'])
      const refused = await service.get(`/events/${body.id}?lang=it`)
      expect([refused.status, Object.keys(refused.body.data.params)]).toEqual([400, ['lang']])
    })

    it('§15 marks translations as outdated when the item’s own texts change, and goes on showing them', async () => {
      const id = await created()
      await service.patch(`/events/${id}`, { title: 'Großer Markt' })
      expect(await translationsOf(id)).toEqual({
        fr: {
          title: 'Marché',
          state: 'published',
          is_outdated: true,
          origin: 'person',
          modified_utc: '2027-01-15 12:00:00',
        },
      })
      expect(await shown(`${french}/events/${id}`)).toEqual(['Marché', 'fr'])
      await service.patch(`/events/${id}`, { translations: { fr: {} } })
      expect((await translationsOf(id)).fr.is_outdated).toBe(false)
    })

    it('§15 removes a translation by null, and a text by null or ""', async () => {
      const id = await created({
        translations: { fr: { title: 'Marché', excerpt: 'Bref', description: 'x' } },
      })
      await service.patch(`/events/${id}`, { translations: { fr: { excerpt: '', description: null } } })
      expect(Object.keys((await translationsOf(id)).fr)).toEqual([
        'title',
        'state',
        'is_outdated',
        'origin',
        'modified_utc',
      ])
      await service.patch(`/events/${id}`, { translations: { fr: null } })
      expect(await shown(`${french}/events/${id}`)).toEqual(['Markt', 'de'])
      const { body } = await service.get(`/events/${id}`)
      expect(body.languages).toEqual(['de'])
    })

    it('leaves out a translation without a text, and changes nothing by null or {}', async () => {
      const id = await created()
      const { body } = await service.get(`/events/${id}`)
      for (const translations of [null, {}, []]) {
        const after = await service.patch(`/events/${id}`, { translations })
        expect([after.status, after.body.modified_utc]).toEqual([200, body.modified_utc])
      }
      const empty = await service.patch(`/events/${id}`, { translations: { fr: { title: '' } } })
      expect(empty.body.languages).toEqual(['de'])
    })

    it.each([
      [{ it: { title: 'Mercato' } }, 'translations'],
      [{ de: { title: 'Markt' } }, 'translations'],
      [{ 'not a tag': { title: 'x' } }, 'translations'],
      ['fr', 'translations'],
      [{ fr: 'Marché' }, 'translations.fr'],
      [{ fr: { title: 'x'.repeat(501) } }, 'translations.fr.title'],
      [{ fr: { title: { a: 1 } } }, 'translations.fr.title'],
      [{ fr: { title: 'x', state: 'secret' } }, 'translations.fr.state'],
    ])('refuses the translations %j', async (translations, param) => {
      const { status, body } = await service.post('/events', anEvent({ translations }))
      expect([status, Object.keys(body.data.params)]).toEqual([400, [param]])
    })

    it('cleans translations like the originals', async () => {
      const id = await created({
        translations: {
          FR: { title: ' <b>A</b> & B ', description: '<p onclick="x()">ok<script>1</script></p>' },
        },
      })
      expect(await translationsOf(id)).toMatchObject({ fr: { title: 'A & B', description: '<p>ok</p>' } })
    })

    it('shows each text in the language asked for, else of the site, else the item’s own', async () => {
      const id = await created({
        language: 'fr',
        title: 'Marché',
        excerpt: 'Bref',
        description: 'Long',
        translations: { de: { title: 'Markt', excerpt: 'Kurz' } },
      })
      const german = (await service.get(`/events/${id}`)).body
      expect(german).toMatchObject({ title: 'Markt', excerpt: 'Kurz', description: 'Long', language: 'de' })
      expect(german.languages).toEqual(['fr', 'de'])
      const own = (await service.get(`/events/${id}?lang=fr`)).body
      expect(own).toMatchObject({ title: 'Marché', excerpt: 'Bref', language: 'fr' })
    })

    it('shows drafts to those who may edit the item alone, and never as its texts', async () => {
      const id = await created({ translations: { fr: { title: 'Marché', state: 'draft' } } })
      expect(await shown(`${french}/events/${id}`)).toEqual(['Markt', 'de'])
      expect((await service.get(`/events/${id}`)).body.languages).toEqual(['de', 'fr'])
      await service.patch(`/events/${id}`, { translations: { fr: { state: 'published' } } })
      expect(await shown(`${french}/events/${id}`)).toEqual(['Marché', 'fr'])
    })

    it('never makes a write a translation by its root or lang', async () => {
      const id = await created()
      const { body } = await service.patch(`${french}/events/${id}`, { title: 'Grand marché' })
      expect(body).toMatchObject({ title: 'Marché', language: 'fr' })
      expect(await shown(`/events/${id}`)).toEqual(['Grand marché', 'de'])
    })

    it('counts texts and languages equal to those shown as absent', async () => {
      const id = await created({ excerpt: 'Kurz' })
      const { body } = await service.get(`/events/${id}?lang=fr&translations=all`)
      const { title, language, translations, excerpt } = body
      const after = await service.patch(`/events/${id}?lang=fr`, { title, language, translations, excerpt })
      expect([after.status, after.headers.etag?.split('-')[0]]).toEqual([200, '"v1'])
      expect(await shown(`/events/${id}`)).toEqual(['Markt', 'de'])
    })

    it('refuses a changed text beside the language of the translation that is shown', async () => {
      const id = await created()
      const edited = { title: 'Marché de Noël', language: 'fr' }
      const refused = await service.patch(`/events/${id}?lang=fr`, edited)
      expect([refused.status, Object.keys(refused.body.data.params)]).toEqual([400, ['language']])
    })

    it('changes the language of the original, if no translation has it or the write removes that', async () => {
      const id = await created()
      const refused = await service.patch(`/events/${id}`, { language: 'fr' })
      expect([refused.status, Object.keys(refused.body.data.params)]).toEqual([400, ['language']])
      const unknown = await service.patch(`/events/${id}`, { language: 'it' })
      expect(unknown.status).toBe(400)
      const { body } = await service.patch(`/events/${id}`, { language: 'fr', translations: { fr: null } })
      expect(body).toMatchObject({ title: 'Markt', language: 'fr', languages: ['fr'] })
    })

    it('keeps translations through If-Match, one version for all languages', async () => {
      const id = await created()
      const tag = async (path: string) => (await service.get(path)).headers.etag ?? ''
      const [german, other] = [await tag(`/events/${id}`), await tag(`/events/${id}?lang=fr`)]
      expect(german).not.toBe(other)
      const first = await service.patch(
        `/events/${id}`,
        { translations: { fr: { title: 'Un' } } },
        { 'if-match': other },
      )
      const second = await service.patch(
        `/events/${id}`,
        { translations: { fr: { title: 'Deux' } } },
        { 'if-match': german },
      )
      expect([first.status, second.status]).toEqual([200, 412])
    })

    it('names the content language of a response', async () => {
      const id = await created()
      const language = async (path: string) => (await service.get(path)).headers['content-language']
      expect(await language(`/events/${id}`)).toBe('de')
      expect(await language(`/events/${id}?lang=fr-CH`)).toBe('fr')
      expect(await language('//it/cal/events/v1/events')).toBe('de')
      expect(await language('//fr/cal/events/v1/events')).toBe('fr')
    })

    it('takes translations of forms', async () => {
      const { body } = await service.ask(
        'POST',
        '/events?translations=all',
        'title=Markt&start_date=2027-05-04+18:00&end_date=2027-05-04+20:00&translations[fr][title]=March%C3%A9',
        { 'content-type': 'application/x-www-form-urlencoded' },
      )
      expect(body.translations.fr.title).toBe('Marché')
    })

    it('names the content language also where a request is refused, before its body is read or afterwards', async () => {
      await service.user('administrator', 'root')
      const language = async (method: string, path: string, body?: unknown, headers = {}) => {
        const answer = await service.ask(method, path, body, headers)
        return [answer.status, answer.headers['content-language']]
      }
      const unknown = { authorization: 'Bearer unknown' }
      expect(await language('POST', '/events', {})).toEqual([401, 'de'])
      expect(await language('POST', '/events?lang=fr-CH', {})).toEqual([401, 'fr'])
      expect(await language('DELETE', '//fr/cal/events/v1/tags/1')).toEqual([401, 'fr'])
      expect(await language('GET', '//fr/cal/events/v1/webhooks')).toEqual([401, 'fr'])
      expect(await language('PATCH', '/tags/1?lang=fr', {}, unknown)).toEqual([401, 'fr'])
      expect(await language('GET', '/events?lang=xx')).toEqual([400, 'de'])
    })
  })

  describe(`content in one language on ${name}`, () => {
    let service: TestService
    beforeAll(async () => {
      service = await testService(name)
    })
    afterAll(() => service.close())

    it('shows the language of the site, takes it alone, and has no header', async () => {
      const { body } = await service.post('/events', anEvent())
      expect(body).toMatchObject({ language: 'en', languages: ['en'] })
      const german = await service.get(`//de/cal/events/v1/events/${body.id}`)
      expect([german.body.language, german.headers['content-language']]).toEqual(['en', undefined])
      expect((await service.get(`/events/${body.id}?lang=en-GB`)).status).toBe(200)
      expect((await service.get(`/events/${body.id}?lang=de`)).status).toBe(400)
    })
  })
}
