import { buffer } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskService, deskService, violationsInView } from '../support/at-desk.ts'
import { describeInBrowser, phone } from '../support/browser.ts'
import { beyondSides } from '../support/sides.ts'

const table = [
  'Was;Wann;Uhr;Wo;Intern, geheim',
  'Chor;04/05/2027;20:00;Aula;x',
  '=SUM(A1);31/05/2027;8:00;Platz;y',
  ';01/06/2027;9:00;Platz;z',
].join('\r\n')

const asFile = (name: string, text: string | Buffer) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
})

describeInBrowser('importing at the desk', (open) => {
  let service: DeskService
  beforeAll(async () => {
    service = await deskService()
    await service.person('eve', 'editor')
    await service.person('con', 'contributor')
  })
  afterAll(() => service.close())
  const choose = (page: Page, name: string, text: string | Buffer) =>
    page.locator('input[type=file]').setInputFiles(asFile(name, text))
  const textOf = async (page: Page, button: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button }).click(),
    ])
    return String(await buffer(await download.createReadStream()))
  }

  it('undoes an import in one step, and keeps the columns for the next table of the same shape', async () => {
    const page = await service.desk(open, '/import', 'eve')
    const rows = 'Was;Wann;Notiz;Kategorien\r\nSpring fair;04.05.2028 um 19.30 Uhr;Green;Fairs\r\n'
    await choose(page, 'fair.csv', rows)
    await page.getByLabel('Notiz').selectOption('venue')
    await page.getByRole('button', { name: 'Preview the import' }).click()
    await page.getByText('Will be new as well').waitFor()
    await page.locator('dd', { hasText: 'Green' }).waitFor()
    await page.getByText(/2028, (?:19|7):30/).waitFor()
    await page.getByRole('button', { name: 'Import 1 event' }).click()
    const found = async () => (await service.get('/events?search=spring&starts_after=2028-01-01')).body.total
    await expect.poll(found).toBe(1)
    await page.getByRole('button', { name: 'Undo the import' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo the import' }).click()
    await page.getByText('The import is undone.').waitFor()
    expect(await found()).toBe(0)
    // Its empty category goes along.
    expect((await service.get('/categories?hide_empty=false')).body.categories).toEqual([])
    await choose(page, 'next.csv', rows.replace('Spring', 'Autumn'))
    await page.getByText('Autumn fair').first().waitFor()
    expect(await page.getByLabel('Notiz').inputValue()).toBe('venue')
    // Chosen, and neither previewed nor imported.
    await page.getByLabel('Notiz').selectOption('description')
    await page.reload()
    await choose(page, 'next.csv', rows)
    await page.getByText('Spring fair').first().waitFor()
    expect(await page.getByLabel('Notiz').inputValue()).toBe('description')
  })

  it('keeps a file that is dropped while the network is gone, and goes on when it is back', async () => {
    const page = await service.desk(open, '/import', 'eve')
    await page.context().setOffline(true)
    await choose(page, 'offline.csv', 'Was;Wann\r\nLate fair;04.05.2029\r\n')
    await page.getByText('offline.csv is kept here').waitFor()
    expect(await violationsInView(page)).toEqual([])
    await page.context().setOffline(false)
    await page.getByText('Late fair').first().waitFor()
    await page.getByRole('button', { name: 'Import 1 event' }).waitFor()
    expect(await page.getByText('offline.csv is kept here').count()).toBe(0)
    // A dry run that is sent while the network is gone goes on, too.
    await page.context().setOffline(true)
    await page.getByLabel('Status of new events').selectOption('draft')
    await page.getByRole('button', { name: 'Preview the import' }).click()
    await page.getByText('offline.csv is kept here').waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Import 1 event' }).waitFor()
  })

  it('maps the columns of a table, shows a preview, imports it, and offers the report', async () => {
    const page = await service.desk(open, '/import', 'eve')
    expect(await violationsInView(page)).toEqual([])
    await choose(page, 'season.csv', table)
    await page.getByRole('heading', { name: 'Preview' }).waitFor()
    await page.getByText('Refused: 1 · New: 2').waitFor()
    expect(await page.getByLabel('Wann').inputValue()).toBe('start_date')
    expect(await page.getByLabel('Dates such as').inputValue()).toBe('day_first')
    expect(await page.getByLabel('Uhr').inputValue()).toBe('start_time')
    await page.getByText('Line 4').waitFor()
    expect(await page.getByText('without a time').count()).toBe(0)
    expect(await violationsInView(page)).toEqual([])
    expect((await service.get('/events?starts_after=2020-01-01')).body.total).toBe(0)
    expect(await textOf(page, 'Download the report (CSV)')).toContain(
      '2,created,Chor,04.05.2027 20:00,2027-05-04 20:00:00,Aula,,0,,\r\n',
    )
    await page.getByRole('button', { name: 'Import 2 events' }).click()
    await page.getByText('Result of the import').waitFor()
    await page.getByText('2 events imported · Refused: 1').waitFor()
    expect(await page.locator('.results summary').first().innerText()).toBe('Refused: 1')
    expect(await page.getByRole('link', { name: 'See the events' }).count()).toBe(1)
    const { events } = (await service.get('/events?starts_after=2020-01-01')).body
    expect(events.map(({ title, start_date }: Record<string, string>) => [title, start_date])).toEqual([
      ['Chor', '2027-05-04 20:00:00'],
      ['=SUM(A1)', '2027-05-31 08:00:00'],
    ])
    expect(await textOf(page, 'Download the report (CSV)')).toContain("'=SUM(A1)")
    const lines = (await textOf(page, 'Download the report (JSON Lines)')).trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).outcome)).toEqual(['created', 'created', 'refused'])
    await choose(page, 'season.csv', table)
    await page.getByText('Unchanged: 2').first().waitFor()
  })

  it('stays at the file that was chosen last, though the one before is read later', async () => {
    const page = await service.desk(open, '/import', 'eve')
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const address = '**/import/preview'
    await page.route(address, (route) => answered.then(() => route.continue()), { times: 1 })
    const asked = page.waitForRequest(address)
    await choose(page, 'wrong.csv', 'Was;Wann\r\nWrong fair;04.05.2034\r\n')
    const response = (await asked).response()
    await choose(page, 'right.csv', 'Was;Wann\r\nRight fair;04.05.2034\r\n')
    await page.getByRole('button', { name: 'Import 1 event' }).waitFor()
    answer()
    await (await response)?.finished()
    await page.evaluate('new Promise(requestAnimationFrame)')
    await page.getByRole('heading', { name: 'right.csv' }).waitFor()
    expect(await page.getByText('Wrong fair').count()).toBe(0)
  })

  it('shows in the preview where an event is, and what it costs', async () => {
    const page = await service.desk(open, '/import', 'eve')
    await choose(page, 'preview.csv', 'title;start;venue;cost\r\nSerenade;04.05.2028 19:30;Orangery;12 €\r\n')
    await page.locator('.results .line', { hasText: /Serenade.*2028.* · Orangery · €12/ }).waitFor()
  })

  it('says with which encoding it read a table, and reads it with another one', async () => {
    const page = await service.desk(open, '/import', 'eve')
    await choose(page, 'mac.csv', Buffer.from('Titel;Datum\r\n\x8a;04.05.2031\r\n', 'latin1'))
    const charset = page.getByLabel('Encoding of the text')
    await page.getByText('ä', { exact: true }).first().waitFor()
    expect(await charset.inputValue()).toBe('macintosh')
    await charset.selectOption('Windows-1252')
    await page.getByText('Š', { exact: true }).first().waitFor()
    expect(await charset.inputValue()).toBe('windows-1252')
    // The file is not valid UTF-8, so its encoding is recognised again.
    await charset.selectOption('UTF-8')
    await page.getByText('ä', { exact: true }).first().waitFor()
    expect(await charset.inputValue()).toBe('macintosh')
    await charset.selectOption('Windows-1252')
    await page.getByText('Š', { exact: true }).first().waitFor()
    expect(await violationsInView(page)).toEqual([])
    await page.getByRole('button', { name: 'Import 1 event' }).click()
    await page.getByText('Result of the import').waitFor()
    const { events } = (await service.get('/events?starts_after=2031-01-01')).body
    expect(events.map(({ title }: Record<string, string>) => title)).toEqual(['Š'])
  })

  it('says how many events will be public at once, and keeps them as drafts where that is wanted', async () => {
    const page = await service.desk(open, '/import', 'eve')
    await choose(page, 'autumn.csv', 'Was;Wann\r\nFirst;04.05.2032\r\nSecond;05.05.2032\r\n')
    await page.getByText('2 new events will be public at once').waitFor()
    expect(await violationsInView(page)).toEqual([])
    await page.getByRole('button', { name: 'Import as drafts instead' }).click()
    await page.getByText('2 new events are not public until somebody publishes them').waitFor()
    expect(await page.getByLabel('Status of new events').inputValue()).toBe('draft')
    await page.getByRole('button', { name: 'Import 2 events' }).click()
    await page.getByText('Result of the import').waitFor()
    expect((await service.get('/events?starts_after=2032-01-01')).body.total).toBe(0)
    const { cookie, csrf } = await service.session('eve')
    const drafts = '/events?starts_after=2032-01-01&status=draft'
    expect((await service.get(drafts, { ...cookie, ...csrf })).body.total).toBe(2)
  })

  it('says on a telephone in whole words what becomes public at once', async () => {
    const page = await service.desk(open, '/import', 'eve', phone)
    await choose(page, 'public.csv', 'title,start_date\r\nOne,2031-05-04\r\nTwo,2031-05-05\r\n')
    const warning = page.locator('.savebar p')
    await warning.getByText('will be public').waitFor()
    expect(await warning.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)
  })

  it('says how many of the new events have no time', async () => {
    const page = await service.desk(open, '/import', 'eve')
    await choose(page, 'days.csv', 'Was;Wann\r\nFirst;04.05.2033\r\nSecond;05.05.2033 20:00\r\n')
    await page.locator('.savebar').getByText('1 without a time').waitFor()
    await page.getByRole('button', { name: 'Import 2 events' }).waitFor()
  })

  it('gives the events of a calendar the status that is chosen', async () => {
    const page = await service.desk(open, '/import', 'eve')
    const calendar =
      'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:d\r\nSUMMARY:Not yet\r\nDTSTART:20270504T180000Z\r\n'
    await choose(page, 'season.ics', `${calendar}END:VEVENT\r\nEND:VCALENDAR\r\n`)
    await page.getByText('New: 1').first().waitFor()
    await page.locator('[name=status]').selectOption('pending')
    await page.getByRole('button', { name: 'Preview the import' }).click()
    await page.getByRole('button', { name: 'Import 1 event' }).click()
    await page.getByText('Result of the import').waitFor()
    const { events } = (await service.get('/events?starts_after=2020-01-01&search=Not%20yet')).body
    expect(events).toEqual([])
  })

  it('tells why lines are refused in the language of the reader, by their fields', async () => {
    const page = await service.desk(open, '/import', 'eve', { locale: 'de-DE' })
    await choose(page, 'a.csv', 'title,start_date,website\r\nChor,bald,nirgends\r\n,2027-05-04 18:00,\r\n')
    await page.getByText('Beginn: Das muss ein Datum sein').waitFor()
    await page.getByText('Titel: Diese Angabe fehlt.').waitFor()
    await choose(page, 'b.jsonl', '{"title":"cut\n[1]\n')
    await page.getByText('Die Zeile ist nicht lesbar.').first().waitFor()
    await choose(
      page,
      'c.ics',
      'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:Kaputt\r\nDTSTART:soon\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
    )
    await page.getByText('Die Zeitangabe „soon“ ist nicht lesbar.').waitFor()
    await page.locator('.name', { hasText: 'Kaputt' }).waitFor()
    expect(await page.getByText('Not valid').count()).toBe(0)
  })

  it('tells in the language of the reader what it leaves out, with dates, numbers and choices as readers write them', async () => {
    const page = await service.desk(open, '/import', 'eve', { locale: 'de-DE' })
    const event = ['BEGIN:VEVENT', 'UID:n', 'SUMMARY:Notizen', 'DTSTART;TZID=Nirgends:20270504T180000']
    const lines = [...event, 'URL:nirgends', 'X-SITZ:4', 'BEGIN:VALARM', 'END:VALARM', 'END:VEVENT']
    const hourly = ['BEGIN:VEVENT', 'UID:h', 'SUMMARY:Oft', 'DTSTART:20270504T180000Z', 'RRULE:FREQ=HOURLY']
    const calendar = ['BEGIN:VCALENDAR', ...lines, ...hourly, 'END:VEVENT', 'kaputt', 'END:VCALENDAR', '']
    await choose(page, 'n.ics', calendar.join('\r\n'))
    await page.getByText('Weggelassen oder anders verstanden').click()
    const notes = page.locator('details', { hasText: 'Weggelassen oder anders verstanden' }).locator('li')
    expect((await notes.allInnerTexts()).sort()).toEqual([
      'Angaben unter „X-SITZ“ (1)',
      'Die Wiederholung einer Serie: Das wiederholt sich zu oft. (1)',
      'Erinnerungen (1)',
      'Unbekannte Zeitzone „Nirgends“: Ihre Zeiten gelten in der Zeitzone dieser Website (2)',
      'Website bleibt weg: Das muss eine Adresse sein, die mit http://, https://, mailto: oder tel: beginnt. (1)',
      'Zeile 17: Diese Zeile ist nicht lesbar. (1)',
    ])
    await page.getByLabel(/^Veranstaltungen in den Papierkorb/).check()
    await page.getByRole('button', { name: 'Vorschau des Imports' }).click()
    await page.getByText('Weggelassen oder anders verstanden').click()
    await page
      .getByText('Nichts wurde in den Papierkorb gelegt: Zeile 17: Diese Zeile ist nicht lesbar. (1)')
      .waitFor()
    const titles = 'title,start_date,attendance_mode,status'
    await choose(
      page,
      'c.csv',
      `${titles}\r\nChor,2027-05-04,dort,offen\r\n${'x'.repeat(1200)},2027-05-04,,\r\n`,
    )
    await page.getByText('Möglich sind: Vor Ort, Online oder Online und vor Ort').waitFor()
    await page.getByText(/Möglich sind: Veröffentlicht, .*Entwurf, .* oder /).waitFor()
  })

  it('asks for columns that it cannot recognise, and reports what is wrong with a file', async () => {
    const page = await service.desk(open, '/import', 'eve')
    await choose(page, 'a.csv', '1,2\r\n7,8\r\n')
    await page.getByText('Choose a column for the title').waitFor()
    await choose(page, 'b.csv', 'title,start_date\r\n"never closed')
    await page.getByRole('alert').getByText('Line 2: A quotation mark is not closed.').waitFor()
    const image = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0xff])
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'c.png', mimeType: 'image/png', buffer: image })
    await page
      .getByRole('alert')
      .getByText(/c\.png/)
      .waitFor()
    const hostile = '<img src=x onerror="document.title=1">'
    await choose(
      page,
      'd.csv',
      `title,start_date,"${hostile.replaceAll('"', '""')}"\r\nA,never,${hostile}\r\n`,
    )
    await page.getByText('Refused: 1').first().waitFor()
    expect(await page.title()).not.toBe('1')
    expect(await page.locator('main img').count()).toBe(0)
  })

  it('works on a phone and with the keyboard, and is for editors', async () => {
    const page = await service.desk(open, '/import', 'eve', phone)
    await choose(page, 'season.csv', table)
    await page.getByText('Refused: 1').first().waitFor()
    expect(await beyondSides(page, '.rooms, .skip')).toEqual([])
    await page.getByLabel('Was').focus()
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.name')).toBe('column-1')
    const other = await service.desk(open, '', 'con')
    expect(await other.getByRole('link', { name: 'Import' }).count()).toBe(0)
  })
})
