/** Lines of an export → columns, checked and composed by the rules of a create. References are not resolved here. */
import { eventColumnsFromArgs } from '../../actions/compose/event.ts'
import { groupColumnsFromArgs } from '../../actions/compose/group.ts'
import { organizerColumnsFromArgs, venueColumnsFromArgs } from '../../actions/compose/linked.ts'
import { pageColumnsFromArgs } from '../../actions/compose/page.ts'
import { flagFromBoolean } from '../../actions/compose/published.ts'
import { categoryOnlyColumnsOfArgs, termColumnsFromArgs } from '../../actions/compose/term.ts'
import { newUid } from '../../actions/linking/new-items.ts'
import { singleEventColumns } from '../../actions/series/plans/leaving.ts'
import type { Context } from '../../api/context.ts'
import { derivedColumns } from '../../contract/derived-columns.ts'
import { parseArgs } from '../../contract/parse-args.ts'
import type { CreateArgs, ItemName } from '../../contract/resources/index.ts'
import { parseCreateArgs } from '../../contract/resources/parse.ts'
import { itemStatusAt } from '../../domain/publication/status.ts'
import { slugOr } from '../../domain/text/slug.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { epochOfUtc, utcTimestampOfEpoch } from '../../domain/time/timestamp.ts'
import { storedZoneName, wallAt } from '../../domain/time/zones.ts'
import { because, invalidParam } from '../../problem.ts'
import type { LinkIds, RecordOf, ValuesOf } from '../../store/store.ts'
import {
  categoryLineArgDeclarations,
  eventLineArgDeclarations,
  groupLineArgDeclarations,
  type IdentityArgs,
  identityArgDeclarations,
  type PublicationArgs,
  pageLineArgDeclarations,
  publicationArgs,
} from './record-args.ts'
import type { SentObject } from './sent-line.ts'

// Dates of events on lines of exports.

/** Returns the instant if it has the given wall clock: it distinguishes the two hours when clocks are set back. Otherwise the wall clock. */
function instantOrWallClock(sent: SentObject, name: 'start_date' | 'end_date'): unknown {
  const { [name]: wall, [`utc_${name}`]: utc, timezone } = sent
  const zone = typeof timezone === 'string' ? storedZoneName(timezone) : undefined
  const epoch = typeof utc === 'string' ? epochOfUtc(utc) : Number.NaN
  const isExact = zone !== undefined && Number.isFinite(epoch) && wallAt(epoch, zone) === wall
  return isExact ? `${utcTimestampOfEpoch(epoch)}Z` : wall
}

/** Returns a line with the start and the end of its event as instants where that is exact, as `utc_start_date` and `utc_end_date` say. */
const lineWithExactDates = (sent: SentObject): SentObject => ({
  ...sent,
  start_date: instantOrWallClock(sent, 'start_date'),
  end_date: instantOrWallClock(sent, 'end_date'),
})

/** Columns without the id; a union if `N` is one. */
type ColumnsOf<N extends ItemName> = { [M in N]: Omit<ValuesOf<M>, 'id'> }[N]

/** An item as a line describes it. Ids of other items are those of the exporting calendar. */
export interface ItemOnLine<N extends ItemName> {
  readonly name: N
  readonly id: number
  readonly globalId: string
  readonly origins: readonly string[]
  readonly values: ColumnsOf<N>
  readonly links: LinkIds
  /** The slug of the group of an event or a series. */
  readonly group?: string | undefined
  /** The login of the user whom an event or a series waits for. */
  readonly assignee?: string | undefined
}

const noLinks: LinkIds = { venue: [], organizer: [], category: [], tag: [] }

/** Returns the args of a create, without the keys that mean something else in an export. */
function contentOf<N extends ItemName>(name: N, sent: SentObject, others: readonly string[]): CreateArgs<N> {
  const rest = Object.entries(sent).filter(([key]) => !others.includes(key))
  return parseCreateArgs(name, Object.fromEntries(rest))
}

const publishedOtherwise = ['author', 'date', 'date_utc', 'status', 'image', 'slug']
const eventLinks = ['venue', 'organizer', 'categories', 'tags']
const eventOtherwise = [
  ...publishedOtherwise,
  ...eventLinks,
  'post_parent',
  'group',
  'in_main',
  'assignee',
  'origin',
]

function described<N extends ItemName>(
  name: N,
  identity: IdentityArgs,
  values: ColumnsOf<N>,
  links = noLinks,
): ItemOnLine<N> {
  const type = name === 'event' ? '' : `&type=${name}`
  if (!identity.global_id.endsWith(`?id=${identity.id}${type}`)) {
    throw invalidParam('global_id', because('another_global_id', { id: identity.id, type }))
  }
  return {
    name,
    id: identity.id,
    globalId: identity.global_id,
    origins: identity.origins ?? [],
    values,
    links,
  }
}

function keptOf({ version = 1, modified_utc, origins }: IdentityArgs, { moment }: Context) {
  return {
    version,
    modified_utc: modified_utc ?? epochOfInstant(moment.now),
    origins: origins ?? [],
  }
}

const slugIn = (sent: SentObject, name: ItemName, title: string) =>
  slugOr(typeof sent.slug === 'string' ? sent.slug : title, name)

function publicationOf(args: PublicationArgs, slug: string, context: Context) {
  const { status, date_utc, date_set = true, author = 0, image = null } = args
  return {
    ...keptOf(args, context),
    status: itemStatusAt(status, date_utc, epochOfInstant(context.moment.now)),
    date_utc,
    date_set: flagFromBoolean(date_set),
    author,
    image,
    slug,
  }
}

function eventOf(sent: SentObject, context: Context): ItemOnLine<'event'> {
  const content = contentOf('event', lineWithExactDates(sent), eventOtherwise)
  const args = parseArgs(eventLineArgDeclarations, sent, 'create')
  const {
    venue = [],
    organizer = [],
    categories = [],
    tags = [],
    post_parent = null,
    password_hash = null,
    pruned_status = '' as const,
    previous_start_date = '',
    uid = newUid(),
    series,
    recurrence_id = '',
    own_fields = [],
    trash_act = 0,
  } = args
  const place =
    series === undefined
      ? singleEventColumns
      : { series, recurrence_id, own_fields: JSON.stringify(own_fields), trash_act }
  const composed = eventColumnsFromArgs(content, undefined, context)
  const values = Object.assign(
    composed,
    composed.event_status !== 'scheduled' && { previous_start_date },
    publicationOf(args, slugIn(sent, 'event', content.title), context),
    { post_parent, password_hash, pruned_status, was_public: 0, uid, origin: args.origin ?? null } as const,
    {
      group_id: null,
      assignee: null,
      in_main: args.in_main === undefined ? null : flagFromBoolean(args.in_main),
    },
    place,
  )
  const links = { venue, organizer, category: categories, tag: tags }
  return { ...described('event', args, values, links), group: args.group, assignee: args.assignee }
}

function venueOf(sent: SentObject, context: Context): ItemOnLine<'venue'> {
  const content = contentOf('venue', sent, publishedOtherwise)
  const args = parseArgs(publicationArgs, sent, 'create')
  const composed = venueColumnsFromArgs(content, undefined, context)
  return described('venue', args, {
    ...composed,
    ...publicationOf(args, slugIn(sent, 'venue', composed.name), context),
  })
}

function organizerOf(sent: SentObject, context: Context): ItemOnLine<'organizer'> {
  const content = contentOf('organizer', sent, publishedOtherwise)
  const args = parseArgs(publicationArgs, sent, 'create')
  const composed = organizerColumnsFromArgs(content, undefined, context)
  const values = {
    ...composed,
    ...publicationOf(args, slugIn(sent, 'organizer', composed.name), context),
  }
  return described('organizer', args, values)
}

function termOf(name: 'category' | 'tag', sent: SentObject, args: IdentityArgs, context: Context) {
  const content = contentOf(name, sent, ['parent'])
  const composed = termColumnsFromArgs(name, content, undefined, context)
  const slug = slugOr(content.slug ?? composed.name, name)
  return {
    ...composed,
    ...keptOf(args, context),
    slug,
    ...derivedColumns[name]({ ...composed, slug }),
    count: 0,
  }
}

type Readers = { readonly [N in ItemName]: (sent: SentObject, context: Context) => ItemOnLine<N> }

const readers: Readers = {
  event: eventOf,
  venue: venueOf,
  organizer: organizerOf,
  category(sent, context) {
    const args = parseArgs(categoryLineArgDeclarations, sent, 'create')
    return described('category', args, {
      ...termOf('category', sent, args, context),
      parent: args.parent ?? null,
      ...categoryOnlyColumnsOfArgs(contentOf('category', sent, ['parent']), undefined),
    })
  },
  tag(sent, context) {
    const args = parseArgs(identityArgDeclarations, sent, 'create')
    return described('tag', args, termOf('tag', sent, args, context))
  },
  group(sent, context) {
    const content = contentOf('group', sent, ['image'])
    const args = parseArgs(groupLineArgDeclarations, sent, 'create')
    const columns = groupColumnsFromArgs(content, undefined, context)
    const [slug, image] = [slugIn(sent, 'group', columns.name), args.image ?? null]
    return described('group', args, { ...columns, ...keptOf(args, context), slug, image })
  },
  page(sent, context) {
    const content = contentOf('page', sent, publishedOtherwise)
    const args = parseArgs(pageLineArgDeclarations, sent, 'create')
    const columns = pageColumnsFromArgs(content, undefined, context)
    const {
      author: _,
      image: __,
      ...published
    } = publicationOf(args, slugIn(sent, 'page', columns.title), context)
    return described('page', args, { ...columns, ...published })
  },
}

/** Parses a line of an export. Throws one problem that names every fault. */
export function itemOnLine<N extends ItemName>(name: N, sent: SentObject, context: Context): ItemOnLine<N> {
  return readers[name](sent, { ...context, restoresTranslations: true })
}

/** Returns the title or name of a record. */
export const titleOrNameOf = (record: RecordOf<ItemName> | ColumnsOf<ItemName>): string =>
  'title' in record ? record.title : record.name
