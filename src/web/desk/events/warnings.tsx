/** What an event may clash with. */

import { useEffect, useState } from 'preact/hooks'
import { resemblanceOfEvents } from '../../../domain/publication/resemblance.ts'
import { callApi, type QueryFields } from '../api/api.ts'
import type { EventItem } from '../api/types.ts'
import { deskSettings } from '../desk-settings.ts'
import { resolveWallTime, utcWallOfMilliseconds } from '../time/wall.ts'
import { t } from '../words/index.ts'
import type { EventDraft } from './draft.ts'
import type { EventEditingState } from './editing.ts'
import { daysQuery } from './list/listed.ts'
import { venueText, whenText } from './list/texts.tsx'

// Events that may clash with what is being written: at the same venue at the same time, or like it on the same days.

const fields = [
  'id',
  'title',
  'url',
  'start_date',
  'end_date',
  'all_day',
  'timezone',
  'timezone_abbr',
  'event_status',
  'venue',
  'series',
] as const

/** An event that a warning names. */
type NearbyEvent = Pick<EventItem, (typeof fields)[number]>

/** The values of a draft that decide what it clashes with. */
type ClashingValues = Pick<EventDraft, 'title' | 'start_date' | 'end_date' | 'timezone' | 'all_day' | 'venue'>

/** The event that is edited, and the series that it belongs to: neither is a clash. */
interface OwnIdentity {
  readonly id: number | undefined
  readonly series: number | undefined
}

/** The events that warnings name, the most likely ones first. */
interface LikelyClashes {
  /** At the same venue at the same time. */
  readonly atVenue: readonly NearbyEvent[]
  /** With a title like this one, on the same days. */
  readonly alike: readonly NearbyEvent[]
}

/** The most events that each kind of warning names, and that are looked at for it. */
const MAX_NAMED = 3
const MAX_LOOKED_AT = 100

/** The least resemblance of what is alike: half the words of the title on the same day. */
const ALIKE = 2

async function load(query: QueryFields): Promise<readonly NearbyEvent[]> {
  const _fields = fields.map((field) => `events.${field}`).join(',')
  const { body } = await callApi<{ events: readonly NearbyEvent[] }>('GET', '/events', {
    query: { ...query, status: 'any', per_page: MAX_LOOKED_AT, _fields },
    isQuiet: true,
  })
  return body.events
}

const isOther = (own: OwnIdentity) => (event: NearbyEvent) =>
  event.id !== own.id && (event.series === null || event.series.id !== own.series)

/** An instant as the filters read it. */
const instantText = (epoch: number) => `${utcWallOfMilliseconds(epoch).replace(' ', 'T')}Z`
const epochOf = (zone: string, wall: string) => resolveWallTime(zone, wall)?.epoch

/** Loads what takes place at venues within the time of an event. What only touches it, or is called off, leaves the venue free. */
export async function loadAtVenue(
  ids: readonly number[],
  { timezone, start_date, end_date, all_day }: Omit<ClashingValues, 'title' | 'venue'>,
  own: OwnIdentity,
): Promise<readonly NearbyEvent[]> {
  const [start, end] = [epochOf(timezone, start_date), epochOf(timezone, end_date)]
  // A day without hours says nothing of the hours in which a venue is taken.
  if (ids.length === 0 || all_day || start === undefined || end === undefined || end < start) return []
  const found = await load({
    venue: ids.join(','),
    ends_after: instantText(start),
    starts_before: instantText(end),
    strict_dates: true,
  })
  const isMeanwhile = (event: NearbyEvent) => {
    const from = epochOf(event.timezone, event.start_date) ?? end
    const to = epochOf(event.timezone, event.end_date) ?? start
    return from === start || (from < end && to > start)
  }
  const isOn = ({ event_status, all_day: isAllDay }: NearbyEvent) =>
    !isAllDay && event_status !== 'cancelled' && event_status !== 'postponed'
  return found.filter((event) => isOther(own)(event) && isOn(event) && isMeanwhile(event))
}

/** Loads events with a title like that of a draft on its days. */
async function loadAlike(values: ClashingValues, own: OwnIdentity): Promise<readonly NearbyEvent[]> {
  const [from, to] = [values.start_date.slice(0, 10), values.end_date.slice(0, 10)]
  if (values.title.trim() === '' || to < from || epochOf('UTC', `${from} 00:00:00`) === undefined) return []
  const venue = values.venue.map((link) => ('id' in link ? link.name : (link.fields.venue ?? '')))[0] ?? ''
  const found = await load(daysQuery(from, to))
  const scoreOf = (event: NearbyEvent) =>
    resemblanceOfEvents(
      { title: values.title, day: from, venue },
      { title: event.title, day: event.start_date.slice(0, 10), venue: venueText(event) },
    )
  return found
    .filter((event) => isOther(own)(event) && scoreOf(event) >= ALIKE)
    .toSorted((one, other) => scoreOf(other) - scoreOf(one))
}

/** Loads the events that a draft may clash with. What is at the same venue at the same time is not named twice. */
async function loadLikelyClashes(values: ClashingValues, own: OwnIdentity): Promise<LikelyClashes> {
  const ids = values.venue.flatMap((link) => ('id' in link ? [link.id] : []))
  const [atVenue, alike] = await Promise.all([loadAtVenue(ids, values, own), loadAlike(values, own)])
  const named = new Set(atVenue.slice(0, MAX_NAMED).map(({ id }) => id))
  return {
    atVenue: atVenue.slice(0, MAX_NAMED),
    alike: alike.filter(({ id }) => !named.has(id)).slice(0, MAX_NAMED),
  }
}

// Warnings while an event is written. They never block: it can be saved as it is.

/** Milliseconds without a key before the service is asked. */
const PAUSE = 400

const none: LikelyClashes = { atVenue: [], alike: [] }

/** Asks for clashes when typing pauses. A request that fails shows none: the warnings are not worth an error. */
function useLikelyClashes(state: EventEditingState): LikelyClashes {
  const [found, setFound] = useState(none)
  const { title, start_date, end_date, timezone, all_day, venue } = state.values.value
  const values = { title, start_date, end_date, timezone, all_day, venue }
  const series = state.item.value?.series?.id
  useEffect(() => {
    let isCurrent = true
    const timer = setTimeout(() => {
      loadLikelyClashes(values, { id: state.id, series }).then(
        (clashes) => isCurrent && setFound(clashes),
        () => isCurrent && setFound(none),
      )
    }, PAUSE)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [JSON.stringify(values), state.id, series])
  return found
}

/** One event, which opens in a tab of its own, so that nothing typed is left. */
function Named({ event }: { readonly event: NearbyEvent }) {
  return (
    <li>
      <a href={`${deskSettings.desk}/events/${event.id}`} target="_blank" rel="noopener">
        {event.title}
      </a>{' '}
      <span class="detail">{whenText(event)}</span>
    </li>
  )
}

interface WarningProps {
  readonly text: string
  readonly events: readonly NearbyEvent[]
}

/** A warning that names events; nothing where there are none. */
export function EventsWarning({ text, events }: WarningProps) {
  if (events.length === 0) return null
  return (
    <div class="warning">
      <p>{text}</p>
      <ul>
        {events.map((event) => (
          <Named key={event.id} event={event} />
        ))}
      </ul>
    </div>
  )
}

/** The warnings of a draft about other events. */
export function ClashWarnings({ state }: { readonly state: EventEditingState }) {
  const { atVenue, alike } = useLikelyClashes(state)
  return (
    <div class="warnings" role="status" aria-live="polite">
      <EventsWarning text={t('warning.venue')} events={atVenue} />
      <EventsWarning text={t('warning.alike')} events={alike} />
    </div>
  )
}
