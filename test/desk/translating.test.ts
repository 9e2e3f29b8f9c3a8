import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { markedParts } from '../../src/web/desk/translating/marked-parts.ts'
import { type DeskService, eveningEvent, signedDesk, violationsInView } from '../support/at-desk.ts'
import { describeInBrowser } from '../support/browser.ts'

const env = { FASTI_CONTENT_LANGUAGES: 'en,de,fr' }

describeInBrowser('translations at the desk', (open) => {
  let service: DeskService
  let headers: Record<string, string>
  beforeAll(async () => {
    ;({ service, headers } = await signedDesk(env))
    const translations = { de: { title: 'Großer Markt' } }
    await eveningEvent(service, { title: 'Big market', translations }, headers)
    await service.patch('/events/1', { title: 'Very big market' }, headers)
    await eveningEvent(service, { title: 'Choir concert' }, headers)
    await service.post('/venues', { venue: 'Town hall' }, headers)
  })
  afterAll(() => service.close())

  const loaded = (page: Page) =>
    page.locator('.loaded[aria-busy=false]').first().waitFor({ state: 'attached' })
  const stored = async (path: string, tag: string) =>
    (await service.get(`${path}?translations=all`, headers)).body.translations[tag]

  it('lists what is to translate, and goes from one to the next', async () => {
    const page = await service.desk(open, '/translations?language=de')
    await loaded(page)
    expect((await page.locator('.translations > li').allInnerTexts()).sort()).toEqual([
      'Choir concert Event · No translation yet',
      'Town hall Venue · No translation yet',
      'Very big market Event · Outdated',
    ])
    expect(await violationsInView(page)).toEqual([])
    await page.getByRole('link', { name: 'Choir concert' }).click()
    await page.locator('form.translating [name=title]').fill('Chorkonzert')
    await page.keyboard.press('Control+s')
    await page
      .locator('form.translating .original', { hasText: /market|Town/ })
      .first()
      .waitFor()
    expect(await stored('/events/2', 'de')).toMatchObject({ title: 'Chorkonzert', state: 'published' })
  })

  it('marks in the original what changed since, and saving says that it is right again', async () => {
    const page = await service.desk(open, '/translate/events/1?language=de')
    await page.locator('.original ins').first().waitFor()
    expect(await page.locator('.original ins, .original del').allInnerTexts()).toEqual([
      'Big ',
      'Very ',
      'big ',
    ])
    expect(await page.locator('form.translating').innerText()).toContain('Published · Outdated')
    expect(await violationsInView(page)).toEqual([])
    await page.locator('form.translating [name=title]').fill('Sehr großer Markt')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('.original ins').first().waitFor({ state: 'detached' })
    expect(await stored('/events/1', 'de')).toMatchObject({ title: 'Sehr großer Markt', is_outdated: false })
  })

  it('shows and saves the own texts of an event below another language', async () => {
    const page = await service.desk(open, '/events/1')
    const panel = page.locator('.translations')
    await panel.waitFor()
    expect(await panel.innerText()).toMatch(/German\s+Published\s+French\s+No translation yet/)
    await page.goto(`${service.base}/de/desk/events/1`)
    const title = page.locator('form.editor [name=title]')
    await title.waitFor()
    expect(await title.inputValue()).toBe('Very big market')
    await title.fill('Huge market')
    await page.keyboard.press('Control+s')
    await page.locator('.translations', { hasText: 'Veraltet' }).waitFor()
    expect(await title.inputValue()).toBe('Huge market')
    expect((await service.get('/events/1')).body.title).toBe('Huge market')
    expect(await stored('/events/1', 'de')).toMatchObject({ title: 'Sehr großer Markt', is_outdated: true })
  })
})

it('marks the words that differ', () => {
  expect(markedParts('at seven in the hall', 'at eight in the hall')).toEqual([
    { kind: 'same', text: 'at ' },
    { kind: 'gone', text: 'seven ' },
    { kind: 'new', text: 'eight ' },
    { kind: 'same', text: 'in ' },
    { kind: 'same', text: 'the ' },
    { kind: 'same', text: 'hall' },
  ])
  expect(markedParts('', 'new')).toEqual([{ kind: 'new', text: 'new' }])
  expect(markedParts('old', '')).toEqual([{ kind: 'gone', text: 'old' }])
})
