import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

const languages = ['', 'de/', 'fr/', 'es/', 'it/', 'nl/', 'pt-br/', 'ja/']
const widths = [320, 360, 384, 390, 640, 768, 1023, 1024, 1280, 1366, 1440, 1920]

/** What is wrong with the head of a page: parts that overlap, are cut, or stand in a second row. */
const faultsOfHead = `(() => {
  const box = (one) => one.getBoundingClientRect()
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility())
  const [name, bar, views] = ['.site-name', '.site-bar', '.views'].map((one) => box(document.querySelector(one)))
  const meets = (a, b) => a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5
  const links = shown('.views > ul > li > a, .views summary')
  const tops = new Set(links.map((one) => Math.round(box(one).top)))
  const cut = [...links, ...shown('.site-bar .button')].filter((one) => box(one).left < 0 || box(one).right > innerWidth)
  const text = box(document.querySelector('.site-name a')).left
  const content = box(document.querySelector('main h1')).left
  return [
    meets(name, bar) && 'the name meets the buttons',
    meets(name, views) && 'the name meets the views',
    meets(views, bar) && 'the views meet the buttons',
    tops.size > 1 && 'the views have two rows',
    cut.length > 0 && 'cut: ' + cut.map((one) => one.textContent),
    name.width < 100 && 'no space for the name: ' + name.width,
    document.documentElement.scrollWidth > innerWidth && 'the page scrolls sideways',
    Math.abs(text - content) > 1 && 'the name begins at ' + text + ', the content at ' + content,
  ].filter((fault) => fault !== false)
})()`

describeInBrowser('the head of a page', (open) => {
  let service: TestService
  let origin: string
  beforeAll(async () => {
    const port = await freePort()
    service = await testService('sqlite', {
      PORT: String(port),
      FASTI_SUBMISSIONS: 'open',
      FASTI_NAME: 'Veranstaltungen in Alderhaven am Nordmeer',
    })
    origin = `http://127.0.0.1:${port}`
    await service.post('/events', anEvent({ title: 'Fair' }))
    await service.app.listen({ port, host: '127.0.0.1' })
  })
  afterAll(() => service.close())

  it('holds from 320 to 1920 pixels in eight languages with a name of forty letters', async () => {
    const page = await open({ viewport: { width: 320, height: 640 } })
    const faults: unknown[] = []
    for (const language of languages) {
      await page.goto(`${origin}/${language === '' ? 'en/' : language}calendar/agenda/`)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 640 })
        for (const fault of await page.evaluate<string[]>(faultsOfHead))
          faults.push(`${language} ${width}: ${fault}`)
      }
    }
    expect(faults).toEqual([])
  })

  it('has every view, on narrow telephones the last ones in a menu that says when one of them is shown', async () => {
    const page = await open({ viewport: { width: 320, height: 640 } })
    await page.goto(`${origin}/calendar/agenda/`)
    expect(await page.locator('.views summary.on').isVisible()).toBe(true)
    await page.locator('.views summary').click()
    expect(await page.locator('.views .panel a').allTextContents()).toEqual([
      'Agenda',
      'By place',
      'Submit an event',
    ])
    await page.locator('.views .panel a', { hasText: 'By place' }).click()
    expect(new URL(page.url()).pathname).toBe('/calendar/map/')
    await page.setViewportSize({ width: 390, height: 640 })
    expect(await page.locator('.views summary').isVisible()).toBe(false)
    expect(await page.locator('.views > ul > li > a:visible').allTextContents()).toEqual([
      'Month',
      'Week',
      'Day',
      'Agenda',
      'By place',
    ])
  })

  it('leads to the form for events on every screen', async () => {
    const page = await open({ viewport: { width: 320, height: 640 } })
    for (const width of widths) {
      await page.setViewportSize({ width, height: 640 })
      await page.goto(`${origin}/calendar/agenda/`)
      const menu = page.locator('.views summary')
      if (await menu.isVisible()) await menu.click()
      const link = page.locator('.site-head').getByRole('link', { name: 'Submit an event' })
      expect(await link.count(), String(width)).toBe(1)
      await link.click()
      expect(new URL(page.url()).pathname, String(width)).toBe('/submit/')
    }
  })

  it('shows on its star how many favourites the browser has', async () => {
    const page = await open({ viewport: { width: 390, height: 640 } })
    await page.goto(`${origin}/calendar/agenda/`)
    expect(await page.locator('.to-favourites .number').isVisible()).toBe(false)
    await page.locator('main .star').first().click()
    expect(await page.locator('.to-favourites .number').textContent()).toBe('1')
    await page.locator('.to-favourites').click()
    await page.waitForURL(/favourites\/\?ids=1/)
    expect(await page.locator('main').textContent()).toContain('Fair')
  })
})
