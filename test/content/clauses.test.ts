/** Sentences about content in several languages (contract §15), one by one, that no other file here holds. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pluginService, TEC, TRIBE, WP } from '../compatibility/plugin.ts'
import { dialects } from '../support/dialects.ts'
import { contentLanguageMatchingTag } from '../support/inside/domain.ts'
import { readConfig } from '../support/inside/service.ts'
import { type Receiver, receiver } from '../support/receiver.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'
import { aSubmission, easilySolved } from '../support/submitting.ts'

const env = { FASTI_CONTENT_LANGUAGES: 'de,fr', FASTI_LANGUAGE: 'de' }
const french = '//fr/cal/events/v1'

describe('the languages of content', () => {
  const configured = (FASTI_CONTENT_LANGUAGES: string) => () =>
    readConfig({ FASTI_CONTENT_LANGUAGES, FASTI_LANGUAGE: 'de' })

  it.each(['!', 'de,', ',', 'de fr', 'de,_', 'de,x', 'de;fr', 'x'.repeat(36), `de,${'a'.repeat(9)}`])(
    '§15 stop the start where %j is no list of tags',
    (text) => {
      expect(configured(text)).toThrow(/FASTI_CONTENT_LANGUAGES/)
    },
  )

  it('§15 are at most forty, each once, without regard to case', () => {
    const many = Array.from(
      { length: 41 },
      (_, at) => `q${String.fromCharCode(97 + (at % 26))}${at < 26 ? 'a' : 'b'}`,
    )
    expect(configured(many.join())).toThrow(/FASTI_CONTENT_LANGUAGES/)
    expect(configured(many.slice(1).join())().contentLanguages).toHaveLength(40)
    expect(configured('DE, fr-ch,de')().contentLanguages).toEqual(['de', 'fr-CH'])
    expect(readConfig({ FASTI_LANGUAGE: 'pt-br' }).contentLanguages).toEqual(['pt-BR'])
  })

  it('§15 are matched by name, else by the longest that the tag begins with, else by the first that begins with it', () => {
    const matched = (tag: string) =>
      contentLanguageMatchingTag(tag, ['de', 'zh', 'zh-Hant', 'pt-BR', 'pt-PT'])
    expect(['ZH-HANT', 'zh-Hant-TW', 'zh-TW', 'pt', 'PT-pt', 'it', 'd', 'de-'].map(matched)).toEqual([
      ...['zh-Hant', 'zh-Hant', 'zh', 'pt-BR', 'pt-PT', undefined, undefined, 'de'],
    ])
  })
})

for (const dialect of dialects) {
  describe(`content in several languages on ${dialect.name}`, () => {
    let service: TestService
    let host: Receiver
    let admin: Record<string, string>
    beforeAll(async () => {
      host = await receiver()
      const more = { FASTI_WEBHOOK_HOSTS: host.host, FASTI_SUBMISSIONS: 'open' }
      service = await testService(dialect.name, { ...env, ...more })
      admin = (await service.user('administrator', 'ada')).headers
    })
    afterAll(async () => {
      await service.close()
      await host.close()
    })

    const made = async (path: string, body: Json): Promise<Json & { readonly id: number }> => {
      const answer = await service.post(path, body, admin)
      expect([path, answer.status, answer.body]).toEqual([path, 201, expect.anything()])
      return answer.body
    }
    const event = async (more: Json = {}) =>
      (await made('/events', anEvent({ title: 'Markt', translations: { fr: { title: 'Marché' } }, ...more })))
        .id
    const read = async (path: string): Promise<Json> => (await service.get(path, admin)).body
    const changed = async (path: string, body: Json) => {
      const { status, body: answer } = await service.patch(path, body, admin)
      return status === 200 ? answer : Object.keys(answer.data.params)
    }

    it('§15 lang counts before the root, and both match beyond the name', async () => {
      const id = await event()
      const titles = await Promise.all(
        [
          ...[`${french}/events/${id}?lang=de`, `${french}/events/${id}?lang=FR-be`],
          ...[`//it/cal/events/v1/events/${id}`, `//it/cal/events/v1/events/${id}?lang=fr`],
        ].map(async (path) => (await read(path)).title),
      )
      expect(titles).toEqual(['Markt', 'Marché', 'Markt', 'Marché'])
      const events = await read(`${french}/events?lang=de&include=${id}`)
      expect(events).toMatchObject({ events: [{ title: 'Markt', language: 'de' }] })
    })

    it('§15 gives each language an ETag of its own, by which it is fetched again', async () => {
      const id = await event()
      const paths = [`/events/${id}`, `/events/${id}?lang=fr`, `${french}/events/${id}`]
      for (const path of paths) {
        const { etag = '' } = (await service.get(path)).headers
        for (const other of paths) {
          const { status } = await service.get(other, { 'if-none-match': etag })
          expect([path, other, status]).toEqual([path, other, path === other ? 304 : 200])
        }
      }
    })

    it('§15 leaves translations that come back as they were shown as they are, outdated ones too', async () => {
      const id = await event()
      await changed(`/events/${id}`, { title: 'Großer Markt' })
      const shown = await read(`/events/${id}?translations=all`)
      service.at('2027-01-15T12:05:00Z')
      await changed(`/events/${id}`, { translations: shown.translations, excerpt: 'Kurz' })
      expect(await read(`/events/${id}?translations=all`)).toMatchObject({ translations: shown.translations })
      const facts = shown.translations as Record<string, Json>
      await changed(`/events/${id}`, { translations: { fr: { ...facts.fr, modified_utc: undefined } } })
      expect(await read(`/events/${id}?translations=all`)).toMatchObject({
        translations: { fr: { is_outdated: false, modified_utc: '2027-01-15 12:05:00' } },
      })
    })

    it('§15 takes the language of a translation that the same write removes, even where it is the one shown', async () => {
      const id = await event()
      const gone = { language: 'fr', translations: { fr: null } }
      expect(await changed(`/events/${id}?lang=fr`, gone)).toMatchObject({
        language: 'fr',
        languages: ['fr'],
      })
      expect(await changed(`/events/${id}`, { language: 'it' })).toEqual(['language'])
      expect(await changed(`/events/${id}`, { translations: { fr: { title: 'x' } } })).toEqual([
        'translations',
      ])
    })

    it.each([
      ['venues', 'venue'],
      ['organizers', 'organizer'],
      ['categories', 'name'],
      ['tags', 'name'],
      ['groups', 'name'],
    ])('§15 has languages and translations of %s as of events', async (collection, field) => {
      const both = {
        [field]: `Eins ${collection}`,
        translations: { fr: { [field]: 'Un', description: '<p>Oui</p>' } },
      }
      const one = await made(`/${collection}`, both)
      const path = `/${collection}/${one.id}`
      expect(one).toMatchObject({ [field]: `Eins ${collection}`, language: 'de', languages: ['de', 'fr'] })
      expect(await read(`${path}?lang=fr`)).toMatchObject({ [field]: 'Un', language: 'fr' })
      await changed(path, { [field]: `Zwei ${collection}` })
      expect(await read(`${path}?translations=all`)).toMatchObject({
        translations: { fr: { is_outdated: true } },
      })
      expect(await changed(path, { translations: { it: { [field]: 'Uno' } } })).toEqual(['translations'])
      expect(await changed(path, { translations: { fr: { [field]: 'x'.repeat(501) } } })).toEqual([
        `translations.fr.${field}`,
      ])
      await changed(path, { translations: { fr: null } })
      expect(await read(`${french}${path}`)).toMatchObject({ language: 'de', languages: ['de'] })
    })

    it('§15 sorts by own titles and names, looks terms up by them, and counts the same in each language', async () => {
      const ids = [
        await event({ title: 'Aal', translations: { fr: { title: 'Zut' } }, categories: ['Rummel'] }),
        await event({ title: 'Zoo', translations: { fr: { title: 'Ane' } } }),
      ]
      const category = (await read('/categories?search=rummel')) as { readonly categories: readonly Json[] }
      await changed(`/categories/${category.categories[0]?.id}`, {
        translations: { fr: { name: 'Kermesse' } },
      })
      const titles = async (query: string) => {
        const { events, total } = await read(`/events?include=${ids}&orderby=title&${query}`)
        return [total, ...(events as readonly Json[]).map(({ title }) => title)]
      }
      expect(await titles('')).toEqual([2, 'Aal', 'Zoo'])
      expect(await titles('lang=fr')).toEqual([2, 'Zut', 'Ane'])
      expect(await titles('lang=fr&categories=rummel')).toEqual([1, 'Zut'])
      const named = await made(`/events?lang=fr`, anEvent({ categories: ['Kermesse', 'Rummel'] }))
      const categories = named.categories as readonly Json[]
      expect(categories.map(({ slug, id }) => [slug, id === category.categories[0]?.id])).toEqual([
        ['kermesse', false],
        ['rummel', true],
      ])
    })

    it('§15 tells webhooks in the language of the default root, with translations, and of what becomes outdated', async () => {
      const { id: hook } = await made('/webhooks', {
        url: host.url,
        types: ['event.updated', 'event.created'],
      })
      const id = await event({ translations: { fr: { title: 'Marché' } } })
      await service.webhooks.deliver()
      await service.patch(`${french}/events/${id}`, { title: 'Großer Markt' }, admin)
      await service.webhooks.deliver()
      const told = host.received.filter(({ body }) => body.data.id === id).map(({ body }) => body)
      expect(told.map(({ type, data }) => [type, data.title, data.language, data.translations.fr])).toEqual([
        ['event.created', 'Markt', 'de', expect.objectContaining({ title: 'Marché', is_outdated: false })],
        [
          'event.updated',
          'Großer Markt',
          'de',
          expect.objectContaining({ title: 'Marché', is_outdated: true }),
        ],
      ])
      await service.remove(`/webhooks/${hook}`, admin)
    })

    it('§15 takes no translations of submissions', async () => {
      const sent = aSubmission({
        title: 'Eingesandt',
        translations: { fr: { title: 'Envoyé' } },
        language: 'fr',
        proof: await easilySolved(service),
      })
      const { status } = await service.post('/submissions', sent)
      const { events } = await read('/events?status=any&search=eingesandt&translations=all')
      expect([
        status,
        (events as readonly Json[]).map(({ language, translations }) => [language, translations]),
      ]).toEqual(status === 400 ? [400, []] : [status, [['de', {}]]])
    })

    it('§15 keeps a language that is taken from the list, but does not show it', async () => {
      const { url, drop } = await dialect.freshUrl()
      const on = (languages: string) =>
        testService(dialect.name, { ...env, FASTI_CONTENT_LANGUAGES: languages, DATABASE_URL: url })
      let one = await on('de,fr,it')
      const translations = { fr: { title: 'Marché' }, it: { title: 'Mercato' } }
      const { body } = await one.post('/events', anEvent({ title: 'Markt', translations }))
      const own = (await one.post('/events', anEvent({ title: 'Fête', language: 'fr' }))).body
      await one.close()
      one = await on('de,it')
      const shown = (await one.get(`/events/${body.id}?translations=all`)).body
      expect([shown.languages, Object.keys(shown.translations)]).toEqual([['de', 'it'], ['it']])
      expect((await one.get(`/events/${body.id}?lang=fr`)).status).toBe(400)
      expect((await one.get(`${french}/events/${body.id}`)).body.title).toBe('Markt')
      expect((await one.get(`/events/${own.id}`)).body).toMatchObject({ title: 'Fête', language: 'de' })
      expect((await one.get('/events?search=marche&lang=it')).body.total).toBe(0)
      await one.patch(`/events/${body.id}`, { translations: { it: { title: 'Fiera' } } })
      await one.close()
      // The language that was never sent follows the site's.
      one = await on('it,de,fr')
      expect((await one.get(`/events/${body.id}`)).body).toMatchObject({ title: 'Markt', language: 'it' })
      expect((await one.get(`/events/${own.id}`)).body).toMatchObject({ title: 'Fête', language: 'fr' })
      expect((await one.get(`${french}/events/${body.id}`)).body).toMatchObject({
        title: 'Marché',
        language: 'fr',
      })
      await one.close()
      await drop()
    })
  })

  describe(`translations in other dialects on ${dialect.name}`, () => {
    it('§12, §15 routes of an alias show the language of the site or of lang, and no draft', async () => {
      const service = await pluginService(dialect.name, env)
      const translations = { fr: { title: 'Marché' } }
      await service.post('/events', anEvent({ title: 'Markt', translations }))
      await service.post(
        '/events',
        anEvent({ title: 'Fest', translations: { fr: { title: 'Zebra', state: 'draft' } } }),
      )
      await service.post('/events', anEvent({ title: 'Cirque', language: 'fr' }))
      const titles = async (path: string) => {
        const text = JSON.stringify((await service.host('GET', path)).body)
        return ['Markt', 'Marché', 'Fest', 'Zebra', 'Cirque'].filter((one) => text.includes(one))
      }
      for (const path of [`${TRIBE}/events`, `${TEC}/events`]) {
        expect([path, await titles(path)]).toEqual([path, ['Markt', 'Fest', 'Cirque']])
        expect([path, await titles(`${path}?lang=fr`)]).toEqual([path, ['Marché', 'Fest', 'Cirque']])
      }
      const single = `${WP}/tribe_events/1`
      expect([await titles(single), await titles(`${single}?lang=fr`)]).toEqual([['Markt'], ['Marché']])
      await service.close()
    })
  })
}
