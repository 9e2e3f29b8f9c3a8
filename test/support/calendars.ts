/** Feeds as other programs read them. */
import { DOMParser, type Element } from '@xmldom/xmldom'
import ICAL from 'ical.js'
import { convertIcsCalendar } from 'ts-ics'
import type { Json } from './service.ts'

/** An event as a calendar program shows it; times in seconds since 1970. */
export interface Shown {
  readonly uid: string
  readonly title: string
  readonly start: number
  readonly end: number
  readonly allDay: boolean
  readonly description: string
  readonly location: string
  readonly url: string
  readonly status: string
  readonly categories: readonly string[]
  readonly geo: readonly number[]
  readonly organizer: string
}

/** Reads a calendar with ical.js, which knows only the zones that the calendar describes. */
export function readByIcalJs(text: string): readonly Shown[] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const zones = new Map(
    calendar.getAllSubcomponents('vtimezone').map((one) => {
      const zone = new ICAL.Timezone(one)
      return [zone.tzid, zone] as const
    }),
  )
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const property = (name: string) => component.getFirstProperty(name)
    const value = (name: string) => String(component.getFirstPropertyValue(name) ?? '')
    const time = (name: string) => {
      const at = property(name)?.getFirstValue()
      if (!(at instanceof ICAL.Time)) throw new Error(`no ${name}`)
      const tzid = property(name)?.getParameter('tzid')
      if (typeof tzid !== 'string') return at
      const zone = zones.get(tzid)
      if (zone === undefined) throw new Error(`no VTIMEZONE for ${tzid}`)
      at.zone = zone
      return at
    }
    const start = time('dtstart')
    return {
      uid: value('uid'),
      title: value('summary'),
      start: start.toUnixTime(),
      end: (property('dtend') === null ? start : time('dtend')).toUnixTime(),
      allDay: start.isDate,
      description: value('description'),
      location: value('location'),
      url: value('url'),
      status: value('status'),
      categories: (property('categories')?.getValues() ?? []).map(String),
      geo: ((property('geo')?.getFirstValue() as unknown as readonly number[] | undefined) ?? []).map(Number),
      organizer: String(property('organizer')?.getParameter('cn') ?? ''),
    }
  })
}

/** Reads a calendar with ts-ics. It does not unescape commas in categories, so these are left out. */
export function readByTsIcs(text: string): readonly Omit<Shown, 'categories'>[] {
  const { events = [] } = convertIcsCalendar(undefined, text)
  const seconds = (date: Date | undefined) => (date === undefined ? Number.NaN : date.getTime() / 1000)
  return events.map((event) => ({
    uid: event.uid,
    title: event.summary ?? '',
    start: seconds(event.start.date),
    end: seconds(event.end?.date ?? event.start.date),
    allDay: event.start.type === 'DATE',
    description: event.description ?? '',
    location: event.location ?? '',
    url: event.url ?? '',
    status: event.status ?? '',
    geo: event.geo === undefined ? [] : String(event.geo).split(';').map(Number),
    organizer: event.organizer?.name ?? '',
  }))
}

const utc = (timestamp: unknown) => new Date(`${String(timestamp).replace(' ', 'T')}Z`).getTime() / 1000
const days = (timestamp: unknown, more: number) =>
  utc(`${String(timestamp).slice(0, 10)} 00:00:00`) + more * 86_400

/** The values that a calendar program should show for the JSON of an event. */
export function expectedOf(event: Json): Omit<Shown, 'uid' | 'location' | 'description'> {
  const venues = ([] as Json[]).concat(event.venue as Json)
  const place = venues.find((one) => one.geo_lat !== null && one.geo_lng !== null)
  const isAllDay = event.all_day === true
  return {
    title: String(event.title),
    start: isAllDay ? days(event.start_date, 0) : utc(event.utc_start_date),
    end: isAllDay ? days(event.end_date, 1) : utc(event.utc_end_date),
    allDay: isAllDay,
    url: String(event.url),
    status: 'CONFIRMED',
    categories: (event.categories as Json[]).map(({ name }) => String(name)),
    geo: place === undefined ? [] : [Number(place.geo_lat), Number(place.geo_lng)],
    organizer: String((event.organizer as Json[])[0]?.organizer ?? ''),
  }
}

/** The root of an XML document. Throws if it is not well-formed. */
export function readXml(text: string): Element {
  const parser = new DOMParser({
    onError: (level, message) => {
      throw new Error(`${level}: ${message}`)
    },
  })
  const root = parser.parseFromString(text, 'text/xml').documentElement
  if (root === null) throw new Error('no root')
  return root
}

/** The texts of all elements of that name, in order. */
export function textsOf(root: Element, name: string): readonly string[] {
  return [...root.getElementsByTagName(name)].map((one) => one.textContent ?? '')
}
