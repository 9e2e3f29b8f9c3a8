/** A simulated user in a browser, who counts clicks, keys and swipes. */
import type { Locator, Page } from 'playwright-core'

/** Seconds of the keystroke-level model (Card, Moran and Newell): to decide, to point, to press, and to type a letter. */
const DECIDE = 1.35
const POINT = 1.1
const PRESS = 0.2
const TYPE = 0.28
/** Seconds to move a page by a swipe and to look at what came, and the share of the window that a swipe moves. */
const SWIPE = 1.3
const SWIPED = 0.8

export interface ActionCounts {
  readonly clicks: number
  readonly keys: number
  /** The moves of the page, down, up or sideways, until what is looked for is in the window. */
  readonly swipes: number
  readonly seconds: number
}

export interface CountingUser {
  readonly page: Page
  click(what: Locator): Promise<void>
  /** Clicks into a field and types. Hyphens of dates are not counted. */
  type(field: Locator, text: string): Promise<void>
  /** Types where the focus is. */
  keys(text: string): Promise<void>
  /** Opens a list and chooses an option: two clicks. */
  choose(list: Locator, label: string): Promise<void>
  /** Presses keys together, such as `Control+s`: each counts. */
  press(keys: string): Promise<void>
  /** Moves the page until something is in the window. */
  find(what: Locator): Promise<void>
  counts(): ActionCounts
}

/** Returns a user of a page. */
export function countingUser(page: Page): CountingUser {
  let [clicks, keys, swipes] = [0, 0, 0]
  const find = async (what: Locator) => {
    await what.waitFor({ state: 'attached' })
    const box = await what.boundingBox()
    const window = page.viewportSize()
    if (box === null || window === null) return
    // What begins in the window is found: a reader need not see all of it.
    const away = (from: number, size: number, room: number) =>
      from < 0 ? -from : Math.max(0, from + Math.min(size, 24) - room)
    const down = away(box.y, box.height, window.height)
    const sideways = away(box.x, box.width, window.width)
    swipes += Math.ceil(down / (window.height * SWIPED)) + Math.ceil(sideways / (window.width * SWIPED))
    await what.scrollIntoViewIfNeeded()
  }
  return {
    page,
    find,
    async click(what) {
      clicks += 1
      await find(what)
      await what.click()
    },
    async type(field, text) {
      clicks += 1
      await find(field)
      keys += text.replaceAll('-', '').length
      await field.fill(text)
    },
    async keys(text) {
      keys += text.length
      await page.keyboard.type(text)
    },
    async choose(list, label) {
      clicks += 2
      await list.selectOption({ label })
    },
    async press(together) {
      keys += together.split('+').length
      await page.keyboard.press(together)
    },
    counts: () => ({
      clicks,
      keys,
      swipes,
      seconds: clicks * (DECIDE + POINT + PRESS) + keys * TYPE + swipes * SWIPE,
    }),
  }
}
