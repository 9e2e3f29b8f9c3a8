/** Searches that update their results without leaving the page. */
import { showStars } from './favourites.ts'
import { markPageStateAsSeen } from './watch.ts'

let asked = 0
/** Other parts of a page whose links keep the filters. */
const kept = ['.views ul', '.row', '.follow ul', '.languages']

function replaceResults(results: Element, found: Iterable<Node>): void {
  results.replaceChildren(...found)
  markPageStateAsSeen()
  showStars()
}

function replaceParts(page: Document, results: Element, found: Element): void {
  replaceResults(results, found.childNodes)
  // The front page keeps its own links.
  if (document.querySelector('.front') !== null) return
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

/** The fewest letters that the front page searches for. */
const MIN_LETTERS = 2

/** Shows on the front page what its field finds, in the place of what is on, while the reader types there. */
export function searchOnFront(form: HTMLFormElement): void {
  const [front, results, field] = [
    form.closest('.front'),
    document.querySelector('#results'),
    form.querySelector('input'),
  ]
  if (front === null || results === null || field === null) return
  const own = [...results.childNodes]
  const address = location.href
  let waiting: ReturnType<typeof setTimeout> | undefined
  const show = () => {
    const isFinding = field.value.trim().length >= MIN_LETTERS
    if (isFinding) return find(addressOf(form)).then(() => front.classList.add('finding'))
    asked += 1
    if (!front.classList.contains('finding')) return
    front.classList.remove('finding')
    replaceResults(results, own)
    history.replaceState(null, '', address)
  }
  form.addEventListener('input', () => {
    clearTimeout(waiting)
    waiting = setTimeout(show, 300)
  })
}
