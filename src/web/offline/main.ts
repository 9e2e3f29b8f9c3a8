/**
 * The worker that keeps the pages that a reader has opened, to be read without a connection. It shows a kept page only where the
 * service does not answer, and says then from when it is. A newer worker takes over at once.
 */
import {
  fetchAndKeepPage,
  filledSavedPagesList,
  findEntryOnShelves,
  findKeptSavedPagesResponse,
  isOn,
  isSavedPagesUrl,
  isUrlOfPageForReaders,
  keepPage,
  keptPage,
  pageWithNote,
  putOnShelf,
  removeAllShelves,
  requestFavouritePages,
  shelves,
  worker,
} from './kept-pages.ts'

// The answers to requests: pages from the service while it answers, files from where they are.

/** For how long a reader waits for the service where a kept page could be shown, in milliseconds. */
const PATIENCE = 4000

/** Statuses of proxies whose service does not answer. */
const UNREACHABLE = [502, 503, 504]

const after = (milliseconds: number): Promise<undefined> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Returns the response of the service to a navigation; undefined if none came. Keeps the page. */
function answerOf(event: FetchEvent, url: URL): Promise<Response | undefined> {
  const asked = (async () => {
    try {
      const preloaded: Response | undefined = await event.preloadResponse
      return preloaded ?? (await fetch(event.request))
    } catch {
      return undefined
    }
  })()
  const kept = asked.then(async (response) => {
    // A full disk or private browsing must not fail the page.
    if (response !== undefined) await keepPage(url, response.clone()).catch(() => undefined)
  })
  event.waitUntil(kept)
  return asked
}

/** Returns the response to a navigation at a page for readers. */
async function pageAnswer(event: FetchEvent, url: URL): Promise<Response> {
  const asked = answerOf(event, url)
  const known = await keptPage(url)
  const answer = await (known === undefined ? asked : Promise.race([asked, after(PATIENCE)]))
  const isMissing = answer === undefined || UNREACHABLE.includes(answer.status)
  if (!isMissing)
    return isSavedPagesUrl(url) && answer.ok ? filledSavedPagesList(answer.clone(), false) : answer
  if (known !== undefined) return pageWithNote(known)
  const list = await findKeptSavedPagesResponse(url)
  if (list === undefined) return answer ?? Response.error()
  return filledSavedPagesList(list, !isSavedPagesUrl(url))
}

const isPicture = ({ destination }: Request) => destination === 'image'

/** Whether a request is for a file of a page for readers. */
function isFileRequestOfReader({ method, destination, referrer, url }: Request): boolean {
  if (method !== 'GET' || !['style', 'script', 'font', 'image'].includes(destination)) return false
  const isDesk = /\/assets\/desk-/.test(url)
  return (
    !isDesk &&
    isUrlOfPageForReaders(new URL(url)) &&
    URL.canParse(referrer) &&
    isUrlOfPageForReaders(new URL(referrer))
  )
}

/** Requests a file and keeps it. */
async function requestFile(request: Request, isImage: boolean): Promise<Response> {
  const response = await fetch(request)
  if (response.status === 200 && response.type === 'basic') {
    const { headers } = response
    const body = await response.clone().blob()
    await putOnShelf(isImage ? shelves.pictures : shelves.files, request.url, { body, headers }).catch(
      () => undefined,
    )
  }
  return response
}

/** Returns a file: a kept one if its address stands for its content, else that of the service as long as it answers. */
async function fileAnswer(request: Request): Promise<Response> {
  const known = (await findEntryOnShelves([shelves.files, shelves.pictures], request.url))?.response
  if (known !== undefined && /immutable/.test(known.headers.get('Cache-Control') ?? '')) return known
  return requestFile(request, isPicture(request)).catch((error: unknown) => {
    if (known !== undefined) return known
    throw error
  })
}

/** Keeps a file that a page had loaded before the worker began. */
async function keepFile(url: URL): Promise<void> {
  const isImage = !/\.(css|js|svg|woff2)$/.test(url.pathname)
  if (
    !isUrlOfPageForReaders(url) ||
    (await findEntryOnShelves([shelves.files, shelves.pictures], url.href)) !== undefined
  )
    return
  await requestFile(new Request(url), isImage)
}

/** Addresses that a page sends: those loaded before the worker began, and the events on the page of favourites. */
interface Told {
  readonly pages: readonly string[]
  readonly files: readonly string[]
  readonly favourites: readonly string[]
}

const urlsIn = (texts: readonly string[]) =>
  texts.filter((text) => URL.canParse(text)).map((text) => new URL(text))

/** Keeps what a page has sent. What can't be loaded is left out. */
async function keepTold({ pages, files, favourites }: Told): Promise<void> {
  for (const url of urlsIn(files)) await keepFile(url).catch(() => undefined)
  for (const url of urlsIn(pages)) await fetchAndKeepPage(url).catch(() => undefined)
  await requestFavouritePages(urlsIn(favourites)).catch(() => undefined)
}

/** Takes over the open pages. A worker that is off removes all that was kept, and itself. */
async function begin(): Promise<void> {
  if (isOn) {
    await worker.registration.navigationPreload?.enable()
    await worker.clients.claim()
    return
  }
  await removeAllShelves()
  await worker.registration.unregister()
}

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', (event) => event.waitUntil(begin()))

if (isOn) {
  worker.addEventListener('message', (event) => event.waitUntil(keepTold(event.data)))
  worker.addEventListener('fetch', (event) => {
    const { request } = event
    const url = new URL(request.url)
    if (request.mode === 'navigate') {
      if (request.method !== 'GET') return
      if (isUrlOfPageForReaders(url)) event.respondWith(pageAnswer(event, url))
      // The browser has requested it already.
      else event.respondWith(event.preloadResponse.then((loaded) => loaded ?? fetch(request)))
    } else if (isFileRequestOfReader(request)) event.respondWith(fileAnswer(request))
  })
}
