/** Measures the layout shifts of a page. */
import type { Page } from 'playwright-core'

/** Returns the sum of all shifts since the page began to load, as the browser has buffered them. After two frames, all are told. */
export const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(`(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    const observer = new PerformanceObserver(() => {})
    observer.observe({ type: 'layout-shift', buffered: true })
    return observer.takeRecords().reduce((sum, { value }) => sum + value, 0)
  })()`)
