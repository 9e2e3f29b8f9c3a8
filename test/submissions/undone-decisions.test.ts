import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { currentMoment } from '../support/inside/service.ts'
import { type Mailbox, mailbox } from '../support/mailbox.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'
import { submitted, submittedWithPicture } from '../support/submitting.ts'

type Headers = Record<string, string>

for (const { name } of dialects) {
  describe(`decisions that are undone on ${name}`, () => {
    let service: TestService
    let editor: Headers
    let author: Headers
    let contributor: Headers
    let box: Mailbox
    beforeEach(async () => {
      box = await mailbox()
      const mail = { FASTI_SMTP_URL: box.url, FASTI_MAIL_FROM: 'calendar@example.org' }
      service = await testService(name, { FASTI_SUBMISSIONS: 'open', ...mail })
      await service.user('administrator', 'ada')
      ;[{ headers: editor }, { headers: author }, { headers: contributor }] = [
        await service.user('editor'),
        await service.user('author'),
        await service.user('contributor'),
      ]
    })
    afterEach(async () => {
      await service.close()
      await box.close()
    })

    const waiting = async () => (await service.get('/submissions', editor)).body.submissions
    const decide = async (path: string, decision: string, message = 'No') => {
      const { status, headers } = await service.post(`${path}/decision`, { decision, message }, editor)
      expect(status).toBe(200)
      return Number(headers['x-fasti-revision'])
    }
    const undo = (revision: number, by: Headers = editor) => service.post('/undo', { revision }, by)
    for (const decision of ['approve', 'reject'])
      it(`§14 ${decision}: the submission waits again with its submitter, venue and picture, and no e-mail tells of it`, async () => {
        const { body } = await submittedWithPicture(service, {
          'venue[venue]': 'Shed',
          'venue[city]': 'Bath',
        })
        await service.sendDue()
        const told = box.received.length
        const [before] = await waiting()
        expect((await undo(await decide(`/submissions/${body.id}`, decision))).status).toBe(200)
        const [after] = await waiting()
        expect(after).toMatchObject({ status: 'pending', message: '', submitter: before.submitter })
        expect([after.event.status, after.event.venue.venue]).toEqual(['pending', 'Shed'])
        expect(after.image_url !== '' || after.event.image !== false).toBe(true)
        await service.sendDue()
        expect(box.received).toHaveLength(told)
        await decide(`/submissions/${body.id}`, 'approve')
        const shown = (await service.get(`/events/${after.event.id}`)).body
        expect([shown.status, shown.venue.venue, shown.image !== false]).toEqual(['publish', 'Shed', true])
      })

    it('§14 an event of a contributor waits again, and its author reads no message', async () => {
      const made: Json = anEvent({ title: 'Choir', status: 'pending' })
      const { id } = (await service.post('/events', made, contributor)).body
      expect((await undo(await decide(`/events/${id}`, 'reject'))).status).toBe(200)
      const { body } = await service.get(`/events/${id}/review`, contributor)
      expect(body).toMatchObject({ status: 'pending', decision: '', message: '' })
      await service.sendDue()
      expect(box.received).toEqual([])
    })

    const asked = async () =>
      (await service.get('/reviews', editor)).body.reviews.map(({ message }: Json) => message)

    for (const decision of ['approve', 'ask', 'reject'])
      it(`§14 ${decision}, about an event that was asked about: its author is asked as before, and told of the question alone`, async () => {
        const made: Json = anEvent({ title: 'Choir', status: 'pending' })
        const { id } = (await service.post('/events', made, contributor)).body
        await decide(`/events/${id}`, 'ask', 'Which hall?')
        await service.sendDue()
        const told = box.received.length
        const revision = await decide(`/events/${id}`, decision)
        expect((await undo(revision, contributor)).status).toBe(403)
        expect((await undo(revision)).body.items).toEqual([{ resource: 'event', id }])
        expect(await asked()).toEqual(['Which hall?'])
        const { body } = await service.get(`/events/${id}/review`, contributor)
        expect(body).toMatchObject({ status: 'draft', decision: 'ask', message: 'Which hall?' })
        await service.sendDue()
        expect(box.received).toHaveLength(told)
        expect((await undo(revision)).status).toBe(decision === 'approve' ? 409 : 404)
      })

    it('§14 a question to the public is taken back, unless it was answered', async () => {
      const { body } = await submitted(service)
      expect((await undo(await decide(`/submissions/${body.id}`, 'ask', 'Where?'))).status).toBe(200)
      expect((await waiting())[0]).toMatchObject({ status: 'pending', message: '' })
      const revision = await decide(`/submissions/${body.id}`, 'ask', 'When?')
      const address = new URL(body.url).pathname.replace(/.*(?=\/submissions)/, '')
      expect((await service.patch(address, { title: 'Fair at noon' })).status).toBe(200)
      expect((await undo(revision)).body.code).toBe('change-overtaken')
      expect((await waiting())[0]).toMatchObject({ status: 'pending', message: 'When?' })
    })

    /** A public event of the contributor. */
    const published = async () => {
      const { id } = (
        await service.post('/events', anEvent({ title: 'Choir', status: 'pending' }), contributor)
      ).body
      await service.patch(`/events/${id}`, { status: 'publish' }, editor)
      return id
    }
    const keep = async (id: number, title: string, by: Headers, more: Json = {}) => {
      const kept = await service.ask('PUT', `/events/${id}/draft`, { changes: { title }, ...more }, by)
      expect(kept.status, JSON.stringify(kept.body)).toBe(200)
    }
    const draftOf = async (id: number) => (await service.get(`/events/${id}/draft`, editor)).body.draft
    const decisionOn = async (id: number) => (await service.get(`/events/${id}/review`, editor)).body.decision

    it('§14 a draft is in the log for seven days after the decision on it, which can’t be undone later', async () => {
      const id = await published()
      const another = await published()
      await keep(id, 'Choir at noon', contributor, { review: true })
      const decided = await decide(`/events/${id}`, 'reject')
      service.at('2027-01-22T11:59:59Z')
      const undone = await undo(decided)
      expect([undone.status, await decisionOn(id)]).toEqual([200, ''])
      const again = await undo(Number(undone.headers['x-fasti-revision']))
      expect([again.status, await decisionOn(id)]).toEqual([200, 'reject'])
      service.at('2027-01-29T11:59:59Z')
      await keep(another, 'Choir at one', contributor, { review: true })
      const late = await decide(`/events/${another}`, 'ask')
      const refused = await undo(Number(again.headers['x-fasti-revision']))
      expect([refused.status, refused.body.code]).toEqual([409, 'change-not-recorded'])
      expect((await undo(late)).status).toBe(200)
    })

    for (const decision of ['ask', 'reject'])
      it(`§14 ${decision}, undone: the draft waits again as one of the event as it was, which was changed since`, async () => {
        const id = await published()
        await keep(id, 'Choir at noon', contributor, { review: true })
        expect((await service.patch(`/events/${id}`, { excerpt: 'Soon' }, editor)).status).toBe(200)
        const undone = await undo(await decide(`/events/${id}`, decision))
        expect([undone.status, await draftOf(id)]).toEqual([
          200,
          expect.objectContaining({ is_outdated: true, sent_utc: '2027-01-15 12:00:00' }),
        ])
        const { status, body } = await service.post(`/events/${id}/decision`, { decision: 'approve' }, editor)
        expect([status, body.code, body.data.changed]).toEqual([
          409,
          'review_outdated',
          [{ resource: 'event', id, fields: ['excerpt'] }],
        ])
      })

    it('§14 a draft taken away as published, undone: it is outdated where the event was changed since', async () => {
      const id = await published()
      await keep(id, 'Choir at noon', contributor, { review: true })
      expect((await service.patch(`/events/${id}`, { title: 'Choir at noon' }, editor)).status).toBe(200)
      const ended = await service.ask('DELETE', `/events/${id}/draft?published=true`, undefined, editor)
      expect(ended.status).toBe(200)
      const revision = await service.store.revision()
      expect((await service.patch(`/events/${id}`, { title: 'Choir at one' }, editor)).status).toBe(200)
      const undone = await undo(revision)
      expect([undone.status, (await draftOf(id)).is_outdated]).toEqual([200, true])
    })

    it('§14 a draft that was kept again since it was seen is neither approved nor given back', async () => {
      const id = await published()
      await keep(id, 'Choir at noon', contributor, { review: true })
      const { store } = service
      const draft = await store.proposals.draft(id)
      await keep(id, 'Choir at one', contributor, { review: true })
      const by = { actor: { id: 0, login: '(command)' }, moment: currentMoment({ zone: 'UTC' }) }
      for (const decision of ['approve', 'reject'] as const) {
        const { result } = await store.write(by, ({ proposals }) =>
          proposals.decide(
            { event_id: id, user_id: 0, ...(draft && { draft }) },
            { decision, message: '', by: 0 },
            by.moment,
          ),
        )
        expect([decision, result]).toEqual([decision, false])
      }
      expect(await store.proposals.discard({ event_id: id, version: draft?.version ?? 0 })).toBe(false)
      expect(await draftOf(id)).toMatchObject({ changes: { title: 'Choir at one' } })
      expect((await draftOf(id)).sent_utc).not.toBe('')
    })

    for (const isBefore of [false, true])
      it(`§14 a decision on an event leaves the draft of a change alone that is kept ${isBefore ? 'before and ' : ''}after it`, async () => {
        const made: Json = anEvent({ title: 'Choir', status: 'pending' })
        const { id } = (await service.post('/events', made, contributor)).body
        if (isBefore) await keep(id, 'Choir at noon', editor)
        const revision = await decide(`/events/${id}`, 'ask', 'Which hall?')
        await keep(id, 'Choir at one', editor)
        const undone = await undo(revision)
        expect([undone.status, await decisionOn(id)]).toEqual([200, ''])
        expect(await draftOf(id)).toMatchObject({ changes: { title: 'Choir at one' } })
        const again = await undo(Number(undone.headers['x-fasti-revision']))
        expect([again.status, await decisionOn(id)]).toEqual([200, 'ask'])
        expect(await draftOf(id)).toMatchObject({ changes: { title: 'Choir at one' } })
        // A decision that stands alone goes with its undoing.
        await service.remove(`/events/${id}/draft`, editor)
        expect([await draftOf(id), await decisionOn(id)]).toEqual([null, 'ask'])
        expect((await undo(Number(again.headers['x-fasti-revision']))).status).toBe(200)
        expect(await service.store.proposals.review(id)).toBeUndefined()
      })

    it('§13 a token that does not cover writing events undoes no decision, though its user may', async () => {
      const { body } = await submitted(service)
      const { headers } = await service.user('editor', 'rita', ['read', 'write:venues'])
      const refused = await undo(await decide(`/submissions/${body.id}`, 'ask', 'Where?'), headers)
      expect([refused.status, refused.body.data]).toMatchObject([403, { scope: 'write:events' }])
      expect((await waiting())[0]).toMatchObject({ message: 'Where?' })
    })

    it('§14 only reviewers undo a decision', async () => {
      const { body } = await submitted(service)
      const revision = await decide(`/submissions/${body.id}`, 'approve')
      for (const [by, status] of [
        [{}, 401],
        [contributor, 403],
        [author, 403],
      ] as const)
        expect((await undo(revision, by)).status).toBe(status)
      expect(await waiting()).toEqual([])
    })
  })
}
