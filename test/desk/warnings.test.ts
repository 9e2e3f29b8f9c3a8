import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SignedDesk, signedDesk } from '../support/at-desk.ts'
import { describeInBrowser } from '../support/browser.ts'

describeInBrowser('the warnings while an event is written', (open) => {
  let desk: SignedDesk
  let venue: number
  beforeAll(async () => {
    desk = await signedDesk()
    venue = (await desk.service.post('/venues', { venue: 'Quarry Hall' }, desk.headers)).body.id
    const at = { start_date: '2030-06-07 19:00', end_date: '2030-06-07 21:00', venue: [venue] }
    await desk.made({ ...at, title: 'Poetry night' })
    await desk.made({
      ...at,
      title: 'Called off',
      event_status: 'cancelled',
      start_date: '2030-06-07 19:30',
    })
    await desk.made({
      ...at,
      title: 'Ends before',
      start_date: '2030-06-07 17:00',
      end_date: '2030-06-07 18:30',
    })
  })
  afterAll(() => desk.service.close())
  const warnings = (page: Page) => page.locator('.warnings')
  const times = async (page: Page, start: string, end: string) => {
    for (const [name, time] of [
      ['Start', start],
      ['End', end],
    ] as const) {
      await page.getByLabel(name, { exact: true }).fill('2030-06-07')
      await page.getByLabel(`${name}: time`).fill(time)
    }
  }

  it('name what is at the venue at the same time, and not what touches it or is cancelled, and never block', async () => {
    const page = await desk.service.desk(open, '/events/new')
    await page.getByLabel('Title').fill('Chess')
    await times(page, '18:30', '20:00')
    await page.getByRole('combobox', { name: 'Venue' }).fill('Quarry')
    await page.getByRole('option', { name: 'Quarry Hall' }).waitFor()
    await page.keyboard.press('Enter')
    await warnings(page).getByText('At the same time at this venue:').waitFor()
    expect(await warnings(page).getByRole('link').allInnerTexts()).toEqual(['Poetry night'])
    await times(page, '21:00', '22:00')
    await warnings(page).getByText('At the same time').waitFor({ state: 'detached' })
    await times(page, '20:59', '22:00')
    await warnings(page).getByText('At the same time').waitFor()
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('“Chess” is published.').waitFor()
    await page.getByRole('heading', { name: 'Chess', exact: true }).waitFor()
    expect(await page.locator('.failed').count()).toBe(0)
    // An event is no clash with itself.
    await warnings(page).getByText('At the same time').waitFor()
    expect(await warnings(page).getByRole('link').allInnerTexts()).toEqual(['Poetry night'])
  })

  it('name an event like this one on the same day, also when the service was away for a moment', async () => {
    const page = await desk.service.desk(open, '/events/new')
    await times(page, '10:00', '11:00')
    await page.route('**/events?**', (route) => route.abort())
    const asked = page.waitForRequest('**/events?**')
    await page.getByLabel('Title').fill('Night of poetry')
    await asked
    await page.unroute('**/events?**')
    await page.getByLabel('Title').fill('The night of poetry')
    await warnings(page).getByText('Is it one of these?').waitFor()
    expect(await warnings(page).getByRole('link').allInnerTexts()).toEqual(['Poetry night'])
    await page.getByLabel('Title').fill('Juggling')
    await warnings(page).getByText('Is it one of these?').waitFor({ state: 'detached' })
  })

  it('name a date that is chosen twice, or has the event already, when it is duplicated', async () => {
    const id = await desk.made({
      title: 'Yoga',
      start_date: '2030-07-01 09:00',
      end_date: '2030-07-01 10:00',
    })
    await desk.made({ title: 'Yoga', start_date: '2030-07-08 18:00', end_date: '2030-07-08 19:00' })
    const page = await desk.service.desk(open, `/events/${id}`)
    await page.getByLabel('More actions').click()
    await page.getByRole('button', { name: 'Duplicate' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('“Yoga” is there on this date already.').waitFor()
    await dialog.getByRole('button', { name: 'Add a date' }).click()
    await dialog.getByLabel('Date 2').fill('2030-07-08')
    await dialog.getByText('This date is above already.').waitFor()
    await dialog.getByLabel('Date 1').fill('2030-07-09')
    await dialog.getByText('This date is above already.').waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: 'Create copies' }).click()
    await page.getByText('2 copies created.').waitFor()
  })
})

describeInBrowser('what is typed into fields with suggestions', (open) => {
  let desk: SignedDesk
  beforeAll(async () => {
    desk = await signedDesk()
    for (const name of ['Komedia', 'Komedia Bath'])
      await desk.service.post('/venues', { venue: name }, desk.headers)
  })
  afterAll(() => desk.service.close())

  it('becomes the best match with Enter, before suggestions have arrived, too', async () => {
    const page = await desk.service.desk(open, '/events/new')
    const field = page.getByRole('combobox', { name: 'Venue' })
    const chips = page.locator('[data-field=venue] .chips')
    await field.fill('Komed')
    await field.press('Enter')
    await chips.getByRole('link', { name: 'Komedia', exact: true }).waitFor()
    const further = page.getByRole('button', { name: 'Add another venue' })
    await further.click()
    await field.fill('Ko')
    await page
      .getByRole('option', { name: 'Komedia Bath' })
      .and(page.locator('[aria-selected=true]'))
      .waitFor()
    await field.press('Enter')
    await chips.getByRole('link', { name: 'Komedia Bath' }).waitFor()
    await further.click()
    // What is created is chosen, never taken as a match.
    await field.fill('Komdia')
    await page.getByRole('option', { name: 'Create “Komdia”' }).waitFor()
    await field.press('Enter')
    expect(await field.inputValue()).toBe('Komdia')
    await page.keyboard.press('ControlOrMeta+s')
    await page
      .getByRole('dialog', { name: '“Komdia” is not chosen yet' })
      .getByText('Create “Komdia”')
      .waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  })
})

describeInBrowser('a text that is pasted', (open) => {
  let desk: SignedDesk
  beforeAll(async () => {
    desk = await signedDesk()
  })
  afterAll(() => desk.service.close())
  const pasted = async (page: Page, html: string) => {
    await page.locator('[data-name=description]').click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.evaluate(`(() => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', ${JSON.stringify(html)})
      clipboardData.setData('text/plain', 'plain')
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      document.querySelector('[data-name=description]').dispatchEvent(event)
    })()`)
    return page.locator('[data-name=description]').innerHTML()
  }

  it('keeps links, bold and the lists of Word, and nothing that runs, loads or hides', async () => {
    const page = await desk.service.desk(open, '/events/new')
    const item = (mark: string, text: string, list = 'l0') =>
      `<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:${list} level1 lfo1'><span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp; </span></span>${text}<o:p></o:p></p>`
    const word = `<html><head><style>p{color:red}</style></head><body><!--StartFragment-->
      <p class=MsoNormal><b style='mso-bidi-font-weight:normal'>Doors</b> open <span style='font-style:italic'>early</span>, see <a href="https://example.org/x" onclick="alert(1)">here</a> or <a href="javascript:alert(1)">there</a>.<o:p></o:p></p>
      ${item('·', 'Tea')}${item('·', 'Cake')}${item('1.', 'First', 'l1')}
      <p class=MsoNormal><o:p>&nbsp;</o:p></p><img src="https://example.org/track.gif"><script>alert(1)</script></body></html>`
    const kept = await pasted(page, word)
    expect(kept).toContain(
      '<strong>Doors</strong> open <em>early</em>, see <a href="https://example.org/x">here</a>',
    )
    expect(kept).toMatch(
      /<ul><li>\s*Tea\s*<\/li><li>\s*Cake\s*<\/li>\s*<\/ul>\s*<ol><li>\s*First\s*<\/li>\s*<\/ol>/,
    )
    expect(kept).toContain('or <a>there</a>')
    expect(kept).not.toMatch(/style|class|img|script|onclick|javascript|o:p/)
    expect(await page.locator('[name=title]').inputValue()).toBe('')
  })

  it('is plain where a page writes everything in one bold element, as Google Docs does', async () => {
    const page = await desk.service.desk(open, '/events/new')
    const kept = await pasted(
      page,
      '<b style="font-weight:normal"><p><span style="font-weight:700">Bold</span> and not</p><ul><li>One</li></ul></b>',
    )
    expect(kept).toContain('<strong>Bold</strong> and not')
    expect(kept).toContain('<li>One</li>')
    expect(kept.match(/<strong>/g)).toHaveLength(1)
  })
})
