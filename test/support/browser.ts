/** Pages in Chromium, as readers see them: whatever they ask of other hosts, and whatever their policy refuses, fails the test. */
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import { chromiumPath, launchChromium } from './chromium.ts'
import { type FontSet, firstInstalled, fontConfigIn, fontFiles } from './fonts.ts'
import { leaveOut } from './left-out.ts'
import { scratch } from './scratch.ts'

export { desktop, phone, zoomed } from './chromium.ts'

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

/** The fonts that pages are tried in: those of a Debian with nothing but Chromium, or what there is. */
const usual = firstInstalled(['DejaVu', 'Liberation', 'Noto']) ?? 'DejaVu'

/** Why tests in a browser with these fonts can't run here, if they can't. */
function hindrance(fonts: FontSet): string | undefined {
  if (!existsSync(chromiumPath)) return `${chromiumPath} is missing; install chromium or set CHROMIUM_PATH`
  return fontFiles(fonts).length === 0 ? `the fonts ${fonts} are missing; install them` : undefined
}

/** A group of tests with a Chromium of their own, which knows one set of fonts alone. Where it can't start they are skipped, and listed. */
export function describeInBrowser(
  title: string,
  tests: (open: OpenPage) => void,
  fonts: FontSet = usual,
): void {
  const hindered = hindrance(fonts)
  if (hindered !== undefined) {
    leaveOut(`${title}: ${hindered}`)
    describe.skip(title, () => tests(() => Promise.reject(new Error('no browser'))))
    return
  }
  describe(title, () => {
    let browser: Browser
    let folder: string
    const faults: string[] = []
    beforeAll(async () => {
      folder = await scratch('fasti-fonts-')
      browser = await launchChromium(await fontConfigIn(folder, fonts))
    })
    afterEach(async () => {
      for (const context of browser.contexts()) await context.close()
      expect(faults.splice(0)).toEqual([])
    })
    afterAll(async () => {
      await browser?.close()
      await rm(folder, { recursive: true, force: true })
    })
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

/** The same group of tests in wide fonts and in narrow ones, since sizes and places are to hold in both. */
export function describeInEachFont(title: string, tests: (open: OpenPage) => void): void {
  for (const fonts of ['DejaVu', firstInstalled(['Liberation', 'Noto']) ?? 'Liberation'] as const)
    describeInBrowser(`${title} in ${fonts}`, tests, fonts)
}
