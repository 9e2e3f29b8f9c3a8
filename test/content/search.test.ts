import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects, type FreshDatabase } from '../support/dialects.ts'
import { databaseFaults } from '../support/inside/store.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

const env = { FASTI_CONTENT_LANGUAGES: 'de,fr,it', FASTI_LANGUAGE: 'de' }
const languages = ['de', 'fr', 'it'] as const

for (const { name, freshUrl } of dialects)
  describe(`searches in several languages on ${name}`, () => {
    let database: FreshDatabase
    let service: TestService
    let admin: Record<string, string>
    let market = 0
    const long = `${'wort '.repeat(1000)}ende`

    beforeAll(async () => {
      database = await freshUrl()
      service = await testService(name, { ...env, DATABASE_URL: database.url })
      admin = (await service.user('administrator', 'ada')).headers
      const made = async (path: string, body: Json) => {
        const answer = await service.post(path, body, admin)
        expect([path, answer.status, answer.body]).toEqual([path, 201, expect.anything()])
        return answer.body.id
      }
      // More events than those whose texts are searched one by one: the others are found by the index.
      await made('/events', anEvent({ title: 'Dusseldorf', recurrence: 'FREQ=DAILY;COUNT=320' }))
      await made('/venues', {
        venue: 'Rathaus',
        translations: {
          fr: { venue: 'Mairie', description: '<p>Au <b>centre</b></p>' },
          it: { venue: 'Municipio', state: 'draft' },
        },
      })
      await made('/organizers', { organizer: 'Verein', translations: { fr: { organizer: 'Société' } } })
      await made('/categories', { name: 'Fest', translations: { fr: { name: 'Kermesse' } } })
      await made('/tags', {
        name: 'Essen',
        translations: { fr: { name: 'Repas', description: 'Gastronomie' } },
      })
      await made('/groups', { name: 'Jugend', translations: { fr: { name: 'Jeunesse' } } })
      market = await made('/events', {
        ...anEvent({ title: 'Markt', description: '<p>Frisches Gemüse</p>' }),
        ...{ venue: 1, organizer: 1, categories: [1], tags: [1] },
        translations: {
          fr: { title: 'Marché', description: '<p>Légumes <i>frais</i></p>' },
          it: { title: 'Mercato', state: 'draft' },
        },
      })
      // Its own language is Italian: in French it is shown in German where the French text is missing.
      await made('/events', {
        ...anEvent({ title: 'Concerto', description: 'Musica antica', language: 'it' }),
        translations: { de: { title: 'Konzert', description: 'Alte Musik' }, fr: { title: 'Concert' } },
      })
      await made(
        '/events',
        anEvent({ title: 'Lesung', description: long, translations: { fr: { title: 'Lecture' } } }),
      )
      const secret = await made('/events', {
        ...anEvent({ title: 'Geheim', description: 'Versteckt' }),
        translations: { fr: { title: 'Secret', description: 'Cachette' } },
      })
      await service.patch(`/events/${secret}`, { password: 'sesame' }, admin)
      await made(
        '/events',
        anEvent({
          title: 'Woche',
          recurrence: 'FREQ=WEEKLY;COUNT=3',
          translations: { fr: { title: 'Semaine' }, it: { title: 'Settimana' } },
        }),
      )
    })
    afterAll(async () => {
      await service.close()
      await database.drop()
    })

    const found = async (path: string, search: string, more = '') => {
      const totals: Record<string, number> = {}
      for (const lang of languages) {
        const { status, body } = await service.get(
          `/${path}?search=${encodeURIComponent(search)}&lang=${lang}${more}`,
        )
        totals[lang] = status === 200 ? body.total : -status
      }
      return totals
    }
    const everywhere = (total: number) => ({ de: total, fr: total, it: total })
    const only = (lang: string, total = 1) => ({ ...everywhere(0), [lang]: total })

    it('§15 finds words of the language asked and of the item’s own texts, and of no other', async () => {
      expect(await found('events', 'Markt')).toEqual(everywhere(1))
      expect(await found('events', 'marche')).toEqual(only('fr'))
      expect(await found('events', 'legumes')).toEqual(only('fr'))
      expect(await found('events', 'mercato')).toEqual(everywhere(0))
      expect(await found('events', 'concerto')).toEqual(everywhere(1))
      expect(await found('events', 'konzert')).toEqual(only('de'))
      expect(await found('events', 'semaine')).toEqual(only('fr', 3))
      expect(await found('events', 'settimana')).toEqual(only('it', 3))
    })

    it('finds the text of the site’s language where that is shown for want of the one asked', async () => {
      expect(await found('events', 'alte musik')).toEqual({ de: 1, fr: 1, it: 0 })
      expect(await found('events', 'musica antica')).toEqual(everywhere(1))
    })

    it('finds words some of which are in the translation, leaves out excluded ones, and finds short ones', async () => {
      expect(await found('events', 'marche gemuse')).toEqual(only('fr'))
      expect(await found('events', 'lecture ende')).toEqual(only('fr'))
      expect(await found('events', 'gemuse -legumes')).toEqual({ de: 1, fr: 0, it: 1 })
      expect(await found('events', 'ru')).toEqual(everywhere(0))
      expect(await found('events', 'gu fr')).toEqual(only('fr'))
      expect(await found('events', '"marché"')).toEqual(only('fr'))
      expect(await found('events', "%' or 1=1")).toEqual(everywhere(0))
    })

    it('searches fields, names and by relevance in the language asked', async () => {
      const inFields = '&search_in=title,text,venue,organizer,terms'
      for (const word of ['mairie', 'societe', 'kermesse', 'repas'])
        expect([word, await found('events', word, inFields)]).toEqual([word, only('fr')])
      expect(await found('events', 'legumes', '&search_in=title')).toEqual(everywhere(0))
      expect(await found('events', 'legumes', '&search_in=text')).toEqual(only('fr'))
      expect(await found('events', 'marche', '&search_in=text')).toEqual(everywhere(0))
      expect(await found('events', 'municipio', inFields)).toEqual(everywhere(0))
      expect(await found('events', 'marche', '&orderby=relevance')).toEqual(only('fr'))
    })

    it('forgives a wrong letter in the language asked alone', async () => {
      const forgiving = '&search_in=title,text,venue,organizer,terms&orderby=relevance'
      for (const [word, total] of [
        ['marchw', 1],
        ['kermezse', 1],
        ['semaime', 3],
      ] as const)
        expect([word, await found('events', word, forgiving)]).toEqual([word, only('fr', total)])
    })

    it('§15 searches venues, organizers, terms, groups and series so', async () => {
      expect(await found('venues', 'mairie')).toEqual(only('fr'))
      expect(await found('venues', 'centre')).toEqual(only('fr'))
      expect(await found('venues', 'rathaus')).toEqual(everywhere(1))
      expect(await found('venues', 'municipio')).toEqual(everywhere(0))
      expect(await found('organizers', 'societe')).toEqual(only('fr'))
      expect(await found('categories', 'kermesse')).toEqual(only('fr'))
      expect(await found('tags', 'gastronomie')).toEqual(only('fr'))
      expect(await found('groups', 'jeunesse')).toEqual(only('fr'))
      expect(await found('series', 'semaine')).toEqual(only('fr'))
    })

    it('§15 finds a protected event by the title shown alone', async () => {
      expect(await found('events', 'secret')).toEqual(only('fr'))
      expect(await found('events', 'cachette')).toEqual(everywhere(0))
      expect(await found('events', 'cachette', '&orderby=relevance')).toEqual(everywhere(0))
    })

    it('follows the translations as they change, and leaves no text behind', async () => {
      const change = async (translations: Json) => service.patch(`/events/${market}`, { translations }, admin)
      await change({ it: { state: 'published' } })
      expect(await found('events', 'mercato')).toEqual(only('it'))
      // The texts change places: none of them is lost.
      await change({ fr: { title: 'Légumes frais', description: 'Marché' } })
      expect(await found('events', 'marche', '&search_in=text')).toEqual(only('fr'))
      expect(await found('events', 'legumes', '&search_in=title')).toEqual(only('fr'))
      await change({ fr: null })
      expect(await found('events', 'marche')).toEqual(everywhere(0))
      const { body } = await service.get('/events?search=semaine&lang=fr')
      await service.remove(`/events/${body.events[1].id}?apply_to=all&force=true`, admin)
      await service.remove('/venues/1?force=true', admin)
      expect(await found('events', 'semaine')).toEqual(everywhere(0))
      expect(await databaseFaults(database.url)).toEqual([])
    })
  })
