/** What an event may clash with. */
import { resemblanceOfEvents } from '../../../domain/publication/resemblance.ts'
import { loadList, type QueryFields } from '../api/api.ts'
import type { EventItem } from '../api/types.ts'
import { deskSettings } from '../desk-settings.ts'
import { OuterLink } from '../parts/link.tsx'
import { useLoaded } from '../parts/loaded.tsx'
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

type NearbyEvent = Pick<EventItem, (typeof fields)[number]>

/** The values of a draft that decide what it clashes with. */
type ClashingValues = Pick<EventDraft, 'title' | 'start_date' | 'end_date' | 'timezone' | 'all_day' | 'venue'>

/** The event that is edited, and the series that it belongs to: neither is a clash. */
interface OwnIdentity {
  readonly id: number | undefined
  readonly series: number | undefined
}

/** The most events that each kind of warning names, and that are looked at for it. */
const MAX_NAMED = 3
const MAX_LOOKED_AT = 100

/** The least resemblance of what is alike: half the words of the title on the same day. */
const ALIKE = 2

async function load(query: QueryFields): Promise<readonly NearbyEvent[]> {
  const asked = { ...query, status: 'any', per_page: MAX_LOOKED_AT }
  return (await loadList<NearbyEvent>('/events', asked, { fields, isQuiet: true })).body
}

const isOther = (own: OwnIdentity) => (event: NearbyEvent) =>
  event.id !== own.id && (event.series === null || event.series.id !== own.series)

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
async function loadLikelyClashes(values: ClashingValues, own: OwnIdentity) {
  const ids = values.venue.flatMap((link) => ('id' in link ? [link.id] : []))
  const [atVenue, alike] = await Promise.all([loadAtVenue(ids, values, own), loadAlike(values, own)])
  const named = atVenue.slice(0, MAX_NAMED)
  const others = alike.filter(({ id }) => !named.some((one) => one.id === id))
  return { atVenue: named, alike: others.slice(0, MAX_NAMED) }
}

// Warnings while an event is written. They never block: it can be saved as it is.

/** Milliseconds without a key before the service is asked. */
const PAUSE = 400

interface WarningProps {
  readonly text: string
  readonly events: readonly NearbyEvent[]
}

/** A warning that names events, which open in tabs of their own, so that nothing typed is left. */
export function EventsWarning({ text, events }: WarningProps) {
  if (events.length === 0) return null
  return (
    <div class="warning">
      <p>{text}</p>
      <ul>
        {events.map((event) => (
          <li key={event.id}>
            <OuterLink href={`${deskSettings.desk}/events/${event.id}`} label={event.title} />{' '}
            <span class="detail">{whenText(event)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The warnings of a draft about other events, once typing pauses. Where that fails there are none: they are not worth an error. */
export function ClashWarnings({ state }: { readonly state: EventEditingState }) {
  const { title, start_date, end_date, timezone, all_day, venue } = state.values.value
  const values = { title, start_date, end_date, timezone, all_day, venue }
  const own = { id: state.id, series: state.item.value?.series?.id }
  const loadAll = () => loadLikelyClashes(values, own).catch(() => undefined)
  const found = useLoaded(loadAll, [JSON.stringify(values), own.id, own.series], PAUSE).value
  return (
    <div class="warnings" role="status" aria-live="polite">
      <EventsWarning text={t('warning.venue')} events={found?.atVenue ?? []} />
      <EventsWarning text={t('warning.alike')} events={found?.alike ?? []} />
    </div>
  )
}
