import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { itemNames, resourceNamed } from '../support/inside/api.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

const FAULT = Symbol('400')

/** For each kind: a resource field of that kind, and pairs of sent value → stored value, or FAULT. */
const kinds: readonly (readonly [string, string, string, readonly (readonly [unknown, unknown])[]])[] = [
  [
    'string',
    'venues',
    'zip',
    [
      ['text', 'text'],
      [12345, '12345'],
      [1.5, '1.5'],
      [true, 'true'],
      [false, 'false'],
      ['e\u0301', 'é'],
      ['a\tb\nc', 'a\tb\nc'],
      ['a\u0000b', FAULT],
      ['a\u0007b', FAULT],
      ['a\ud800b', FAULT],
      [{}, FAULT],
      [{ a: 1 }, FAULT],
      [[], FAULT],
      [['x'], FAULT],
    ],
  ],
  [
    'integer',
    'events',
    'post_parent',
    [
      [1, 1],
      ['1', 1],
      ['+1', 1],
      ['1.0', 1],
      [0, 0],
      [1.5, FAULT],
      ['1.5', FAULT],
      ['foo', FAULT],
      [2 ** 53 + 2, FAULT],
      ['9007199254740993', FAULT],
      [-1, FAULT],
      [{}, FAULT],
      [[1], FAULT],
    ],
  ],
  [
    'number',
    'venues',
    'geo_lat',
    [
      [1.5, 1.5],
      ['1.5', 1.5],
      ['-1.5', -1.5],
      ['+1', 1],
      [90, 90],
      [90.001, FAULT],
      ['NaN', FAULT],
      ['1e999', FAULT],
      ['1,5', FAULT],
      [true, FAULT],
      [[1], FAULT],
    ],
  ],
  [
    'boolean',
    'events',
    'featured',
    [
      ...[true, 1, '1', 'true', 'TRUE', 'Yes', 'yes', 'ON'].map((sent) => [sent, true] as const),
      ...[false, 0, '0', 'false', 'No', 'off', 'OFF'].map((sent) => [sent, false] as const),
      ...[2, -1, 'maybe', 't', 'y', {}, [], [true]].map((sent) => [sent, FAULT] as const),
    ],
  ],
  [
    'list of ids',
    'events',
    'venue',
    [
      [
        [1, 2],
        [1, 2],
      ],
      ['1,2', [1, 2]],
      ['2, 1', [2, 1]],
      [
        ['1', 2],
        [1, 2],
      ],
      [
        [1, 1, 2, 1],
        [1, 2],
      ],
      [2, [2]],
      ['2', [2]],
      ['x', FAULT],
      [[1, 'x'], FAULT],
      [[1, 1.5], FAULT],
      [[[1]], FAULT],
      [Array.from({ length: 501 }, () => 1), FAULT],
    ],
  ],
]

/** The maximum length of each text field. */
const limits: readonly (readonly [string, string, number])[] = [
  ['events', 'title', 500],
  ['events', 'excerpt', 10_000],
  ['events', 'description', 262_144],
  ['venues', 'venue', 200],
  ['organizers', 'organizer', 200],
  ['categories', 'name', 200],
  ['tags', 'name', 200],
  ['venues', 'address', 2000],
  ['organizers', 'phone', 2000],
]

/** The rows of contract §2.5: field of a resource, sent value, represented value. */
const rest: readonly (readonly [string, string, unknown, unknown])[] = [
  ['events', 'website', 'https://x.example/a', 'https://x.example/a'],
  ['events', 'website', 'http://x.example', 'http://x.example'],
  ['events', 'website', 'mailto:a@b.example', 'mailto:a@b.example'],
  ['events', 'website', 'tel:+390112345', 'tel:+390112345'],
  ['events', 'website', 'example.com', FAULT],
  ['events', 'website', 'ftp://x.example', FAULT],
  ['events', 'website', '', ''],
  ['events', 'website', null, ''],
  ['organizers', 'email', 'a@b.example', 'a@b.example'],
  ['organizers', 'email', '', ''],
  ['organizers', 'email', 'a@', FAULT],
  ['events', 'image', 99, FAULT],
  ['events', 'image', { id: 99 }, FAULT],
  ...['', 0, false, null].map((sent) => ['events', 'image', sent, false] as const),
  ['events', 'slug', 'Straße  ÆØ!', 'strasse-aeo'],
  ['events', 'author', 0, 0],
  ['events', 'author', 7, FAULT],
  ['events', 'post_parent', 0, 0],
  ['events', 'post_parent', null, 0],
  ['events', 'post_parent', 99999, FAULT],
  ['categories', 'parent', 99999, FAULT],
  ['tags', 'parent', 1, FAULT],
  ...['publish', 'draft', 'pending', 'private'].map((sent) => ['events', 'status', sent, sent] as const),
  ['events', 'status', 'future', 'publish'],
  ['events', 'status', 'trash', FAULT],
  ['events', 'status', 'nonsense', FAULT],
  ...[[], null, '', 0].map((sent) => ['events', 'venue', sent, []] as const),
  ...[[], null, '', 0].map((sent) => ['events', 'organizer', sent, []] as const),
  ['events', 'venue', 99999, FAULT],
  ['events', 'venue', { id: 99999 }, FAULT],
  ['events', 'timezone', '', 'America/New_York'],
  ['events', 'timezone', null, 'America/New_York'],
]

/** Sent value of `categories` → slugs of the event's terms, or FAULT. An existing term `Jazz, live` has the slug `jazz`. */
const references: readonly (readonly [unknown, unknown])[] = [
  [[1], ['jazz']],
  ['1', ['jazz']],
  [{ id: 1 }, ['jazz']],
  [[{ id: 1 }], ['jazz']],
  ['jazz', ['jazz']],
  [['JAZZ, LIVE'], ['jazz']],
  ['jazz,2', ['2024', 'jazz']],
  [['2024'], ['2024']],
  ['brand new', ['brand-new']],
  [['new, with comma'], ['new-with-comma']],
  ['x1,x2', ['x1', 'x2']],
  [[99999], FAULT],
  ['99999', FAULT],
  [[], []],
  [null, []],
]

/** Invalid tickets and custom fields: member → value. */
const refusedTickets: readonly (readonly [Json, string])[] = [
  [{ price: 1 }, 'tickets[0].name'],
  [{ name: 'T', price: -1 }, 'tickets[0].price'],
  [{ name: 'T', price: 'x' }, 'tickets[0].price'],
  [{ name: 'T', currency: 'EURO' }, 'tickets[0].currency'],
  [{ name: 'T', url: 'mailto:a@b.example' }, 'tickets[0].url'],
  [{ name: 'T', availability: 'maybe' }, 'tickets[0].availability'],
  [{ name: 'T', valid_from: 'foo' }, 'tickets[0].valid_from'],
]

const required: Readonly<Record<string, Json>> = {
  events: anEvent(),
  venues: { venue: 'V' },
  organizers: { organizer: 'O' },
  pages: { title: 'P' },
  categories: { name: 'C' },
  tags: { name: 'T' },
  groups: { name: 'G' },
}

/** Returns the ids of linked items: a single venue is an object, several venues are a list. */
function plain(shown: unknown): unknown {
  const members = [shown].flat()
  return members.length > 0 && members.every((one) => typeof one === 'object' && one !== null && 'id' in one)
    ? members.map((one) => one.id)
    : shown
}

for (const { name } of anyDialects()) {
  describe(`args on ${name}`, () => {
    let service: TestService
    let made = 0
    const bodyFor = (collection: string): Json => {
      made += 1
      const isTerm = collection === 'categories' || collection === 'tags'
      return { ...required[collection], ...(isTerm && { name: `Term ${made}` }) }
    }
    const create = (collection: string, more: Json) =>
      service.post(`/${collection}`, { ...bodyFor(collection), ...more })

    beforeAll(async () => {
      service = await testService(name)
      for (const venue of ['One', 'Two']) await service.post('/venues', { venue })
      await service.post('/events', anEvent())
      await service.post('/categories', { name: 'Jazz, live', slug: 'jazz' })
      await service.post('/categories', { name: '2024' })
    })
    afterAll(() => service.close())

    for (const [kind, collection, field, rows] of kinds) {
      it(`§2.1 the kind ${kind} accepts and rejects the listed values, on create and on update`, async () => {
        for (const [sent, kept] of rows) {
          const { body: item } = await create(collection, {})
          for (const answer of [
            await create(collection, { [field]: sent }),
            await service.patch(`/${collection}/${item.id}`, { [field]: sent }),
          ]) {
            const at = `${JSON.stringify(sent)} → ${JSON.stringify(answer.body).slice(0, 300)}`
            if (kept === FAULT)
              expect([answer.status, Object.keys(answer.body.data?.params ?? {})], at).toEqual([400, [field]])
            else expect([answer.status < 300, plain(answer.body[field])], at).toEqual([true, kept])
          }
        }
      })
    }

    it.each([
      ['include=1,2', 200],
      ['include[]=1&include[]=2', 200],
      ['include=1&include=2', 200],
      ['include[0]=1&include[1]=2', 200],
      ['include=1', 200],
      ['include=+1', 200],
      ['include=1,2,1', 200],
      ['include=1,x', 400],
      ['include=1.5', 400],
      [`include=${Array.from({ length: 500 }, (_, at) => at).join()}`, 200],
      [`include=${Array.from({ length: 501 }, (_, at) => at).join()}`, 400],
    ])('§2.1 reads a list of integers from %s', async (query, status) => {
      const answer = await service.get(`/venues?per_page=100&${query}`)
      expect(answer.status).toBe(status)
      if (status === 200) expect(answer.body.venues.every(({ id }: { id: number }) => id < 500)).toBe(true)
    })

    it.each(limits)(
      '§2.1 %s: %s accepts %i characters and rejects one more',
      async (collection, field, most) => {
        // The limit counts characters, not code units. A body has at most 1 MiB.
        const fits = (most > 10_000 ? 'é' : '𝒳').repeat(most)
        expect((await create(collection, { [field]: fits })).status).toBe(201)
        const over = await create(collection, { [field]: `${fits}x` })
        expect([over.status, Object.keys(over.body.data.params)]).toEqual([400, [field]])
      },
    )

    it('§2.1 the body overrides the query string, the path overrides both, and unknown args are ignored', async () => {
      const made = await service.post('/venues?venue=Query&city=Turin&nonsense=1', {
        venue: 'Body',
        unknown: {},
      })
      expect([made.status, made.body.venue, made.body.city]).toEqual([201, 'Body', 'Turin'])
      const other = (await service.post('/venues', { venue: 'Other' })).body
      const update = await service.patch(`/venues/${made.body.id}?id=${other.id}`, {
        id: other.id,
        city: 'Rome',
      })
      expect([update.body.id, update.body.city]).toEqual([made.body.id, 'Rome'])
      const bySlug = await service.patch('/venues/by-slug/body', { slug: 'renamed' })
      expect([bySlug.body.id, bySlug.body.slug]).toEqual([made.body.id, 'renamed'])
    })

    it('§2.1 GET and DELETE ignore a body; an empty body of any type counts as {}', async () => {
      const { id } = (await create('venues', {})).body
      const typed = { 'content-type': 'text/plain' }
      expect((await service.ask('PATCH', `/venues/${id}`, '', typed)).status).toBe(200)
      expect((await service.ask('POST', '/events', '', typed)).body.code).toBe('rest_missing_callback_param')
      const removed = await service.ask('DELETE', `/venues/${id}`, { force: true })
      expect([removed.status, removed.body.status]).toEqual([200, 'trash'])
    })

    it('§2.1 an empty value counts as absent in a query string, and null and "" count as absent on create', async () => {
      expect((await service.get('/events?page=&featured=&start_date=&include=&status=')).status).toBe(200)
      for (const nothing of [null, ''])
        for (const field of [
          'status',
          'date',
          'all_day',
          'featured',
          'post_parent',
          'author',
          'venue',
          'cost',
        ])
          expect((await create('events', { [field]: nothing })).status, `${field} ${nothing}`).toBe(201)
    })

    it('§2.1 in a query string a space before an offset or a leading number is read as a plus sign', async () => {
      const used = async (query: string) =>
        new URL((await service.get(`/events?${query}`)).body.rest_url).searchParams.get('starts_after')
      expect(await used('starts_after=2027-05-04 18:00:00+02:00')).toBe('2027-05-04 12:00:00')
      expect(await used('starts_after=%2B2 days')).toBe('2027-01-17 07:00:00')
      expect(await used('starts_after=+2 days')).toBe('2027-01-17 07:00:00')
    })

    it('§2.1 clearing a field that can’t be empty is a fault, for every field of every resource', async () => {
      for (const resource of itemNames) {
        const { collection, fields } = resourceNamed(resource)
        const { id } = (await create(collection, {})).body
        for (const [field, { clears }] of Object.entries(fields)) {
          for (const nothing of [null, '']) {
            const { status, body } = await service.patch(`/${collection}/${id}`, { [field]: nothing })
            expect(status, `${resource}.${field} ${nothing} ${JSON.stringify(body)}`).toBe(clears ? 200 : 400)
            if (!clears) expect(Object.keys(body.data.params)).toEqual([field])
          }
        }
      }
    })

    it.each(rest)(
      '§2.5 %s: %s accepts or rejects %j as specified',
      async (collection, field, sent, shown) => {
        const { status, body } = await create(collection, { [field]: sent })
        if (shown === FAULT) expect([status, Object.keys(body.data.params)]).toEqual([400, [field]])
        else expect([status, body[field]]).toEqual([201, shown])
      },
    )

    it.each(references)('§2.5 resolves categories from %j', async (sent, slugs) => {
      const { status, body } = await create('events', { categories: sent })
      if (slugs === FAULT) expect([status, Object.keys(body.data.params)]).toEqual([400, ['categories']])
      else expect(body.categories.map(({ slug }: Json) => slug)).toEqual(slugs)
    })

    it.each(refusedTickets)('§2.5 rejects the ticket %j', async (ticket, fault) => {
      const { status, body } = await create('events', { tickets: [ticket] })
      expect([status, Object.keys(body.data.params)]).toEqual([400, [fault]])
    })

    it('§2.5 accepts 50 custom fields; null and [] clear all of them, null as a value clears one', async () => {
      const fields = (count: number) =>
        Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, at]))
      expect((await create('events', { custom_fields: fields(51) })).status).toBe(400)
      for (const nothing of [null, []]) {
        const { body: event } = await create('events', { custom_fields: fields(50) })
        expect(Object.keys(event.custom_fields)).toHaveLength(50)
        const less = await service.patch(`/events/${event.id}`, { custom_fields: { f0: null } })
        expect(Object.keys(less.body.custom_fields)).toHaveLength(49)
        const cleared = await service.patch(`/events/${event.id}`, { custom_fields: nothing })
        expect(cleared.body.custom_fields, JSON.stringify(nothing)).toEqual({})
      }
    })

    it('§2.5 on update a cleared slug is derived from the title again, cleared flags get their defaults, and a password has at most 255 characters', async () => {
      const { body: event } = await create('events', {
        title: 'Anew',
        slug: 'other',
        featured: true,
        show_map: false,
      })
      const cleared = { slug: '', featured: null, show_map: null }
      expect((await service.patch(`/events/${event.id}`, cleared)).body).toMatchObject({
        slug: 'anew',
        featured: false,
        show_map: true,
      })
      for (const [length, status] of [
        [255, 200],
        [256, 400],
      ] as const)
        expect((await service.patch(`/events/${event.id}`, { password: 'x'.repeat(length) })).status).toBe(
          status,
        )
      const open = await service.patch(`/events/${event.id}`, { password: '' })
      expect(open.body.password_protected).toBe(false)
    })
  })
}
