/** Events as lists show them, and the filters of the list. */
import { type Answered, ask, type Query } from '../api/ask.ts'
import { currentUser } from '../api/session.ts'
import type { EventItem } from '../api/types.ts'

const fields = [
  'id',
  'title',
  'status',
  'date',
  'modified',
  'url',
  'start_date',
  'end_date',
  'all_day',
  'timezone',
  'featured',
  'sticky',
  'hide_from_listings',
  'password_protected',
  'event_status',
  'venue',
] as const

export type ListedEvent = Pick<EventItem, (typeof fields)[number]>

/** A window with all events: by default only upcoming events are listed. */
export const EVER = { starts_after: '1000-01-03' } as const
/** What has not ended. */
export const TO_COME = { ends_after: 'yesterday' } as const

/** Where a search looks for its words. */
const EVERYWHERE = 'title,text,venue,organizer,terms'

/** Events of a list, page by page. */
export async function listEvents(query: Query): Promise<Answered<readonly ListedEvent[]>> {
  const _fields = fields.map((field) => `events.${field}`).join(',')
  const answered = await ask<{ events: readonly ListedEvent[] }>('GET', '/events', {
    query: { ...query, _fields },
  })
  return { ...answered, body: answered.body.events }
}

/** The filters as the address of the view has them. */
export interface Filters {
  readonly q: string
  readonly status: string
  readonly when: string
  readonly from: string
  readonly to: string
  readonly category: string
  readonly venue: string
  readonly outcome: string
  readonly hidden: string
  readonly mine: string
  readonly order: string
  readonly page: string
}

const defaults: Filters = {
  q: '',
  status: 'any',
  when: 'coming',
  from: '',
  to: '',
  category: '',
  venue: '',
  outcome: '',
  hidden: '',
  mine: '',
  order: '',
  page: '1',
}

/** The filters of a view's query. */
export function filtersOf(query: URLSearchParams): Filters {
  const given = Object.entries(defaults).map(([name, value]) => [name, query.get(name) ?? value])
  return Object.fromEntries(given) as unknown as Filters
}

/** The query of a view with these filters: those that say nothing new are left out. */
export function queryOf(filters: Filters): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(filters).filter(([name, value]) => value !== defaults[name as keyof Filters]),
  )
}

function windowOf({ when, from, to }: Filters): Query {
  if (when === 'coming') return TO_COME
  if (when === 'past') return { ends_before: 'yesterday' }
  if (when === 'between' && (from !== '' || to !== ''))
    return { ...(from !== '' ? { start_date: from } : EVER), ...(to !== '' && { starts_before: to }) }
  return EVER
}

/** The query without paging and order; feeds of these events use it too. */
export function argsOf(filters: Filters): Query {
  const { q, status, category, venue, outcome, hidden, mine } = filters
  return {
    ...windowOf(filters),
    search: q,
    search_in: q.trim() === '' ? undefined : EVERYWHERE,
    status,
    categories: category,
    venue,
    event_status: outcome,
    hide_from_listings: hidden === '' ? undefined : true,
    author: mine === '' ? undefined : currentUser()?.id,
  }
}

/** How the list is ordered: a search by relevance, the past from its end, unless something else was chosen. */
export function orderOf({ order, when, q }: Filters): Query {
  if (order === '' && q.trim() !== '') return { orderby: 'relevance' }
  const [orderby = '', direction = ''] = (
    order || (when === 'past' ? 'start_date-desc' : 'start_date-asc')
  ).split('-')
  return { orderby, order: direction }
}
