/** What names a tag, a category or a venue that an undo or a deletion takes away: nothing is lost without a word. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { type Answered, anEvent, type Json, type TestService, testService } from '../support/service.ts'
import { pathOf, submitted } from '../support/submitting.ts'

type Headers = Record<string, string>

for (const { name } of dialects) {
  describe(`names of what is gone, on ${name}`, () => {
    let service: TestService
    let admin: Headers
    let contributor: Headers
    beforeEach(async () => {
      service = await testService(name, { FASTI_SUBMISSIONS: 'open' })
      admin = (await service.user('administrator', 'ada')).headers
      contributor = (await service.user('contributor', 'con')).headers
    })
    afterEach(() => service.close())

    const undo = ({ headers }: Pick<Answered, 'headers'>) =>
      service.post('/undo', { revision: Number(headers['x-fasti-revision']) }, admin)
    const ok = (answer: Answered) => {
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
      return answer
    }
    const made = async (path: string, body: Json, by = admin) => ok(await service.post(path, body, by))
    /** A tag whose making can be undone, and a venue. */
    const names = async () => {
      const tag = await made('/tags', { name: 'soon' })
      const venue = (await made('/venues', { venue: 'Barn' })).body.id
      const go = async () => {
        ok(await undo(tag))
        ok(await service.remove(`/venues/${venue}?force=true`, admin))
      }
      return { tag, named: { tags: [tag.body.id], venue: [venue] }, go }
    }
    const draftOf = async (id: number) => (await service.get(`/events/${id}/draft`, admin)).body.draft

    it('in a template are refused by name, and the template stays', async () => {
      const { named, go } = await names()
      const { id } = (await made('/templates', { name: 'Barn dance', fields: { title: 'Dance', ...named } }))
        .body
      await go()
      const [template] = (await service.get('/templates', admin)).body.templates
      expect([template.id, template.fields]).toEqual([id, { title: 'Dance', ...named }])
      const refused = await service.post('/events', { ...anEvent(), ...template.fields }, admin)
      expect([refused.status, Object.keys(refused.body.data.params).sort()]).toEqual([400, ['tags', 'venue']])
      const removed = ok(await service.remove(`/templates/${id}`, admin))
      ok(await undo(removed))
      expect((await service.get('/templates', admin)).body.templates).toHaveLength(1)
    })

    it('in a draft of changes are refused by name, and the draft stays, and is applied without them', async () => {
      const { named, go } = await names()
      const { id } = (await made('/events', anEvent())).body
      const changes = { title: 'Dance', ...named }
      ok(await service.ask('PUT', `/events/${id}/draft`, { changes }, admin))
      await go()
      const refused = await service.post(`/events/${id}/draft/apply`, {}, admin)
      expect([refused.status, Object.keys(refused.body.data.params).sort()]).toEqual([400, ['tags', 'venue']])
      expect((await draftOf(id)).changes).toEqual(changes)
      ok(await service.ask('PUT', `/events/${id}/draft`, { changes: { title: 'Dance' } }, admin))
      expect(ok(await service.post(`/events/${id}/draft/apply`, {}, admin)).body.title).toBe('Dance')
    })

    it('in a change that waits for a decision are refused by name where it is approved, and it goes on waiting', async () => {
      const { named, go } = await names()
      const { id } = (await made('/events', anEvent({ status: 'pending' }), contributor)).body
      ok(await service.patch(`/events/${id}`, { status: 'publish' }, admin))
      const changes = { title: 'Dance', ...named }
      ok(await service.ask('PUT', `/events/${id}/draft`, { changes, review: true }, contributor))
      await go()
      const decide = (decision: string) =>
        service.post(`/events/${id}/decision`, { decision, message: 'Where?' }, admin)
      const refused = await decide('approve')
      expect([refused.status, Object.keys(refused.body.data.params).sort()]).toEqual([400, ['tags', 'venue']])
      expect((await draftOf(id)).changes).toEqual(changes)
      const asked = ok(await decide('ask'))
      ok(await undo(asked))
      ok(await decide('reject'))
      expect((await service.get(`/events/${id}`)).body.title).toBe('A')
    })

    it('in a submission keep a tag from going, and a venue that is gone leaves it decidable', async () => {
      const { tag, named } = await names()
      const { body } = await submitted(service, { tags: named.tags, venue: named.venue })
      const refused = await undo(tag)
      expect([refused.status, refused.body.code]).toEqual([409, 'change-overtaken'])
      ok(await service.remove(`/venues/${named.venue}?force=true`, admin))
      ok(await service.remove(`/tags/${named.tags}`, admin))
      const [waiting] = (await service.get('/submissions', admin)).body.submissions
      expect([waiting.id, waiting.event.venue, waiting.event.tags]).toEqual([body.id, [], []])
      const corrected = ok(await service.patch(pathOf(body.url), { title: 'Fair at noon', tags: named.tags }))
      expect(corrected.body.unknown_terms.join()).toContain(String(named.tags))
      const approved = ok(
        await service.post(`/submissions/${body.id}/decision`, { decision: 'approve' }, admin),
      )
      ok(await undo(ok(await undo(approved))))
      expect((await service.get(pathOf(body.url))).body.status).toBe('approved')
    })

    it('leave a rejected submission to be taken back without the tag, and an approved one without its venue', async () => {
      const { tag, named } = await names()
      const { body } = await submitted(service, { tags: named.tags })
      const decide = async (decision: string) =>
        ok(await service.post(`/submissions/${body.id}/decision`, { decision, message: 'No' }, admin))
      const rejected = await decide('reject')
      ok(await undo(tag))
      ok(await undo(rejected))
      const [waiting] = (await service.get('/submissions', admin)).body.submissions
      expect([waiting.event.status, waiting.event.tags]).toEqual(['pending', []])
      const { body: other } = await submitted(service, { venue: { venue: 'Shed' } })
      const approved = ok(
        await service.post(`/submissions/${other.id}/decision`, { decision: 'approve' }, admin),
      )
      const [shed] = (await service.get('/venues?search=Shed', admin)).body.venues
      ok(await service.remove(`/venues/${shed.id}?force=true`, admin))
      ok(await undo(approved))
      const states = (await service.get('/submissions', admin)).body.submissions.map(({ id }: Json) => id)
      expect(states).toContain(other.id)
    })
  })
}
