/**
 * Tells the reader of an open page what has changed since. It requests the page once a minute while the page is visible, which
 * costs the service a 304 if nothing has changed. It marks changed events, and the reader decides when to load the new state.
 */

const MINUTE = 60_000
/** The longest interval between requests after failures. */
const LONGEST = 30 * MINUTE
/** The maximum number of requests, about half a day: a page is not watched forever. */
const MOST = 720
const PATIENCE = 10_000

const words = document.body.dataset
/** Links to events in lists, grids and cards. */
const ENTRIES = 'main :is(.title, .line, .slot, .happening) > a[href*="/event/"]'

/** The text of each event in a document, and the links to it. */
function eventsIn(page) {
  const events = new Map()
  for (const link of page.querySelectorAll(ENTRIES)) {
    const path = link.getAttribute('href')
    const { text, links } = events.get(path) ?? { text: '', links: [] }
    events.set(path, { text: text + link.closest('li').textContent, links: [...links, link] })
  }
  return events
}

const articleIn = (page) => page.querySelector('main > article')?.textContent ?? ''

let known
/** Stores the current state of the page as known to the reader. */
function remember() {
  known = { events: eventsIn(document), article: articleIn(document) }
}

/** Marks events that differ in a newer state of the page. Returns how many are marked, and how many were added. */
function mark(page) {
  const [now, marks] = [eventsIn(page), []]
  for (const [path, { text, links }] of known.events) {
    const other = now.get(path)
    if (other?.text === text) continue
    for (const link of links) marks.push([link, other === undefined ? words.gone : words.changed])
  }
  for (const old of document.querySelectorAll('.news-mark')) old.remove()
  for (const [link, word] of marks) {
    const sign = document.createElement('em')
    sign.className = 'news-mark'
    sign.textContent = `${word} `
    link.prepend(sign)
  }
  return { marked: marks.length, added: [...now.keys()].filter((path) => !known.events.has(path)).length }
}

function buttonWith(text, act) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'button'
  button.textContent = text
  button.addEventListener('click', act)
  return button
}

/** The message. Its element exists from the start, so that screen readers announce its text. */
const note = document.createElement('div')
note.className = 'news'
note.setAttribute('role', 'status')

function tell({ marked, added, isOther }) {
  if (marked + added === 0 && !isOther) return note.replaceChildren()
  const text = added > 0 ? `${words.news} ${words.added.replace('{count}', added)}` : words.news
  if (note.firstChild?.textContent === text) return undefined
  const said = document.createElement('p')
  said.textContent = text
  return note.replaceChildren(
    said,
    buttonWith(words.show, () => location.reload()),
    buttonWith(words.close, () => note.replaceChildren()),
  )
}

let seen
/** Requests the page. Throws if the response is not usable. */
async function look() {
  const signal = AbortSignal.timeout(PATIENCE)
  const response = await fetch(location.href, { headers: { Accept: 'text/html' }, cache: 'no-cache', signal })
  const isGone = response.status === 404 || response.status === 410
  if (!response.ok && !isGone) throw new Error(String(response.status))
  const text = await response.text()
  if (text === seen) return
  seen = text
  const page = new DOMParser().parseFromString(text, 'text/html')
  tell(
    isGone
      ? { marked: 0, added: 0, isOther: true }
      : { ...mark(page), isOther: articleIn(page) !== known.article },
  )
}

function watch() {
  let [delay, count, lookedAt] = [MINUTE, 0, performance.now()]
  let timer
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
  remember()
  document.querySelector('main').append(note)
  document.addEventListener('visibilitychange', next)
  next()
}

if (words.news !== undefined) watch()
