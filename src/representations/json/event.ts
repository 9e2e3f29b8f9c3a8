/** Representations of events (contract §1.1), including protected ones (§1.10). */

import { eventFields, eventFieldsByPart } from '../../contract/resources/fields/event-fields.ts'
import { rowsOfFieldsHiddenByPassword } from '../../contract/resources/fields/row.ts'
import { fieldRowsPresenter, valuesShownWhileHidden } from '../../contract/resources/fields/values.ts'
import type { Representation } from '../../contract/resources/index.ts'
import { shownCostFromSent } from '../../domain/money/cost.ts'
import { ruleOfSeries, type Series } from '../../domain/series/occurrences.ts'
import { untilSecondInZone } from '../../domain/time/recurrence.ts'
import type { Rule, RuleDay } from '../../domain/time/recurrence-rule.ts'
import { dateDetails, utcTimestampOfEpoch } from '../../domain/time/timestamp.ts'
import { hasNoEnd } from '../../domain/time/window.ts'
import { zoneAbbreviation } from '../../domain/time/zones.ts'
import type {
  CategoryRecord,
  EventItem,
  EventRecord,
  ListedEventItem,
  ListedEventRecord,
  RecordAndItsImage,
  SeriesHeadWithWithheldDates,
  TagRecord,
} from '../../store/store.ts'
import { memoizedByObjectForLastScope } from '../../support/remembered.ts'
import { shownRecordAndLanguages } from '../shown-language.ts'
import { type Root, shareImageUrl, urlOfItemPage } from '../urls.ts'
import {
  type JsonItemContext,
  representCategory,
  representCommonKeys,
  representGroupAndInMain,
  representImage,
  representOrganizer,
  representTag,
  representVenue,
} from './items.ts'
import { eventLd, type SchemaOrgThing, type WithLinkedData, withoutEmpty } from './linked-data.ts'
import { parseSeriesRecord, representSeriesOfEvent } from './series.ts'

// schema.org linked data of series (contract §10.4): an EventSeries with its Schedule.

const units: Readonly<Record<Rule['frequency'], string>> = {
  DAILY: 'D',
  WEEKLY: 'W',
  MONTHLY: 'M',
  YEARLY: 'Y',
}
const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const letters = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/** Returns the schema.org name of a weekday; the form of iCalendar for a weekday with a number. */
const dayLd = ({ weekday, ordinal }: RuleDay) =>
  ordinal === 0 ? `https://schema.org/${days[weekday]}` : `${ordinal}${letters[weekday]}`

/** The maximum number of listed dates without occurrences. */
const MAX_EXCEPTED = 100

/** The first dates of the rule without an occurrence that the public sees: excluded, in the trash, or not published. */
function exceptDates({ recurrence, allDay }: Series, withheld: readonly string[]): readonly string[] {
  const dates = [...recurrence.exclusions, ...withheld.map((wall) => ({ wall, isDay: false }))]
  const shown = dates.map(({ wall, isDay }) => (isDay || allDay ? wall.slice(0, 10) : wall.replace(' ', 'T')))
  return [...new Set(shown)].sort().slice(0, MAX_EXCEPTED)
}

function scheduleLd(series: Series, withheld: readonly string[]): SchemaOrgThing {
  const rule = ruleOfSeries(series)
  const { start, end, zone, allDay } = series
  const last = rule === undefined || rule.until === '' ? undefined : untilSecondInZone(rule, zone)
  return withoutEmpty({
    '@type': 'Schedule',
    repeatFrequency: rule === undefined ? undefined : `P${rule.interval}${units[rule.frequency]}`,
    repeatCount: rule !== undefined && rule.count < Number.POSITIVE_INFINITY ? rule.count : undefined,
    byDay: rule?.byDay.map(dayLd),
    byMonth: rule === undefined ? undefined : [...rule.months],
    byMonthDay: rule === undefined ? undefined : [...rule.monthDays],
    startDate: start.slice(0, 10),
    endDate: last === undefined ? undefined : utcTimestampOfEpoch(last).slice(0, 10),
    startTime: allDay ? undefined : start.slice(11),
    endTime: allDay || start === end ? undefined : end.slice(11),
    scheduleTimezone: zone,
    exceptDate: [...exceptDates(series, withheld)],
  })
}

/** Returns the series of an event as a schema.org EventSeries. */
function seriesLd(head: SeriesHeadWithWithheldDates, root: Root): SchemaOrgThing {
  const series = parseSeriesRecord(head)
  const url = urlOfItemPage(root, 'series', head.slug)
  return withoutEmpty({
    '@type': 'EventSeries',
    '@id': url,
    url,
    name: head.title,
    eventSchedule: series === undefined ? undefined : scheduleLd(series, head.withheld),
  })
}

function times(record: ListedEventRecord) {
  const { start_date, end_date, timezone, start_utc, end_utc } = record
  return {
    all_day: record.all_day === 1,
    no_end_time: hasNoEnd(record),
    start_date,
    end_date,
    timezone,
    timezone_abbr: zoneAbbreviation(timezone, start_utc),
    utc_start_date: utcTimestampOfEpoch(start_utc),
    utc_end_date: utcTimestampOfEpoch(end_utc),
  }
}

function timesWithDetails(record: ListedEventRecord) {
  const all = times(record)
  return {
    all_day: all.all_day,
    no_end_time: all.no_end_time,
    start_date: all.start_date,
    start_date_details: dateDetails(all.start_date),
    end_date: all.end_date,
    end_date_details: dateDetails(all.end_date),
    timezone: all.timezone,
    timezone_abbr: all.timezone_abbr,
    utc_start_date: all.utc_start_date,
    utc_start_date_details: dateDetails(all.utc_start_date),
    utc_end_date: all.utc_end_date,
    utc_end_date_details: dateDetails(all.utc_end_date),
  }
}

function costs(record: Pick<EventRecord, 'cost'>, currency: string | undefined) {
  const cost = shownCostFromSent(record.cost, currency)
  const { symbol: currency_symbol, code: currency_code, position: currency_position, values, apart } = cost
  const cost_details = { currency_symbol, currency_code, currency_position, values }
  return { cost: cost.display, cost_details, apart }
}

const noCost = { currency_symbol: '', currency_code: '', currency_position: '', values: [] } as const

/** Empty values that replace the protected fields. */
const blanked = {
  ...valuesShownWhileHidden(rowsOfFieldsHiddenByPassword(eventFields)),
  image: false,
  cost: '',
  cost_details: {},
  categories: [],
  tags: [],
  venue: [],
  organizer: [],
  custom_fields: {},
  tickets: [],
  ticketed: false,
  origin: null,
} as const

/** Returns a single venue as itself, several venues as a list, and `[]` for none. */
export function oneVenueOrList<T>(venues: readonly T[]): T | readonly T[] {
  const [only] = venues
  return venues.length === 1 && only !== undefined ? only : venues
}

/**
 * Represents an item without an image once for a view, since events share most of their linked items. It is known by its record, which is
 * in memory as long as nothing changes it, so that other requests find it as well.
 */
function representedOnce<R extends object, Shown>(
  represent: (item: RecordAndItsImage<R>, view: JsonItemContext) => Shown,
): (item: RecordAndItsImage<R>, view: JsonItemContext) => Shown {
  const known = () =>
    memoizedByObjectForLastScope((record: R, view: JsonItemContext) =>
      represent({ record, image: undefined }, view),
    )
  const [alone, listed] = [known(), known()]
  return (item, view) =>
    item.image === undefined ? (view.isSingle ? alone : listed)(item.record, view) : represent(item, view)
}

/** Returns the representation of a venue, made once for a view. */
const representVenueOnce = representedOnce(representVenue)
const sharedOrganizer = representedOnce(representOrganizer)
const categoryOf = memoizedByObjectForLastScope((record: CategoryRecord, view: JsonItemContext) =>
  representCategory({ record }, view),
)
const tagOf = memoizedByObjectForLastScope((record: TagRecord, view: JsonItemContext) =>
  representTag({ record }, view),
)

const textsOf = fieldRowsPresenter(eventFieldsByPart.text)
const factsOf = fieldRowsPresenter(eventFieldsByPart.main)
const outcomeOf = fieldRowsPresenter(eventFieldsByPart.outcome)
const flagsOf = fieldRowsPresenter(eventFieldsByPart.flag)

const venuesOf = ({ venues }: ListedEventItem, view: JsonItemContext) =>
  venues.map((one) => representVenueOnce(one, view))
const categoriesOf = ({ categories }: ListedEventItem, view: JsonItemContext) =>
  categories.map(({ record }) => categoryOf(record, view))

function unprotected(item: EventItem, view: JsonItemContext) {
  const { record, shown } = shownRecordAndLanguages('event', item.record, view.root, item.isProtected)
  const venues = venuesOf(item, view)
  const { title, slug, custom_fields, tickets } = record
  const { cost, cost_details, apart } = costs(record, view.currency)
  const head = textsOf(record, Object.assign(representCommonKeys('event', record, view), { title }, shown))
  const image = representImage(item.image, view.root)
  const times = timesWithDetails(record)
  const facts = factsOf(record, Object.assign(head, { slug, image }, times, { cost, cost_details }))
  const event = Object.assign(flagsOf(record, outcomeOf(record, facts)), {
    categories: categoriesOf(item, view),
    tags: item.tags.map(({ record }) => tagOf(record, view)),
    venue: oneVenueOrList(venues),
    organizer: item.organizers.map((one) => sharedOrganizer(one, view)),
    custom_fields,
    tickets,
    ticketed: record.ticketed === 1,
    post_parent: record.post_parent ?? 0,
    ...representGroupAndInMain(item.group, record.in_main, view),
    series: representSeriesOfEvent(item, view),
    origin: record.origin,
    external_id: record.uid,
    password_protected: record.password_hash !== null,
  })
  return { event, venues, apart }
}

/** Returns the linked data for a response with a single event. */
function linkedData(
  { parent, series, isProtected }: EventItem,
  { event, venues, apart }: ReturnType<typeof unprotected>,
  { isSingle, root, currency }: JsonItemContext,
): WithLinkedData {
  if (!isSingle) return {}
  const around = {
    currency,
    parentUrl: parent && urlOfItemPage(root, 'event', parent.slug),
    series: series?.status === 'publish' ? seriesLd(series, root) : undefined,
    drawn: event.status === 'publish' && !event.password_protected ? shareImageUrl(event.url) : undefined,
  }
  const json_ld = isProtected
    ? eventLd(
        { ...event, ...blanked, cost_details: noCost },
        { ...around, venues: [], organizers: [], apart: [] },
      )
    : eventLd(event, { ...around, venues, organizers: event.organizer, apart })
  return { json_ld }
}

export function representEvent(item: EventItem, view: JsonItemContext): Event {
  const known = unprotected(item, view)
  const ld = linkedData(item, known, view)
  return Object.assign(item.isProtected ? { ...known.event, ...blanked } : known.event, item.internal, ld)
}

export type Event = Representation<'event'>

/** Returns the part of a representation that lists on pages show: all that the columns have that these read. */
function unprotectedInLists(item: ListedEventItem, view: JsonItemContext) {
  const { record, shown } = shownRecordAndLanguages('event', item.record, view.root)
  const { id, slug, title, series, tickets } = record
  const { cost, cost_details } = costs(record, view.currency)
  const url = urlOfItemPage(view.root, 'event', slug)
  const image = representImage(item.image, view.root)
  return {
    ...times(record),
    ...outcomeOf(record),
    ...flagsOf(record),
    id,
    url,
    title,
    language: shown.language,
    image,
    cost,
    cost_details,
    categories: categoriesOf(item, view),
    venue: oneVenueOrList(venuesOf(item, view)),
    tickets,
    series: series === null ? null : { id: series },
    password_protected: record.password_hash !== null,
  }
}

/** An event as lists on pages show it. A whole representation is one, too. */
export interface ListedEvent
  extends Pick<Event, Exclude<keyof ReturnType<typeof unprotectedInLists>, 'series'>> {
  readonly series: { readonly id: number } | null
}

/** Returns an event as lists on pages show it. */
export function representListedEvent(item: ListedEventItem, view: JsonItemContext): ListedEvent {
  const event = unprotectedInLists(item, view)
  return item.isProtected ? Object.assign(event, blanked) : event
}
