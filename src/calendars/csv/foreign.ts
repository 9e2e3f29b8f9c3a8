/** Tables that other programs export: the names of their columns, and values that they split differently. */
import { eventStatuses } from '../../contract/resources/fields/event-fields.ts'
import type { CellsByColumn } from './columns.ts'

/** The column names of Google Calendar, Outlook and The Events Calendar, in their plain form. */
export const ourNamesOfForeignColumns: Readonly<Record<string, string>> = {
  subject: 'title',
  all_day_event: 'all_day',
  location: 'location',
  private: 'private',
  event_name: 'title',
  event_title: 'title',
  event_excerpt: 'excerpt',
  event_description: 'description',
  event_venue_name: 'venue',
  event_organizer_name: 'organizer',
  event_timezone: 'timezone',
  event_start_date: 'start_date',
  event_start_time: 'start_time',
  event_end_date: 'end_date',
  event_end_time: 'end_time',
  event_all_day: 'all_day',
  time_zone: 'timezone',
  hide_from_event_listings: 'hide_from_listings',
  sticky_in_month_view: 'sticky',
  event_sticky_in_month_view: 'sticky',
  featured_event: 'featured',
  event_category: 'categories',
  event_categories: 'categories',
  event_tags: 'tags',
  event_cost: 'cost',
  event_currency_symbol: 'currency_symbol',
  event_website: 'website',
  event_currency_position: 'currency_position',
  event_slug: 'slug',
}

/** Columns that only such tables have. */
export const foreignOnlyColumns: readonly string[] = [
  'location',
  'private',
  'currency_symbol',
  'currency_position',
]

export const isYes = (cell: string) => /^(?:true|yes|1|on)$/i.test(cell)

function costOf(cost: string, symbol: string, position: string): string {
  const isNumbers = /^[\d.,\s]+(?:-[\d.,\s]+)?$/.test(cost)
  if (!isNumbers || symbol === '') return cost
  return /^(?:suffix|postfix)$/i.test(position) ? `${cost}${symbol}` : `${symbol}${cost}`
}

const isOutcome = (cell: string) => eventStatuses.some((one) => one === cell)

/** The Events Calendar calls the publication status `event_status`, and writes "canceled" with one l. */
function statusCells({ event_status: cell, status = '' }: CellsByColumn): CellsByColumn {
  if (cell === undefined || cell === '') return {}
  const outcome = cell
    .trim()
    .toLowerCase()
    .replace(/^canceled$/, 'cancelled')
  if (isOutcome(outcome) || status !== '') return { event_status: outcome }
  return { event_status: '', status: cell }
}

/** Returns the cells of a row under our own column names. */
export function cellsUnderOurNames(cells: CellsByColumn): CellsByColumn {
  const { location = '', private: isPrivate, currency_symbol = '', currency_position = '', ...own } = cells
  const [, place = '', rest = ''] = /^([^,\n]*)[,\n]?([\s\S]*)$/.exec(location) ?? []
  const address = rest
    .split('\n')
    .map((line) => line.trim())
    .join(', ')
  return {
    ...own,
    ...statusCells(own),
    ...(place.trim() !== '' && (own.venue ?? '') === '' && { venue: place.trim().slice(0, 200) }),
    ...(place.trim() !== '' && address !== '' && { venue_address: address }),
    ...(isPrivate !== undefined && isYes(isPrivate) && (own.status ?? '') === '' && { status: 'private' }),
    ...(own.cost !== undefined && { cost: costOf(own.cost, currency_symbol, currency_position) }),
  }
}
