import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SignedDesk, signedDesk } from '../support/at-desk.ts'
import { describeInBrowser } from '../support/browser.ts'
import { anImage } from '../support/images.ts'

describeInBrowser('the form of an event', (open) => {
  let desk: SignedDesk
  beforeAll(async () => {
    desk = await signedDesk()
  })
  afterAll(() => desk.service.close())
  const notice = (page: Page, text: string) => page.getByText(text).waitFor()

  it('folds what is rarely filled, shows its value in a line, and opens all on request', async () => {
    const id = await desk.made({ title: 'Folded', cost: '12 €', tags: ['late'] })
    const page = await desk.service.desk(open, `/events/${id}`)
    await page.getByRole('button', { name: 'Show all fields' }).click()
    const cost = page.locator('details.fold', { hasText: 'Cost' }).first()
    expect(await cost.locator('summary .value').innerText()).toBe('12 €')
    await page.locator('[name=cost]').waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Show all fields' }).click()
    await page.locator('[name=cost]').waitFor()
  })

  it('shows beside it what is not saved yet', async () => {
    const id = await desk.made({ title: 'Old name' })
    const page = await desk.service.desk(open, `/events/${id}`)
    await page.getByLabel('Title').fill('New name')
    await page.locator('.live .headline', { hasText: 'New name' }).waitFor()
    expect((await desk.kept(id)).title).toBe('Old name')
  })

  it('cancels in one tap, keeps what is not saved, and takes it back', async () => {
    const id = await desk.made({ title: 'Regatta' })
    const page = await desk.service.desk(open, `/events/${id}`, 'ada', {
      viewport: { width: 390, height: 844 },
    })
    await page.getByLabel('Title').fill('Great regatta')
    const button = page.getByRole('button', { name: 'Cancel the event', exact: true })
    expect((await button.boundingBox())?.y).toBeLessThan(844)
    await button.click()
    await notice(page, '“Regatta” is marked: Cancelled.')
    expect(await desk.kept(id)).toMatchObject({ event_status: 'cancelled', title: 'Regatta' })
    expect(await page.getByLabel('Title').inputValue()).toBe('Great regatta')
    await page.locator('.title').getByText('Cancelled', { exact: true }).waitFor()
    expect(await button.count()).toBe(0)
    await page.getByRole('button', { name: 'Go ahead as planned' }).click()
    await notice(page, '“Regatta” is marked: As planned.')
    await page.keyboard.press('ControlOrMeta+s')
    await notice(page, '“Great regatta” is saved.')
    expect(await desk.kept(id)).toMatchObject({ event_status: 'scheduled', title: 'Great regatta' })
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await expect.poll(async () => (await desk.kept(id)).title).toBe('Regatta')
  })

  it('keeps what is typed while a save runs, and saves it with the next one', async () => {
    const id = await desk.made({ title: 'Tide' })
    const page = await desk.service.desk(open, `/events/${id}`)
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(`**/events/${id}**`, async (route) => {
      if (route.request().method() === 'PATCH') await answered
      await route.continue()
    })
    await page.getByLabel('Title').fill('High tide')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('Saving').waitFor()
    await page.getByLabel('Title').fill('High tide at noon')
    answer()
    await notice(page, '“High tide” is saved.')
    expect((await desk.kept(id)).title).toBe('High tide')
    expect(await page.getByLabel('Title').inputValue()).toBe('High tide at noon')
    await page.getByText('Not saved yet').waitFor()
    await page.keyboard.press('ControlOrMeta+s')
    await notice(page, '“High tide at noon” is saved.')
    expect((await desk.kept(id)).title).toBe('High tide at noon')
  })

  it('says how long an event lasts on the days on which the clocks change', async () => {
    const page = await desk.service.desk(open, '/events/new')
    const lasts = async (day: string, from: string, to: string) => {
      await page.locator('[name=start_date]').fill(day)
      await page.getByLabel('Start: time').fill(from)
      await page.getByLabel('End: time').fill(to)
      return page.locator('p.length').innerText()
    }
    expect(await lasts('2027-03-28', '01:00', '04:00')).toContain('Lasts 2 hours')
    expect(await lasts('2027-10-31', '01:00', '04:00')).toContain('Lasts 4 hours')
    expect(await lasts('2027-11-01', '01:00', '04:00')).toContain('Lasts 3 hours')
    await page.locator('[name=end_date]').fill('2027-11-02')
    expect(await page.locator('p.length').innerText()).toContain('Lasts 1 day 3 hours')
  })

  it('keeps that an event has no end time, also when its start moves, until it gets one', async () => {
    const id = await desk.made({ title: 'Jam session' })
    const page = await desk.service.desk(open, `/events/${id}`)
    await page.getByLabel('No end time').check()
    await page.locator('[name=end_date]').waitFor({ state: 'detached' })
    await page.locator('[name=start_date]').fill('2030-05-04')
    await page.keyboard.press('ControlOrMeta+s')
    await notice(page, '“Jam session” is saved.')
    const open_ended = await desk.kept(id)
    expect(open_ended.start_date).toMatch(/^2030-05-04/)
    expect(open_ended).toMatchObject({ no_end_time: true, end_date: open_ended.start_date })
    await page.getByLabel('No end time').uncheck()
    await page.locator('[name=end_date]').fill('2030-05-05')
    await page.keyboard.press('ControlOrMeta+s')
    await expect.poll(async () => (await desk.kept(id)).end_date).toMatch(/^2030-05-05/)
  })

  it('takes the focus of a picture from a tap on it, and saves it with who made it', async () => {
    const { body: image } = await desk.service.ask('POST', '/media', await anImage(400, 300), {
      ...desk.headers,
      'content-type': 'image/png',
    })
    const id = await desk.made({ title: 'Pictured', image: image.id })
    const page = await desk.service.desk(open, `/events/${id}`)
    const picture = page.locator('.focus-picture')
    const { width, height } = (await picture.boundingBox()) ?? { width: 0, height: 0 }
    await picture.click({ position: { x: width / 4, y: height / 10 } })
    await picture.press('ArrowRight')
    await page.locator('[name=credit]').fill('Ada')
    await page.keyboard.press('ControlOrMeta+s')
    await expect.poll(async () => (await desk.kept(id)).image.credit).toBe('Ada')
    expect((await desk.kept(id)).image).toMatchObject({ focus_x: 30, focus_y: 10 })
  })

  it('makes a category from the form, and ticks it, without sending what is around it', async () => {
    const page = await desk.service.desk(open, '/events/new')
    await page.getByLabel('Title').fill('Herring days')
    for (const name of ['Harbour', 'Smoking']) {
      await page.getByRole('button', { name: 'New category' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.locator('[name=name]').fill(name)
      if (name === 'Smoking') await dialog.locator('[name=parent]').selectOption({ label: 'Harbour' })
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('checkbox', { name, checked: true }).waitFor()
    }
    expect(new URL(page.url()).pathname).toMatch(/new$/)
    await page.keyboard.press('ControlOrMeta+s')
    await notice(page, '“Herring days” is saved.')
    const { categories } = await desk.kept(Number(page.url().split('/').at(-1)))
    expect(categories.map(({ name }: { name: string }) => name).sort()).toEqual(['Harbour', 'Smoking'])
  })

  it('lists the real dates of a series with their state, and counts those of a change before it', async () => {
    const rule = {
      recurrence: 'FREQ=WEEKLY;COUNT=5',
      start_date: '2028-03-07 18:00',
      end_date: '2028-03-07 19:00',
    }
    const first = await desk.made({ title: 'Choir', ...rule })
    const series = (await desk.kept(first)).series.id
    const query = `/events?series=${series}&starts_after=1000-01-03`
    const dates = (await desk.service.get(query, desk.headers)).body.events
    const change = (at: number, body: object) =>
      desk.service.patch(`/events/${dates[at].id}`, body, desk.headers)
    await change(1, { start_date: '2028-03-15 18:00', end_date: '2028-03-15 19:00' })
    await change(2, { event_status: 'cancelled' })
    const page = await desk.service.desk(open, `/events/${dates[3].id}`)
    const lines = page.getByRole('list', { name: 'Dates of the series' }).getByRole('listitem')
    await lines.nth(4).waitFor()
    expect(await lines.count()).toBe(5)
    expect(await lines.nth(1).innerText()).toMatch(/moved from .*14/)
    expect(await lines.nth(2).innerText()).toContain('Cancelled')
    await page.getByLabel('Title').fill('Choir outside')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByRole('dialog').getByText('This and the following dates · 2 dates').waitFor()
    await page.getByRole('dialog').getByText('All dates · 5 dates').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await lines.nth(1).getByRole('link').click()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await page.waitForURL(`**/events/${dates[1].id}`)
  })
})
