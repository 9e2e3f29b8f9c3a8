/** Registers the worker that keeps pages to be read without a connection, and tells it what it can't have seen. */

/** Returns the addresses of the files that this page has loaded from its own site. */
function loadedFiles(): readonly string[] {
  const names = performance.getEntriesByType('resource').map(({ name }) => name)
  return names.filter(
    (name) => name.startsWith(location.origin) && /\.(css|js|svg|woff2|webp|avif|png|jpe?g)$/.test(name),
  )
}

/** Returns the addresses of the events on the page of favourites: the reader has sent them to the service to see it. */
function shownFavourites(): readonly string[] {
  const links = document.querySelectorAll<HTMLAnchorElement>('.favourites .title > a[href*="/event/"]')
  return [...links].map(({ href }) => href)
}

async function register(script: string): Promise<void> {
  const { serviceWorker } = navigator
  const isFirst = serviceWorker.controller === null
  await serviceWorker.register(script)
  const { active } = await serviceWorker.ready
  const favourites = shownFavourites()
  if (!isFirst && favourites.length === 0) return
  const [pages, files] = isFirst ? [[location.href], loadedFiles()] : [[], []]
  active?.postMessage({ pages, files, favourites })
}

/** Lets the reader remove the kept pages of this calendar; their list, and the files that all pages have, stay. */
function offerForgetting(button: HTMLElement): void {
  button.hidden = false
  button.addEventListener('click', async () => {
    const names = await caches.keys()
    const { base = '' } = button.dataset
    const isOfReader = (name: string) =>
      /^fasti-(seen|favourites|pictures):/.test(name) && name.endsWith(`:${base}`)
    await Promise.all(names.filter(isOfReader).map((name) => caches.delete(name)))
    location.reload()
  })
}

/** Keeps pages in browsers that can, where the site wants it. */
export function registerOfflineWorker(): void {
  const { worker } = document.body.dataset
  if (worker === undefined || !('serviceWorker' in navigator)) return
  // After the page has loaded: what it shows comes first.
  addEventListener('load', () => register(worker).catch(() => undefined))
  for (const button of document.querySelectorAll<HTMLElement>('.forget')) offerForgetting(button)
}
