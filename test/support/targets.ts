/** Whether what is pressed on a page is large enough, WCAG 2.2 §2.5.8. */
import type { Page } from 'playwright-core'

/** Height in CSS pixels that links and controls have at least. */
const LEAST = 24

/**
 * What can be pressed and is lower than 24 CSS pixels, each as its height and its HTML. Links within sentences and marks on
 * maps, which the list beside the map repeats, are exempt.
 */
export function lowTargets(page: Page): Promise<readonly string[]> {
  return page.evaluate(`[...document.querySelectorAll('a, button, input, select, textarea, summary')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .filter((one) => one.closest('.written, p.small, svg, .skip:not(:focus)') === null)
    .map((one) => ({ one, height: one.getBoundingClientRect().height }))
    .filter(({ height }) => height > 0 && height < ${LEAST})
    .map(({ one, height }) => height + ' ' + one.outerHTML.slice(0, 200))`)
}
