/** Reads the search form's filters by the declaration of the list. */
import { list } from '../../actions/list.ts'
import { readArgs } from '../../contract/arg.ts'
import { type ListArgs, resources } from '../../contract/resources/index.ts'
import { isDay, plusDays } from '../../domain/time/calendar-days.ts'
import { Problem } from '../../problem.ts'
import type { Asked, Choice } from '../../representations/html/site/filters.ts'
import { bound, FIRST_DAY } from './lists.ts'
import type { Reader } from './reader.ts'

/** Maximum options in a select; other terms have their own pages. */
const MAX_CHOICES = 200

const { search, categories, tags, venue, organizer, featured, geoloc_lat, geoloc_lng, geoloc_distance } =
  resources.event.listArgs

/** The form's fields that equal filters of the list. */
const filters = {
  search,
  categories,
  tags,
  venue,
  organizer,
  featured,
  geoloc_lat,
  geoloc_lng,
  geoloc_distance,
}
const days = ['from', 'to'] as const

const names = [...Object.keys(filters), ...days]

/** Fields that were sent as objects, which no form sends. */
const unreadable = ({ query }: Reader) =>
  names.filter((name) => query.has(name) && query.texts(name).length === 0)

function askedIn({ query }: Reader): Readonly<Record<string, string>> {
  const sent = names.map((name) => [name, query.texts(name).join(',')] as const)
  return Object.fromEntries(sent.filter(([, text]) => text !== ''))
}

type Window = Pick<ListArgs<'event'>, 'ends_after' | 'starts_before'>

/** The window from one day to another, both included; by default from today. */
function windowOf({ from, to }: Readonly<Record<string, string>>, today: string): Window {
  const first = from ?? (to !== undefined && to < today ? FIRST_DAY : today)
  return {
    ends_after: bound(plusDays(first, -1) ?? first),
    ...(to !== undefined && { starts_before: bound(to) }),
  }
}

async function choicesFor({ context }: Reader): Promise<Asked['choices']> {
  const terms = { page: 1, per_page: MAX_CHOICES, orderby: 'name', order: 'asc', hide_empty: true } as const
  const linked = {
    page: 1,
    per_page: MAX_CHOICES,
    orderby: 'name',
    has_events: true,
    only_with_upcoming: false,
  } as const
  const of = (items: readonly { readonly record: Choice }[]): readonly Choice[] =>
    items.map(({ record: { slug, name } }) => ({ slug, name }))
  return {
    categories: of((await list('category', terms, context)).items),
    tags: of((await list('tag', terms, context)).items),
    venue: of((await list('venue', linked, context)).items),
    organizer: of((await list('organizer', linked, context)).items),
  }
}

/** The invalid fields, by their names in the form. */
function faultsIn(request: Readonly<Record<string, string>>): readonly string[] {
  const { faults } = readArgs(filters, request, 'query')
  return [
    ...Object.keys(faults),
    ...days.filter((name) => request[name] !== undefined && !isDay(request[name])),
  ]
}

/** The filters of a request and what they found; `found` is undefined if the filters are invalid. */
export interface Answered<T> extends Asked {
  readonly found: T | undefined
}

type Filters = Partial<ListArgs<'event'>>

/** Reads the filters and finds the events. Problems are reported by field: for example, a category may have been deleted. */
export async function answered<T>(
  reader: Reader,
  find: (filters: Filters, reader: Reader) => Promise<T>,
): Promise<Answered<T>> {
  const request = askedIn(reader)
  const choices = await choicesFor(reader)
  const faults = [...unreadable(reader), ...faultsIn(request)]
  if (faults.length > 0) return { asked: request, choices, faults, found: undefined }
  const { values } = readArgs(filters, request, 'query')
  try {
    const found = await find({ ...values, ...windowOf(request, reader.site.today) }, reader)
    return { asked: request, choices, faults, found }
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'rest_invalid_param')) throw error
    return { asked: request, choices, faults: Object.keys(Object(error.data.params)), found: undefined }
  }
}
