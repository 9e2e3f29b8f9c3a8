import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hardPages, townPages } from '../../scripts/shots.ts'
import { type TownService, townService } from '../../scripts/town-service.ts'
import { describeInBrowser, desktop, phone, zoomed } from '../support/browser.ts'

/** Elements that reach beyond the window, unless a parent of theirs scrolls by itself. */
const reachingOut = (page: Page) =>
  page.evaluate<readonly string[]>(`(() => {
    const scroller = document.scrollingElement
    if (scroller.scrollWidth <= scroller.clientWidth) return []
    return [...document.querySelectorAll('body *')]
      .filter((one) => one.getBoundingClientRect().right > scroller.clientWidth + 1)
      .filter((one) => {
        for (let up = one.parentElement; up !== document.body; up = up.parentElement)
          if (getComputedStyle(up).overflowX !== 'visible') return false
        return true
      })
      .map((one) => one.tagName + '.' + one.className).slice(0, 5)
  })()`)

/** Hours and prices of which a part is on another line. */
const brokenLines = (page: Page) =>
  page.evaluate<readonly string[]>(`(() => {
    const found = []
    const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (!text.parentElement.checkVisibility()) continue
      for (const { 0: shown, index } of text.data.matchAll(/\\d+:\\d\\d\\W+\\d+:\\d\\d|€\\d+\\W+€\\d+/g)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + shown.length)
        const tops = [...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => Math.round(top))
        if (new Set(tops).size > 1) found.push(shown)
      }
    }
    return found
  })()`)

const contents = { town: townPages, hard: hardPages } as const

describeInBrowser('every view', (open) => {
  let services: Readonly<Record<keyof typeof contents, TownService>>
  beforeAll(async () => {
    services = { town: await townService('town'), hard: await townService('hard') }
  })
  afterAll(() => Promise.all(Object.values(services).map((one) => one.close())))

  describe.each(['town', 'hard'] as const)('of the %s calendar', (content) => {
    const walk = async (page: Page, check: (name: string) => Promise<unknown>) => {
      const found: unknown[] = []
      for (const [name, path] of Object.entries(contents[content])) {
        await page.goto(services[content].url + path)
        const wrong = await check(name)
        if (Array.isArray(wrong) && wrong.length > 0) found.push([name, wrong])
      }
      return found
    }

    it('fits into 320 pixels without scrolling sideways (WCAG 2.2, 1.4.10)', async () => {
      const page = await open({ ...phone, viewport: { width: 320, height: 640 } })
      expect(await walk(page, () => reachingOut(page))).toEqual([])
    })

    it('breaks neither hours nor prices over lines on a telephone', async () => {
      const page = await open(phone)
      const found = await walk(page, async (name) => (/^(?:desk|doc)/.test(name) ? [] : brokenLines(page)))
      expect(found).toEqual([])
    })

    it('fits with texts of twice the size (1.4.4)', async () => {
      const page = await open(desktop)
      const found = await walk(page, async (name) => {
        // The tables of the desk turn into cards by the width of the window in texts, which this does not change.
        if (name.startsWith('desk')) await page.setViewportSize(zoomed.viewport)
        else await page.evaluate("document.documentElement.style.fontSize = '200%'")
        return reachingOut(page)
      })
      expect(found).toEqual([])
    })

    it('moves nothing where readers want less motion (2.3.3)', async () => {
      const page = await open({ ...phone, reducedMotion: 'reduce' })
      const found = await walk(page, () =>
        page.evaluate(
          "document.getAnimations().filter(({ playState, effect }) => playState === 'running' && effect.getComputedTiming().duration > 1).map(({ animationName, transitionProperty }) => animationName ?? transitionProperty)",
        ),
      )
      expect(found).toEqual([])
    })

    it('shows its buttons and chips by borders where colours are forced', async () => {
      const page = await open({ ...phone, forcedColors: 'active' })
      const found = await walk(page, () =>
        page.evaluate(`[...document.querySelectorAll('a.button, button.button, a.chip')]
          .filter((one) => one.closest('.panel') === null)
          .filter((one) => one.offsetParent !== null)
          .filter((one) => { const { borderStyle, borderWidth, outlineStyle } = getComputedStyle(one); return (borderStyle === 'none' || borderWidth === '0px') && outlineStyle === 'none' })
          .map((one) => one.className + ' ' + one.textContent.trim().slice(0, 20))`),
      )
      expect(found).toEqual([])
    })
  })

  it('leads to what is on today by its second link, past the head, its filters and the small month', async () => {
    for (const screen of [phone, desktop])
      for (const path of ['/', '/calendar/', '/calendar/week/', '/calendar/day/', '/calendar/agenda/']) {
        const page = await open(screen)
        await page.goto(services.town.url + path)
        for (const key of ['Tab', 'Tab']) await page.keyboard.press(key)
        expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to today')
        await page.keyboard.press('Enter')
        const isEvent = 'document.activeElement.matches(\'#results a[href*="/event/"]\')'
        let steps = 0
        while (!(await page.evaluate(isEvent)) && steps < 40) {
          await page.keyboard.press('Tab')
          steps += 1
        }
        expect([path, steps <= 3]).toEqual([path, true])
      }
  })
})
