import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { type Receiver, receiver, verified } from '../support/receiver.ts'
import { scratch } from '../support/scratch.ts'
import { type Json, type TestService, testService } from '../support/service.ts'
import { pathOf, submitted, submitter } from '../support/submitting.ts'

type Headers = Record<string, string>

const personal = /Ferrari|bea@/
const types = ['submission.received']

for (const { name } of anyDialects()) {
  describe(`webhooks of submissions on ${name}`, () => {
    let service: TestService
    let host: Receiver
    let ada: Headers
    beforeEach(async () => {
      host = await receiver()
      service = await testService(name, { FASTI_WEBHOOK_HOSTS: host.host, FASTI_SUBMISSIONS: 'open' })
      ada = (await service.user('administrator', 'ada')).headers
    })
    afterEach(async () => {
      await service.close()
      await host.close()
    })

    const add = async (more: Json = {}) =>
      (await service.post('/webhooks', { url: host.url, types, ...more }, ada)).body
    const deliver = () => service.webhooks.deliver()
    const submit = async (more: Json = {}): Promise<{ readonly id: number; readonly url: string }> =>
      (await submitted(service, more)).body
    const deliveries = async () => (await service.get('/webhooks/1/deliveries', ada)).body.deliveries
    const decide = (id: number) => service.post(`/submissions/${id}/decision`, { decision: 'approve' }, ada)

    it('§14 §16 send those to a group alone where the filter names it', async () => {
      await service.post('/groups', { name: 'Library' }, ada)
      await add({ private: true, filter: { group: 'library' } })
      const { id } = await submit({ group: 'library' })
      await submit()
      await deliver()
      expect(host.take()).toEqual([`submission.received ${id}`])
    })

    it('§14 send each submission once to private webhooks, as reviewers see it', async () => {
      const { secret } = await add({ private: true })
      const { id } = await submit({ tags: ['none such'] })
      await deliver()
      const {
        similar,
        version: _version,
        ...seen
      } = (await service.get('/submissions', ada)).body.submissions[0]
      expect([similar, seen.submitter, seen.unknown_terms]).toEqual([[], submitter, ['none such']])
      const [message] = host.received
      if (message === undefined) throw new Error('nothing was received')
      expect(message.body).toEqual({
        type: 'submission.received',
        timestamp: '2027-01-15T12:00:00.000Z',
        data: seen,
      })
      expect(verified(secret, message)).toEqual(message.body)
      expect(await deliveries()).toMatchObject([
        { type: 'submission.received', resource: 'submission', item_id: id, state: 'delivered' },
      ])
      await decide(id)
      await deliver()
      expect(host.take()).toEqual([`submission.received ${id}`])
    })

    it('§14 send other webhooks only the fact that there is a submission', async () => {
      await add()
      const { id } = await submit()
      await deliver()
      expect(host.received.map(({ body }) => body.data)).toEqual([{ resource: 'submission', id }])
    })

    it('§14 are not sent to webhooks without these types', async () => {
      await add({ types: null, private: true })
      await add({ types: null })
      await submit()
      await deliver()
      expect(host.received.map(({ body }) => body.type)).toEqual(['event.created'])
      expect(host.received[0]?.text).not.toMatch(personal)
    })

    it('§14 are sent if the webhook’s filter matches the event of the submission', async () => {
      const refused = await service.post('/webhooks', { url: host.url, types, filter: { nonsense: 1 } }, ada)
      expect([refused.status, Object.keys(refused.body.data.params)]).toEqual([400, ['filter.nonsense']])
      await service.post('/tags', { name: 'Jazz' }, ada)
      await add({ private: true, filter: { tags: ['jazz'] } })
      await add({ filter: { tags: ['jazz'] } })
      await submit()
      const { id } = await submit({ tags: ['Jazz'] })
      await deliver()
      expect(host.take()).toEqual([`submission.received ${id}`])
    })

    it('§14 are sent without the event if it was withdrawn or moved to the trash meanwhile', async () => {
      await add({ private: true })
      const { id, url } = await submit()
      await service.remove(pathOf(url))
      await deliver()
      expect(host.received[0]?.body.data).toMatchObject({ id, status: 'withdrawn', event: null })
    })

    it('§14 retry each message separately and unchanged', async () => {
      await add({ private: true })
      host.answer(503)
      const first = await submit()
      await deliver()
      host.answer(200)
      const second = await submit({ title: 'Fair' })
      await deliver()
      service.at('2027-01-15T12:00:05Z')
      await deliver()
      expect(host.take()).toEqual([first, second, first].map(({ id }) => `submission.received ${id}`))
      expect(host.received[2]?.headers['webhook-id']).toBe(host.received[0]?.headers['webhook-id'])
      expect(host.received[2]?.text).toBe(host.received[0]?.text)
    })

    it('§14 contain no personal data once the webhook is no longer private, also in waiting and repeated messages', async () => {
      await add({ private: true })
      const { id: sent } = await submit()
      await deliver()
      host.answer(503)
      const { id: waiting } = await submit()
      await deliver()
      expect(host.received.splice(0).map(({ text }) => personal.test(text))).toEqual([true, true])
      host.answer(200)
      await service.patch('/webhooks/1', { private: false }, ada)
      const delivered = (await deliveries()).find(({ item_id }: Json) => item_id === sent)
      await service.post(`/webhooks/1/deliveries/${delivered.id}/redeliver`, {}, ada)
      service.at('2027-01-15T12:00:05Z')
      await deliver()
      const told = host.received.map(({ body }) => body.data)
      expect(told.sort((a, b) => a.id - b.id)).toEqual(
        [sent, waiting].map((id) => ({ resource: 'submission', id })),
      )
    })

    it('§14 lose no message if the process ends between a delivery and its result', async () => {
      await add({ private: true })
      const { id } = await submit()
      const crash = vi
        .spyOn(service.store.webhooks.delivering, 'settle')
        .mockRejectedValue(new Error('the process is gone'))
      await expect(deliver()).rejects.toThrow('the process is gone')
      crash.mockRestore()
      await deliver()
      await deliver()
      expect(host.take()).toEqual([`submission.received ${id}`, `submission.received ${id}`])
    })

    it('§14 are read in whole revisions, for any batch size', async () => {
      const { delivering } = service.store.webhooks
      let at = await service.store.revision()
      const ids = [(await submit()).id, (await submit({ venue: { venue: 'Park' } })).id]
      const last = await service.store.revision()
      const found: number[] = []
      while (at < last) {
        const { entries, upTo } = await delivering.entries(at, 1)
        for (const { resource, item_id } of entries) if (resource === 'submission') found.push(item_id)
        expect(upTo).toBeGreaterThan(at)
        at = upTo
      }
      expect(found).toEqual(ids)
    })

    it('§14 erase the message when the submitter is erased', async () => {
      await add({ private: true })
      const [{ id }, { id: other }] = [await submit(), await submit()]
      await deliver()
      await decide(id)
      service.at('2027-04-15T12:00:00Z')
      await service.sendDue()
      expect((await deliveries()).map(({ item_id }: Json) => item_id)).toEqual([other])
    })
  })
}

for (const { name, freshUrl } of anyDialects()) {
  it(`§14 webhooks of submissions are delivered to by one process at a time, and by another one when that is gone, on ${name}`, async () => {
    const folder = await scratch('submission-webhooks')
    const database =
      name === 'sqlite' ? { url: `sqlite:${folder}/fasti.db`, drop: async () => {} } : await freshUrl()
    const host = await receiver()
    const env = { DATABASE_URL: database.url, FASTI_WEBHOOK_HOSTS: host.host, FASTI_SUBMISSIONS: 'open' }
    const [one, other] = [await testService(name, env), await testService(name, env)]
    const { headers } = await one.user('administrator', 'ada')
    await one.post('/webhooks', { url: host.url, types, private: true }, headers)
    const { id: first } = (await submitted(one)).body
    await Promise.all([one.webhooks.deliver(), other.webhooks.deliver()])
    expect(host.take()).toEqual([`submission.received ${first}`])
    await one.webhooks.stop()
    await other.webhooks.stop()
    const { id: second } = (await submitted(one)).body
    await one.close()
    await other.webhooks.deliver()
    expect(host.take()).toEqual([`submission.received ${second}`])
    await other.close()
    await host.close()
    await database.drop()
  })
}
