/**
 * A page that is left open says what has changed since: it asks for itself once a minute while somebody looks at it, which
 * costs the service a 304 where nothing has. It marks what it shows, and leaves it to the reader to see the new state.
 */

const MINUTE = 60_000
/** What fails is tried less often, down to this. */
const LONGEST = 30 * MINUTE
/** A page is not watched for ever: this many times is half a day. */
const MOST = 720
const PATIENCE = 10_000

const words = document.body.dataset
/** Links to events in lists, grids and cards. */
const ENTRIES = 'main :is(.title, .line, .slot, .happening) > a[href*="/event/"]'

/** What a document says of each event, and its links to it. */
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
/** Takes what the page shows now as what its reader knows. */
function remember() {
  known = { events: eventsIn(document), article: articleIn(document) }
}

/** Marks what a newer state of the page says otherwise. Returns how many events are marked, and how many came. */
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

/** The message. It is there from the start, so that screen readers say what it is filled with. */
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
/** Asks for the page. Throws where there is no answer that says anything. */
async function look() {
  const signal = AbortSignal.timeout(PATIENCE)
  const answer = await fetch(location.href, { headers: { Accept: 'text/html' }, cache: 'no-cache', signal })
  const isGone = answer.status === 404 || answer.status === 410
  if (!answer.ok && !isGone) throw new Error(String(answer.status))
  const text = await answer.text()
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
