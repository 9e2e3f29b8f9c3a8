/**
 * Pages of Chromium that the tests of a worker use one after the other: a new page costs as much processor time as several visits,
 * because Chromium starts a process for it. Between two tests a page forgets all that the first one did, unless both are at the same
 * place, where the second goes on with the loaded page.
 */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

/** Pages that wait for a test; each keeps a process of Chromium. */
const MOST = 4

/** Playwright's size of a page without one of its own, in CSS pixels. */
const unsized = { width: 1280, height: 720 }

interface Kept {
  readonly page: Page
  /** The options that a page has for all its time. */
  readonly lasting: string
  /** Whether its site may do what others have to ask for, such as reading the clipboard or the location. */
  readonly isPermitted: boolean
  /** The place at which the page stays between tests. */
  readonly place: string | undefined
  /** Removes the script that runs first in each document. */
  readonly withoutScript?: () => Promise<void>
}

/** Returns the options that can't be set once a page is open. */
function lastingOf(options: BrowserContextOptions): string {
  const { viewport, colorScheme: _colours, reducedMotion: _motion, forcedColors: _forced, ...more } = options
  const { permissions: _permissions, geolocation: _place, ...rest } = more
  return JSON.stringify({ ...rest, isSized: viewport !== null })
}

export interface KeptPages {
  /**
   * Returns an empty page that no other part of the test has, or one as an earlier test at the same `place` left it. A script may run
   * first in each document.
   */
  take(options?: BrowserContextOptions, first?: string, place?: string): Promise<Page>
  /**
   * Empties the pages of a test that has ended, except those that stay at a place. Closes those that can't be emptied, and all but the
   * ones used last.
   */
  release(): Promise<void>
  /** Empties the pages that stayed at places. */
  leave(): Promise<void>
}

/** Keeps the pages that tests open in `browser`. Calls `onPage` with each page once, also with those that pages open. */
export function keptPages(browser: Browser, onPage: (page: Page) => void): KeptPages {
  let waiting: readonly Kept[] = []
  let taken: readonly Kept[] = []
  const opened = async (options: BrowserContextOptions): Promise<Page> => {
    // A worker would answer the tests that follow: those of the worker ask for one.
    const context = await browser.newContext({ serviceWorkers: 'block', ...options })
    context.on('page', onPage)
    return context.newPage()
  }
  return {
    async take(options = {}, first, place) {
      const lasting = lastingOf(options)
      const alike = waiting.filter((one) => one.lasting === lasting)
      const found =
        alike.find((one) => one.place === place) ?? alike.find((one) => one.place === undefined) ?? alike[0]
      waiting = waiting.filter((one) => one !== found)
      if (found?.place !== undefined && found.place !== place) await empty(found)
      if (found !== undefined) await adapt(found.page, options)
      const page = found?.page ?? (await opened(options))
      const script = first === undefined ? undefined : await page.context().addInitScript(first)
      taken = [
        ...taken,
        {
          page,
          lasting,
          place,
          isPermitted:
            found?.isPermitted === true ||
            options.permissions !== undefined ||
            options.geolocation !== undefined,
          ...(script !== undefined && { withoutScript: () => script.dispose() }),
        },
      ]
      return page
    },
    async release() {
      const ended = taken
      taken = []
      for (const one of ended) {
        if (one.page.isClosed() || (await hasOwnClock(one.page))) {
          await one.page.context().close()
          continue
        }
        await release(one)
        if (one.place === undefined) await empty(one)
        waiting = [...waiting, one]
      }
      for (const one of waiting.slice(0, -MOST)) await one.page.context().close()
      waiting = waiting.slice(-MOST)
    },
    async leave() {
      for (const one of waiting) if (one.place !== undefined) await empty(one)
      waiting = waiting.map((one) => ({ ...one, place: undefined }))
    },
  }
}

const HOUR = 3_600_000

/** Whether a page tells another time than this machine: a clock that a test gives it stays with it. True also where it can't be asked. */
const hasOwnClock = (page: Page): Promise<boolean> =>
  page.evaluate<number>('Date.now()').then(
    (now) => Math.abs(now - Date.now()) > HOUR,
    () => true,
  )

/** Ends what a test has set up around a page. */
async function release({ page, withoutScript }: Kept): Promise<void> {
  await withoutScript?.()
  for (const other of page.context().pages()) if (other !== page) await other.close()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}

/** Makes a released page like a new one. */
async function empty({ page, isPermitted }: Kept): Promise<void> {
  const context = page.context()
  await forget(page)
  await context.clearCookies()
  if (!isPermitted) return
  await context.clearPermissions()
  await context.setGeolocation(null)
}

/** Gives an emptied page the look and the size of a new page with these options. */
async function adapt(page: Page, options: BrowserContextOptions): Promise<void> {
  await page.emulateMedia({
    media: null,
    colorScheme: options.colorScheme ?? 'light',
    reducedMotion: options.reducedMotion ?? 'no-preference',
    forcedColors: options.forcedColors ?? 'none',
  })
  const { width, height } = page.viewportSize() ?? {}
  const own = options.viewport === undefined ? unsized : options.viewport
  if (own && (own.width !== width || own.height !== height)) await page.setViewportSize(own)
  const context = page.context()
  if (options.permissions !== undefined) await context.grantPermissions([...options.permissions])
  if (options.geolocation !== undefined) await context.setGeolocation(options.geolocation)
}

/** Leaves the site, and deletes what it has stored. */
async function forget(page: Page): Promise<void> {
  const { origin, protocol } = new URL(page.url())
  if (!protocol.startsWith('http')) return
  await page.evaluate('sessionStorage.clear()')
  await page.goto('about:blank')
  // Not kept for later: with a second session, a page that opens forgets that it is to look as printed.
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', {
    origin,
    storageTypes: 'local_storage,service_workers,cache_storage',
  })
  await session.detach()
}
