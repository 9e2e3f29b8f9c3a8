/** Pages in Chromium. Requests to other hosts and violations of the CSP fail the test. */
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { chromiumPath, launchChromium } from './chromium.ts'
import { type FontSet, firstInstalled, fontConfigIn, fontFiles } from './fonts.ts'
import { type KeptPages, keptPages } from './kept-pages.ts'
import { leaveOut } from './left-out.ts'
import { scratch } from './scratch.ts'

export { desktop, phone, zoomed } from './chromium.ts'

/**
 * Opens an empty page for the test. The script `first` runs first in each of its documents. With a `place`, the page is not emptied
 * after the test, and a later test of the group with the same place gets it as it is.
 */
export type OpenPage = (options?: BrowserContextOptions, first?: string, place?: string) => Promise<Page>

const isLoopback = ({ hostname }: URL) => hostname === '127.0.0.1' || hostname === 'localhost'

/** Records requests of a page to other hosts, errors that it throws, and violations of its Content-Security-Policy. */
function listen(page: Page, faults: string[]): void {
  // The arguments of Chromium block other hosts already. Intercepting every request would disable the browser cache.
  page.on('request', (request) => {
    if (!isLoopback(new URL(request.url()))) faults.push(`asks another host: ${request.url()}`)
  })
  page.on('pageerror', (error) => faults.push(`${page.url()} throws: ${error.stack ?? error.message}`))
  page.on('console', (message) => {
    if (/content.security.policy/i.test(message.text())) faults.push(`${page.url()}: ${message.text()}`)
  })
}

/** The fonts that pages are tested with: those of a Debian with only Chromium, or the first installed set. */
const usual = firstInstalled(['DejaVu', 'Liberation', 'Noto']) ?? 'DejaVu'

/** Returns why browser tests with these fonts can't run here; undefined if they can. */
function hindrance(fonts: FontSet): string | undefined {
  if (!existsSync(chromiumPath)) return `${chromiumPath} is missing; install chromium or set CHROMIUM_PATH`
  return fontFiles(fonts).length === 0 ? `the fonts ${fonts} are missing; install them` : undefined
}

/** Faults of the pages of the running test. */
const faults: string[] = []

interface Started {
  readonly pages: KeptPages
  close(): Promise<void>
}

/** Starts a Chromium that has only these fonts. */
async function start(fonts: FontSet): Promise<Started> {
  const folder = await scratch('fasti-fonts-')
  const browser = await launchChromium(await fontConfigIn(folder, fonts))
  return {
    pages: keptPages(browser, (page) => listen(page, faults)),
    async close() {
      await browser.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** `pagesIn` returns the pages of this worker in the Chromium that has only these fonts. Throws if it can't start. */
const inWorker = test
  .extend('started', { scope: 'worker' }, () => new Map<FontSet, Promise<Started>>())
  .extend('pagesIn', { scope: 'worker' }, ({ started }, { onCleanup }) => {
    onCleanup(async () => {
      for (const one of await Promise.allSettled(started.values()))
        if (one.status === 'fulfilled') await one.value.close()
    })
    return async (fonts: FontSet) => {
      const known = started.get(fonts) ?? start(fonts)
      started.set(fonts, known)
      return (await known).pages
    }
  })

/** A group of tests in Chromium, which has only one set of fonts. If there is none, the tests are skipped and listed. */
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
    let pages: KeptPages
    inWorker.beforeAll(async ({ pagesIn }) => {
      pages = await pagesIn(fonts)
    })
    afterEach(async () => {
      await pages.release()
      expect(faults.splice(0)).toEqual([])
    })
    // Where all ask for one language, more of them can use the same page.
    tests((options, first, place) => pages.take({ locale: 'en-GB', ...options }, first, place))
    // Hooks run in reverse order: this one before those of the tests, which close the services.
    afterAll(() => pages.leave())
  })
}

/**
 * The same group of tests with narrow fonts, where the usual ones are wide: sizes and positions must be right in both. The walk through
 * the web calendar in site-browser.test.ts measures its pages with the usual ones.
 */
export function describeInNarrowFonts(title: string, tests: (open: OpenPage) => void): void {
  const fonts = firstInstalled(['Liberation', 'Noto']) ?? 'Liberation'
  describeInBrowser(`${title} in ${fonts}`, tests, fonts)
}
