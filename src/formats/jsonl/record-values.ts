/** Lines of an export → columns, checked and composed by the rules of a create. References are not resolved here. */

import { eventColumnsFromArgs, flagFromBoolean } from '../../actions/compose/event.ts'
import {
  categoryOnlyColumnsOfArgs,
  groupColumnsFromArgs,
  newUid,
  organizerColumnsFromArgs,
  pageColumnsFromArgs,
  termColumnsFromArgs,
  venueColumnsFromArgs,
} from '../../actions/items.ts'
import { singleEventColumns } from '../../actions/series/plan.ts'
import type { Context } from '../../api/context.ts'
import { type ArgsWithDefaults, optional, parseArgs, required } from '../../contract/arg.ts'
import { derivedColumns } from '../../contract/columns.ts'
import * as kind from '../../contract/kinds.ts'
import { isTranslationPath, type PatternField, patternFields } from '../../contract/resources/event.ts'
import { mediaFields } from '../../contract/resources/fields/other-fields.ts'
import { type CreateArgs, type ItemName, noLinks, parseCreateArgs } from '../../contract/resources/index.ts'
import { fieldArgs, languageAndTranslationArgsOfResource, statuses } from '../../contract/resources/shared.ts'
import { namesOf } from '../../contract/table-of.ts'
import { imageTypeOfName, mediaTypesByImageExtension } from '../../domain/images.ts'
import { LONGEST_UID } from '../../domain/import-source.ts'
import { itemStatusAt } from '../../domain/publication.ts'
import { slugOr } from '../../domain/text/letters.ts'
import { httpAddress } from '../../domain/text/links.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { epochOfUtc, utcTimestampOfEpoch } from '../../domain/time/timestamp.ts'
import { storedZoneName, wallAt } from '../../domain/time/zones.ts'
import { because, invalidParam } from '../../problem.ts'
import type { LinkIds, RecordOf, RemoteEventOrigin, StoredImageSize, ValuesOf } from '../../store/store.ts'
import type { SentObject } from './lines.ts'

// The args of export lines besides those of a create: identity, stored publication, links by id.

// The origin of an event on a line of an export.

/** The addresses of an actor and of a page. */
const eventOriginArgKind: kind.Kind<RemoteEventOrigin> = {
  name: 'origin',
  shown: undefined,
  schema: { type: 'object' },
  read: (raw) => {
    const { actor, url } = { actor: '', url: '', ...(typeof raw === 'object' ? raw : {}) }
    return [actor, url].every((one) => isShortText(one) && httpAddress(one) === one)
      ? { value: { actor, url } }
      : { fault: because('not_an_origin') }
  },
}

const isShortText = (value: unknown) => typeof value === 'string' && value.length <= 2000

/** A timestamp in UTC. Parses it into seconds since 1970. */
const instant: kind.Kind<number> = {
  name: 'instant',
  shown: 'string',
  schema: { type: 'string' },
  read: (raw) =>
    typeof raw === 'string' && isDateTime(raw)
      ? { value: epochOfUtc(raw) }
      : { fault: because('not_a_utc_timestamp') },
}

/** A wall clock of an event, or "" for none. */
const wallClock: kind.Kind<string> = {
  name: 'wall clock',
  shown: 'string',
  schema: { type: 'string' },
  read: (raw) =>
    typeof raw === 'string' && isDateTime(raw) ? { value: raw } : { fault: because('not_a_timestamp') },
}

const isDateTime = (text: string) =>
  /^\d{4}(-\d\d){2} \d\d(:\d\d){2}$/.test(text) && utcTimestampOfEpoch(epochOfUtc(text)) === text

const hash: kind.Kind<string> = {
  name: 'hash',
  shown: 'string',
  schema: { type: 'string' },
  read: (raw) =>
    typeof raw === 'string' && /^scrypt:[\w+/=]{1,200}:[\w+/=]{1,200}$/.test(raw)
      ? { value: raw }
      : { fault: because('not_a_hash') },
}

const globalIds: kind.Kind<readonly string[]> = {
  name: 'global ids',
  shown: 'array',
  schema: { type: 'array', items: { type: 'string' } },
  read: (raw) =>
    Array.isArray(raw) && raw.length <= 50 && raw.every((one) => isGlobalId(one) || isNameThere(one))
      ? { value: raw }
      : { fault: because('not_global_ids', { most: 50 }) },
}

/** The global id of an event from an iCalendar feed, which has a UID instead of an id. */
const isNameThere = (raw: unknown) =>
  typeof raw === 'string' && raw.length <= 2000 && /^[^\s?]+\?uid=\S+$/.test(raw)

const isGlobalId = (raw: unknown): raw is string =>
  typeof raw === 'string' && raw.length <= 2000 && /^[^\s?]+\?id=[1-9]\d*(&type=[a-z]+)?$/.test(raw)

const globalId: kind.Kind<string> = {
  name: 'global id',
  shown: 'string',
  schema: { type: 'string' },
  read: (raw) => (isGlobalId(raw) ? { value: raw } : { fault: because('not_a_global_id') }),
}

const id = kind.integer(1)

/** The most former slugs of an item that a line names. */
const MAX_FORMER_SLUGS = 1000

const slugs: kind.Kind<readonly string[]> = {
  name: 'slugs',
  shown: 'array',
  schema: { type: 'array', items: { type: 'string' } },
  read: (raw) =>
    Array.isArray(raw) &&
    raw.length <= MAX_FORMER_SLUGS &&
    raw.every((one) => typeof one === 'string' && one.length <= 200)
      ? { value: raw }
      : { fault: because('not_slugs', { most: MAX_FORMER_SLUGS }) },
}

export const formerSlugArgDeclarations = { former_slugs: optional(slugs) }

/** The args that identify the item of a line. */
const identityArgDeclarations = {
  ...formerSlugArgDeclarations,
  id: required(id),
  global_id: required(globalId),
  origins: optional(globalIds),
  version: optional(id),
  modified_utc: optional(instant),
}

const publicationArgs = {
  ...identityArgDeclarations,
  author: optional(kind.integer(0)),
  status: required(kind.choice(statuses)),
  date_utc: required(instant),
  date_set: optional(kind.boolean),
  image: optional(id),
}

const eventLineArgDeclarations = {
  ...publicationArgs,
  uid: optional(kind.text(LONGEST_UID)),
  post_parent: optional(id),
  group: optional(kind.text(200)),
  in_main: optional(kind.boolean),
  assignee: optional(kind.text(200)),
  origin: optional(eventOriginArgKind),
  password_hash: optional(hash),
  pruned_status: optional(kind.choice(statuses)),
  previous_start_date: optional(wallClock),
  series: optional(id),
  recurrence_id: optional(wallClock),
  own_fields: optional(kind.fieldNameList<PatternField>(patternFields, isTranslationPath)),
  trash_act: optional(kind.integer(0)),
  venue: optional(kind.integers),
  organizer: optional(kind.integers),
  categories: optional(kind.integers),
  tags: optional(kind.integers),
}

/** The args of the line of a series besides those of an event. */
export const seriesLineArgDeclarations = {
  recurrence: required(kind.recurrence),
  recurrence_before: optional(kind.recurrence),
  made_until: required(wallClock),
  is_complete: required(kind.boolean),
  trash_act: optional(kind.integer(0)),
  continues: optional(id),
}

const { author: _, image: __, ...pageLineArgDeclarations } = publicationArgs

const groupLineArgDeclarations = { ...identityArgDeclarations, image: optional(id) }

const categoryLineArgDeclarations = { ...identityArgDeclarations, parent: optional(id) }

/** The name of a file in the media store. It can't lead to another folder. */
const file: kind.Kind<string> = {
  name: 'file',
  shown: 'string',
  schema: { type: 'string' },
  read: (raw) => (isFile(raw) ? { value: raw } : { fault: because('not_a_file_name') }),
}

const isFile = (raw: unknown): raw is string => typeof raw === 'string' && imageTypeOfName(raw) !== undefined

const sizes: kind.Kind<Readonly<Record<string, StoredImageSize>>> = {
  name: 'sizes',
  shown: undefined,
  schema: { type: 'object' },
  read: (raw) => (isSizes(raw) ? { value: raw } : { fault: because('not_sizes') }),
}

const isCount = (raw: unknown) => Number.isSafeInteger(raw) && Number(raw) >= 0

const isSize = (raw: unknown) => {
  const { file, mime_type, ...measures }: Partial<StoredImageSize> = Object(raw)
  const { width, height, filesize } = measures
  return isFile(file) && mime_type === imageTypeOfName(file) && [width, height, filesize].every(isCount)
}

const MAX_SIZES = 20

const isSizes = (raw: unknown): raw is Readonly<Record<string, StoredImageSize>> =>
  typeof raw === 'object' &&
  raw !== null &&
  Object.keys(raw).length <= MAX_SIZES &&
  Object.entries(raw).every(([size, one]) => /^\w{1,50}$/.test(size) && isSize(one))

/** The address that an image was fetched from; "" for an upload. */
const source: kind.Kind<string> = {
  name: 'source',
  shown: 'string',
  schema: { type: 'string', maxLength: 2000 },
  read: (raw) => {
    const address = typeof raw === 'string' && raw.length <= 2000 && raw !== '' ? httpAddress(raw) : raw
    return typeof address === 'string' ? { value: address } : { fault: because('neither_source_nor_empty') }
  },
}

const count = kind.integer(0)
const extensions = namesOf(mediaTypesByImageExtension)
const types = Object.values(mediaTypesByImageExtension)

export const mediaLineArgDeclarations = {
  ...identityArgDeclarations,
  author: optional(kind.integer(0)),
  date_utc: required(instant),
  title: optional(kind.plain(500)),
  ...fieldArgs(mediaFields),
  ...languageAndTranslationArgsOfResource('media'),
  file: required(file),
  sizes: required(sizes),
  extension: required(kind.choice(extensions)),
  mime_type: required(kind.choice(types)),
  width: required(count),
  height: required(count),
  filesize: required(count),
  source_url: optional(source),
}

type IdentityArgs = ArgsWithDefaults<typeof identityArgDeclarations>
type PublicationArgs = ArgsWithDefaults<typeof publicationArgs>
export type MediaLineArgs = ArgsWithDefaults<typeof mediaLineArgDeclarations>

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
  links: LinkIds = noLinks,
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

export const titleOrNameOf = (record: RecordOf<ItemName> | ColumnsOf<ItemName>): string =>
  'title' in record ? record.title : record.name
