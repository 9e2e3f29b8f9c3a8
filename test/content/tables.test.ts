import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { importing, moment } from '../support/importing.ts'
import type { ContentLanguages } from '../support/inside/domain.ts'
import {
  exportedLines,
  exportedTableChunks,
  importJsonLinesFile,
  importTable,
  parseColumnMap,
} from '../support/inside/formats.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

const languages: ContentLanguages = ['de', 'fr', 'pt-BR']
const env = { FASTI_CONTENT_LANGUAGES: languages.join(), FASTI_LANGUAGE: 'de' }
const content = { languages, asked: 'de' }

async function joined(lines: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const line of lines) text += line
  return text
}

async function* bytesOf(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(text)
}

for (const { name } of anyDialects())
  describe(`files of translations on ${name}`, () => {
    let service: TestService
    let other: TestService
    beforeEach(async () => {
      service = await testService(name, env)
      other = await testService(name, env)
    })
    afterEach(async () => {
      await service.close()
      await other.close()
    })

    const setup = (of: TestService) => {
      const plain = importing(of)
      return importing(of, { caller: { ...plain.caller, content } })
    }
    const table = (of: TestService) => joined(exportedTableChunks(of.store, moment, languages))
    const load = (of: TestService, text: string, map = '') =>
      importTable(text, parseColumnMap(map), setup(of))
    const made = async (more: Json) => {
      const { status, body } = await service.post('/events', anEvent(more))
      expect([status, body]).toEqual([201, expect.anything()])
      return body
    }
    const fill = async () => {
      await made({
        title: 'Markt',
        description: '<p>Alles, "frisch"</p>',
        translations: {
          fr: { title: 'Marché', description: '<p>Tout,\n"frais"</p>', excerpt: 'Bref' },
          'pt-BR': { title: '=Feira', state: 'draft' },
        },
      })
      await made({ title: 'Ohne' })
      await made({ title: 'Concert', language: 'fr', translations: { de: { title: 'Konzert' } } })
      const weekly = {
        title: 'Woche',
        recurrence: 'FREQ=WEEKLY;COUNT=3',
        translations: { fr: { title: 'Semaine' } },
      }
      const { series } = await made(weekly)
      const { events } = (await service.get(`/events?series=${series.id}`)).body
      await service.patch(`/events/${events[1].id}`, {
        title: 'Fest',
        translations: { fr: { title: 'Fête' } },
      })
    }

    it('§15 gives the language and the texts of each other language columns, and loses none on the way', async () => {
      await fill()
      const first = await table(service)
      const head = first.split('\r\n')[0]?.split(',') ?? []
      expect(head.slice(head.indexOf('language'))).toEqual([
        'language',
        ...['de', 'fr', 'pt-BR'].flatMap((tag) =>
          ['title', 'description', 'excerpt', 'state'].map((one) => `${one}:${tag}`),
        ),
      ])
      const { created, refused, unknown } = await load(other, first)
      expect([created > 3, refused, unknown]).toEqual([true, 0, []])
      expect(await table(other)).toBe(first)
      expect(await load(other, first)).toMatchObject({ created: 0, updated: 0, refused: 0 })
      expect(await table(other)).toBe(first)
      expect((await other.get('/events?lang=fr&search=marche')).body.total).toBe(1)
      expect((await other.get('/events?lang=pt-BR&search=feira')).body.total).toBe(0)
    })

    it('changes, publishes and removes translations by a row, and lists columns of other languages', async () => {
      const { external_id: uid } = await made({
        title: 'Markt',
        translations: { fr: { title: 'Marché', state: 'draft' } },
      })
      const row = (head: string, cells: string) =>
        load(service, `uid,title,start_date,${head}\n${uid},Markt,2027-05-04 18:00:00,${cells}\n`)
      const french = async () => (await service.get('/events/1?translations=all')).body.translations.fr
      expect((await row('State:FR', 'published')).updated).toBe(1)
      expect(await french()).toMatchObject({ title: 'Marché', state: 'published' })
      expect((await row('title:fr', 'Foire')).updated).toBe(1)
      expect(await french()).toMatchObject({ title: 'Foire', state: 'published', origin: 'person' })
      expect((await row('title:fr', 'Foire')).unchanged).toBe(1)
      expect((await row('title:es,title:it', 'x,y')).unknown).toEqual(['title:es', 'title:it'])
      expect((await row('state:fr', 'done')).refusals).toMatchObject([{ line: 2 }])
      expect((await row('language', 'English')).refused).toBe(1)
      expect((await row('title:fr,state:fr', ',')).updated).toBe(1)
      expect(await french()).toBeUndefined()
      const named = `Nom,Quoi,start_date\nFeira,Markt 2,2027-05-05 10:00:00\n`
      expect((await load(service, named, 'Nom=title:pt-BR,Quoi=title')).created).toBe(1)
      expect((await service.get('/events?lang=pt-BR&orderby=id')).body.events[1].title).toBe('Feira')
    })

    it('makes what a row changes a person’s and up to date, and leaves the facts of all else as they are', async () => {
      await made({ title: 'Markt', translations: { fr: { title: 'Marché' }, 'pt-BR': { title: 'Feira' } } })
      const exported = await joined(
        exportedLines(service.store, { moment, globalId: importing(service).globalId }),
      )
      await importJsonLinesFile(
        bytesOf(exported.replaceAll('"origin":"person"', '"origin":"machine"')),
        setup(other),
      )
      const facts = async (of: TestService) => {
        const { translations } = (await of.get('/events/1?translations=all')).body
        return ['fr', 'pt-BR'].map((tag) => [translations[tag].origin, translations[tag].is_outdated])
      }
      const row = async (cells: string) => {
        const { external_id: uid } = (await other.get('/events/1')).body
        const head = 'uid,title,start_date,title:fr,state:fr,title:pt-BR'
        const text = `${head}\n${uid},${cells}\n`
        expect(await load(other, text)).toMatchObject({ created: 0, refused: 0 })
      }
      const date = '2027-05-04 18:00:00'
      await row(`Markt,${date},Marché,published,Feira`)
      expect(await facts(other)).toEqual(Array(2).fill(['machine', false]))
      await row(`Großer Markt,${date},Marché,published,Feira`)
      expect(await facts(other)).toEqual(Array(2).fill(['machine', true]))
      await row(`Großer Markt,${date},Grand marché,published,Feira`)
      expect(await facts(other)).toEqual([
        ['person', false],
        ['machine', true],
      ])
      await row(`Jahrmarkt,${date},Foire,published,Feira`)
      expect(await facts(other)).toEqual([
        ['person', false],
        ['machine', true],
      ])
      const third = await testService(name, env)
      await load(third, await table(other))
      expect(await facts(third)).toEqual(Array(2).fill(['person', false]))
      await third.close()
    })

    it('has no such columns on a site with one language, which ignores those of others', async () => {
      await made({ title: 'Markt', translations: { fr: { title: 'Marché' } } })
      const single = await testService(name)
      const text = await table(service)
      const { refused, unknown } = await importTable(text, new Map(), importing(single))
      expect([refused, unknown.includes('language'), unknown.includes('title:fr')]).toEqual([0, true, true])
      expect(await joined(exportedTableChunks(single.store, moment))).not.toContain('language')
      await single.close()
    })

    it('§15 carries all translations of all resources in JSON lines, byte by byte', async () => {
      await fill()
      const both = (field: string) => ({
        fr: { [field]: 'Zut', description: '<p>Oui</p>' },
        'pt-BR': { [field]: 'Ó', state: 'draft' },
      })
      const sent: [string, Json][] = [
        ['/venues', { venue: 'Halle', translations: both('venue') }],
        ['/organizers', { organizer: 'Verein', language: 'fr', translations: { de: { organizer: 'Club' } } }],
        ['/categories', { name: 'Fest', translations: both('name') }],
        ['/tags', { name: 'Essen', translations: both('name') }],
        ['/groups', { name: 'Jugend', translations: both('name') }],
      ]
      for (const [path, body] of sent)
        expect([path, (await service.post(path, body)).status]).toEqual([path, 201])
      // An outdated one, and one by hand of the same second, come back as they are.
      await service.patch('/venues/1', { venue: 'Große Halle' })
      const lines = (of: TestService) =>
        joined(exportedLines(of.store, { moment, globalId: importing(of).globalId }))
      const first = await lines(service)
      expect(first).toContain('"is_outdated":true')
      const { refused } = await importJsonLinesFile(bytesOf(first), setup(other))
      expect(refused).toBe(0)
      expect(await lines(other)).toBe(first)
      await importJsonLinesFile(bytesOf(first), setup(other))
      expect(await lines(other)).toBe(first)
    })
  })
