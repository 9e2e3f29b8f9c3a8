/** Checks that pages fit into the window, in both directions of text. */
import type { Page } from 'playwright-core'

/** Returns the elements that overflow the window horizontally, except those in `aside`, which scrolls, and those for screen readers only. */
export function beyondSides(page: Page, aside?: string): Promise<readonly string[]> {
  // Not the width that the page reports: on a phone, the window grows with content that does not fit.
  const window = page.viewportSize()?.width ?? 0
  return page.evaluate(`[...document.querySelectorAll('body *')]
    .filter((one) => one.closest(${JSON.stringify(aside ?? '.no-one')}) === null)
    .filter((one) => {
      const { left, right, width } = one.getBoundingClientRect()
      return width > 1 && (left < -0.5 || right > ${window} + 0.5)
    })
    .map((one) => one.outerHTML.slice(0, 200))`)
}

/** Sets the direction of the page to right-to-left, as in Arabic. */
export async function fromTheRight(page: Page): Promise<void> {
  await page.evaluate(`document.documentElement.dir = 'rtl'`)
}
