/** Favourites: the ids of events that the reader marks with a star. They stay in the browser until the reader opens their page. */
import { favouriteIds, MAX_FAVOURITES } from '../../../domain/favourites.ts'

const KEY = 'fasti-favourites'
const { star = '', unstar = '', starFull = '', starNamed = '', starKept = '' } = document.body.dataset

/** Returns the favourites of this browser; undefined where it keeps nothing. */
function favourites(): readonly number[] | undefined {
  try {
    return favouriteIds(localStorage.getItem(KEY) ?? '')
  } catch {
    return undefined
  }
}

/** Keeps the favourites. Returns whether the browser does. */
function keep(ids: readonly number[]): boolean {
  try {
    localStorage.setItem(KEY, ids.join(','))
    return true
  } catch {
    return false
  }
}

/** Shows the state of a star, whose name is that of its event. */
function showStar(button: HTMLButtonElement, isFavourite: boolean): void {
  button.classList.toggle('on', isFavourite)
  button.title = isFavourite ? unstar : star
  button.setAttribute('aria-pressed', String(isFavourite))
}

/** How long a note stays that needs no answer, in milliseconds. */
const NOTE = 4000

let leaving: ReturnType<typeof setTimeout> | undefined

/** Says something below the page; for some seconds, if it is only for information. */
function say(text: string, isBrief = false): void {
  const note = document.querySelector('.star-note') ?? document.body.appendChild(document.createElement('p'))
  note.className = 'star-note'
  note.setAttribute('role', 'status')
  note.textContent = text
  clearTimeout(leaving)
  if (isBrief) leaving = setTimeout(() => note.remove(), NOTE)
}

function toggle(id: number): void {
  // Another tab may have changed them since: each time they are read again.
  const known = favourites() ?? []
  const others = known.filter((one) => one !== id)
  const isNew = others.length === known.length
  if (isNew && known.length >= MAX_FAVOURITES) {
    say(starFull)
    return
  }
  document.querySelector('.star-note')?.remove()
  if (!keep(isNew ? [...known, id] : others)) return
  showStars()
  if (isNew) say(starKept, true)
}

/** Shows in the head of the page how many favourites there are. */
function showNumber(count: number): void {
  const link = document.querySelector('.to-favourites')
  if (link === null) return
  const number = link.querySelector('.number') ?? link.appendChild(document.createElement('span'))
  number.className = 'number'
  number.textContent = count > 0 ? String(count) : ''
  number.toggleAttribute('hidden', count === 0)
}

/** Adds a star to every event that has none, and shows which are favourites. */
export function showStars(): void {
  const known = favourites()
  if (known === undefined) return
  showNumber(known.length)
  for (const place of document.querySelectorAll<HTMLElement>('[data-event]')) {
    const id = Number(place.dataset.event)
    let button = place.querySelector<HTMLButtonElement>(':scope > .star')
    if (button === null) {
      button = document.createElement('button')
      button.type = 'button'
      button.className = 'star'
      const title = place.querySelector('.title a, h1')?.textContent ?? ''
      button.setAttribute('aria-label', starNamed.replace('{title}', title))
      button.addEventListener('click', () => toggle(id))
      place.append(button)
    }
    showStar(button, known.includes(id))
  }
}

/** On the page of favourites: goes on to those of this browser, or offers to keep those of the address. */
function openFavourites(page: HTMLElement): void {
  const [known, shown] = [favourites(), favouriteIds(page.dataset.ids ?? '')]
  if (known === undefined) return
  const at = (ids: readonly number[]) => `${location.pathname}?ids=${ids.join(',')}`
  if (shown.length === 0 && known.length > 0) {
    location.replace(at(known))
    return
  }
  const button = page.querySelector<HTMLButtonElement>('.keep-favourites')
  if (button === null || shown.every((id) => known.includes(id))) return
  button.hidden = false
  button.addEventListener('click', () => {
    const all = [...new Set([...known, ...shown])].slice(-MAX_FAVOURITES)
    if (keep(all)) location.replace(at(all))
  })
}

/** Shows the stars, and follows the changes of other tabs. */
export function offerFavourites(): void {
  showStars()
  addEventListener('storage', showStars)
  const page = document.querySelector<HTMLElement>('.favourites')
  if (page !== null) openFavourites(page)
}
