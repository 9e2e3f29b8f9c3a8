import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import {
  changes,
  createClient,
  FastiError,
  items,
  type Schemas,
  venueOf,
} from '../clients/typescript/src/index.ts'
import { anyDialects } from './support/dialects.ts'
import { type TestService, testService } from './support/service.ts'
import { translationServer } from './support/translation-server.ts'

for (const { name } of anyDialects()) {
  describe(`the typed client on ${name}`, () => {
    let service: TestService
    let calendar: ReturnType<typeof createClient>
    let address: string

    beforeAll(async () => {
      service = await testService(name)
      address = `${await service.app.listen({ host: '127.0.0.1', port: 0 })}/cal/events/v1`
      calendar = createClient({ baseUrl: address })
    })
    afterAll(() => service.close())

    it('creates, reads, lists, updates and removes an event', async () => {
      const created = await calendar.POST('/events', {
        body: {
          title: 'Market day',
          start_date: '2027-05-04 08:00',
          end_date: '2027-05-04 13:00',
          venue: { venue: 'Porta Palazzo', city: 'Turin' },
          organizer: [{ organizer: 'Market Society' }],
          categories: ['Markets'],
          tags: ['outdoors'],
        },
      })
      expect([created.response.status, created.error]).toEqual([201, undefined])
      const { id = 0, venue } = created.data ?? {}
      expectTypeOf(venue).toEqualTypeOf<Schemas['Venue'] | Schemas['Venue'][] | undefined>()
      expect(venue).toMatchObject({ city: 'Turin' })

      const read = await calendar.GET('/events/{id}', { params: { path: { id } } })
      expect(read.data?.utc_start_date).toBe('2027-05-04 12:00:00')

      const query = { start_date: '2027-05-01', end_date: '2027-05-31', tags: ['outdoors'], per_page: 5 }
      const list = await calendar.GET('/events', { params: { query } })
      expectTypeOf(list.data?.events[0]?.title).toEqualTypeOf<string | undefined>()
      expect([list.data?.total, list.data?.events[0]?.title]).toEqual([1, 'Market day'])

      const changed = await calendar.PATCH('/events/{id}', {
        params: { path: { id }, header: { 'If-Match': read.response.headers.get('etag') ?? '' } },
        body: { title: 'Market morning', venue: null },
      })
      expect([changed.data?.title, changed.data?.venue]).toEqual(['Market morning', []])

      const removed = await calendar.DELETE('/events/{id}', {
        params: { path: { id }, query: { force: true } },
      })
      expect(removed.data).toMatchObject({ deleted: true, previous: { id } })
      expect((await calendar.GET('/events/{id}', { params: { path: { id } } })).response.status).toBe(404)
    })

    it('creates, lists, updates and removes items of every other resource', async () => {
      const venue = (await calendar.POST('/venues', { body: { venue: 'Hall', geo_lat: 45.1 } })).data?.id ?? 0
      const organizer = (await calendar.POST('/organizers', { body: { organizer: 'Society' } })).data?.id ?? 0
      const category = (await calendar.POST('/categories', { body: { name: 'Fairs' } })).data?.id ?? 0
      const tag = (await calendar.POST('/tags', { body: { name: 'free' } })).data?.id ?? 0
      const path = (id: number) => ({ params: { path: { id } } })
      expect(
        (await calendar.PUT('/venues/{id}', { ...path(venue), body: { city: 'Rome' } })).data?.city,
      ).toBe('Rome')
      expect(
        (await calendar.PATCH('/organizers/{id}', { ...path(organizer), body: { email: 'a@b.example' } }))
          .data?.email,
      ).toBe('a@b.example')
      expect(
        (await calendar.PATCH('/categories/{id}', { ...path(category), body: { name: 'Fair' } })).data?.name,
      ).toBe('Fair')
      expect(
        (await calendar.PATCH('/tags/{id}', { ...path(tag), body: { description: 'x' } })).data?.description,
      ).toBe('x')
      const hidden = { params: { query: { hide_empty: false } } }
      expect((await calendar.GET('/venues')).data?.venues.length).toBeGreaterThan(0)
      expect((await calendar.GET('/organizers')).data?.organizers.length).toBeGreaterThan(0)
      expect((await calendar.GET('/categories', hidden)).data?.categories.length).toBeGreaterThan(0)
      expect((await calendar.GET('/tags', hidden)).data?.tags.length).toBeGreaterThan(0)
      expect((await calendar.DELETE('/venues/{id}', path(venue))).data).toMatchObject({ status: 'trash' })
      expect((await calendar.DELETE('/organizers/{id}', path(organizer))).response.status).toBe(200)
      expect((await calendar.DELETE('/categories/{id}', path(category))).data?.name).toBe('Fair')
      expect((await calendar.DELETE('/tags/{id}', path(tag))).data?.name).toBe('free')
    })

    it('§13 refuses misspelt names, unless it is told not to', async () => {
      const dates = { start_date: '2027-05-04 08:00', end_date: '2027-05-04 13:00' }
      const body = { title: 'A', ...dates, descripton: 'x' }
      const { error } = await calendar.POST('/events', { body })
      expect(error?.message).toContain('descripton (is not known here; did you mean description?)')
      const lax = createClient({ baseUrl: address, strict: false })
      expect((await lax.POST('/events', { body })).response.status).toBe(201)
    })

    it('§13 finds the namespace of a base address', async () => {
      const root = address.replace('/cal/events/v1', '')
      for (const baseUrl of [root, `${root}/`, `${root}/de`]) {
        const client = createClient({ baseUrl })
        const made = await client.POST('/tags', { body: { name: baseUrl } })
        expect([made.response.status, made.response.url]).toEqual([
          201,
          `${baseUrl.replace(/\/$/, '')}/cal/events/v1/tags`,
        ])
        expect(
          (await client.GET('/tags/{id}', { params: { path: { id: made.data?.id ?? 0 } } })).data,
        ).toMatchObject({ name: baseUrl })
      }
    })

    it('§13 asks again for the namespace where a proxy answered for a service that starts', async () => {
      const root = address.replace('/cal/events/v1', '')
      let asked = 0
      const starting: typeof fetch = (input, init) => {
        asked += 1
        return asked === 1 ? Promise.resolve(new Response('starting', { status: 503 })) : fetch(input, init)
      }
      const client = createClient({
        baseUrl: root,
        fetch: starting,
        sleep: () => Promise.resolve(),
      })
      expect((await client.GET('/tags')).response.url).toBe(`${address}/tags`)
      expect(asked).toBe(3)
    })

    it('tells the venue of an event, whether it has none, one or several', async () => {
      const dates = { start_date: '2027-05-04 08:00', end_date: '2027-05-04 13:00' }
      const venues = [[], [{ venue: 'Hall' }], [{ venue: 'Yard' }, { venue: 'Hall' }]]
      const found = []
      for (const venue of venues) {
        const { data } = await calendar.POST('/events', { body: { title: 'At', ...dates, venue } })
        found.push(data && venueOf(data)?.venue)
      }
      expect(found).toEqual([undefined, 'Hall', 'Yard'])
    })

    it('§13 reads and changes an event by the id of another system', async () => {
      const path = { uid: 'shop/17 ä' }
      const dates = { start_date: '2027-05-04 08:00', end_date: '2027-05-04 13:00' }
      await calendar.PUT('/events/by-uid/{uid}', { params: { path }, body: { title: 'Shop', ...dates } })
      const read = await calendar.GET('/events/by-uid/{uid}', { params: { path } })
      expect(read.data?.external_id).toBe('shop/17 ä')
      const { data } = await calendar.DELETE('/events/by-uid/{uid}', { params: { path } })
      expect(data).toMatchObject({ status: 'trash' })
    })

    it('returns errors as typed problems', async () => {
      const { error, response } = await calendar.POST('/events', {
        body: { title: 'A', start_date: 'foo', end_date: '2027-05-04' },
      })
      expectTypeOf(error?.message).toEqualTypeOf<string | undefined>()
      expect([response.status, error?.code]).toEqual([400, 'rest_invalid_param'])
    })

    it('does not compile requests that the service would refuse', () => {
      const wrong = () => {
        // @ts-expect-error: the dates are missing
        calendar.POST('/events', { body: { title: 'A' } })
        // @ts-expect-error: there is no such order
        calendar.GET('/tags', { params: { query: { order: 'up' } } })
        // @ts-expect-error: there is no such address
        calendar.GET('/colours')
      }
      expect(wrong).toBeTypeOf('function')
    })
  })
}

describe('the typed client of a calendar in several languages', () => {
  it('§15 writes, reads and asks for translations, and lists what is to translate', async () => {
    const translator = await translationServer()
    const service = await testService('sqlite', {
      ...{ FASTI_CONTENT_LANGUAGES: 'de,fr', FASTI_LANGUAGE: 'de', FASTI_TRANSLATE_URL: translator.url },
    })
    const baseUrl = `${await service.app.listen({ host: '127.0.0.1', port: 0 })}/cal/events/v1`
    const calendar = createClient({ baseUrl })
    const dates = { start_date: '2027-05-04 08:00', end_date: '2027-05-04 13:00' }
    const translations = { fr: { title: 'Marché' } }
    await calendar.POST('/events', { body: { title: 'Markt', ...dates, translations } })
    await calendar.POST('/events', { body: { title: 'Konzert', ...dates } })
    const french = { params: { query: { lang: 'fr', fallback: 'none', translations: 'all' } } } as const
    const [event] = (await calendar.GET('/events', french)).data?.events ?? []
    expect([event?.title, event?.translations?.fr?.state]).toEqual(['Marché', 'published'])
    const query = { language: 'fr' }
    const queue = await calendar.GET('/translations', { params: { query } })
    expect(queue.data?.translations).toMatchObject([{ resource: 'event', id: 2, state: 'missing' }])
    const { data } = await calendar.POST('/events/{id}/translate', {
      params: { path: { id: 2 } },
      body: { language: 'fr' },
    })
    expect(data?.translations?.fr).toMatchObject({ title: 'fr: Konzert', state: 'draft', origin: 'machine' })
    const left = await calendar.GET('/translations', { params: { query } })
    expect(left.data?.translations).toMatchObject([{ id: 2, state: 'draft' }])
    await service.close()
    await translator.close()
  })
})

describe('the iterators and retries of the typed client', () => {
  let service: TestService
  let address: string
  const json = (status: number, body: object, headers = {}) =>
    new Response(JSON.stringify(body), { status, headers })

  beforeAll(async () => {
    service = await testService('sqlite')
    address = `${await service.app.listen({ host: '127.0.0.1', port: 0 })}/cal/events/v1`
  })
  afterAll(() => service.close())

  /** A client whose requests get these responses, with the requests that it sent and the times that it waited. */
  const scripted = (...answers: readonly (Response | Error)[]) => {
    const left = [...answers]
    const [asked, waits]: [Request[], number[]] = [[], []]
    const fetch = async (request: Request) => {
      asked.push(request)
      const answer = left.shift() ?? new Error('asked too often')
      if (answer instanceof Error) throw answer
      return answer
    }
    const sleep = async (seconds: number) => void waits.push(seconds)
    return { asked, waits, calendar: createClient({ baseUrl: address, fetch, sleep }) }
  }

  it('§13 reads all pages, and the changes since a position', async () => {
    const calendar = createClient({ baseUrl: address })
    const operations = Array.from({ length: 25 }, (_, at) => ({
      method: 'POST' as const,
      path: '/tags',
      body: { name: `Tag ${at}` },
    }))
    const { data } = await calendar.POST('/batch', { body: { operations } })
    expect(data?.results).toHaveLength(25)
    const names: string[] = []
    for await (const tag of items(calendar, '/tags', { hide_empty: false, per_page: 10 }))
      names.push(tag.name)
    expect(new Set(names).size).toBe(25)
    for (const _fields of ['name,slug', 'tags.name', 'tags', 'name,total']) {
      const query = { hide_empty: false, per_page: 10, _fields }
      const chosen: string[] = []
      for await (const tag of items(calendar, '/tags', query)) chosen.push(tag.name)
      expect([_fields, new Set(chosen)]).toEqual([_fields, new Set(names)])
    }
    const all = changes(calendar)
    const seen: string[] = []
    for await (const change of all) seen.push(`${change.resource} ${change.action}`)
    expect([seen.length, new Set(seen)]).toEqual([25, new Set(['tag created'])])
    await calendar.PATCH('/tags/{id}', { params: { path: { id: 3 } }, body: { description: 'x' } })
    const later = []
    for await (const change of changes(calendar, { since: all.since ?? 0 })) later.push(change)
    expect(later).toMatchObject([{ resource: 'tag', id: 3, action: 'updated' }])
    await expect(items(calendar, '/tags', { order: 'up' as 'asc' }).next()).rejects.toMatchObject({
      code: 'rest_invalid_param',
    })
  })

  it('§13 waits as long as Retry-After says, and keeps the key of a create', async () => {
    const busy = () => json(503, {}, { 'Retry-After': '2' })
    const { asked, waits, calendar } = scripted(new Error('lost'), busy(), json(201, { id: 1 }))
    const { data } = await calendar.POST('/tags', { body: { name: 'x' } })
    expect([data?.id, waits[1], asked.length]).toEqual([1, 2, 3])
    expect(new Set(asked.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1)
    expect(asked[0]?.headers.get('Idempotency-Key')).toMatch(/^[\w-]{36}$/)
  })

  it('§13 throws a FastiError with the address where a connection is refused', async () => {
    const refused = Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } })
    for (const baseUrl of ['http://127.0.0.1:1', 'http://127.0.0.1:1/cal/events/v1']) {
      const waits: number[] = []
      const fetch = async () => {
        throw refused
      }
      const calendar = createClient({ baseUrl, fetch, sleep: async (seconds) => void waits.push(seconds) })
      const error = await calendar.GET('/events').catch((error: unknown) => error)
      expect(error).toBeInstanceOf(FastiError)
      expect(error).toMatchObject({ code: 'no_connection', address: `${baseUrl}/events`, cause: refused })
      expect(String(error)).toContain(`${baseUrl}/events: ECONNREFUSED`)
      expect(waits).toHaveLength(3)
      await expect(items(calendar, '/events').next()).rejects.toBeInstanceOf(FastiError)
    }
  })

  it('throws the problem of a list as a FastiError, also that of a proxy', async () => {
    const problem = { code: 'x', message: 'y', data: { status: 400 } }
    const { calendar } = scripted(json(400, problem), new Response('<h1>Bad gateway', { status: 502 }))
    await expect(items(calendar, '/tags').next()).rejects.toMatchObject({ name: 'FastiError', ...problem })
    await expect(items(calendar, '/tags').next()).rejects.toMatchObject({
      message: 'The service answered 502.',
    })
  })

  it('does not repeat a request that may have taken effect, or whose wait would be too long', async () => {
    const lost = scripted(new Error('lost'))
    const path = { params: { path: { id: 1 } } }
    await expect(lost.calendar.DELETE('/tags/{id}', path)).rejects.toThrow('lost')
    const long = scripted(json(429, { code: 'x' }, { 'Retry-After': '3600' }))
    expect((await long.calendar.GET('/tags')).response.status).toBe(429)
    const broken = scripted(json(500, { code: 'x' }))
    expect((await broken.calendar.GET('/tags')).response.status).toBe(500)
    expect([lost.waits, long.waits, broken.waits]).toEqual([[], [], []])
  })
})
