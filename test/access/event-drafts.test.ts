import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'

type Headers = Record<string, string>

/** A draft of changes leaves what is published as it is until somebody who may change the event applies it. */
for (const { name } of anyDialects())
  describe(`a draft of changes to an event on ${name}`, () => {
    let service: TestService
    let editor: Headers
    let author: Headers
    const others: Record<string, Headers> = {}
    beforeAll(async () => {
      service = await testService(name)
      editor = (await service.user('editor', 'eda')).headers
      author = (await service.user('author', 'ada')).headers
      others.contributor = (await service.user('contributor', 'con')).headers
      others.author = (await service.user('author', 'bob')).headers
      others.stranger = {}
    })
    afterAll(() => service.close())

    const made = async (more: Json = {}): Promise<number> =>
      (await service.post('/events', anEvent({ title: 'Jazz night', ...more }), author)).body.id
    const keep = (id: number, changes: Json, by = author, more: Json = {}) =>
      service.ask('PUT', `/events/${id}/draft`, { changes, ...more }, by)
    const draftOf = async (id: number, by = author) =>
      (await service.get(`/events/${id}/draft`, by)).body.draft
    const apply = (id: number, by = author, sent: Json = {}, headers: Headers = {}) =>
      service.ask('POST', `/events/${id}/draft/apply`, sent, { ...by, ...headers })
    const publicTitle = async (id: number) => (await service.get(`/events/${id}`)).body.title

    it('is kept while the public sees the event as it was, is seen by who may change it, and changes it once applied', async () => {
      const id = await made()
      expect(await draftOf(id)).toBeNull()
      const kept = await keep(id, { title: 'Jazz night with guests', categories: [] })
      expect([kept.status, kept.body.draft.is_outdated]).toEqual([200, false])
      expect(await publicTitle(id)).toBe('Jazz night')
      const seen = await draftOf(id, editor)
      expect([seen.author_name, seen.base.title, seen.preview.title]).toEqual([
        'ada',
        'Jazz night',
        'Jazz night with guests',
      ])
      expect(seen.changes).toEqual({ title: 'Jazz night with guests', categories: [] })
      const listed = (await service.get('/drafts', editor)).body.drafts
      expect(listed[0]).toMatchObject({ event: id, title: 'Jazz night', author_name: 'ada' })
      const applied = await apply(id, editor, { seen: seen.version })
      expect([applied.status, applied.body.title]).toEqual([200, 'Jazz night with guests'])
      expect(await publicTitle(id)).toBe('Jazz night with guests')
      expect(await draftOf(id)).toBeNull()
      expect((await apply(id)).status).toBe(404)
    })

    it('comes back where it was applied and that is undone, as often as it is, unless another one is kept by then', async () => {
      const id = await made()
      await keep(id, { title: 'Jam session' })
      const kept = await draftOf(id)
      const undo = ({ headers }: { readonly headers: Record<string, string> }, by = author) =>
        service.post('/undo', { revision: Number(headers['x-fasti-revision']) }, by)
      const applied = await apply(id)
      expect([await publicTitle(id), await draftOf(id)]).toEqual(['Jam session', null])
      for (const headers of Object.values(others))
        expect([401, 403]).toContain((await undo(applied, headers)).status)
      const undone = await undo(applied)
      expect([undone.status, await publicTitle(id)]).toEqual([200, 'Jazz night'])
      const { changes, version, is_outdated } = await draftOf(id)
      expect([changes, version, is_outdated]).toEqual([kept.changes, kept.version, false])
      const again = await undo(undone)
      expect([again.status, await publicTitle(id), await draftOf(id)]).toEqual([200, 'Jam session', null])
      await keep(id, { title: 'Open stage' })
      expect([(await undo(again)).status, await publicTitle(id)]).toEqual([200, 'Jazz night'])
      expect((await draftOf(id)).changes).toEqual({ title: 'Open stage' })
    })

    it('comes back beside what a reviewer decided about the event since', async () => {
      const contributor = (await service.user('contributor', 'cora')).headers
      const { id } = (await service.post('/events', anEvent({ status: 'pending' }), contributor)).body
      await keep(id, { title: 'Jam session' }, editor)
      const { headers } = await apply(id, editor)
      const asked = { decision: 'ask', message: 'Who plays?' }
      expect((await service.post(`/events/${id}/decision`, asked, editor)).status).toBe(200)
      const undone = await service.post('/undo', { revision: Number(headers['x-fasti-revision']) }, editor)
      expect([undone.status, (await draftOf(id, editor)).changes]).toEqual([200, { title: 'Jam session' }])
      expect((await service.get(`/events/${id}/review`, contributor)).body).toMatchObject(asked)
      await service.ask('DELETE', `/events/${id}/draft`, undefined, editor)
    })

    it('is neither read, kept, applied, discarded nor listed by who may not change the event', async () => {
      const id = await made()
      await keep(id, { title: 'Secret plan' })
      for (const [who, headers] of Object.entries(others))
        for (const [method, path, sent] of [
          ['GET', `/events/${id}/draft`],
          ['PUT', `/events/${id}/draft`, { changes: { title: 'Mine' } }],
          ['DELETE', `/events/${id}/draft`],
          ['POST', `/events/${id}/draft/apply`, {}],
        ] as const) {
          const { status, body } = await service.ask(method, path, sent, headers)
          expect([who, method, status]).toEqual([who, method, who === 'stranger' ? 401 : 403])
          expect(JSON.stringify(body)).not.toContain('Secret plan')
        }
      for (const headers of [others.contributor, others.author])
        expect((await service.get('/drafts', headers)).body.drafts).toEqual([])
      expect((await service.get('/drafts')).status).toBe(401)
      expect(await draftOf(id)).toMatchObject({ changes: { title: 'Secret plan' } })
    })

    it('is tried as the change that it is: what would be refused is not kept, and nothing of it is made', async () => {
      const id = await made()
      const refused = await keep(id, { title: '', end_date: '2020-01-01 10:00:00' })
      expect([refused.status, Object.keys(refused.body.data.params)]).toEqual([
        400,
        expect.arrayContaining(['title']),
      ])
      expect((await keep(id, { password: 'secret' })).status).toBe(400)
      expect((await keep(id, { title: 'x'.repeat(600_000) })).status).toBe(400)
      expect((await keep(id, { author: 1 })).status).toBe(403)
      expect((await keep(id, { venue: [999_999] })).status).toBe(400)
      expect(await draftOf(id)).toBeNull()
      const before = (await service.get('/venues', editor)).body.total
      expect((await keep(id, { venue: { venue: 'New cellar' } })).status).toBe(200)
      expect((await service.get('/venues', editor)).body.total).toBe(before)
      expect((await apply(id)).body.venue.venue).toBe('New cellar')
      expect((await keep(999_999, { title: 'None' })).status).toBe(404)
    })

    it('on an event that was changed meanwhile says so, and is applied only by who names the version that is changed', async () => {
      const id = await made()
      await keep(id, { excerpt: 'Soon' })
      await service.patch(`/events/${id}`, { title: 'Jazz day' }, editor)
      expect(await draftOf(id)).toMatchObject({ is_outdated: true })
      expect((await apply(id)).status).toBe(412)
      expect((await apply(id, author, {}, { 'if-match': '"v1"' })).status).toBe(412)
      const { headers } = await service.get(`/events/${id}`, author)
      const applied = await apply(id, author, {}, { 'if-match': headers.etag ?? '' })
      expect([applied.status, applied.body.title]).toEqual([200, 'Jazz day'])
      expect((await keep(id, { title: 'Late' }, author, {})).status).toBe(200)
      const stale = await service.ask(
        'PUT',
        `/events/${id}/draft`,
        { changes: { title: 'x' } },
        {
          ...author,
          'if-match': '"v1"',
        },
      )
      expect(stale.status).toBe(412)
    })

    describe('of a contributor, whose own event is public,', () => {
      let con: Headers
      let id: number
      beforeAll(() => {
        con = others.contributor ?? {}
      })
      beforeEach(async () => {
        const sent = anEvent({ title: 'Choir', status: 'pending' })
        id = (await service.post('/events', sent, con)).body.id
        await service.patch(`/events/${id}`, { status: 'publish' }, editor)
      })
      const review = async (by: Headers) => (await service.get(`/events/${id}/review`, by)).body
      const decide = (decision: string, by = editor, more: Json = {}) =>
        service.post(`/events/${id}/decision`, { decision, message: 'Which hall?', ...more }, by)
      const sent = () => keep(id, { title: 'Choir at noon' }, con, { review: true })
      const lettersWaiting = async () => (await service.store.mail.standing()).waiting

      it('is kept, seen and discarded by its author, and changes nothing', async () => {
        expect((await service.patch(`/events/${id}`, { title: 'Mine' }, con)).status).toBe(403)
        const kept = await keep(id, { title: 'Choir at noon', venue: { venue: 'Shed' } }, con)
        expect([kept.status, kept.body.draft.sent_utc, kept.body.draft.preview.title]).toEqual([
          200,
          '',
          'Choir at noon',
        ])
        expect(await publicTitle(id)).toBe('Choir')
        expect((await service.get('/venues?status=any&search=Shed', editor)).body.total).toBe(0)
        expect((await service.get('/drafts', con)).body.drafts.map(({ event }: Json) => event)).toEqual([id])
        expect((await apply(id, con)).status).toBe(403)
        expect((await decide('approve', con)).status).toBe(403)
        expect((await keep(id, { author: 1 }, con)).status).toBe(403)
        expect((await service.ask('DELETE', `/events/${id}/draft`, undefined, con)).status).toBe(200)
        expect(await draftOf(id, con)).toBeNull()
      })

      it('waits for a decision once it is sent, and changes the event where a reviewer approves it', async () => {
        const { version } = (await sent()).body.draft
        const listed = (await service.get('/drafts', editor)).body.drafts
        expect(listed[0]).toMatchObject({ event: id, sent_utc: '2027-01-15 12:00:00' })
        const seen = (await review(editor)).version
        expect((await keep(id, { title: 'Choir at one' }, con, { review: true, seen: version })).status).toBe(
          200,
        )
        expect((await decide('approve', editor, { version: seen })).body.code).toBe('review_outdated')
        const { version: now } = await review(editor)
        const decided = await decide('approve', editor, { version: now })
        expect([decided.status, await publicTitle(id), await draftOf(id, con)]).toEqual([
          200,
          'Choir at one',
          null,
        ])
        const revision = Number(decided.headers['x-fasti-revision'])
        expect((await service.post('/undo', { revision }, con)).status).toBe(403)
        expect((await service.post('/undo', { revision }, editor)).status).toBe(200)
        expect(await publicTitle(id)).toBe('Choir')
        expect(await draftOf(id, con)).toMatchObject({
          is_outdated: false,
          sent_utc: '2027-01-15 12:00:00',
          changes: { title: 'Choir at one' },
        })
        expect((await decide('approve')).status).toBe(200)
        expect(await publicTitle(id)).toBe('Choir at one')
      })

      it('that an editor applies from the form is approved as in review: its author is told, and undoing it sends it to review again', async () => {
        const { version } = (await sent()).body.draft
        const before = await lettersWaiting()
        const applied = await apply(id, editor, { seen: version })
        expect([applied.status, await publicTitle(id), await draftOf(id, con)]).toEqual([
          200,
          'Choir at noon',
          null,
        ])
        expect(await review(con)).toMatchObject({ decision: 'approve', message: '', reviewer: 'eda' })
        expect(await lettersWaiting()).toBe(before + 1)
        const revision = Number(applied.headers['x-fasti-revision'])
        expect((await service.post('/undo', { revision }, editor)).status).toBe(200)
        expect([await publicTitle(id), (await review(con)).decision]).toEqual(['Choir', ''])
        expect(await lettersWaiting()).toBe(before)
        expect(await draftOf(id, con)).toMatchObject({
          sent_utc: '2027-01-15 12:00:00',
          changes: { title: 'Choir at noon' },
        })
      })

      it.each([
        ['discards', 'reject', 'DELETE', '', undefined],
        ['replaces', 'reject', 'PUT', '', { changes: { title: 'Choir at two' } }],
        ['saves in the form', 'approve', 'DELETE', '?published=true', undefined],
      ] as const)(
        'that a reviewer %s after it was sent is told to its author',
        async (_, decision, method, query, body) => {
          await sent()
          const before = await lettersWaiting()
          const taken = await service.ask(method, `/events/${id}/draft${query}`, body, editor)
          expect([taken.status, await lettersWaiting()]).toEqual([200, before + 1])
          expect(await review(con)).toMatchObject({ decision, message: '', reviewer: 'eda' })
          expect(await draftOf(id, con)).toBeNull()
          await keep(id, { title: 'Choir at three' }, con, { review: true })
          await service.ask('DELETE', `/events/${id}/draft`, undefined, con)
          expect(await lettersWaiting()).toBe(before + 1)
        },
      )

      it('that was not sent, or is that of an editor, is applied without a decision', async () => {
        const before = await lettersWaiting()
        await keep(id, { title: 'Choir at noon' }, con)
        expect((await apply(id, editor)).status).toBe(200)
        await keep(id, { title: 'Choir at one' }, editor, { review: true })
        expect((await apply(id, editor)).status).toBe(200)
        expect([(await review(con)).decision, await lettersWaiting()]).toEqual(['', before])
      })

      it('of a date is not approved where its series was changed since, which is named with its fields', async () => {
        const weekly = anEvent({
          title: 'Weekly choir',
          status: 'pending',
          recurrence: 'FREQ=WEEKLY;COUNT=3',
        })
        const { id: date, series } = (await service.post('/events', weekly, con)).body
        await service.patch(`/events/${date}`, { status: 'publish', apply_to: 'all' }, editor)
        await service.patch(`/events/${date}`, { title: 'Choir of the day' }, editor)
        await service.patch(`/series/${series.id}`, { website: 'https://choir.example' }, editor)
        await keep(date, { excerpt: 'With guests' }, con, { review: true })
        expect((await service.patch(`/series/${series.id}`, { cost: '5' }, editor)).status).toBe(200)
        const refused = await service.post(`/events/${date}/decision`, { decision: 'approve' }, editor)
        expect([refused.status, refused.body.data.changed]).toEqual([
          409,
          [
            { resource: 'event', id: date, fields: [] },
            { resource: 'series', id: series.id, fields: ['cost'] },
          ],
        ])
      })

      it('on an event that was changed since is not approved, and comes back once its author has kept it anew', async () => {
        await sent()
        await service.patch(`/events/${id}`, { excerpt: 'Soon' }, editor)
        const refused = await decide('approve')
        expect([refused.status, refused.body.code]).toEqual([409, 'review_outdated'])
        expect(await publicTitle(id)).toBe('Choir')
        await sent()
        expect((await decide('approve')).status).toBe(200)
        expect((await service.get(`/events/${id}`)).body).toMatchObject({
          title: 'Choir at noon',
          excerpt: 'Soon',
        })
      })

      it('comes back to its author with a question, or where it is rejected, unless that is undone', async () => {
        await sent()
        for (const decision of ['ask', 'reject']) {
          const { status, headers } = await decide(decision)
          expect([status, await publicTitle(id)]).toEqual([200, 'Choir'])
          expect(await review(con)).toMatchObject({ decision, message: 'Which hall?', version: '' })
          expect(await draftOf(id, con)).toMatchObject({ sent_utc: '', changes: { title: 'Choir at noon' } })
          expect((await decide('approve')).body.code).toBe('event_not_pending')
          const revision = Number(headers['x-fasti-revision'])
          expect((await service.post('/undo', { revision }, editor)).status).toBe(200)
          expect((await draftOf(id, con)).sent_utc).not.toBe('')
          expect((await review(con)).decision).toBe('')
        }
        const revision = Number((await decide('ask')).headers['x-fasti-revision'])
        await sent()
        expect((await service.post('/undo', { revision }, editor)).body.code).toBe('change-overtaken')
      })

      it('is kept by none while the event has a password, which hides it from its author, too', async () => {
        await sent()
        await service.patch(`/events/${id}`, { password: 'secret', description: '<p>Backstage</p>' }, editor)
        for (const [method, body] of [
          ['GET'],
          ['PUT', { changes: { title: 'Mine' } }],
          ['DELETE'],
        ] as const) {
          const refused = await service.ask(method, `/events/${id}/draft`, body, con)
          expect([refused.status, JSON.stringify(refused.body).includes('Backstage')]).toEqual([403, false])
        }
        expect((await decide('ask')).status).toBe(200)
      })

      it('is not that of an editor, which its author neither sees nor replaces', async () => {
        await keep(id, { title: 'Secret plan' }, editor)
        expect(await draftOf(id, con)).toBeNull()
        for (const seen of [undefined, 0])
          expect((await keep(id, { title: 'Mine' }, con, seen === 0 ? { seen } : {})).status).toBe(409)
        expect((await service.ask('DELETE', `/events/${id}/draft`, undefined, con)).status).toBe(404)
        const listed = (await service.get('/drafts', con)).body.drafts
        expect(listed.map(({ event }: Json) => event)).not.toContain(id)
        expect(await draftOf(id, editor)).toMatchObject({ changes: { title: 'Secret plan' } })
      })
    })

    it('replaces the one that was seen, and never silently that of somebody else', async () => {
      const id = await made()
      const first = (await keep(id, { title: 'One' }, author, { seen: 0 })).body.draft.version
      expect((await keep(id, { title: 'Two' }, editor, { seen: 0 })).status).toBe(409)
      const second = (await keep(id, { title: 'Two' }, editor, { seen: first })).body.draft.version
      expect((await keep(id, { title: 'Three' }, author, { seen: first })).status).toBe(409)
      expect((await apply(id, author, { seen: first })).status).toBe(409)
      expect(await draftOf(id)).toMatchObject({
        version: second,
        author_name: 'eda',
        changes: { title: 'Two' },
      })
      expect(
        (await service.ask('DELETE', `/events/${id}/draft?seen=${first}`, undefined, author)).status,
      ).toBe(409)
      expect(
        (await service.ask('DELETE', `/events/${id}/draft`, undefined, author)).body.draft.changes,
      ).toEqual({
        title: 'Two',
      })
      expect((await keep(id, { title: 'Four' }, author, { seen: second })).status).toBe(409)
      expect((await service.ask('DELETE', `/events/${id}/draft`, undefined, author)).status).toBe(404)
    })

    it('is shown by the secret link to the preview, without what the public may not see, and by no other page', async () => {
      const id = await made()
      const { body } = await service.post(`/events/${id}/preview-links`, {}, author)
      const page = (path: string) => service.get(`/${path}`, { accept: 'text/html' })
      const secret = new URL(body.url).pathname
      expect((await page(secret)).status).toBe(302)
      const hidden = { venue: 'Hidden cellar', status: 'private' }
      const venue = (await service.post('/venues', hidden, editor)).body.id
      await keep(id, { title: 'Jazz <b>&</b> more', venue: [venue] }, editor)
      const shown = await page(secret)
      expect([shown.status, shown.headers['cache-control']]).toEqual([200, 'private, no-store'])
      expect(shown.body).toContain('<meta name="robots" content="noindex">')
      expect(shown.body).toContain('Jazz &amp; more')
      expect(shown.body).not.toContain('Hidden cellar')
      const { slug } = (await service.get(`/events/${id}`)).body
      expect((await page(`/event/${slug}/`)).body).not.toContain('more')
      await service.ask('DELETE', `/events/${id}/draft`, undefined, author)
      expect((await page(secret)).status).toBe(302)
    })

    it('names no places and organizers to who may not see them, though whoever kept it may, or once they are hidden', async () => {
      const id = await made()
      const of = async (path: string, body: Json) => (await service.post(path, body, editor)).body.id
      const cellar = await of('/venues', { venue: 'Hidden cellar', status: 'private' })
      const hall = await of('/venues', { venue: 'Later hidden hall' })
      const club = await of('/organizers', { organizer: 'Hidden club', status: 'draft' })
      const { body } = await service.post(`/events/${id}/preview-links`, {}, author)
      const page = async () =>
        (await service.get(`/${new URL(body.url).pathname}`, { accept: 'text/html' })).body
      const kept = await keep(id, { venue: [cellar, hall], organizer: [club] }, editor)
      expect(kept.body.draft.preview.venue).toHaveLength(2)
      expect((await draftOf(id)).preview).toMatchObject({ venue: { id: hall }, organizer: [] })
      expect(await page()).toContain('Later hidden hall')
      await service.patch(`/venues/${hall}`, { status: 'private' }, editor)
      expect(await page()).not.toContain('Later')
      for (const seen of [
        await draftOf(id),
        await service.ask('DELETE', `/events/${id}/draft`, undefined, author),
      ])
        expect(JSON.stringify(seen).toLowerCase()).not.toContain('hidden')
      await keep(id, { venue: [hall, { venue: 'New stage' }] }, editor)
      expect((await draftOf(id)).preview.venue).toMatchObject({ venue: 'New stage' })
      expect(await page()).not.toContain('Later')
    })

    it('shows a place that it would make, also when another one is made meanwhile', async () => {
      const id = await made()
      await keep(id, { venue: { venue: 'New stage' } })
      for (const name of ['Cellar', 'Attic'])
        await service.post('/venues', { venue: name, status: 'private' }, editor)
      expect((await draftOf(id)).preview.venue).toMatchObject({ id: 0, venue: 'New stage' })
    })

    it('of all dates of a series changes them once applied, and is outdated when another date changed them', async () => {
      const id = await made({ recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'] })
      await keep(id, { title: 'Weekly jazz', apply_to: 'all' })
      const dates = async () =>
        (await service.get('/events?search=jazz&per_page=50', editor)).body.events
          .filter(({ series }: Json) => series !== null)
          .map(({ title }: Json) => title)
      expect(await dates()).toEqual(['Jazz night', 'Jazz night', 'Jazz night', 'Jazz night'])
      expect((await apply(id)).status).toBe(200)
      expect(await dates()).toEqual(['Weekly jazz', 'Weekly jazz', 'Weekly jazz', 'Weekly jazz'])
      await keep(id, { excerpt: 'Soon', apply_to: 'all' })
      const series = (await service.get(`/events/${id}`)).body.series.id
      await service.patch(`/series/${series}`, { excerpt: 'Now' }, editor)
      expect((await apply(id)).status).toBe(412)
    })

    it('is kept by none in the trash, and goes with its event', async () => {
      const id = await made()
      await keep(id, { title: 'Gone' })
      await service.remove(`/events/${id}`, editor)
      expect((await keep(id, { title: 'Later' }, editor)).status).toBe(410)
      expect(
        (await service.get('/drafts', editor)).body.drafts.map(({ event }: Json) => event),
      ).not.toContain(id)
      await service.remove(`/events/${id}?force=true`, editor)
      expect(await service.store.proposals.draft(id)).toBeUndefined()
    })
  })
