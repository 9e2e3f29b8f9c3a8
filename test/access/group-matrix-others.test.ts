/**
 * Every role on the site × role in a group, in what follows a calendar or moves many items at once: the stream of changes, webhooks,
 * merges and transfers. Who is no member learns nothing of a hidden event of the group by them.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { eventStream } from '../support/event-stream.ts'
import { inRotation } from '../support/in-rotation.ts'
import { type GroupRole, groupRoles } from '../support/inside/api.ts'
import { scopeMayEdit, scopeMayRead } from '../support/inside/domain.ts'
import { accessScopeOf, type Role, roles } from '../support/inside/people.ts'
import { type Receiver, receiver } from '../support/receiver.ts'
import { type Answered, anEvent, type Json, type TestService, testService } from '../support/service.ts'
import { listening } from '../support/sockets.ts'

const states = {
  publish: {},
  hidden: { hide_from_listings: true },
  draft: { status: 'draft' },
  pending: { status: 'pending' },
  private: { status: 'private' },
  future: { date: '2029-01-01 10:00:00' },
} as const satisfies Readonly<Record<string, Json>>
type State = keyof typeof states
type Membership = GroupRole | 'none' | 'manager of another'
type Headers = Record<string, string>

interface Caller {
  readonly name: string
  readonly id: number
  readonly role: Role | 'anonymous'
  readonly groups: ReadonlyMap<number, GroupRole>
  readonly headers: Headers
}

interface Item {
  readonly id: number
  readonly state: State
}

const [MUSEUM, LIBRARY] = [1, 2]
const WORD = 'xylophon'
const isRefusal = ({ status }: Answered) => status === 401 || status === 403

for (const { name } of dialects) {
  describe(`what follows or moves events of groups on ${name}`, () => {
    let service: TestService
    let host: Receiver
    let ada: Caller
    let start = 0
    let last = 0
    let port = 0
    const callers: Caller[] = []
    const items: Item[] = []
    const some = inRotation(3)

    const newItem = async (state: State, more: Json = {}) => {
      const sent = { title: `${WORD} ${state}`, group: MUSEUM, venue: 1, ...states[state], ...more }
      const { status, body } = await service.post('/events', anEvent(sent), ada.headers)
      expect([state, status]).toEqual([state, 201])
      return Number(body.id)
    }
    const newCaller = async (role: Role, membership: Membership, login: string): Promise<Caller> => {
      const { id, headers } = await service.user(role, login)
      const [group, own]: [number, GroupRole | undefined] =
        membership === 'manager of another'
          ? [LIBRARY, 'manager']
          : [MUSEUM, membership === 'none' ? undefined : membership]
      if (own !== undefined)
        await service.ask('PUT', `/groups/${group}/members/${id}`, { role: own }, ada.headers)
      return { name: login, id, role, groups: new Map(own === undefined ? [] : [[group, own]]), headers }
    }

    beforeAll(async () => {
      host = await receiver()
      service = await testService(name, { FASTI_WEBHOOK_HOSTS: host.host })
      port = await listening(service)
      const { id, headers } = await service.user('administrator', 'ada')
      ada = { name: 'ada', id, role: 'administrator', groups: new Map(), headers }
      for (const called of ['Museum', 'Library']) await service.post('/groups', { name: called }, headers)
      for (const venue of ['Hall', 'Hall too']) await service.post('/venues', { venue }, headers)
      callers.push({ name: 'anonymous', id: 0, role: 'anonymous', groups: new Map(), headers: {} })
      for (const role of roles)
        for (const membership of ['none', ...groupRoles, 'manager of another'] as const)
          callers.push(await newCaller(role, membership, `${role}-${membership.replaceAll(' ', '-')}`))
      start = (await service.get('/changes?since=999999999')).body.next_since
      for (const state of Object.keys(states) as State[]) items.push({ id: await newItem(state), state })
      last = await newItem('publish')
    })
    afterAll(async () => {
      await service.close()
      await host.close()
    })
    beforeEach(() => void host.take())

    /** Whether the rule of access lets a caller learn of an item of this author. */
    function learns({ id, role, groups }: Caller, { state }: Item, author = ada.id): boolean {
      const scope = accessScopeOf({ id, login: '', role, groups })
      const accessed = { author, isPublic: state === 'publish' || state === 'hidden', group: MUSEUM }
      return state === 'hidden' ? scopeMayEdit(scope, accessed) : scopeMayRead(scope, accessed)
    }

    it('§13 §16 the stream of changes sends each caller what the rule says, with and without group', async () => {
      for (const caller of some(callers))
        for (const query of ['', '&group=museum', '&group=museum,library']) {
          const path = `/cal/events/v1/changes/stream?since=${start}${query}`
          const stream = await eventStream(`http://127.0.0.1:${port}${path}`, caller.headers)
          const seen: number[] = []
          for (;;) {
            const { data } = await stream.next()
            if (data.id === last) break
            seen.push(data.id)
          }
          stream.close()
          const wanted = items.filter((item) => learns(caller, item)).map(({ id }) => id)
          expect([caller.name, query, seen]).toEqual([caller.name, query, wanted])
        }
    })

    it('§16 the stream of another group, or of none, says nothing of them to anybody', async () => {
      const end = Number((await service.post('/events', anEvent({ group: LIBRARY }), ada.headers)).body.id)
      for (const caller of some(callers)) {
        const path = `/cal/events/v1/changes/stream?since=${start}&group=library`
        const stream = await eventStream(`http://127.0.0.1:${port}${path}`, caller.headers)
        expect([caller.name, (await stream.next()).data.id]).toEqual([caller.name, end])
        stream.close()
      }
    })

    it('§13 §16 webhooks are those of administrators: a member or manager of a group has, reads and changes none', async () => {
      const settings = { url: host.url, types: ['event.created'], filter: { group: 'museum' }, private: true }
      const { id } = (await service.post('/webhooks', settings, ada.headers)).body
      for (const caller of callers) {
        if (caller.role === 'administrator') continue
        const ask = (method: string, path: string, body?: Json) =>
          service.ask(method, `/webhooks${path}`, body, caller.headers)
        const answers = [
          await ask('GET', ''),
          await ask('POST', '', settings),
          await ask('GET', `/${id}`),
          await ask('PATCH', `/${id}`, { private: true }),
          await ask('DELETE', `/${id}`),
          await ask('POST', `/${id}/test`),
          await ask('POST', `/${id}/rotate`),
          await ask('GET', `/${id}/deliveries`),
        ]
        expect([caller.name, answers.every(isRefusal)]).toEqual([caller.name, true])
      }
      expect((await service.get('/webhooks', ada.headers)).body.webhooks).toHaveLength(1)
      await service.remove(`/webhooks/${id}`, ada.headers)
    })

    it.each([
      ['is told of what the public sees', false, ['publish']],
      ['that is private is told of everything in the group', true, Object.keys(states)],
    ] as const)('§16 a webhook of a group %s', async (_what, isPrivate, told) => {
      const settings = {
        url: host.url,
        types: ['event.created'],
        filter: { group: 'museum' },
        private: isPrivate,
      }
      const { id } = (await service.post('/webhooks', settings, ada.headers)).body
      const made = new Map<State, number>()
      for (const state of Object.keys(states) as State[]) made.set(state, await newItem(state))
      await service.post('/events', anEvent({ title: WORD, group: LIBRARY }), ada.headers)
      await service.webhooks.deliver()
      const wanted = [...made].filter(([state]) => told.some((one) => one === state))
      expect(host.take().toSorted()).toEqual(wanted.map(([, event]) => `event.created ${event}`).toSorted())
      await service.remove(`/webhooks/${id}`, ada.headers)
      for (const event of made.values()) await service.remove(`/events/${event}?force=true`, ada.headers)
    })

    it('§16 places of its events are merged by editors of the site alone, and a merge shows nobody more', async () => {
      const isEditor = ({ role }: Caller) => role === 'editor' || role === 'administrator'
      const venue = Number((await service.post('/venues', { venue: 'Old hall' }, ada.headers)).body.id)
      const events: Item[] = []
      for (const state of Object.keys(states) as State[])
        events.push({ id: await newItem(state, { venue }), state })
      for (const caller of callers) {
        const merged = await service.post('/venues/2/merge?dry_run=true', { items: [venue] }, caller.headers)
        expect([caller.name, isRefusal(merged)]).toEqual([caller.name, !isEditor(caller)])
        if (!isEditor(caller)) expect(JSON.stringify(merged.body)).not.toContain(WORD)
      }
      expect((await service.post('/venues/2/merge', { items: [venue] }, ada.headers)).status).toBe(200)
      for (const caller of some(callers)) {
        const asked = learns(caller, { id: 0, state: 'draft' }, 0) ? '&status=any' : ''
        const { body } = await service.get(`/events?venue=2&group=museum&per_page=50${asked}`, caller.headers)
        const wanted = events.filter(
          (item) =>
            item.state === 'publish' || (asked !== '' && item.state !== 'hidden' && learns(caller, item)),
        )
        expect([caller.name, body.events.map(({ id }: Json) => id).toSorted()]).toEqual([
          caller.name,
          wanted.map(({ id }) => id).toSorted(),
        ])
      }
      for (const { id } of events) await service.remove(`/events/${id}?force=true`, ada.headers)
    })

    it('§16 administrators alone hand events over: then they are the heir’s, and the group’s editors’ as before', async () => {
      const leaver = await newCaller('subscriber', 'author', `leaver-${callers.length}`)
      const heir = await newCaller('author', 'none', `heir-${callers.length}`)
      const made = anEvent({ title: `${WORD} left`, status: 'draft' })
      const id = Number((await service.post('/events', made, leaver.headers)).body.id)
      const path = `/users/${leaver.id}/transfer`
      for (const caller of callers) {
        if (caller.role === 'administrator') continue
        for (const sent of [{ to: heir.id }, { group: LIBRARY }]) {
          const refused = await service.post(path, sent, caller.headers)
          expect([caller.name, isRefusal(refused)]).toEqual([caller.name, true])
          expect(JSON.stringify(refused.body)).not.toContain(WORD)
        }
      }
      const reads = async ({ headers }: Caller) =>
        (await service.get(`/events/${id}`, headers)).status === 200
      expect([await reads(leaver), await reads(heir)]).toEqual([true, false])
      expect((await service.post(path, { to: heir.id }, ada.headers)).status).toBe(200)
      expect([await reads(leaver), await reads(heir)]).toEqual([false, true])
      for (const caller of some(callers))
        expect([caller.name, await reads(caller)]).toEqual([
          caller.name,
          learns(caller, { id, state: 'draft' }, heir.id),
        ])
      // Put into another group, it is out of reach of the editors of the first.
      await service.post(`/users/${heir.id}/transfer`, { group: LIBRARY }, ada.headers)
      for (const caller of callers.filter(({ role }) => role === 'subscriber'))
        expect([caller.name, await reads(caller)]).toEqual([
          caller.name,
          caller.groups.get(LIBRARY) === 'manager',
        ])
    })
  })
}
