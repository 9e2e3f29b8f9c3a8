/** Keeping pages, and showing a kept one with the time at which it was kept. */
import {
  isFavouritesPageUrl,
  isSavedPagesUrl,
  isUrlOfPageForReaders,
  keptAddressOf,
  savedPagesAddress,
} from './places.ts'
import {
  entriesOfShelf,
  findEntryOnShelves,
  type KeptEntry,
  pageShelves,
  putOnShelf,
  removePage,
  shelves,
  timeNow,
} from './shelves.ts'

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
