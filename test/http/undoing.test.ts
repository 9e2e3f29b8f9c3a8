import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { anImage } from '../support/images.ts'
import { type Mailbox, mailbox } from '../support/mailbox.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'
import { sessionOf } from '../support/sessions.ts'
import { submitted } from '../support/submitting.ts'

for (const { name } of dialects) {
  describe(`what a write did to many things at once is undone by its log, on ${name}`, () => {
    let service: TestService
    let admin: Record<string, string>
    let box: Mailbox
    beforeAll(async () => {
      box = await mailbox()
      const mail = { FASTI_SMTP_URL: box.url, FASTI_MAIL_FROM: 'calendar@example.org' }
      service = await testService(name, { FASTI_SUBMISSIONS: 'open', ...mail })
      await service.user('administrator', 'root')
      admin = await sessionOf(service, 'root')
    })
    afterAll(async () => {
      await service.close()
      await box.close()
    })

    const made = async (path: string, body: Json) => (await service.post(path, body, admin)).body
    const read = async (path: string) => (await service.get(path, admin)).body
    const revisionOf = ({ headers }: { readonly headers: Record<string, string> }) =>
      Number(headers['x-fasti-revision'])
    const undo = (answer: { readonly headers: Record<string, string> }) =>
      service.post('/undo', { revision: revisionOf(answer) }, admin)
    const venuesOf = async (id: number) =>
      [(await read(`/events/${id}`)).venue].flat().map((one: Json) => one.id)

    it('merges again what was parted, unless it was changed since, which is named', async () => {
      const into = (await made('/venues', { venue: 'Town Hall' })).id
      const old = (await made('/venues', { venue: 'Townhall' })).id
      const both = (await made('/events', anEvent({ venue: [into, old] }))).id
      const one = (await made('/events', anEvent({ venue: [old] }))).id
      const series = await made('/events', anEvent({ venue: [old], recurrence: 'FREQ=WEEKLY;COUNT=2' }))
      const parted = await undo(await service.post(`/venues/${into}/merge`, { items: [old] }, admin))
      expect([await venuesOf(one), await venuesOf(series.id)]).toEqual([[old], [old]])
      const merged = await undo(parted)
      expect(merged.status, JSON.stringify(merged.body)).toBe(200)
      expect([await venuesOf(one), await venuesOf(both), await venuesOf(series.id)]).toEqual([
        [into],
        [into],
        [into],
      ])
      expect((await read(`/venues/${old}`)).data.id).toBe(into)
      const again = await undo(merged)
      expect([again.status, await venuesOf(one), (await venuesOf(both)).toSorted()]).toEqual([
        200,
        [old],
        [into, old],
      ])
      await service.patch(`/venues/${old}`, { city: 'Turin' }, admin)
      const refused = await undo(again)
      expect([refused.status, refused.body.code]).toEqual([409, 'change-overtaken'])
      expect(refused.body.message).toContain('Townhall')
    })

    it('leaves the event alone that was linked to another venue since', async () => {
      const [into, old, other] = [
        (await made('/venues', { venue: 'Opera' })).id,
        (await made('/venues', { venue: 'Opera house' })).id,
        (await made('/venues', { venue: 'Cinema' })).id,
      ]
      const [moved, stayed] = [
        (await made('/events', anEvent({ venue: [old] }))).id,
        (await made('/events', anEvent({ venue: [old] }))).id,
      ]
      const merged = await service.post(`/venues/${into}/merge`, { items: [old] }, admin)
      await service.patch(`/events/${moved}`, { venue: [other] }, admin)
      expect((await undo(merged)).status).toBe(200)
      expect([await venuesOf(moved), await venuesOf(stayed)]).toEqual([[other], [old]])
    })

    it('asks again where the undoing of a question is undone, and sends it after all', async () => {
      const { body } = await submitted(service)
      await service.sendDue()
      const told = box.received.length
      const waiting = async () =>
        (await read('/submissions')).submissions.find(({ id }: Json) => id === body.id)
      const asked = await service.post(
        `/submissions/${body.id}/decision`,
        { decision: 'ask', message: 'Where?' },
        admin,
      )
      const undone = await undo(asked)
      expect([undone.status, (await waiting()).message]).toEqual([200, ''])
      const again = await undo(undone)
      expect([again.status, again.body.items]).toEqual([200, undone.body.items])
      expect(await waiting()).toMatchObject({ status: 'asked', message: 'Where?' })
      await service.sendDue()
      expect(box.received).toHaveLength(told + 1)
    })

    it('approves again what was approved, with one e-mail, and takes it back once more', async () => {
      const { body } = await submitted(service)
      await service.sendDue()
      const told = box.received.length
      const approved = await service.post(`/submissions/${body.id}/decision`, { decision: 'approve' }, admin)
      const address = new URL(body.url).pathname.replace(/.*(?=\/submissions)/, '')
      const state = async () => (await service.get(address)).body.status
      const undone = await undo(approved)
      expect([undone.status, await state()]).toEqual([200, 'pending'])
      const again = await undo(undone)
      expect([again.status, await state()]).toEqual([200, 'approved'])
      await service.sendDue()
      expect(box.received).toHaveLength(told + 1)
      expect([(await undo(again)).status, await state()]).toEqual([200, 'pending'])
    })

    it('names the date of a series that was changed since', async () => {
      const event = await made('/events', anEvent({ title: 'Yoga', recurrence: 'FREQ=WEEKLY;COUNT=3' }))
      const changed = await service.patch(`/events/${event.id}`, { apply_to: 'all', cost: '5' }, admin)
      const { events } = await read(`/events?series=${event.series.id}`)
      await service.patch(`/events/${events[2].id}`, { title: 'Guest class' }, admin)
      const refused = await undo(changed)
      expect([refused.status, refused.body.code]).toEqual([409, 'change-overtaken'])
      expect(refused.body.message).toContain('Guest class')
    })

    it('takes back what named others that are gone by now, or a part of others', async () => {
      const of = async (path: string, body: Json) => (await made(path, body)).id
      const names = async (text: string) => ({
        venue: [await of('/venues', { venue: text })],
        organizer: [await of('/organizers', { organizer: text })],
        categories: [await of('/categories', { name: text })],
        tags: [await of('/tags', { name: text })],
      })
      const [old, next] = [await names('Harbour'), await names('Airport')]
      const { id } = await made('/events', anEvent(old))
      const changed = await service.patch(`/events/${id}`, next, admin)
      const into = await of('/categories', { name: 'Airports' })
      for (const path of [`/venues/${next.venue}`, `/organizers/${next.organizer}`, `/tags/${next.tags}`])
        expect((await service.remove(`${path}?force=true`, admin)).status).toBe(200)
      await service.post(`/categories/${into}/merge`, { items: next.categories }, admin)
      const undone = await undo(changed)
      expect(undone.status, JSON.stringify(undone.body)).toBe(200)
      const back = await read(`/events/${id}`)
      for (const [name, ids] of Object.entries(old))
        expect(
          [back[name]].flat().map((one: Json) => one.id),
          name,
        ).toEqual(ids)
      // What they had is given again as far as it is there.
      const again = await undo(undone)
      expect(again.status, JSON.stringify(again.body)).toBe(200)
      const { venue, organizer, categories, tags } = await read(`/events/${id}`)
      expect([venue, organizer, categories.map((one: Json) => one.id), tags]).toEqual([[], [], [into], []])
      await service.patch(`/events/${id}`, { tags: ['Ferry'] }, admin)
      expect((await undo(again)).body.code).toBe('change-overtaken')
    })

    it('leaves passwords as they are, names them, and is refused where nothing else was changed', async () => {
      const [one, other] = [(await made('/events', anEvent())).id, (await made('/events', anEvent())).id]
      const alone = await service.patch(`/events/${one}`, { password: 'correct horse' }, admin)
      const refused = await undo(alone)
      expect([refused.status, refused.body.code]).toEqual([409, 'change-not-recorded'])
      expect(refused.body.message).toContain('password')
      const operations = [
        { method: 'PATCH', path: `/events/${one}`, body: { password: 'battery staple' } },
        { method: 'PATCH', path: `/events/${other}`, body: { title: 'Secret', password: 'battery staple' } },
      ]
      const both = await service.post('/batch', { operations }, admin)
      const undone = await undo(both)
      expect(undone.status, JSON.stringify(undone.body)).toBe(200)
      const left = [one, other].map((id) => ({ resource: 'event', id, left: ['password'] }))
      expect(undone.body.items.toSorted((a: Json, b: Json) => Number(a.id) - Number(b.id))).toEqual(left)
      expect((await read(`/events/${other}`)).title).not.toBe('Secret')
      for (const id of [one, other]) {
        expect((await service.get(`/events/${id}`)).body.code).toBe('event-password-protected')
        expect((await service.get(`/events/${id}?password=battery+staple`)).status).toBe(200)
      }
      const again = await undo(undone)
      expect(again.body.items).toEqual([{ resource: 'event', id: other }])
      expect((await read(`/events/${other}`)).title).toBe('Secret')
    })

    it('takes back the rest of a write where some of it was deleted for good or merged since', async () => {
      const into = (await made('/venues', { venue: 'Stadium' })).id
      const kept = (await made('/events', anEvent())).id
      const operations = [
        { method: 'POST', path: '/events', body: anEvent({ title: 'First', venue: { venue: 'Arena' } }) },
        { method: 'POST', path: '/events', body: anEvent({ title: 'Second', tags: ['sports'] }) },
        { method: 'PATCH', path: `/events/${kept}`, body: { title: 'Third' } },
      ]
      const batch = await service.post('/batch', { operations }, admin)
      const [first, second] = batch.body.results.map(({ body }: Json) => body)
      const [arena] = [first.venue].flat()
      await service.post(`/venues/${into}/merge`, { items: [arena.id] }, admin)
      await service.remove(`/events/${first.id}?force=true`, admin)
      const undone = await undo(batch)
      expect(undone.status, JSON.stringify(undone.body)).toBe(200)
      expect([(await read(`/events/${kept}`)).title, (await read(`/events/${second.id}`)).status]).toEqual([
        'A',
        'trash',
      ])
      expect((await read(`/venues/${into}`)).status).toBe('publish')
      const ids = [second.id, kept]
      const again = await undo(undone)
      expect([again.status, (await read(`/events/${kept}`)).title]).toEqual([200, 'Third'])
      const shifted = await service.post('/events/bulk', { ids, shift_days: 1 }, admin)
      for (const id of ids) await service.remove(`/events/${id}?force=true`, admin)
      const refused = await undo(shifted)
      expect([refused.status, refused.body.code]).toEqual([409, 'change-not-recorded'])
    })

    it('is refused where nothing would be changed: what is left of the write is gone, in use, or a password', async () => {
      const why = async (answer: Parameters<typeof undo>[0]) => {
        const before = (await service.get('/changes?since=0', admin)).body.next_since
        const { status, body } = await undo(answer)
        expect((await service.get('/changes?since=0', admin)).body.next_since).toBe(before)
        return [status, body.code, body.message]
      }
      const batch = (operations: readonly Json[]) => service.post('/batch', { operations }, admin)
      const [one, other] = [(await made('/events', anEvent())).id, (await made('/events', anEvent())).id]
      const secret = await batch([
        { method: 'PATCH', path: `/events/${one}`, body: { password: 'battery staple' } },
        { method: 'PATCH', path: `/events/${other}`, body: { title: 'Gone' } },
      ])
      await service.remove(`/events/${other}?force=true`, admin)
      expect(await why(secret)).toEqual([409, 'change-not-recorded', expect.stringContaining('for good')])
      const places = await batch(
        ['Cellar', 'Attic'].map((venue) => ({ method: 'POST', path: '/venues', body: { venue } })),
      )
      const ids = places.body.results.map(({ body }: Json) => Object(body).id)
      await made('/events', anEvent({ venue: ids }))
      expect(await why(places)).toEqual([409, 'change-overtaken', expect.stringContaining('Attic')])
      const type = { 'content-type': 'image/png' }
      const image = await service.ask('POST', '/media', await anImage(8, 8), { ...admin, ...type })
      expect(image.status, JSON.stringify(image.body)).toBe(201)
      expect(await why(image)).toEqual([
        409,
        'change-not-recorded',
        expect.stringContaining('among the images'),
      ])
    })

    it('says why something can’t be undone', async () => {
      const { id } = await made('/events', anEvent())
      const why = async (answer: Parameters<typeof undo>[0]) => {
        const { status, body } = await undo(answer)
        return [status, body.code, body.message]
      }
      expect(await why(await service.remove(`/events/${id}?force=true`, admin))).toEqual([
        409,
        'change-not-recorded',
        expect.stringContaining('for good'),
      ])
    })

    it('brings back no note that names who was erased since', async () => {
      const eve = await service.user('editor', 'eve-note')
      const event = await made(
        '/events',
        anEvent({ title: 'Choir', note: 'Ask eve-note', recurrence: 'FREQ=WEEKLY;COUNT=2' }),
      )
      const changed = await service.patch(`/events/${event.id}`, { apply_to: 'all', note: '' }, admin)
      expect(changed.status).toBe(200)
      expect(eve.id).toBeGreaterThan(0)
      expect((await service.remove('/persons/eve-note', admin)).status).toBe(200)
      expect((await undo(changed)).body.message).toContain('a person is erased')
      expect((await read(`/series/${event.series.id}`)).note).toBe('')
    })
  })
}
