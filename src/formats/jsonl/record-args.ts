/** The args of export lines besides those of a create: identity, stored publication, links by id. */
import { type ArgsWithDefaults, optional, required } from '../../contract/arg.ts'
import * as kind from '../../contract/kinds.ts'
import { languageAndTranslationArgsOfResource } from '../../contract/resources/content.ts'
import { fieldArgs } from '../../contract/resources/field-args.ts'
import { mediaFields } from '../../contract/resources/fields/other-fields.ts'
import { isTranslationPath, type PatternField, patternFields } from '../../contract/resources/occurrence.ts'
import { statuses } from '../../contract/resources/shared.ts'
import { namesOf } from '../../contract/table-of.ts'
import { imageTypeOfName, mediaTypesByImageExtension } from '../../domain/image-types.ts'
import { httpAddress } from '../../domain/text/links.ts'
import { epochOfUtc, utcTimestampOfEpoch } from '../../domain/time/timestamp.ts'
import { LONGEST_UID } from '../../domain/uid.ts'
import { because } from '../../problem.ts'
import type { RemoteEventOrigin, StoredImageSize } from '../../store/store.ts'

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
  read: (raw) => {
    const epoch =
      typeof raw === 'string' && /^\d{4}(-\d\d){2} \d\d(:\d\d){2}$/.test(raw) ? epochOfUtc(raw) : Number.NaN
    return utcTimestampOfEpoch(epoch) === raw ? { value: epoch } : { fault: because('not_a_utc_timestamp') }
  },
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
export const identityArgDeclarations = {
  ...formerSlugArgDeclarations,
  id: required(id),
  global_id: required(globalId),
  origins: optional(globalIds),
  version: optional(id),
  modified_utc: optional(instant),
}

export const publicationArgs = {
  ...identityArgDeclarations,
  author: optional(kind.integer(0)),
  status: required(kind.choice(statuses)),
  date_utc: required(instant),
  date_set: optional(kind.boolean),
  image: optional(id),
}

export const eventLineArgDeclarations = {
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

const { author: _, image: __, ...pagePublicationArgs } = publicationArgs
export const pageLineArgDeclarations = pagePublicationArgs

export const groupLineArgDeclarations = { ...identityArgDeclarations, image: optional(id) }

export const categoryLineArgDeclarations = { ...identityArgDeclarations, parent: optional(id) }

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

export type IdentityArgs = ArgsWithDefaults<typeof identityArgDeclarations>
export type PublicationArgs = ArgsWithDefaults<typeof publicationArgs>
export type MediaLineArgs = ArgsWithDefaults<typeof mediaLineArgDeclarations>
