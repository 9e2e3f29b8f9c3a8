import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SignedDesk, signedDesk } from '../support/at-desk.ts'
import { describeInBrowser, phone } from '../support/browser.ts'

describeInBrowser('lists of the desk by keys', (open) => {
  let service: SignedDesk['service']
  let made: SignedDesk['made']
  let headers: Record<string, string>
  beforeAll(async () => {
    ;({ service, made, headers } = await signedDesk())
  })
  afterAll(() => service.close())

  const focused = (page: Page) =>
    page.evaluate<string>('document.activeElement === document.body ? "" : document.activeElement.innerText')
  const chosen = (page: Page) => page.locator('.bulk [role=status]')

  it('choose a range, act, undo, narrow and keep a view, and never lose the focus', async () => {
    for (const title of ['Stall A', 'Stall B', 'Stall C', 'Stall D']) await made({ title })
    const page = await service.desk(open, '/events')
    await page.getByRole('link', { name: 'Stall D' }).waitFor()
    const press = async (...keys: readonly string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    await press('j', 'x', 'j', 'j', 'X')
    await chosen(page).getByText('3 selected').waitFor()
    await press('Delete')
    await page.getByText('3 events are in the trash.').first().waitFor()
    await page.getByRole('link', { name: 'Stall A' }).waitFor({ state: 'detached' })
    expect(await focused(page)).not.toBe('')
    await press('j')
    expect(await focused(page)).toBe('Stall D')
    await press('u')
    await page.getByRole('link', { name: 'Stall A' }).waitFor()
    await press('/')
    await page.keyboard.type('stall b')
    await page.getByRole('link', { name: 'Stall A' }).waitFor({ state: 'detached' })
    await press('Escape', 'a')
    await chosen(page).getByText('1 selected').waitFor()
    await page.getByRole('button', { name: 'Select none' }).focus()
    await press('Enter')
    await chosen(page).waitFor({ state: 'detached' })
    expect(await focused(page)).not.toBe('')
    await page.getByText('Save as a view').focus()
    await press('Enter')
    await page.getByLabel('Name of the view').focus()
    await page.keyboard.type('B alone')
    await press('Enter')
    await page.getByRole('button', { name: 'B alone', exact: true }).waitFor()
    expect(await focused(page)).not.toBe('')
    await page.getByRole('button', { name: 'Edit Title: Stall B' }).focus()
    await press('Enter', 'Escape')
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Edit Title: Stall B')
  })

  it('lead by Tab from a row that was chosen to the acts on it, and back', async () => {
    for (const title of ['Booth A', 'Booth B']) await made({ title })
    const page = await service.desk(open, '/events?q=booth')
    const box = page.getByRole('checkbox', { name: 'Select Booth B' })
    const link = page.getByRole('link', { name: 'Booth B' })
    const hasFocus = async (one: typeof box) => (await one.and(page.locator(':focus')).count()) === 1
    await box.focus()
    await page.keyboard.press('Space')
    await chosen(page).getByText('1 selected').waitFor()
    await page.keyboard.press('Tab')
    expect(await hasFocus(page.getByRole('button', { name: 'Select none' }))).toBe(true)
    await page.keyboard.press('Shift+Tab')
    expect(await hasFocus(box)).toBe(true)
    await page.keyboard.press('Tab')
    const stops = page.locator('.bulk :is(button, summary):visible')
    for (let at = await stops.count(); at > 0; at -= 1) await page.keyboard.press('Tab')
    expect(await hasFocus(link)).toBe(true)
    // Who comes the other way goes on to what stands above.
    await page.getByRole('button', { name: 'Select none' }).focus()
    await page.keyboard.press('Shift+Tab')
    expect(await page.evaluate('document.activeElement.closest(".events, .bulk")')).toBe(null)
    await link.focus()
    await page.keyboard.press('x')
    await chosen(page).waitFor({ state: 'detached' })
    await page.keyboard.press('x')
    await chosen(page).waitFor()
    await page.keyboard.press('Tab')
    expect(await hasFocus(page.getByRole('button', { name: 'Select none' }))).toBe(true)
  })

  it('are told by the help: those of the open view, and those of every view', async () => {
    await made({ title: 'Stall E' })
    const page = await service.desk(open, '/events')
    await page.getByRole('link', { name: 'Stall E' }).waitFor()
    const told = async () => {
      await page.keyboard.press('?')
      const meanings = page.getByRole('dialog').getByRole('definition')
      await meanings.first().waitFor()
      const lines = await meanings.allInnerTexts()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      return lines
    }
    expect(await told()).toEqual(
      expect.arrayContaining(['Next row, row before', 'Edit the title', 'New event']),
    )
    expect(await told()).not.toContain('Move to trash')
    await page.keyboard.press('a')
    await chosen(page).waitFor()
    expect(await told()).toContain('Move to trash')
    await service.show(page, '/calendar')
    await page.getByRole('button', { name: 'Month', exact: true }).waitFor()
    const inCalendar = await told()
    expect(inCalendar).toEqual(
      expect.arrayContaining(['Month', 'Change how long the event lasts', 'New event']),
    )
    expect(inCalendar).not.toContain('Next row, row before')
  })

  it('have pages without stops that do nothing', async () => {
    for (let at = 0; at < 51; at += 1) await service.post('/tags', { name: `stop ${100 + at}` }, headers)
    const page = await service.desk(open, '/tags')
    const pager = page.locator('.pager')
    await pager.getByRole('button', { name: 'Next' }).focus()
    expect(await pager.getByRole('button').count()).toBe(1)
    await page.keyboard.press('Enter')
    await page.getByText('page 2 of 2').waitFor()
    await expect.poll(() => focused(page)).toBe('Previous')
    expect(await pager.getByRole('button').count()).toBe(1)
  })

  it('restore and delete what is in the trash row by row', async () => {
    const ids = [await made({ title: 'Lost fair' }), await made({ title: 'Old fair' })]
    for (const id of ids) await service.remove(`/events/${id}`, headers)
    const page = await service.desk(open, '/trash')
    await page.getByRole('button', { name: 'Restore Lost fair' }).click()
    await page.getByText('1 event is restored, as it was.').first().waitFor()
    expect((await service.get(`/events/${ids[0]}`, headers)).body.status).toBe('publish')
    const row = page.locator('.line', { hasText: 'Old fair' })
    await row.getByText('In the trash since').waitFor()
    await row.getByRole('button', { name: 'Delete Old fair' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click()
    await row.waitFor({ state: 'detached' })
    expect((await service.get(`/events/${ids[1]}`, headers)).status).toBe(404)
  })

  it('keep the search in the trash, and those of several lists of a view, after a reload and by Back', async () => {
    for (let at = 0; at < 13; at += 1)
      await service.post('/users/1/tokens', { name: `program ${at}` }, headers)
    const page = await service.desk(open, '/account')
    const tokens = page.locator('.part', { has: page.locator('summary', { hasText: /^Tokens/ }) })
    await tokens.getByLabel('Search').fill('program 11')
    await page.waitForURL(/tokens\.q=program/)
    await page.reload()
    await expect.poll(() => tokens.locator('.line').count()).toBe(1)
    expect(await tokens.getByLabel('Search').inputValue()).toBe('program 11')
    await page.getByRole('link', { name: 'Trash' }).click()
    await page.getByRole('heading', { name: 'Trash' }).waitFor()
    await page.getByLabel('Search').fill('nothing')
    await page.waitForURL(/q=nothing/)
    await page.goBack()
    await expect.poll(() => tokens.getByLabel('Search').inputValue()).toBe('program 11')
  })

  it('fold their filters on a telephone, and count those that are set', async () => {
    await made({ title: 'Unready', status: 'draft' })
    const page = await service.desk(open, '/events', 'ada', phone)
    const status = page.locator('select[name=status]')
    await page.getByRole('link', { name: 'Unready' }).waitFor()
    expect(await status.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Filters' }).click()
    await status.selectOption('Draft')
    await page.getByRole('button', { name: 'Filters 1' }).click()
    expect(await status.isVisible()).toBe(false)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  })
})
