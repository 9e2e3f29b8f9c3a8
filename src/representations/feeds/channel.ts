/** What both formats of news say of an event. */
import { zoneAbbreviation } from '../../domain/time-zone.ts'
import { utcTimestamp } from '../../domain/timestamp.ts'
import type { EventItem, EventRecord } from '../../store/store.ts'
import { locationOf } from '../location.ts'
import type { Root } from '../urls.ts'
import { xmlText } from './xml.ts'

/** What a feed is called, and where it is. */
export interface FeedView {
  readonly root: Root
  readonly title: string
  readonly address: string
}

/** A name for ever, as an address. */
export const idOf = ({ uid }: EventRecord) => `urn:x-uid:${encodeURIComponent(uid)}`

/** ISO 8601 of an instant, seconds since 1970 UTC. */
export const isoOf = (epoch: number) => `${utcTimestamp(epoch).replace(' ', 'T')}Z`

function when({ all_day, start_date, end_date, start_utc, timezone }: EventRecord): string {
  const [startDay, endDay] = [start_date.slice(0, 10), end_date.slice(0, 10)]
  if (all_day === 1) return startDay === endDay ? startDay : `${startDay} – ${endDay}`
  const end = startDay === endDay ? end_date.slice(11, 16) : end_date.slice(0, 16)
  const start = start_date.slice(0, 16)
  const span = start_date === end_date ? start : `${start} – ${end}`
  return `${span} ${zoneAbbreviation(timezone, start_utc)}`
}

/** When and where, and the description as kept: HTML that was sanitised when it was written. */
export function htmlOf(item: EventItem): string {
  const { record } = item
  if (item.isProtected) return `<p>${xmlText(when(record))}</p>`
  const where = locationOf(item.venues)
  const first = where === '' ? when(record) : `${when(record)}, ${where}`
  return `<p>${xmlText(first)}</p>\n${record.description === '' ? record.excerpt : record.description}`
}

/** The names of its categories. */
export function categoriesOf(item: EventItem): readonly string[] {
  return item.isProtected ? [] : item.categories.map(({ record }) => record.name)
}
