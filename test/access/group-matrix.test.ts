/**
 * Every role on the site × role in a group × state of an event of the group × way to ask: a caller learns of an event exactly what the
 * one rule of access says, and who is no member learns nothing of a hidden one.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { inRotation } from '../support/in-rotation.ts'
import { type GroupRole, groupRoles } from '../support/inside/api.ts'
import { scopeMayEdit, scopeMayRead } from '../support/inside/domain.ts'
import { accessScopeOf, type Role, roles } from '../support/inside/people.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

const states = ['publish', 'protected', 'hidden', 'draft', 'pending', 'private', 'future', 'trash'] as const
type State = (typeof states)[number]
type Membership = GroupRole | 'none' | 'manager of another'

interface Caller {
  readonly name: string
  readonly id: number
  readonly role: Role | 'anonymous'
  readonly groups: ReadonlyMap<number, GroupRole>
  readonly headers: Record<string, string>
}

interface Item {
  readonly id: number
  readonly state: State
  readonly author: number
  readonly slug: string
  readonly uid: string
  /** A word of its title, which no request contains. */
  readonly title: string
  /** A word of its description. */
  readonly text: string
}

/** What the rule of access lets a caller do with an item. */
interface Allowed {
  readonly reads: boolean
  readonly edits: boolean
}

const MUSEUM = 1
const LIBRARY = 2
const COMMON = 'xylophon'
const statusesAsked = 'publish,future,draft,pending,private'
const listed = (more: string) => `/events?start_date=2020-01-01&per_page=50&${more}`

const isPublic = ({ state }: Item) => ['publish', 'protected', 'hidden'].includes(state)
const isListed = (item: Item) => isPublic(item) && item.state !== 'hidden'
const isAny = ({ state }: Item) => state !== 'hidden' && state !== 'trash'

/** Lists and other answers about many events → which of them each shows. */
const lists: Readonly<Record<string, (item: Item, allowed: Allowed) => boolean>> = {
  [listed('group=museum')]: isListed,
  [listed(`group=museum&search=${COMMON}`)]: isListed,
  [listed(`status=${statusesAsked}&group=museum`)]: (item, { reads }) => isAny(item) && reads,
  [listed(`status=${statusesAsked}&search=${COMMON}`)]: (item, { reads }) => isAny(item) && reads,
  [listed(`status=${statusesAsked}&venue=1`)]: (item, { reads, edits }) =>
    isAny(item) && reads && (item.state !== 'protected' || edits),
  [listed(`status=${statusesAsked}&in_main=true`)]: (item, { reads }) => isAny(item) && reads,
  [listed('status=trash')]: ({ state }, { reads }) => state === 'trash' && reads,
  [listed('hide_from_listings=true&status=publish')]: ({ state }, { edits }) => state === 'hidden' && edits,
  [listed('awaits_main=true')]: () => false,
  '/events.ics?group=museum': isListed,
  '/events.rss?group=museum': isListed,
  '/events.atom?group=museum': isListed,
  '/events.csv?group=museum&start_date=2020-01-01': isListed,
  '/events.jsonl?group=museum&start_date=2020-01-01': isListed,
  '//wp-json/tribe/events/v1/events?group=museum&per_page=50': isListed,
  '//wp-json/tec/v1/events?group=museum&per_page=50': isListed,
  '//group/museum/': isListed,
  '//sitemap.xml': () => false,
}

for (const { name } of dialects) {
  describe(`the matrix of access to events of groups on ${name}`, () => {
    let service: TestService
    let ada: Caller
    const callers: Caller[] = []
    const items: Item[] = []
    const [someCallers, fewCallers] = [inRotation(3), inRotation(6)]
    const someStates = inRotation(3)

    let count = 0

    async function newItem(state: State, author: number): Promise<Item> {
      count += 1
      const word = `${state}${count}`
      const sent: Json = {
        publish: {},
        protected: { status: 'draft' },
        hidden: { hide_from_listings: true },
        future: { date: '2029-01-01 10:00:00' },
        trash: { status: 'draft' },
        draft: { status: 'draft' },
        pending: { status: 'pending' },
        private: { status: 'private' },
      }[state]
      const own = { title: `${COMMON} q${word}q`, description: `z${word}z`, slug: `at-${word}`, venue: 1 }
      const { status, body } = await service.post(
        '/events',
        anEvent({ ...own, group: MUSEUM, author, ...sent }),
        ada.headers,
      )
      expect([state, status]).toEqual([state, 201])
      const path = `/events/${body.id}`
      if (state === 'protected') {
        await service.patch(path, { password: 'open sesame' }, ada.headers)
        await service.patch(path, { status: 'publish' }, ada.headers)
      }
      if (state === 'trash') await service.remove(path, ada.headers)
      const { id, external_id: uid } = body
      return { id, state, author, slug: `at-${word}`, uid, title: `q${word}q`, text: `z${word}z` }
    }

    async function newCaller(role: Role, membership: Membership): Promise<void> {
      const login = `${role}-${membership.replaceAll(' ', '-')}`
      const { id, headers } = await service.user(role, login)
      const [group, own]: [number, GroupRole | undefined] =
        membership === 'manager of another'
          ? [LIBRARY, 'manager']
          : [MUSEUM, membership === 'none' ? undefined : membership]
      if (own !== undefined)
        await service.ask('PUT', `/groups/${group}/members/${id}`, { role: own }, ada.headers)
      callers.push({
        name: login,
        id,
        role,
        groups: new Map(own === undefined ? [] : [[group, own]]),
        headers,
      })
    }

    beforeAll(async () => {
      service = await testService(name, { FASTI_ALIASES: '/wp-json:tribe/events/v1' })
      const { id, headers } = await service.user('administrator', 'ada')
      ada = { name: 'ada', id, role: 'administrator', groups: new Map(), headers }
      for (const called of ['Museum', 'Library'])
        await service.post('/groups', { name: called, slug: called.toLowerCase() }, headers)
      await service.post('/venues', { venue: 'Hall' }, headers)
      callers.push({ name: 'anonymous', id: 0, role: 'anonymous', groups: new Map(), headers: {} })
      for (const role of roles)
        for (const membership of ['none', ...groupRoles, 'manager of another'] as const)
          await newCaller(role, membership)
      for (const state of states) items.push(await newItem(state, id))
    })
    afterAll(() => service.close())

    function allowed({ id, role, groups }: Caller, item: Item): Allowed {
      const scope = accessScopeOf({ id, login: '', role, groups })
      const accessed = { author: item.author, isPublic: isPublic(item), group: MUSEUM }
      return { reads: scopeMayRead(scope, accessed), edits: scopeMayEdit(scope, accessed) }
    }
    const mayPropose = ({ id, role, groups }: Caller, item: Item) => {
      const scope = accessScopeOf({ id, login: '', role, groups })
      return isPublic(item) && scopeMayEdit(scope, { author: item.author, isPublic: false, group: MUSEUM })
    }
    const textOf = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body))

    /** What of these items the answer to a caller contains beyond what the rule allows. */
    function leaks(caller: Caller, said: string, known: readonly Item[] = items): readonly string[] {
      return known.flatMap((item) => {
        const { reads, edits } = allowed(caller, item)
        const title = !reads && said.includes(item.title) ? [`${item.state} title`] : []
        const isTextSeen = reads && (item.state !== 'protected' || edits)
        return [...title, ...(!isTextSeen && said.includes(item.text) ? [`${item.state} text`] : [])]
      })
    }

    it('§5 §16 lists, totals, filters, feeds, pages and dialects show each caller what the rule says', async () => {
      for (const caller of someCallers(callers))
        for (const [path, shows] of Object.entries(lists)) {
          const { status, body } = await service.get(path, caller.headers)
          const said = textOf(body)
          const wanted = items.filter((item) => shows(item, allowed(caller, item)))
          const isRefused = [401, 403].includes(status)
          // Who reads nothing but what is public may not ask for other statuses.
          if (isRefused)
            expect([caller.name, path, wanted.every(isPublic)]).toEqual([caller.name, path, true])
          else expect([caller.name, path, status]).toEqual([caller.name, path, 200])
          if (isRefused) continue
          const found = items.filter(({ title }) => said.includes(title))
          expect([caller.name, path, found.map(({ state }) => state)]).toEqual([
            caller.name,
            path,
            wanted.map(({ state }) => state),
          ])
          expect([caller.name, path, leaks(caller, said)]).toEqual([caller.name, path, []])
          if (typeof body.total === 'number')
            expect([caller.name, path, body.total]).toEqual([caller.name, path, wanted.length])
        }
    })

    it('§5 §16 counts, changes, histories of the site, translations, tools and suggestions tell nobody more', async () => {
      const tool = (called: string, args: Json) => ({
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: { name: called, arguments: args },
      })
      for (const caller of someCallers(callers)) {
        const { headers } = caller
        const answers = [
          await service.get('/changes?group=museum', headers),
          await service.get('/changes', headers),
          await service.get('/translations?language=en', headers),
          await service.get('/audit?per_page=50', headers),
          await service.get('/submissions', headers),
          await service.get('/templates', headers),
          await service.get('/series', headers),
          await service.get('/events?external_id=none', headers),
          await service.get(`//calendar/search/?search=${COMMON}`, headers),
          await service.post(
            '/mcp',
            tool('list_events', { status: 'draft,pending,private', per_page: 50 }),
            headers,
          ),
          await service.post('/mcp', tool('list_changes', {}), headers),
        ]
        for (const [at, { body }] of answers.entries())
          expect([caller.name, at, leaks(caller, textOf(body))]).toEqual([caller.name, at, []])
        const [museum, venue] = [
          (await service.get('/groups/1', headers)).body,
          (await service.get('/venues?only_with_upcoming=true', headers)).body,
        ]
        expect([caller.name, museum.count, venue.total]).toEqual([caller.name, 2, 1])
        const changed: number[] = answers[0]?.body.changes.map(({ id }: Json) => id)
        for (const item of items)
          if (item.state !== 'trash' && item.state !== 'protected')
            expect([caller.name, item.state, changed.includes(item.id)]).toEqual([
              caller.name,
              item.state,
              item.state === 'hidden' ? allowed(caller, item).edits : allowed(caller, item).reads,
            ])
      }
    })

    /** Ways to read one item. */
    const readings: readonly ((item: Item) => string)[] = [
      ({ id }) => `/events/${id}`,
      ({ slug }) => `/events/by-slug/${slug}`,
      ({ id }) => `/events/${id}.ics`,
      ({ id }) => `//wp-json/tribe/events/v1/events/${id}`,
      ({ id }) => `//wp-json/tec/v1/events/${id}`,
      ({ slug }) => `//event/${slug}/`,
    ]

    it('§5 §16 one event, by id, slug, in feeds, dialects and on its page, is read by whom the rule lets read it', async () => {
      for (const caller of fewCallers(callers)) {
        const own: Item[] = []
        if (caller.role !== 'anonymous')
          for (const state of someStates(states)) own.push(await newItem(state, caller.id))
        for (const item of [...items, ...own])
          for (const pathOf of readings) {
            const path = pathOf(item)
            const { status, body } = await service.get(path, { ...caller.headers, accept: '*/*' })
            const isThere = item.state !== 'trash' || !path.includes(item.slug)
            const { reads, edits } = allowed(caller, item)
            // Without the password its page is a form.
            if (item.state === 'protected' && !edits) continue
            const isRead = isThere && reads
            expect([caller.name, item.state, path, status === 200]).toEqual([
              caller.name,
              item.state,
              path,
              isRead,
            ])
            expect([caller.name, path, leaks(caller, textOf(body), [...items, ...own])]).toEqual([
              caller.name,
              path,
              [],
            ])
          }
      }
    })

    /** Ways to change one item, all as a rehearsal; a password opens no write. */
    const writings: Readonly<
      Record<string, (item: Item) => readonly [method: string, path: string, body?: Json]>
    > = {
      update: ({ id }) => ['PATCH', `/events/${id}?dry_run=true`, { featured: true }],
      'update by slug': ({ slug }) => ['PATCH', `/events/by-slug/${slug}?dry_run=true`, { featured: true }],
      delete: ({ id }) => ['DELETE', `/events/${id}?dry_run=true&force=true`],
      move: ({ id }) => ['PATCH', `/events/${id}?dry_run=true`, { group: MUSEUM, excerpt: 'x' }],
      many: ({ id }) => ['POST', '/events/bulk?dry_run=true', { ids: [id], shift_days: 1 }],
      history: ({ id }) => ['GET', `/events/${id}/history`],
      share: ({ id }) => ['POST', `/events/${id}/preview-links?dry_run=true`, {}],
      unshare: ({ id }) => ['DELETE', `/events/${id}/preview-links?dry_run=true`],
      draft: ({ id }) => ['PUT', `/events/${id}/draft?dry_run=true`, { changes: { featured: true } }],
      'read the draft': ({ id }) => ['GET', `/events/${id}/draft`],
      revert: ({ id }) => ['POST', `/events/${id}/revert?dry_run=true`, { change: 999_999 }],
      batch: ({ id }) => [
        'POST',
        '/batch?dry_run=true',
        { operations: [{ method: 'PATCH', path: `/events/${id}`, body: { featured: true } }] },
      ],
    }

    it('§5 §16 one event is changed, moved, shared, reverted and looked back on by whom the rule lets edit it', async () => {
      for (const caller of fewCallers(callers))
        for (const item of items)
          for (const [way, askOf] of Object.entries(writings)) {
            const [method, path, sent] = askOf(item)
            const { status, body } = await service.ask(method, path, sent, caller.headers)
            // Whose own event is public and without a password proposes changes to it.
            const proposes = way.includes('draft') && item.state !== 'protected' && mayPropose(caller, item)
            const edits = allowed(caller, item).edits || proposes
            const isRefused = [401, 403].includes(body.data?.error?.data?.status ?? status)
            const isGone = item.state === 'trash'
            const where = [caller.name, item.state, way, status]
            if (isGone) expect([...where, edits || status >= 400]).toEqual([...where, true])
            else expect([...where, isRefused]).toEqual([...where, !edits])
            expect([...where, leaks(caller, textOf(body))]).toEqual([...where, []])
          }
    })

    it('§16 who may not read one copies, translates and overwrites none, and no refusal names its title', async () => {
      for (const caller of fewCallers(callers))
        for (const item of items) {
          const { reads, edits } = allowed(caller, item)
          const { id, uid } = item
          const copied = await service.post(
            `/events/${id}/duplicate?dry_run=true`,
            { dates: ['2027-09-01'] },
            caller.headers,
          )
          if (!reads)
            expect([caller.name, item.state, copied.status >= 400]).toEqual([caller.name, item.state, true])
          const put = await service.ask(
            'PUT',
            `/events/by-uid/${encodeURIComponent(uid)}?dry_run=true`,
            anEvent(),
            caller.headers,
          )
          if (!edits)
            expect([caller.name, item.state, put.status >= 400]).toEqual([caller.name, item.state, true])
          for (const { body } of [copied, put])
            expect([caller.name, item.state, leaks(caller, textOf(body))]).toEqual([
              caller.name,
              item.state,
              [],
            ])
        }
    })
  })
}
