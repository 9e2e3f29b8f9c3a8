/** The search, what its words say, and the map. */
import { listItems } from '../../actions/list.ts'
import { searchWords as searchKind } from '../../contract/kinds.ts'
import { iconForCategoryName } from '../../domain/categories.ts'
import { foldedText } from '../../domain/text/letters.ts'
import { isSoldOut } from '../../domain/tickets.ts'
import { addMonthsToMonth, lastDayOf, plusDays, weekendOf } from '../../domain/time/timestamp.ts'
import { listTerms } from '../../items/terms.ts'
import { dayPagePath, type EventListPage } from '../../representations/html/site/event-lists.ts'
import {
  type ChosenFilters,
  EVENING_PART,
  type FiltersAsListArgs,
} from '../../representations/html/site/filters.ts'
import { type Site, sitePath, venuesOf } from '../../representations/html/site/site.ts'
import { isOfEvening } from '../../representations/html/site/views/days.ts'
import { mapPage } from '../../representations/html/site/views/map.ts'
import { type NamedItem, type PartlyFound, searchPage } from '../../representations/html/site/views/search.ts'
import type { ListedEvent } from '../../representations/json/event.ts'
import { recurrenceInWordsForRoot } from '../../representations/json/series.ts'
import type { PlainWord } from '../../words/index.ts'
import {
  attendableStatuses,
  compareEventStarts,
  dayBound,
  emptyCalendarNoticeIfNoEvents,
  type ListFilters,
  listDefaults,
  noteNextEnd,
  readEarlierEventsOfToday,
  readEventListPage,
  readUpcomingOrPastEvents,
  shownEventsByIds,
  windowOnDays,
  windowUntilNow,
  withEventsThatGoOn,
} from './event-lists.ts'
import {
  daysOfSearch,
  findEventsMatchingSentFilters,
  findItemsByWords,
  namedLink,
  shownNameAndLanguage,
} from './filters.ts'
import {
  eventViewFor,
  type PageRequest,
  pageFieldsWithKnownValues,
  pageNumber,
  pageOfFilters,
  type RenderedPage,
} from './reader.ts'

// What the words of a search say besides names: days (“tonight”, “december”), and states (“cancelled”, “sold out”, “free”).

/** A word, or words, with a meaning of their own. */
interface Meaning {
  /** The words, folded. */
  readonly words: readonly string[]
  readonly label: string
  readonly days?: { readonly first: string; readonly last: string }
  readonly isEvening?: boolean
  readonly filters?: FiltersAsListArgs
  /** Whether an event is meant, where no filter of lists says it. */
  readonly isMeant?: (event: ListedEvent) => boolean
  /** The page with all of it: its path and query; undefined for none. */
  readonly page?: readonly [string, string?]
}

/** What a text says, and the words that are left. */
interface Said {
  readonly meanings: readonly Meaning[]
  readonly rest: string
  readonly days: Meaning['days'] | undefined
  readonly isEvening: boolean
  readonly filters: FiltersAsListArgs
  /** Whether an event is in the states that are said and that no filter names. */
  readonly isMeant: (event: ListedEvent) => boolean
}

/** Words that mean the same, as a language lists them. */
const MEANT = '|'

const search = 'calendar/search'

function daysSaid({ word, today, dates }: Site): readonly Meaning[] {
  const named = (
    label: string,
    [first, last]: readonly [string, string],
    page: NonNullable<Meaning['page']>,
    more = '',
  ) => ({
    words: [label, ...more.split(MEANT)].map(foldedText).filter((one) => one !== ''),
    label,
    days: { first, last },
    page,
  })
  const week = Array.from({ length: 7 }, (_, at) => plusDays(today, at) ?? today)
  const [, tomorrow = today] = week
  const [saturday, sunday] = weekendOf(today)
  const evening = new URLSearchParams({ part: EVENING_PART }).toString()
  const months = Array.from({ length: 12 }, (_, at) => addMonthsToMonth(today.slice(0, 7), at)).flatMap(
    (month) => {
      const next = month && addMonthsToMonth(month, 1)
      const last = next && plusDays(`${next}-01`, -1)
      if (month === undefined || last === undefined) return []
      const first = `${month}-01` < today ? today : `${month}-01`
      return [named(dates.monthName(`${month}-01`), [first, last], [`calendar/${month}`])]
    },
  )
  return [
    named(word('calendar.today'), [today, today], [dayPagePath(today)]),
    {
      ...named(
        word('site.tonight'),
        [today, today],
        [dayPagePath(today), evening],
        word('site.search.say.tonight'),
      ),
      isEvening: true,
    },
    named(word('site.tomorrow'), [tomorrow, tomorrow], [dayPagePath(tomorrow)]),
    named(
      word('site.weekend'),
      [saturday < today ? today : saturday, sunday],
      [`calendar/weekend/${saturday}`],
      word('site.search.say.weekend'),
    ),
    ...week.map((day) => named(dates.weekday(day), [day, day], [dayPagePath(day)])),
    ...months,
  ]
}

const states = [
  ['event_status.cancelled', 'site.search.say.cancelled', { event_status: ['cancelled'] }],
  ['event_status.postponed', 'site.search.say.postponed', { event_status: ['postponed'] }],
  ['event_status.rescheduled', 'site.search.say.rescheduled', { event_status: ['rescheduled'] }],
  ['site.search.online', 'site.search.say.online', { attendance_mode: ['online', 'mixed'] }],
  ['free', 'site.search.say.free', { free: true }],
] as const satisfies readonly (readonly [PlainWord, PlainWord, FiltersAsListArgs])[]

function statesSaid({ word }: Site): readonly Meaning[] {
  const said = (key: PlainWord, also: PlainWord) => ({
    words: [word(key), ...word(also).split(MEANT)].map(foldedText),
    label: word(key),
  })
  const filtered = states.map(([key, also, filters]) => {
    const sent = Object.entries(filters).map(([name, value]) => [
      name,
      value === true ? '1' : value.join(','),
    ])
    const query = new URLSearchParams(Object.fromEntries(sent)).toString()
    return { ...said(key, also), filters, page: [search, query] as const }
  })
  return [...filtered, { ...said('sold-out', 'site.search.say.sold_out'), isMeant: isSoldOut }]
}

/** Scripts whose words stand without spaces. */
const isUnspaced = (text: string) => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)

/** Returns what a text says in the language of the page. */
function whatIsSaid(text: string, site: Site): Said {
  let rest = ` ${foldedText(text)} `
  const said: Meaning[] = []
  const all = [...daysSaid(site), ...statesSaid(site)]
    .flatMap((meaning) => meaning.words.map((words) => ({ meaning, words })))
    .sort((one, other) => other.words.length - one.words.length)
  for (const { meaning, words } of all) {
    const own = isUnspaced(words) ? words : ` ${words} `
    const isSecondDay = meaning.days !== undefined && said.some(({ days }) => days !== undefined)
    if (isSecondDay || !rest.includes(own)) continue
    rest = rest.replace(own, ' ')
    said.push(meaning)
  }
  return {
    meanings: said,
    rest: rest.trim(),
    days: said.find(({ days }) => days !== undefined)?.days,
    isEvening: said.some(({ isEvening = false }) => isEvening),
    filters: Object.assign({}, ...said.map(({ filters }) => filters)),
    isMeant: (event) => said.every(({ isMeant }) => isMeant?.(event) ?? true),
  }
}

/** Returns the address of the page with all that a meaning names; undefined for none. */
const urlOfMeaning = ({ page }: Meaning, site: Site): string | undefined =>
  page && new URL(sitePath(site, ...page), site.root.base).href

// The search page, and the map of its results.

/** Maximum events on a map. */
const MAX_MAPPED = 300

/** The most items of each kind that words name. */
const MAX_NAMED = 3

const namedArgs = { page: 1, per_page: MAX_NAMED, orderby: 'name', order: 'asc', hide_empty: true } as const

/** The venues, organizers, categories and tags that the words of a search name. */
async function namedItems(text: string | undefined, reader: PageRequest): Promise<readonly NamedItem[]> {
  if (text === undefined || pageNumber(reader) > 1) return []
  const shown =
    (kind: Exclude<NamedItem['kind'], 'day' | 'state'>) => (one: Parameters<typeof namedLink>[1]) => ({
      kind,
      ...namedLink(kind, one, reader),
    })
  // A number is a word here, and no id.
  const linked = async (kind: 'venue' | 'organizer') =>
    (await findItemsByWords(kind, text, reader)).items.slice(0, MAX_NAMED).map(shown(kind))
  const terms = async (kind: 'category' | 'tag') => {
    const asked = { ...namedArgs, search: text }
    const { items } = await listTerms(kind, asked, reader.context, { isForgiving: true })
    return items.map(({ record }) => shown(kind)(record))
  }
  const [places, people] = [await linked('venue'), await linked('organizer')]
  const named = [...places, ...people, ...(await terms('category')), ...(await terms('tag'))]
  const said = whatIsSaid(text, reader.site)
  const days = said.rest === '' ? said.meanings.flatMap((meaning) => meaningLinks(meaning, reader.site)) : []
  if (named.length > 0) return [...days, ...named]
  return [...days, ...(await categoriesOfKind(text, reader)).map(shown('category'))]
}

function meaningLinks(meaning: Said['meanings'][number], site: Site): readonly NamedItem[] {
  const url = urlOfMeaning(meaning, site)
  const kind = meaning.days === undefined ? 'state' : 'day'
  return url === undefined ? [] : [{ kind, name: meaning.label, language: site.language, url }]
}

/** The most categories among which those of a kind are looked for. */
const MAX_CATEGORIES = 50

/** The categories of the kind that a word names in any language: “kids” finds “Families”. */
async function categoriesOfKind(text: string, { context }: PageRequest) {
  const kind = iconForCategoryName(text)
  if (kind === 'calendar') return []
  const args = { ...namedArgs, per_page: MAX_CATEGORIES, orderby: 'count', order: 'desc' } as const
  const { items } = await listTerms('category', args, context)
  return items
    .map(({ record }) => record)
    .filter(({ name }) => iconForCategoryName(name) === kind)
    .slice(0, MAX_NAMED)
}

/** The most words of a search of which one is left out, and the most searches for some of them. */
const MAX_WORDS = 5
const MAX_TRIES = 3

/** The events that a search asks for in words that none of them has: days, states and kinds of categories; undefined for none. */
async function bySense(
  { search: _, ...filters }: ListFilters,
  text: string,
  reader: PageRequest,
): Promise<PartlyFound | undefined> {
  const { site } = reader
  const said = whatIsSaid(text, site)
  const read = async (rest: string, more: ListFilters, also: readonly string[], isDated = true) => {
    const words = rest === '' ? undefined : searchKind.read(rest)
    if (words !== undefined && !('value' in words)) return undefined
    const days = isDated ? said.days : undefined
    const { first, last } = days ?? { first: site.today, last: undefined }
    const { events } = await readEventListPage(
      {
        ...filters,
        ...said.filters,
        ...more,
        ...windowOnDays({ first, last }, reader),
        ...(words && { search: words.value, orderby: 'relevance' as const }),
        collapse: 'series',
        per_page: MAX_SENSED,
      },
      reader,
    )
    const isMeant = (event: ListedEvent) =>
      lastDayOf(event) >= first &&
      said.isMeant(event) &&
      (days === undefined || !said.isEvening || isOfEvening(event, first))
    const meant = events.filter(isMeant).slice(0, MAX_PARTLY)
    const labels = said.meanings.filter((one) => isDated || one.days === undefined).map(({ label }) => label)
    const sense = [...(rest === '' ? [] : [`“${rest}”`]), ...also, ...labels].join(' · ')
    return meant.length === 0 ? undefined : { words: rest, sense, events: meant }
  }
  const direct = said.meanings.length > 0 ? await read(said.rest, {}, []) : undefined
  if (direct !== undefined) return direct
  for (const word of said.rest.split(' ').slice(0, MAX_TRIES)) {
    const categories = await categoriesOfKind(word, reader)
    if (categories.length === 0) continue
    const rest = said.rest.split(' ').filter((one) => one !== word)
    const names = categories.map((one) => shownNameAndLanguage('category', one, reader).name)
    const own = { categories: categories.map(({ id }) => ({ id })) }
    const found = (await read(rest.join(' '), own, names)) ?? (await read(rest.join(' '), own, names, false))
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * What a search by words that found nothing is shown instead: what it asks for in other words, or the events that have all words but one,
 * or else only the longest.
 */
async function partly(
  found: EventListPage | undefined,
  filters: ListFilters,
  text: string,
  reader: PageRequest,
): Promise<PartlyFound | undefined> {
  const words = text.split(/\s+/).filter((word) => word !== '')
  if (found === undefined || found.total + (found.running?.total ?? 0) > 0) return undefined
  if (words.length === 0 || words.length > MAX_WORDS || (found.past ?? []).length > 0) return undefined
  const meant = await bySense(filters, text, reader)
  if (meant !== undefined || words.length < 2) return meant
  const others = words.map((_, at) => words.filter((_, index) => index !== at).join(' '))
  const longest = [...words].sort((a, b) => b.length - a.length)
  for (const some of [...new Set([...others.reverse(), ...longest])].slice(0, MAX_TRIES)) {
    const search = searchKind.read(some)
    if (!('value' in search)) continue
    const window = windowOnDays({ first: reader.site.today }, reader)
    const best = { orderby: 'relevance', collapse: 'series', per_page: MAX_PARTLY } as const
    const { events } = await readEventListPage(
      { ...filters, ...window, ...best, search: search.value },
      reader,
    )
    if (events.length > 0) return { words: some, events }
  }
  return undefined
}

/** The most events that have only some of the words, and the most among which those are looked for that no filter finds. */
const MAX_PARTLY = 6
const MAX_SENSED = 100

/** The most events that a search without results shows instead. */
const MAX_INSTEAD = 3

/** The next events of the calendar that take place, for a search that found nothing. */
async function nextEvents(
  { found, first }: { readonly found: EventListPage | undefined; readonly first: string },
  reader: PageRequest,
) {
  if (found === undefined || found.total + (found.running?.total ?? 0) > 0) return []
  const { events } = await readEventListPage(
    {
      starts_after: dayBound(first),
      collapse: 'series',
      per_page: MAX_INSTEAD,
      event_status: attendableStatuses,
    },
    reader,
  )
  return events
}

/** The most past events that a search without others shows. */
const MAX_PAST = 3

/** The result of a search with the latest past events that it would find, where it found nothing and names no days. */
async function withPast(
  found: EventListPage,
  filters: ListFilters,
  { from, to }: ChosenFilters['sent'],
  reader: PageRequest,
): Promise<EventListPage> {
  const isEmpty = found.total + (found.running?.total ?? 0) === 0
  if (!isEmpty || from !== undefined || to !== undefined) return found
  const past = { ...filters, ...windowUntilNow(reader), orderby: 'start_date', order: 'desc' } as const
  const { events } = await readEventListPage({ ...past, collapse: 'series', per_page: MAX_PAST }, reader)
  return { ...found, past: events }
}

/** The rules in words of the series that events are dates of, by the ids of the series. */
async function rhythmsOf(events: readonly ListedEvent[], reader: PageRequest) {
  const include = events.flatMap(({ series }) => (series === null ? [] : [series.id]))
  if (include.length === 0) return new Map<number, string>()
  const { items } = await listItems('series', { ...listDefaults, include }, reader.context)
  return new Map(items.map(({ record }) => [record.id, recurrenceInWordsForRoot(record, reader.view)]))
}

/** The results by words, the best match first; on the first page also those of today that are over. */
async function ranked(
  filters: ListFilters,
  { page, ...days }: ReturnType<typeof daysOfSearch> & { readonly page: number },
  reader: PageRequest,
): Promise<EventListPage> {
  const best = { orderby: 'relevance', collapse: 'series' } as const
  const read = await readEventListPage({ ...filters, ...windowOnDays(days, reader), ...best, page }, reader)
  const isFromNow = days.first === reader.site.today
  // The window is one of instants: the night before a day is not of it.
  const events = isFromNow ? read.events : read.events.filter((event) => lastDayOf(event) >= days.first)
  const found = { ...read, events, total: read.total - (read.events.length - events.length) }
  if (isFromNow) await noteNextEnd(reader)
  if (page > 1 || !isFromNow) return found
  const { earlier, goesOn } = await readEarlierEventsOfToday(filters, reader)
  return { ...withEventsThatGoOn(found, goesOn), earlier }
}

/** The search as a page: by words the best match first, otherwise by day. */
export async function searchPageOf(reader: PageRequest): Promise<RenderedPage> {
  const more = pageFieldsWithKnownValues(reader, { as: ['cards'], order: ['date'] })
  const isRanked =
    reader.query.has('search') && reader.query.text('search') !== '' && more.order === undefined
  let asked: ListFilters = {}
  const { chosen, found } = await findEventsMatchingSentFilters(reader, async (filters, { sent }) => {
    asked = filters
    const days = daysOfSearch(sent, reader.site.today)
    const page = pageNumber(reader)
    const read = isRanked
      ? await ranked(filters, { ...days, page }, reader)
      : await readUpcomingOrPastEvents(filters, { ...days, page, isPast: false }, reader)
    return withPast(read, filters, sent, reader)
  })
  const items = found === undefined ? [] : await namedItems(chosen.sent.search, reader)
  const some = await partly(found, asked, chosen.sent.search ?? '', reader)
  const instead = some ? [] : await nextEvents({ found, first: reader.site.today }, reader)
  const isEmpty = found !== undefined && found.events.length === 0 && !some && instead.length === 0
  const none = isEmpty ? await emptyCalendarNoticeIfNoEvents(reader) : undefined
  const rhythms = await rhythmsOf(
    isRanked ? [...(found?.events ?? []), ...(found?.past ?? []), ...(some?.events ?? []), ...instead] : [],
    reader,
  )
  const searched = {
    chosen,
    found: found && { ...found, none },
    isRanked,
    more,
    items,
    some,
    instead,
    rhythms,
  }
  return pageOfFilters(found !== undefined, searchPage(searched, reader.site))
}

/** The places of search results: venues with coordinates first, and others as far as there is room. Around a place there are no others. */
export async function mapPageOf(reader: PageRequest): Promise<RenderedPage> {
  const { chosen, found } = await findEventsMatchingSentFilters(reader, async (filters, { sent }) => {
    const days = daysOfSearch(sent, reader.site.today)
    const isFromNow = days.first === reader.site.today
    if (isFromNow) await noteNextEnd(reader)
    const { goesOn } = isFromNow ? await readEarlierEventsOfToday(filters, reader) : { goesOn: [] }
    const placed = { ...listDefaults, ...filters, ...windowOnDays(days, reader), per_page: MAX_MAPPED }
    const isAround = sent.geoloc_lat !== undefined
    const { view, find } = await eventViewFor(reader)
    const mapped = await find({ ...placed, geoloc: true })
    const others = isAround ? { ids: [], total: 0 } : await find({ ...placed, geoloc: false })
    const ids = [...mapped.ids, ...others.ids].slice(0, MAX_MAPPED)
    const read = await shownEventsByIds(reader, view, ids)
    const isShown = (event: ListedEvent) =>
      venuesOf(event).length > 0 && (isFromNow || lastDayOf(event) >= days.first)
    const events = [...goesOn, ...read].filter(isShown)
    const total = mapped.total + others.total - read.length + events.length
    return { events: events.toSorted(compareEventStarts), total }
  })
  const none = found?.total === 0 ? await emptyCalendarNoticeIfNoEvents(reader) : undefined
  return pageOfFilters(
    found !== undefined,
    mapPage({ chosen, found: found && { ...found, none } }, reader.site),
  )
}
