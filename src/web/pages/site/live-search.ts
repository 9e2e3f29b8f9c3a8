/** Searches that update their results without leaving the page. */
import { showStars } from './favourites.ts'
import { markPageStateAsSeen } from './watch.ts'

let asked = 0
/** Other parts of a page whose links keep the filters. */
const kept = ['.views ul', '.row', '.follow ul', '.languages']

function replaceParts(page: Document, results: Element, found: Element): void {
  results.replaceChildren(...found.childNodes)
  markPageStateAsSeen()
  showStars()
  for (const part of kept)
    document.querySelector(part)?.replaceChildren(...(page.querySelector(part)?.childNodes ?? []))
}

/** Updates the results of a search; opens its page if that fails. */
async function find(address: string): Promise<void> {
  asked += 1
  const mine = asked
  const results = document.querySelector('#results')
  results?.setAttribute('aria-busy', 'true')
  try {
    const response = await fetch(address, { headers: { Accept: 'text/html' } })
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const found = page.querySelector('#results')
    if (mine !== asked) return
    if (results === null || found === null) throw new Error('no results')
    replaceParts(page, results, found)
    history.replaceState(null, '', address)
    results.removeAttribute('aria-busy')
  } catch {
    if (mine === asked) location.assign(address)
  }
}

/** Returns the address of the page that a form leads to, without empty fields. */
function addressOf(form: HTMLFormElement): string {
  const sent = [...new FormData(form)].map(([name, value]) => [name, String(value)])
  return `${form.action}?${new URLSearchParams(sent.filter(([, value]) => value !== ''))}`
}

/** Searches while the reader types or chooses. */
export function searchWhileTyping(form: HTMLFormElement): void {
  let waiting: ReturnType<typeof setTimeout> | undefined
  form.addEventListener('input', ({ target }) => {
    const isTyped = target instanceof HTMLInputElement && ['search', 'text'].includes(target.type)
    clearTimeout(waiting)
    waiting = setTimeout(() => form.checkValidity() && find(addressOf(form)), isTyped ? 300 : 50)
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    clearTimeout(waiting)
    find(addressOf(form))
  })
}
