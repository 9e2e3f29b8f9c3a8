/** The filters in the address of a page, and what they may be. */
import { setImmediate } from 'node:timers/promises'
import { listItems, pageOfVenuesOrOrganizers } from '../../actions/list.ts'
import { groupIdOfSlug } from '../../actions/listing/list-query.ts'
import { readItemAt, renamedItem } from '../../actions/read.ts'
import { accessScopeOf } from '../../api/policy.ts'
import { readArgs } from '../../contract/arg.ts'
import { searchWords as searchKind } from '../../contract/kinds.ts'
import { searchFieldNames } from '../../contract/resources/event.ts'
import {
  type ItemName,
  resources,
  type TermName,
  type VenueOrOrganizerName,
} from '../../contract/resources/index.ts'
import { namesOf } from '../../contract/table-of.ts'
import type { TranslatedItem } from '../../domain/languages.ts'
import { accessScopeKey } from '../../domain/publication.ts'
import { foldedText } from '../../domain/text/letters.ts'
import { isDay } from '../../domain/time/timestamp.ts'
import { listTerms } from '../../items/terms.ts'
import { Problem } from '../../problem.ts'
import type {
  ChosenFilters,
  FilterChoices,
  FiltersAsListArgs,
} from '../../representations/html/site/filters.ts'
import { type FilterName, keptFilterNames } from '../../representations/html/site/site.ts'
import { shownRecordAndLanguages } from '../../representations/shown-language.ts'
import { cacheKeyOfRootContentLanguage, urlOfItemPage } from '../../representations/urls.ts'
import type { ItemAddress } from '../../store/store.ts'
import { EARLIEST_DAY } from './event-lists.ts'
import { currentPageValidity, makeOncePerValidityCache, type PageRequest } from './reader.ts'

// The names of items in the language of a page.

/** The part of a record that names the item. */
interface RecordWithTranslatedName extends TranslatedItem {
  readonly name: string
}

type NamedItemName = Exclude<ItemName, 'event'>

/** Returns the name of an item as the page shows it, and its language. */
export function shownNameAndLanguage(
  kind: NamedItemName,
  item: RecordWithTranslatedName,
  { view }: Pick<PageRequest, 'view'>,
): { readonly name: string; readonly language: string } {
  const { record, shown } = shownRecordAndLanguages(kind, item, view.root)
  return { name: record.name, language: shown.language }
}

/** Returns an item as lists of names have it, with the URL of its page. */
export const namedLink = (
  kind: NamedItemName,
  record: RecordWithTranslatedName & { readonly id: number; readonly slug: string },
  reader: PageRequest,
) => ({
  id: record.id,
  slug: record.slug,
  ...shownNameAndLanguage(kind, record, reader),
  url: urlOfItemPage(reader.view.root, kind, record.slug),
})

// Finds the venues or organizers that a reader typed: by slug, by name, or by words, which may have a letter wrong.

/** An item that a typed text names. */
interface TypedMatch extends RecordWithTranslatedName {
  readonly id: number
  readonly slug: string
}

/** The items found by a typed text: some of them, and how many there are. */
interface TypedTextMatches {
  readonly items: readonly TypedMatch[]
  readonly total: number
}

/** The most items that a typed text selects. */
const MAX_TYPED = 50

/** Returns the item that has the slug or id, or had the slug. */
async function bySlug(
  name: VenueOrOrganizerName,
  slug: string,
  { context }: PageRequest,
): Promise<TypedTextMatches['items']> {
  const address = /^[1-9]\d{0,14}$/.test(slug) ? { id: Number(slug) } : { slug }
  const at = async (one: ItemAddress) => [(await readItemAt(name, one, context)).record]
  try {
    return await at(address)
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    const renamed = await renamedItem(name, slug, context)
    return renamed === undefined ? [] : at({ id: renamed.id })
  }
}

/** Returns the items that have the words of a text; where it is the whole name of some, these alone. */
export async function findItemsByWords(
  name: VenueOrOrganizerName,
  text: string,
  reader: PageRequest,
): Promise<TypedTextMatches> {
  const words = searchKind.read(text)
  if (!('value' in words)) return { items: [], total: 0 }
  const args = { page: 1, per_page: MAX_TYPED, orderby: 'name', only_with_upcoming: false } as const
  const { items, total } = await pageOfVenuesOrOrganizers(
    name,
    { ...args, search: words.value },
    reader.context,
  )
  const found = items.map(({ record }) => record)
  const isNamedSo = (one: TypedMatch) =>
    [one.name, shownNameAndLanguage(name, one, reader).name].some(
      (known) => foldedText(known) === foldedText(text),
    )
  const exact = found.filter(isNamedSo)
  return exact.length > 0 ? { items: exact, total: exact.length } : { items: found, total }
}

/** Returns what a text names: slugs or ids, parted by commas; a name; or words of names and addresses. */
async function findTypedItems(
  name: VenueOrOrganizerName,
  text: string,
  reader: PageRequest,
): Promise<TypedTextMatches> {
  const slugs = text.split(',').map((slug) => slug.trim())
  if (slugs.length <= MAX_TYPED && slugs.every((slug) => /^[^\s]+$/.test(slug))) {
    const found = await Promise.all(slugs.map((slug) => bySlug(name, slug, reader)))
    if (found.every((items) => items.length > 0)) return { items: found.flat(), total: found.length }
  }
  return findItemsByWords(name, text, reader)
}

// The choices of the filters of pages: categories and tags, groups, and the venues and organizers with events to come.

/** The most terms, and the most groups, in a list to choose from; more are typed. */
const MAX_TERMS = 200
/** Venues and organizers that are suggested before anything is typed. */
const MAX_SUGGESTED = 40

async function terms(name: TermName, reader: PageRequest) {
  const args = { page: 1, per_page: MAX_TERMS, orderby: 'name', order: 'asc', hide_empty: true } as const
  const { items, total } = await listTerms(name, args, reader.context)
  // A select that lacks some would cut them off silently.
  return {
    items: items.map(({ record }) => namedLink(name, record, reader)),
    isWhole: total <= MAX_TERMS,
  }
}

async function groups(reader: PageRequest) {
  const { items, total } = await listItems(
    'group',
    { page: 1, per_page: MAX_TERMS, order: 'asc' },
    reader.context,
  )
  return {
    items: items.map(({ record }) => namedLink('group', record, reader)),
    isWhole: total <= MAX_TERMS,
  }
}

async function linked(name: VenueOrOrganizerName, reader: PageRequest) {
  const args = { page: 1, per_page: MAX_SUGGESTED, orderby: 'name', only_with_upcoming: true } as const
  const { items } = await listItems(name, args, reader.context)
  return items.map(({ record }) => shownNameAndLanguage(name, record, reader).name)
}

async function read(reader: PageRequest): Promise<FilterChoices> {
  const [categories, tags] = [await terms('category', reader), await terms('tag', reader)]
  const group = await groups(reader)
  return {
    categories: categories.items,
    tags: tags.items,
    group: group.items,
    isWhole: { categories: categories.isWhole, tags: tags.isWhole, group: group.isWhole },
    venue: await linked('venue', reader),
    organizer: await linked('organizer', reader),
  }
}

/** The most choices that are kept of a validity: readers without an account are offered the same. */
const MAX_SCOPES = 100

const once = makeOncePerValidityCache<FilterChoices>(MAX_SCOPES)

/** Returns the choices of filters for what a reader may see, read once until the next write, publication or midnight. */
async function filterChoicesFor(reader: PageRequest): Promise<FilterChoices> {
  const key = `${cacheKeyOfRootContentLanguage(reader.view.root)} ${accessScopeKey(accessScopeOf(reader.context.actor))}`
  return once(await currentPageValidity(reader), key, () => read(reader))
}

const { listArgs } = resources.event

/** The filters that equal args of the list. Venues and organizers may be typed, and are read apart. */
const args = Object.fromEntries(
  keptFilterNames.flatMap((name) =>
    name === 'venue' || name === 'organizer' ? [] : [[name, listArgs[name]] as const],
  ),
)
const days = ['from', 'to'] as const
const names = [...keptFilterNames, ...days]

type Sent = Readonly<Partial<Record<FilterName | 'from' | 'to', string>>>

/** Fields that were sent as objects, which no form sends. */
const unreadable = ({ query }: PageRequest) =>
  names.filter((name) => query.has(name) && query.texts(name).length === 0)

function sentIn({ query }: PageRequest): Sent {
  const sent = names.map((name) => [name, query.texts(name).join(',').trim()] as const)
  return Object.fromEntries(sent.filter(([, text]) => text !== ''))
}

/** The distance alone says nothing: it is of a place. */
function withoutDistance({ geoloc_distance, ...sent }: Sent): Sent {
  const isNear = sent.geoloc_lat !== undefined || sent.geoloc_lng !== undefined
  return isNear && geoloc_distance !== undefined ? { ...sent, geoloc_distance } : sent
}

/** The names of terms or groups by their slugs; the slug itself where a term is not among the choices. */
function termNames(text: string, known: readonly { readonly slug: string; readonly name: string }[]) {
  return text.split(',').map((slug) => known.find((one) => one.slug === slug)?.name ?? slug)
}

function faultsIn(sent: Sent): readonly string[] {
  const { faults } = readArgs(args, sent, 'query')
  return [...Object.keys(faults), ...days.filter((name) => sent[name] !== undefined && !isDay(sent[name]))]
}

/** The filters of terms and groups, with the resource of each. */
const listed = { categories: 'category', tags: 'tag', group: 'group' } as const
type ListedFilterName = keyof typeof listed

/** The most members of such a filter that are looked up. */
const MAX_LOOKED_UP = 50

/** A member of such a filter: its slug now, and its id; the text as sent where nothing has that name. */
interface ListedMember {
  readonly slug: string
  readonly id?: number
}

/** Finds the members of a filter by their names of today or former slugs. */
async function listedMembers(
  name: ListedFilterName,
  text: string,
  known: FilterChoices[ListedFilterName],
  { context: { store, moment } }: PageRequest,
): Promise<readonly ListedMember[]> {
  const members: ListedMember[] = []
  for (const [at, slug] of text.split(',').entries()) {
    const choice = known.find((one) => one.slug === slug)
    if (choice !== undefined || at >= MAX_LOOKED_UP) {
      members.push(choice ?? { slug })
      continue
    }
    const resource = listed[name]
    const id = await store.snapshot((view) =>
      resource === 'group' ? groupIdOfSlug(view, slug, moment) : view.term(resource, { text: slug }),
    )
    const record = id === undefined ? undefined : await store.find(resource, { id }, moment)
    members.push(record ?? { slug })
  }
  return members
}

type ListedMembers = Partial<Readonly<Record<ListedFilterName, readonly ListedMember[]>>>

/** The query with the slugs that the members of filters have now. */
const withSlugsOfToday = (sent: Sent, members: ListedMembers): Sent => ({
  ...sent,
  ...Object.fromEntries(
    Object.entries(members).map(([name, all]) => [name, all.map(({ slug }) => slug).join(',')]),
  ),
})

/**
 * Returns the query of feeds with the same events, in the args of lists. Days are left out, because feeds continue; what can get another
 * name is named by its id.
 */
function feedQuery(
  sent: Sent,
  links: Readonly<Record<'venue' | 'organizer', TypedTextMatches | undefined>>,
  members: ListedMembers,
): string {
  const pairs = keptFilterNames.flatMap((name): [string, string][] => {
    if (name === 'venue' || name === 'organizer') {
      const ids = links[name]?.items.map(({ id }) => id) ?? []
      return ids.length === 0 ? [] : [[name, ids.join(',')]]
    }
    const named =
      name === 'categories' || name === 'tags' || name === 'group'
        ? members[name]?.map(({ id, slug }) => id ?? slug).join(',')
        : undefined
    const value = named ?? sent[name]
    return value === undefined ? [] : [[name, value]]
  })
  if (sent.search !== undefined) pairs.push(['search_in', searchFieldNames.join(',')])
  return new URLSearchParams(pairs).toString()
}

const idsOf = (typed: TypedTextMatches | undefined) => typed?.items.map(({ id }) => ({ id }))

/** Returns the choices of a page whose address has no filters. */
export const loadChoicesForUnfilteredPage = async (reader: PageRequest): Promise<ChosenFilters> => ({
  sent: {},
  faults: [],
  choices: await filterChoicesFor(reader),
  feed: '',
  names: { categories: [], tags: [], venue: [], organizer: [], group: [] },
  total: { venue: 0, organizer: 0 },
})

/** Reads the filters of a page, and reports faults by field. */
async function chosenFor(
  reader: PageRequest,
): Promise<ChosenFilters & { readonly filters: FiltersAsListArgs }> {
  const choices = await filterChoicesFor(reader)
  const asSent = withoutDistance(sentIn(reader))
  const members: Partial<Record<ListedFilterName, readonly ListedMember[]>> = {}
  for (const name of namesOf(listed)) {
    const text = asSent[name]
    if (text !== undefined) members[name] = await listedMembers(name, text, choices[name], reader)
  }
  const sent = withSlugsOfToday(asSent, members)
  const links = {
    venue: sent.venue === undefined ? undefined : await findTypedItems('venue', sent.venue, reader),
    organizer:
      sent.organizer === undefined ? undefined : await findTypedItems('organizer', sent.organizer, reader),
  }
  const missing = (['venue', 'organizer'] as const).filter((name) => links[name]?.items.length === 0)
  const faults = [...unreadable(reader), ...faultsIn(sent), ...missing]
  const { values } = readArgs(args, sent, 'query')
  const [venue, organizer] = [idsOf(links.venue), idsOf(links.organizer)]
  const filters = {
    ...values,
    ...(venue && { venue }),
    ...(organizer && { organizer }),
    ...(sent.search !== undefined && { search_in: searchFieldNames }),
  }
  return {
    sent,
    faults,
    choices,
    filters,
    feed: feedQuery(sent, links, members),
    names: {
      categories: termNames(sent.categories ?? '', choices.categories),
      tags: termNames(sent.tags ?? '', choices.tags),
      venue: links.venue?.items.map(({ name }) => name) ?? [],
      organizer: links.organizer?.items.map(({ name }) => name) ?? [],
      group: termNames(sent.group ?? '', choices.group),
    },
    total: { venue: links.venue?.total ?? 0, organizer: links.organizer?.total ?? 0 },
  }
}

/** The days of a search, both included; by default from today. */
export const daysOfSearch = ({ from, to }: Sent, today: string) => ({
  first: from ?? (to !== undefined && to < today ? EARLIEST_DAY : today),
  last: to,
})

/** The filters of a page, and the result; undefined if a filter is not valid. */
interface Filtered<T> {
  readonly chosen: ChosenFilters
  readonly found: T | undefined
}

/** Finds the events with some filters. */
type FindEvents<T> = (filters: FiltersAsListArgs, chosen: ChosenFilters) => Promise<T>

/** Finds the events, and reports problems by field: for example, a category may have been deleted. */
async function triedWith<T>(
  filters: FiltersAsListArgs,
  chosen: ChosenFilters,
  find: FindEvents<T>,
): Promise<Filtered<T>> {
  if (chosen.faults.length > 0) return { chosen, found: undefined }
  try {
    const found = await find(filters, chosen)
    // Other requests run before the page is rendered.
    await setImmediate()
    return { chosen, found }
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'rest_invalid_param')) throw error
    return { chosen: { ...chosen, faults: Object.keys(Object(error.data.params)) }, found: undefined }
  }
}

export async function findEventsMatchingSentFilters<T>(
  reader: PageRequest,
  find: FindEvents<T>,
): Promise<Filtered<T>> {
  const { filters, ...chosen } = await chosenFor(reader)
  return triedWith(filters, chosen, find)
}

/** The same for lists that show what the valid filters find where others are not valid. */
export async function findIgnoringInvalidFilters<T>(
  reader: PageRequest,
  find: FindEvents<T>,
): Promise<Filtered<T> & { readonly isValid: boolean }> {
  const { filters, ...chosen } = await chosenFor(reader)
  const first = await triedWith(filters, chosen, find)
  if (first.found !== undefined) return { ...first, isValid: true }
  const { faults } = first.chosen
  const valid = Object.fromEntries(Object.entries(filters).filter(([name]) => !faults.includes(name)))
  const { found } = await triedWith(valid, { ...chosen, faults: [] }, find)
  return { chosen: first.chosen, found, isValid: false }
}
