/** <fasti-calendar>: a list or month of events on another website. It requests the JSON API and creates its nodes itself. */
/* global fasti */

const { words, language } = fasti

const style = new CSSStyleSheet()
style.replaceSync(`
:host { display: block; container-type: inline-size; color: var(--fasti-ink, CanvasText); background: var(--fasti-paper, transparent);
  font: var(--fasti-font, inherit); line-height: 1.45; }
:host([hidden]) { display: none; }
* { box-sizing: border-box; margin: 0; padding: 0; }
ol { list-style: none; }
a { color: inherit; text-decoration: none; overflow-wrap: anywhere; }
a:hover, a:focus-visible, .to { text-decoration: underline; }
a:focus-visible, button:focus-visible { outline: 3px solid var(--accent); outline-offset: 1px; }
:host { --accent: var(--fasti-accent, var(--own-accent)); --own-accent: #a8231b; --own-radius: .375em; --radius: var(--fasti-radius, var(--own-radius));
  --line: var(--fasti-line, color-mix(in srgb, currentColor 20%, transparent)); --edge: color-mix(in srgb, currentColor 60%, transparent); }
:host([theme=slate]) { --own-accent: #1d4f91; --own-radius: .5em; }
:host([theme=meadow]) { --own-accent: #216339; --own-radius: .75em; }
:host([theme=plain]) { --own-accent: currentColor; --own-radius: 0; }
@media (prefers-color-scheme: dark) {
  :host { --own-accent: #ff8a7a; }
  :host([theme=slate]) { --own-accent: #8fbcff; }
  :host([theme=meadow]) { --own-accent: #8ed69c; }
}
header { display: flex; align-items: center; gap: .5em; margin-block-end: .5em; }
.title { flex: 1; font-size: 1.25em; font-weight: 600; }
.title::first-letter { text-transform: uppercase; }
.name { font-weight: 600; }
button { min-inline-size: 2.5em; min-block-size: 2.5em; border: 1px solid var(--line); border-radius: var(--radius);
  background: none; color: inherit; font: inherit; cursor: pointer; }
:dir(rtl) button span { display: inline-block; transform: scaleX(-1); }
.day { border-block-start: 1px solid var(--line); padding-block: .5em; display: grid; gap: .25em .75em; }
.day.today > .name { color: var(--accent); }
[role=alert] { white-space: pre-line; }
li li { padding-inline-start: .625em; border-inline-start: .1875em solid var(--hue, var(--line)); margin-block: .25em; }
li.featured { border-color: var(--accent); }
.featured a { font-weight: 700; }
.when, .where { display: block; font-size: .875em; }
.quiet { display: none; }
form { display: flex; flex-wrap: wrap; gap: .5em .75em; align-items: end; margin-block-end: .75em; }
label { display: grid; gap: .2em; font-size: .875em; }
input, select { min-block-size: 2.5em; max-inline-size: 100%; padding-inline: .5em; border: 1px solid var(--edge); border-radius: var(--radius);
  background: none; color: inherit; font: inherit; }
option { color: CanvasText; background: Canvas; }
.space { display: none; }
.bar { background: color-mix(in srgb, var(--hue, currentColor) 12%, transparent); border-radius: var(--radius); padding-block: .1em; }
@container (min-width: 36em) {
  .list .day { grid-template-columns: 9em 1fr; }
  .month { display: grid; grid-template-columns: repeat(7, minmax(0, 1fr)); border-inline-start: 1px solid var(--line);
    border-block-end: 1px solid var(--line); }
  .month .day { display: block; min-block-size: 6em; padding: .375em; border-inline-end: 1px solid var(--line); font-size: .875em; }
  .month .where { display: none; }
  .month .day, .month .day ol { position: relative; }
  .month .bar, .month .space { display: block; block-size: 1.75em; margin-block: .2em; overflow: hidden; }
  .month .bar { inline-size: calc(var(--span) * 100% + (var(--span) - 1) * (.75em + 1px)); position: relative; z-index: 1;
    white-space: nowrap; text-overflow: ellipsis; }
  .month .bar .when { display: none; }
}
@media (forced-colors: active) { .bar { border-block: 1px solid CanvasText; } .day.today > .name { outline: 2px solid Highlight; } }
.unseen { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
`)

const DAY = 86_400_000
const MOST_PAGES = 10
/** Maximum events of a day in a month. */
const MOST_OF_DAY = 4

const at = (text) => Date.parse(`${text.replace(' ', 'T')}${text.length === 10 ? 'T00:00:00' : ''}Z`)
const dayAt = (time) => new Date(time).toISOString().slice(0, 10)
const form = (options) => new Intl.DateTimeFormat(fasti.locale, { ...options, timeZone: 'UTC' })
const forms = {
  month: form({ month: 'long', year: 'numeric' }),
  day: form({ weekday: 'short', day: 'numeric', month: 'short' }),
  full: form({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
  cell: form({ day: 'numeric', weekday: 'short' }),
  clock: form({ hour: 'numeric', minute: '2-digit' }),
  days: form({ day: 'numeric', month: 'short' }),
}

/** Today's date in the zone of the calendar. */
function today() {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone: fasti.zone }).format(new Date())
  } catch {
    return dayAt(Date.now())
  }
}

const firstDay = ({ start_date }) => start_date.slice(0, 10)

/** The last day of an event. */
function lastDay({ start_date, end_date }) {
  const isMidnight = end_date.endsWith(' 00:00:00') && start_date < end_date
  return isMidnight ? dayAt(at(end_date) - DAY) : end_date.slice(0, 10)
}

/** Creates an element with texts and elements in it. Every value that is not an element becomes a text node. */
function element(name, attributes, ...content) {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) if (value !== false) made.setAttribute(key, value)
  made.append(...content.filter((one) => one))
  return made
}

function whenOf(event) {
  const [first, last] = [firstDay(event), lastDay(event)]
  const days = first !== last && forms.days.formatRange(at(first), at(last))
  if (event.all_day) return days || words.allDay
  if (days) return days
  const hours =
    event.start_date === event.end_date
      ? forms.clock.format(at(event.start_date))
      : forms.clock.formatRange(at(event.start_date), at(event.end_date))
  return event.timezone === fasti.zone ? hours : `${hours} ${event.timezone_abbr}`
}

/** A link to a page of the calendar. */
const link = (page, text) =>
  element('a', { class: 'to', target: '_top', href: `${fasti.page}/${page}/` }, text)

const isWeb = (address) => /^https?:\/\//i.test(address)

function entry(event, kind = '', span = 0) {
  const places = [event.venue]
    .flat()
    .map(({ venue, city }) => (venue.includes(city) ? venue : [venue, city].filter(Boolean).join(', ')))
  const line = element(
    'li',
    { class: [event.featured && 'featured', kind].filter(Boolean).join(' ') },
    element('span', { class: 'when' }, whenOf(event)),
    words.outcome[event.event_status] &&
      element('strong', { class: 'outcome' }, words.outcome[event.event_status], ' '),
    element('a', { dir: 'auto', target: '_top', ...(isWeb(event.url) && { href: event.url }) }, event.title),
    event.featured && element('span', { class: 'unseen' }, ` (${words.featured})`),
    places.length > 0 && element('span', { class: 'where', dir: 'auto' }, places.join('; ')),
  )
  const colored = event.categories?.find(({ color }) => /^#[\da-f]{6}$/i.test(color))
  if (colored !== undefined) line.style.setProperty('--hue', colored.color)
  if (span > 0) line.style.setProperty('--span', span)
  return line
}

/** Sticky events first, then all-day events, then by start. */
function inDay(day, events) {
  const rank = (event) => (event.sticky ? 0 : event.all_day || firstDay(event) < day ? 1 : 2)
  return [...events].sort((a, b) => rank(a) - rank(b) || (a.start_date < b.start_date ? -1 : 1))
}

/** A day with its events, and the number of events on further pages. */
function dayOf(day, lines, label, rest = 0) {
  const isToday = day === today()
  const more =
    rest > 0 &&
    element(
      'li',
      {},
      link(
        `calendar/day/${day}`,
        words.more.replace('{count}', () => String(rest)),
      ),
    )
  const isQuiet = rest === 0 && lines.every((line) => line.className === 'space')
  return element(
    'li',
    { class: `day${isToday ? ' today' : ''}${isQuiet ? ' quiet' : ''}` },
    element(
      'p',
      { class: 'name' },
      element(
        'time',
        { datetime: day },
        element('span', { 'aria-hidden': 'true' }, label),
        element('span', { class: 'unseen' }, forms.full.format(at(day))),
      ),
    ),
    element('ol', {}, ...lines, more),
  )
}

const fields =
  'events.title,events.url,events.all_day,events.start_date,events.end_date,events.timezone,events.timezone_abbr,events.venue.venue,events.venue.city,events.featured,events.sticky,events.event_status,events.categories.color,next_rest_url'
const filters = [
  ...['categories', 'tags', 'venue', 'organizer', 'featured', 'free', 'event_status', 'search'],
  ...['geoloc_lat', 'geoloc_lng', 'geoloc_distance'],
]
/** The maximum lanes of multi-day events in a week. */
const MOST_LANES = 3

/** The days of a week, each with the bars that begin there, the number of lanes, and its other events. */
function weekLayout(days, events) {
  const [first, last] = [days[0], days.at(-1)]
  const bars = events
    .filter(
      (event) => firstDay(event) !== lastDay(event) && firstDay(event) <= last && first <= lastDay(event),
    )
    .map((event) => {
      const from = Math.max(0, days.indexOf(firstDay(event)))
      const to = lastDay(event) > last ? days.length - 1 : days.indexOf(lastDay(event))
      return { event, from, to, lane: -1 }
    })
    .sort((a, b) => a.from - b.from || b.to - a.to)
  const ends = Array.from({ length: MOST_LANES }, () => -1)
  for (const bar of bars) {
    bar.lane = ends.findIndex((end) => end < bar.from)
    if (bar.lane >= 0) ends[bar.lane] = bar.to
  }
  return days.map((day, at) => {
    const here = bars.filter(({ from, to }) => from <= at && at <= to)
    const singles = inDay(
      day,
      events.filter((event) => firstDay(event) === day && lastDay(event) === day),
    )
    const lanes = Math.max(0, ...here.map(({ lane }) => lane + 1))
    const missed = here.filter(({ lane }) => lane < 0).length
    return { day, at, here: here.filter(({ lane }) => lane >= 0), lanes, singles, missed }
  })
}

/** The lines of a day in a month: bars where they begin, space for continued bars, then the day's other events. */
function linesOf({ at, here, lanes, singles, missed }) {
  const inLanes = Array.from({ length: lanes }, (_, lane) => {
    const bar = here.find((one) => one.lane === lane)
    if (bar?.from === at) return entry(bar.event, 'bar', bar.to - bar.from + 1)
    return element('li', { class: 'space', 'aria-hidden': 'true' })
  })
  const shown = singles.slice(0, Math.max(0, MOST_OF_DAY - lanes))
  return {
    lines: [...inLanes, ...shown.map((event) => entry(event))],
    rest: missed + singles.length - shown.length,
  }
}

/** The message for an error response. */
class Refused extends Error {
  constructor(status, body) {
    const params = Object.entries(body?.data?.params ?? {}).map(([name, text]) => `${name}: ${text}`)
    const known = { 400: words.invalid, 401: words.unauthorized, 403: words.unauthorized, 429: words.often }
    super([known[status] ?? words.failed, ...params].join('\n'))
  }
}

/** `view` is list or month, `count` the length of a list; the filters are those of `/events`. */
class FastiCalendar extends HTMLElement {
  static observedAttributes = ['view', 'count', 'month', 'controls', ...filters]

  #root = this.attachShadow({ mode: 'open' })
  #view = element('div', {})
  #form
  #shown = 0

  connectedCallback() {
    this.#root.adoptedStyleSheets = [style]
    this.#root.replaceChildren(this.#view)
    if (!this.hasAttribute('theme') && fasti.theme !== '') this.setAttribute('theme', fasti.theme)
    this.#soon()
  }

  attributeChangedCallback() {
    if (this.isConnected) this.#soon()
  }

  /** Attributes change one at a time; one request is sent for all of them. */
  #soon() {
    const mine = ++this.#shown
    queueMicrotask(() => mine === this.#shown && this.show())
  }

  /** Loads and shows the events. A later call replaces an earlier one. */
  async show() {
    const mine = ++this.#shown
    this.lang = this.lang || language
    const month = this.getAttribute('month') ?? today().slice(0, 7)
    const isMonth = this.getAttribute('view') === 'month' && !Number.isNaN(at(`${month}-01`))
    this.setAttribute('aria-busy', 'true')
    this.#control()
    if (this.#view.childElementCount === 0) this.#view.append(element('p', {}, words.loading))
    try {
      const view = isMonth ? await this.#month(month) : await this.#list()
      if (mine === this.#shown) this.#put(view)
    } catch (error) {
      const text = error instanceof Refused ? error.message : words.failed
      if (mine === this.#shown) this.#put([element('p', { role: 'alert' }, text)])
    }
    if (mine === this.#shown) this.removeAttribute('aria-busy')
  }

  /** A search field and a select for categories, if the page enables them. */
  #control() {
    if (!this.hasAttribute('controls') || this.#form !== undefined) return
    const search = element('input', {
      type: 'search',
      maxlength: '200',
      value: this.getAttribute('search') ?? '',
    })
    const select = element('select', {}, element('option', { value: '' }, words.any))
    this.#form = element(
      'form',
      { role: 'search' },
      element('label', {}, words.search, search),
      element('label', {}, words.category, select),
    )
    const set = (name, value) => (value === '' ? this.removeAttribute(name) : this.setAttribute(name, value))
    let waiting
    search.oninput = () => {
      clearTimeout(waiting)
      waiting = setTimeout(() => set('search', search.value.trim()), 300)
    }
    this.#form.onsubmit = (event) => event.preventDefault()
    select.onchange = () => set('categories', select.value)
    this.#root.prepend(this.#form)
    const chosen = this.getAttribute('categories') ?? ''
    const address = `${fasti.events.replace(/events$/, 'categories')}?per_page=100&_fields=categories.slug,categories.name`
    fetch(address, { credentials: 'omit', headers: { Accept: 'application/json' } })
      .then((response) => response.json())
      .then(({ categories = [] }) => {
        for (const { slug, name } of categories)
          select.append(element('option', { value: slug, selected: slug === chosen && '' }, name))
      })
      .catch(() => select.closest('label').remove())
  }

  #put(nodes) {
    const focused = this.#root.activeElement?.className
    this.#view.replaceChildren(...nodes)
    if (focused) this.#root.querySelector(`button.${focused}`)?.focus()
  }

  async #events(window, count) {
    const query = new URLSearchParams({ ...window, per_page: Math.min(count, 100), _fields: fields })
    for (const name of filters) if (this.hasAttribute(name)) query.set(name, this.getAttribute(name))
    const events = []
    let address = `${fasti.events}?${query}`
    for (let page = 0; page < MOST_PAGES && address !== undefined && events.length < count; page += 1) {
      const response = await fetch(address, { credentials: 'omit', headers: { Accept: 'application/json' } })
      const body = await response.json().catch(() => undefined)
      if (!response.ok || body === undefined) throw new Refused(response.status, body)
      events.push(...body.events)
      address = body.next_rest_url
    }
    return events.slice(0, count)
  }

  async #list() {
    const count = Math.max(1, Math.min(250, Number(this.getAttribute('count')) || 10))
    const events = await this.#events({ ends_after: dayAt(at(today()) - DAY) }, count)
    if (events.length === 0) return [element('p', {}, words.nothing)]
    const days = [...new Set(events.map(firstDay))]
    const each = days.map((day) =>
      dayOf(
        day,
        inDay(
          day,
          events.filter((event) => firstDay(event) === day),
        ).map((event) => entry(event)),
        forms.day.format(at(day)),
      ),
    )
    return [element('ol', { class: 'list' }, ...each), element('p', {}, link('calendar/agenda', fasti.name))]
  }

  async #month(month) {
    const first = at(`${month}-01`)
    const start = first - ((new Date(first).getUTCDay() - fasti.firstDay + 7) % 7) * DAY
    const days = Array.from({ length: 42 }, (_, count) => dayAt(start + count * DAY))
    const weeks = days.filter((_, place) => days[place - (place % 7)].slice(0, 7) <= month)
    // The window is in instants; clocks differ by a day at most.
    const window = { ends_after: dayAt(start - 2 * DAY), starts_before: dayAt(at(weeks.at(-1)) + DAY) }
    const events = await this.#events(window, 1000)
    const each = weeks
      .filter((_, place) => place % 7 === 0)
      .flatMap((_, week) => weekLayout(weeks.slice(7 * week, 7 * week + 7), events))
      .map((cell) => {
        const { lines, rest } = linesOf(cell)
        return dayOf(cell.day, lines, forms.cell.format(at(cell.day)), rest)
      })
    const step = (name, sign, months) => {
      const button = element(
        'button',
        { class: name, type: 'button', 'aria-label': words[name] },
        element('span', {}, sign),
      )
      const [year, number] = month.split('-').map(Number)
      button.onclick = () =>
        this.setAttribute('month', dayAt(Date.UTC(year, number - 1 + months, 1)).slice(0, 7))
      return button
    }
    const title = element('p', { class: 'title', 'aria-live': 'polite' }, forms.month.format(first))
    return [
      element('header', {}, title, step('before', '←', -1), step('after', '→', 1)),
      element('ol', { class: 'month' }, ...each),
      events.length === 0 && element('p', {}, words.nothing),
      element('p', {}, link(`calendar/${month}`, fasti.name)),
    ].filter(Boolean)
  }
}

if (customElements.get('fasti-calendar') === undefined) customElements.define('fasti-calendar', FastiCalendar)
