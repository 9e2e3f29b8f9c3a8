/** Every plain field through every format and copy. The values come from the rows: a new row is walked without a change here. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pluginService, TRIBE } from '../compatibility/plugin.ts'
import { anyDialects } from '../support/dialects.ts'
import {
  defaultValues,
  type FieldResource,
  filteredFields,
  membersOf,
  sentNames,
  sentValues,
} from '../support/field-values.ts'
import { anImage } from '../support/images.ts'
import { importing, moment } from '../support/importing.ts'
import type { FieldRow } from '../support/inside/api.ts'
import { moveCalendarFrom } from '../support/inside/exchange.ts'
import { exportedCalendarChunks, exportedTableChunks } from '../support/inside/formats.ts'
import { receiver } from '../support/receiver.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'
import { easilySolved } from '../support/submitting.ts'
import { dump } from '../support/transfer.ts'

/** The collection, and the least body, of each resource that is created from JSON. */
const kinds = {
  event: ['events', anEvent({ title: 'Walk' })],
  venue: ['venues', { venue: 'Hall' }],
  organizer: ['organizers', { organizer: 'Choir' }],
  category: ['categories', { name: 'Music' }],
  tag: ['tags', { name: 'loud' }],
} as const satisfies Readonly<Record<string, readonly [string, Json]>>
type Kind = keyof typeof kinds
const items = Object.keys(kinds) as readonly Kind[]

const values = sentValues('event')
const shown = (item: Json, resource: FieldResource = 'event') => membersOf(item, sentNames(resource))

const joined = async (pieces: AsyncIterable<string>) => {
  let text = ''
  for await (const piece of pieces) text += piece
  return text
}

const root = { base: 'http://127.0.0.1:3000' } as never
/** The text of each format, and the fields of linked items that it leaves out, as their rows say. */
const formats: Readonly<
  Record<string, [(service: TestService) => Promise<string>, isLeft: (row: FieldRow) => boolean]>
> = {
  'application/x-ndjson': [({ store }) => dump(store, 'http://127.0.0.1:3000'), () => false],
  'text/csv': [
    ({ store }) => joined(exportedTableChunks(store, moment)),
    (row) => row.isOutOfTables === true,
  ],
  'text/calendar': [
    ({ store }) => joined(exportedCalendarChunks(store, { moment, root, title: 'Own' })),
    (row) => row.isOutOfCalendars === true,
  ],
}

for (const { name: dialect } of anyDialects()) {
  describe(`plain fields on ${dialect}`, () => {
    let service: TestService
    beforeEach(async () => {
      service = await testService(dialect, { FASTI_SUBMISSIONS: 'open' })
    })
    afterEach(() => service.close())

    const post = async (path: string, body: unknown): Promise<Json> => {
      const { status, body: answer } = await service.post(path, body)
      expect([path, status, status < 300 ? '' : JSON.stringify(answer)]).toEqual([
        path,
        status < 300 ? status : 201,
        '',
      ])
      return answer
    }
    const create = (kind: Kind, more: Json = {}) => post(`/${kinds[kind][0]}`, { ...kinds[kind][1], ...more })
    const whole = (more: Json = {}) => create('event', { ...values, ...more })
    const patch = async (path: string, body: Json): Promise<Json> => (await service.patch(path, body)).body
    const read = async (path: string): Promise<Json> => (await service.get(path)).body
    const series = async () => {
      const { series: of } = await whole({ recurrence: ['RRULE:FREQ=DAILY;COUNT=3'] })
      const { events } = await read(`/events?series=${(of as Json).id}&hide_from_listings=true`)
      return { id: (of as Json).id, events: events as readonly Json[] }
    }

    it('have values to try that are not their defaults', () => {
      for (const resource of [...items, 'media'] as const)
        for (const [name, value] of Object.entries(sentValues(resource)))
          expect([resource, name, value]).not.toEqual([resource, name, defaultValues(resource)[name]])
    })

    for (const kind of items)
      it(`of one ${kind} are created, changed, cleared, in the history, reverted, and kept by a merge`, async () => {
        const [own, defaults, path] = [sentValues(kind), defaultValues(kind), `/${kinds[kind][0]}`]
        expect(shown(await create(kind, own), kind)).toEqual(own)
        const { id } = await create(kind, kind === 'tag' || kind === 'category' ? { name: 'Other' } : {})
        expect(shown(await read(`${path}/${id}`), kind)).toEqual(defaults)
        expect(shown(await patch(`${path}/${id}`, own), kind)).toEqual(own)
        const { changes } = await read(`${path}/${id}/history`)
        const [change] = changes as readonly { readonly id: number; readonly fields: readonly string[] }[]
        expect([...(change?.fields ?? [])].sort()).toEqual(Object.keys(own).sort())
        const nothing = Object.fromEntries(Object.keys(own).map((name) => [name, null]))
        expect(shown(await patch(`${path}/${id}`, nothing), kind)).toEqual(defaults)
        expect(shown(await post(`${path}/${id}/revert`, { change: change?.id }), kind)).toEqual(own)
        if (kind === 'event') return
        const merged = await post(`${path}/${id}/merge`, { items: [1] })
        expect(shown(merged, kind)).toEqual(own)
      })

    it('of media are uploaded with their file, changed and cleared', async () => {
      const own = sentValues('media')
      const { status, body } = await service.ask('POST', '/media', await anImage(60, 40), {
        'content-type': 'image/png',
      })
      expect(status).toBe(201)
      expect(shown(await patch(`/media/${body.id}`, own), 'media')).toEqual(own)
      const cleared = await patch(
        `/media/${body.id}`,
        Object.fromEntries(Object.keys(own).map((name) => [name, null])),
      )
      // A focus in the middle is not shown.
      expect(shown(cleared, 'media')).toMatchObject({ alt_text: '', focus_x: undefined })
      await patch(`/media/${body.id}`, own)
      expect(JSON.parse((await dump(service.store)).split('\n')[0] ?? '{}')).toMatchObject(own)
    })

    it('are taken by batches, by dry runs and by the id of another system', async () => {
      const body = { ...kinds.event[1], ...values }
      const { results } = await post('/batch', { operations: [{ method: 'POST', path: '/events', body }] })
      expect(shown((results as readonly { readonly body: Json }[])[0]?.body ?? {})).toEqual(values)
      expect(shown(await post('/events?dry_run=true', body))).toEqual(values)
      const put = await service.ask('PUT', '/events/by-uid/walk-1', body)
      expect([put.status, shown(put.body)]).toEqual([201, values])
    })

    it('are copied by duplicates, but for what became of the event', async () => {
      const { id } = await whole()
      const { events } = await post(`/events/${id}/duplicate`, { dates: ['2027-06-01'] })
      const { event_status } = defaultValues('event')
      expect(shown((events as readonly Json[])[0] ?? {})).toEqual({ ...values, event_status })
    })

    it('are shared by the occurrences of a series, changed with it, and the own of one of them', async () => {
      const { id, events } = await series()
      expect(events).toHaveLength(3)
      for (const event of events) expect(shown(event)).toEqual(values)
      const defaults = defaultValues('event')
      await patch(`/events/${events[1]?.id}`, { ...defaults, apply_to: 'this' })
      const own = await read(`/events/${events[1]?.id}`)
      expect(shown(own)).toEqual(defaults)
      expect([...((own.series as Json).own_fields as string[])].sort()).toEqual(Object.keys(values).sort())
      const again = await patch(`/events/${events[1]?.id}`, { inherit: Object.keys(values) })
      expect([shown(again), (again.series as Json).own_fields]).toEqual([values, []])
      await patch(`/series/${id}`, defaults)
      for (const event of events) expect(shown(await read(`/events/${event.id}`))).toEqual(defaults)
    })

    for (const [type, [text, isLeft]] of Object.entries(formats))
      it(`come back from ${type} in an empty calendar, with those of linked items`, async () => {
        const linked = {
          venue: [{ venue: 'Hall', ...sentValues('venue') }],
          organizer: [{ organizer: 'Choir', ...sentValues('organizer') }],
        }
        await whole(linked)
        await series()
        const other = await testService(dialect)
        try {
          const { body } = await other.ask('POST', '/import?source=own', await text(service), {
            'content-type': `${type}; charset=utf-8`,
          })
          expect([body.refused, body.refusals]).toEqual([0, []])
          const { events } = (await other.get('/events?hide_from_listings=true&status=any&orderby=id')).body
          expect(events).toHaveLength(4)
          for (const event of events) expect(shown(event)).toEqual(values)
          const { venue, organizer } = events.find((event: Json) => !Array.isArray(event.venue))
          expect(membersOf(venue, sentNames('venue', isLeft))).toEqual(sentValues('venue', isLeft))
          expect(membersOf(organizer[0], sentNames('organizer', isLeft))).toEqual(
            sentValues('organizer', isLeft),
          )
        } finally {
          await other.close()
        }
      })

    it('of terms come back from lines in an empty calendar', async () => {
      await create('category', sentValues('category'))
      await create('tag', sentValues('tag'))
      const other = await testService(dialect)
      try {
        await other.ask('POST', '/import?source=own', await dump(service.store), {
          'content-type': 'application/x-ndjson',
        })
        for (const kind of ['category', 'tag'] as const)
          expect(shown((await other.get(`/${kinds[kind][0]}/1`)).body, kind)).toEqual(sentValues(kind))
      } finally {
        await other.close()
      }
    })

    it('are moved from another server of this kind', async () => {
      await whole({
        venue: [{ venue: 'Hall', ...sentValues('venue') }],
        categories: [],
        hide_from_listings: false,
      })
      await create('category', sentValues('category'))
      const site = {
        address: 'https://there.example/api',
        request: async (address: string) => service.get(address.replace('https://there.example/api', '')),
      }
      const other = await testService(dialect)
      try {
        await moveCalendarFrom(site, importing(other))
        const { events } = (await other.get('/events')).body
        expect(shown(events[0])).toEqual({ ...values, hide_from_listings: false })
        expect(shown(events[0].venue, 'venue')).toEqual(sentValues('venue'))
        expect(shown((await other.get('/categories/1')).body, 'category')).toEqual(sentValues('category'))
      } finally {
        await other.close()
      }
    })

    it('are hidden by a password, but for the open ones, and shown to who sends it', async () => {
      const { headers } = await service.user('administrator')
      const { body } = await service.post(
        '/events',
        { ...kinds.event[1], ...values, hide_from_listings: false },
        headers,
      )
      await service.patch(`/events/${body.id}`, { password: 'sesame' }, headers)
      const isOpen = (row: FieldRow) => row.isOpen === true
      const hidden = sentNames('event', isOpen)
      const blank = Object.fromEntries(
        hidden.map((name) => [name, typeof values[name] === 'boolean' ? false : '']),
      )
      const { events } = await read('/events')
      const [closed = {}] = events as readonly Json[]
      expect(membersOf(closed, hidden)).toEqual(blank)
      const open = sentNames('event', (row) => !isOpen(row))
      expect(membersOf(closed, open)).toEqual(membersOf(values, open))
      const opened = await service.get(`/events/${body.id}`, { 'x-event-password': 'sesame' })
      expect(shown(opened.body)).toEqual({
        ...values,
        hide_from_listings: false,
      })
    })

    for (const [name, { isOpen }] of filteredFields)
      it(`lists filter by ${name}, and not where a password hides it`, async () => {
        const { headers } = await service.user('administrator')
        const others = await service.post('/events', { ...kinds.event[1], title: 'Other' }, headers)
        const { body } = await service.post('/events', { ...kinds.event[1], [name]: values[name] }, headers)
        const found = async (value: unknown) => {
          const { events } = (await service.get(`/events?${name}=${encodeURIComponent(String(value))}`)).body
          return events.map(({ id }: Json) => id)
        }
        expect(await found(values[name])).toEqual([body.id])
        if (typeof values[name] === 'boolean') expect(await found(!values[name])).toEqual([others.body.id])
        await service.patch(`/events/${body.id}`, { password: 'sesame' }, headers)
        expect(await found(values[name])).toEqual(isOpen === true ? [body.id] : [])
      })

    it('are submitted by the public, but for flags, and kept by the approval', async () => {
      const { headers } = await service.user('administrator')
      const own = sentValues('event', ({ type }) => type === 'flag')
      const submitter = { name: 'Bea', email: 'bea@market.example.org' }
      const sent = { ...kinds.event[1], ...values, submitter, proof: await easilySolved(service) }
      const { status, body } = await service.post('/submissions', sent)
      expect([status, body.message]).toEqual([201, undefined])
      const decided = await service.post(`/submissions/${body.id}/decision`, { decision: 'approve' }, headers)
      expect(shown(decided.body.event)).toEqual({ ...defaultValues('event'), ...own })
    })

    it('are in the messages of webhooks', async () => {
      const host = await receiver()
      const other = await testService(dialect, { FASTI_WEBHOOK_HOSTS: host.host })
      try {
        const { headers } = await other.user('administrator')
        await other.post('/webhooks', { url: host.url }, headers)
        await other.post('/events', { ...kinds.event[1], ...values, hide_from_listings: false }, headers)
        await other.webhooks.deliver()
        expect(host.received.map(({ body }) => shown(body.data))).toEqual([
          { ...values, hide_from_listings: false },
        ])
      } finally {
        await other.close()
        await host.close()
      }
    })

    it('are args of the tools for assistants', async () => {
      const call = async (method: string, params: Json) =>
        (
          await service.post(
            '/mcp',
            { jsonrpc: '2.0', id: 1, method, params },
            { accept: 'application/json, text/event-stream' },
          )
        ).body
      const { result } = await call('tools/call', {
        name: 'create_event',
        arguments: { ...kinds.event[1], ...values },
      })
      expect(shown(JSON.parse(result.content[0].text))).toEqual(values)
    })
  })

  it(`plain fields are the same in the dialect of The Events Calendar on ${dialect}`, async () => {
    const service = await pluginService(dialect)
    try {
      const { status, body } = await service.host('POST', `${TRIBE}/events`, { ...kinds.event[1], ...values })
      expect([status, shown(body)]).toEqual([201, values])
      expect(shown((await service.host('GET', `${TRIBE}/events/${body.id}`)).body)).toEqual(values)
      for (const kind of ['venue', 'organizer'] as const) {
        const own = sentValues(kind)
        const sent = { ...kinds[kind][1], ...own }
        expect(shown((await service.host('POST', `${TRIBE}/${kinds[kind][0]}`, sent)).body, kind)).toEqual(
          own,
        )
      }
    } finally {
      await service.close()
    }
  })
}
