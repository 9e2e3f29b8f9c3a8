import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import {
  type DeskService,
  PASSWORD,
  type SignedDesk,
  shownDay,
  signedDesk,
  violationsInView,
} from '../support/at-desk.ts'
import { describeInBrowser, phone } from '../support/browser.ts'
import { anImage } from '../support/images.ts'
import { anEvent, type Json } from '../support/service.ts'

describeInBrowser('an editor at the desk', (open) => {
  let service: DeskService
  let headers: Record<string, string>
  let made: SignedDesk['made']
  let kept: SignedDesk['kept']
  beforeAll(async () => {
    ;({ service, headers, made, kept } = await signedDesk())
  })
  afterAll(() => service.close())
  /** Makes 120 events, which a list shows on two pages. */
  const makeMany = async (title: string) => {
    const times = { start_date: '2031-05-03 18:00', end_date: '2031-05-03 19:00' }
    for (const from of [0, 60]) {
      const operations = Array.from({ length: 60 }, (_, at) => {
        const body = anEvent({ title: `${title} ${from + at}`, ...times })
        return { method: 'POST', path: '/events', body }
      })
      expect((await service.post('/batch', { operations }, headers)).status).toBe(200)
    }
  }

  it('signs in, sees an error for a wrong password, and signs out', async () => {
    const page = await service.desk(open, '', '')
    await page.getByLabel('Login').fill('ada')
    await page.getByLabel('Password').fill('wrong password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').getByText('These credentials are not valid').waitFor()
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  it('sees at once that another user has saved the event, but no message after their own save', async () => {
    const id = await made({ title: 'Fair' })
    const page = await service.desk(open, `/events/${id}`)
    await page.getByLabel('Title').fill('Fairs')
    const answered = page.waitForResponse((one) => one.request().method() === 'PATCH')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await answered
    await service.patch(`/events/${id}`, { excerpt: 'Another user' }, headers)
    await page.getByText('This event was saved elsewhere').waitFor()
    await page.getByRole('button', { name: 'Load the current version' }).click()
    await page.getByText('This event was saved elsewhere').waitFor({ state: 'detached' })
    expect(await page.getByLabel('Title').inputValue()).toBe('Fairs')
    await page.getByLabel('Title').fill('Fairest')
    await service.patch(`/events/${id}`, { excerpt: 'Once more' }, headers)
    await page.getByText('Your changes are still here').waitFor()
  })

  it('shows a long title whole while it is edited; it stays one line, which Enter saves', async () => {
    const id = await made({ title: 'Fair' })
    const page = await service.desk(open, `/events/${id}`, 'ada', phone)
    const title = page.getByLabel('Title')
    const cut = () => title.evaluate((field) => field.scrollHeight - field.clientHeight)
    const low = await title.evaluate((field) => field.clientHeight)
    await title.fill('Night of the lanterns along the old harbour wall,\n  with music and food')
    const whole = 'Night of the lanterns along the old harbour wall, with music and food'
    expect(await title.inputValue()).toBe(whole)
    expect(await title.evaluate((field) => field.clientHeight)).toBeGreaterThan(low * 1.5)
    expect(await cut()).toBe(0)
    await title.press('Enter')
    await expect.poll(async () => (await kept(id)).title).toBe(whole)
    expect(await title.inputValue()).toBe(whole)
  })

  it('creates an event with a new venue, tags, a category and an end that follows the start', async () => {
    await service.post('/categories', { name: 'Concerts' }, headers)
    const page = await service.desk(open, '/events/new')
    await page.getByLabel('Title').fill('Night of the organs')
    await page.getByLabel('Start', { exact: true }).fill('2030-03-31')
    await page.getByLabel('Start: time').fill('02:30')
    await page.getByText('This time does not exist on that day').first().waitFor()
    await page.getByLabel('Start: time').fill('19:00')
    expect(await page.getByLabel('End', { exact: true }).inputValue()).toBe(shownDay('2030-03-31'))
    expect(await page.getByLabel('End: time').inputValue()).toBe('21:00')
    await page.getByLabel('End', { exact: true }).fill('2030-03-30')
    await page.getByText('The end is before the start.').first().waitFor()
    await page.getByLabel('End', { exact: true }).fill('2030-03-31')
    await page.getByRole('combobox', { name: 'Venue' }).fill('St Mary')
    await page.getByRole('option', { name: 'Create “St Mary”' }).click()
    await page.getByLabel('City').fill('Lübeck')
    await page.getByLabel('Website').first().fill('not an address')
    await page.getByRole('textbox', { name: 'Description' }).fill('Three <organs> at once')
    await page.getByLabel('Concerts').check()
    await page.getByRole('combobox', { name: 'Tags' }).fill('organ')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('alert').getByRole('button', { name: 'Website of the new venue' }).click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('https://example.org')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('heading', { name: 'Night of the organs' }).waitFor()
    const event = await kept(Number(page.url().split('/').at(-1)))
    expect(event.description).toContain('Three &lt;organs&gt; at once')
    expect([event.status, event.start_date, event.end_date, event.venue.city, event.tags[0].name]).toEqual([
      'publish',
      '2030-03-31 19:00:00',
      '2030-03-31 21:00:00',
      'Lübeck',
      'organ',
    ])
    expect(event.categories.map(({ name }: Json) => name)).toEqual(['Concerts'])
  })

  it('loses nothing if another user saves first: chooses between conflicting values, and the other changes are merged', async () => {
    const id = await made({ title: 'Reading', excerpt: 'old' })
    const page = await service.desk(open, `/events/${id}`)
    await page.getByLabel('Title').fill('Reading by Ada')
    await page.getByLabel('Cost').first().fill('5 €')
    await service.patch(`/events/${id}`, { title: 'Reading by Bea', excerpt: 'new' }, headers)
    await page.keyboard.press('ControlOrMeta+s')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Reading by Bea').waitFor()
    expect(await dialog.getByRole('group').count()).toBe(1)
    await dialog.getByRole('radio', { name: 'Your version' }).check()
    await dialog.getByRole('button', { name: 'Save this choice' }).click()
    await page.getByText('“Reading by Ada” is saved.').waitFor()
    const event = await kept(id)
    expect([event.title, event.excerpt, event.cost]).toEqual(['Reading by Ada', 'new', '5 €'])
  })

  it('trashes several at once, sees which failed, and undoes it', async () => {
    const ids = await Promise.all(['Bulk A', 'Bulk B', 'Bulk C'].map((title) => made({ title })))
    const page = await service.desk(open, '/events?q=bulk')
    await page.getByLabel('Select all on this page').check()
    await page.getByText('3 selected').waitFor()
    await service.remove(`/events/${ids[2]}?force=true`, headers)
    await page.getByRole('button', { name: 'Move to trash' }).click()
    await page.getByRole('alert').getByText('Bulk C').waitFor()
    expect((await kept(ids[0] ?? 0)).status).toBe('trash')
    const changed = await Promise.all(
      ids.slice(0, 2).map((id) => service.get(`/events/${id}/history`, headers)),
    )
    const revisions = changed.map(({ body }) => body.changes[0].revision)
    expect(revisions[0]).toBe(revisions[1])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone.').waitFor()
    expect((await kept(ids[0] ?? 0)).status).toBe('publish')
    expect((await kept(ids[1] ?? 0)).status).toBe('publish')
  })

  it('offers to undo neither an act that changed nothing nor what was kept at a first attempt', async () => {
    await made({ title: 'Public A' })
    await made({ title: 'Public B' })
    const page = await service.desk(open, '/events?q=public')
    const undo = page.getByRole('button', { name: 'Undo' })
    await page.getByLabel('Select all on this page').check()
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('2 events are published.').first().waitFor()
    expect(await undo.count()).toBe(0)
    const anew = await service.desk(open, '/events/new')
    await anew.route('**/events', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      await route.fetch()
      await route.abort()
    })
    await anew.getByLabel('Title').fill('Sent twice')
    await anew.getByRole('button', { name: 'Publish', exact: true }).click()
    await anew.getByRole('alert').waitFor()
    await anew.unroute('**/events')
    await service.post('/tags', { name: 'Of another' }, headers)
    await anew.getByRole('button', { name: 'Publish', exact: true }).click()
    await anew.getByText('“Sent twice” is published.').first().waitFor()
    expect(await anew.getByRole('button', { name: 'Undo' }).count()).toBe(0)
  })

  it('selects all that match over pages, cancels them with a reason, and undoes it until the next act', async () => {
    await makeMany('Outdoor')
    const page = await service.desk(open, '/events?q=outdoor')
    await page.getByLabel('Select all on this page').check()
    await page.getByText('100 selected').waitFor()
    await page.getByRole('button', { name: 'Select all 120 that match' }).click()
    await page.getByText('120 selected').waitFor()
    await page.getByRole('button', { name: 'Cancel or postpone…' }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('Storm')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel 120 events' }).click()
    await page.getByText('120 events changed.').first().waitFor()
    const cancelled = async () => {
      const query = 'search=outdoor&starts_after=2031-01-01&event_status=cancelled&per_page=1'
      const { body } = await service.get(`/events?${query}`, headers)
      return [body.total, body.events[0]?.status_reason]
    }
    expect(await cancelled()).toEqual([120, 'Storm'])
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await page.locator('.last-act').getByRole('button', { name: 'Undo' }).click()
    await expect.poll(cancelled).toEqual([0, undefined])
  })

  it('selects a range by Shift, keeps it on other pages, and sorts by the heads of columns', async () => {
    await makeMany('Ranged')
    const page = await service.desk(open, '/events?q=ranged&dates=each&order=title-asc')
    const box = (title: string) => page.getByRole('checkbox', { name: `Select ${title}`, exact: true })
    await box('Ranged 0').click()
    await box('Ranged 11').click({ modifiers: ['Shift'] })
    await page.getByText('14 selected').waitFor()
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await box('Ranged 99').click()
    await page.getByText('15 selected').waitFor()
    await page.getByRole('button', { name: 'Select none' }).click()
    await page.getByRole('button', { name: /^Title/ }).click()
    await page.waitForURL(/order=title-desc/)
    const title = page.getByRole('columnheader', { name: /^Title/ })
    expect(await title.getAttribute('aria-sort')).toBe('descending')
    expect((await title.getByText('↓').boundingBox())?.width).toBeGreaterThan(4)
  })

  it('shows a series as one row that unfolds and counts once, asks an act once for its dates, and names views', async () => {
    const series = {
      recurrence: ['RRULE:FREQ=DAILY;COUNT=4'],
      start_date: '2027-06-02 18:00',
      end_date: '2027-06-02 19:00',
    }
    await made({ title: 'Tide talk', ...series })
    await made({ title: 'Tide walk', ...series })
    await made({ title: 'Tide table' })
    const page = await service.desk(open, '/events?q=tide')
    const rows = page.locator('.events tbody tr')
    await rows.first().waitFor()
    expect(await rows.count()).toBe(3)
    await page.getByRole('button', { name: 'Dates of Tide talk' }).click()
    await expect.poll(() => rows.count()).toBe(7)
    const states = async (title: string) => {
      const query = `search=${title}&search_in=title&status=any,trash&starts_after=1000-01-03`
      const { body } = await service.get(`/events?${query}`, headers)
      return body.events.map(({ status }: Json) => status).toSorted()
    }
    const box = (title: string) =>
      page.getByRole('checkbox', { name: `Select ${title}`, exact: true }).first()
    const question = (act: string) => page.getByRole('dialog', { name: act })
    await box('Tide talk').click()
    await page.getByText('1 selected').waitFor()
    await page.getByRole('button', { name: 'Change to draft' }).click()
    await question('Change to draft').getByText('All dates that match · 4 dates').waitFor()
    expect(await question('Change to draft').getByLabel('Only this date').isChecked()).toBe(true)
    await question('Change to draft').getByRole('button', { name: 'Change to draft' }).click()
    await page.getByText('1 event is a draft now.').first().waitFor()
    expect(await states('talk')).toEqual(['draft', 'publish', 'publish', 'publish'])
    // Where a dialog follows, the question is a step before it.
    await box('Tide talk').click()
    await page.getByRole('button', { name: 'Change…' }).click()
    await question('Which dates?').getByRole('button', { name: 'Next' }).click()
    await question('Change 1 event').getByRole('button', { name: 'Cancel' }).click()
    await page.getByLabel('Select all on this page').check()
    await page.getByText('3 selected').waitFor()
    await page.keyboard.press('Delete')
    await question('Move to trash').getByText('All dates that match · 8 dates').click()
    await question('Move to trash').getByRole('button', { name: 'Move to trash' }).click()
    await page.getByText('9 events are in the trash.').first().waitFor()
    expect(await states('talk')).toEqual(['trash', 'trash', 'trash', 'trash'])
    await page.keyboard.press('u')
    await page.getByText('Undone.').waitFor()
    expect(await states('walk')).toEqual(['publish', 'publish', 'publish', 'publish'])
    await page.getByText('Save as a view').click()
    await page.getByLabel('Name of the view').fill('Tides')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Tides', exact: true }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Upcoming' }).click()
    await page.getByRole('button', { name: 'Tides' }).click()
    await page.waitForURL(/q=tide/)
  })

  it('leaves the columns as wide as they are where a series unfolds, whose dates have their day in place of the title', async () => {
    const times = { start_date: '2027-06-02 18:00', end_date: '2027-06-02 19:00' }
    await made({ title: 'Ebb', recurrence: ['RRULE:FREQ=DAILY;COUNT=4'], ...times })
    await made({ title: 'Ebbing', start_date: '2027-06-02 19:30', end_date: '2027-06-02 20:00' })
    const page = await service.desk(open, '/events?q=ebb&order=start_date-asc')
    const widths = () =>
      page.locator('.events thead > tr > *').evaluateAll((all) => all.map((one) => one.clientWidth))
    const dates = page.locator('.events tr.date')
    const unfold = page.getByRole('button', { name: 'Dates of Ebb' })
    await unfold.waitFor()
    const before = await widths()
    await unfold.click()
    await expect.poll(() => dates.count()).toBe(4)
    expect(await widths()).toEqual(before)
    expect((await dates.locator('.when').allInnerTexts()).map((text) => text.slice(0, 5))).toEqual(
      Array.from({ length: 4 }, () => '18:00'),
    )
    await dates.getByRole('link', { name: 'Fri, 4 Jun 2027' }).waitFor()
    // In a narrow window rows have no columns whose widths could be kept.
    await page.setViewportSize({ width: 768, height: 900 })
    await unfold.click()
    await dates.first().waitFor({ state: 'detached' })
    await unfold.click()
    await expect.poll(() => dates.count()).toBe(4)
    await page.setViewportSize({ width: 1280, height: 900 })
    await expect.poll(async () => Math.min(...(await widths()))).toBeGreaterThan(10)
  })

  it('says in the list what is sold out', async () => {
    const ticket = { name: 'Seat', price: '8', availability: 'sold_out' }
    await made({ title: 'Full house', tickets: [ticket] })
    await made({
      title: 'Half house',
      tickets: [ticket, { ...ticket, name: 'Standing', availability: 'in_stock' }],
    })
    const page = await service.desk(open, '/events?q=house')
    const row = (title: string) => page.getByRole('row', { name: title })
    await row('Full house').getByText('Sold out').waitFor()
    expect(await row('Half house').getByText('Sold out').count()).toBe(0)
  })

  it('edits a title within the list, keeps what was typed without a connection, and refuses to overwrite', async () => {
    const id = await made({ title: 'Inline walk' })
    const page = await service.desk(open, '/events?q=inline')
    await page.getByRole('button', { name: 'Edit Title: Inline walk' }).click()
    const field = page.getByLabel('Title: Inline walk')
    await field.fill('Inline stroll')
    await page.context().setOffline(true)
    await page.keyboard.press('Enter')
    await page.locator('.inline').getByRole('alert').waitFor()
    expect(await field.inputValue()).toBe('Inline stroll')
    await page.context().setOffline(false)
    await field.press('Enter')
    await page.getByText('“Inline stroll” is saved.').waitFor()
    expect((await kept(id)).title).toBe('Inline stroll')
    await page.getByRole('button', { name: 'Edit Title: Inline stroll' }).click()
    await service.patch(`/events/${id}`, { title: 'Inline march' }, headers)
    await page.getByLabel('Title: Inline stroll').fill('Inline run')
    await page.keyboard.press('Enter')
    await page.getByText('It was changed after the list was loaded').waitFor()
    expect((await kept(id)).title).toBe('Inline march')
  })

  it('shows what was saved in the list before that is loaded again, of a date of a series too, and what was undone', async () => {
    const weekly = { title: 'Gannets weekly', recurrence: ['RRULE:FREQ=WEEKLY;COUNT=2'] }
    await made({ title: 'Gannets', start_date: '2027-06-05 09:00', end_date: '2027-06-05 10:00' })
    await made({ ...weekly, start_date: '2027-06-05 18:00', end_date: '2027-06-05 20:00' })
    const page = await service.desk(open, '/events?q=gannets&order=start_date-asc')
    const rows = page.locator('.events tbody tr:not(.day)')
    await rows.nth(1).locator('.unfold').click()
    await rows.nth(3).waitFor()
    for (const [row, title] of [
      [rows.first(), 'Gannets'],
      [rows.last(), 'Gannets weekly'],
    ] as const) {
      let answer = () => {}
      const answered = new Promise<void>((resolve) => {
        answer = resolve
      })
      await page.route('**/events?**', (route) => answered.then(() => route.continue()))
      await row.getByRole('button', { name: `Edit Title: ${title}`, exact: true }).click()
      await page.locator('[name=inline-title]').fill('Gannets after all')
      await page.keyboard.press('Enter')
      const shown = row.locator('th', { hasText: 'after all' })
      await shown.waitFor()
      answer()
      await page.locator('.loaded[aria-busy=false]').waitFor()
      await page.unroute('**/events?**')
      await page.locator('.notice').getByRole('button', { name: 'Undo' }).click()
      await shown.waitFor({ state: 'detached' })
    }
  })

  it('shows at the unfolded dates of a series what was done to those that were chosen, and what was undone', async () => {
    const recurrence = ['RRULE:FREQ=WEEKLY;COUNT=2']
    await made({ title: 'Terns', start_date: '2027-06-05 18:00', end_date: '2027-06-05 20:00', recurrence })
    const page = await service.desk(open, '/events?q=terns')
    const rows = page.locator('.events tbody tr:not(.day)')
    await rows.first().locator('.unfold').click()
    const date = rows.nth(2)
    await date.getByRole('checkbox').check()
    await page.locator('.bulk').getByRole('button', { name: 'Change to draft' }).click()
    const draft = date.getByText('Draft', { exact: true })
    await draft.waitFor()
    await page.locator('.notice').getByRole('button', { name: 'Undo' }).click()
    await draft.waitFor({ state: 'detached' })
  })

  it('edits a start over the table, and chooses rows, while all other rows stay where they are', async () => {
    const ids = await Promise.all(['Still A', 'Still B'].map((title) => made({ title, status: 'draft' })))
    const { body: image } = await service.ask('POST', '/media', await anImage(400, 300), {
      ...headers,
      'content-type': 'image/png',
    })
    await service.patch(`/events/${ids[1]}`, { image: image.id }, headers)
    const page = await service.desk(open, '/events?q=still', 'ada', {
      viewport: { width: 1440, height: 900 },
    })
    const row = (title: string) => page.locator('.events tbody tr', { hasText: title })
    const places = () => Promise.all(['Still A', 'Still B'].map((title) => row(title).boundingBox()))
    const title = () => row('Still A').locator('th').boundingBox()
    await row('Still B').locator('img').waitFor()
    const [before, titleBefore] = [await places(), await title()]
    expect(Math.abs((before[0]?.height ?? 0) - (before[1]?.height ?? 9))).toBeLessThan(1)
    await page.getByLabel('Select Still A').check()
    await page.locator('.bulk').waitFor()
    expect(await places()).toEqual(before)
    await page.getByLabel('Select all on this page').check()
    await page.getByRole('button', { name: 'Edit When: Still A' }).click()
    const field = page.getByLabel('When: Still A')
    await field.waitFor()
    expect([await places(), await title()]).toEqual([before, titleBefore])
    const [save, input] = [
      await page.locator('.inline').getByRole('button', { name: 'Save' }).boundingBox(),
      await field.boundingBox(),
    ]
    expect(save?.x ?? 0).toBeGreaterThanOrEqual((input?.x ?? 0) + (input?.width ?? 0))
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  })

  it('has the acts for chosen rows in one line, and those without room in a menu, however long their words are', async () => {
    await made({ title: 'Long words' })
    const page = await service.desk(open, '/events?q=long+words', 'ada', {
      viewport: { width: 700, height: 900 },
      locale: 'de-DE',
    })
    const row = page.locator('.events tbody tr', { hasText: 'Long words' })
    const shown = page.locator('.bulk-acts > button:visible')
    const menu = page.locator('.bulk').getByLabel('Weitere Aktionen')
    const acts = page.locator('.bulk > :is(p, button), .bulk summary').or(shown)
    const checkbox = row.getByRole('checkbox')
    const countShownAt = async (width: number) => {
      await page.setViewportSize({ width, height: 900 })
      await checkbox.uncheck()
      const before = await row.boundingBox()
      await checkbox.check()
      await page.locator('.bulk').waitFor()
      expect(await row.boundingBox()).toEqual(before)
      const bar = await page.locator('.bulk').boundingBox()
      const boxes = await acts.evaluateAll((all) =>
        all
          .map((act) => act.getBoundingClientRect())
          .map(({ right, bottom, height }) => ({ right, bottom, height })),
      )
      const end = (bar?.y ?? 0) + (bar?.height ?? 0)
      for (const { right, bottom, height } of boxes) {
        expect(height).toBeGreaterThanOrEqual(20)
        expect(right).toBeLessThanOrEqual(width)
        expect(bottom).toBeLessThanOrEqual(end)
      }
      const count = await shown.count()
      if ((await menu.count()) > 0) {
        await menu.click()
        expect(await page.locator('.bulk .sheet > button').count()).toBe(6 - count)
        await page.keyboard.press('Escape')
      }
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
      return count
    }
    // A window that is not yet as wide changes what has room for a moment.
    await vi.waitFor(
      async () => {
        const counts: number[] = []
        for (const width of [700, 1000, 1200, 1440]) counts.push(await countShownAt(width))
        expect(counts).toEqual(counts.toSorted((one, other) => one - other))
        expect(counts[0]).toBeLessThan(counts[3] ?? 0)
      },
      { timeout: 60_000 },
    )
  })

  it('has no columns that cut names in a window of 768 pixels', async () => {
    const place = 'Assembly hall of the school at the harbour'
    await made({ title: 'Narrow window', venue: { venue: place }, categories: ['Town hall meetings'] })
    const page = await service.desk(open, '/events?q=narrow+window', 'ada', {
      viewport: { width: 768, height: 1024 },
    })
    const row = page.locator('.events tbody tr', { hasText: 'Narrow window' })
    await row.waitFor()
    const cut = await row
      .locator('.where')
      .evaluateAll((all) =>
        all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.innerHTML),
      )
    expect(cut).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    expect((await row.getByRole('checkbox').boundingBox())?.width).toBeGreaterThan(0)
  })

  it('shows an event at the start that was saved, below its day, before the list is loaded again', async () => {
    for (const day of [4, 5, 7])
      await made({
        title: `Ferry ${day}`,
        start_date: `2030-05-0${day} 18:00`,
        end_date: `2030-05-0${day} 19:00`,
      })
    const page = await service.desk(open, '/events?q=ferry&order=start_date-asc')
    await page.getByRole('button', { name: 'Edit When: Ferry 4' }).click()
    const start = page.getByLabel('When: Ferry 4')
    await start.fill('2030-05-06 10:30')
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const list = '**/events?**search=ferry**'
    await page.route(list, (route) => answered.then(() => route.continue()))
    await start.press('Enter')
    await page.getByText('“Ferry 4” now starts').waitFor()
    const shown = () =>
      page
        .locator('.events tbody tr')
        .evaluateAll((all) => all.map((row) => (row.querySelector('th a') ?? row).textContent?.trim()))
    const expected = [
      'Sun, 5 May 2030',
      'Ferry 5',
      'Mon, 6 May 2030',
      'Ferry 4',
      'Tue, 7 May 2030',
      'Ferry 7',
    ]
    await expect.poll(shown).toEqual(expected)
    await page.getByRole('row', { name: 'Ferry 4' }).getByText('10:30').waitFor()
    const loaded = page.waitForResponse(list)
    answer()
    await loaded
    await expect.poll(shown).toEqual(expected)
  })

  it('says within the sheet of a start why it is none', async () => {
    await made({ title: 'Start unread' })
    const page = await service.desk(open, '/events?q=start+unread', 'ada', {
      viewport: { width: 1440, height: 900 },
    })
    await page.getByRole('button', { name: 'Edit When: Start unread' }).click()
    await page.getByLabel('When: Start unread').fill('soon')
    await page.keyboard.press('Enter')
    const [sheet, fault] = [page.locator('.inline'), page.locator('.inline .wrong')]
    await fault.waitFor()
    const { x = 0, width = 0 } = (await sheet.boundingBox()) ?? {}
    expect(await fault.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)
    const { x: left = 0, width: wide = 999 } = (await fault.boundingBox()) ?? {}
    expect([left >= x, left + wide <= x + width]).toEqual([true, true])
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  })

  it('has the hour of a clock of twelve hours in one line on a telephone', async () => {
    await made({ title: 'Noon talk', start_date: '2030-05-04 12:30', end_date: '2030-05-04 14:00' })
    const page = await service.desk(open, '/events?q=noon+talk', 'ada', { ...phone, locale: 'en-US' })
    const hour = page.locator('.events td.start')
    expect(await hour.innerText()).toMatch(/12:30/)
    const lines = await page.evaluate(`(() => {
      const text = document.createRange()
      text.selectNodeContents(document.querySelector('.events td.start').firstChild)
      return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size
    })()`)
    expect(lines).toBe(1)
  })

  it('asks for a title where an event has none any more', async () => {
    const page = await service.desk(open, `/events/${await made({ title: 'Nameless' })}`)
    await page.getByLabel('Title', { exact: true }).fill('')
    await page.getByRole('button', { name: 'Save', exact: true }).first().click()
    await page.getByText('Enter a title.').first().waitFor()
  })

  it('publishes several as they were listed: one that changed meanwhile is named, and stays as it is', async () => {
    const [one = 0, other = 0, third = 0] = await Promise.all(
      ['Wait A', 'Wait B', 'Wait C'].map((title) => made({ title, status: 'pending' })),
    )
    const page = await service.desk(open, '/events?q=wait')
    /** Does an act, and waits until the list is loaded again and drawn: nothing in it tells that it knows the last change. */
    const listedAfter = async (act: () => Promise<void>) => {
      const listed = page.waitForResponse((one) => one.url().includes('search=wait'))
      await act()
      await (await listed).finished()
      await page.evaluate('new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)))')
    }
    await page.getByLabel('Select all on this page').check()
    await service.patch(`/events/${other}`, { website: 'https://evil.example' }, headers)
    await listedAfter(() => page.getByRole('button', { name: 'Publish' }).click())
    const alert = page.getByRole('alert')
    await alert.getByText('Wait B: It was changed after the list was loaded').waitFor()
    expect(await alert.getByRole('listitem').count()).toBe(1)
    expect([(await kept(one)).status, (await kept(third)).status]).toEqual(['publish', 'publish'])
    expect((await kept(other)).status).toBe('pending')
    await page.getByLabel('Select Wait B').check()
    await service.patch(`/events/${other}`, { website: 'https://worse.example' }, headers)
    await page.getByRole('button', { name: 'Change…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Status').selectOption('publish')
    await listedAfter(() => dialog.getByRole('button', { name: /^Change \d+ event/ }).click())
    await page.getByText('“Wait B”: What waits was changed since you saw it').waitFor()
    expect((await kept(other)).status).toBe('pending')
    await page.getByLabel('Select Wait B').check()
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect.poll(async () => (await kept(other)).status).toBe('publish')
  })

  it('sees who changed an event, when and what, also after the next save', async () => {
    const id = await made({ title: 'Told' })
    const page = await service.desk(open, `/events/${id}`)
    await page.locator('.history > summary').click()
    const lines = page.locator('.changes li')
    await lines.filter({ hasText: 'ada' }).getByText('created it').waitFor()
    await page.getByLabel('Title').fill('Told again')
    await page.getByLabel('Cost').first().fill('5 €')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await lines.getByText('changed the title and the price').waitFor()
    expect(await lines.count()).toBe(2)
    expect(await violationsInView(page)).toEqual([])
  })

  it('adds custom fields and a parent event', async () => {
    const festival = await made({ title: 'Festival of lights' })
    const id = await made({ title: 'Parade', custom_fields: { seats: { label: 'Seats', value: 40 } } })
    const page = await service.desk(open, `/events/${id}`)
    await page.getByLabel('Value').fill('41')
    await page.getByRole('button', { name: 'Add a field' }).click()
    await page.getByLabel('Label').last().fill('Sprache des Führers')
    await page.getByLabel('Value').last().fill('Italian')
    await page.getByRole('combobox', { name: 'Part of' }).fill('lights')
    await page.getByRole('option', { name: 'Festival of lights' }).click()
    await page.getByRole('link', { name: 'Festival of lights' }).waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('“Parade” is saved.').waitFor()
    const saved = await kept(id)
    expect([saved.post_parent, saved.custom_fields]).toEqual([
      festival,
      {
        seats: { label: 'Seats', value: 41 },
        sprache_des_fuhrers: { label: 'Sprache des Führers', value: 'Italian' },
      },
    ])
    await page.getByRole('button', { name: 'Remove field 1' }).click()
    await page.getByRole('button', { name: 'Remove Festival of lights' }).click()
    await page.keyboard.press('ControlOrMeta+s')
    await expect
      .poll(async () => Object.keys((await kept(id)).custom_fields))
      .toEqual(['sprache_des_fuhrers'])
    expect((await kept(id)).post_parent).toBe(0)
  })

  it('selects all events of a page on a phone, too', async () => {
    await Promise.all(['Phone A', 'Phone B'].map((title) => made({ title })))
    const page = await service.desk(open, '/events?q=phone', 'ada', phone)
    // The boxes are there once somebody wants to choose.
    await page.getByRole('button', { name: 'Select', exact: true }).click()
    await page.getByText('Select all on this page').click()
    await page.getByText('2 selected').waitFor()
    await page.getByRole('button', { name: 'Select', exact: true }).click()
    await page.getByText('2 selected').waitFor({ state: 'detached' })
    expect(await page.getByText('Select all on this page').isVisible()).toBe(false)
  })

  it('schedules an event', async () => {
    const id = await made({ title: 'Later', status: 'draft' })
    const page = await service.desk(open, `/events/${id}`)
    await page.getByLabel('Status').selectOption({ label: 'Schedule …' })
    await page.getByLabel('Publish at').fill('2020-01-01T09:00')
    await page.getByText('Choose a time in the future.').waitFor()
    await page.getByLabel('Publish at').fill('2029-01-01T09:00')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('“Later” will be published').waitFor()
    const { status, date } = await kept(id)
    expect([status, date]).toEqual(['future', '2029-01-01 09:00:00'])
  })

  it('adds an image by drag and drop', async () => {
    const id = await made({ title: 'Picture' })
    const page = await service.desk(open, `/events/${id}`)
    const bytes = (await anImage(200, 100)).toString('base64')
    // As text: the types of browsers are unknown to the tests.
    const transfer = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer()
      const bytes = Uint8Array.from(atob('${bytes}'), (sign) => sign.charCodeAt(0))
      transfer.items.add(new File([bytes], 'door.png', { type: 'image/png' }))
      return transfer
    })()`)
    await page.locator('.drop').dispatchEvent('drop', { dataTransfer: transfer })
    await page.getByRole('button', { name: /The image of this entry/ }).waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('“Picture” is saved.').waitFor()
    expect((await kept(id)).image.width).toBe(200)
  })

  it('keeps unsaved text when the session ends, and when the page is closed', async () => {
    const id = await made({ title: 'Half' })
    await service.person('bea', 'editor')
    const page = await service.desk(open, `/events/${id}`, 'bea')
    await page.getByLabel('Title').fill('Half written')
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('dialog').getByText('Your session has ended').waitFor()
    page.once('dialog', (dialog) => dialog.accept())
    await page.reload()
    await page.getByLabel('Login').fill('bea')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Restore them' }).click()
    expect(await page.getByLabel('Title').inputValue()).toBe('Half written')
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Password').fill(PASSWORD)
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    // What was sent in vain is sent again.
    await page.getByText('“Half written” is saved.').waitFor()
    expect(await page.locator('main').getByRole('alert').count()).toBe(0)
    // Words for programs, such as “HTTP Basic”, say nothing to editors.
    expect(await page.locator('main').textContent()).not.toMatch(/Authentication|HTTP/)
    expect((await kept(id)).title).toBe('Half written')
  })

  it('only shows places and organizers of others to a contributor, who changes own ones until they are public', async () => {
    await service.person('cilla', 'contributor')
    const { cookie, csrf } = await service.session('cilla')
    const by = { ...cookie, ...csrf }
    const hall = { venue: 'Hall', description: '<p>By the river</p>' }
    const foreign = (await service.post('/venues', hall, headers)).body.id
    const band = (await service.post('/organizers', { organizer: 'Band' }, headers)).body.id
    const own = (await service.post('/venues', { venue: 'Barn' }, by)).body.id
    const page = await service.desk(open, `/venues/${foreign}`, 'cilla')
    await page.getByText('You can’t change this. Ask an editor.').waitFor()
    expect(await page.locator('[name=venue]').isDisabled()).toBe(true)
    expect(await page.locator('[data-name=description]').getAttribute('contenteditable')).toBe('false')
    for (const name of ['Save', 'Move to trash'])
      expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0)
    expect(await violationsInView(page)).toEqual([])
    await service.show(page, `/organizers/${band}`)
    await page.getByText('You can’t change this. Ask an editor.').waitFor()
    await service.show(page, `/venues/${own}`)
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor()
    expect(await page.locator('[name=venue]').isEnabled()).toBe(true)
    await service.patch(`/venues/${own}`, { status: 'publish' }, headers)
    expect((await service.patch(`/venues/${own}`, { city: 'Rye' }, by)).status).toBe(403)
    await service.show(page, '/')
    await service.show(page, `/venues/${own}`)
    await page.getByText('You can’t change this. Ask an editor.').waitFor()
  })

  it('leads from a venue to its page, and to a map that shows its place, once it is public', async () => {
    const place = { venue: 'Mill', geo_lat: 52.1, geo_lng: 4.3 }
    const { id, url } = (await service.post('/venues', { ...place, status: 'draft' }, headers)).body
    const page = await service.desk(open, `/venues/${id}`)
    const map = page.getByRole('link', { name: 'Show on a map' })
    expect(await map.getAttribute('href')).toContain('mlat=52.1&mlon=4.3')
    const view = page.getByRole('link', { name: 'View', exact: true })
    expect(await view.count()).toBe(0)
    await page.getByLabel('Status').selectOption('publish')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(() => view.getAttribute('href')).toBe(url)
  })

  it('only shows the event of somebody else to a contributor, who may duplicate it', async () => {
    const id = await made({ title: 'Of Ada', description: '<p>Words</p>' })
    await service.person('cleo', 'contributor')
    const page = await service.desk(open, `/events/${id}`, 'cleo')
    await page.getByText('Only its author and editors change this event.').waitFor()
    expect(await page.locator('[name=title]').isDisabled()).toBe(true)
    const words = page.locator('[data-name=description]')
    expect(await words.textContent()).toBe('Words')
    expect(await words.getAttribute('contenteditable')).toBe('false')
    expect(await page.getByRole('toolbar').count()).toBe(0)
    await page.getByLabel('More actions').click()
    for (const name of ['Save', 'Save as draft of changes', 'Move to trash', 'Cancel or postpone…'])
      expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0)
    expect(await violationsInView(page)).toEqual([])
    await page.getByRole('button', { name: 'Duplicate' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create copies' }).click()
    await page.getByText('1 copy created.').waitFor()
    await expect.poll(() => page.locator('[name=title]').isEnabled()).toBe(true)
  })

  it('leaves a new event alone that is begun while the one before is created', async () => {
    const page = await service.desk(open, '/events/new')
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const isCreation = (url: URL) => url.pathname.endsWith('/events')
    await page.route(isCreation, async (route) => {
      if (route.request().method() === 'POST') await answered
      await route.continue()
    })
    await page.getByLabel('Title').fill('The one before')
    const asked = page.waitForRequest((request) => request.method() === 'POST')
    await page.keyboard.press('ControlOrMeta+s')
    const response = (await asked).response()
    await page.locator('.rooms').getByRole('link', { name: 'Venues' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click()
    await page.getByRole('heading', { name: 'Venues' }).waitFor()
    await page.keyboard.press('n')
    await page.getByLabel('Title').fill('The next one')
    answer()
    await (await response)?.finished()
    await page.getByText('“The one before” is published.').waitFor()
    await page.evaluate('new Promise(requestAnimationFrame)')
    expect(new URL(page.url()).pathname).toBe('/desk/events/new')
    expect(await page.getByLabel('Title').inputValue()).toBe('The next one')
    await page.unroute(isCreation)
  })
})
