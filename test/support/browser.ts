/** Pages in Chromium, as readers see them: whatever they ask of other hosts, and whatever their policy refuses, fails the test. */
import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'

/** Debian's, or the one that CHROMIUM_PATH names. */
export const chromiumPath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]

/** A Chromium without a window. Close it after. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath, headless: true, args })
}

/** Sizes of what readers hold, in CSS pixels. */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const
export const desktop = { viewport: { width: 1280, height: 900 } } as const

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
      await context.route(
        (url) => !isLoopback(url),
        (route) => {
          faults.push(`asks another host: ${route.request().url()}`)
          return route.abort()
        },
      )
      context.on('page', (page) => listen(page, faults))
      return context.newPage()
    })
  })
}
