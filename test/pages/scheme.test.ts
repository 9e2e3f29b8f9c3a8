import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { violations } from '../support/axe.ts'
import { describeInBrowser, phone } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

describeInBrowser('the button for light and dark colours', (open) => {
  let service: TestService
  let url: string
  beforeAll(async () => {
    const port = await freePort()
    service = await testService('sqlite', { PORT: String(port), FASTI_TIME_ZONE: 'UTC' })
    await service.post('/events', anEvent({ title: 'Concert' }))
    await service.app.listen({ port, host: '127.0.0.1' })
    url = `http://127.0.0.1:${port}/calendar/agenda/`
  })
  afterAll(() => service.close())

  /** Whether the paper is dark: the first channel of its colour tells, since papers are nearly grey. */
  const isDark = async (page: Page) => {
    const paper = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
    return Number(/[\d.]+/.exec(paper)?.[0]) < 64
  }
  const button = (page: Page) => page.locator('button.scheme')

  it.each(['light', 'dark'] as const)(
    'changes what a %s system shows, and stays so on other pages',
    async (colorScheme) => {
      // Without motion the colours change at once.
      const page = await open({ ...phone, colorScheme, reducedMotion: 'reduce' })
      await page.goto(url)
      const before = await isDark(page)
      expect(before).toBe(colorScheme === 'dark')
      await button(page).click()
      expect(await isDark(page)).toBe(!before)
      expect(await violations(page)).toEqual([])
      await page.goto(`${url}?past=1`)
      expect(await isDark(page)).toBe(!before)
      expect(await button(page).getAttribute('aria-label')).toBe(before ? 'Dark colours' : 'Light colours')
      await button(page).click()
      expect(await isDark(page)).toBe(before)
      expect(await page.evaluate("localStorage.getItem('fasti-scheme')")).toBe(null)
    },
  )

  it('follows the system until somebody presses it', async () => {
    const page = await open({ ...phone, colorScheme: 'light' })
    await page.goto(url)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await isDark(page)).toBe(true)
    await button(page).click()
    await page.emulateMedia({ colorScheme: 'light' })
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await isDark(page)).toBe(false)
  })

  it('works for a page where the browser keeps nothing', async () => {
    const page = await open(
      { ...phone, colorScheme: 'light' },
      "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError') } })",
    )
    await page.goto(url)
    await button(page).click()
    expect(await isDark(page)).toBe(true)
  })
})
