/** Clicks and types in a browser like a reader, and counts the clicks and keys. */
import type { Locator, Page } from 'playwright-core'

/** Seconds of the keystroke-level model (Card, Moran and Newell): to decide, to point, to press, and to type a letter. */
const DECIDE = 1.35
const POINT = 1.1
const PRESS = 0.2
const TYPE = 0.28

export interface Counted {
  readonly clicks: number
  readonly keys: number
  readonly seconds: number
}

export interface Hand {
  readonly page: Page
  click(what: Locator): Promise<void>
  /** Clicks into a field and types. A date takes eight digits. */
  type(field: Locator, text: string): Promise<void>
  /** Opens a list and chooses from it: two clicks. */
  choose(list: Locator, label: string): Promise<void>
  counted(): Counted
}

/** Returns a hand on a page. */
export function handOn(page: Page): Hand {
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
    async choose(list, label) {
      clicks += 2
      await list.selectOption({ label })
    },
    counted: () => ({ clicks, keys, seconds: clicks * (DECIDE + POINT + PRESS) + keys * TYPE }),
  }
}
