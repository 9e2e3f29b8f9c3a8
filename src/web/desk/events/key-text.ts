/** Labels for the fields of an event. */
import { writableEventFieldNames } from '../../../contract/resources/fields/event-fields.ts'
import { recordFromNames } from '../../../contract/table-of.ts'
import { type Key, t, wordAt } from '../words/index.ts'
import type { DraftKey } from './draft.ts'

const words: Readonly<Record<Exclude<DraftKey, 'typed'>, Key>> = {
  ...recordFromNames(writableEventFieldNames, (name) => name),
  title: 'title',
  start_date: 'start',
  end_date: 'end',
  timezone: 'zone',
  all_day: 'all-day',
  no_end_time: 'no_end_time',
  recurrence: 'repeat',
  venue: 'venue',
  organizer: 'organizer',
  categories: 'categories',
  tags: 'tags',
  image: 'image',
  cost: 'cost',
  tickets: 'tickets',
  custom_fields: 'custom-fields',
  group: 'one.group',
  in_main: 'in-main',
  note: 'note',
  assignee: 'assignee',
  post_parent: 'event.parent',
  status: 'status',
  date: 'publication',
  slug: 'slug',
  password: 'password',
}

const ticketWords: Readonly<Record<string, Key>> = {
  name: 'name',
  price: 'price',
  currency: 'currency',
  url: 'address.web',
  valid_from: 'valid-from',
  valid_through: 'valid-through',
  availability: 'availability',
}

/** The label of a field of a venue or an organizer; undefined where the desk has none. Fields have their names as keys. */
export const venueOrOrganizerFieldText = (kind: 'venue' | 'organizer', name: string): string | undefined =>
  name === kind ? t('name') : wordAt(name)

/** The label of a field within a ticket, a new venue or a new organizer; undefined for any other. */
function innerText(name: string): string | undefined {
  const [, first, at = '0', member = ''] = /^(tickets|venue|organizer)\[(\d+)\]\.(\w+)$/.exec(name) ?? []
  if (first === 'tickets') {
    const key = Object.hasOwn(ticketWords, member) ? ticketWords[member] : undefined
    return key && t('of-ticket', { field: t(key), at: Number(at) + 1 })
  }
  if (first !== 'venue' && first !== 'organizer') return undefined
  const field = venueOrOrganizerFieldText(first, member)
  return field && t(first === 'venue' ? 'of-venue' : 'of-organizer', { field })
}

/** The label of an arg: `tickets[0].price` is “Price of ticket 1”. */
export function argLabel(name: string): string {
  const inner = innerText(name)
  if (inner !== undefined) return inner
  const [, first = name, rest = ''] = /^(\w+)(.*)$/.exec(name) ?? []
  const known = Object.hasOwn(words, first) ? t(words[first as keyof typeof words]) : first
  return rest === '' ? known : `${known} ${rest}`
}
