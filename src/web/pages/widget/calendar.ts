/** The element of the calendar. */
import { isMonth } from '../../../domain/time/calendar-days.ts'
import { widgetControlsForm } from './controls.ts'
import { today } from './dates.ts'
import { type ElementContent, element } from './element.ts'
import { isOver, type WidgetEvent } from './event.ts'
import { settingsGivenToWidget, words } from './given.ts'
import { eventListNodes, upcomingEventsQuery } from './list.ts'
import { ErrorWithMessageForReader, loadWidgetEvents } from './loading.ts'
import { MAX_EVENTS_OF_MONTH, monthEventsQuery, monthNodes } from './month.ts'
import { loadFont, widgetStyleSheet } from './style.ts'

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
export class FastiCalendar extends HTMLElement {
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
    const isAhead = (event: WidgetEvent) => !isOver(event)
    return eventListNodes(await loadWidgetEvents({ ...upcomingEventsQuery(), ...chosen }, count, isAhead))
  }
}
