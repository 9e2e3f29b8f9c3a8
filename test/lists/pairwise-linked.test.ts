import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isLong } from '../support/dialect-names.ts'
import { anyDialects, dialects } from '../support/dialects.ts'
import { epochOfUtc, foldedText } from '../support/inside/domain.ts'
import {
  expectModelled,
  hasWords,
  type Model,
  oneOf,
  pairsOf,
  type Query,
  random,
  type Values,
} from '../support/pairwise.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

type Linked = 'venue' | 'organizer'

/** The properties of an event that lists of venues and organizers depend on. */
interface LinkedEvent {
  readonly id: number
  readonly status: string
  readonly isHidden: boolean
  readonly isProtected: boolean
  readonly hasEnded: boolean
}

/** A venue or organizer in the model. */
interface Modelled {
  readonly id: number
  readonly status: string
  readonly name: string
  readonly text: string
  readonly date: number
  readonly modified: number
  readonly events: readonly LinkedEvent[]
}

const NOW = '2027-01-15T12:00:00Z'

/** Contract §3.4, one parameter at a time, for an administrator and for the public. */
function modelFor(readsAll: boolean): Model<Modelled> {
  const isOpen = (event: LinkedEvent) => readsAll || !event.isProtected
  const isSeen = (event: LinkedEvent) =>
    isOpen(event) && (readsAll ? event.status !== 'trash' : event.status === 'publish')
  const isUpcoming = (event: LinkedEvent) =>
    isOpen(event) && event.status === 'publish' && !event.isHidden && !event.hasEnded
  return {
    filters: {
      search: ({ text }, value) => hasWords(text, value, foldedText),
      event: ({ events }, value) => events.some((event) => isOpen(event) && event.id === Number(value)),
      has_events: ({ events }, value) => events.some(isSeen) === (value === 'true'),
      only_with_upcoming: ({ events }, value) => value === 'false' || events.some(isUpcoming),
      status: ({ status }, value) =>
        value === 'any' ? status !== 'trash' : value.split(',').includes(status),
      include: ({ id }, value) => oneOf([id], value),
      exclude: ({ id }, value) => !oneOf([id], value),
    },
    keys: {
      date: ({ date }) => [date],
      name: ({ name }) => [foldedText(name), name],
      modified: ({ modified }) => [modified],
      id: () => [],
    },
    inEffect: (query: Query) => ({
      status: 'publish',
      orderby: 'date',
      order: query.orderby === 'name' ? 'asc' : 'desc',
      ...query,
    }),
  }
}

const values: Values = {
  page: ['2'],
  per_page: ['3', '100'],
  search: ['cafe', 'hall -jazz', '"jazz hall"', '0150'],
  event: ['1', '2', '3', '4', '5'],
  has_events: ['true', 'false'],
  only_with_upcoming: ['true', 'false'],
  include: ['1,2,3,5,8,13,21', '34,9999'],
  exclude: ['1,2,3,4,5,6,7', '9999'],
  orderby: ['date', 'name', 'modified', 'id'],
  order: ['asc', 'DESC'],
}
const statuses = ['publish', 'future', 'draft', 'any', 'private,publish', 'trash']

/** Fields that make events differ in visibility. Every reader sees the first five. */
const kinds: readonly Json[] = [
  {},
  { hide_from_listings: true },
  { start_date: '2026-01-01', end_date: '2026-01-02' },
  { password: 's' },
  { start_date: '2027-01-14', end_date: '2027-01-15 07:00:00' },
  { status: 'draft' },
  { status: 'private' },
  { status: 'future', date: '2027-06-01' },
  { trash: true },
]

const names = ['Café', 'Jazz hall', 'hall of music', 'CAFÉ hall', 'Ölberg', 'zoo', 'Jazz']

async function build(service: TestService, name: Linked, admin: Record<string, string>) {
  const next = random(11)
  const items: Omit<Modelled, 'events'>[] = []
  const made = async (path: string, sent: Json) => {
    const { status, body } = await service.post(path, sent, admin)
    expect(status, JSON.stringify(body)).toBe(201)
    return body
  }
  for (let at = 0; at < 36; at++) {
    service.at(`2027-01-14T${10 + ((at * 7) % 10)}:00:00Z`)
    const description = next(4) === 0 ? '<p>A <b>jazz</b> hall</p>' : ''
    const phone = next(3) === 0 ? '0150' : ''
    const status = ['publish', 'publish', 'publish', 'draft', 'private', 'future'][next(6)]
    const date = status === 'future' ? '2027-03-01' : `2026-0${1 + next(4)}-01`
    const body = await made(`/${name}s`, {
      [name]: names[next(names.length)],
      description,
      phone,
      status,
      date,
    })
    if (next(7) === 0) body.status = (await service.remove(`/${name}s/${body.id}`, admin)).body.status
    const text = `${body[name]}\n${description.replace(/<[^>]*>/g, '')}\n${phone}`
    const times = { date: epochOfUtc(body.date_utc), modified: epochOfUtc(body.modified_utc) }
    items.push({ id: body.id, status: body.status, name: body[name], text: foldedText(text), ...times })
  }
  service.at(NOW)
  const events = new Map<LinkedEvent, readonly number[]>()
  for (const { password, trash, ...kind } of kinds) {
    const linkable = items.filter(({ status }) => status !== 'trash' && next(4) === 0).map(({ id }) => id)
    const body = await made('/events', anEvent({ ...kind, [name]: linkable }))
    if (password !== undefined) await service.patch(`/events/${body.id}`, { password }, admin)
    if (trash !== undefined) await service.remove(`/events/${body.id}`, admin)
    const event = {
      id: body.id,
      status: trash === undefined ? body.status : 'trash',
      isHidden: body.hide_from_listings,
      isProtected: password !== undefined,
      hasEnded: epochOfUtc(body.utc_end_date) < epochOfUtc('2027-01-15 12:00:00'),
    }
    events.set(event, linkable)
  }
  const linked = (id: number) => [...events].flatMap(([event, ids]) => (ids.includes(id) ? [event] : []))
  return items.map((item): Modelled => ({ ...item, events: linked(item.id) }))
}

/** Organizers use the same code as venues with another table, so one database is enough for them. */
const on = { venue: dialects, organizer: anyDialects() } as const

for (const name of ['venue', 'organizer'] as const) {
  for (const { name: dialect } of on[name]) {
    describe(`every pair of list parameters of ${name}s on ${dialect}`, () => {
      let service: TestService
      let items: readonly Modelled[]
      let admin: Record<string, string>

      beforeAll(async () => {
        service = await testService(dialect, { FASTI_TIME_ZONE: 'America/New_York' })
        admin = (await service.user('administrator')).headers
        items = await build(service, name, admin)
      })
      afterAll(() => service.close())

      // Every pair is tried with venues on one database, and a sixth of them elsewhere.
      const isWhole = isLong() || (name === 'venue' && dialect === anyDialects()[0]?.name)
      const next = random(11)
      const drawn = (all: readonly Query[]) => all.filter(() => isWhole || next(6) === 0)

      it('§3.4 agrees with a simple model for an administrator', async () => {
        const listing = { service, collection: `${name}s`, items, model: modelFor(true), headers: admin }
        expect(
          await expectModelled(listing, drawn(pairsOf({ ...values, status: statuses }))),
        ).toBeGreaterThan(isWhole ? 1000 : 150)
      })

      it('§3.4 agrees with a simple model for the public', async () => {
        const listing = { service, collection: `${name}s`, items, model: modelFor(false) }
        expect(
          await expectModelled(listing, drawn(pairsOf({ ...values, status: ['publish'] }))),
        ).toBeGreaterThan(isWhole ? 500 : 75)
      })
    })
  }
}
