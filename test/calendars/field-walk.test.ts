/** Every field of an event through every format: into this calendar again, and into an empty one. A field that this table does not know fails it. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { moment } from '../support/importing.ts'
import { event as declaration, namesOf } from '../support/inside/api.ts'
import { exportedCalendarChunks, exportedTableChunks } from '../support/inside/formats.ts'
import { type Json, type TestService, testService } from '../support/service.ts'
import { dump } from '../support/transfer.ts'

type Field = keyof typeof declaration.fields

/** A value of each field that is not its default; undefined for fields that are no value of the event itself. */
const values: Readonly<Record<Field, unknown>> = {
  title: 'Été, "quoted"; = 1',
  description: '<p>One</p>\n<p>Two; <strong>three</strong></p>',
  excerpt: '<p>In short</p>',
  slug: 'a-summer-of-its-own',
  status: 'private',
  date: undefined,
  date_utc: '2026-12-01 10:00:00',
  author: undefined,
  timezone: 'Europe/Rome',
  image: undefined,
  all_day: true,
  no_end_time: undefined,
  start_date: '2027-03-28',
  end_date: '2027-03-29',
  cost: ['€10', '€20'],
  website: 'https://example.org/?a=1&b=2',
  event_status: 'rescheduled',
  attendance_mode: 'mixed',
  online_url: 'https://example.org/live',
  status_reason: 'Storm, until Sunday',
  show_map: false,
  show_map_link: false,
  hide_from_listings: true,
  sticky: true,
  featured: true,
  categories: ['Late, loud', 'Music'],
  tags: ['one; two', 'three'],
  venue: [
    {
      venue: 'Hall',
      address: '1 Road',
      city: 'Turin',
      zip: '10100',
      country: 'Italy',
      accessibility: 'Step-free',
      geo_lat: 45.5,
      geo_lng: 7,
    },
    { venue: 'Second' },
  ],
  organizer: [{ organizer: 'Org', email: 'o@example.org', phone: '+39 011' }, { organizer: 'Other' }],
  tickets: [{ name: 'Stalls', price: '10', currency: 'EUR' }],
  custom_fields: { stalls: 40, dress: { label: 'Dress', value: 'black tie' } },
  post_parent: undefined,
  language: undefined,
  translations: undefined,
  group: undefined,
  in_main: undefined,
  note: undefined,
  assignee: undefined,
  recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE;VALUE=DATE:20270404'],
  apply_to: undefined,
  inherit: undefined,
}

const joined = async (pieces: AsyncIterable<string>) => {
  let text = ''
  for await (const piece of pieces) text += piece
  return text
}

const formats = {
  lines: {
    type: 'application/x-ndjson',
    text: ({ store }: TestService) => dump(store, 'http://127.0.0.1:3000'),
    lost: [],
  },
  table: {
    type: 'text/csv',
    text: ({ store }: TestService) => joined(exportedTableChunks(store, moment)),
    lost: [],
  },
  calendar: {
    type: 'text/calendar',
    text: ({ store }: TestService) =>
      joined(
        exportedCalendarChunks(store, {
          moment,
          root: { base: 'http://127.0.0.1:3000' } as never,
          title: 'Own',
        }),
      ),
    // A calendar has neither the address of a page nor the date of its publication.
    lost: ['slug', 'date_utc'],
  },
} as const satisfies Readonly<
  Record<string, { type: string; text: (service: TestService) => Promise<string>; lost: readonly Field[] }>
>

/** What the API shows of a field, without what belongs to one calendar: ids, addresses, counts. */
function bare(shown: unknown): unknown {
  if (Array.isArray(shown)) return shown.map(bare)
  if (typeof shown !== 'object' || shown === null) return shown
  const own = [
    'id',
    'slug',
    'url',
    'rest_url',
    'global_id',
    'global_id_lineage',
    'count',
    'author',
    'urls',
    'date',
    'date_utc',
    'modified',
    'modified_utc',
    'json_ld',
    'status',
    'next',
    'occurrences',
    'recurrence_words',
  ]
  return Object.fromEntries(
    Object.entries(shown).flatMap(([name, value]) => (own.includes(name) ? [] : [[name, bare(value)]])),
  )
}

for (const { name: dialect } of anyDialects()) {
  describe(`fields in formats on ${dialect}`, () => {
    let service: TestService
    const sent = (leaving: readonly Field[]) =>
      Object.fromEntries(
        Object.entries(values).filter(
          ([name, value]) => value !== undefined && !leaving.includes(name as Field),
        ),
      )
    const events = async (of: TestService): Promise<readonly Json[]> => {
      const found: Json[] = []
      for (const hidden of [false, true]) {
        const query = `start_date=2027-01-01&status=any&orderby=start_date&per_page=50&hide_from_listings=${hidden}`
        found.push(...(await of.get(`/events?${query}`)).body.events)
      }
      return found
    }
    beforeEach(async () => {
      service = await testService(dialect)
      const single = await service.post('/events', sent(['recurrence']))
      const series = await service.post('/events', { ...sent([]), slug: 'series', title: 'Series' })
      await service.post('/events', {
        title: 'Plain',
        start_date: '2027-05-01 10:00',
        end_date: '2027-05-01 10:00',
      })
      expect([single.status, series.status], JSON.stringify([single.body, series.body])).toEqual([201, 201])
    })
    afterEach(() => service.close())

    it('know every field', () => {
      expect(namesOf(declaration.fields).filter((field) => !(field in values))).toEqual([])
      const shown = Object.keys(sent([]))
      expect(shown.length).toBeGreaterThan(25)
    })

    const load = (to: TestService, text: string, type: string) =>
      to.ask('POST', '/import?source=own', text, { 'content-type': `${type}; charset=utf-8` })

    for (const format of namesOf(formats)) {
      it(`§0 the first import of an own export of ${format} changes nothing`, async () => {
        const all = await events(service)
        const [, first, , last] = all
        await service.patch(`/events/${first?.id}`, { title: 'Own title' })
        await service.remove(`/events/${last?.id}`)
        const before = await dump(service.store)
        const revision = await service.store.revision()
        const { type, text } = formats[format]
        const { body } = await load(service, await text(service), type)
        expect(body).toMatchObject({ created: 0, updated: 0, refused: 0, refusals: [] })
        expect(await dump(service.store)).toBe(before)
        if (format !== 'calendar') expect(await service.store.revision()).toBe(revision)
      })

      it(`§0 every field comes back from ${format} in an empty calendar`, async () => {
        const { type, text, lost } = formats[format]
        const other = await testService(dialect)
        try {
          const { body } = await load(other, await text(service), type)
          expect(body).toMatchObject({ refused: 0, refusals: [] })
          const [own, theirs] = [await events(service), await events(other)]
          expect(own).toHaveLength(4)
          expect(theirs.map(({ title }) => title)).toEqual(own.map(({ title }) => title))
          const kept = ['slug', 'date_utc', 'status', ...Object.keys(values)].filter(
            (name) => name !== 'date' && name !== 'author' && !(lost as readonly string[]).includes(name),
          )
          for (const [at, event] of own.entries())
            for (const field of kept)
              expect([field, bare(theirs[at]?.[field])]).toEqual([field, bare(event[field])])
        } finally {
          await other.close()
        }
      })
    }
  })
}
