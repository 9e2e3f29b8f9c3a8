import type { RequestListener } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskService, eveningEvent, signedDesk, violationsInView } from '../support/at-desk.ts'
import { describeInBrowser, phone } from '../support/browser.ts'
import { imageHost } from '../support/image-host.ts'
import type { Json } from '../support/service.ts'
import { beyondSides } from '../support/sides.ts'

const calendar = (summary: string) =>
  Buffer.from(
    `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:20300504T180000Z\r\nSUMMARY:${summary}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`,
  )

const basic = (login: string) => `Basic ${Buffer.from(login).toString('base64')}`

describeInBrowser('subscriptions and exports at the desk', (open) => {
  let service: DeskService
  let headers: Record<string, string>
  beforeAll(async () => {
    ;({ service, headers } = await signedDesk())
    await service.person('con', 'contributor')
  })
  afterAll(() => service.close())

  const first = async () => (await service.get('/subscriptions', headers)).body.subscriptions[0]
  const saved = async (page: Page, button: string) => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button }).click(),
    ])
    return { name: file.suggestedFilename(), text: String(await buffer(await file.createReadStream())) }
  }

  it('adds a subscription with a login, edits it in the same dialog, reads it and removes it', async () => {
    const host = await imageHost()
    const address = host.put('/season.ics', (request, reply) =>
      request.headers.authorization === basic('ada:opera')
        ? reply.end(calendar('Aida'))
        : reply.writeHead(401).end(),
    )
    const page = await service.desk(open, '/subscriptions')
    await page.getByRole('button', { name: 'Subscribe to a calendar' }).click()
    const dialog = page.getByRole('dialog')
    // At first, the sections of forms are unfolded for tests.
    const fold = dialog.getByText('Does it need a password?')
    await fold.click()
    await dialog.getByLabel('Address of the calendar').fill(address)
    expect(await dialog.getByLabel('Password').isVisible()).toBe(false)
    await dialog.getByRole('button', { name: 'Subscribe' }).click()
    const told = dialog.locator('.field .wrong')
    await dialog.locator('[data-field=user]').getByText('The address wants a login').waitFor()
    expect(await dialog.getByLabel('Password').isVisible()).toBe(true)
    await dialog.getByLabel('Password').fill('opera')
    await dialog.getByRole('button', { name: 'Subscribe' }).click()
    await told.filter({ hasText: 'The user name is required, too.' }).waitFor()
    await dialog.getByLabel('User name').fill('eve')
    await dialog.getByRole('button', { name: 'Subscribe' }).click()
    await told.filter({ hasText: 'The address wants a login' }).waitFor()
    expect(await told.filter({ hasText: /The address wants a login|it returned/ }).count()).toBe(1)
    expect(await violationsInView(page)).toEqual([])
    await dialog.getByLabel('User name').fill('ada')
    await dialog.getByLabel('Categories').fill('Opera')
    await dialog.getByRole('button', { name: 'Subscribe' }).click()
    await page.getByText(/^Every 6 hours · last read .*: New: 1$/).waitFor()

    await page.getByRole('button', { name: /^Edit / }).click()
    expect(await dialog.getByLabel('User name', { exact: true }).inputValue()).toBe('')
    await dialog.getByText('Set. They are never shown').waitFor()
    await dialog.getByLabel('How often it is read').selectOption('1d')
    await dialog.getByLabel('Categories').fill('Opera, Guests')
    await dialog.getByLabel(/^Move events to the trash/).check()
    expect(await violationsInView(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Opera · Guests · with a login').waitFor()
    await page.getByText(/^Every day · last read .*: New: 1$/).waitFor()
    expect(await first()).toMatchObject({
      address,
      every: '1d',
      categories: ['Opera', 'Guests'],
      prune: true,
      has_login: true,
    })

    await page.getByRole('button', { name: /^Edit / }).click()
    await dialog.getByLabel('Remove the user name and the password').check()
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(async () => (await first()).has_login).toBe(false)
    await page.getByRole('button', { name: /^Read now/ }).click()
    await page.getByText('The address wants a login, or refuses to answer.').waitFor()
    expect(await page.getByText('it returned 401').isVisible()).toBe(false)
    await page.getByText('Technical details').click()
    await page.getByText('it returned 401').waitFor()
    await page.getByLabel('More actions').click()
    await page.getByRole('button', { name: /^End the subscription/ }).click()
    await page.getByRole('button', { name: 'End it' }).click()
    await page.getByText('No calendar subscriptions yet.').waitFor()
    const { events } = (await service.get('/events?search=aida&ends_before=2031-01-01', headers)).body
    expect(events[0].title).toBe('Aida')
    await host.close()
    const log = await service.desk(open, '/log')
    await log.locator('.said', { hasText: 'A calendar subscription created Aida' }).waitFor()
  })

  it('names a subscription as its calendar, unless it is given a name, and tells which events were refused', async () => {
    const host = await imageHost()
    const lines = [
      ...['BEGIN:VCALENDAR', 'X-WR-CALNAME:Opera\\, this season'],
      ...['BEGIN:VEVENT', 'UID:tosca', 'DTSTART:20300504T180000Z', 'SUMMARY:Tosca', 'END:VEVENT'],
      ...['BEGIN:VEVENT', 'UID:norma', 'SUMMARY:Norma', 'END:VEVENT', 'END:VCALENDAR', ''],
    ]
    const address = host.put('/named.ics', Buffer.from(lines.join('\r\n')))
    const page = await service.desk(open, '/subscriptions')
    await page.getByRole('button', { name: 'Subscribe to a calendar' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Address of the calendar').fill(address)
    await dialog.getByRole('button', { name: 'Subscribe' }).click()
    await page.getByText('You are subscribed to Opera, this season.').waitFor()
    await page.getByText(/New: 1 · Refused: 1$/).waitFor()
    await page.getByText('What was refused, and why').click()
    await page.locator('.line .line', { hasText: /Norma.*Line 8/ }).waitFor()
    expect(await violationsInView(page)).toEqual([])
    await page.getByRole('button', { name: 'Edit Opera, this season' }).click()
    await dialog.getByLabel('Name', { exact: true }).fill('Opera house')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Edit Opera house' }).waitFor()
    const { id, name } = await first()
    expect(name).toBe('Opera house')
    await service.remove(`/subscriptions/${id}`, headers)
    await host.close()
  })

  it('lists the first refused events of a calendar, and the others once they are asked for', async () => {
    const host = await imageHost()
    const events = Array.from({ length: 8 }, (_, at) => [
      ...['BEGIN:VEVENT', `UID:${at}`, `SUMMARY:Matinee ${at}`, 'END:VEVENT'],
    ])
    const lines = ['BEGIN:VCALENDAR', ...events.flat(), 'END:VCALENDAR', '']
    const address = host.put('/matinees.ics', Buffer.from(lines.join('\r\n')))
    const { id } = (await service.post('/subscriptions', { address, name: 'Matinees' }, headers)).body
    const page = await service.desk(open, '/subscriptions')
    const told = page.getByRole('status').filter({ hasText: 'No event of this calendar' })
    // What is said in the lines below is not said here, too.
    expect(await told.innerText()).not.toContain('DTSTART')
    await page.getByText('What was refused, and why').click()
    const refused = page.locator('.line .line', { hasText: /^Matinee/ }).filter({ visible: true })
    await expect.poll(() => refused.count()).toBe(5)
    expect(await refused.first().innerText()).toMatch(/^Matinee 0\nLine 2\nThe start is missing\.$/)
    await page.getByText('and 3 more').click()
    await expect.poll(() => refused.count()).toBe(8)
    expect(await violationsInView(page)).toEqual([])
    await service.remove(`/subscriptions/${id}`, headers)
    await host.close()
  })

  it('tells the counts of a calendar that was cut off, though some of its events were refused', async () => {
    const host = await imageHost()
    const whole = String(calendar('Norma'))
    const address = host.put('/cut.ics', Buffer.from(whole))
    const { id } = (await service.post('/subscriptions', { address, name: 'Cut' }, headers)).body
    const refused = 'BEGIN:VEVENT\r\nUID:2\r\nSUMMARY:Tosca\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:3'
    host.put('/cut.ics', Buffer.from(whole.replace('Norma', 'Aida').replace('END:VCALENDAR', refused)))
    await service.post(`/subscriptions/${id}/run`, {}, headers)
    const page = await service.desk(open, '/subscriptions')
    const told = page.getByRole('status').filter({ hasText: 'The calendar ended too early' })
    expect(await told.innerText()).not.toContain('updated')
    await page.getByText('Technical details').click()
    await page.getByText(/^the calendar is cut off, .*1 updated.* 1 refused\)$/).waitFor()
    await page.getByText('What was refused, and why').click()
    await page.locator('.line .line', { hasText: 'Tosca' }).waitFor()
    await service.remove(`/subscriptions/${id}`, headers)
    await host.close()
  })

  it('says in the words of the reader why a calendar could not be read', async () => {
    const host = await imageHost()
    let answer: RequestListener = (_, reply) => reply.end(calendar('Norma'))
    const address = host.put('/norma.ics', (request, reply) => answer(request, reply))
    const { body } = await service.post('/subscriptions', { address, prune: true }, headers)
    const status =
      (code: number): RequestListener =>
      (_, reply) =>
        reply.writeHead(code).end()
    const faults: readonly (readonly [RequestListener, RegExp])[] = [
      [status(404), /^There is nothing at the address\. Check it, or ask for the new one\.$/],
      [status(410), /^There is nothing at the address/],
      [status(403), /^The address wants a login.*Give it a user name and a password/],
      [status(503), /^The server is busy.*Try again later/],
      [status(500), /^The server answered with a fault of its own.*Try again later/],
      [(_, reply) => reply.end('<!doctype html>'), /This is no calendar\. Check/],
      [(_, reply) => reply.end(calendar('Norma').subarray(0, -30)), /The calendar ended too early/],
      [(_, reply) => reply.destroy(), /^The server does not answer.*Try again later/],
      [
        (_, reply) => reply.end(String(calendar('Norma')).replace('BEGIN:VEVENT', 'odd\r\nBEGIN:VEVENT')),
        /0 refused · Nothing was moved to the trash: Line 2: This line is not readable/,
      ],
      [(_, reply) => reply.end(calendar('Norma')), /: no changes$/],
    ]
    const page = await service.desk(open, '/subscriptions')
    for (const [next, shown] of faults) {
      answer = next
      await service.post(`/subscriptions/${body.id}/run`, {}, headers)
      await page.reload()
      await page.getByRole('status').filter({ hasText: shown }).waitFor()
    }
    expect(await violationsInView(page)).toEqual([])
    await service.remove(`/subscriptions/${body.id}`, headers)
    await host.close()
  })

  it('says in German alone why a calendar fails and what to do, with the English of the service folded', async () => {
    const host = await imageHost()
    let isBroken = false
    const address = host.put('/mond.ics', (_, reply) =>
      isBroken ? reply.writeHead(500).end() : reply.end(calendar('Norma')),
    )
    const { body } = await service.post('/subscriptions', { address }, headers)
    isBroken = true
    await service.post(`/subscriptions/${body.id}/run`, {}, headers)
    const page = await service.desk(open, '/subscriptions')
    await page.goto(page.url().replace('/desk/', '/de/desk/'))
    const row = page.locator('.line', { has: page.locator('.outcome') })
    await row.getByText('Der Server hat mit einem eigenen Fehler geantwortet').waitFor()
    const shown = await row.innerText()
    expect(shown).toContain('Versuchen Sie es später noch einmal')
    expect(shown).toContain('zuletzt versucht')
    expect(shown).not.toContain('returned 500')
    await row.getByText('Technische Einzelheiten').click()
    await row.getByText('it returned 500').waitFor()
    expect(await violationsInView(page)).toEqual([])
    await service.remove(`/subscriptions/${body.id}`, headers)
    await host.close()
  })

  it('says so in the dialog, too, where a new calendar could not be read', async () => {
    const host = await imageHost()
    const page = await service.desk(open, '/subscriptions')
    await page.getByRole('button', { name: 'Subscribe to a calendar' }).click()
    const dialog = page.getByRole('dialog')
    const faults: readonly (readonly [string, RegExp])[] = [
      [host.put('/gone.ics', (_, reply) => reply.writeHead(404).end()), /There is nothing at the address/],
      [host.put('/page', (_, reply) => reply.end('<!doctype html>')), /This is no calendar/],
      ['http://127.0.0.1:1/', /The server does not answer/],
    ]
    for (const [address, shown] of faults) {
      await dialog.getByLabel('Address of the calendar').fill(address)
      await dialog.getByRole('button', { name: 'Subscribe' }).click()
      await dialog.getByText(shown).first().waitFor()
      expect(await dialog.innerText()).not.toContain('failed:')
    }
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await host.close()
  })

  it('exports all events of a filtered list as CSV, which an import reads, and as a calendar', async () => {
    const add = (title: string, more: Json) => eveningEvent(service, { title, ...more }, headers)
    for (let number = 1; number <= 51; number += 1)
      await add(`Choir ${number}`, { status: 'publish', venue: { venue: `Hall ${(number % 2) + 1}` } })
    await add('=SUM(A1) choir', {
      status: 'draft',
      categories: ['Rock, loud', 'Pop'],
      ...{ sticky: true, show_map: false },
    })
    await add('Football', { status: 'publish' })
    const page = await service.desk(open, '/events?q=choir&when=all', 'ada', phone)
    await page.getByText('Export these events').click()
    expect(await violationsInView(page)).toEqual([])
    expect(await beyondSides(page, '.rooms, .skip, table, .scroll')).toEqual([])
    const table = await saved(page, 'Download CSV')
    expect(table.name).toBe('events.csv')
    const rows = table.text.split('\r\n')
    expect(rows).toHaveLength(54)
    expect(rows[0]).toMatch(/^\ufeffuid,title,status,start_date,end_date,/)
    expect(table.text).toContain(",'=SUM(A1) choir,draft,2030-05-04 18:00:00,")
    expect(table.text).toContain(`,"Pop,""Rock, loud""",`)
    expect(table.text).not.toContain('Football')
    const read = await service.ask('POST', '/import?dry_run=true', table.text, {
      ...headers,
      'content-type': 'text/csv',
    })
    expect(read.body).toMatchObject({ created: 0, refused: 0 })
    const { text } = await saved(page, 'Download iCalendar')
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(52)
    const lines = await saved(page, 'Download JSON lines')
    expect([lines.name, lines.text.trim().split('\n').length]).toEqual(['events.jsonl', 52])
    const [flagged] = lines.text
      .split('\n')
      .flatMap((line) => (line.includes('SUM') ? [JSON.parse(line)] : []))
    expect(flagged).toMatchObject({ sticky: true, show_map: false })
    expect(flagged).not.toHaveProperty('featured')
    expect(rows[0]?.split(',')).toEqual(expect.arrayContaining(['attendance_mode', 'sticky', 'show_map']))
    const again = await service.ask('POST', '/import?dry_run=true', lines.text, {
      ...headers,
      'content-type': 'application/x-ndjson',
    })
    expect(again.body).toMatchObject({ created: 52, refused: 0 })
  })

  it('exports only published events as a calendar, if the role allows no more', async () => {
    const page = await service.desk(open, '/events?q=choir&when=all', 'con')
    await page.getByText('Export these events').click()
    await page.getByText('The calendar file contains published events only.').waitFor()
    const { text } = await saved(page, 'Download iCalendar')
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(51)
  })
})
