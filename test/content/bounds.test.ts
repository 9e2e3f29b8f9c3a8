import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { moment } from '../support/importing.ts'
import { exportedCalendarChunks, makeRootPartForSiteLanguage } from '../support/inside/formats.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'
import { type TranslationServer, translationServer } from '../support/translation-server.ts'

const letters = 'abcdefghijklmnopqrstuvwxyz'
/** 40 tags: real ones, and others that no registry has. */
const tags = [
  'de',
  'fr',
  'ar',
  'pt-BR',
  ...[...letters].map((one) => `q${one}a`),
  ...[...'abcdefghij'].map((one) => `q${one}b`),
]
type Headers = Record<string, string>

for (const { name } of dialects)
  describe(`the bounds of translations on ${name}`, () => {
    let service: TestService
    let server: TranslationServer
    let editor: Headers
    let author: Headers

    beforeAll(async () => {
      server = await translationServer()
      service = await testService(name, {
        FASTI_CONTENT_LANGUAGES: tags.join(),
        FASTI_LANGUAGE: 'de',
        FASTI_TRANSLATE_URL: server.url,
      })
      editor = (await service.user('editor', 'eve')).headers
      author = (await service.user('author', 'bob')).headers
    })
    afterAll(async () => {
      await service.close()
      await server.close()
    })

    const made = async (more: Json, as = editor) => {
      const { status, body } = await service.post('/events', anEvent(more), as)
      expect([status, body]).toEqual([201, expect.anything()])
      return body
    }

    it('keeps forty languages with the longest titles and long texts, each readable and found', async () => {
      const { id } = await made({ title: 'Markt' })
      const others = tags.slice(1)
      for (const tag of others) {
        const texts = {
          title: `${tag} `.padEnd(500, 'ж'),
          description: `<p>${'wort '.repeat(8000)}einzig${tag}</p>`,
        }
        expect(
          (await service.patch(`/events/${id}`, { translations: { [tag]: texts } }, editor)).status,
        ).toBe(200)
      }
      const tooLong = { translations: { fr: { title: 'x'.repeat(501) } } }
      expect((await service.patch(`/events/${id}`, tooLong, editor)).status).toBe(400)
      const { body } = await service.get(`/events/${id}?translations=all`)
      expect([body.languages.length, Object.keys(body.translations)]).toEqual([40, [...others].sort()])
      for (const tag of ['ar', 'pt-BR', 'qjb']) {
        const found = (await service.get(`/events?lang=${tag}&search=einzig${tag}`)).body
        expect([tag, found.total, found.events[0]?.title.startsWith(tag)]).toEqual([tag, 1, true])
        const other = (await service.get(`/events?lang=fr&search=einzig${tag}`)).body
        expect([tag, other.total]).toEqual([tag, 0])
      }
    })

    it('lets two translators write two languages, and refuses the version that one of them did not see', async () => {
      const { id } = await made({ title: 'Markt' })
      const { headers } = await service.get(`/events/${id}`, editor)
      const write = (tag: string, more: Headers = {}) =>
        service.patch(
          `/events/${id}`,
          { translations: { [tag]: { title: `in ${tag}` } } },
          { ...editor, ...more },
        )
      const seen = { 'if-match': String(headers.etag) }
      const both = await Promise.all([write('fr', seen), write('ar', seen)])
      expect(both.map(({ status }) => status).sort()).toEqual([200, 412])
      await Promise.all([write('fr'), write('ar'), write('pt-BR')])
      const { languages } = (await service.get(`/events/${id}`)).body
      expect(languages).toEqual(['de', 'fr', 'ar', 'pt-BR'])
      expect(
        (await service.post(`/events/${id}/translate`, { language: 'qaa' }, { ...editor, ...seen })).status,
      ).toBe(412)
    })

    it('keeps texts from right to left with their marks, and names their language', async () => {
      const title = 'سوق \u2067السبت\u2069 2027'
      const { id } = await made({ title: 'Markt', translations: { ar: { title } } })
      const { body, headers } = await service.get(`/events/${id}?lang=ar-EG`)
      expect([body.title, body.language, headers['content-language']]).toEqual([title, 'ar', 'ar'])
      expect(String((await service.get(`/events/${id}.ics?lang=ar`)).body)).toContain(
        `SUMMARY;LANGUAGE=ar:${title}`,
      )
    })

    it('refuses tags that are none, and languages that it does not have, wherever they may stand', async () => {
      const { id } = await made({ title: 'Markt' })
      const bad = ['!', 'de_AT', 'x'.repeat(36), '__proto__', 'constructor', 'es', '../fr', 'fr,ar']
      for (const tag of bad) {
        const asked = encodeURIComponent(tag)
        const statuses = [
          (await service.get(`/events?lang=${asked}`)).status,
          (await service.get(`/translations?language=${asked}`, editor)).status,
          (await service.patch(`/events/${id}`, { language: tag }, editor)).status,
          (await service.post(`/events/${id}/translate`, { language: tag }, editor)).status,
          (
            await service.patch(
              `/events/${id}`,
              JSON.parse(`{"translations":{${JSON.stringify(tag)}:{"title":"x"}}}`),
              editor,
            )
          ).status,
        ]
        expect([tag, statuses]).toEqual([tag, [400, 400, 400, 400, 400]])
      }
      expect((await service.get(`/events/${id}?translations=all`)).body.translations).toEqual({})
    })

    it('does not tell of drafts by the own fields of an occurrence', async () => {
      const { series } = await made({ title: 'Markt', recurrence: 'FREQ=WEEKLY;COUNT=3' })
      const { events } = (await service.get(`/events?series=${series.id}`)).body
      const { id } = events[1]
      const translations = { fr: { title: 'Foire' }, ar: { title: 'Souk', state: 'draft' } }
      await service.patch(`/events/${id}`, { translations }, editor)
      const own = async (headers: Headers) =>
        (await service.get(`/events/${id}`, headers)).body.series.own_fields
      expect(await own(editor)).toContain('translations.ar.title')
      for (const headers of [{}, author]) {
        const fields = await own(headers)
        expect(fields).toContain('translations.fr.title')
        expect(fields.filter((field: string) => field.includes('.ar.'))).toEqual([])
      }
      const listed = (await service.get(`/events?series=${series.id}`)).body
      expect(JSON.stringify(listed)).not.toContain('translations.ar')
    })

    it('exports calendars whose texts name their languages, without drafts', async () => {
      await made({
        title: 'Basar',
        translations: { fr: { title: 'Bazar' }, ar: { title: 'Entwurf', state: 'draft' } },
      })
      await made({ title: 'Concert', language: 'fr', translations: { de: { title: 'Konzert' } } })
      let text = ''
      const languages = ['de', 'fr', 'ar'] as const
      const root = {
        base: 'http://127.0.0.1',
        url: 'http://127.0.0.1',
        namespace: 'v1',
        ...makeRootPartForSiteLanguage(languages),
      }
      for await (const piece of exportedCalendarChunks(service.store, { moment, root, title: 'Kalender' }))
        text += piece
      expect(text).toContain('SUMMARY;LANGUAGE=de:Basar')
      expect(text).toContain('SUMMARY;LANGUAGE=de:Konzert')
      expect(text).not.toContain('Entwurf')
    })

    it('gives assistants tools that list, save and draft translations, as far as their user may', async () => {
      const { id } = await made({ title: 'Flohmarkt' })
      const call = async (tool: string, args: Json, headers: Headers) => {
        const message = {
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: tool, arguments: args },
        }
        const { body } = await service.post('/mcp', message, {
          ...headers,
          accept: 'application/json, text/event-stream',
        })
        return body.result ?? body.error
      }
      const listed = await call(
        'list_translations',
        { language: 'qaa', resource: 'event', per_page: 50 },
        editor,
      )
      expect(JSON.stringify(listed)).toContain('Flohmarkt')
      await call('update_event', { id, translations: { fr: { title: 'Brocante' } } }, editor)
      const draft = await call('translate_event', { id, language: 'pt-BR' }, editor)
      expect(JSON.stringify(draft)).toContain('pt-BR: Flohmarkt')
      const { translations } = (await service.get(`/events/${id}?translations=all`, editor)).body
      expect(translations).toMatchObject({
        fr: { title: 'Brocante', state: 'published', origin: 'person' },
        'pt-BR': { title: 'pt-BR: Flohmarkt', state: 'draft', origin: 'machine' },
      })
      for (const headers of [{}, author])
        for (const [tool, args] of [
          ['list_translations', { language: 'qaa' }],
          ['translate_event', { id, language: 'qaa' }],
        ] as const) {
          const answer = JSON.stringify(await call(tool, args, headers))
          expect([tool, answer.includes('Flohmarkt')]).toEqual([tool, false])
        }
    })
  })
