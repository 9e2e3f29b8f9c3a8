/** <fasti-calendar>: a list or month of events on another website. It requests the JSON API and creates its nodes itself. */
import { isMonth, plusDays } from '../../../domain/time/timestamp.ts'
import {
  bandOfEvents,
  dayElement,
  type ElementContent,
  element,
  eventCardElement,
  linkToPageOfCalendar,
} from './elements.ts'
import {
  firstDay,
  isLongRunning,
  isOver,
  isOverToday,
  responseFields,
  settingsGivenToWidget,
  sortEventsOfOneDay,
  today,
  type WidgetEvent,
  wallMilliseconds,
  widgetDateFormatters,
  words,
} from './event.ts'
import { MAX_EVENTS_OF_MONTH, monthEventsQuery, monthNodes } from './month.ts'

// The element of the calendar.

/** `style.css` as a text; the build sets it. */
declare const WIDGET_STYLE: string

// Requests to the API, without credentials.

const MOST_PAGES = 10

interface EventPage {
  readonly events: readonly WidgetEvent[]
  readonly next_rest_url?: string
}

interface Problem {
  readonly data?: { readonly params?: Readonly<Record<string, string>> }
}

const known: Readonly<Record<number, string>> = {
  400: words.invalid,
  401: words.unauthorized,
  403: words.unauthorized,
  429: words.often,
}

/** The message for an error response. */
class ErrorWithMessageForReader extends Error {
  constructor(status: number, body: Problem | undefined) {
    const params = Object.entries(body?.data?.params ?? {}).map(([name, text]) => `${name}: ${text}`)
    super([known[status] ?? words.failed, ...params].join('\n'))
  }
}

const request = (address: string) =>
  fetch(address, { credentials: 'omit', headers: { Accept: 'application/json' } })

async function pageAt(address: string): Promise<EventPage> {
  const response = await request(address)
  const body = await response.json().catch(() => undefined)
  if (!response.ok || body === undefined) throw new ErrorWithMessageForReader(response.status, body)
  return body
}

/** Returns at most `count` events of a list with these filters, and those besides that are not counted. Throws a `ErrorWithMessageForReader`. */
async function loadWidgetEvents(
  filters: Readonly<Record<string, string>>,
  count: number,
  isCounted: (event: WidgetEvent) => boolean = () => true,
): Promise<readonly WidgetEvent[]> {
  const shown = {
    per_page: String(Math.min(count, 100)),
    _fields: [...responseFields, 'next_rest_url'].join(),
  }
  const events: WidgetEvent[] = []
  let address: string | undefined =
    `${settingsGivenToWidget.events}?${new URLSearchParams({ ...filters, ...shown })}`
  for (
    let page = 0;
    page < MOST_PAGES && address !== undefined && events.filter(isCounted).length < count;
    page += 1
  ) {
    const body: EventPage = await pageAt(address)
    events.push(...body.events)
    address = body.next_rest_url
  }
  const last = events.filter(isCounted)[count]
  return last === undefined ? events : events.slice(0, events.indexOf(last))
}

/** A category that can be chosen. */
interface ChoosableCategory {
  readonly id: number
  readonly slug: string
  readonly name: string
  /** The language of the name; sent by calendars with several. */
  readonly language?: string
}

/** Returns the categories with events. */
async function loadCategories(): Promise<readonly ChoosableCategory[]> {
  const address = settingsGivenToWidget.events.replace(/events$/, 'categories')
  const response = await request(
    `${address}?per_page=100&_fields=categories.id,categories.slug,categories.name${settingsGivenToWidget.isMultilingual ? ',categories.language' : ''}`,
  )
  const { categories = [] }: { readonly categories?: readonly ChoosableCategory[] } = await response.json()
  return categories
}

// A search field and a choice of categories.

function searchField(value: string, set: (text: string) => void): HTMLInputElement {
  const search = element('input', { type: 'search', maxlength: '200', value })
  let waiting: ReturnType<typeof setTimeout> | undefined
  search.oninput = () => {
    clearTimeout(waiting)
    waiting = setTimeout(() => set(search.value.trim()), 300)
  }
  return search
}

/** Whether a page names a category by its id, slug or name, as the filter of events takes it. */
const isNamed = ({ id, slug, name }: ChoosableCategory, text: string) =>
  [String(id), slug, name.toLowerCase()].includes(text.trim().toLowerCase())

function categoryField(chosen: string, set: (slug: string) => void): HTMLSelectElement {
  const select = element('select', {}, element('option', { value: '' }, words.any))
  select.onchange = () => set(select.value)
  loadCategories()
    .then((categories) => {
      const given = categories.find((one) => isNamed(one, chosen))
      for (const one of categories) {
        const attributes = { value: one.slug, lang: one.language, selected: one === given && '' }
        select.append(element('option', attributes, one.name))
      }
      // Several categories, or one that is not listed: the choice is shown as the page wrote it.
      if (chosen !== '' && given === undefined)
        select.append(element('option', { value: chosen, selected: '' }, chosen))
    })
    .catch(() => select.closest('label')?.remove())
  return select
}

/** Returns the form, which sets attributes of the element; an empty value removes them. */
function widgetControlsForm(of: HTMLElement): HTMLFormElement {
  const set = (name: string) => (value: string) =>
    value === '' ? of.removeAttribute(name) : of.setAttribute(name, value)
  const given = (name: string) => of.getAttribute(name) ?? ''
  const form = element(
    'form',
    { role: 'search' },
    element('label', {}, words.search, searchField(given('search'), set('search'))),
    element('label', {}, words.category, categoryField(given('categories'), set('categories'))),
  )
  form.onsubmit = (event) => event.preventDefault()
  return form
}

// The list of coming events.

/** Returns the args of the coming events. The window is in instants, and clocks differ by a day at most. */
function upcomingEventsQuery(): Readonly<Record<string, string>> {
  const day = today()
  return { ends_after: plusDays(day, -1) ?? day }
}

/** Returns the name of a day, with its distance if it is near. */
function nameOfDay(day: string, now: string): string {
  const name = widgetDateFormatters.day.format(wallMilliseconds(day))
  const near = day === now ? words.today : day === plusDays(now, 1) ? words.tomorrow : undefined
  return near === undefined ? name : `${near} · ${name}`
}

/** Returns the nodes of a list of events, which begins today: what has begun before is there today. What is over comes last. */
function eventListNodes(events: readonly WidgetEvent[]): readonly ElementContent[] {
  const now = today()
  const ahead = events.filter((event) => !isOver(event))
  const running = ahead.filter((event) => isLongRunning(event, now))
  const coming = ahead.filter((event) => !running.includes(event))
  const earlier = sortEventsOfOneDay(now, events.filter(isOverToday))
  const dayOf = (event: WidgetEvent) => (firstDay(event) < now ? now : firstDay(event))
  const days = [...new Set(coming.map(dayOf))].sort().map((day) => {
    const own = coming.filter((event) => dayOf(event) === day)
    return dayElement(day, sortEventsOfOneDay(day, own).map(eventCardElement), nameOfDay(day, now))
  })
  const over =
    earlier.length > 0 &&
    element(
      'li',
      { class: 'day' },
      element('p', { class: 'name' }, words.earlier),
      element('ol', {}, ...earlier.map(eventCardElement)),
    )
  return [
    bandOfEvents(running),
    coming.length === 0 && element('p', {}, words.nothing),
    element('ol', { class: 'list' }, ...days, over),
    element('p', {}, linkToPageOfCalendar('calendar/agenda', settingsGivenToWidget.name)),
  ]
}

// The style of the widget, within its shadow root, and its fonts.

const { fonts, hues, looks } = settingsGivenToWidget.look

/** The look of each theme, which the attribute `theme` chooses. Colours follow the colour scheme of the page around. */
const themes = Object.entries(looks).map(([name, look]) => `:host([theme="${CSS.escape(name)}"]){${look}}`)

const widgetStyleSheet = new CSSStyleSheet()
widgetStyleSheet.replaceSync(
  `:host{${hues};${looks[settingsGivenToWidget.theme] ?? ''}}${themes.join('')}${WIDGET_STYLE}`,
)

/** The longest time in milliseconds that events wait for the font, so that nothing shifts. */
const FONT_PATIENCE = 300

let loading: Promise<unknown> | undefined

/** Loads the font, and resolves when it is there or takes too long. A page that has chosen another one loads none. */
function loadFont(of: HTMLElement): Promise<unknown> {
  if (getComputedStyle(of).getPropertyValue('--fasti-font') !== '') return Promise.resolve()
  loading ??= (async () => {
    const faces = fonts.map(({ url, range }) => {
      const more = { weight: '300 900', display: 'optional', unicodeRange: range } as const
      return new FontFace('Figtree', `url("${url}") format("woff2")`, more)
    })
    for (const face of faces) document.fonts.add(face)
    const late = new Promise((resolve) => setTimeout(resolve, FONT_PATIENCE))
    // That of other letters is loaded where a text has them. A policy of the page may forbid both.
    await Promise.race([faces[0]?.load(), late]).catch(() => undefined)
  })()
  return loading
}

const filters = [
  'categories',
  'tags',
  'venue',
  'organizer',
  'group',
  'featured',
  'free',
  'event_status',
  'search',
  'geoloc_lat',
  'geoloc_lng',
  'geoloc_distance',
]

/** `view` is list or month, `count` the length of a list; the filters are those of `/events`. */
class FastiCalendar extends HTMLElement {
  static observedAttributes = ['view', 'count', 'month', 'controls', ...filters]

  #root = this.attachShadow({ mode: 'open' })
  #view = element('div', {})
  #form: HTMLFormElement | undefined
  #shown = 0

  connectedCallback(): void {
    this.#root.adoptedStyleSheets = [widgetStyleSheet]
    this.#root.replaceChildren(this.#view)
    if (!this.hasAttribute('theme') && settingsGivenToWidget.theme !== '')
      this.setAttribute('theme', settingsGivenToWidget.theme)
    this.#soon()
  }

  attributeChangedCallback(): void {
    if (this.isConnected) this.#soon()
  }

  /** Attributes change one at a time; one request is sent for all of them. */
  #soon(): void {
    this.#shown += 1
    const mine = this.#shown
    queueMicrotask(() => mine === this.#shown && this.show())
  }

  /** Loads and shows the events. A later call replaces an earlier one. */
  async show(): Promise<void> {
    this.#shown += 1
    const mine = this.#shown
    this.lang = this.lang || settingsGivenToWidget.language
    this.setAttribute('aria-busy', 'true')
    this.#control()
    if (this.#view.childElementCount === 0) this.#view.append(element('p', {}, words.loading))
    const font = loadFont(this)
    const view = await this.#content().catch((error: unknown) => {
      const text = error instanceof ErrorWithMessageForReader ? error.message : words.failed
      return [element('p', { role: 'alert' }, text)]
    })
    await font
    if (mine !== this.#shown) return
    this.#put(view)
    this.removeAttribute('aria-busy')
  }

  #control(): void {
    if (!this.hasAttribute('controls') || this.#form !== undefined) return
    this.#form = widgetControlsForm(this)
    this.#root.prepend(this.#form)
  }

  #put(content: readonly ElementContent[]): void {
    const focused = this.#root.activeElement?.className
    this.#view.replaceChildren(...content.flatMap((one) => one || []))
    if (focused) this.#root.querySelector<HTMLElement>(`button.${focused}`)?.focus()
  }

  async #content(): Promise<readonly ElementContent[]> {
    const month = this.getAttribute('month') ?? today().slice(0, 7)
    const named = filters.map((name) => [name, this.getAttribute(name)] as const)
    const chosen = Object.fromEntries(named.flatMap(([name, text]) => (text === null ? [] : [[name, text]])))
    if (this.getAttribute('view') === 'month' && isMonth(month)) {
      const events = await loadWidgetEvents({ ...monthEventsQuery(month), ...chosen }, MAX_EVENTS_OF_MONTH)
      return monthNodes(month, events, (other) => this.setAttribute('month', other))
    }
    const count = Math.max(1, Math.min(250, Number(this.getAttribute('count')) || 10))
    const isAhead = (event: WidgetEvent) => !isOver(event) && !isLongRunning(event, today())
    return eventListNodes(await loadWidgetEvents({ ...upcomingEventsQuery(), ...chosen }, count, isAhead))
  }
}

if (customElements.get('fasti-calendar') === undefined) customElements.define('fasti-calendar', FastiCalendar)
