/** Labels for the fields of an event. */
import { writableEventFieldNames } from '../../../contract/resources/fields/event-fields.ts'
import { recordFromNames } from '../../../contract/table-of.ts'
import { type Key, locale, t, wordAt } from '../words/index.ts'
import type { DraftKey } from './draft.ts'

/** Fields that are called as their arg. */
const sameNames = [
  ...([
    'title',
    'no_end_time',
    'venue',
    'organizer',
    'categories',
    'tags',
    'image',
    'cost',
    'tickets',
  ] as const),
  ...(['note', 'assignee', 'status', 'slug', 'password'] as const),
] as const

const words: Readonly<Record<DraftKey, Key>> = {
  ...recordFromNames(writableEventFieldNames, (name) => name),
  ...recordFromNames(sameNames, (name) => name),
  start_date: 'start',
  end_date: 'end',
  timezone: 'zone',
  all_day: 'all-day',
  recurrence: 'repeat',
  custom_fields: 'custom-fields',
  group: 'one.group',
  in_main: 'in-main',
  post_parent: 'event.parent',
  date: 'publication',
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

/** The label of a translation, or of a text of one: `translations.de.title`; undefined for any other. */
function translationText(name: string): string | undefined {
  const [, tag, field = ''] = /^translations\.([\w-]+)(?:\.(\w+))?$/.exec(name) ?? []
  if (tag === undefined) return undefined
  const language = new Intl.DisplayNames(locale, { type: 'language' }).of(tag) ?? tag
  const text = field === '' || field === 'state' ? language : `${language}, ${argLabel(field)}`
  return t('labelled', { label: t('translations'), text })
}

/** The label of an arg: `tickets[0].price` is “Price of ticket 1”. */
export function argLabel(name: string): string {
  const inner = innerText(name) ?? translationText(name)
  if (inner !== undefined) return inner
  const [, first = name, rest = ''] = /^(\w+)(.*)$/.exec(name) ?? []
  const known = Object.hasOwn(words, first) ? t(words[first as keyof typeof words]) : first
  return rest === '' ? known : `${known} ${rest}`
}
