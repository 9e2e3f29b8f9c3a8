/** Requests to the API, without credentials. */
import { responseFields, type WidgetEvent } from './event.ts'
import { settingsGivenToWidget, words } from './given.ts'

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
export class ErrorWithMessageForReader extends Error {
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
export async function loadWidgetEvents(
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
export interface ChoosableCategory {
  readonly id: number
  readonly slug: string
  readonly name: string
  /** The language of the name; sent by calendars with several. */
  readonly language?: string
}

/** Returns the categories with events. */
export async function loadCategories(): Promise<readonly ChoosableCategory[]> {
  const address = settingsGivenToWidget.events.replace(/events$/, 'categories')
  const response = await request(
    `${address}?per_page=100&_fields=categories.id,categories.slug,categories.name${settingsGivenToWidget.isMultilingual ? ',categories.language' : ''}`,
  )
  const { categories = [] }: { readonly categories?: readonly ChoosableCategory[] } = await response.json()
  return categories
}
