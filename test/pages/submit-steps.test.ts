import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { anImage } from '../support/images.ts'
import { mailbox } from '../support/mailbox.ts'
import { type Answered, type Json, type TestService, testService } from '../support/service.ts'
import { solved, submitted } from '../support/submitting.ts'

type Form = Readonly<Record<string, string | Buffer>>

const BOUNDARY = 'b0undary'

/** A form as browsers send it with a file. */
function multipart(form: Form): Buffer {
  const parts = Object.entries(form).flatMap(([name, value]) => {
    const file = typeof value === 'string' ? '' : '; filename="p.png"\r\nContent-Type: image/png'
    return [
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`),
      Buffer.from(value),
      Buffer.from('\r\n'),
    ]
  })
  return Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)])
}

const unescaped = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

/** The values that a page of the form sends as they are: those of hidden fields and of filled ones. */
function fieldsOf({ body }: Answered): Record<string, string> {
  const inputs = [...String(body).matchAll(/<input [^>]*name="([^"]+)"[^>]*>/g)]
  const filled = inputs.flatMap(([input, name = '']) => {
    const isChoice = /type="(?:checkbox|radio)"/.test(input) && !input.includes(' checked')
    const value = / value="([^"]*)"/.exec(input)?.[1]
    return isChoice || value === undefined ? [] : [[unescaped(name), unescaped(value)] as const]
  })
  const areas = [...String(body).matchAll(/<textarea [^>]*name="([^"]+)"[^>]*>([^<]*)/g)]
  const selects = [
    ...String(body).matchAll(/<select [^>]*name="([^"]+)".*?<option value="([^"]*)" selected/g),
  ]
  return Object.fromEntries([
    ...filled,
    ...[...areas, ...selects].map(([, name = '', value = '']) => [name, unescaped(value)]),
  ])
}

const what = { title: 'Tea & <b><talk></b>', start_date: '2027-05-04T18:00', description: 'One\n\nTwo' }

for (const { name } of anyDialects())
  describe(`the steps of the form for the public on ${name}`, () => {
    let service: TestService
    let box: Awaited<ReturnType<typeof mailbox>>
    let eve: Record<string, string>
    beforeEach(async () => {
      box = await mailbox()
      service = await testService(name, {
        FASTI_SUBMISSIONS: 'open',
        FASTI_TIME_ZONE: 'Europe/Rome',
        FASTI_SMTP_URL: box.url,
        FASTI_MAIL_FROM: 'calendar@example.org',
      })
      eve = (await service.user('editor', 'eve')).headers
      const library = { venue: 'Harbour Library', address: 'Pilot Lane 5', city: 'Alderhaven' }
      expect((await service.post('/venues', library, eve)).status).toBe(201)
      await service.post('/organizers', { organizer: 'Book Club' }, eve)
    })
    afterEach(async () => {
      await service.close()
      await box.close()
    })

    const headers = { accept: 'text/html', 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
    const send = (form: Form, path = '//submit/') => service.ask('POST', path, multipart(form), headers)
    const start = () => service.get('//submit/', { accept: 'text/html' })
    /** Fills in a page of the form and sends it. */
    const goOn = (page: Answered, more: Form = {}) => send({ ...fieldsOf(page), ...more })
    const waiting = async () => (await service.get('/submissions', eve)).body.submissions
    const venues = async () => (await service.get('/venues?status=any', eve)).body.venues

    it('§14 ask what and when, where, and who, show the event, and store nothing before it is sent', async () => {
      const first = await start()
      expect(first.body).toContain('aria-current="step">What and when')
      const second = await goOn(first, what)
      expect([second.status, /aria-current="step">([^<]*)/.exec(second.body)?.[1]]).toEqual([
        200,
        'Where and picture',
      ])
      const third = await goOn(second, {
        'venue[venue]': 'A new hall',
        'venue[city]': 'Alderhaven',
        website: 'x.example.org',
      })
      const preview = await goOn(third, { 'submitter[name]': 'Bea', 'submitter[email]': 'bea@example.org' })
      // As it will be stored: without tags, and with hours that stay on a line.
      expect(preview.body).toContain('<h2 dir="auto">Tea &amp; &lt;talk&gt;</h2>')
      expect(preview.body).toMatch(/<span class="whole">18:00</)
      expect(preview.body).toContain('Tuesday, 4 May 2027')
      expect(preview.body).toContain('https://x.example.org')
      expect(preview.body).toMatch(/A new hall<\/bdi>, <bdi>Alderhaven<\/bdi> <span class="small">\(new\)/)
      expect([await waiting(), (await venues()).length]).toEqual([[], 1])
      const sent = await goOn(preview, { proof: await solved(service) })
      expect(sent.status).toBe(303)
      const [one] = await waiting()
      expect(one.event).toMatchObject({
        title: 'Tea & <talk>',
        end_date: '2027-05-04 18:00:00',
        no_end_time: true,
        website: 'https://x.example.org',
      })
      expect(one.event.description).toContain('<p>Two</p>')
    })

    it('§14 say what is wrong beside the field by its label, and keep everything', async () => {
      const faulty = await goOn(await start(), {
        ...what,
        end_date: '2027-05-04T17:00',
        repeats: 'weekly',
      })
      expect(faulty.status).toBe(400)
      expect(faulty.body).toContain('Ends: must be after the beginning.')
      expect(faulty.body).toContain('Until: please fill this in.')
      expect(fieldsOf(faulty)).toMatchObject({ ...what, repeats: 'weekly' })
      const before = await goOn(faulty, { end_date: '', until: '2027-05-03' })
      expect(before.body).toContain('Until: a day after the beginning')
      const many = await goOn(before, { until: '2099-05-03' })
      const last = await goOn(await goOn(many), { 'submitter[name]': 'Bea' })
      expect((await goOn(last)).body).toContain('Until: a day after the beginning, for at most 60 dates.')
      expect(await waiting()).toEqual([])
    })

    it('§14 use a known place by its name, ask which one is meant, and make no double', async () => {
      const second = await goOn(await start(), what)
      const known = await goOn(second, { 'venue[venue]': 'harbour library' })
      expect(fieldsOf(known)['venue[id]']).toMatch(/^\d+$/)
      const asked = await goOn(second, {
        'venue[venue]': 'Library',
        'organizer[organizer]': 'Club for books',
      })
      expect(asked.body).toContain('Do you mean one of these?')
      expect(asked.body).toContain('Pilot Lane 5, Alderhaven')
      const unanswered = await goOn(asked)
      expect(unanswered.body).toContain('Place: choose an answer below.')
      const [{ id }] = await venues()
      const third = await goOn(asked, { 'venue[id]': String(id), 'organizer[id]': 'new' })
      const preview = await goOn(third, { 'submitter[name]': 'Bea' })
      expect(preview.body).toContain('(already in the calendar)')
      expect((await goOn(preview, { proof: await solved(service) })).status).toBe(303)
      const [one] = await waiting()
      expect([one.event.venue.id, one.event.organizer[0].organizer]).toEqual([id, 'Club for books'])
      await service.post(`/submissions/${one.id}/decision`, { decision: 'approve' }, eve)
      expect((await venues()).map(({ slug }: Json) => slug)).toEqual(['harbour-library'])
      expect((await service.get(`/events/${one.event.id}`)).body.venue.slug).toBe('harbour-library')
    })

    it('§14 forget a choice when the name changes, and refuse places that are not public', async () => {
      const hidden = await service.post('/venues', { venue: 'Secret Cellar', status: 'draft' }, eve)
      const second = await goOn(await start(), what)
      const known = await goOn(second, { 'venue[venue]': 'Harbour Library' })
      const back = await goOn(known, { change: '2' })
      const other = await goOn(back, { 'venue[venue]': 'Tea house' })
      const ready = await goOn(other, { 'submitter[name]': 'Bea' })
      expect(ready.body).toMatch(/Tea house<\/bdi> <span class="small">\(new\)/)
      const forged = { 'venue[venue]': 'x', 'venue[of]': 'x', 'venue[id]': String(hidden.body.id) }
      const preview = await goOn(ready, forged)
      expect(preview.body).not.toContain('Secret Cellar')
      expect(await waiting()).toEqual([])
    })

    it('§14 keep the picture over steps and faults, show it, and send it with the event', async () => {
      const image = await anImage(60, 40)
      const second = await goOn(await start(), what)
      const asked = await goOn(second, { 'venue[venue]': 'Library', image })
      expect(asked.body).toContain('Your picture is kept.')
      expect(asked.body).toMatch(/<img class="kept" src="data:image\/\w+;base64,/)
      expect(asked.headers['content-security-policy']).toContain("img-src 'self' data:")
      const third = await goOn(asked, { 'venue[id]': 'new' })
      const preview = await goOn(third, { 'submitter[name]': 'Bea' })
      expect(preview.body).toMatch(/<figure class="poster"><img src="data:image/)
      expect((await goOn(preview, { proof: await solved(service) })).status).toBe(303)
      expect((await waiting())[0].image_url).not.toBe('')
      const removed = await goOn(third, { change: '2', forget: 'true' })
      expect(removed.body).not.toContain('Your picture is kept.')
      const wrong = await goOn(second, { 'venue[venue]': '', image: Buffer.from('no image') })
      expect([wrong.status, wrong.body.includes('Picture, up to 5 MB: a JPEG, PNG')]).toEqual([400, true])
      const gone = await goOn(second, { 'venue[venue]': '', held: 'guessed' })
      expect(gone.body).toContain('Please choose it again.')
    })

    it('§14 end on a green page with what happens next, the address to copy, and an e-mail without a word of the sender', async () => {
      const second = await goOn(await start(), { ...what, title: 'Buy <now>' })
      const third = await goOn(second)
      const preview = await goOn(third, { 'submitter[name]': 'Bea', 'submitter[email]': 'bea@example.org' })
      const { headers: sent } = await goOn(preview, { proof: await solved(service) })
      const page = await service.get(`/${sent.location}`, { accept: 'text/html' })
      expect(page.body).toContain('Thank you! Your event has arrived.')
      expect(page.body).toContain('We also send the address of this page to bea@example.org.')
      expect(page.body).toMatch(/class="button copy"[^>]*data-copy="http[^"]*\/submit\/[\w-]{43}\/"/)
      await service.sendDue()
      const mail = box.last()
      expect(mail.to).toContain('bea@example.org')
      expect(mail.text).toMatch(/\/submit\/[\w-]{43}\//)
      expect(mail.text).not.toMatch(/Buy|Bea/)
      const again = await goOn(await goOn(await goOn(await start(), what)), {
        'submitter[name]': 'Bea',
        'submitter[email]': 'bea@example.org',
      })
      const unproven = await service.post(
        '//submit/',
        new URLSearchParams({ ...fieldsOf(again), proof: '' }).toString(),
        {
          accept: 'text/html',
          'content-type': 'application/x-www-form-urlencoded',
          'x-forwarded-for': '192.0.2.9',
        },
      )
      expect([303, 429]).toContain(unproven.status)
      await service.sendDue()
      expect(box.received).toHaveLength(1)
      for (let count = 0; count < 4; count += 1)
        await submitted(service, { submitter: { name: 'Eve', email: 'BEA@example.org' } })
      await service.sendDue()
      expect(box.received).toHaveLength(3)
    })

    it('§14 correct with the repetition in words, the known place and the kept picture', async () => {
      const second = await goOn(await start(), { ...what, repeats: 'weekly', until: '2027-05-18' })
      const third = await goOn(second, { 'venue[venue]': 'Harbour Library', image: await anImage(60, 40) })
      const preview = await goOn(third, { 'submitter[name]': 'Bea' })
      const { headers: sent } = await goOn(preview, { proof: await solved(service) })
      const path = `/${sent.location}`
      const page = await service.get(path, { accept: 'text/html' })
      expect(page.body).toContain('Every Tuesday, until 18 May 2027')
      expect(page.body).toContain('Your picture is kept.')
      expect(fieldsOf(page)['venue[venue]']).toBe('Harbour Library')
      const secret = path.replace('?new=1', '')
      const faulty = await send(
        { ...fieldsOf(page), title: '', image: await anImage(80, 40), act: 'correct' },
        secret,
      )
      expect([faulty.status, /<img class="kept" src="data:/.test(faulty.body)]).toEqual([400, true])
      expect((await send({ ...fieldsOf(faulty), title: 'Mended', act: 'correct' }, secret)).status).toBe(303)
      const [one] = await waiting()
      expect([one.event.title, one.event.venue.slug, (await venues()).length]).toEqual([
        'Mended',
        'harbour-library',
        1,
      ])
      const now = await service.get(secret, { accept: 'text/html' })
      await send({ ...fieldsOf(now), forget: 'true', act: 'correct' }, secret)
      expect((await waiting())[0].image_url).toBe('')
    })
  })
