import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { csvRows } from '../support/inside/formats.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

type Headers = Record<string, string>

const env = { FASTI_CONTENT_LANGUAGES: 'de,fr,it', FASTI_LANGUAGE: 'de' }
const parts = ['title', 'description', 'excerpt', 'state']

for (const { name } of anyDialects())
  describe(`files of lists in several languages on ${name}`, () => {
    let service: TestService
    let admin: Headers
    beforeAll(async () => {
      service = await testService(name, env)
      admin = (await service.user('administrator', 'ada')).headers
      const made = async (more: Json) => {
        const { status, body } = await service.post('/events', anEvent(more), admin)
        expect([status, body]).toEqual([201, expect.anything()])
        return body.id
      }
      await service.post('/categories', { name: 'Fest', translations: { fr: { name: 'Fête' } } }, admin)
      const hall = { fr: { venue: 'Salle' }, it: { venue: 'Sala', state: 'draft' } }
      await service.post('/venues', { venue: 'Halle', translations: hall }, admin)
      const club = { organizer: 'Cercle', language: 'fr', translations: { de: { organizer: 'Verein' } } }
      await service.post('/organizers', club, admin)
      await made({
        venue: 1,
        organizer: 1,
        title: 'Markt',
        description: '<p>Alles</p>',
        categories: ['Fest'],
        translations: {
          fr: { title: 'Marché', description: '<p>Tout,\n"frais"</p>' },
          it: { title: '=Mercato', state: 'draft' },
        },
      })
      await made({ title: 'Cirque', language: 'fr', translations: { de: { title: 'Zirkus' } } })
      await made({ title: 'Konzert' })
      const hidden = { fr: { title: 'Gala', description: 'Caché', excerpt: 'Caché' } }
      const gala = await made({ title: 'Galaabend', status: 'draft', translations: hidden })
      await service.patch(`/events/${gala}`, { password: 'sesame', status: 'publish' }, admin)
    })
    afterAll(() => service.close())

    const text = async (path: string, headers: Headers = {}) => {
      const { status, body } = await service.get(path, headers)
      expect([path, status]).toEqual([path, 200])
      return String(body)
    }
    const table = async (path: string, headers?: Headers) => {
      const [head = [], ...rows] = [...csvRows(await text(path, headers))].map(({ cells }) => cells)
      const row = (title: string) => {
        const cells = rows.find((one) => one[head.indexOf('title')] === title) ?? []
        return Object.fromEntries(head.map((column, at) => [column, cells[at]]))
      }
      return { head, row }
    }
    const lines = async (path: string, headers?: Headers): Promise<readonly Json[]> =>
      (await text(path, headers))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    const importInto = async (of: TestService, query: string, file: string, type: string, as: Headers) =>
      (await of.ask('POST', `/import${query}`, file, { ...as, 'content-type': type })).body

    it('§15 have columns of languages, with the texts that were written in each', async () => {
      const { head, row } = await table('/events.csv')
      const columns = ['de', 'fr', 'it'].flatMap((tag) => parts.map((part) => `${part}:${tag}`))
      expect(head.slice(head.indexOf('language'))).toEqual(['language', ...columns])
      expect(row('Markt')).toMatchObject({
        ...{ language: 'de', categories: 'Fest', description: '<p>Alles</p>' },
        ...{ 'title:fr': 'Marché', 'description:fr': '<p>Tout,\n"frais"</p>', 'state:fr': 'published' },
        ...{ 'title:de': '', 'state:de': '', 'excerpt:fr': '' },
      })
      expect(row('Cirque')).toMatchObject({ language: 'fr', 'title:de': 'Zirkus', 'state:fr': '' })
      expect(row('Konzert')).toMatchObject({ language: 'de', 'title:fr': '', 'state:fr': '' })
    })

    it('have the same texts below each language and by lang, which imports may not take for others', async () => {
      for (const path of ['/events.csv', '/events.jsonl']) {
        const own = await text(path)
        expect(await text(`${path}?lang=fr`)).toBe(own)
        expect(await text(`//fr/cal/events/v1${path}`)).toBe(own)
      }
      expect((await table('/events.csv?lang=fr&search=marche')).row('Markt').language).toBe('de')
      expect((await table('/events.csv?available_in=fr')).row('Konzert').language).toBeUndefined()
    })

    it('§15 show drafts only to those who may edit an event', async () => {
      const { headers } = await service.user('author', 'bea')
      for (const as of [{}, headers]) {
        expect((await table('/events.csv', as)).row('Markt')).toMatchObject({
          'title:it': '',
          'state:it': '',
        })
        for (const path of ['/events.csv', '/events.jsonl'])
          expect(await text(path, as)).not.toMatch(/Mercato|draft.*Markt/)
      }
      const { row } = await table('/events.csv', admin)
      expect(row('Markt')).toMatchObject({ 'title:it': '=Mercato', 'state:it': 'draft' })
      expect(await text('/events.csv', admin)).toContain(`,'=Mercato,`)
      expect((await lines('/events.jsonl', admin)).find(({ title }) => title === 'Markt')).toMatchObject({
        language: 'de',
        translations: { fr: { title: 'Marché' }, it: { title: '=Mercato', state: 'draft' } },
      })
    })

    it('§1.10 show of a protected event the titles alone', async () => {
      const { row } = await table('/events.csv')
      expect(row('Galaabend')).toMatchObject({ 'title:fr': 'Gala', 'description:fr': '', 'excerpt:fr': '' })
      for (const path of ['/events.csv', '/events.jsonl']) expect(await text(path)).not.toContain('Caché')
    })

    it('§15 carry the translations of places and organizers in JSON lines, drafts to those who may edit them', async () => {
      const market = async (as: Headers) =>
        (await lines('//fr/cal/events/v1/events.jsonl', as)).find(({ title }) => title === 'Markt')
      expect(await market({})).toMatchObject({
        venue: [{ venue: 'Halle', language: 'de', translations: { fr: { venue: 'Salle' } } }],
        organizer: [{ organizer: 'Cercle', language: 'fr', translations: { de: { organizer: 'Verein' } } }],
      })
      expect(JSON.stringify(await market({}))).not.toContain('Sala"')
      expect(JSON.stringify(await market(admin))).toContain('Sala"')
      const other = await testService(name, env)
      const { headers } = await other.user('administrator', 'eve')
      const file = await text('/events.jsonl?exclude=4', admin)
      await importInto(other, '', file, 'application/x-ndjson', headers)
      const shown = async (of: TestService, as: Headers) => {
        const { venues } = (await of.get('/venues?translations=all', as)).body
        const { organizers } = (await of.get('/organizers?translations=all', as)).body
        return [...venues, ...organizers].map(({ venue, organizer, languages, translations }: Json) => [
          ...[venue, organizer, languages],
          Object.entries(translations as Json).map(([tag, one]) => [
            tag,
            { ...(one as Json), modified_utc: '' },
          ]),
        ])
      }
      expect(await shown(other, headers)).toEqual(await shown(service, admin))
      await other.close()
    })

    it.each([
      ['/events.csv', 'text/csv'],
      ['/events.jsonl', 'application/x-ndjson'],
    ])('§15 make the same texts where another calendar imports %s', async (path, type) => {
      const other = await testService(name, env)
      const { headers } = await other.user('administrator', 'eve')
      const file = await text(`${path}?exclude=4`, admin)
      expect(await importInto(other, '', file, type, headers)).toMatchObject({ created: 3, refused: 0 })
      const texts = async (of: TestService, as: Headers) => {
        const { body } = await of.get('/events?translations=all&orderby=title&exclude=4', as)
        return body.events.map(({ title, language, languages, translations, categories }: Json) => [
          ...[title, language, languages, (categories as Json[]).map(({ name: shown }) => shown)],
          Object.entries(translations as Json).map(([tag, one]) => {
            const { modified_utc: _, ...known } = one as Json
            return [tag, known]
          }),
        ])
      }
      expect(await texts(other, headers)).toEqual(await texts(service, admin))
      const again = await importInto(other, '', file, type, headers)
      expect(again).toMatchObject({ created: 0, updated: 0, refused: 0 })
      await other.close()
    })

    it('change nothing by an import of the own table, in any language', async () => {
      const before = await service.get('/events?translations=all', admin)
      const file = await text('//fr/cal/events/v1/events.csv?exclude=4', admin)
      const read = await importInto(service, '', file, 'text/csv', admin)
      expect(read).toMatchObject({ created: 0, updated: 0, refused: 0 })
      expect((await service.get('/events?translations=all', admin)).body).toEqual(before.body)
    })

    it('have no columns of languages on a site with one', async () => {
      const single = await testService(name)
      await single.post('/events', anEvent())
      expect((await single.get('/events.csv')).body).not.toMatch(/language|title:/)
      expect((await single.get('/events.jsonl')).body).not.toMatch(/"language"|"translations"/)
      await single.close()
    })
  })
