import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
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
      expect((await undo(changed)).body.code).toBe('change-not-recorded')
      expect((await read(`/series/${event.series.id}`)).note).toBe('')
    })
  })
}
