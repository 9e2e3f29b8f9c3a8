import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskService, eveningEvent, signedDesk, violationsInView } from '../support/at-desk.ts'
import { describeInBrowser, phone } from '../support/browser.ts'
import { beyondSides } from '../support/sides.ts'

describeInBrowser('the palette', (open) => {
  let service: DeskService
  let headers: Record<string, string>
  beforeAll(async () => {
    ;({ service, headers } = await signedDesk())
  })
  afterAll(() => service.close())

  it('opens views, events and places by a few letters, without a mouse, and views without the service', async () => {
    const venue = { venue: 'Lantern Theatre' }
    const id = await eveningEvent(service, { title: 'Concert of the tides', venue }, headers)
    const page = await service.desk(open)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('tides')
    await page.getByRole('option', { name: /Concert of the tides/ }).waitFor()
    expect(await violationsInView(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(`/events/${id}$`))
    await page.keyboard.press('Control+k')
    await page.keyboard.type('lantern')
    await page.getByRole('option', { name: /Lantern Theatre/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.context().setOffline(true)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('calend')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/calendar$/)
    await page.context().setOffline(false)
  })

  it('opens whatever has a view by its name: categories, tags, groups, pages, images and people', async () => {
    const named = [
      ['/categories', { name: 'Lute music' }, 'Category'],
      ['/tags', { name: 'Lute and harp' }, 'Tag'],
      ['/groups', { name: 'Lute circle' }, 'Group'],
      ['/pages', { title: 'Lutes for hire' }, 'Page'],
      ['/users', { login: 'luther', display_name: 'Lute Player', role: 'author' }, 'User'],
    ] as const
    const page = await service.desk(open)
    for (const [path, body, kind] of named) {
      const { id } = (await service.post(path, body, headers)).body
      const name = 'title' in body ? body.title : 'display_name' in body ? body.display_name : body.name
      await page.keyboard.press('Control+k')
      await page.keyboard.type(name)
      await page.getByRole('option', { name: new RegExp(`^${name} ${kind}$`) }).click()
      await page.waitForURL(new RegExp(`${path}(/|\\?user=)${id}$`))
      const heading = page.getByRole('heading', { name })
      await heading.first().waitFor()
      await page.keyboard.press('Escape')
      // A dialog of a list leaves the list behind.
      if (path === '/categories' || path === '/tags') await page.waitForURL(new RegExp(`${path}$`))
    }
  })

  it('goes on by arrows past acts of the same name', async () => {
    await eveningEvent(service, { title: 'Zither night' }, headers)
    for (const name of ['Old', 'New']) {
      const parent = (await service.post('/categories', { name: `${name} strings` }, headers)).body.id
      await service.post('/categories', { name: 'Zither', parent }, headers)
    }
    const page = await service.desk(open, '/events?q=zither')
    await page.getByRole('checkbox', { name: 'Select Zither night' }).check()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('add category zither')
    const acts = page.getByRole('option', { name: 'Add category: Zither' })
    await acts.nth(1).waitFor()
    for (const at of [0, 1, 0]) {
      expect(await acts.nth(at).getAttribute('aria-selected')).toBe('true')
      await page.keyboard.press('ArrowDown')
    }
  })

  it('shows what the other lists have where one of them fails', async () => {
    const id = await eveningEvent(
      service,
      { title: 'Rowing regatta', venue: { venue: 'Regatta quay' } },
      headers,
    )
    const page = await service.desk(open)
    await page.route(/\/(organizers|tags)\?/, (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.keyboard.press('Control+k')
    await page.keyboard.type('regatta')
    await page.getByRole('option', { name: /Regatta quay/ }).waitFor()
    await page.getByRole('option', { name: /^Rowing regatta/ }).click()
    await page.waitForURL(new RegExp(`/events/${id}$`))
    await page.unroute(/\/(organizers|tags)\?/)
  })

  it('offers what can be done with a text that names nothing: search the events, make one', async () => {
    const page = await service.desk(open)
    const typed = async () => {
      await page.keyboard.press('Control+k')
      await page.keyboard.type('zither solo')
      await page.getByText('Nothing found.').waitFor()
    }
    await typed()
    expect(await page.locator('[role=option] .label').allInnerTexts()).toEqual([
      'Search events for “zither solo”',
      'New event “zither solo”',
    ])
    expect(await violationsInView(page)).toEqual([])
    await page.getByRole('option', { name: 'New event “zither solo”' }).click()
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('zither solo')
    await service.show(page, '/venues')
    await typed()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/events\?when=ever&q=zither%20solo$/)
  })

  it('opens what comes first once the answer is there, where Enter is pressed before', async () => {
    const id = await eveningEvent(service, { title: 'Night of the ferries' }, headers)
    const page = await service.desk(open)
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/events?**search=**', (route) => answered.then(() => route.continue()))
    await page.keyboard.press('Control+k')
    const field = page.getByRole('dialog').getByRole('combobox')
    await field.fill('ferries')
    await field.press('Enter')
    answer()
    await page.waitForURL(new RegExp(`/events/${id}$`))
    await page.unroute('**/events?**search=**')
  })

  it('has rows for a thumb on a phone, titles of two lines at most, dates below each other, and a cross', async () => {
    const venue = { venue: 'Lantern Theatre' }
    await eveningEvent(service, { title: 'Lanterns '.repeat(30).trim(), venue }, headers)
    const page = await service.desk(open, '', 'ada', phone)
    await page.getByRole('button', { name: 'Go to…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox').fill('lantern')
    await dialog.locator('[role=option] small').nth(1).waitFor()
    const boxes = async (inside: string) =>
      Promise.all((await dialog.locator(`[role=option] ${inside}`).all()).map((one) => one.boundingBox()))
    const rows = await Promise.all((await dialog.getByRole('option').all()).map((one) => one.boundingBox()))
    for (const row of rows) expect(row?.height).toBeGreaterThanOrEqual(44)
    expect(Math.max(...rows.map((row) => row?.height ?? 0))).toBeLessThan(100)
    expect(new Set((await boxes('small')).map((box) => box?.x)).size).toBe(1)
    expect(await beyondSides(page, '.rooms, .skip')).toEqual([])
    expect(await violationsInView(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  /** Opens the desk anew, and holds the code of the dialogs back until the returned function is called. */
  const withCodeHeld = async (page: Page) => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/desk-on-demand-*.js', (route) => held.then(() => route.continue()))
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    return release
  }

  it('has the letters that were typed before its code was there, and so has quick add', async () => {
    const page = await service.desk(open)
    for (const key of ['Control+k', 'q']) {
      const release = await withCodeHeld(page)
      await page.keyboard.press(key)
      await page.keyboard.type('tides')
      release()
      const field = page.getByRole('dialog').locator('input').first()
      await expect.poll(() => field.inputValue()).toBe('tides')
      await page.keyboard.press('Escape')
      await page.unroute('**/desk-on-demand-*.js')
    }
  })

  it('stays closed after Escape, though its code was not there yet', async () => {
    const page = await service.desk(open)
    const release = await withCodeHeld(page)
    const loaded = page.waitForResponse('**/desk-on-demand-*.js')
    for (const key of ['Control+k', 't', 'Escape', '?']) await page.keyboard.press(key)
    release()
    await (await loaded).finished()
    await page.getByRole('dialog', { name: 'Shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.unroute('**/desk-on-demand-*.js')
  })

  it('offers an event by its whole title before all others with the words, and asks for few fields', async () => {
    for (let day = 10; day < 17; day += 1) {
      const times = { start_date: `2027-02-${day} 18:00`, end_date: `2027-02-${day} 20:00` }
      await eveningEvent(service, { title: `Day ${day} of quilts`, ...times }, headers)
    }
    await eveningEvent(service, { title: 'Quilts' }, headers)
    const page = await service.desk(open)
    await page.keyboard.press('Control+k')
    const asked: URL[] = []
    page.on('request', (request) => asked.push(new URL(request.url())))
    // At once: between slow keys, it asks for what is typed so far.
    await page.getByRole('dialog').getByRole('combobox').fill('quilts')
    await page
      .getByRole('option', { name: /of quilts/ })
      .first()
      .waitFor()
    const labels = await page.locator('[role=option] .label').allInnerTexts()
    expect(labels).toEqual([
      'Quilts',
      ...[10, 11, 12, 13].map((day) => `Day ${day} of quilts`),
      'Search events for “quilts”',
    ])
    const searches = asked.filter(({ pathname }) => pathname.endsWith('/events'))
    expect(searches.map(({ searchParams }) => searchParams.get('_fields')?.includes('image'))).toEqual([
      false,
      false,
    ])
  })
})
