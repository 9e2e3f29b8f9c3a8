import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { type Mailbox, mailbox } from '../support/mailbox.ts'
import { type Json, type TestService, testService } from '../support/service.ts'
import { aSubmission, easilySolved, pathOf, solved, submitted, submitter } from '../support/submitting.ts'

for (const { name } of anyDialects()) {
  describe(`misuse of submissions on ${name}`, () => {
    let service: TestService
    let box: Mailbox
    let eve: Record<string, string>
    beforeEach(async () => {
      box = await mailbox()
      service = await testService(name, {
        FASTI_SUBMISSIONS: 'open',
        FASTI_SMTP_URL: box.url,
        FASTI_MAIL_FROM: 'calendar@example.org',
        FASTI_TRUST_PROXY: '127.0.0.1',
      })
      eve = (await service.user('editor', 'eve')).headers
    })
    afterEach(async () => {
      await service.close()
      await box.close()
    })

    const from = (address: string) => ({ 'x-forwarded-for': address })
    const send = async (more: Json = {}, headers: Record<string, string> = {}) =>
      service.post('/submissions', aSubmission({ proof: await easilySolved(service), ...more }), headers)
    const form = new URLSearchParams({
      ...{ title: 'Market day', start_date: '2027-05-04T08:00', end_date: '2027-05-04T13:00' },
      ...{ 'submitter[name]': submitter.name, 'submitter[email]': submitter.email },
    }).toString()
    const sendForm = (headers: Record<string, string>) =>
      service.ask('POST', '//submit/', form, {
        ...{ accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded', ...headers },
      })

    it('§14 leaves JSON that is sent to the form of visitors unread', async () => {
      const own = { accept: 'text/html', 'sec-fetch-site': 'same-origin' }
      for (const body of ['{"title":"Market day"}', '{"never": closed'])
        for (const type of ['application/json', 'application/ld+json; charset=utf-8'])
          expect(
            (await service.ask('POST', '//submit/', body, { ...own, 'content-type': type })).status,
          ).toBe(415)
    })

    it('§14 are not taken from forms on pages of other sites, nor are corrections', async () => {
      const evil = [
        { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
        { origin: 'https://evil.example' },
        { origin: 'null', 'sec-fetch-site': 'cross-site' },
        { origin: 'null' },
        { 'sec-fetch-site': 'same-site' },
      ]
      const type = { 'content-type': 'application/x-www-form-urlencoded' }
      for (const headers of evil) {
        expect((await sendForm(headers)).status).toBe(403)
        expect(
          (await service.ask('POST', '//submit/abc/', 'act=withdraw', { ...type, ...headers })).status,
        ).toBe(403)
      }
      for (const headers of [
        { origin: 'http://town.example:80', host: 'town.example' },
        { origin: 'null', 'sec-fetch-site': 'same-origin' },
        { 'sec-fetch-site': 'none' },
      ])
        expect([303, 429]).toContain((await sendForm(headers)).status)
      expect((await send()).status).not.toBe(403)
    })

    it('§14 need a proof: none, a wrong one, one of another service and an expired one are refused', async () => {
      const missing = await service.post('/submissions', aSubmission())
      expect([missing.status, missing.body.data.params]).toEqual([400, ['proof']])
      const proof = await easilySolved(service)
      const payload = JSON.parse(Buffer.from(proof, 'base64').toString())
      const wrong = [
        { ...payload, number: payload.number + 1 },
        { ...payload, signature: 'a'.repeat(64) },
        { ...payload, algorithm: 'SHA-1' },
        { ...payload, number: 'x' },
        { ...payload, salt: payload.salt.replace(/expires=\d+/, 'expires=9999999999') },
        [],
        null,
      ].map((one) => Buffer.from(JSON.stringify(one)).toString('base64'))
      for (const one of [...wrong, 'AAAA', '{', '%']) {
        const { status, body } = await send({ proof: one })
        expect([status, Object.keys(body.data.params)], one).toEqual([400, ['proof']])
      }
      service.at('2027-01-15T13:00:00Z')
      expect((await send({ proof })).status).toBe(400)
    })

    it('§14 a proof works once, also at the same time, and not for a submission that was refused', async () => {
      const proof = await solved(service)
      expect((await send({ proof, title: '' })).status).toBe(400)
      const both = await Promise.all([send({ proof }), send({ proof })])
      expect(both.map(({ status }) => status).sort()).toEqual([201, 400])
    })

    it('§14 a submission with a value in the hidden field is refused', async () => {
      const { status, body } = await send({ nickname: 'x' })
      expect([status, Object.keys(body.data.params)]).toEqual([400, ['nickname']])
    })

    it('§14 the limit of an address ends although the clock was a year ahead when it was reached', async () => {
      service.at('2028-01-15T12:00:00Z')
      for (let count = 0; count < 5; count += 1)
        expect((await send({}, from('203.0.113.77'))).status).toBe(201)
      service.at('2027-01-15T12:00:00Z')
      expect((await send({}, from('203.0.113.77'))).status).toBe(429)
      await service.sendDue()
      service.at('2027-01-15T13:00:01Z')
      expect((await send({}, from('203.0.113.77'))).status).toBe(201)
      service.at('2027-01-15T12:00:00Z')
    })

    it('§14 one address may send five an hour, in any notation of the address; other addresses are not affected', async () => {
      for (let count = 0; count < 5; count += 1)
        expect((await send({}, from('2001:db8::1'))).status).toBe(201)
      const sixth = await send({}, from('2001:db8::2'))
      expect([sixth.status, sixth.headers['retry-after']]).toEqual([429, '3600'])
      expect((await send({}, from('2001:db8:1::1'))).status).toBe(201)
      service.at('2027-01-15T13:00:00Z')
      expect((await send({}, from('2001:db8::1'))).status).toBe(201)
    })

    it('§14 of many simultaneous submissions from one address five are accepted', async () => {
      const proofs: string[] = []
      for (let count = 0; count < 8; count += 1) proofs.push(await easilySolved(service))
      const all = await Promise.all(proofs.map((proof) => send({ proof })))
      expect(all.filter(({ status }) => status === 201)).toHaveLength(5)
      expect(all.filter(({ status }) => status === 429)).toHaveLength(3)
    })

    it('§14 at most two hundred wait; after a decision another one is accepted', async () => {
      const first = await send({}, from('198.51.100.1'))
      // An event of the form without JavaScript counts five times.
      for (let count = 1; count <= 39; count += 1)
        expect((await sendForm(from(`198.51.101.${count}`))).status).toBe(303)
      for (let count = 2; count <= 5; count += 1)
        expect((await send({}, from('198.51.100.1'))).status).toBe(201)
      expect((await send({}, from('203.0.113.1'))).status).toBe(429)
      await service.post(`/submissions/${first.body.id}/decision`, { decision: 'approve' }, eve)
      expect((await send({}, from('203.0.113.1'))).status).toBe(201)
    }, 120_000)

    it('§14 can’t set an author, status, date, slug, flags, password or parent', async () => {
      const event = (await service.post('/events', aSubmission({ title: 'Parent' }), eve)).body
      const forbidden = {
        ...{ author: 1, status: 'publish', date: '2020-01-01', slug: 'mine', featured: true, sticky: true },
        ...{
          hide_from_listings: true,
          post_parent: event.id,
          password: 'x',
          external_id: 'mine',
          custom_fields: { a: 1 },
        },
      }
      await send(forbidden)
      const [one] = (await service.get('/submissions', eve)).body.submissions
      expect(one.event).toMatchObject({
        author: 0,
        status: 'pending',
        featured: false,
        sticky: false,
        slug: 'market-day',
      })
      expect([one.event.hide_from_listings, one.event.custom_fields]).toEqual([false, {}])
      const inline = { venue: 'New square', status: 'publish', author: 1, slug: 'mine', show_map: false }
      await send({ title: 'B', venue: inline })
      const [venue] = (await service.get('/venues?status=pending', eve)).body.venues
      expect([venue.status, venue.author, venue.slug]).toEqual(['pending', 0, 'new-square'])
    })

    it('§14 can’t link to items that are not public, nor learn whether they exist', async () => {
      const draft = (await service.post('/venues', { venue: 'Secret hall', status: 'draft' }, eve)).body
      const [other, unknown] = [await send({ venue: draft.id }), await send({ venue: 9999 })]
      expect([other.status, unknown.status]).toEqual([400, 400])
      expect(other.body.message.replace(String(draft.id), 'N')).toBe(
        unknown.body.message.replace('9999', 'N'),
      )
      await send({ venue: { venue: 'Theirs' } })
      const theirs = (await service.get('/venues?status=pending', eve)).body.venues[0]
      expect((await send({ venue: theirs.id })).status).toBe(400)
      expect((await service.get('/submissions/none')).status).toBe(404)
    })

    it('§14 contain no script, and no image URL that the service would fetch', async () => {
      await send({ title: '<script>x</script>A', description: '<p onclick="x">B</p><script>y</script>' })
      const [one] = (await service.get('/submissions', eve)).body.submissions
      expect([one.event.title, one.event.description]).toEqual(['xA', '<p>B</p>'])
      expect((await send({ image: 'http://127.0.0.1:1/x.png' })).status).toBe(400)
      const text = await easilySolved(service)
      const body = `--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\nno image\r\n--x\r\nContent-Disposition: form-data; name="title"\r\n\r\nA\r\n--x\r\nContent-Disposition: form-data; name="start_date"\r\n\r\n2027-05-04\r\n--x\r\nContent-Disposition: form-data; name="end_date"\r\n\r\n2027-05-04\r\n--x\r\nContent-Disposition: form-data; name="submitter[name]"\r\n\r\nB\r\n--x\r\nContent-Disposition: form-data; name="proof"\r\n\r\n${text}\r\n--x--\r\n`
      const refused = await service.post('/submissions', body, {
        'content-type': 'multipart/form-data; boundary=x',
      })
      expect([refused.status, Object.keys(refused.body.data.params)]).toEqual([400, ['image']])
    })

    it('§14 a body is limited to the size of an image and a form', async () => {
      const { status } = await service.post('/submissions', Buffer.alloc(5_400_000, ' '), {
        'content-type': 'application/json',
      })
      expect(status).toBe(413)
    })

    it('§14 the submitter gets a decision by e-mail, in their language, without injected headers or recipients', async () => {
      const proof = await easilySolved(service)
      const sent = aSubmission({ proof, title: 'Market\u2028Bcc: x@example.com' })
      const { body } = await service.ask('POST', '//de/cal/events/v1/submissions', sent)
      await service.post(
        `/submissions/${body.id}/decision`,
        { decision: 'ask', message: 'Where is it?\r\nBcc: y@example.com' },
        eve,
      )
      await service.sendDue()
      const { to, fields, text } = box.last()
      expect(to).toEqual(['bea@market.example.org'])
      expect(fields).not.toHaveProperty('bcc')
      expect(text).toContain('Where is it?')
      expect(text).toContain('Guten Tag Bea Ferrari')
      const secret = /\/submit\/([\w-]{43})\//.exec(text)?.[1]
      expect((await service.get(`/submissions/${secret}`)).body.status).toBe('asked')
      expect((await service.get(pathOf(body.url))).body.status).toBe('asked')
    })

    it('§14 submitters without an e-mail address get no e-mail', async () => {
      const { body } = await submitted(service, { submitter: { name: 'Bea' } })
      await service.post(`/submissions/${body.id}/decision`, { decision: 'approve' }, eve)
      await service.sendDue()
      expect(box.received).toHaveLength(0)
      for (const email of ['x', 'a@b', 'a@b.org\r\nBcc: c@d.org', ['a@b.org']])
        expect((await send({ submitter: { name: 'Bea', email } })).status).toBe(400)
    })
  })
}
