import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type DeskService,
  PASSWORD,
  type SignedDesk,
  shownDay,
  signedDesk,
  violationsInView,
} from '../support/at-desk.ts'
import { describeInBrowser } from '../support/browser.ts'
import type { Json } from '../support/service.ts'

describeInBrowser('what an editor types is what is kept', (open) => {
  let service: DeskService
  let headers: Record<string, string>
  let made: SignedDesk['made']
  let kept: SignedDesk['kept']
  beforeAll(async () => {
    ;({ service, headers, made, kept } = await signedDesk())
    for (const venue of ['Town Hall', 'Pier']) await service.post('/venues', { venue }, headers)
  })
  afterAll(() => service.close())

  const changing = async (title: string, venue = { venue: 'Town Hall' }) => {
    const ids = [await made({ title: `${title} one`, venue }), await made({ title: `${title} two`, venue })]
    const page = await service.desk(open, `/events?q=${title}`)
    await page.getByLabel('Select all').check()
    await page.getByRole('button', { name: 'Change…' }).click()
    const dialog = page.getByRole('dialog').filter({ hasText: 'Move by days' })
    return { ids, page, dialog, apply: dialog.getByRole('button', { name: /^Change \d+ event/ }) }
  }

  it('never takes the venue of many events for a name that isn’t known, and Enter goes back', async () => {
    const { ids, page, dialog, apply } = await changing('Stays')
    await dialog.getByRole('combobox', { name: 'Venue' }).click()
    await page.keyboard.type('Neue Stadthalle Süd')
    await page.keyboard.press('Tab')
    await apply.click()
    const question = page.getByRole('dialog', { name: '“Neue Stadthalle Süd” is not chosen yet' })
    await question.waitFor()
    expect(await question.getByRole('button', { name: 'No venue' }).count()).toBe(0)
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Cancel')
    await page.keyboard.press('Enter')
    await question.waitFor({ state: 'detached' })
    for (const id of ids) expect(await kept(id)).toMatchObject({ venue: { venue: 'Town Hall' } })
    await apply.click()
    await question.getByRole('button', { name: 'Create “Neue Stadthalle Süd”' }).click()
    // What was just decided is shown before it is done.
    await dialog.getByText('Venue: Town Hall → Neue Stadthalle Süd').first().waitFor()
    expect(await violationsInView(page)).toEqual([])
    await apply.click()
    await page.getByText('2 events changed.').first().waitFor()
    for (const id of ids) expect(await kept(id)).toMatchObject({ venue: { venue: 'Neue Stadthalle Süd' } })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone.').waitFor()
    for (const id of ids) expect(await kept(id)).toMatchObject({ venue: { venue: 'Town Hall' } })
    const { body } = await service.get('/venues?search=Stadthalle', headers)
    expect(body.venues.map(({ venue }: Json) => venue)).toEqual([])
  })

  it('takes the venue of many events where that was chosen', async () => {
    const { ids, page, dialog, apply } = await changing('Nowhere')
    await dialog.getByRole('combobox', { name: 'Venue' }).click()
    await page.getByRole('option', { name: 'No venue' }).click()
    await dialog.getByText('Venue: Town Hall → –').first().waitFor()
    await apply.click()
    await page.getByText('2 events changed.').first().waitFor()
    for (const id of ids) expect(await kept(id)).toMatchObject({ venue: [] })
  })

  it('moves many events by −7 days, whichever minus is typed, and shows from when to when first', async () => {
    const { ids, page, dialog, apply } = await changing('Earlier')
    await dialog.getByLabel('Move by days').fill('−7')
    await dialog.getByText('When: Sat, 4 May 2030').first().waitFor()
    await apply.click()
    await page.getByText('2 events changed.').first().waitFor()
    for (const id of ids)
      await expect.poll(() => kept(id)).toMatchObject({ start_date: '2030-04-27 18:00:00' })
  })

  it('changes and asks nothing while a field is wrong', async () => {
    const { ids, page, dialog, apply } = await changing('Wrong')
    await dialog.getByLabel('Move by days').fill('a week')
    await dialog.getByRole('combobox', { name: 'Venue' }).click()
    await page.keyboard.type('Unheard of')
    await apply.click()
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('shift')
    expect(await page.getByRole('dialog').count()).toBe(1)
    for (const id of ids) expect(await kept(id)).toMatchObject({ venue: { venue: 'Town Hall' } })
  })

  for (const [way, login, save] of [
    ['a key', 'bea', (page: Page) => page.keyboard.press('ControlOrMeta+s')],
    ['its button', 'cleo', (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()],
  ] as const)
    it(`goes on where it was typed once the session is renewed, saved by ${way}`, async () => {
      const id = await made({ title: 'Interrupted' })
      await service.person(login, 'editor')
      const page = await service.desk(open, `/events/${id}`, login)
      await page.getByLabel('Title').click()
      await page.keyboard.press('End')
      await page.keyboard.type(' A')
      await page.context().clearCookies()
      // The field for the password takes letters as soon as the dialog is there.
      const begun = page.evaluate(`new Promise((begin) => {
        const look = () => document.querySelector('dialog[open]') && begin(document.activeElement.name)
        new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true })
      })`)
      await save(page)
      expect(await begun).toBe('password')
      await page.getByRole('dialog').getByText('Your session has ended').waitFor()
      await page.keyboard.type(PASSWORD)
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.getByText('“Interrupted A” is saved.').waitFor()
      await page.keyboard.press('End')
      await page.keyboard.type('BC')
      expect(await page.getByLabel('Title').inputValue()).toBe('Interrupted ABC')
      await page.keyboard.press('ControlOrMeta+s')
      await page.getByText('“Interrupted ABC” is saved.').waitFor()
      expect(await kept(id)).toMatchObject({ title: 'Interrupted ABC' })
    })

  it('goes on where a new event was typed once the session is renewed, with every letter', async () => {
    await service.person('dora', 'editor')
    const page = await service.desk(open, '/events/new', 'dora')
    await page.getByLabel('Title').click()
    await page.keyboard.type('Begun')
    await page.context().clearCookies()
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByRole('dialog').getByText('Your session has ended').waitFor()
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('End')
    await page.keyboard.type(' and gone on with, whatever the service does meanwhile', { delay: 20 })
    await page.waitForURL(/\/events\/\d+$/)
    await page.getByRole('heading', { name: 'Begun', exact: true }).waitFor()
    const title = 'Begun and gone on with, whatever the service does meanwhile'
    expect(await page.getByLabel('Title').inputValue()).toBe(title)
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText(`“${title}” is saved.`).waitFor()
    expect(await kept(Number(page.url().split('/').at(-1)))).toMatchObject({ title })
    // Another new event begins anew.
    await page.getByRole('link', { name: 'New event' }).click()
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('')
  })

  it('is told to be saved or not only once something was changed', async () => {
    const id = await made({ title: 'Quiet' })
    const page = await service.desk(open, `/events/${id}`)
    const told = page.locator('.savebar [role=status]')
    await told.waitFor({ state: 'attached' })
    expect(await told.innerText()).toBe('')
    await page.getByLabel('Title').fill('Quieter')
    await told.getByText('Not saved yet').waitFor()
    await page.getByLabel('Title').fill('Quiet')
    await expect.poll(() => told.innerText()).toBe('')
    await page.getByLabel('Title').fill('Quieter')
    await page.keyboard.press('ControlOrMeta+s')
    await told.getByText('Nothing to save').waitFor()
  })

  const field = (page: Page, name: string) => page.locator(`[name="${name}"]`)

  it('ends on the next day where the end is typed before the start, and goes on to the same stop', async () => {
    const id = await made({ title: 'Club' })
    const page = await service.desk(open, `/events/${id}`)
    await page.getByLabel('Start: time').fill('21:00')
    await page.getByLabel('End: time').fill('04:00')
    await page
      .locator('p.length')
      .getByText(/21:00 – Sun 0?4:00/)
      .waitFor()
    expect(await page.getByLabel('End', { exact: true }).inputValue()).toBe(shownDay('2030-05-05'))
    await page.getByLabel('Start: time').focus()
    await page.keyboard.press('End')
    await page.keyboard.press('Tab')
    // The day of the end is no stop, whatever the hour.
    await expect
      .poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")'))
      .toBe('End: time')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('“Club” is saved.').waitFor()
    expect(await kept(id)).toMatchObject({
      start_date: '2030-05-04 21:00:00',
      end_date: '2030-05-05 04:00:00',
    })
    await page.getByLabel('End: time').fill('23:30')
    expect(await page.getByLabel('End', { exact: true }).inputValue()).toBe(shownDay('2030-05-04'))
  })

  it('reads the price of a ticket as it reads a cost, says so, and types into what was added', async () => {
    const id = await made({ title: 'Gala' })
    const page = await service.desk(open, `/events/${id}`)
    await page.getByRole('button', { name: 'Add a ticket' }).click()
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('tickets[0].name')
    await page.keyboard.type('Patron')
    await field(page, 'tickets[0].price').fill('1.200 €')
    await page.getByText('Read as €1,200').waitFor()
    await page.getByRole('button', { name: 'Add a field' }).click()
    await page.keyboard.type('Dress')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('“Gala” is saved.').waitFor()
    expect((await kept(id)).tickets[0]).toMatchObject({ name: 'Patron', price: '1200', currency: 'EUR' })
    expect(Object.values((await kept(id)).custom_fields)).toMatchObject([{ label: 'Dress' }])
  })

  it('finds a zone by its city in any language of the desk', async () => {
    const id = await made({ title: 'Abroad' })
    const page = await service.desk(open, `/events/${id}`)
    const zone = page.getByRole('combobox', { name: 'Time zone' })
    for (const [city, name] of [
      ['Wien', 'Europe/Vienna'],
      ['münchen', 'Europe/Berlin'],
      ['東京', 'Asia/Tokyo'],
      ['Londres', 'Europe/London'],
    ] as const) {
      await zone.fill(city)
      await zone.press('Tab')
      await expect.poll(() => zone.inputValue()).toBe(name)
    }
  })

  it('restores what was published as published', async () => {
    const id = await made({ title: 'Thrown away' })
    await service.remove(`/events/${id}`, headers)
    const page = await service.desk(open, '/trash')
    await page.getByLabel('Select Thrown away').check()
    await page.getByRole('button', { name: 'Restore', exact: true }).click()
    await page.getByText('1 event is restored, as it was.').first().waitFor()
    expect(await kept(id)).toMatchObject({ status: 'publish' })
  })

  it('asks once for the dates of one act: the reason is of those that were cancelled', async () => {
    const { body } = await service.post(
      '/events',
      {
        title: 'Weekly',
        start_date: '2027-05-03 18:00',
        end_date: '2027-05-03 20:00',
        recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'],
      },
      headers,
    )
    const page = await service.desk(open, `/events/${body.id}`)
    await page.getByLabel('More actions').click()
    await page.getByRole('button', { name: 'Cancel or postpone…' }).click()
    await field(page, 'status_reason').last().fill('Storm')
    await page.getByRole('dialog').getByLabel('All dates').check()
    await page.keyboard.press('Enter')
    await page.getByText('“Weekly” is marked: Cancelled.').waitFor()
    const { events } = (
      await service.get(`/events?series=${body.series.id}&starts_after=2027-01-16`, headers)
    ).body
    expect(events.map((one: Json) => [one.event_status, one.status_reason])).toEqual(
      [1, 2, 3].map(() => ['cancelled', 'Storm']),
    )
    expect(await kept(body.id)).toMatchObject({ event_status: 'cancelled', status_reason: 'Storm' })
  })

  it('takes www. and a country in the settings, and names their fields by labels', async () => {
    const page = await service.desk(open, '/settings')
    await field(page, 'imprint_url').fill('www.town.example/imprint')
    await field(page, 'accessibility_contact').fill('www.town.example/access')
    await field(page, 'region').selectOption({ label: 'Austria' })
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('The settings are saved.').waitFor()
    expect((await service.get('/settings', headers)).body).toMatchObject({
      imprint_url: 'https://www.town.example/imprint',
      accessibility_contact: 'https://www.town.example/access',
      region: 'AT',
    })
    await field(page, 'imprint_url').fill('not an address')
    await page.keyboard.press('ControlOrMeta+s')
    const told = await page.getByRole('alert').textContent()
    expect(told).toContain('Address of the imprint')
    expect(told).not.toContain('imprint_url')
  })

  it('takes www. for the address of a link in a text', async () => {
    const page = await service.desk(open, '/venues/new')
    await field(page, 'venue').fill('Harbour hall')
    const text = page.locator('[data-name=description]')
    await text.click()
    await page.keyboard.type('Programme')
    await page.keyboard.press('ControlOrMeta+a')
    // The field takes letters as soon as it is drawn: none that is typed next replaces the text.
    const focused = await page.evaluate(`(async () => {
      document.querySelector('[data-field=description] [role=toolbar] [aria-label=Link]').click()
      await null
      return document.activeElement.getAttribute('aria-label')
    })()`)
    expect(focused).toBe('Web address')
    await page.keyboard.type('www.hall.example/now')
    await page.keyboard.press('Enter')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('“Harbour hall” is saved.').waitFor()
    const { venues } = (await service.get('/venues?search=harbour', headers)).body
    expect(venues[0].description).toContain('<a href="https://www.hall.example/now"')
  })

  it('selects a quick line that comes back, so that the next one takes its place', async () => {
    const page = await service.desk(open, '/events')
    await page.keyboard.press('q')
    await page.keyboard.type('Half a li')
    await expect.poll(() => field(page, 'quick').inputValue()).toBe('Half a li')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('q')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.type('Tea tomorrow 5pm')
    expect(await field(page, 'quick').inputValue()).toBe('Tea tomorrow 5pm')
  })

  it('keeps what only looks like a tag, and says before saving what it would remove', async () => {
    const id = await made({ title: 'Plain' })
    const page = await service.desk(open, `/events/${id}`)
    const title = page.getByLabel('Title')
    await title.fill('<b>Big</b> night <6–9>')
    await page.getByText('It will read: “Big night <6–9>”').waitFor()
    await title.fill('Kinder <6–9> & "Eltern" <neu>')
    await page.getByText('It will read').waitFor({ state: 'detached' })
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('is saved.').waitFor()
    expect((await kept(id)).title).toBe('Kinder <6–9> & "Eltern" <neu>')
  })

  it('asks in people’s words about a series that is moved off its weekdays, and moves them along', async () => {
    const { body } = await service.post(
      '/events',
      {
        title: 'Twice a week',
        start_date: '2030-05-06 18:00',
        end_date: '2030-05-06 20:00',
        recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=MO,WE;COUNT=4'],
      },
      headers,
    )
    const page = await service.desk(open, '/calendar?view=month&date=2030-05-06')
    await page
      .getByRole('link', { name: /Twice a week/ })
      .first()
      .focus()
    await page.keyboard.press('Shift+ArrowRight')
    await page.getByRole('radio', { name: /^All/ }).check()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    const question = page.getByRole('dialog', { name: 'The dates would leave their days' })
    await question.getByText('Tuesday').waitFor()
    expect(await question.textContent()).not.toMatch(/BYDAY|recurrence/)
    await question.getByRole('button', { name: 'Move the days along' }).click()
    await page
      .getByText(/“Twice a week” now starts/)
      .first()
      .waitFor()
    expect((await kept(body.id)).series.recurrence.join()).toContain('BYDAY=TU,TH')
  })

  it('moves a second Monday alone, since the days after them are not the second Tuesdays', async () => {
    const { body } = await service.post(
      '/events',
      {
        title: 'Once a month',
        status: 'publish',
        start_date: '2027-05-10 18:00',
        end_date: '2027-05-10 20:00',
        recurrence: ['RRULE:FREQ=MONTHLY;BYDAY=2MO;COUNT=6'],
      },
      headers,
    )
    const page = await service.desk(open, '/calendar?view=month&date=2027-05-10')
    const move = async () => {
      await page
        .getByRole('link', { name: /Once a month/ })
        .first()
        .focus()
      await page.keyboard.press('Shift+ArrowRight')
      await page.getByRole('radio', { name: /^All/ }).check()
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    }
    const question = page.getByRole('dialog', { name: 'Move only this date' })
    await move()
    await question.getByText('can’t move along').waitFor()
    await question.getByRole('button', { name: 'Move only this date' }).click()
    await page
      .getByText(/“Once a month” now starts/)
      .first()
      .waitFor()
    const { start_date, series } = await kept(body.id)
    expect([start_date, series.recurrence.join()]).toEqual([
      '2027-05-11 18:00:00',
      'RRULE:FREQ=MONTHLY;BYDAY=2MO;COUNT=6',
    ])
    const dates = await service.get('/events?start_date=2027-06-01&end_date=2027-12-31&per_page=50', headers)
    expect(
      dates.body.events
        .filter((one: Json) => one.title === 'Once a month')
        .map((one: Json) => String(one.start_date).slice(0, 10)),
    ).toEqual(['2027-06-14', '2027-07-12', '2027-08-09', '2027-09-13', '2027-10-11'])
  })
})
