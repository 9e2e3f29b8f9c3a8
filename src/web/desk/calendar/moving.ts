/** The times of events: shown, while they are dragged, and saved. */
import { signal } from '@preact/signals'
import { callApi } from '../api/api.ts'
import type { EventItem } from '../api/types.ts'
import { notifyWithUndo } from '../bulk/undo.ts'
import { deskSettings } from '../desk-settings.ts'
import { newEventEditingState } from '../events/editing.ts'
import type { ListedEvent } from '../events/list/listed.ts'
import { hasUnsavedValues } from '../kept/form.tsx'
import { showErrorNotice, showFault } from '../parts/notice.tsx'
import { saveForScope } from '../series/moving.ts'
import { askSeriesScope } from '../series/scope-dialog.tsx'
import type { CategoryHues } from '../terms/hues.ts'
import {
  dateTimeText,
  dayText,
  minutesBetween,
  plusMinutes,
  resolveWallTime,
  spanText,
  wallEpoch,
  wallTimeIn,
} from '../time/wall.ts'
import { t } from '../words/index.ts'

// The times of an event, or of a new one, while it is dragged in the calendar.

/** The minutes that start and end change by, on the wall clock of the site zone. */
export interface TimeShift {
  readonly start: number
  readonly end: number
}

export interface LiveTimes {
  readonly start: string
  readonly end: string
  readonly isAllDay: boolean
  readonly x: number
  readonly y: number
}

/** The times of what is being dragged; undefined while nothing is. */
export const liveTimesSignal = signal<LiveTimes | undefined>(undefined)

/** Returns a time of the site zone; one that a change of the clock skips moves forward by the gap, as the service stores it. */
const outOfGap = (wall: string) => resolveWallTime(deskSettings.zone, wall)?.wall ?? wall

/** Returns the times of an event after a change, or undefined if it would end before it starts. */
export function changedTimes(
  { start, end, event: { all_day } }: ShownEvent,
  change: TimeShift,
): Omit<LiveTimes, 'x' | 'y'> | undefined {
  const asDropped = plusMinutes(start, change.start)
  const first = all_day ? asDropped : outOfGap(asDropped)
  // What begins later because of a gap ends later, too.
  const gap = minutesBetween(asDropped, first) ?? 0
  const last = plusMinutes(end, change.end + gap)
  const times = { start: first, end: all_day ? last : outOfGap(last) }
  return times.end < times.start ? undefined : { ...times, isAllDay: all_day }
}

export const timesText = ({ start, end, isAllDay }: Omit<LiveTimes, 'x' | 'y'>): string =>
  spanText({ start_date: start, end_date: end, all_day: isAllDay })

// Events as the calendar shows them: at their times in the site zone, in the colour of a category.

export interface ShownEvent {
  readonly event: ListedEvent
  /** The start and the end: wall clock times of the site zone; of all-day events their own days. */
  readonly start: string
  readonly end: string
  /** The colour of its first category, as CSS; undefined for none. */
  readonly hue: string | undefined
  /** Whether neither a venue nor the web is its place. */
  readonly isPlaceless: boolean
}

const inSiteZone = (utc: string) => wallTimeIn(deskSettings.zone, wallEpoch(utc) ?? 0)

/** Returns the event with its times in the site zone. An event in this zone has them already. */
export function shownEvent(event: ListedEvent, hues: CategoryHues): ShownEvent {
  const { all_day, timezone, categories, venue, attendance_mode } = event
  const isHere = all_day || timezone === deskSettings.zone
  return {
    event,
    start: isHere ? event.start_date : inSiteZone(event.utc_start_date),
    end: isHere ? event.end_date : inSiteZone(event.utc_end_date),
    hue: categories.map(({ id }) => hues.get(id)).find((hue) => hue !== undefined),
    isPlaceless: [venue].flat().length === 0 && attendance_mode !== 'online',
  }
}

/** Returns a wall clock time of the site zone as one of another zone: the same instant. */
function fromSiteZone(wall: string, zone: string): string {
  const meant = zone === deskSettings.zone ? undefined : resolveWallTime(deskSettings.zone, wall)
  return meant === undefined ? wall : wallTimeIn(zone, meant.epoch)
}

/** Saves the change as the editor does: with the ETag of the loaded version, and after asking for the scope in a series. */
async function save(
  id: number,
  change: TimeShift,
): Promise<readonly [EventItem, revision: number] | undefined> {
  const response = await callApi<EventItem>('GET', `/events/${id}`)
  const state = newEventEditingState(response)
  const times = changedTimes(shownEvent(response.body, new Map()), change)
  if (times === undefined) return undefined
  const { timezone } = state.values.value
  const [start, end] = times.isAllDay
    ? [times.start, times.end]
    : [fromSiteZone(times.start, timezone), fromSiteZone(times.end, timezone)]
  state.set({ start_date: start, end_date: end })
  const scopes = state.scopes()
  const chosen = scopes.length === 0 ? undefined : await askSeriesScope('save', scopes, response.body)
  if (scopes.length > 0 && chosen === undefined) return undefined
  const saved = await saveForScope(state, { scope: chosen }, true)
  if (saved === undefined) throw new Error(state.fault.value?.message ?? t('conflict'))
  return [saved, state.revision.value]
}

async function shiftEvent(id: number, change: TimeShift, after: () => void): Promise<EventItem | undefined> {
  if (change.start === 0 && change.end === 0) return undefined
  if (hasUnsavedValues(`event/${id}`)) {
    showErrorNotice(t('calendar.kept'))
    return undefined
  }
  try {
    const saved = await save(id, change)
    if (saved === undefined) return undefined
    const [event, revision] = saved
    const { title, start_date, all_day, timezone } = event
    // The calendar shows times of the site zone, where an event of another zone has been dropped.
    const own = `${dateTimeText(start_date)}${timezone === deskSettings.zone ? '' : ` (${timezone})`}`
    const at = all_day ? dayText(start_date) : own
    notifyWithUndo(t('calendar.moved', { title, at }), { revision }, after)
    after()
    return event
  } catch (error) {
    showFault(error)
    return undefined
  }
}

/** The change before. A later one begins with what that has saved: two at once would be a conflict. */
let lastShift: Promise<unknown> = Promise.resolve()

/** Moves or resizes an event, and reports the result. Returns it as it was saved, if it was. `after` is called after the change and after its undo. */
export function saveTimeShiftOfEvent(id: number, change: TimeShift, after: () => void) {
  const shift = lastShift.then(() => shiftEvent(id, change, after))
  lastShift = shift
  return shift
}
