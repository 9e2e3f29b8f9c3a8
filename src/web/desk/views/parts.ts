/**
 * The parts of the desk that are loaded when one of their views is opened, or likely to be. Few parts with much in each: the code that
 * several of them share is in files of its own, and each more part multiplies these. What is loaded later imports `main.tsx`, which it
 * always comes after: so the bundler leaves the whole start in one file.
 */
import type { JSX } from 'preact'
import { deskSettings } from '../desk-settings.ts'
import { loadedOnce } from '../parts/once.ts'

/** The paths of a view below the desk, and the view at one of them. `parts` are the groups of the pattern. */
export type ViewRoute = readonly [RegExp, (...parts: readonly string[]) => JSX.Element]

/** Returns the id that a part of a path names; undefined for a new item. */
export const idOfPathPart = (part: string): number | undefined => (part === 'new' ? undefined : Number(part))

/** A part: the routes of its views, once they are loaded. */
const deskPart = (load: () => Promise<readonly ViewRoute[]>) => loadedOnce(load)
export type DeskPart = ReturnType<typeof deskPart>

const overview = deskPart(async () => (await import('../overview/overview.tsx')).overviewRoutes)
const events = deskPart(async () => (await import('./events.tsx')).eventViewRoutes)
const calendar = deskPart(async () => (await import('./calendar.tsx')).calendarReviewAndTrashViewRoutes)
const items = deskPart(async () => (await import('./items.tsx')).itemViewRoutes)
const exchange = deskPart(async () => (await import('./exchange.tsx')).exchangeViewRoutes)
const site = deskPart(async () => (await import('./site.tsx')).siteViewRoutes)
/** Of no path: what asks to sign in. */
export const signInPart = deskPart(async () => (await import('../accounts/sign-in.tsx')).signInRoutes)

/** The part of each view, by the first name in its path. */
const parts = new Map<string, DeskPart>([
  ['', overview],
  ['events', events],
  ...['calendar', 'main-calendar', 'review', 'trash'].map((name) => [name, calendar] as const),
  ...[
    ...['venues', 'organizers', 'groups', 'categories', 'tags', 'media'],
    ...['pages', 'translations', 'translate'],
  ].map((name) => [name, items] as const),
  ...['import', 'subscriptions', 'webhooks', 'federation'].map((name) => [name, exchange] as const),
  ...['start', 'users', 'settings', 'account', 'email', 'log'].map((name) => [name, site] as const),
])

export const deskPartAt = (path: string): DeskPart | undefined => parts.get(path.split(/[/?]/)[1] ?? '')

export function loadPartAhead(path: string): void {
  const part = deskPartAt(path)
  if (part?.isMissing() === false) void part.load()
}

/** Loads the part that a link leads to as soon as a pointer or the focus is on it. */
export function loadAheadOnLinks(desk: HTMLElement): void {
  const prefix = `${deskSettings.desk}/`
  const load = ({ target }: Event) => {
    const path = target instanceof Element ? target.closest('a')?.pathname : undefined
    if (path?.startsWith(prefix)) loadPartAhead(path.slice(prefix.length - 1))
  }
  for (const kind of ['pointerover', 'focusin']) desk.addEventListener(kind, load)
}

/** Milliseconds after which the likely part is loaded although the browser has something else to do. */
const LONGEST_IDLE_WAIT = 2000

/**
 * Loads, once the browser has nothing else to do, the list and the form of events, since most sessions open it, what asks to sign in again,
 * and what is loaded `also`.
 */
export function loadEventsPartWhenIdle(also: () => void): void {
  const load = () => {
    void events.load()
    void signInPart.load()
    also()
  }
  if ('requestIdleCallback' in window) requestIdleCallback(load, { timeout: LONGEST_IDLE_WAIT })
  else setTimeout(load, LONGEST_IDLE_WAIT)
}

/**
 * Tries again to load a part. Browsers may remember that a file was missing, and another version of the service has other files: if the
 * service answers and the part is still missing, the page is loaded anew.
 */
export async function loadPartAgain(part: DeskPart): Promise<void> {
  await part.load()
  if (!part.isMissing()) return
  const answer = await fetch(deskSettings.desk, { cache: 'no-store' }).catch(() => undefined)
  if (answer?.ok === true) location.reload()
}
