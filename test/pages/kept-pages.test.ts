import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { anImage } from '../support/images.ts'
import { inRotation } from '../support/in-rotation.ts'
import type { Json } from '../support/service.ts'
import { testService } from '../support/service.ts'
import { browser } from '../support/site.ts'

const june = { start_date: '2027-06-08 10:00:00', end_date: '2027-06-08 11:00:00' }

const tenth = { start_date: '2027-06-10 10:00:00', end_date: '2027-06-12 12:00:00' }

/** The items of the test, and the collections that they are in. */
const collections = {
  food: 'categories',
  hall: 'venues',
  town: 'organizers',
  picture: 'media',
  market: 'events',
  stall: 'events',
  show: 'categories',
  evening: 'events',
}

const paths: readonly string[] = [
  '/calendar/2027-06/',
  '/calendar/2027-06/?categories=food',
  '/de/calendar/2027-06/',
  '/calendar/week/2027-W23/',
  '/calendar/agenda/?on=2027-06-01',
  '/calendar/map/?from=2027-06-01&to=2027-06-30',
  '/calendar/search/?search=market',
  '/event/market/',
  '/venue/hall/',
]

for (const { name: dialect, freshUrl } of anyDialects())
  describe(`pages of events that were shown before on ${dialect}`, () => {
    let database: Awaited<ReturnType<typeof freshUrl>>
    let service: Awaited<ReturnType<typeof testService>>
    let editor: Record<string, string>
    /** The pages before the next change. */
    let shown: readonly string[]
    const ids: Partial<Record<keyof typeof collections, number>> = {}
    const start = () => testService(dialect, { DATABASE_URL: database.url })
    const create = async (name: keyof typeof collections, body: Json | Buffer, headers = {}) => {
      const asked = await service.ask('POST', `/${collections[name]}`, body, { ...editor, ...headers })
      expect(asked.status).toBe(201)
      ids[name] = asked.body.id
    }
    beforeAll(async () => {
      database = await freshUrl()
      service = await start()
      ;({ headers: editor } = await service.user('editor'))
      await create('food', { name: 'Food' })
      await create('hall', { venue: 'Hall', geo_lat: 52, geo_lng: 4 })
      await create('town', { organizer: 'Town' })
      await create('picture', await anImage(400, 200), { 'content-type': 'image/png' })
      const links = { categories: [ids.food], venue: ids.hall, organizer: [ids.town] }
      await create('market', { ...june, ...links, title: 'Market' })
      await create('stall', { ...june, ...links, title: 'Market stall', post_parent: ids.market })
      shown = await read(service)
    })
    afterAll(async () => {
      await service.close()
      await database.drop()
    })

    const read = (of: typeof service, headers = {}, some = paths) =>
      Promise.all(some.map(async (path) => (await of.get(`/${path}`, { ...browser, ...headers })).body))
    const someOf = inRotation(3)

    /** What is written, and to which item. */
    const changes: readonly (readonly [what: string, of: keyof typeof collections, body: Json])[] = [
      ['the title of an event changes', 'market', { title: 'Market hall' }],
      ['an event is cancelled', 'market', { event_status: 'cancelled' }],
      ['a venue is renamed', 'hall', { venue: 'Barn', city: 'Alderhaven' }],
      ['a venue moves', 'hall', { geo_lat: 53 }],
      ['an organizer is renamed', 'town', { organizer: 'City' }],
      ['a category is renamed', 'food', { name: 'Meals' }],
      ['a category has a colour', 'food', { color: '#aa0011' }],
      ['an event moves to another day', 'stall', tenth],
      ['an event has a password', 'market', { password: 'sesame' }],
      ['an event has no password again', 'market', { password: '' }],
      ['an event has an image', 'market', { image: 1 }],
      ['the focus of an image moves', 'picture', { focus_x: 10 }],
      ['an event becomes a draft', 'stall', { status: 'draft' }],
      ['an event is published', 'stall', { status: 'publish' }],
      ['an event is scheduled', 'stall', { status: 'publish', date: '2027-01-16 07:00:00' }],
    ]

    it.each(changes)('are those of a service that has just started when %s', async (_what, of, body) => {
      const before = shown
      const { status } = await service.patch(`/${collections[of]}/${ids[of]}`, body, editor)
      expect(status).toBe(200)
      const after = await read(service)
      shown = after
      expect(after).not.toEqual(before)
      const fresh = await start()
      try {
        expect(after).toEqual(await read(fresh))
        const some = someOf(paths)
        expect(await read(service, editor, some)).toEqual(await read(fresh, editor, some))
      } finally {
        await fresh.close()
      }
    })

    it('show a scheduled event once its time has come', async () => {
      expect((await service.get('//calendar/2027-06/', browser)).body).not.toContain('Market stall')
      service.at('2027-01-16T12:00:00Z')
      expect((await service.get('//calendar/2027-06/', browser)).body).toContain('Market stall')
    })

    it('offer a category once its first scheduled event is public, also without a write', async () => {
      service.at('2027-01-16T12:30:00Z')
      await create('show', { name: 'Circus' })
      const scheduled = { ...june, status: 'publish', date: '2027-01-16 13:00:00', title: 'Clowns' }
      await create('evening', { ...scheduled, categories: [ids.show] })
      const offers = async () => {
        const pages = []
        for (const headers of [{}, editor])
          for (const month of ['06', '07', '08'])
            pages.push(await service.get(`//calendar/2027-${month}/`, { ...browser, ...headers }))
        return pages.map(({ body }) => body.includes('>Circus</option>'))
      }
      expect(await offers()).toEqual(Array(6).fill(false))
      service.at('2027-01-16T19:00:00Z')
      expect(await offers()).toEqual(Array(6).fill(true))
    })
  })
