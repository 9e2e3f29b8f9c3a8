/** Whether pages keep within the window, whichever side their language is written from. */
import type { Page } from 'playwright-core'

/** What reaches beyond the window to either side, but for what is within `aside`, which scrolls, and what is there for ears alone. */
export function beyondSides(page: Page, aside?: string): Promise<readonly string[]> {
  // Not what the page says: on a telephone a window grows with what does not fit into it.
  const window = page.viewportSize()?.width ?? 0
  return page.evaluate(`[...document.querySelectorAll('body *')]
    .filter((one) => one.closest(${JSON.stringify(aside ?? '.no-one')}) === null)
    .filter((one) => {
      const { left, right, width } = one.getBoundingClientRect()
      return width > 1 && (left < -0.5 || right > ${window} + 0.5)
    })
    .map((one) => one.outerHTML.slice(0, 200))`)
}

/** Writes the page from the right, as it is in Arabic. */
export async function fromTheRight(page: Page): Promise<void> {
  await page.evaluate(`document.documentElement.dir = 'rtl'`)
}
