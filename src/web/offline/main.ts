/**
 * The worker that keeps the pages that a reader has opened, to be read without a connection. It shows a kept page only where the
 * service does not answer, and says then from when it is. A newer worker takes over at once.
 */
import { fileAnswer, isFileRequestOfReader, keepFile, pageAnswer } from './answers.ts'
import { fetchAndKeepPage, requestFavouritePages } from './pages.ts'
import { isUrlOfPageForReaders } from './places.ts'
import { removeAllShelves } from './shelves.ts'
import { isOn, worker } from './worker-scope.ts'

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
