/** Expands calendars with ical.js: every occurrence, with exceptions applied. */
import ICAL from 'ical.js'

export interface Expanded {
  readonly uid: string
  readonly title: string
  /** Seconds since 1970 UTC; dates count as UTC. */
  readonly start: number
  readonly end: number
}

function zonesOf(calendar: ICAL.Component): ReadonlyMap<string, ICAL.Timezone> {
  const zones = calendar.getAllSubcomponents('vtimezone').map((one) => new ICAL.Timezone(one))
  return new Map(zones.map((zone) => [zone.tzid, zone]))
}

/** Returns the occurrences in a calendar up to an instant in seconds. Only the zones in the calendar are known. */
export function expandedByIcalJs(text: string, until: number): readonly Expanded[] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  for (const [id, zone] of zonesOf(calendar)) ICAL.TimezoneService.register(zone, id)
  const components = calendar.getAllSubcomponents('vevent')
  const found: Expanded[] = []
  for (const component of components.filter((one) => one.getFirstProperty('recurrence-id') === null)) {
    const event = new ICAL.Event(component)
    for (const other of components)
      if (other !== component && other.getFirstPropertyValue('uid') === event.uid)
        event.relateException(other)
    if (!event.isRecurring()) {
      const [start, end] = [event.startDate.toUnixTime(), event.endDate.toUnixTime()]
      found.push({ uid: event.uid, title: event.summary, start, end })
      continue
    }
    const iterator = event.iterator()
    for (let next = iterator.next(); next; next = iterator.next()) {
      if (next.toUnixTime() > until) break
      const { item, startDate, endDate } = event.getOccurrenceDetails(next)
      found.push({
        uid: event.uid,
        title: item.summary,
        start: startDate.toUnixTime(),
        end: endDate.toUnixTime(),
      })
    }
  }
  ICAL.TimezoneService.reset()
  return found.sort((a, b) => a.start - b.start || a.end - b.end)
}
