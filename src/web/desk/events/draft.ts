/** The draft of an event in the editor: the form's values, the args to send, and the differences between drafts. */
import { eventFields, writableEventFieldNames } from '../../../contract/resources/fields/event-fields.ts'
import type { ShownFields, WritableRows } from '../../../contract/resources/fields/row.ts'
import { makeDefaultShownValuesOfFieldRows } from '../../../contract/resources/fields/values.ts'
import { namesOf, pick } from '../../../contract/table-of.ts'
import { onlyPriceOf } from '../../../domain/money/cost.ts'
import { withScheme } from '../../../domain/typed/fields.ts'
import type {
  Assignee,
  EventItem,
  EventPublicationStatus,
  Ticket,
  VenueOrOrganizerCollection,
} from '../api/types.ts'
import { deskSettings } from '../desk-settings.ts'
import { groupIdOfNewEvent, mayPublishIn } from '../groups/groups.ts'
import type { ChosenImage } from '../media/images.ts'
import { epochMillisecondsNow, plusMinutes, wallTimeIn } from '../time/wall.ts'
import { t } from '../words/index.ts'
import { isWebAddressFieldName } from './fields/field-kinds.ts'

// Custom fields in the editor: rows of a label and a value. The name of a new field is derived from its label.

export interface CustomField {
  /** Empty for a new field, whose name is derived from its label. */
  readonly name: string
  readonly label: string
  readonly value: string
  /** The loaded value. It is sent unchanged while the text still means the same. */
  readonly type: 'string' | 'number' | 'boolean'
}

export const blankCustomField: CustomField = { name: '', label: '', value: '', type: 'string' }

function typeOf(value: unknown): CustomField['type'] {
  if (typeof value === 'number') return 'number'
  return typeof value === 'boolean' ? 'boolean' : 'string'
}

function customFieldRows(fields: EventItem['custom_fields']): readonly CustomField[] {
  return Object.entries(fields).map(([name, { label, value }]) => ({
    name,
    label,
    value: String(value),
    type: typeOf(value),
  }))
}

const LONGEST = 56

/** Derives a name that the API accepts: `Plätze am Tisch` → `platze_am_tisch`. */
function nameFrom(label: string): string {
  const plain = label.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.split(/[^a-z0-9]+/).filter((word) => word !== '')
  return words.join('_').slice(0, LONGEST) || 'field'
}

export function withUniqueFieldNames(rows: readonly CustomField[]): readonly CustomField[] {
  const taken = new Set(rows.map(({ name }) => name))
  return rows.map((row) => {
    if (row.name !== '') return row
    const wanted = nameFrom(row.label)
    let name = wanted
    for (let count = 2; taken.has(name); count += 1) name = `${wanted}_${count}`
    taken.add(name)
    return { ...row, name }
  })
}

function sentValue({ value, type }: CustomField): string | number | boolean {
  const text = value.trim()
  if (type === 'number' && text !== '' && Number.isFinite(Number(text))) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return value
}

/** The changes from `before` to the rows: fields, and null for removed ones. Empty rows are ignored. */
function customFieldChanges(
  rows: readonly CustomField[],
  before: readonly CustomField[],
): Readonly<Record<string, unknown>> {
  const kept = withUniqueFieldNames(rows).filter(({ label, value }) => label.trim() !== '' || value !== '')
  const gone = before.filter(({ name }) => !kept.some((row) => row.name === name))
  return Object.fromEntries([
    ...gone.map(({ name }) => [name, null]),
    ...kept.map((row) => [row.name, { label: row.label, value: sentValue(row) }]),
  ])
}

// Tickets as they are sent: with what their prices and addresses mean.

/** A ticket in the editor, with the texts that its fields of dates have not taken: kept with it, never sent. */
export interface DraftTicket extends Ticket {
  readonly unread?: Readonly<Record<string, string | undefined>> | undefined
}

/** A ticket as it is sent: with its price as a plain decimal, and its currency where the price names one. */
function sentTicket({ unread: _, ...ticket }: DraftTicket): Ticket {
  const { price, currency, url } = ticket
  const read = onlyPriceOf(price, currency || deskSettings.currency || undefined)
  return {
    ...ticket,
    price: read?.value ?? price.trim(),
    currency: read?.code || currency,
    url: withScheme(url),
  }
}

export type DraftLink =
  | { readonly id: number; readonly name: string }
  | { readonly fields: Readonly<Record<string, string>> }

export interface EventDraft extends ShownFields<WritableRows<typeof eventFields>> {
  readonly title: string
  readonly start_date: string
  readonly end_date: string
  readonly timezone: string
  readonly all_day: boolean
  /** Whether it has no end time: then it ends when it starts. */
  readonly no_end_time: boolean
  /** The recurrence lines of its series; empty for a single event. */
  readonly recurrence: readonly string[]
  readonly venue: readonly DraftLink[]
  readonly organizer: readonly DraftLink[]
  readonly categories: readonly number[]
  readonly tags: readonly string[]
  readonly image: ChosenImage | undefined
  readonly cost: string
  readonly tickets: readonly DraftTicket[]
  readonly custom_fields: readonly CustomField[]
  /** The id of its group; 0 for none. */
  readonly group: number
  /** Whether it is in the main calendar; undefined follows its group. */
  readonly in_main: boolean | undefined
  /** For those alone who may edit the event: a text, and whom it waits for. */
  readonly note: string
  readonly assignee: Assignee | null
  /** The id of the parent event; 0 for none. */
  readonly post_parent: number
  readonly status: EventPublicationStatus
  readonly date: string
  readonly slug: string
  /** Undefined leaves the password unchanged; empty removes it. */
  readonly password: string | undefined
}

export type DraftKey = keyof EventDraft

/** The arg for the items of a collection, and the key of their names. */
export const argNameByVenueOrOrganizerCollection = {
  venues: 'venue',
  organizers: 'organizer',
} as const satisfies Record<VenueOrOrganizerCollection, DraftKey>

const HOUR = 3_600_000

/** A new event: two hours from the next full hour in the site zone, in the group that the desk is about, published when it is saved if the user may. */
export function newEventDraft(): EventDraft {
  const group = groupIdOfNewEvent()
  const start = wallTimeIn(deskSettings.zone, Math.ceil(epochMillisecondsNow() / HOUR) * HOUR)
  return {
    title: '',
    start_date: start,
    end_date: plusMinutes(start, 120),
    timezone: deskSettings.zone,
    all_day: false,
    no_end_time: false,
    recurrence: [],
    venue: [],
    organizer: [],
    categories: [],
    tags: [],
    image: undefined,
    cost: '',
    tickets: [],
    custom_fields: [],
    group,
    in_main: undefined,
    note: '',
    assignee: null,
    post_parent: 0,
    ...makeDefaultShownValuesOfFieldRows(eventFields),
    status: mayPublishIn(group) ? 'publish' : 'draft',
    date: '',
    slug: '',
    password: undefined,
  }
}

/** Returns a cost with the reader's word for “free”, which the service reads like its own. */
const costInOwnWords = (cost: string) => cost.replace(/^Free(?= – |$)/, t('free'))

/** What the form has as the API has it. */
const sameNames = [
  ...writableEventFieldNames,
  ...(['title', 'start_date', 'end_date', 'timezone', 'all_day', 'no_end_time', 'tickets'] as const),
  ...(['status', 'date', 'slug', 'post_parent', 'in_main'] as const),
] as const

export const draftOfSavedEvent = (event: EventItem): EventDraft => ({
  ...pick(event, sameNames),
  cost: costInOwnWords(event.cost),
  recurrence: event.series?.recurrence ?? [],
  venue: [event.venue].flat().map(({ id, venue }) => ({ id, name: venue })),
  organizer: event.organizer.map(({ id, organizer }) => ({ id, name: organizer })),
  categories: event.categories.map(({ id }) => id),
  tags: event.tags.map(({ name }) => name),
  image: event.image || undefined,
  custom_fields: customFieldRows(event.custom_fields),
  group: event.group?.id ?? 0,
  note: event.note ?? '',
  assignee: event.assignee ?? null,
  password: undefined,
})

function sentLink(link: DraftLink) {
  if ('id' in link) return link.id
  const entries = Object.entries(link.fields)
  return Object.fromEntries(
    entries.map(([name, value]) => [name, isWebAddressFieldName(name) ? withScheme(value) : value]),
  )
}

function sentOf(key: DraftKey, draft: EventDraft, base: EventDraft | undefined): unknown {
  if (key === 'venue' || key === 'organizer') return draft[key].map(sentLink)
  if (key === 'image') return draft.image?.id ?? ''
  if (isWebAddressFieldName(key)) return withScheme(draft[key])
  if (key === 'group') return draft.group || null
  if (key === 'assignee') return draft.assignee?.id ?? null
  if (key === 'tickets') return draft.tickets.map(sentTicket)
  if (key === 'custom_fields') return customFieldChanges(draft.custom_fields, base?.custom_fields ?? [])
  return draft[key]
}

export function eventArgs(values: Partial<EventDraft>, base: EventDraft): Readonly<Record<string, unknown>> {
  const draft = { ...base, ...values }
  const sent = namesOf<DraftKey>(draft).filter((key) => key in values)
  return Object.fromEntries(sent.map((key) => [key, sentOf(key, draft, base)]))
}

/** The keys that are sent to change `base` to `draft`. The description of an image is not a part of the event. */
export const keysToSend = (draft: EventDraft, base: EventDraft): readonly DraftKey[] =>
  namesOf<DraftKey>(base).filter((key) =>
    key === 'image'
      ? draft.image?.id !== base.image?.id
      : JSON.stringify(draft[key]) !== JSON.stringify(base[key]),
  )

/** What a new event is sent with only where it has it. */
const seldom = ['slug', 'recurrence', 'note', 'assignee'] as const

/** The body that changes `base` to `draft`. Only a scheduled event is sent with its date. */
export function eventChangeBody(
  draft: EventDraft,
  base: EventDraft | undefined,
): Readonly<Record<string, unknown>> {
  const changed = base === undefined ? namesOf<DraftKey>(newEventDraft()) : keysToSend(draft, base)
  const keys = new Set<DraftKey>(changed.filter((key) => key !== 'date' && draft[key] !== undefined))
  if (draft.status === 'future' && (changed.includes('date') || changed.includes('status')))
    keys.add('date').add('status')
  // In another group an event follows that group, so what was chosen there is sent, even if it was the same before.
  if (changed.includes('group') && draft.in_main !== undefined) keys.add('in_main')
  // A new state begins without a reason, unless one is sent, even the same.
  if (changed.includes('event_status')) keys.add('status_reason')
  if (base === undefined) for (const key of seldom) if (String(draft[key] ?? '') === '') keys.delete(key)
  return Object.fromEntries([...keys].map((key) => [key, sentOf(key, draft, base)]))
}

// The initial draft of a new event, if another view prepared one.

let next: EventDraft | undefined

export function setDraftOfNextEvent(draft: EventDraft): void {
  next = draft
}

export function takeDraftOfNextEvent(): EventDraft {
  const draft = next ?? newEventDraft()
  next = undefined
  return draft
}
