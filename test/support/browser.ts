/** Pages in Chromium, as readers see them: whatever they ask of other hosts, and whatever their policy refuses, fails the test. */
import { existsSync } from 'node:fs'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import { chromiumPath, launchChromium } from './chromium.ts'

export { desktop, phone } from './chromium.ts'

/** Opens an empty page in a context of its own; it is closed after the test. */
export type OpenPage = (options?: BrowserContextOptions) => Promise<Page>

const isLoopback = ({ hostname }: URL) => hostname === '127.0.0.1' || hostname === 'localhost'

/** Hears what a page must not do: throw, or try what its Content-Security-Policy refuses. */
function listen(page: Page, faults: string[]): void {
  page.on('pageerror', (error) => faults.push(`${page.url()} throws: ${error.stack ?? error.message}`))
  page.on('console', (message) => {
    if (/content.security.policy/i.test(message.text())) faults.push(`${page.url()}: ${message.text()}`)
  })
}

/** A group of tests with a Chromium of their own. Without one they are skipped, and it says so. */
export function describeInBrowser(title: string, tests: (open: OpenPage) => void): void {
  if (!existsSync(chromiumPath)) {
    console.warn(
      `\n*** ${chromiumPath} IS MISSING: SKIPPED "${title}". Install chromium or set CHROMIUM_PATH. ***\n`,
    )
    describe.skip(title, () => tests(() => Promise.reject(new Error('no chromium'))))
    return
  }
  describe(title, () => {
    let browser: Browser
    const faults: string[] = []
    beforeAll(async () => {
      browser = await launchChromium()
    })
    afterEach(async () => {
      for (const context of browser.contexts()) await context.close()
      expect(faults.splice(0)).toEqual([])
    })
    afterAll(() => browser?.close())
    tests(async (options) => {
      const context = await browser.newContext(options)
      // Nothing reaches another host as it is (see `launchChromium`); to hold every request up for a look would keep pages from the cache.
      context.on('request', (request) => {
        if (!isLoopback(new URL(request.url()))) faults.push(`asks another host: ${request.url()}`)
      })
      context.on('page', (page) => listen(page, faults))
      return context.newPage()
    })
  })
}
