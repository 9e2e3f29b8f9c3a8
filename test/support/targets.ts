/** Checks the target size of controls on a page (WCAG 2.2 §2.5.8). */
import type { Page } from 'playwright-core'

/** The minimum height of links and controls in CSS pixels. */
const MIN_SIZE = 24

/**
 * Returns links and controls lower than 24 CSS pixels, each as its height and HTML. Links in sentences are exempt, and so are
 * marks on maps, because the list beside the map repeats them.
 */
export function lowTargets(page: Page): Promise<readonly string[]> {
  return page.evaluate(`[...document.querySelectorAll('a, button, input, select, textarea, summary')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .filter((one) => one.closest('.written, p.small, svg, .skip:not(:focus)') === null)
    .map((one) => ({ one, height: one.getBoundingClientRect().height }))
    .filter(({ height }) => height > 0 && height < ${MIN_SIZE})
    .map(({ one, height }) => height + ' ' + one.outerHTML.slice(0, 200))`)
}
