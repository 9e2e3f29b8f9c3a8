/** Checks that pages fit into the window, in both directions of text. */
import type { Page } from 'playwright-core'

/** Returns the program that lists the elements beyond the sides of a window of this width. */
function elementsBeyond(page: Page, aside = '.no-one'): string {
  // Not the width that the page reports: on a phone, the window grows with content that does not fit.
  const window = page.viewportSize()?.width ?? 0
  return `[...document.querySelectorAll('body *')]
    .filter((one) => {
      const { left, right, width } = one.getBoundingClientRect()
      return width > 1 && (left < -0.5 || right > ${window} + 0.5)
    })
    .filter((one) => one.closest(${JSON.stringify(aside)}) === null)
    .filter((one) => one.parentElement.closest('.strip') === null)
    .map((one) => one.outerHTML.slice(0, 200))`
}

/** Returns the elements that overflow the window horizontally, except what is in a strip or in `aside`, which scroll, and what is for screen readers only. */
export const beyondSides = (page: Page, aside?: string): Promise<readonly string[]> =>
  page.evaluate(elementsBeyond(page, aside))

/** A direction of text. */
type Direction = 'ltr' | 'rtl'

/**
 * Returns what overflows the window with texts in these directions, such as from the right in Arabic: the elements, and the CSS pixels
 * by which the page is wider than the window, each with its direction. Reads all at once, and leaves the page as it was.
 */
export const overflows = (
  page: Page,
  aside?: string,
  directions: readonly Direction[] = ['ltr', 'rtl'],
): Promise<readonly string[]> =>
  page.evaluate(`(() => {
    const root = document.documentElement
    const before = root.dir
    const found = ${JSON.stringify(directions)}.flatMap((dir) => {
      root.dir = dir
      const wider = root.scrollWidth - innerWidth
      const beyond = ${elementsBeyond(page, aside)}
      return [...(wider === 0 ? [] : [wider + ' pixels']), ...beyond].map((one) => dir + ': ' + one)
    })
    root.dir = before
    return found
  })()`)

/** Sets the direction of the page to right-to-left, as in Arabic. */
export async function fromTheRight(page: Page): Promise<void> {
  await page.evaluate(`document.documentElement.dir = 'rtl'`)
}
