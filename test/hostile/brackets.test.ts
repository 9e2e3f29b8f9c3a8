import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { inRotation } from '../support/in-rotation.ts'
import { operationsUnderNamespace } from '../support/inside/api.ts'
import { scratch } from '../support/scratch.ts'
import { type Answered, anEvent, type Json, type TestService, testService } from '../support/service.ts'
import { sentTogether } from '../support/together.ts'

/** Bracket suffixes that make a parameter an object, a list, or both. */
const shapes = [
  ...[
    '[a]=1',
    '[]=1',
    '[0][a]=1',
    '[a][b][c][d][e]=1',
    '[a]=1&NAME=2',
    '=1&NAME[a]=2',
    '[id]=1',
    '[0][id]=1',
  ],
  ...['[toString]=1', '[valueOf]=1&NAME[toString]=2', '[__proto__]=1', '[__proto__][a]=1', '[constructor]=1'],
  ...['[length]=9', '[a]', '[', '[]', '[][]=1', '[hasOwnProperty]=1', '[2000]=1'],
]
const controls = ['_envelope', '_fields', '_method', 'context', 'password']
const namesOfPages = [
  'page',
  'past',
  'search',
  'from',
  'to',
  'categories',
  'venue',
  'geoloc_lat',
  ...controls,
]

/** The next few suffixes, in rotation. */
function inTurn(): (count: number) => readonly string[] {
  let at = 0
  return (count) =>
    Array.from({ length: count }, () => {
      at += 1
      return shapes[at % shapes.length] ?? ''
    })
}

const filled = (shape: string, name: string) => `${name}${shape.replaceAll('NAME', name)}`
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const creatable: Readonly<Record<string, string>> = {
  event: 'title=T&start_date=2027-05-04&end_date=2027-05-04',
  venue: 'venue=V',
  organizer: 'organizer=O',
  category: 'name=C',
  tag: 'name=G',
}

for (const { name } of anyDialects()) {
  describe(`names in brackets on ${name}`, () => {
    let folder: string
    let service: TestService
    const refused: string[] = []
    const next = inTurn()
    // Operations share args and code, so every suffix is tried with every kind of arg.
    const someOf = inRotation(8)
    const thirdOf = inRotation(6)

    beforeAll(async () => {
      folder = await scratch('fasti-media-')
      service = await testService(name, { FASTI_DATA_DIR: folder })
      await service.post('/events', anEvent({ venue: { venue: 'Hall' }, organizer: { organizer: 'Ada' } }))
      await service.post('/categories', { name: 'Music' })
      await service.post('/tags', { name: 'Free' })
    })
    afterAll(async () => {
      await service.close()
      await rm(folder, { recursive: true, force: true })
    })

    async function ask(method: string, path: string, body?: string): Promise<Answered> {
      const answer = await service.ask(method, path, body, body === undefined ? {} : form)
      const { status } = answer
      if (status >= 500) refused.push(`${method} ${path} ${body ?? ''}: ${status}`)
      if (answer.headers['content-type']?.startsWith('application/json') !== true || status !== 400)
        return answer
      // Every fault is reported by the name of the arg.
      expect(['rest_invalid_param', 'rest_missing_callback_param'], `${method} ${path}`).toContain(
        answer.body.code,
      )
      return answer
    }
    /** Each arg of an operation with one suffix: the args that are no control parameters together. */
    const tried = async (args: object, shape: string, send: (query: string) => Promise<Answered>) => {
      const own = Object.keys(args).filter((arg) => !controls.includes(arg))
      await sentTogether(own, (some) => send(some.map((arg) => filled(shape, arg)).join('&')))
    }

    const reads = operationsUnderNamespace('cal/events/v1').filter(
      // A stream has no end to wait for.
      ({ methods, action }) =>
        methods.includes('GET') && action !== 'stream-changes' && action !== 'export-site',
    )
    const writes = operationsUnderNamespace('cal/events/v1').filter(({ action }) =>
      ['create', 'update', 'remove'].includes(action),
    )
    const placed = (path: string) =>
      path.replace('{id}', '1').replace('{slug}', 'a').replace('{secret}', 'none')

    it('§2.1 never cause a 500 in a read, for args and control parameters', async () => {
      for (const { path, args } of reads) {
        for (const shape of someOf(shapes))
          await tried(args, shape, (query) => ask('GET', `${placed(path)}?${query}`))
        for (const arg of controls)
          for (const shape of next(1)) await ask('GET', `${placed(path)}?${filled(shape, arg)}`)
      }
      expect(refused).toEqual([])
    })

    it('§2.1 never cause a 500 in a write, in the query or in a form', async () => {
      for (const { path, args, action, resource = 'event', methods } of writes) {
        const method = action === 'update' ? 'PATCH' : (methods[0] ?? 'POST')
        const own = action === 'create' ? (creatable[resource] ?? 'title=T') : ''
        const inQuery = (query: string) => ask(method, `${placed(path)}?${query}`, own)
        const inForm = (query: string) =>
          ask(action === 'remove' ? 'PATCH' : method, placed(path), `${own}&${query}`)
        for (const shape of someOf(shapes)) {
          if (action !== 'remove') await tried(args, shape, inQuery)
          await tried(args, shape, inForm)
        }
        for (const arg of controls)
          for (const shape of next(1)) {
            await inQuery(filled(shape, arg))
            await inForm(filled(shape, arg))
          }
      }
      expect(refused).toEqual([])
    })

    it('never cause a 500 in a page, feed, file or document', async () => {
      const pages = [
        ...[
          '//',
          '//calendar/',
          '//calendar/agenda/',
          '//calendar/programme/',
          '//calendar/programme.rtf',
          '//favourites/',
          '//favourites.ics',
          '//calendar/search/',
          '//calendar/map/',
          '//calendar/week/',
        ],
        ...[
          '//calendar/day/',
          '//event/a/',
          '//venue/hall/',
          '//organizer/ada/',
          '//category/music/',
          '//tag/free/',
        ],
        ...[
          '//widget.js',
          '//robots.txt',
          '//sitemap.xml',
          '//desk',
          '/doc',
          '',
          '//healthz',
          '/nowhere',
          '//media/x',
        ],
      ]
      for (const path of pages)
        for (const arg of thirdOf(namesOfPages))
          for (const accept of ['text/html', 'application/json'])
            for (const shape of next(1)) {
              const url = `${path}?${filled(shape, arg)}`
              const { status } = await service.get(url, { accept })
              if (status >= 500) refused.push(`${accept} ${url}: ${status}`)
            }
      expect(refused).toEqual([])
    })

    it('§2.1 are refused by name in args of lists, and ignored in control parameters', async () => {
      const lists = [
        'page',
        'per_page',
        'search',
        'categories',
        'venue',
        'include',
        'featured',
        'start_date',
        'status',
      ]
      for (const arg of lists) {
        const { status, body } = await service.get(`/events?${arg}[a]=1`)
        expect([arg, status, Object.keys(body.data.params ?? {})]).toEqual([arg, 400, [arg]])
      }
      // In a filter, an object is never an id.
      expect((await service.get('/events?venue[id]=1')).status).toBe(400)
      expect((await service.get('?namespace[a]=1')).status).toBe(400)
      for (const arg of controls) {
        const { status, body } = await service.get(`/events?${arg}[a]=1`)
        expect([arg, status, body.total > 0]).toEqual([arg, 200, true])
      }
      for (const name of ['search', 'categories', 'geoloc_lat'])
        expect((await service.get(`//calendar/search/?${name}[a]=1`)).status).toBe(400)
    })

    it('§2.1 do not reach inherited properties of objects', async () => {
      for (const word of ['constructor', 'toString', '__proto__', 'hasOwnProperty'])
        expect((await service.get(`/events?featured=${word}`)).status, word).toBe(400)
    })

    it('§4.5 declare linked items and custom fields, in forms and in query strings', async () => {
      const fields =
        'venue[venue]=Barn&organizer[0][organizer]=Bea&custom_fields[room]=12&custom_fields[k][value]=v'
      const read = ({ venue, organizer, custom_fields }: Json) => [
        (venue as Json).venue,
        (organizer as Json[]).map((one) => one.organizer),
        custom_fields,
      ]
      const wanted = [
        'Barn',
        ['Bea'],
        { room: { label: 'room', value: '12' }, k: { label: 'k', value: 'v' } },
      ]
      const inForm = await service.ask('POST', '/events', `${creatable.event}&${fields}`, form)
      expect([inForm.status, read(inForm.body)]).toEqual([201, wanted])
      const inQuery = await service.ask('POST', `/events?${fields}`, creatable.event, form)
      expect([inQuery.status, read(inQuery.body)]).toEqual([201, wanted])
    })
  })
}
