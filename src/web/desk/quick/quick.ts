/** Parses a line of text as an event, and creates the event. */
import { foldedText } from '../../../domain/text/letters.ts'
import { callApi } from '../api/api.ts'
import type { EventItem, QuickEventReading } from '../api/types.ts'
import { type DraftLink, type EventDraft, eventChangeBody, newEventDraft } from '../events/draft.ts'
import { suggestItems } from '../items/suggested.ts'

/** The start and the end of an event. */
export type QuickStartAndEnd = Pick<EventDraft, 'start_date' | 'end_date'>

/** A parsed line, with the days that it may mean, and the venues it may refer to: existing ones, and a new one. */
export interface ParsedQuickLine {
  readonly draft: EventDraft
  readonly days: readonly QuickStartAndEnd[]
  readonly venues: readonly (readonly [name: string, link: DraftLink])[]
}

/** Orders venues: one with the same name first, then others that match, then a new one. */
async function venuesNamed(name: string): Promise<ParsedQuickLine['venues']> {
  if (name === '') return []
  const found = await suggestItems('venues', name)
  const same = found.filter(({ label }) => foldedText(label) === foldedText(name))
  const inOrder = [...same, ...found.filter((one) => !same.includes(one))]
  const links = inOrder.map(({ value, label }) => [label, { id: Number(value), name: label }] as const)
  return same.length > 0 ? links : [...links, [name, { fields: { venue: name } }] as const]
}

/** Parses a line. Returns undefined if it contains no date. Throws a Fault if the service refuses it. */
export async function parseQuickLine(text: string): Promise<ParsedQuickLine | undefined> {
  const { body } = await callApi<QuickEventReading>('GET', '/quick-event', { query: { text } })
  const { title, start_date, end_date, all_day, timezone, place, recurrence = [], alternatives } = body
  if (start_date === null || end_date === null) return undefined
  const venues = await venuesNamed(place)
  const venue = venues.slice(0, 1).map(([, link]) => link)
  const empty = newEventDraft()
  const draft = { ...empty, title, start_date, end_date, all_day, timezone, venue, recurrence }
  return { draft, days: [{ start_date, end_date }, ...alternatives], venues }
}

let last = { body: '', key: '' }

/** Creates the event. A retry does not create it twice; what was created before is created anew. Throws a Fault if refused. */
export async function createEventFromDraft(draft: EventDraft): Promise<EventItem> {
  const body = eventChangeBody(draft, undefined)
  const text = JSON.stringify(body)
  const key = () => [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('')
  if (last.body !== text) last = { body: text, key: key() }
  const created = await callApi<EventItem>('POST', '/events', { body, idempotencyKey: last.key })
  // The same line later means another event: the first may be in the trash.
  last = { body: '', key: '' }
  return created.body
}
