/**
 * Tells the reader of an open page what has changed since. It requests the page once a minute while the page is visible, which
 * costs the service a 304 if nothing has changed. It marks changed events, and the reader decides when to load the new state.
 */

import { buttonWith } from './controls.ts'

const MINUTE = 60_000
/** The longest interval between requests after failures. */
const LONGEST = 30 * MINUTE
/** The maximum number of requests, about half a day: a page is not watched forever. */
const MOST = 720
const PATIENCE = 10_000

/** Links to events in lists, grids and cards. */
const ENTRIES = 'main :is(.title, .line, .slot, .happening) > a[href*="/event/"]'

const { news, added: addedText = '', changed = '', gone = '', show = '', close = '' } = document.body.dataset

interface Shown {
  readonly text: string
  readonly links: readonly Element[]
}

/** Returns the text of each event in a document and the links to it, by path. */
function eventsIn(page: Document): ReadonlyMap<string, Shown> {
  const events = new Map<string, Shown>()
  for (const link of page.querySelectorAll(ENTRIES)) {
    const path = link.getAttribute('href') ?? ''
    const { text, links } = events.get(path) ?? { text: '', links: [] }
    events.set(path, { text: text + (link.closest('li')?.textContent ?? ''), links: [...links, link] })
  }
  return events
}

const articleIn = (page: Document) => page.querySelector('main > article')?.textContent ?? ''
const stateOf = (page: Document) => ({ events: eventsIn(page), article: articleIn(page) })

let known: ReturnType<typeof stateOf> | undefined

/** Stores the current state of the page as known to the reader. */
export function markPageStateAsSeen(): void {
  known = stateOf(document)
}

interface News {
  readonly marked: number
  readonly added: number
  readonly isOther: boolean
}

/** Marks events that differ in a newer state of the page. Returns how many are marked and added, and whether the article differs. */
function mark(page: Document): News {
  const [now, before] = [stateOf(page), known ?? stateOf(document)]
  const marks = [...before.events].flatMap(([path, { text, links }]) => {
    const other = now.events.get(path)
    return other?.text === text
      ? []
      : links.map((link) => [link, other === undefined ? gone : changed] as const)
  })
  for (const old of document.querySelectorAll('.news-mark')) old.remove()
  for (const [link, word] of marks) {
    const sign = document.createElement('em')
    sign.className = 'news-mark'
    sign.textContent = `${word} `
    link.prepend(sign)
  }
  const added = [...now.events.keys()].filter((path) => !before.events.has(path)).length
  return { marked: marks.length, added, isOther: now.article !== before.article }
}

/** The message. Its element exists from the start, so that screen readers announce its text. */
const note = document.createElement('div')
note.className = 'news'
note.setAttribute('role', 'status')

function tell({ marked, added, isOther }: News): void {
  if (marked + added === 0 && !isOther) {
    note.replaceChildren()
    return
  }
  const text = added > 0 ? `${news} ${addedText.replace('{count}', String(added))}` : String(news)
  if (note.firstChild?.textContent === text) return
  const said = document.createElement('p')
  said.textContent = text
  note.replaceChildren(
    said,
    buttonWith(show, () => location.reload()),
    buttonWith(close, () => note.replaceChildren()),
  )
}

let seen: string | undefined
/** Requests the page. Throws if the response is not usable. */
async function look(): Promise<void> {
  const signal = AbortSignal.timeout(PATIENCE)
  const response = await fetch(location.href, { headers: { Accept: 'text/html' }, cache: 'no-cache', signal })
  const isGone = response.status === 404 || response.status === 410
  if (!response.ok && !isGone) throw new Error(String(response.status))
  const text = await response.text()
  if (text === seen) return
  seen = text
  const page = new DOMParser().parseFromString(text, 'text/html')
  tell(isGone ? { marked: 0, added: 0, isOther: true } : mark(page))
}

/** Watches the page, if it has the words for it. */
export function tellReaderOfPageChanges(): void {
  if (news === undefined) return
  let [delay, count, lookedAt] = [MINUTE, 0, performance.now()]
  let timer: ReturnType<typeof setTimeout> | undefined
  const next = () => {
    clearTimeout(timer)
    if (document.visibilityState === 'hidden' || count >= MOST) return
    timer = setTimeout(act, Math.max(0, lookedAt + delay - performance.now()))
  }
  const act = async () => {
    count += 1
    lookedAt = performance.now()
    delay = await look().then(
      () => MINUTE,
      () => Math.min(2 * delay, LONGEST),
    )
    next()
  }
  markPageStateAsSeen()
  document.querySelector('main')?.append(note)
  document.addEventListener('visibilitychange', next)
  next()
}
