/** The documentation page: its words, and loading the rest of it. */

const { dataset } = document.body

/** Returns a text that the service wrote into the page. */
export const wordFromPage = (name: 'found' | 'failed' | 'copy' | 'copied'): string => dataset[name] ?? ''

function take(from: Document, selector: string): void {
  const found = from.querySelector(selector)
  if (found !== null) document.querySelector(selector)?.replaceChildren(...found.childNodes)
}

async function load(address: string): Promise<void> {
  const response = await fetch(address, { headers: { Accept: 'text/html' } })
  if (!response.ok) throw new Error(`returned ${response.status}`)
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  take(page, 'main')
  take(page, '.columns > nav')
}

let whole: Promise<void> | undefined

/** Replaces the part of the documentation by the whole of it, once. `enhance` makes the new nodes interactive. */
export function loadWholeDocumentation(enhance: () => void): Promise<void> | undefined {
  const address = document.querySelector<HTMLElement>('.search')?.dataset.all ?? ''
  if (location.search === address) return whole
  whole ??= load(address)
    .then(enhance)
    .catch(() => {
      whole = undefined
    })
  return whole
}
