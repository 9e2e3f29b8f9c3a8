import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

const at = (uid: string) => `/events/by-uid/${encodeURIComponent(uid)}`

for (const { name } of dialects) {
  describe(`events by the id of another system on ${name}`, () => {
    let service: TestService
    const put = (uid: string, body: unknown, headers?: Record<string, string>) =>
      service.ask('PUT', at(uid), body, headers)

    beforeAll(async () => {
      service = await testService(name)
    })
    afterAll(() => service.close())

    it('§13 PUT by UID creates the event, then updates it, and keeps its id', async () => {
      const made = await put('shop-17', anEvent({ title: 'Concert', venue: { venue: 'Hall' } }))
      expect(made.status).toBe(201)
      expect(made.body).toMatchObject({ title: 'Concert', external_id: 'shop-17' })
      expect(made.headers.location).toBe(made.body.rest_url)
      const changed = await put('shop-17', anEvent({ title: 'Late concert', venue: { venue: 'Hall' } }))
      expect([changed.status, changed.body.id, changed.body.title]).toEqual([
        200,
        made.body.id,
        'Late concert',
      ])
      expect(changed.body.venue).toMatchObject({ id: made.body.venue.id })
      expect(Number(changed.headers['x-fasti-revision'])).toBeGreaterThan(
        Number(made.headers['x-fasti-revision']),
      )
    })

    it('§13 PUT with the stored values changes nothing, says so and takes no revision', async () => {
      const sent = anEvent({ title: 'Same', venue: { venue: 'Hall' }, tags: ['a'] })
      const made = await put('same', sent)
      const again = await put('same', sent)
      const changed = await put('same', { ...sent, title: 'Other' })
      expect([again.status, again.headers.etag]).toEqual([200, made.headers.etag])
      expect([made, again, changed].map(({ headers }) => headers['x-fasti-result'])).toEqual([
        'created',
        'unchanged',
        'updated',
      ])
      const [first, second, third] = [made, again, changed].map(({ headers }) =>
        Number(headers['x-fasti-revision']),
      )
      expect([second, third]).toEqual([first, Number(first) + 1])
    })

    it('§13 no unchanged update of an item takes a revision, alone or in a batch', async () => {
      const { body: event } = await put('calm', anEvent({ venue: { venue: 'Calm hall' }, tags: ['calm'] }))
      const at = [
        `/events/${event.id}`,
        `/events/by-slug/${event.slug}`,
        '/events/by-uid/calm',
        `/venues/${event.venue.id}`,
        `/tags/${event.tags[0].id}`,
      ]
      const revision = async () => (await service.get('/changes?since=0&per_page=1000')).body.next_since
      const before = (await service.patch(at[0] ?? '', {})).headers['x-fasti-revision']
      for (const path of at) {
        const { body: shown } = await service.get(path)
        const { headers } = await service.patch(path, shown)
        expect([path, headers['x-fasti-result'], headers['x-fasti-revision']]).toEqual([
          path,
          'unchanged',
          before,
        ])
      }
      const operations = at.map((path) => ({ method: 'PATCH', path, body: {} }))
      for (const atomic of [true, false]) {
        const { body } = await service.ask('POST', '/batch', { operations, atomic })
        expect(body.results.map(({ status }: { status: number }) => status)).toEqual(at.map(() => 200))
      }
      expect(await revision()).toBeLessThanOrEqual(Number(before))
      const next = await service.patch(at[0] ?? '', { title: 'Storm' })
      expect(Number(next.headers['x-fasti-revision'])).toBe(Number(before) + 1)
    })

    it('§13 an update that publishes what was due takes a revision, and is unchanged itself', async () => {
      const { body } = await put('steady', anEvent())
      await put('due', anEvent({ title: 'Due', status: 'publish', date: '2027-01-15 08:30:00' }))
      service.at('2027-01-15T14:00:00Z')
      const before = (await service.patch('/events/by-uid/steady', {})).headers
      expect(before['x-fasti-result']).toBe('unchanged')
      const again = (await service.patch(`/events/${body.id}`, {})).headers
      expect(again['x-fasti-revision']).toBe(before['x-fasti-revision'])
    })

    it('§13 events are read, changed and trashed by UID as by id, whatever signs it has', async () => {
      for (const uid of ['a/b c', 'x@host.example', ' 100%', '💡/.ics', 'a%2Fb']) {
        const made = await put(uid, anEvent({ title: 'By UID' }))
        const [read, byId] = [await service.get(at(uid)), await service.get(`/events/${made.body.id}`)]
        expect([uid, read.status, read.body, read.headers.etag]).toEqual([
          uid,
          200,
          byId.body,
          byId.headers.etag,
        ])
        expect((await service.ask('HEAD', at(uid))).status).toBe(200)
        const known = { 'if-none-match': String(read.headers.etag) }
        expect((await service.get(at(uid), known)).status).toBe(304)
        const stale = await service.patch(at(uid), { title: 'Lost' }, { 'if-match': '"v9-x"' })
        expect([stale.status, stale.body.code]).toEqual([412, 'rest_precondition_failed'])
        const changed = await service.patch(
          at(uid),
          { title: 'Changed' },
          { 'if-match': String(read.headers.etag) },
        )
        expect([changed.status, changed.body.id, changed.body.title]).toEqual([200, made.body.id, 'Changed'])
        expect((await service.remove(at(uid))).body.status).toBe('trash')
        expect((await service.remove(at(uid))).status).toBe(410)
        const back = await service.patch(at(uid), { status: 'publish' })
        expect([back.status, back.body.status]).toEqual([200, 'publish'])
        expect((await service.remove(`${at(uid)}?force=true`)).body.deleted).toBe(true)
        for (const gone of [
          await service.get(at(uid)),
          await service.patch(at(uid), {}),
          await service.remove(at(uid)),
        ])
          expect([gone.status, gone.body.code]).toEqual([404, 'event-not-found'])
      }
    })

    it('§13 a list of an event that is read by UID after it was made again is not that of the old one', async () => {
      const first = await put('again', anEvent({ title: 'First' }))
      expect((await service.get(at('again'))).body.title).toBe('First')
      await service.remove(`/events/${first.body.id}?force=true`)
      await put('again', anEvent({ title: 'Second' }))
      expect((await service.get(at('again'))).body.title).toBe('Second')
    })

    it('§13 an update by UID leaves absent fields unchanged, and null clears', async () => {
      await put('partial', anEvent({ title: 'Partial', website: 'https://a.example/', excerpt: 'Short' }))
      const { status, body } = await put('partial', { excerpt: null })
      expect([status, body.title, body.website, body.excerpt]).toEqual([
        200,
        'Partial',
        'https://a.example/',
        '',
      ])
    })

    it('§13 a UID is used exactly as sent: case, spaces, slashes and combining letters', async () => {
      const uids = [
        'Ä-1',
        'A\u0308-1',
        'ä-1',
        ' x',
        'x',
        'a/b',
        'a%2Fb',
        '20270504T180000@Host.example',
        '💡',
      ]
      for (const uid of uids) {
        const { status, body } = await put(uid, anEvent({ title: 'Exact' }))
        expect([uid, status, body.external_id]).toEqual([uid, 201, uid])
      }
      const list = await service.get(`/events?external_id=${encodeURIComponent('A\u0308-1')}`)
      expect(list.body.events.map((one: { external_id: string }) => one.external_id)).toEqual(['A\u0308-1'])
    })

    it('§13 external_id filters lists, also of past events, and finds nothing for unknown ids', async () => {
      const { body } = await put('old', {
        title: 'Old',
        start_date: '2001-01-01 10:00',
        end_date: '2001-01-01 11:00',
      })
      const list = await service.get('/events?external_id=old')
      expect(list.body).toMatchObject({ total: 1, events: [{ id: body.id }] })
      expect((await service.get(`/events?external_id=old&include=${body.id + 1}`)).body.total).toBe(0)
      expect((await service.get('/events?external_id=OLD')).body).toMatchObject({ total: 0, events: [] })
      expect((await service.get('/events?external_id=old&status=draft')).body.total).toBe(0)
    })

    it('§13 a list by external_id shows an event that was created after the list was cached', async () => {
      const empty = await service.get('/events?external_id=later')
      expect(empty.body.total).toBe(0)
      await put('later', anEvent())
      expect((await service.get('/events?external_id=later')).body.total).toBe(1)
    })

    it('§13 the UID is the one in feeds and imports', async () => {
      const ics = [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'PRODID:-//test//EN',
        'BEGIN:VEVENT',
        'UID:imported@host.example',
        'DTSTAMP:20270101T000000Z',
        'DTSTART:20270601T180000Z',
        'DTEND:20270601T190000Z',
        'SUMMARY:Imported',
        'END:VEVENT',
        'END:VCALENDAR',
        '',
      ].join('\r\n')
      await service.ask('POST', '/import', ics, { 'content-type': 'text/calendar' })
      const { status, body } = await put('imported@host.example', { title: 'By hand' })
      expect([status, body.title]).toEqual([200, 'By hand'])
      const feed = await service.get(`/events/${body.id}.ics`)
      expect(feed.body).toContain('UID:imported@host.example')
    })

    it('§13 one response names every missing and wrong arg of a new event', async () => {
      const { status, body } = await put('wrong', { end_date: 'foo', venue: [999] })
      expect([status, body.code]).toEqual([400, 'rest_missing_callback_param'])
      expect(body.data.params).toEqual(['title', 'start_date'])
      expect(Object.keys(body.data.invalid)).toEqual(expect.arrayContaining(['end_date', 'venue']))
      expect((await service.get('/events?external_id=wrong')).body.total).toBe(0)
    })

    it('refuses UIDs that are too long, or have control characters', async () => {
      for (const uid of ['x'.repeat(256), 'a\u0001b', 'a\nb', '\0']) {
        const { status, body } = await put(uid, anEvent())
        expect([uid.length, status, Object.keys(body.data.params)]).toEqual([uid.length, 400, ['uid']])
      }
      expect((await service.ask('PUT', '/events/by-uid/%ff', anEvent())).status).toBe(404)
      expect((await put('x'.repeat(255), anEvent())).status).toBe(201)
    })

    it('compares the preconditions of a PUT in its transaction', async () => {
      expect((await put('cond', anEvent(), { 'if-match': '"v1"' })).status).toBe(412)
      const made = await put('cond', anEvent(), { 'if-none-match': '*' })
      expect(made.status).toBe(201)
      expect((await put('cond', { title: 'B' }, { 'if-none-match': '*' })).status).toBe(412)
      expect((await put('cond', { title: 'B' }, { 'if-match': '"v9"' })).status).toBe(412)
      expect((await put('cond', { title: 'B' }, { 'if-match': made.headers.etag ?? '' })).status).toBe(200)
    })

    it('creates one event when many PUT the same UID at once', async () => {
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, at) => put('race', anEvent({ title: `T${at}` }))),
      )
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    })

    it('needs the right to create events, or to edit the existing event', async () => {
      const users = await testService(name)
      try {
        const author = await users.user('author')
        const other = await users.user('author', 'other')
        const reader = await users.user('subscriber')
        const ask = (body: unknown, headers: Record<string, string>) =>
          users.ask('PUT', at('mine'), body, headers)
        expect((await users.ask('PUT', at('mine'), anEvent())).status).toBe(401)
        expect((await ask(anEvent(), reader.headers)).status).toBe(403)
        expect((await ask(anEvent(), author.headers)).status).toBe(201)
        expect((await ask({ title: 'B' }, other.headers)).status).toBe(403)
        expect((await ask({ title: 'B' }, author.headers)).body.title).toBe('B')
      } finally {
        await users.close()
      }
    })

    it('§13 tells the same of an event by UID as by id to those who may not see or change it', async () => {
      const users = await testService(name)
      try {
        const author = await users.user('author')
        const other = await users.user('author', 'other')
        const { body } = await users.ask('PUT', at('secret'), anEvent({ status: 'private' }), author.headers)
        for (const headers of [{}, other.headers])
          for (const [method, sent] of [['GET'], ['PATCH', {}], ['DELETE']] as const) {
            const [byUid, byId] = await Promise.all(
              [at('secret'), `/events/${body.id}`].map((path) => users.ask(method, path, sent, headers)),
            )
            expect([method, byUid?.status, byUid?.body]).toEqual([method, byId?.status, byId?.body])
            expect(byUid?.status).toBeGreaterThan(400)
          }
      } finally {
        await users.close()
      }
    })

    it('refuses other methods with 405', async () => {
      const { status, headers } = await service.ask('POST', at('shop-17'), {})
      expect([status, headers.allow]).toEqual([405, 'GET, PATCH, DELETE, PUT, HEAD, OPTIONS'])
    })
  })
}
