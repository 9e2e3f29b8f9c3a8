import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { anEvent, type Json, staffedService, type TestService } from '../support/service.ts'

type Headers = Record<string, string>

for (const { name } of dialects) {
  describe(`reverting changes over HTTP on ${name}`, () => {
    let service: TestService
    let editor: Headers
    let author: Headers
    beforeAll(async () => {
      ;({ service, editor, author } = await staffedService(name))
    })
    afterAll(() => service.close())

    const historyOf = async (path: string): Promise<readonly Json[]> =>
      (await service.get(`${path}/history`, editor)).body.changes
    const revisionOf = (answer: { readonly headers: Headers }) => Number(answer.headers['x-fasti-revision'])

    it('shows the values of each changed field before and after, links with their names', async () => {
      const { id } = (
        await service.post('/events', anEvent({ title: 'Fair', venue: { venue: 'Old Hall' } }), editor)
      ).body
      await service.patch(
        `/events/${id}`,
        { title: 'Fairs', cost: '5 €', featured: true, venue: { venue: 'New Hall' }, tags: ['outdoors'] },
        editor,
      )
      const [update, create] = await historyOf(`/events/${id}`)
      expect(create?.values).toEqual({})
      expect(update?.values).toEqual({
        title: { before: 'Fair', after: 'Fairs' },
        cost: { before: null, after: '5 €' },
        featured: { before: false, after: true },
        venue: {
          before: [{ id: expect.any(Number), name: 'Old Hall' }],
          after: [{ id: expect.any(Number), name: 'New Hall' }],
        },
        tags: { before: [], after: [{ id: expect.any(Number), name: 'outdoors' }] },
      })
      expect(update?.revision).toBeGreaterThan(Number(create?.revision))
    })

    it('shows no password and no hash in the history, and no values in the audit', async () => {
      const { id } = (await service.post('/events', anEvent(), editor)).body
      await service.patch(`/events/${id}`, { password: 'sesame' }, editor)
      const [change] = await historyOf(`/events/${id}`)
      expect([change?.fields, change?.values]).toEqual([['password'], {}])
    })

    it('shows a linked venue in the history only to those who may see it', async () => {
      const draft = (await service.post('/venues', { venue: 'Secret', status: 'draft' }, editor)).body.id
      const { id } = (await service.post('/events', anEvent(), author)).body
      await service.patch(`/events/${id}`, { venue: [draft] }, editor)
      const seen = async (headers: Headers) =>
        (await service.get(`/events/${id}/history`, headers)).body.changes[0].values.venue.after
      expect(await seen(editor)).toEqual([{ id: draft, name: 'Secret' }])
      expect(await seen(author)).toEqual([])
    })

    it('reverts an event to its state after any change, as a separate update', async () => {
      await service.post('/categories', { name: 'Music' }, editor)
      const made = anEvent({ title: 'One', categories: ['Music'], custom_fields: { stalls: 4 } })
      const { id, start_date } = (await service.post('/events', made, author)).body
      await service.patch(
        `/events/${id}`,
        { title: 'Two', cost: 'Free', custom_fields: { rain: 'no' } },
        author,
      )
      const change = { title: 'Three', start_date: '2027-08-01 10:00', end_date: '2027-08-01 12:00' }
      await service.patch(`/events/${id}`, { ...change, categories: [], status: 'draft' }, editor)
      const [, second, first] = await historyOf(`/events/${id}`)
      const back = await service.post(`/events/${id}/revert`, { change: second?.id }, author)
      expect(back.body).toMatchObject({ title: 'Two', cost: 'Free', start_date, status: 'publish' })
      expect(back.body.categories).toMatchObject([{ name: 'Music' }])
      const further = await service.post(`/events/${id}/revert`, { change: first?.id }, author)
      expect(further.body).toMatchObject({ title: 'One', cost: '' })
      expect(further.body.custom_fields).toEqual({ stalls: { label: 'stalls', value: 4 } })
      expect((await historyOf(`/events/${id}`)).map(({ verb }) => verb)).toEqual([
        ...['update', 'update', 'update', 'update', 'create'],
      ])
    })

    it('says of what changes nothing that it did not, whatever was written before', async () => {
      const { id } = (await service.post('/events', anEvent({ title: 'Fair' }), editor)).body
      const [{ id: change } = {}] = await historyOf(`/events/${id}`)
      const result = async (path: string, body: Json) =>
        (await service.post(path, body, editor)).headers['x-fasti-result']
      const before = await service.store.revision()
      expect(await result(`/events/${id}/revert`, { change })).toBe('unchanged')
      expect(await result('/events/bulk', { ids: [id], status: 'publish' })).toBe('unchanged')
      expect(await service.store.revision()).toBe(before)
      expect(await result('/events/bulk', { ids: [id], status: 'draft' })).toBeUndefined()
    })

    it('reverts venues and terms, and restores an item that was moved to the trash later', async () => {
      const venue = (await service.post('/venues', { venue: 'Hall', city: 'Turin' }, editor)).body.id
      await service.patch(`/venues/${venue}`, { venue: 'Halle', city: '', geo_lat: 45 }, editor)
      await service.remove(`/venues/${venue}`, editor)
      const [, , made] = await historyOf(`/venues/${venue}`)
      const { body } = await service.post(`/venues/${venue}/revert`, { change: made?.id }, editor)
      expect(body).toMatchObject({ venue: 'Hall', city: 'Turin', geo_lat: null, status: 'publish' })
      const tag = (await service.post('/tags', { name: 'jazz' }, editor)).body.id
      await service.patch(`/tags/${tag}`, { name: 'swing', slug: 'swing' }, editor)
      const [, first] = await historyOf(`/tags/${tag}`)
      const reverted = await service.post(`/tags/${tag}/revert`, { change: first?.id }, editor)
      expect(reverted.body).toMatchObject({ name: 'jazz', slug: 'jazz' })
    })

    it('reverts an event without links to deleted items', async () => {
      const { id, venue } = (await service.post('/events', anEvent({ venue: { venue: 'Gone' } }), editor))
        .body
      await service.patch(`/events/${id}`, { title: 'Later', venue: [] }, editor)
      await service.remove(`/venues/${venue.id}?force=true`, editor)
      const [, made] = await historyOf(`/events/${id}`)
      const { status, body } = await service.post(`/events/${id}/revert`, { change: made?.id }, editor)
      expect([status, body.title, body.venue]).toEqual([200, 'A', []])
    })

    it('reverts with the rights and preconditions of an update, and supports dry runs', async () => {
      const { id } = (await service.post('/events', anEvent({ title: 'Mine' }), author)).body
      await service.patch(`/events/${id}`, { title: 'Ours' }, editor)
      const [, made] = await historyOf(`/events/${id}`)
      const change = { change: made?.id }
      const path = `/events/${id}/revert`
      const contributor = (await service.user('contributor')).headers
      expect((await service.post(path, change)).status).toBe(401)
      expect((await service.post(path, change, contributor)).status).toBe(403)
      expect((await service.post(path, change, { ...editor, 'if-match': '"v1"' })).status).toBe(412)
      expect((await service.post(path, { change: 999_999 }, editor)).body.code).toBe('change-not-found')
      expect((await service.post(path, {}, editor)).status).toBe(400)
      const dry = await service.post(`${path}?dry_run=true`, change, editor)
      expect(dry.body).toMatchObject({ title: 'Mine', dry_run: true })
      expect((await service.get(`/events/${id}`)).body.title).toBe('Ours')
    })

    it('undoes a whole write by its revision: created, changed and trashed items together', async () => {
      const { id: changed } = (await service.post('/events', anEvent({ title: 'Changed' }), editor)).body
      const { id: trashed } = (await service.post('/events', anEvent({ title: 'Trashed' }), editor)).body
      const operations = [
        { method: 'PATCH', path: `/events/${changed}`, body: { title: 'Other', tags: ['undone'] } },
        { method: 'DELETE', path: `/events/${trashed}` },
        { method: 'POST', path: '/events', body: anEvent({ title: 'New' }) },
      ]
      const batch = await service.post('/batch', { operations }, editor)
      const made = batch.body.results[2].body.id
      const undone = await service.post('/undo', { revision: revisionOf(batch) }, editor)
      expect(undone.status).toBe(200)
      expect(undone.body.items).toContainEqual({ resource: 'event', id: changed })
      expect((await service.get(`/events/${changed}`, editor)).body).toMatchObject({
        title: 'Changed',
        tags: [],
      })
      expect((await service.get(`/events/${trashed}`, editor)).body.status).toBe('publish')
      expect((await service.get(`/events/${made}`, editor)).body.status).toBe('trash')
      expect((await service.get('/tags?hide_empty=false&search=undone')).body.total).toBe(0)
    })

    it('redoes a write by undoing its undo', async () => {
      const { id } = (await service.post('/events', anEvent({ title: 'Before' }), editor)).body
      const written = await service.patch(`/events/${id}`, { title: 'After', timezone: 'Asia/Tokyo' }, editor)
      const undone = await service.post('/undo', { revision: revisionOf(written) }, editor)
      expect(undone.body.items).toEqual([{ resource: 'event', id }])
      await service.post('/undo', { revision: revisionOf(undone) }, editor)
      expect((await service.get(`/events/${id}`)).body).toMatchObject({
        title: 'After',
        timezone: 'Asia/Tokyo',
      })
    })

    it('undoes nothing if an item was changed again, or may not be edited', async () => {
      const { id } = (await service.post('/events', anEvent({ title: 'A' }), editor)).body
      const first = await service.patch(`/events/${id}`, { title: 'B', cost: '5' }, editor)
      await service.patch(`/events/${id}`, { title: 'C' }, editor)
      const revision = revisionOf(first)
      const late = await service.post('/undo', { revision }, editor)
      expect([late.status, late.body.code]).toEqual([409, 'change-overtaken'])
      expect((await service.get(`/events/${id}`)).body).toMatchObject({ title: 'C', cost: '5' })
      expect((await service.post('/undo', { revision }, author)).status).toBe(403)
      expect((await service.post('/undo', { revision })).status).toBe(401)
      expect((await service.post('/undo', { revision: 999_999_999 }, editor)).body.code).toBe(
        'write-not-found',
      )
      const tag = (await service.post('/tags', { name: 'short-lived' }, editor)).body.id
      const removed = await service.remove(`/tags/${tag}`, editor)
      const gone = await service.post('/undo', { revision: revisionOf(removed) }, editor)
      expect([gone.status, gone.body.code]).toEqual([409, 'change-not-recorded'])
    })

    it('erases the values of permanently deleted items', async () => {
      const { id } = (
        await service.post('/organizers', { organizer: 'Ann', email: 'ann@example.org' }, editor)
      ).body
      await service.patch(`/organizers/${id}`, { email: '' }, editor)
      await service.remove(`/organizers/${id}?force=true`, editor)
      const rows = []
      for await (const row of service.store.audit(0)) rows.push(row)
      expect(
        JSON.stringify(rows.filter(({ resource, item_id }) => resource === 'organizer' && item_id === id)),
      ).not.toContain('ann@')
    })
  })
}
