import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isLong } from '../support/dialect-names.ts'
import { anyDialects, dialects } from '../support/dialects.ts'
import { foldedText } from '../support/inside/domain.ts'
import {
  expectModelled,
  type Model,
  oneOf,
  pairsOf,
  type Query,
  random,
  type Values,
} from '../support/pairwise.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

/** A category or tag in the model. */
interface Modelled {
  readonly id: number
  readonly name: string
  readonly slug: string
  readonly description: string
  readonly parent: number
  /** Published events with the term. */
  readonly count: number
  /** All events with the term. */
  readonly events: readonly number[]
}

/** Returns the position of an id in `include`, or a position after all others if it is absent. */
const place = (id: number, include = '') => {
  const at = include.split(',').indexOf(String(id))
  return at < 0 ? Number.POSITIVE_INFINITY : at
}

/** Contract §3.5, one parameter at a time. */
const model: Model<Modelled> = {
  filters: {
    search: ({ name, slug, description }, value) =>
      [name, slug, description].some((text) => foldedText(text).includes(foldedText(value))),
    include: ({ id }, value) => oneOf([id], value),
    exclude: ({ id }, value) => !oneOf([id], value),
    hide_empty: ({ count }, value) => value === 'false' || count > 0,
    parent: ({ parent }, value) => parent === Number(value),
    post: ({ events }, value, query) => query.event !== undefined || events.includes(Number(value)),
    event: ({ events }, value) => events.includes(Number(value)),
    slug: ({ slug }, value) => slug === value,
  },
  keys: {
    name: ({ name }) => [foldedText(name), name],
    id: () => [],
    slug: ({ slug }) => [slug],
    count: ({ count }) => [count],
    description: ({ description }) => [description],
    parent: ({ parent }) => [parent],
    include: ({ id }, { include }) => [place(id, include)],
    include_slugs: ({ slug }, query) => [slug === query.slug ? 0 : 1],
    term_group: () => [],
  },
  inEffect: (query: Query) => ({
    orderby: 'name',
    order: 'asc',
    hide_empty: query.event === undefined && query.post === undefined ? 'true' : 'false',
    ...query,
    ...(query.event !== undefined || query.post !== undefined ? { hide_empty: 'false' } : {}),
  }),
}

const values: Values = {
  page: ['2'],
  per_page: ['3', '100'],
  search: ['zur', 'b term', 'épin', 'zzz'],
  include: ['9,3,1,5,9999', '2,4'],
  exclude: ['1,2,3,4', '9999'],
  hide_empty: ['true', 'false'],
  post: ['1', '4'],
  event: ['2', '5'],
  slug: ['zurich-2', 'apple-1', 'unknown'],
  orderby: ['name', 'id', 'slug', 'count', 'description', 'parent', 'include', 'include_slugs', 'term_group'],
  order: ['asc', 'DESC'],
}

/** The pairs of parameters. Order by `include` requires that parameter. */
function queries(values: Values): readonly Query[] {
  return pairsOf(values).map((query) =>
    query.orderby === 'include_slugs' ? { slug: 'zurich-2', ...query } : query,
  )
}

const names = ['apple', 'Àpple', 'Zürich', 'zurich', 'Épinal', 'epinal', 'Ωmega', '祭', '_b term', 'B term']
/** Published, hidden, protected, draft, due after the clock moves, not due, trashed. */
const kinds: readonly Json[] = [
  {},
  { hide_from_listings: true },
  { password: 's' },
  { status: 'draft' },
  { date: '2027-01-15 08:00:00' },
  { date: '2027-02-15 08:00:00' },
  { trash: true },
]

async function build(service: TestService, kind: 'category' | 'tag'): Promise<readonly Modelled[]> {
  const next = random(5)
  const collection = kind === 'category' ? 'categories' : 'tags'
  const terms: Omit<Modelled, 'count' | 'events'>[] = []
  const made = async (path: string, sent: Json) => {
    const { status, body } = await service.post(path, sent)
    expect(status, JSON.stringify(body)).toBe(201)
    return body
  }
  for (let at = 0; at < 30; at++) {
    const name = `${names[at % names.length]} ${1 + Math.floor(at / names.length)}`
    const description = ['', '', 'a b', 'B b', '<p>épin</p>', 'Ab'][next(6)]
    const parent = kind === 'category' && at > 3 ? next(4) : undefined
    const body = await made(`/${collection}`, { name, description, parent })
    terms.push({ ...body, parent: body.parent ?? 0 })
  }
  const events: { readonly id: number; readonly isCounted: boolean; readonly terms: readonly number[] }[] = []
  for (const { password, trash, ...kind } of kinds) {
    const ids = terms.map(({ id }) => id).filter(() => next(4) === 0)
    const { id } = await made('/events', anEvent({ ...kind, [collection]: ids }))
    if (password !== undefined) await service.patch(`/events/${id}`, { password })
    if (trash !== undefined) await service.remove(`/events/${id}`)
    const isCounted = kind.status !== 'draft' && kind.date !== '2027-02-15 08:00:00' && trash === undefined
    events.push({ id, isCounted, terms: ids })
  }
  service.at('2027-01-15T14:00:00Z')
  return terms.map((term) => {
    const own = events.filter(({ terms }) => terms.includes(term.id))
    return {
      ...term,
      count: own.filter(({ isCounted }) => isCounted).length,
      events: own.map(({ id }) => id),
    }
  })
}

/** Tags use the same code as categories with another table, so one database is enough for them. */
const of = {
  category: { own: { parent: ['0', '1', '2'] }, on: dialects },
  tag: { own: {}, on: anyDialects() },
} as const

for (const kind of ['category', 'tag'] as const) {
  const { own, on } = of[kind]
  for (const { name: dialect } of on) {
    describe(`every pair of list parameters of a ${kind} on ${dialect}`, () => {
      let service: TestService
      let items: readonly Modelled[]

      beforeAll(async () => {
        service = await testService(dialect, { FASTI_TIME_ZONE: 'America/New_York' })
        items = await build(service, kind)
      })
      afterAll(() => service.close())

      it('§3.5 agrees with a simple model in ids, order and total, for every pair of values', async () => {
        const collection = kind === 'category' ? 'categories' : 'tags'
        const listing = { service, collection, items, model }
        const next = random(11)
        // Every pair is tried with categories on one database, and a third of them elsewhere.
        const isWhole = isLong() || (kind === 'category' && dialect === anyDialects()[0]?.name)
        const drawn = queries({ ...values, ...own }).filter(() => isWhole || next(3) === 0)
        expect(await expectModelled(listing, drawn)).toBeGreaterThan(isWhole ? 1000 : 300)
      })

      it('§1.4 has the same counts as the model', async () => {
        const collection = kind === 'category' ? 'categories' : 'tags'
        const { body } = await service.get(`/${collection}?hide_empty=false&per_page=100&orderby=id`)
        expect(body[collection].map(({ id, count }: Json) => [id, count])).toEqual(
          items.map(({ id, count }) => [id, count]),
        )
      })
    })
  }
}
