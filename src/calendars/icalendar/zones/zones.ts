/** Resolves the zones of a calendar to zones that can be stored. A zone that only the calendar defines gives instants. */
import { storedZoneName } from '../../../domain/time/zones.ts'
import { type Component, propertyNamed, unescapedText } from '../text/content-lines.ts'
import { describedZone } from './described-zone.ts'
import { offsetZoneNameOfOutlookName, zoneNameOfOutlookName } from './outlook-zones.ts'
import { windowsZones } from './windows-zones.ts'
import { type ZoneClock, zoneNamed } from './zone.ts'

export { type ZoneClock, zoneNamed } from './zone.ts'

/** Prefixes that programs add to IANA names: `/mozilla.org/20070129_1/America/New_York`. */
function suffixOf(id: string): string | undefined {
  const parts = id.split('/').filter((part) => part !== '')
  const tails = [3, 2, 1].map((count) => parts.slice(-count).join('/'))
  return id.includes('/') ? tails.map(storedZoneName).find((name) => name !== undefined) : undefined
}

/** Normalises a TZID for comparison: some programs escape its commas in only one of two places. */
const comparable = (id: string) => unescapedText(id).trim()

function describedIn(calendar: Component): ReadonlyMap<string, Component> {
  const described = new Map<string, Component>()
  for (const component of calendar.components) {
    const id = component.name === 'VTIMEZONE' ? propertyNamed(component, 'TZID')?.value : undefined
    if (id !== undefined && !described.has(comparable(id))) described.set(comparable(id), component)
  }
  return described
}

/** Whether the name of a zone is that of a place, or UTC. Others, such as `EST`, are also given to zones with other rules. */
const isPlace = (name: string) => name.includes('/') || name === 'UTC'

/** The zone that a TZID names beyond doubt: by the name of a place, or by the exact name in Windows. */
function zoneSaid(id: string, own: Component | undefined): string | undefined {
  const location = own === undefined ? undefined : propertyNamed(own, 'X-LIC-LOCATION')?.value
  // The rules of the calendar itself count before a name in other letters, such as Europe/lisbon.
  const isMeant = (name: string, written: string) =>
    own === undefined || written.endsWith(name) || !written.toLowerCase().endsWith(name.toLowerCase())
  const places = [
    [storedZoneName(id), id],
    [storedZoneName(location ?? ''), location ?? ''],
    [suffixOf(id), id],
  ] as const
  const [place] =
    places.find(([name, written]) => name !== undefined && isPlace(name) && isMeant(name, written)) ?? []
  return place ?? windowsZones.get(id.toLowerCase())
}

/** Returns a function that finds the zones of one calendar; it returns undefined for an unknown zone. `site` is the site zone. */
export function zoneFinder(calendar: Component, site: string): (id: string) => ZoneClock | undefined {
  const components = describedIn(calendar)
  const known = new Map<string, ZoneClock | undefined>()
  const find = (id: string): ZoneClock | undefined => {
    const own = components.get(id)
    const said = zoneSaid(id, own)
    if (said !== undefined) return zoneNamed(said)
    // The name only resembles that of a zone: what the calendar says of it counts.
    const like = storedZoneName(id) ?? zoneNameOfOutlookName(id) ?? suffixOf(id)
    const wanted = [like, site].flatMap((name) => name ?? [])
    const described = own === undefined ? undefined : describedZone(own, wanted)
    if (described !== undefined) return described
    if (like !== undefined) return zoneNamed(like)
    const offset = offsetZoneNameOfOutlookName(id)
    return offset === undefined ? undefined : { ...zoneNamed(offset), isOffsetAlone: true }
  }
  return (written) => {
    const id = comparable(written)
    if (!known.has(id)) known.set(id, find(id))
    return known.get(id)
  }
}
