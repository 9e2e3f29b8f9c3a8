/** Pages that are kept, and where. */
import type { OfflineSettings } from './settings.ts'

// The settings of this worker, and the scope that it runs in.

declare const fasti: OfflineSettings
declare const self: ServiceWorkerGlobalScope

/** The global scope of the scripts of the worker, with the type that it has there. */
export const worker = self
export const { isOn, base, languages, apart } = fasti

// Addresses: which of them are pages that may be kept.

/** Returns the path below the root of a page: `event/market-day/`; undefined outside of this calendar. */
function pathBelowRoot({ origin, pathname }: URL): string | undefined {
  if (origin !== worker.location.origin || !pathname.startsWith(base)) return undefined
  const below = pathname.slice(base.length)
  const [first = ''] = below.split('/')
  return languages.includes(first) ? below.slice(first.length + 1) : below
}

/** Whether an address is that of a page for readers: not the desk, the API or a submission, and of this calendar. */
export function isUrlOfPageForReaders(url: URL): boolean {
  const path = pathBelowRoot(url)
  return path !== undefined && !apart.some((one) => path === one || path.startsWith(`${one}/`))
}

/** Whether an address is that of the page of favourites, which is the same page with other ids. */
const isFavouritesPageUrl = (url: URL): boolean => /^favourites\/?$/.test(pathBelowRoot(url) ?? '')

/** Whether an address is that of the list of saved pages. */
export const isSavedPagesUrl = (url: URL): boolean => /^saved\/?$/.test(pathBelowRoot(url) ?? '')

/** Returns the address of the list of saved pages in the language of a page. */
function savedPagesAddress({ pathname }: URL): string {
  const [first = ''] = pathname.slice(base.length).split('/')
  return `${worker.location.origin}${base}${languages.includes(first) ? `${first}/` : ''}saved/`
}

/** Returns the address by which a page is kept: without the part that only the browser knows. */
const keptAddressOf = ({ origin, pathname, search }: URL): string => origin + pathname + search

// Shelves: the caches of this calendar, each with a bound of entries and of bytes. The oldest entries go first.

interface Shelf {
  readonly name: string
  readonly entries: number
  readonly bytes: number
  /** The most bytes of one entry. */
  readonly largest: number
}

const MEGABYTE = 1_000_000

const shelfOf = (name: string, entries: number, bytes: number, largest: number): Shelf => ({
  // Several calendars may have one origin.
  name: `fasti-${name}:${base}`,
  entries,
  bytes,
  largest,
})

/** The shelves. Those that an open page needs are apart from those that fill up while a reader looks around. */
export const shelves = {
  /** Pages that the reader has opened. */
  seen: shelfOf('seen', 60, 4 * MEGABYTE, 500_000),
  /** The pages of the events on the page of favourites. */
  favourites: shelfOf('favourites', 100, 4 * MEGABYTE, 500_000),
  /** The list of saved pages, in the languages of the pages. */
  lists: shelfOf('lists', 10, MEGABYTE, 200_000),
  /** Styles, scripts, fonts and icons. */
  files: shelfOf('files', 40, 4 * MEGABYTE, MEGABYTE),
  pictures: shelfOf('pictures', 80, 8 * MEGABYTE, 400_000),
} as const

/** The shelves of pages that readers have opened or chosen. */
const pageShelves: readonly Shelf[] = [shelves.seen, shelves.favourites]

const AT = 'X-Kept-At'
const BYTES = 'X-Kept-Bytes'
const TITLE = 'X-Kept-Title'

/** Returns the current time in milliseconds since 1970. */
const timeNow = (): number => Math.round(performance.timeOrigin + performance.now())

/** An entry of a shelf. */
interface KeptEntry {
  readonly url: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly title: string
  readonly response: Response
}

// The service varies its responses by headers that only programs send.
const anyForm = { ignoreVary: true }

const entryOf = (url: string, response: Response): KeptEntry => ({
  url,
  at: Number(response.headers.get(AT)),
  title: decodeURIComponent(response.headers.get(TITLE) ?? ''),
  response,
})

/** Returns the entries of a shelf, the newest first. */
async function entriesOfShelf({ name }: Shelf): Promise<readonly KeptEntry[]> {
  const cache = await caches.open(name)
  const found = await Promise.all(
    (await cache.keys()).map(async ({ url }) => {
      const response = await cache.match(url, anyForm)
      return response === undefined ? [] : [entryOf(url, response)]
    }),
  )
  return found.flat().sort((a, b) => b.at - a.at)
}

/** Returns the newest entry with this address on some shelves. */
export async function findEntryOnShelves(on: readonly Shelf[], url: string): Promise<KeptEntry | undefined> {
  const found = await Promise.all(
    on.map(async ({ name }) => {
      const response = await (await caches.open(name)).match(url, anyForm)
      return response === undefined ? [] : [entryOf(url, response)]
    }),
  )
  return found.flat().sort((a, b) => b.at - a.at)[0]
}

/** Removes what exceeds the bounds of a shelf. */
async function trim(shelf: Shelf): Promise<void> {
  const cache = await caches.open(shelf.name)
  let [count, bytes] = [0, 0]
  for (const { url, response } of await entriesOfShelf(shelf)) {
    count += 1
    bytes += Number(response.headers.get(BYTES))
    if (count > shelf.entries || bytes > shelf.bytes) await cache.delete(url, anyForm)
  }
}

/** Puts a response on a shelf, unless it is too large. */
export async function putOnShelf(
  shelf: Shelf,
  url: string,
  { body, headers, title = '' }: { readonly body: Blob; readonly headers: Headers; readonly title?: string },
): Promise<void> {
  if (body.size > shelf.largest) return
  const own = new Headers(headers)
  // The body is decoded already.
  own.delete('Content-Encoding')
  own.set(AT, String(timeNow()))
  own.set(BYTES, String(body.size))
  own.set(TITLE, encodeURIComponent(title))
  await (await caches.open(shelf.name)).put(url, new Response(body, { headers: own }))
  await trim(shelf)
}

/** Removes an address from the shelves of pages: the page is gone, or not for this reader any more. */
async function removePage(url: string): Promise<void> {
  for (const { name } of pageShelves) await (await caches.open(name)).delete(url, anyForm)
}

export async function removeAllShelves(): Promise<void> {
  for (const { name } of Object.values(shelves)) await caches.delete(name)
}

// Keeping pages, and showing a kept one with the time at which it was kept.

/** Pages that may be kept have a line that begins with this, and says in their language since when. */
const NOTE = '<p class="saved" hidden'
/** The list of saved pages has this place for them. */
const LIST = '<ul class="saved-pages"></ul>'
/** The words with which the list of saved pages stands for a page that is not among them. */
const MISSING = '<p class="notice missing" hidden>'

/** For how long the page of a favourite is not requested again. */
const FRESH = 12 * 3_600_000

/** For how long a page may take that nobody waits for, in milliseconds: on a connection that stalls, what comes after it is kept all the same. */
const MAX_LOADING = 10_000

const shown = (hidden: string) => hidden.replace(' hidden', '')

/** Whether a response is a page that anybody may see: the service marks others as private. */
function isPublicPage({ status, type, redirected, headers }: Response): boolean {
  const [kind, caching] = ['Content-Type', 'Cache-Control'].map((name) => headers.get(name) ?? '')
  return (
    status === 200 &&
    type === 'basic' &&
    !redirected &&
    kind?.startsWith('text/html') === true &&
    !/no-store|private/.test(caching ?? '')
  )
}

/** Keeps a page on a shelf if it may be kept, and the list of saved pages in its language; forgets a page that is gone. */
export async function keepPage(url: URL, response: Response, shelf = shelves.seen): Promise<void> {
  if (!isUrlOfPageForReaders(url)) return
  const key = keptAddressOf(url)
  if (response.status >= 400 && response.status < 500 && response.status !== 429) return removePage(key)
  if (!isPublicPage(response)) return
  const body = await response.blob()
  const text = await body.text()
  if (!text.includes(NOTE)) return
  const title = /<h1[^>]*>(.*?)<\/h1>/s.exec(text)?.[1] ?? /<title>([^<]*)/.exec(text)?.[1] ?? ''
  const kept = { body, headers: response.headers, title: title.replace(/<[^<>]*>/g, '').trim() }
  if (isSavedPagesUrl(url)) return putOnShelf(shelves.lists, key, kept)
  // Before the page: a reader who has a kept page can see the list, too.
  await keepSavedPagesList(savedPagesAddress(url)).catch(() => undefined)
  await putOnShelf(shelf, key, kept)
}

/** Requests the list of saved pages and keeps it, unless it is kept. */
async function keepSavedPagesList(url: string): Promise<void> {
  if ((await findEntryOnShelves([shelves.lists], url)) === undefined) await fetchAndKeepPage(new URL(url))
}

/** Requests a page and keeps it. */
export async function fetchAndKeepPage(url: URL, shelf = shelves.seen): Promise<void> {
  if (!isUrlOfPageForReaders(url)) return
  const signal = AbortSignal.timeout(MAX_LOADING)
  await keepPage(url, await fetch(url, { headers: { Accept: 'text/html' }, signal }), shelf)
}

/** Requests the pages of favourites one after the other, those that were kept lately excepted. */
export async function requestFavouritePages(urls: readonly URL[]): Promise<void> {
  for (const url of urls.slice(0, shelves.favourites.entries)) {
    const known = await findEntryOnShelves([shelves.favourites], keptAddressOf(url))
    if (known === undefined || known.at < timeNow() - FRESH) await fetchAndKeepPage(url, shelves.favourites)
  }
}

/** Returns the kept page of an address. The page of favourites is kept with the ids that it had. */
export async function keptPage(url: URL): Promise<KeptEntry | undefined> {
  const exact = await findEntryOnShelves(pageShelves, keptAddressOf(url))
  if (exact !== undefined || !isFavouritesPageUrl(url)) return exact
  const entries = await entriesOfShelf(shelves.seen)
  return entries.find((one) => new URL(one.url).pathname === url.pathname)
}

/** Returns a time as the reader says it: without the date if it was today. */
function spoken(at: number, page: string): string {
  const language = /<p class="saved" hidden[^>]* lang="([^"]*)"/.exec(page)?.[1] ?? 'en'
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'short' })
  const isToday = day.format(at) === day.format(timeNow())
  const dateStyle = isToday ? undefined : 'medium'
  return new Intl.DateTimeFormat(language, { dateStyle, timeStyle: 'short' }).format(at)
}

/** Returns a kept page that says that it is kept, and from when it is. */
export async function pageWithNote({ at, response }: KeptEntry): Promise<Response> {
  const text = await response.text()
  const [before = '', after = ''] = text.split(NOTE, 2)
  const note = after.replace('{time}', () => spoken(at, text))
  return new Response(before + shown(NOTE) + note, { headers: response.headers })
}

const escapedAddress = (url: string) => url.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** Titles are text of a page and so escaped already, but for a sign that begins an element. */
const lineOf = ({ url, at, title }: KeptEntry, page: string) =>
  `<li><a href="${escapedAddress(url)}">${title.replaceAll('<', '&lt;')}</a> <span class="small">${spoken(at, page)}</span></li>`

/** The page of favourites is one page, however often its ids have changed. */
const pageOf = (url: string) => (isFavouritesPageUrl(new URL(url)) ? new URL(url).pathname : url)

/** Returns the list of saved pages with all of them. `isInstead`: it stands for a page that can't be shown. */
export async function filledSavedPagesList(response: Response, isInstead: boolean): Promise<Response> {
  const text = await response.text()
  const entries = await Promise.all(pageShelves.map(entriesOfShelf))
  const newest = new Map(
    entries
      .flat()
      .sort((a, b) => a.at - b.at)
      .map((one) => [pageOf(one.url), one]),
  )
  const lines = [...newest.values()].reverse().map((one) => lineOf(one, text))
  const list = text.replace(LIST, () => LIST.replace('><', () => `>${lines.join('')}<`))
  const page = isInstead ? list.replace(MISSING, shown(MISSING)) : list
  return new Response(page, { status: isInstead ? 503 : 200, headers: response.headers })
}

/** Returns the list of saved pages in the language of an address, or in any; undefined if none is kept. */
export async function findKeptSavedPagesResponse(url: URL): Promise<Response | undefined> {
  const own = await findEntryOnShelves([shelves.lists], savedPagesAddress(url))
  return (own ?? (await entriesOfShelf(shelves.lists))[0])?.response
}
