import { isoWeekday } from '../../../domain/time/timestamp.ts'
import { daysLater, wallDay } from '../calendar/days.ts'
import { daysQuery, type ListedEvent, loadAllEvents } from '../events/list/listed.ts'
import { mayChangeEvent } from '../groups/groups.ts'
import { todayOfSite } from '../time/wall.ts'
import { listText, t } from '../words/index.ts'

/** Faults of an event that its readers would meet. */
type EventFaultName = 'picture' | 'place' | 'pending' | 'clash'

const SATURDAY = 6

/** Returns the first and the last day of the coming weekend, or of the one that a day is in. */
function weekendOf(day: string): readonly [saturday: string, sunday: string] {
  const weekday = isoWeekday(day)
  const saturday = daysLater(day, weekday > SATURDAY ? -1 : SATURDAY - weekday)
  return [saturday, daysLater(saturday, 1)]
}

const venueIds = ({ venue }: ListedEvent) => [venue].flat().map(({ id }) => id)

/** Whether two events are at one venue at one time. All-day events leave the hours to others. */
function clashes(one: ListedEvent, other: ListedEvent): boolean {
  if (one.id === other.id || one.all_day || other.all_day) return false
  if ([one, other].some(({ event_status }) => event_status === 'cancelled')) return false
  const isTogether = one.utc_start_date < other.utc_end_date && other.utc_start_date < one.utc_end_date
  return isTogether && venueIds(one).some((id) => venueIds(other).includes(id))
}

function faultsOf(event: ListedEvent, all: readonly ListedEvent[]): readonly EventFaultName[] {
  const { image, attendance_mode, status } = event
  const hasPlace = venueIds(event).length > 0 || attendance_mode === 'online'
  return [
    ...(image === false ? (['picture'] as const) : []),
    ...(hasPlace ? [] : (['place'] as const)),
    ...(status === 'pending' ? (['pending'] as const) : []),
    ...(all.some((other) => clashes(event, other)) ? (['clash'] as const) : []),
  ]
}

interface FaultyEvent {
  readonly event: ListedEvent
  readonly faults: readonly EventFaultName[]
}

/** Whether an earlier date of the same series lacks the same: the series is told once. */
const isTold = ({ event, faults }: FaultyEvent, index: number, all: readonly FaultyEvent[]) =>
  event.series !== null &&
  all.findIndex((one) => one.event.series?.id === event.series?.id && one.faults.join() === faults.join()) <
    index

/** Returns the events that have faults, worst first, of a series the first date with the same ones. Cancelled ones and drafts have none. */
const eventsWithTheirFaults = (all: readonly ListedEvent[]): readonly FaultyEvent[] =>
  all
    .filter(({ event_status, status }) => event_status !== 'cancelled' && status !== 'draft')
    .map((event) => ({ event, faults: faultsOf(event, all) }))
    .filter(({ faults }) => faults.length > 0)
    .filter((one, index, faulty) => !isTold(one, index, faulty))
    .toSorted((one, other) => other.faults.length - one.faults.length)

const words = {
  picture: 'missing.picture',
  place: 'calendar.placeless',
  pending: 'status.pending',
  clash: 'missing.clash',
} as const satisfies Readonly<Record<EventFaultName, string>>

/** Loads what the events of the weekend lack that the user may change. */
export async function weekendFaults(group: string) {
  const today = todayOfSite()
  const [first, last] = weekendOf(today)
  const query = { ...daysQuery(first, last), group, status: 'any' }
  const all = await loadAllEvents({ ...query, orderby: 'start_date', order: 'asc' })
  // What has been on for weeks says nothing new.
  const isNew = ({ start_date }: ListedEvent) => wallDay(start_date) >= (first < today ? first : today)
  return eventsWithTheirFaults(all)
    .filter(({ event }) => isNew(event) && mayChangeEvent(event))
    .map(({ event, faults }) => ({ event, faults: listText(faults.map((fault) => t(words[fault]))) }))
}
