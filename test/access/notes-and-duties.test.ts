/** Notes of events, and whom they wait for: for those alone who may edit the event. */
import { Temporal } from 'temporal-polyfill'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects, dialects, type FreshDatabase, freshSqliteFile } from '../support/dialects.ts'
import { commandActor, erasePerson, findPersonByLoginEmailOrActor } from '../support/inside/people.ts'
import { connectDatabase, pruneChanges } from '../support/inside/store.ts'
import { type Mailbox, mailbox } from '../support/mailbox.ts'
import { receiver } from '../support/receiver.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'
import { sessionOf } from '../support/sessions.ts'
import { dump, load } from '../support/transfer.ts'

type Headers = Record<string, string>

/** A word that stands in notes alone. */
const WORD = 'quillwort'

for (const { name, freshUrl } of dialects) {
  describe(`notes and duties on ${name}`, () => {
    let service: TestService
    let ada: Headers
    let bo: Headers
    let ids: Record<string, number>
    let event: number

    beforeAll(async () => {
      service = await testService(name, { FASTI_ALIASES: '/wp-json:tribe/events/v1' })
      const users = {
        ada: await service.user('administrator', 'ada'),
        bo: await service.user('editor', 'bo'),
        cy: await service.user('author', 'cy'),
        con: await service.user('contributor', 'con'),
        sub: await service.user('subscriber', 'sub'),
        gone: await service.user('editor', 'gone'),
      }
      ;[ada, bo] = [users.ada.headers, users.bo.headers]
      ids = Object.fromEntries(Object.entries(users).map(([login, { id }]) => [login, id]))
      await service.patch(`/users/${ids.gone}`, { suspended: true }, ada)
      const sent = anEvent({ title: 'Open', note: `Ask about ${WORD}\nand the key`, assignee: 'bo' })
      event = (await service.post('/events', sent, ada)).body.id
    })
    afterAll(() => service.close())

    const headersOf = async (role: 'author' | 'contributor' | 'subscriber', login: string) =>
      (await service.user(role, login)).headers
    const shown = async (headers: Headers | undefined, path = `/events/${event}`) => {
      const { note, assignee } = (await service.get(path, headers)).body
      return { note, assignee }
    }

    it('§23 those who may edit an event read its note and whom it waits for, all others get no such keys', async () => {
      const known = {
        note: `Ask about ${WORD}\nand the key`,
        assignee: { id: ids.bo, login: 'bo', display_name: 'bo' },
      }
      for (const headers of [ada, bo]) {
        expect(await shown(headers)).toEqual(known)
        const { events } = (await service.get('/events', headers)).body
        expect(events.find(({ id }: Json) => id === event)).toMatchObject(known)
      }
      const others = [undefined, await headersOf('author', 'other'), await headersOf('contributor', 'third')]
      for (const headers of [...others, await headersOf('subscriber', 'reader')]) {
        const { body } = await service.get(`/events/${event}`, headers)
        expect(['note' in body, 'assignee' in body]).toEqual([false, false])
        const { events } = (await service.get('/events', headers)).body
        const one = events.find(({ id }: Json) => id === event)
        expect(['note' in one, 'assignee' in one]).toEqual([false, false])
      }
      expect(await shown(ada)).toEqual(known)
    })

    it('§23 a note stands in no feed, page, search, file or linked data', async () => {
      const paths = [
        ...['/events.ics', '/events.rss', '/events.atom', '/events.json', '/events.csv', '/events.jsonl'],
        ...[`/events/${event}.ics`, `//event/open/`, '//', '//en/search/?q=Open', `//ap/events/${event}`],
        ...['//wp-json/tribe/events/v1/events', '/changes', '//sitemap.xml'],
      ]
      for (const path of paths) {
        for (const headers of [undefined, ada]) {
          const { body, headers: got } = await service.get(path, headers)
          const text = typeof body === 'string' ? body : JSON.stringify(body)
          const isOwn = headers === ada && path.includes('wp-json')
          if (!isOwn) expect(`${path} ${text} ${JSON.stringify(got)}`).not.toContain(WORD)
        }
      }
      for (const headers of [undefined, ada])
        for (const more of ['', '&search_in=text', '&orderby=relevance'])
          expect((await service.get(`/events?search=${WORD}${more}`, headers)).body.total ?? 0).toBe(0)
    })

    it('§23 users are named by id or login, and unknown and suspended ones are refused', async () => {
      const path = `/events/${event}`
      for (const [sent, login] of [
        [ids.cy, 'cy'],
        ['bo', 'bo'],
        [{ id: ids.cy }, 'cy'],
        [null, undefined],
        ['BO', 'bo'],
      ] as const) {
        const { status, body } = await service.patch(path, { assignee: sent }, ada)
        expect([status, body.assignee?.login]).toEqual([200, login])
      }
      for (const sent of ['nobody', 999, 'gone', ids.gone, [], 1.5]) {
        const { status, body } = await service.patch(path, { assignee: sent }, ada)
        expect([status, Object.keys(body.data.details)]).toEqual([400, ['assignee']])
      }
      const long = await service.patch(path, { note: 'x'.repeat(10_001) }, ada)
      expect([long.status, Object.keys(long.body.data.details)]).toEqual([400, ['note']])
      const both = await service.post('/events', anEvent({ title: '', assignee: 'gone' }), ada)
      expect(Object.keys(both.body.data.details).sort()).toEqual(['assignee', 'title'])
      const unchanged = await service.patch(path, (await service.get(path, ada)).body, ada)
      expect(unchanged.headers['x-fasti-result']).toBe('unchanged')
    })

    it('§23 who may not set authors names only who may edit the event', async () => {
      const con = (await service.user('contributor', 'con2')).headers
      const own = (await service.post('/events', anEvent({ title: 'Own', note: WORD }), con)).body
      expect([own.status, own.note, own.assignee]).toEqual(['draft', WORD, null])
      const path = `/events/${own.id}`
      expect((await service.patch(path, { assignee: 'bo' }, con)).body.assignee.login).toBe('bo')
      expect((await service.patch(path, { assignee: 'con2' }, con)).body.assignee.login).toBe('con2')
      const faults = ['sub', 'nobody'].map(async (assignee) => {
        const { status, body } = await service.patch(path, { assignee }, con)
        return [status, body.data.details.assignee.message.replace(assignee, '')]
      })
      const [first, second] = await Promise.all(faults)
      expect(first).toEqual(second)
      expect(first?.[0]).toBe(400)
      const { body } = await service.get(`/assignees?event=${own.id}`, con)
      expect(body.assignees.map(({ login }: Json) => login)).toEqual(['ada', 'bo', 'con2'])
      expect((await service.get(`/assignees?event=${event}`, con)).status).toBe(403)
      expect((await service.get('/assignees')).status).toBe(401)
      await service.patch(path, { status: 'publish' }, ada)
      expect(await shown(con, path)).toEqual({ note: undefined, assignee: undefined })
      expect((await service.get(`${path}/history`, con)).status).toBe(403)
    })

    it('§23 lists filter by whom events wait for, among those that the caller may edit', async () => {
      await service.patch(`/events/${event}`, { assignee: 'bo' }, ada)
      const mine = async (query: string, headers?: Headers) => {
        const { status, body } = await service.get(`/events?status=any&${query}`, headers)
        return status === 200 ? body.events.map(({ title }: Json) => title) : status
      }
      expect(await mine('assignee=me', bo)).toEqual(['Open'])
      expect(await mine(`assignee=${ids.bo},none`, ada)).toContain('Open')
      expect(await mine('assignee=none', ada)).not.toContain('Open')
      const author = (await service.user('author', 'author3')).headers
      const draft = anEvent({ title: 'Of the author', status: 'draft', assignee: 'author3' })
      await service.post('/events', draft, author)
      expect(await mine(`assignee=${ids.bo}`, author)).toEqual([])
      expect(await mine('assignee=me', author)).toEqual(['Of the author'])
      expect(await mine('assignee=none', author)).toEqual([])
      expect((await service.get('/events?assignee=me')).status).toBe(401)
      expect((await service.get('/events?assignee=you', ada)).status).toBe(400)
      expect(
        (await service.get(`/events?assignee=${ids.bo}`, await headersOf('subscriber', 's4'))).body.total,
      ).toBe(0)
    })

    it('§23 a change of the note alone is told to no public, and makes no event one that was modified', async () => {
      const before = (await service.get(`/events/${event}`)).body
      const since = (await service.get('/changes?per_page=100', ada)).body.next_since
      const written = await service.patch(`/events/${event}`, { note: `New ${WORD}` }, ada)
      expect((await service.get(`/events/${event}`)).body).toEqual(before)
      expect((await service.get(`/changes?since=${since}`)).body.changes).toEqual([])
      const { changes } = (await service.get(`/changes?since=${since}`, ada)).body
      expect(changes.map(({ id, action }: Json) => [id, action])).toEqual([[event, 'updated']])
      const { changes: all } = (await service.get('/changes?per_page=100', ada)).body
      expect(all.filter(({ id, resource }: Json) => id === event && resource === 'event')).toHaveLength(1)
      await service.patch(`/events/${event}`, { note: 'x', website: 'https://example.org/' }, ada)
      const told = (await service.get(`/changes?since=${since}`)).body.changes
      expect(told.map(({ id }: Json) => id)).toEqual([event])
      expect(written.status).toBe(200)
    })

    it('§23 a precondition fails by a change of the note, and a dry run keeps none', async () => {
      const { headers } = await service.get(`/events/${event}`, ada)
      const dry = await service.patch(`/events/${event}?dry_run=true`, { note: 'dry' }, ada)
      expect([dry.status, dry.body.note, (await shown(ada)).note]).toEqual([200, 'dry', 'x'])
      await service.patch(`/events/${event}`, { note: 'y' }, ada)
      const late = { ...ada, 'if-match': String(headers.etag) }
      expect((await service.patch(`/events/${event}`, { note: 'z' }, late)).status).toBe(412)
      const { body } = await service.get(`/events/${event}?_fields=note,assignee.login`, ada)
      expect(body).toEqual({ note: 'y', assignee: { login: 'bo' } })
      expect((await service.get(`/events/${event}?_fields=note`)).body).toEqual({})
    })

    it('§23 history shows both, and reverting and undoing bring them back', async () => {
      const path = `/events/${event}`
      await service.patch(path, { note: 'first', assignee: 'bo' }, ada)
      const second = await service.patch(path, { note: 'second', assignee: 'cy' }, ada)
      const { changes } = (await service.get(`${path}/history`, ada)).body
      expect(changes[0].values).toMatchObject({
        note: { before: 'first', after: 'second' },
        assignee: { before: { login: 'bo' }, after: { login: 'cy', display_name: 'cy' } },
      })
      const undone = await service.post(
        '/undo',
        { revision: Number(second.headers['x-fasti-revision']) },
        ada,
      )
      expect([undone.status, await shown(ada)]).toMatchObject([
        200,
        { note: 'first', assignee: { login: 'bo' } },
      ])
    })

    it('§23 a copy takes no note over, templates and drafts of changes refuse one', async () => {
      const { body } = await service.post(`/events/${event}/duplicate`, { dates: ['2027-05-05'] }, ada)
      expect(body.events[0]).toMatchObject({ note: '', assignee: null })
      const fields = { title: 'T', note: 'x' }
      expect((await service.post('/templates', { name: 'T', fields }, ada)).status).toBe(400)
      const draft = await service.ask('PUT', `/events/${event}/draft`, { changes: { note: 'x' } }, ada)
      expect(draft.status).toBe(400)
    })

    it('§23 many events are given to somebody at once', async () => {
      const titles = ['B1', 'B2']
      const made = titles.map((title) => service.post('/events', anEvent({ title }), ada))
      const list = (await Promise.all(made)).map(({ body }) => body.id)
      const { body } = await service.post('/events/bulk', { ids: list, assignee: 'bo' }, ada)
      expect(body.changed).toEqual(list)
      const { events } = (await service.get('/events?assignee=me', bo)).body
      expect(events.map(({ title }: Json) => title)).toEqual(expect.arrayContaining(titles))
    })

    it('§10.3 a series shares both with its dates, one date has its own, and the public learns of neither', async () => {
      const recurrence = ['RRULE:FREQ=WEEKLY;COUNT=4']
      const first = await service.post('/events', anEvent({ title: 'Weekly', recurrence, note: 'all' }), ada)
      const series = first.body.series.id
      const dates = (await service.get(`/events?series=${series}&per_page=9`, ada)).body.events
      expect(dates.map(({ note }: Json) => note)).toEqual(['all', 'all', 'all', 'all'])
      const one = `/events/${dates[2].id}`
      await service.patch(one, { note: 'own' }, ada)
      expect((await service.get(one, ada)).body.series).toMatchObject({
        own_fields: ['note'],
        is_exception: true,
      })
      expect((await service.get(one)).body.series).toMatchObject({ own_fields: [], is_exception: false })
      const feed = await service.get(`//event/${dates[0].slug}/ical/`)
      expect(JSON.stringify(feed.body)).not.toContain('own')
      const since = (await service.get('/changes?per_page=100', ada)).body.next_since
      const publicly = (await service.get(`/series/${series}`)).body
      const changed = await service.patch(`/series/${series}`, { note: 'other', assignee: 'bo' }, ada)
      expect(changed.body).toMatchObject({ note: 'other', assignee: { login: 'bo' } })
      expect((await service.get(`/series/${series}`)).body).toEqual(publicly)
      expect((await service.get(`/changes?since=${since}`)).body.changes).toEqual([])
      const after = (await service.get(`/events?series=${series}&per_page=9`, ada)).body.events
      expect(
        after.map(({ note, assignee }: { note: string; assignee: Json }) => [note, assignee.login]),
      ).toEqual([
        ['other', 'bo'],
        ['other', 'bo'],
        ['own', 'bo'],
        ['other', 'bo'],
      ])
      const history = (await service.get(`/series/${series}/history`, ada)).body.changes
      expect(history[0].values.note).toEqual({ before: 'all', after: 'other' })
      expect(
        (await service.get(`/series?assignee=${ids.bo}`, ada)).body.series.map(({ id }: Json) => id),
      ).toEqual([series])
    })

    it('§13 only private webhooks receive a change of the note', async () => {
      const host = await receiver()
      const hooked = await testService(name, { FASTI_WEBHOOK_HOSTS: host.host })
      const { headers } = await hooked.user('administrator', 'ada')
      for (const isPrivate of [false, true])
        await hooked.post(
          '/webhooks',
          { url: host.url, types: ['event.updated'], private: isPrivate },
          headers,
        )
      const { id } = (await hooked.post('/events', anEvent({ title: 'Hooked' }), headers)).body
      await hooked.patch(`/events/${id}`, { note: WORD }, headers)
      await hooked.webhooks.deliver()
      const only = host.received.splice(0).map(({ body }) => [body.type, body.data.note])
      expect(only).toEqual([['event.updated', WORD]])
      await hooked.patch(`/events/${id}`, { note: '', title: 'H' }, headers)
      await hooked.webhooks.deliver()
      const both = host.received.splice(0).map(({ body }) => 'note' in body.data)
      expect(both.sort()).toEqual([false, true])
      await hooked.close()
      await host.close()
    })

    it('shows the new name of a user, and nobody where the user is gone', async () => {
      const { id } = await service.user('editor', 'leaving')
      await service.patch(`/events/${event}`, { assignee: id }, ada)
      expect((await shown(ada)).assignee.display_name).toBe('leaving')
      await service.patch(`/users/${id}`, { display_name: 'Lea Ving' }, ada)
      expect((await shown(ada)).assignee).toEqual({ id, login: 'leaving', display_name: 'Lea Ving' })
      await service.remove(`/users/${id}`, ada)
      expect((await shown(ada)).assignee).toBeNull()
    })

    const forget = async (text: string) => {
      const moment = { now: Temporal.Instant.from('2027-01-15T12:00:00Z'), zone: 'UTC' }
      const person = await findPersonByLoginEmailOrActor(text, service.store)
      if (person === undefined) throw new Error('nobody')
      await erasePerson(person, service.store, { moment, actor: commandActor }, false)
    }

    it('§23 erasing a person empties whom events wait for, and notes that name the person', async () => {
      const { id } = await service.user('editor', 'marguerite')
      await service.patch(`/users/${id}`, { email: 'marguerite@example.org' }, ada)
      const made = await service.post(
        '/events',
        anEvent({ title: 'E', note: 'For Marguerite', assignee: id }),
        ada,
      )
      const path = `/events/${made.body.id}`
      const recurrence = ['RRULE:FREQ=WEEKLY;COUNT=2']
      const of = anEvent({ title: 'S', recurrence, note: 'ask marguerite@example.org', assignee: id })
      const series = (await service.post('/events', of, ada)).body.series.id
      await forget('marguerite')
      expect(await shown(ada, path)).toEqual({ note: '', assignee: null })
      expect(await shown(ada, `/series/${series}`)).toEqual({ note: '', assignee: null })
      const { body } = await service.get(`${path}/history`, ada)
      expect(JSON.stringify(body).toLowerCase()).not.toContain('for marguerite')
      expect((await shown(ada)).note).not.toBe('')
    })

    it('§23 erasing a person leaves notes alone in which the name is a part of other words', async () => {
      await service.user('editor', 'mark')
      const noteOf = async (note: string) => {
        const { id } = (await service.post('/events', anEvent({ title: 'M', note }), ada)).body
        return async () => (await shown(ada, `/events/${id}`)).note
      }
      const kept = ['To the market', 'Remark', 'mark2', '\u00e9mark']
      const lost = ['Ask Mark.', 'mark', '(MARK)', 'mark\u3055\u3093\u306b']
      const notes = await Promise.all([...kept, ...lost].map(noteOf))
      const create = (note: string) => {
        const headers = { ...ada, 'idempotency-key': `create ${note}` }
        return service.post('/events', anEvent({ title: 'K', note }), headers)
      }
      const answers = [await create('Market day'), await create('For Mark')]
      const weekly = { title: 'Weekly', recurrence: ['RRULE:FREQ=WEEKLY;COUNT=2'] }
      const undo = async (note: string) => {
        const { series } = (await service.post('/events', anEvent({ ...weekly, note }), ada)).body
        const { headers } = await service.patch(`/series/${series.id}`, { note: '' }, ada)
        return () => service.post('/undo', { revision: Number(headers['x-fasti-revision']) }, ada)
      }
      const undone = [await undo('Marketing'), await undo('Tell Mark')]
      await forget('mark')
      expect(await Promise.all(notes.map((note) => note()))).toEqual([...kept, '', '', '', ''])
      const again = [await create('Market day'), await create('For Mark')]
      const isSame = again.map(({ body }, at) => body.id === answers[at]?.body.id)
      expect(isSame).toEqual([true, false])
      expect((await undone[0]?.())?.status).toBe(200)
      expect((await undone[1]?.())?.status).not.toBe(200)
    })

    it('§23 erasing a person empties notes that name them in other capitals, of any script', async () => {
      const { id } = await service.user('editor', 'umlaut')
      await service.patch(`/users/${id}`, { display_name: '\u00c9lodie \u00dcnal' }, ada)
      const note = 'frag \u00c9LODIE \u00fcnal'
      const made = (await service.post('/events', anEvent({ title: 'U', note }), ada)).body
      const weekly = anEvent({ title: 'W', note, recurrence: ['RRULE:FREQ=WEEKLY;COUNT=2'] })
      const { series } = (await service.post('/events', weekly, ada)).body
      await forget('umlaut')
      expect((await shown(ada, `/events/${made.id}`)).note).toBe('')
      expect((await shown(ada, `/series/${series.id}`)).note).toBe('')
      const { body } = await service.get(`/events/${made.id}/history`, ada)
      expect(JSON.stringify(body)).not.toContain('frag')
    })

    it('§23 who may read an event but not edit it is told of no change of its note', async () => {
      const author = (await service.user('author', 'author5')).headers
      const con = (await service.user('contributor', 'con5')).headers
      const own = (await service.post('/events', anEvent({ title: 'Of the author' }), author)).body.id
      const other = (await service.post('/events', anEvent({ title: 'Of con' }), con)).body.id
      await service.patch(`/events/${other}`, { status: 'publish' }, ada)
      const since = (await service.get('/changes?since=999999999')).body.next_since
      for (const id of [own, other]) await service.patch(`/events/${id}`, { note: 'new' }, ada)
      const told = async (headers?: Headers) => {
        const { changes } = (await service.get(`/changes?since=${since}`, headers)).body
        return changes.map(({ id }: Json) => id)
      }
      expect(await Promise.all([ada, author, con, undefined].map(told))).toEqual([
        [own, other],
        [own],
        [],
        [],
      ])
      await service.patch(`/events/${other}`, { title: 'Of con, new' }, ada)
      expect(await told(con)).toEqual([other])
    })

    it('§23 who does not edit the whole site learns of no other users without an event or a group', async () => {
      const con = (await service.user('contributor', 'con6')).headers
      const { body: museum } = await service.post('/groups', { name: 'Museum' }, ada)
      await service.ask('PUT', `/groups/${museum.id}/members/con6`, { role: 'contributor' }, ada)
      const logins = async (query: string, headers: Headers) =>
        (await service.get(`/assignees${query}`, headers)).body.assignees.map(({ login }: Json) => login)
      for (const query of ['', '?group=0', '?search=con6']) expect(await logins(query, con)).toEqual(['con6'])
      expect(await logins('?search=bo', con)).toEqual([])
      expect(await logins('', ada)).toEqual(expect.arrayContaining(['ada', 'bo']))
      const draft = (await service.post('/events', anEvent({ title: 'Draft' }), con)).body.id
      for (const query of [`?group=${museum.id}`, `?event=${draft}`])
        expect(await logins(query, con)).toEqual(expect.arrayContaining(['bo', 'con6']))
    })

    it('§23 importing again keeps the notes and duties set here, whatever changed at the source', async () => {
      const source = await testService(name)
      const { headers } = await source.user('administrator', 'ada')
      const weekly = { title: 'Imported series', recurrence: ['RRULE:FREQ=WEEKLY;COUNT=2'] }
      const single = (await source.post('/events', anEvent({ title: 'Imported' }), headers)).body.id
      const { series, id: first } = (await source.post('/events', anEvent(weekly), headers)).body
      const exported = () => dump(source.store, 'https://there.example')
      const here = await testService(name)
      const bea = (await here.user('administrator', 'bea')).headers
      expect(await load(here.store, await exported())).toMatchObject({ refused: 0 })
      const { events } = (await here.get('/events?per_page=100&orderby=id&order=asc', bea)).body
      const idOf = (title: string): number => events.find((one: Json) => one.title === title).id
      const ours = `/events/${idOf('Imported')}`
      const occurrence = `/events/${idOf('Imported series')}`
      const whole = `/series/${(await here.get('/series', bea)).body.series[0].id}`
      const duty = { note: 'ours', assignee: 'bea' }
      for (const path of [ours, whole]) expect((await here.patch(path, duty, bea)).status).toBe(200)
      await here.patch(occurrence, { note: 'its own' }, bea)
      await source.patch(`/events/${single}`, { title: 'Renamed' }, headers)
      await source.patch(`/series/${series.id}`, { title: 'Renamed' }, headers)
      await source.patch(`/events/${first}`, { cost: '5' }, headers)
      expect(await load(here.store, await exported())).toMatchObject({ refused: 0 })
      const known = async (path: string) => {
        const { title, note, assignee, series: of } = (await here.get(path, bea)).body
        return [title, note, assignee?.login, of?.own_fields]
      }
      expect(await known(ours)).toEqual(['Renamed', 'ours', 'bea', undefined])
      expect(await known(whole)).toEqual(['Renamed', 'ours', 'bea', undefined])
      expect(await known(occurrence)).toEqual(['Renamed', 'its own', 'bea', ['cost', 'note']])
      await source.close()
      await here.close()
    })

    it('§23 an export names suspended users, and brings them back', async () => {
      const own = await testService(name)
      const { headers } = await own.user('administrator', 'ada')
      const { id: away } = await own.user('editor', 'away')
      const sent = anEvent({ title: 'Left behind', note: 'n', assignee: 'away' })
      const path = `/events/${(await own.post('/events', sent, headers)).body.id}`
      await own.patch(`/users/${away}`, { suspended: true }, headers)
      const text = await dump(own.store)
      expect(text).toContain('"assignee":"away"')
      await own.patch(path, { note: '', assignee: null }, headers)
      expect(await load(own.store, text)).toMatchObject({ updated: 1, refused: 0 })
      const { body } = await own.get(path, headers)
      expect([body.note, body.assignee.login]).toEqual(['n', 'away'])
      await own.close()
    })
  })

  describe(`changes of notes on ${name} that was pruned`, () => {
    let database: FreshDatabase
    let service: TestService
    let ada: Headers
    beforeEach(async () => {
      database = await (name === 'sqlite' ? freshSqliteFile() : freshUrl())
      service = await testService(name, { DATABASE_URL: database.url })
      ada = (await service.user('administrator', 'ada')).headers
    })
    afterEach(async () => {
      await service.close()
      await database.drop()
    })

    const made = async (title: string): Promise<number> =>
      (await service.post('/events', anEvent({ title }), ada)).body.id
    const pruned = async (cutoff: string) => {
      const connection = await connectDatabase(database.url)
      await pruneChanges(connection.writer, Date.parse(cutoff) / 1000)
      await connection.close()
    }
    const told = async (headers?: Headers) => {
      const { changes } = (await service.get('/changes', headers)).body
      return changes.map(({ id, action }: Json) => [id, action])
    }

    it('§23 tell editors of a note of an event whose last change is no longer kept', async () => {
      const id = await made('Old')
      service.at('2027-06-20T12:00:00Z')
      await pruned('2027-06-01T00:00:00Z')
      const since = (await service.get('/changes?since=999999999')).body.next_since
      await service.patch(`/events/${id}`, { note: 'new' }, ada)
      const after = (await service.get(`/changes?since=${since}`, ada)).body.changes
      expect(after.map((one: Json) => one.id)).toEqual([id])
      expect(await told()).toEqual([])
      // It goes, as others do, once it is old.
      service.at('2027-12-20T12:00:00Z')
      await pruned('2027-12-01T00:00:00Z')
      expect(await told(ada)).toEqual([])
      await service.patch(`/events/${id}`, { title: 'Newer' }, ada)
      expect([await told(ada), await told()]).toEqual([[[id, 'updated']], [[id, 'updated']]])
    })

    it('§23 keep a new note though what all see of the event changed long ago', async () => {
      const id = await made('Noted')
      await made('Other')
      service.at('2027-06-20T12:00:00Z')
      await service.patch(`/events/${id}`, { note: 'new' }, ada)
      await pruned('2027-06-01T00:00:00Z')
      expect([await told(ada), await told()]).toEqual([[[id, 'updated']], []])
    })
  })
}

for (const { name } of anyDialects()) {
  describe(`the e-mail to whom an event waits for on ${name}`, () => {
    let service: TestService
    let box: Mailbox
    let ada: Headers
    let bo: Headers

    beforeAll(async () => {
      box = await mailbox()
      service = await testService(name, {
        FASTI_SMTP_URL: box.url,
        FASTI_MAIL_FROM: 'calendar@example.org',
        FASTI_BASE_URL: 'https://calendar.example.org',
      })
      ada = (await service.user('administrator', 'ada')).headers
      const { id, headers } = await service.user('editor', 'bo')
      bo = headers
      const session = await sessionOf(service, 'ada')
      await service.patch(`/users/${id}`, { email: 'bo@example.org', language: 'de' }, session)
      await service.user('editor', 'silent')
    })
    afterAll(async () => {
      await service.close()
      await box.close()
    })

    const give = async (title: string, assignee: string, headers = ada) =>
      (await service.post('/events', anEvent({ title, note: 'A secret', assignee }), headers)).body.id

    it('§23 names the event, in the language of the reader, and not its note', async () => {
      const id = await give('Reading', 'bo')
      await service.sendDue()
      const { to, text, fields } = box.last()
      expect(to).toEqual(['bo@example.org'])
      expect(fields.subject).toContain('Reading')
      expect(text).toContain('wartet jetzt auf Sie')
      expect(text).toContain(`https://calendar.example.org/de/desk/events/${id}`)
      expect(text).not.toContain('secret')
    })

    it('§23 tells of several at once, and nobody of what they took on themselves, lost again or already had', async () => {
      const before = box.received.length
      const [first, second, lost] = [
        await give('One', 'bo'),
        await give('Two', 'bo'),
        await give('Lost', 'bo'),
      ]
      await service.patch(`/events/${lost}`, { assignee: null }, ada)
      await give('Own', 'bo', bo)
      await give('Without address', 'silent')
      await service.patch(`/events/${first}`, { assignee: 'bo', note: 'more' }, ada)
      await service.sendDue()
      expect(box.received.length).toBe(before + 1)
      for (const id of [first, second]) expect(box.last().text).toContain(`/desk/events/${id}`)
      for (const title of ['Own', 'Lost', 'secret']) expect(box.last().text).not.toContain(title)
      await service.patch(`/events/${first}?dry_run=true`, { assignee: 'silent' }, ada)
      await service.patch(`/events/${second}`, { note: 'x' }, ada)
      await service.sendDue()
      expect(box.received.length).toBe(before + 1)
    })

    it('§23 is one for a series', async () => {
      const before = box.received.length
      const recurrence = ['RRULE:FREQ=WEEKLY;COUNT=3']
      const made = await service.post('/events', anEvent({ title: 'Weekly', recurrence }), ada)
      await service.patch(`/series/${made.body.series.id}`, { assignee: 'bo' }, ada)
      await service.sendDue()
      expect([box.received.length, box.last().fields.subject?.includes('Weekly')]).toEqual([before + 1, true])
      expect(box.last().text).toContain(`/de/desk/events/${made.body.id}`)
    })
  })
}
