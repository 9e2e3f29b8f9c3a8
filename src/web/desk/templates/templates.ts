/** Templates of events: kept from an event, and the draft of a new one from them. */
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { callApi } from '../api/api.ts'
import { RequestFault } from '../api/faults.ts'
import type { EventItem } from '../api/types.ts'
import {
  type DraftKey,
  draftOfSavedEvent,
  type EventDraft,
  eventChangeBody,
  newEventDraft,
} from '../events/draft.ts'
import { mayPublishIn } from '../groups/may.ts'

export type EventTemplate = components['schemas']['Template']

/** Loads the templates that the user may use, by name. */
export async function listTemplates(): Promise<readonly EventTemplate[]> {
  return (await callApi<{ templates: readonly EventTemplate[] }>('GET', '/templates')).body.templates
}

/** The values that belong to one event alone. */
const ofOneEvent: readonly DraftKey[] = [
  'start_date',
  'end_date',
  'recurrence',
  'status',
  'date',
  'slug',
  'password',
  'group',
  'in_main',
  'note',
  'assignee',
  'post_parent',
  'event_status',
  'status_reason',
]

/** Keeps the values of an event as a template of its group, or of the site. Throws a Fault. */
export async function saveTemplate(name: string, draft: EventDraft): Promise<void> {
  const isKept = ([key]: readonly [string, unknown]) => !ofOneEvent.some((one) => one === key)
  const fields = Object.fromEntries(Object.entries(eventChangeBody(draft, undefined)).filter(isKept))
  await callApi('POST', '/templates', { body: { name, group: draft.group, fields } })
}

/** Asks the service for the event that it would make of a body. Args that it refuses, such as a category that is gone, are left out once. */
async function triedEvent(body: Readonly<Record<string, unknown>>): Promise<EventItem> {
  const tried = (sent: object) =>
    callApi<EventItem>('POST', '/events', { body: sent, query: { dry_run: true } })
  try {
    return (await tried(body)).body
  } catch (error) {
    const refused = error instanceof RequestFault ? Object.keys(error.fields) : []
    const names = refused.map((name) => name.split(/[.[]/)[0] ?? name)
    if (names.length === 0) throw error
    return (await tried(Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))))
      .body
  }
}

/** Returns the draft of a new event from a template, in its group, at the times of other new events. Throws a Fault. */
export async function draftFromTemplate({ fields, group }: EventTemplate): Promise<EventDraft> {
  const empty = newEventDraft()
  const { start_date, end_date, timezone } = empty
  const of = group === 0 ? empty.group : group
  const event = await triedEvent({
    timezone,
    ...fields,
    start_date,
    end_date,
    status: 'draft',
    group: of || null,
  })
  return {
    ...draftOfSavedEvent(event),
    start_date,
    end_date,
    group: of,
    in_main: undefined,
    status: mayPublishIn(of) ? 'publish' : 'draft',
    date: '',
    slug: '',
  }
}
