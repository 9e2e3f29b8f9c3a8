/** The events of a calendar, one by one: those that recur followed to a horizon (RFC 5545 §3.8.4, §3.8.5). */
import { recurrencesOf } from '../../domain/recurrence.ts'
import { epochOfUtc, utcTimestamp } from '../../domain/timestamp.ts'
import { Problem } from '../../problem.ts'
import { type Component, type Property, propertyNamed } from './content-lines.ts'
import { durationIn, timestampIn } from './values.ts'
import { keptZone, type Zone } from './zones.ts'

/** When an occurrence takes place, in seconds since 1970 UTC. Days are those of UTC, whatever the zone, the end excluded. */
export interface Span {
  readonly isDate: boolean
  readonly start: number
  readonly end: number
  readonly zone: Zone
}

export interface Occurrence {
  readonly component: Component
  readonly span: Span
  /** Which of those that recur; "" for the first, and for one that does not recur. */
  readonly recurrence: string
}

/** What times depend on besides themselves. */
export interface Times {
  readonly zones: (id: string) => Zone | undefined
  /** The site zone: of times that float. */
  readonly site: string
  /** The last second of what recurs without end, seconds since 1970 UTC. */
  readonly horizon: number
  /** How many occurrences of rules may yet be followed in this calendar. */
  readonly left: { occurrences: number }
  /** Told of what is not understood, and does not keep the event from being imported. */
  readonly note: (what: string) => void
}

/** Occurrences of one event, at most: the last ones before the horizon. */
export const MOST_OCCURRENCES = 500
/** Occurrences of the rules of one calendar that are followed at most, those before the last included. */
export const MOST_FOLLOWED_IN_ALL = 300_000
/** What a rule that recurs too often, or never, costs of them. */
const ENDLESS = 30_000

const utc = keptZone('UTC')
const DAY = 86_400

const refused = (message: string) => new Problem('rest_invalid_param', { message })

interface When {
  readonly epoch: number
  readonly zone: Zone
  readonly isDate: boolean
}

function whenOf({ name, params }: Property, text: string, { zones, site }: Times): When {
  const read = timestampIn(text.trim())
  if (read === undefined) throw refused(`${name} is not a time: ${text.slice(0, 100)}`)
  const { timestamp, isUtc } = read
  if (read.isDate || params.get('VALUE')?.toUpperCase() === 'DATE') {
    return { isDate: true, zone: utc, epoch: epochOfUtc(`${timestamp.slice(0, 10)} 00:00:00`) }
  }
  const id = isUtc ? 'UTC' : params.get('TZID')
  const zone = id === undefined ? keptZone(site) : zones(id)
  if (zone === undefined) throw refused(`${name} is in a zone that is not known, nor described: ${id}`)
  return { isDate: false, zone, epoch: zone.epochOf(timestamp) }
}

/** Every time of the properties of that name; of periods, their beginnings. */
function whensOf({ properties }: Component, names: readonly string[], times: Times): readonly When[] {
  return properties
    .filter(({ name }) => names.includes(name))
    .flatMap((property) =>
      property.value.split(',').map((one) => {
        if (one.includes('/')) times.note(`how long a PERIOD of ${property.name} lasts`)
        return whenOf(property, one.split('/')[0] ?? '', times)
      }),
    )
}

/** The end of what begins at an instant; DTEND, else DURATION, else a day, or no time at all. */
function endOf(component: Component, start: When, times: Times): number {
  const [end, duration] = [propertyNamed(component, 'DTEND'), propertyNamed(component, 'DURATION')]
  if (end !== undefined) return Math.max(start.epoch, whenOf(end, end.value, times).epoch)
  if (duration === undefined) return start.isDate ? start.epoch + DAY : start.epoch
  const length = durationIn(duration.value.trim())
  if (length === undefined) throw refused(`DURATION is none: ${duration.value.slice(0, 100)}`)
  const wall = utcTimestamp(epochOfUtc(start.zone.wallAt(start.epoch)) + length.days * DAY)
  return start.zone.epochOf(wall) + length.seconds
}

function startOf(component: Component, times: Times): When {
  const start = propertyNamed(component, 'DTSTART')
  if (start === undefined) throw refused('It has no DTSTART.')
  return whenOf(start, start.value, times)
}

function spanOf(component: Component, times: Times): Span {
  const { isDate, epoch: start, zone } = startOf(component, times)
  const end = endOf(component, { isDate, epoch: start, zone }, times)
  return { isDate, zone, start, end: isDate ? Math.max(end, start + DAY) : end }
}

/** The starts of what recurs, in order; the rules are followed by the wall clock of its zone. */
function startsOf(component: Component, { zone, start, isDate }: Span, times: Times): readonly number[] {
  const found = new Set([start, ...whensOf(component, ['RDATE'], times).map(({ epoch }) => epoch)])
  const horizon = zone.wallAt(times.horizon)
  const toWall = (timestamp: string) => zone.wallAt(epochOfUtc(timestamp))
  for (const { value: rule } of component.properties.filter(({ name }) => name === 'RRULE')) {
    const wall = zone.wallAt(start)
    const recurred =
      times.left.occurrences > 0
        ? recurrencesOf({ rule, start: wall, horizon, most: MOST_OCCURRENCES, toWall })
        : { fault: 'the others of this calendar recur too often' }
    if ('fault' in recurred) {
      times.left.occurrences -= ENDLESS
      times.note(`RRULE:${rule.slice(0, 100)} (${recurred.fault})`)
    } else {
      times.left.occurrences -= recurred.walls.length + recurred.left
      if (recurred.left > 0) found.delete(start)
      for (const one of recurred.walls) found.add(zone.epochOf(one))
    }
  }
  for (const { epoch, isDate: isDay } of whensOf(component, ['EXDATE'], times)) {
    const isMeant = (one: number) =>
      isDay && !isDate && zone.wallAt(one).slice(0, 10) === utcTimestamp(epoch).slice(0, 10)
    for (const one of found) if (one === epoch || isMeant(one)) found.delete(one)
  }
  const all = [...found].filter((epoch) => epoch <= times.horizon || epoch === start).sort((a, b) => a - b)
  if (all.length > MOST_OCCURRENCES) times.note(`occurrences beyond the last ${MOST_OCCURRENCES}`)
  return all.slice(-MOST_OCCURRENCES)
}

const nameOf = (epoch: number) => utcTimestamp(epoch).replace(/[-:]/g, '').replace(' ', 'T')

/** The occurrence that a component stands in for; "" where it stands for itself. */
function replacedBy(component: Component, times: Times): number | undefined {
  const id = propertyNamed(component, 'RECURRENCE-ID')
  if (id === undefined) return undefined
  if (id.params.has('RANGE')) times.note('RANGE of RECURRENCE-ID')
  return whenOf(id, id.value, times).epoch
}

/**
 * The occurrences of the components that share a UID, the first one first. Throws a problem where a time is not
 * understood.
 */
export function occurrencesOf(components: readonly Component[], times: Times): readonly Occurrence[] {
  const replacing = new Map<number, Component>()
  let master: Component | undefined
  for (const component of components) {
    const replaced = replacedBy(component, times)
    if (replaced === undefined) master = component
    else replacing.set(replaced, component)
  }
  const detached = (epoch: number, component: Component): Occurrence => ({
    component,
    span: spanOf(component, times),
    recurrence: nameOf(epoch),
  })
  if (master === undefined) return [...replacing].map(([epoch, component]) => detached(epoch, component))
  const component = master
  const span = spanOf(component, times)
  return startsOf(component, span, times).map((start) => {
    const recurrence = start === span.start ? '' : nameOf(start)
    const other = replacing.get(start)
    if (other !== undefined) return { component: other, span: spanOf(other, times), recurrence }
    return { component, recurrence, span: { ...span, start, end: start + span.end - span.start } }
  })
}
