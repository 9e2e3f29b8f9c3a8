import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { type Operation, operationsUnderNamespace } from '../support/inside/api.ts'
import { anEvent, type Json, staffedService, type TestService } from '../support/service.ts'

type Headers = Record<string, string>

/** In every text of what is hidden, and in nothing that is sent. */
const MARK = 'Zqhidden'
const times = { start_date: '2027-07-01 10:00:00', end_date: '2027-07-01 11:00:00' }
const series = { ...anEvent(), title: `${MARK} series`, recurrence: 'RRULE:FREQ=WEEKLY;COUNT=2' }

const isAboutItems = ({ resource, path }: Operation) => resource !== undefined || path.startsWith('/events')
const operations = operationsUnderNamespace('cal/events/v1').filter(isAboutItems)

interface Hidden {
  readonly id: number
  readonly slug: string
  readonly uid: string
}

/** The args of tools that are called about a hidden event. */
const toolArgs = (id: number): Readonly<Record<string, Json>> => ({
  read_event: { id },
  update_event: { id, title: 'Mine', dry_run: true },
  change_many_events: { ids: [id], shift_days: 0, dry_run: true },
  list_events: { status: 'any', per_page: 50 },
})

const own = { title: 'Mine', venue: 'Mine', organizer: 'Mine', ...times }
const linked = ({ id }: Hidden) => ({ venue: [id], organizer: [id], post_parent: id })

/** The bodies with which an operation that writes is sent about a hidden item. */
function bodiesFor(action: Operation['action'], one: Hidden, revision: number): readonly Json[] {
  const { id } = one
  switch (action) {
    case 'bulk':
      return [
        { ids: [id], shift_days: 0 },
        { ids: [id], status: 'publish' },
      ]
    case 'merge':
      return [{ items: [id] }]
    case 'revert':
      return [{ change: revision }]
    case 'duplicate':
      return [{ dates: ['2027-08-01'] }]
    case 'decide-event':
      return [{ decision: 'approve' }]
    case 'remove':
      return [{}]
    default:
      return [
        { ...own, ...linked(one), status: 'draft' },
        { ...own, apply_to: 'all' },
      ]
  }
}

for (const { name } of anyDialects()) {
  describe(`hidden items on ${name}`, () => {
    let service: TestService
    let callers: readonly (readonly [string, Headers])[]
    let revision: number
    const hidden = new Map<string, Hidden[]>()

    beforeAll(async () => {
      const staffed = await staffedService(name)
      ;({ service } = staffed)
      const { editor, author } = staffed
      const contributor = (await service.user('contributor')).headers
      callers = Object.entries({ strangers: {}, contributor, author })
      const make = async (collection: string, sent: Json, status: string) => {
        const made = await service.post(`/${collection}`, { ...sent, status }, editor)
        expect(made.status, JSON.stringify(made.body)).toBe(201)
        revision = Number(made.headers['x-fasti-revision'])
        hidden.set(collection, [...(hidden.get(collection) ?? []), made.body])
        return made.body
      }
      for (const status of ['draft', 'private', 'pending']) {
        const venue = await make('venues', { venue: `${MARK} venue`, address: MARK }, status)
        const organizer = await make('organizers', { organizer: `${MARK} organizer` }, status)
        const links = { venue: venue.id, organizer: organizer.id }
        const texts = { title: `${MARK} event`, description: MARK, custom_fields: { key: MARK } }
        await make('events', anEvent({ ...texts, ...links }), status)
        const { series: whole } = await make('events', series, status)
        hidden.set('series', [...(hidden.get('series') ?? []), whole])
        await service.post('/events', anEvent({ title: 'Public', ...links }), editor)
      }
      const trashed = await make('events', anEvent({ title: `${MARK} trashed` }), 'publish')
      await service.remove(`/events/${trashed.id}`, editor)
    })
    afterAll(() => service.close())

    const collectionOf = (path: string) => path.split('/')[1]?.split('.')[0] ?? ''
    const filled = (path: string, { id, slug, uid }: Hidden) =>
      path
        .replace('{id}', String(id))
        .replace('{slug}', encodeURIComponent(slug))
        .replace('{uid}', encodeURIComponent(uid))

    /** What is wrong with the response to a request about a hidden item. */
    async function faultOf(who: string, headers: Headers, method: string, path: string, body?: Json) {
      const answer = await service.ask(method, path, body, headers)
      const text = JSON.stringify([answer.body, answer.headers])
      // Slugs have small letters, so a path that is sent and repeated is no fault.
      const isShown = text.includes(MARK)
      return isShown || answer.status >= 500
        ? [`${who}: ${method} ${path} ${JSON.stringify(body)}: ${answer.status} ${text.slice(0, 300)}`]
        : []
    }

    it('§5 are named by no read, whoever asks, at their own addresses and in lists', async () => {
      const faults: string[] = []
      const queries = ['', '?status=any', '?status=draft', `?search=${MARK.toLowerCase()}`]
      for (const { methods, path } of operations) {
        if (!methods.includes('GET')) continue
        const items = path.includes('{') ? (hidden.get(collectionOf(path)) ?? []) : undefined
        for (const [who, headers] of callers.slice(0, 2)) {
          const paths = items?.map((one) => filled(path, one)) ?? queries.map((query) => `${path}${query}`)
          for (const one of paths) faults.push(...(await faultOf(who, headers, 'GET', one)))
        }
      }
      expect(faults).toEqual([])
    })

    it('§5 are named by no refusal of a write: alone, in bulk, in a batch or rehearsed', async () => {
      const faults: string[] = []
      const batched: Json[] = []
      for (const { methods, path, action } of operations) {
        const [one] = hidden.get(collectionOf(path)) ?? []
        if (methods.includes('GET') || one === undefined) continue
        const method = methods.at(-1) ?? 'POST'
        for (const body of bodiesFor(action, one, revision)) {
          const sent = { method, path: filled(path, one), body }
          batched.push(sent)
          for (const [who, headers] of callers.slice(1))
            faults.push(...(await faultOf(who, headers, method, `${sent.path}?dry_run=true`, body)))
        }
      }
      expect(batched.length).toBeGreaterThan(30)
      const batch = { operations: batched, atomic: false }
      for (const [who, headers] of callers)
        faults.push(...(await faultOf(who, headers, 'POST', '/batch?dry_run=true', batch)))
      expect(faults).toEqual([])
    })

    it('§13 are named by no undo, nor by tools of assistants', async () => {
      const faults: string[] = []
      const ids = (hidden.get('events') ?? []).map(({ id }) => id)
      for (const [who, headers] of callers) {
        for (let one = 1; one <= revision; one += 1)
          faults.push(...(await faultOf(who, headers, 'POST', '/undo?dry_run=true', { revision: one })))
        for (const id of ids)
          for (const [tool, args] of Object.entries(toolArgs(id))) {
            const params = { name: tool, arguments: args }
            const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
            faults.push(...(await faultOf(who, headers, 'POST', '/mcp', call)))
          }
      }
      expect(faults).toEqual([])
    })
  })
}
