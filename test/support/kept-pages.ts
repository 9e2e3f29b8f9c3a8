/**
 * Pages of Chromium that the tests of a worker use one after the other: a new page costs as much processor time as several visits,
 * because Chromium starts a process for it. Between two tests a page forgets all that the first one did.
 */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

/** Pages that wait for a test; each keeps a process of Chromium. */
const MOST = 4

interface Kept {
  readonly page: Page
  readonly options: BrowserContextOptions
  /** Whether a test may have it after this one. */
  readonly isReusable: boolean
}

export interface KeptPages {
  /** Returns an empty page that no other part of the test has. With a script that runs first in each document, the page is new. */
  take(options?: BrowserContextOptions, first?: string): Promise<Page>
  /** Empties the pages of a test that has ended. Closes those that can't be emptied, and all but the ones used last. */
  release(): Promise<void>
}

/** Keeps the pages that tests open in `browser`. Calls `onPage` with each page once, also with those that pages open. */
export function keptPages(browser: Browser, onPage: (page: Page) => void): KeptPages {
  let waiting: readonly Kept[] = []
  let taken: readonly Kept[] = []
  const opened = async (options: BrowserContextOptions, first?: string): Promise<Kept> => {
    const context = await browser.newContext(options)
    context.on('page', onPage)
    if (first !== undefined) await context.addInitScript(first)
    return { page: await context.newPage(), options, isReusable: first === undefined }
  }
  return {
    async take(options = {}, first) {
      const wanted = JSON.stringify(options)
      const found =
        first === undefined ? waiting.find((one) => JSON.stringify(one.options) === wanted) : undefined
      waiting = waiting.filter((one) => one !== found)
      const one = found ?? (await opened(options, first))
      taken = [...taken, one]
      return one.page
    },
    async release() {
      const ended = taken
      taken = []
      for (const one of ended) {
        if (await isEmptied(one)) waiting = [...waiting, one]
        else await one.page.context().close()
      }
      for (const one of waiting.slice(0, -MOST)) await one.page.context().close()
      waiting = waiting.slice(-MOST)
    },
  }
}

/** Makes a page like a new one. Returns whether that is possible. */
async function isEmptied({ page, options, isReusable }: Kept): Promise<boolean> {
  if (!isReusable || page.isClosed()) return false
  const context = page.context()
  for (const other of context.pages()) if (other !== page) await other.close()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await forget(page)
  await context.clearCookies()
  await page.emulateMedia({
    media: null,
    colorScheme: options.colorScheme ?? 'light',
    reducedMotion: options.reducedMotion ?? 'no-preference',
    forcedColors: options.forcedColors ?? 'none',
  })
  const { width, height } = page.viewportSize() ?? {}
  const own = options.viewport
  if (own && (own.width !== width || own.height !== height)) await page.setViewportSize(own)
  return true
}

/** Leaves the site, and deletes what it has stored. */
async function forget(page: Page): Promise<void> {
  const { origin, protocol } = new URL(page.url())
  if (!protocol.startsWith('http')) return
  await page.evaluate('sessionStorage.clear()')
  await page.goto('about:blank')
  // Not kept for later: with a second session, a page that opens forgets that it is to look as printed.
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage' })
  await session.detach()
}
