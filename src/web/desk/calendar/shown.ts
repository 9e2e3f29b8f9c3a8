/** Events as the calendar shows them: at their times in the site zone, in the colour of a category. */

import { deskSettings } from '../desk-settings.ts'
import type { ListedEvent } from '../events/list/listed.ts'
import type { CategoryHues } from '../terms/hues.ts'
import { wallEpoch } from '../time/wall.ts'
import { resolveWallTime, wallTimeIn } from '../time/zones.ts'

/** An event in the calendar. */
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
export function fromSiteZone(wall: string, zone: string): string {
  const meant = zone === deskSettings.zone ? undefined : resolveWallTime(deskSettings.zone, wall)
  return meant === undefined ? wall : wallTimeIn(zone, meant.epoch)
}
