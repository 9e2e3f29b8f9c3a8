/** A simulated user in a browser, who counts clicks and keys. */
import type { Locator, Page } from 'playwright-core'

/** Seconds of the keystroke-level model (Card, Moran and Newell): to decide, to point, to press, and to type a letter. */
const DECIDE = 1.35
const POINT = 1.1
const PRESS = 0.2
const TYPE = 0.28

export interface ActionCounts {
  readonly clicks: number
  readonly keys: number
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
  counts(): ActionCounts
}

/** Returns a user of a page. */
export function countingUser(page: Page): CountingUser {
  let [clicks, keys] = [0, 0]
  return {
    page,
    async click(what) {
      clicks += 1
      await what.click()
    },
    async type(field, text) {
      clicks += 1
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
    counts: () => ({ clicks, keys, seconds: clicks * (DECIDE + POINT + PRESS) + keys * TYPE }),
  }
}
