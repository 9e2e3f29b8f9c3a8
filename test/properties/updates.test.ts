import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isLong } from '../support/dialect-names.ts'
import { anyDialects } from '../support/dialects.ts'
import { storedImage } from '../support/images.ts'
import {
  eventSeriesArgs,
  type ItemName,
  isPublishable,
  itemNames,
  resourceNamed,
} from '../support/inside/api.ts'
import { currentMoment } from '../support/inside/service.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

const ends = (end: string) => [`${end}_date_details`, `utc_${end}_date`, `utc_${end}_date_details`]
const instants = ['utc_start_date', 'utc_start_date_details', 'utc_end_date', 'utc_end_date_details']
const clocks = ['start_date', 'start_date_details', 'end_date', 'end_date_details']
const publication = { date: ['date_utc'], date_utc: ['date'], slug: ['url'] }
const region = ['stateprovince']

/** Field → the fields derived from it. `modified` and `json_ld` may change in any case. */
const derived: Readonly<Record<ItemName, Readonly<Record<string, readonly string[]>>>> = {
  event: {
    ...publication,
    start_date: [...ends('start'), 'timezone_abbr'],
    end_date: ends('end'),
    no_end_time: ['end_date', ...ends('end')],
    timezone: [...instants, 'timezone_abbr'],
    all_day: [...clocks, ...instants],
    cost: ['cost_details'],
    tickets: ['ticketed'],
    password: ['password_protected'],
    // Moved online it is attended online (contract §11).
    event_status: ['attendance_mode'],
    // Their counts: only published events are counted.
    status: ['categories', 'tags'],
  },
  venue: { ...publication, state: region, province: region, country: region },
  organizer: publication,
  category: { slug: ['url'], parent: ['urls'] },
  tag: { slug: ['url'] },
  group: { slug: ['url'] },
  page: publication,
}

const always = ['modified', 'modified_utc', 'json_ld']
/** What only editors see leaves `modified` as it is. */
const inner = ['note', 'assignee']
const letters = (most: number) => fc.stringMatching(new RegExp(`^[a-zäß日]{1,${most}}$`))
const ticket = { currency: 'EUR', url: '', availability: 'sold_out', valid_from: '', valid_through: '' }

/** Kind of field → values that are represented exactly as sent. */
const byKind: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  // The site has one language: see test/content.
  language: fc.constant('en'),
  translations: fc.constant({}),
  title: letters(30),
  text: letters(30),
  html: letters(30).map((text) => `<p>${text}</p>`),
  slug: fc.uuid(),
  boolean: fc.boolean(),
  number: fc.integer({ min: -90, max: 90 }),
  integer: fc.constantFrom(1, 2),
  zone: fc.constantFrom('Europe/Paris', 'UTC', 'UTC+5:30', 'Asia/Tokyo'),
  web: letters(9).map((text) => `https://x.example/${encodeURI(text)}`),
  email: fc.stringMatching(/^[a-z]{1,9}$/).map((text) => `${text}@b.example`),
  image: fc.constantFrom(1, 2),
  choice: fc.constantFrom('publish', 'draft', 'pending', 'private'),
  cost: fc.integer({ min: 1, max: 99 }).map((price) => `$${price}`),
  references: fc.constantFrom(['a'], ['a', 'b'], ['new']),
  links: fc.constantFrom([1], [2], [2, 1]),
  tickets: letters(9).map((name) => [{ name, price: '5', ...ticket }]),
  custom_fields: letters(9).map((value) => ({ a: { label: 'A', value }, b: { label: 'b', value: 2 } })),
  password: letters(9),
  color: fc.constantFrom('#a8231b', '#0d5c63'),
  group: fc.constantFrom(1, 2),
  assignee: fc.constantFrom(1, 2),
}

const moments = fc.integer({ min: 10, max: 19 })
/** Fields with rules beyond those of their kind. */
const byName: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  start_date: moments.map((hour) => `2027-05-03 ${hour}:00:00`),
  end_date: moments.map((hour) => `2027-05-06 ${hour}:00:00`),
  // An event without an end time needs an end to get one.
  no_end_time: fc.constant(true),
  event_status: fc.constantFrom('cancelled', 'postponed', 'moved_online'),
  main: fc.constantFrom('all', 'review', 'none'),
  federated_as: fc.constantFrom('by_name', 'MUSIC', 'THEATRE'),
  attendance_mode: fc.constantFrom('offline', 'online', 'mixed'),
  date: moments.map((hour) => `2026-08-01 ${hour}:00:00`),
  date_utc: moments.map((hour) => `2026-08-01 ${hour}:00:00`),
}

const ids = (shown: unknown) => [shown].flat().map((one) => (one as Json).id)
/** Returns how a field is represented, in the form in which it is sent. */
const told: Readonly<Record<string, (shown: unknown) => unknown>> = {
  translations: () => ({}),
  links: ids,
  image: (shown) => (shown as Json).id,
  group: (shown) => (shown as Json).id,
  assignee: (shown) => (shown as Json).id,
  references: (shown) => (shown as readonly Json[]).map(({ name }) => name),
}

const published = { description: '<p>d</p>', website: 'https://w.example', image: 1 }
/** An item of each resource with every field set. */
const full: Readonly<Record<ItemName, Json>> = {
  event: anEvent({
    ...{ ...published, excerpt: 'e', timezone: 'America/New_York', cost: '€5', venue: [1], organizer: [1] },
    ...{ categories: ['a'], tags: ['a'], custom_fields: { a: 1, b: 2 }, post_parent: 1 },
    ...{ featured: true, sticky: true, tickets: [{ name: 'T', price: '1' }], group: 1 },
  }),
  venue: {
    ...{ ...published, venue: 'V', address: 'a', city: 'c', country: 'US', province: 'p', state: 's' },
    ...{ zip: 'z', phone: '1', geo_lat: 1, geo_lng: 1, show_map: false },
  },
  organizer: { ...published, organizer: 'O', phone: '1', email: 'o@b.example', federated: true },
  category: { description: 'd', parent: 1, color: '#123456', federated_as: 'MUSIC' },
  tag: { description: 'd' },
  group: { description: 'd', color: '#123456', main: 'none', federated: true },
  page: { title: 'P', content: '<p>c</p>', menu_order: 3, in_footer: true },
}

const plainly = (shown: unknown) => shown
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

for (const { name: dialect } of anyDialects()) {
  describe(`an update of one field on ${dialect}`, () => {
    let service: TestService
    let headers: Record<string, string>
    let made = 0

    async function created(name: ItemName): Promise<Json> {
      made += 1
      const own = isPublishable(name) ? full[name] : { ...full[name], name: `Term ${made}` }
      const { status, body } = await service.post(`/${resourceNamed(name).collection}`, own, headers)
      expect(status, JSON.stringify(body)).toBe(201)
      return body
    }

    beforeAll(async () => {
      service = await testService(dialect)
      headers = (await service.user('administrator')).headers
      await service.user('editor')
      const writer = { moment: currentMoment({ zone: 'UTC' }), actor: { id: 0, login: '' } }
      for (let at = 0; at < 2; at++)
        await service.store.write(writer, (store) => store.put('media', undefined, storedImage))
      for (const name of ['G', 'H']) await service.post('/groups', { name }, headers)
      for (let at = 0; at < 2; at++) {
        await service.post('/venues', { venue: 'Linked' }, headers)
        await service.post('/organizers', { organizer: 'Linked' }, headers)
        await service.post('/events', anEvent(), headers)
        await service.post('/categories', { name: `Root ${at}` }, headers)
      }
    })
    afterAll(() => service.close())

    for (const name of itemNames) {
      const { fields, byId, collection } = resourceNamed(name)
      for (const [field, { kind, clears }] of Object.entries({ ...fields, ...byId })) {
        // These select further events to change, or create events: see test/series.
        if (Object.hasOwn(eventSeriesArgs, field)) continue
        const values = byName[field] ?? byKind[kind.name] ?? fc.constant(undefined)
        const by = isPublishable(name) && field !== 'password' ? ['id', 'slug'] : ['id']
        const change = fc.record({
          value: clears ? fc.option(values, { freq: 4 }) : values,
          method: fc.constantFrom('PATCH', 'PUT', 'POST'),
          by: fc.constantFrom(...by),
        })
        it(`§4.2 of ${name}.${field} changes it and the fields derived from it, and nothing else`, async () => {
          expect(byName[field] ?? byKind[kind.name], `no values of kind ${kind.name}`).toBeDefined()
          const allowed = [field, ...(derived[name][field] ?? []), ...always]
          await fc.assert(
            fc.asyncProperty(change, async ({ value, method, by }) => {
              const item = await created(name)
              const before = (await service.get(`/${collection}/${item.id}`, headers)).body
              const path = by === 'id' ? item.id : `by-slug/${encodeURIComponent(String(item.slug))}`
              service.at('2027-01-16T12:00:00Z')
              const answer = await service.ask(method, `/${collection}/${path}`, { [field]: value }, headers)
              service.at('2027-01-15T12:00:00Z')
              // The random name may be taken by an earlier term.
              fc.pre(answer.body.code !== 'term_exists')
              expect(answer.status, JSON.stringify(answer.body)).toBe(200)
              const after = (await service.get(`/${collection}/${item.id}`, headers)).body
              expect(after).toEqual(answer.body)
              const changed = Object.keys(before).filter((key) => !isSame(before[key], after[key]))
              expect(changed.filter((key) => !allowed.includes(key))).toEqual([])
              if (value !== null && field !== 'password')
                expect((told[kind.name] ?? plainly)(after[field])).toEqual(value)
              const isNew = changed.some((key) => ![...always, ...inner].includes(key))
              if (isPublishable(name)) expect(changed.includes('modified_utc')).toBe(isNew)
            }),
            { numRuns: isLong() ? 3 : 2 },
          )
        })
      }
    }
  })
}
