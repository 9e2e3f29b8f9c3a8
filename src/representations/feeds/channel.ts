/** The common parts of all news feed formats. */

import { utcTimestampOfEpoch } from '../../domain/time/timestamp.ts'
import { zoneAbbreviation } from '../../domain/time/zones.ts'
import type { EventItem, EventRecord } from '../../store/store.ts'
import type { FindPageText } from '../../words/index.ts'
import { locationTextOfVenues } from '../location.ts'
import { labelledTitle } from '../outcome.ts'
import type { Root } from '../urls.ts'
import { xmlText } from './xml.ts'

/** The root, title and URL of a feed, and the words of its language. */
export interface NewsFeedContext {
  readonly root: Root
  readonly title: string
  readonly address: string
  readonly word: FindPageText
}

/** Returns the title of an entry, with the label of the event, such as “Cancelled” (contract §11). */
export const labelledEntryTitle = ({ title, event_status }: EventRecord, { word }: NewsFeedContext) =>
  labelledTitle(title, event_status, word)

/** Returns the permanent id of an event, as a URN. */
export const permanentUrnOfEvent = ({ uid }: EventRecord) => `urn:x-uid:${encodeURIComponent(uid)}`

/** Formats an epoch time in seconds as ISO 8601 in UTC. */
export const isoUtcTime = (epoch: number) => `${utcTimestampOfEpoch(epoch).replace(' ', 'T')}Z`

function when({ all_day, start_date, end_date, start_utc, timezone }: EventRecord): string {
  const [startDay, endDay] = [start_date.slice(0, 10), end_date.slice(0, 10)]
  if (all_day === 1) return startDay === endDay ? startDay : `${startDay} – ${endDay}`
  const end = startDay === endDay ? end_date.slice(11, 16) : end_date.slice(0, 16)
  const start = start_date.slice(0, 16)
  const span = start_date === end_date ? start : `${start} – ${end}`
  return `${span} ${zoneAbbreviation(timezone, start_utc)}`
}

/** Returns HTML with date, location and description. The stored description was sanitised on write. */
export function entryHtml(item: EventItem): string {
  const { record } = item
  if (item.isProtected) return `<p>${xmlText(when(record))}</p>`
  const where = locationTextOfVenues(item.venues)
  const first = where === '' ? when(record) : `${when(record)}, ${where}`
  return `<p>${xmlText(first)}</p>\n${record.description === '' ? record.excerpt : record.description}`
}

/** Returns the names of an event's categories, or none if the event is protected. */
export function categoryNamesOf(item: EventItem): readonly string[] {
  return item.isProtected ? [] : item.categories.map(({ record }) => record.name)
}
