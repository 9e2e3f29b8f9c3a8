/** Args that several resources share (contract §2.2). */

import type { Translations } from '../../domain/languages.ts'
import { type Arg, defaulted, markedAsExtension, notClearable, optional, withHiddenDefault } from '../arg.ts'
import * as kind from '../kinds.ts'
import * as shape from '../shape.ts'
import {
  choiceShape,
  constantShape,
  eitherShape,
  integerShape,
  listShape,
  mapShape,
  type ObjectOf,
  type OptionalShape,
  objectShape,
  optionalShape,
  sameShapeByName,
  schemaReferenceShape,
  textShape,
  timestampShape,
  webAddressShape,
} from '../shape.ts'
import { namesOf, typedRecordFromNames } from '../table-of.ts'
import {
  type FilterValue,
  fieldsByResource,
  filterFieldNamesOfRows,
  type RowNamesWithFilter,
  titleFieldAndColumnByResource,
} from './fields/index.ts'
import { mediaFields, tagFields } from './fields/other-fields.ts'
import {
  type FieldRow,
  type FieldRows,
  type SentValue,
  type ShownValue,
  type WritableRows,
  writableFieldNames,
} from './fields/row.ts'

// The args of plain fields, of create and update and of lists. Apart from the rows, which the desk reads without the kinds of args.

/** The args of create and update. */
type FieldArgs<R> = { readonly [K in keyof WritableRows<R>]: Arg<SentValue<R[K]>, 'optional'> }

/** The args of lists. */
type FilterArgs<R, E extends boolean> = {
  readonly [K in RowNamesWithFilter<R, E>]: Arg<FilterValue<R[K]>, 'optional'>
}

function plainKind(row: FieldRow): kind.Kind<unknown> {
  if (row.type === 'html') return kind.html(row.most)
  if (row.type === 'choice') return kind.choice(row.choices)
  if (row.type === 'degrees') return kind.number(-row.most, row.most)
  if (row.type === 'count') return kind.integer(0, row.most)
  if (row.type === 'web') return kind.webUrl
  if (row.type === 'email') return kind.email
  if (row.type === 'color') return kind.color
  return row.type === 'flag' ? kind.boolean : kind.plain()
}

function kindOf(row: FieldRow): kind.Kind<unknown> {
  const { type } = row.index ?? {}
  const plain = plainKind(row)
  return type === undefined ? plain : { ...plain, shown: type === 'none' ? undefined : type }
}

const marked = <T>(arg: Arg<T, 'optional'>, isExtension: true | undefined) =>
  isExtension === true ? markedAsExtension(arg) : arg

/** Returns the args of create and update that set these fields. */
export function fieldArgs<R extends FieldRows>(rows: R): FieldArgs<R> {
  const argOf = (row: FieldRow) =>
    marked(optional(kindOf(row), row.index?.isNull === true ? null : undefined), row.isExtension)
  return typedRecordFromNames(writableFieldNames(rows), (name) => rows[name] && argOf(rows[name]))
}

const filterKind = (row: FieldRow): kind.Kind<unknown> =>
  row.type === 'choice' ? kind.choiceList(row.choices) : plainKind(row)

/** Returns the args of lists that filter by these fields: those of the specification, or those that go beyond it. */
export function filterArgs<R extends FieldRows, E extends boolean>(
  rows: R,
  isExtension: E,
): FilterArgs<R, E> {
  const names = filterFieldNamesOfRows(rows).filter(
    (name) => (rows[name]?.filter?.isExtension === true) === isExtension,
  )
  return typedRecordFromNames(
    namesOf(rows).filter((name) => names.some((one) => one === name)),
    (name) => rows[name] && marked(optional(filterKind(rows[name])), rows[name].filter?.isExtension),
  )
}

// The shapes of plain fields in representations.

type FieldShapes<R> = { readonly [K in keyof R]: shape.Shape<ShownValue<R[K]>> }

const clock = shape.eitherShape(shape.timestampShape, shape.constantShape(''))

function shapeOf(row: FieldRow): shape.Shape {
  if (row.type === 'choice') return shape.choiceShape(row.choices)
  if (row.type === 'flag') return shape.booleanShape
  if (row.type === 'degrees') return shape.numberOrNullShape
  if (row.type === 'count') return shape.integerShape
  return row.type === 'clock' ? clock : shape.textShape
}

/** Returns the shapes of these fields, in their order. */
export function fieldShapes<R extends FieldRows>(rows: R): FieldShapes<R> {
  return typedRecordFromNames(namesOf(rows), (name) => rows[name] && shapeOf(rows[name]))
}

type OptionalFieldShapes<R> = { readonly [K in keyof R]: shape.OptionalShape<ShownValue<R[K]>> }

/** Returns the shapes of fields that only some representations have. */
function sometimesShownFieldShapes<R extends FieldRows>(rows: R): OptionalFieldShapes<R> {
  return typedRecordFromNames(namesOf(rows), (name) => rows[name] && shape.optionalShape(shapeOf(rows[name])))
}

// The args and the fields of representations by which items have texts in several languages (contract §15).

type Resource = keyof typeof fieldsByResource

function textKinds(resource: Resource): kind.TextKinds {
  const rows: readonly (readonly [string, FieldRow])[] = Object.entries(fieldsByResource[resource])
  const translated = rows.filter(([, row]) => 'isTranslated' in row)
  return {
    [titleFieldAndColumnByResource[resource].field]: kind.title(titleFieldAndColumnByResource[resource].most),
    ...Object.fromEntries(
      translated.map(([name, row]) => [name, row.type === 'html' ? kind.html(row.most) : kind.plain()]),
    ),
  }
}

/** Returns the args that set the language of an item and its translations. */
export const languageAndTranslationArgsOfResource = (resource: Resource) => ({
  language: markedAsExtension(optional(kind.languageTag)),
  translations: markedAsExtension(optional(kind.translations(textKinds(resource)))),
})

/** The language in which texts are asked for, and whether the answer has all translations. */
export const shownLanguageArgs = {
  lang: markedAsExtension(optional(kind.languageTag)),
  translations: markedAsExtension(optional(kind.choice(['all']))),
}

/** The args by which lists choose items by the languages in which they can be read. */
export const readableLanguageFilterArgs = {
  fallback: markedAsExtension(optional(kind.choice(['none']))),
  available_in: markedAsExtension(optional(kind.languageTagList)),
}

const allTranslations: OptionalShape<Translations> = optionalShape(
  schemaReferenceShape<Translations>('Translations'),
)

/** The fields of representations: the language shown, those in which the item can be read, and all translations where they are asked for. */
export const languageAndTranslationShapes = {
  language: textShape,
  languages: listShape(textShape),
  translations: allTranslations,
}

/** The statuses that clients may set. */
export const settableStatuses = ['publish', 'future', 'draft', 'pending', 'private'] as const
/** All statuses of items. */
export const statuses = [...settableStatuses, 'trash'] as const
/** Values of the status filter. `any` means all except trash. */
const statusFilters = [...statuses, 'any'] as const

export type Status = (typeof statuses)[number]
export type StatusFilter = (typeof statusFilters)[number]

/** Also accepts `trash`, so that clients can send back a trashed item unchanged. The update rejects it for other items. */
const status: kind.Kind<Status> = { ...kind.choice(settableStatuses), read: kind.choice(statuses).read }

export const pagingArgs = {
  page: defaulted(kind.integer(1), 1),
  per_page: defaulted(kind.integer(1), 10),
}

/** Fields common to events, venues and organizers. */
export const publicationArgs = {
  author: notClearable(kind.integer(0)),
  date: notClearable(kind.date),
  date_utc: notClearable(kind.date),
  status: notClearable(status),
}

export const statusFilterArgs = { status: optional(kind.choiceList(statusFilters)) }

export const sortOrders = ['asc', 'desc'] as const
const order = kind.choice(sortOrders, true)

/** Only items that no event outside the trash has (true), or only the others (false). For editors (ext.). */
const unused = markedAsExtension(optional(kind.boolean))

export const venueAndOrganizerListArgs = {
  ...pagingArgs,
  search: optional(kind.searchWords),
  event: optional(kind.integer(1)),
  has_events: optional(kind.untypedBoolean),
  only_with_upcoming: defaulted(kind.untypedBoolean, false),
  unused,
  ...statusFilterArgs,
  include: markedAsExtension(optional(kind.integers)),
  exclude: markedAsExtension(optional(kind.integers)),
  ...shownLanguageArgs,
  ...readableLanguageFilterArgs,
  orderby: markedAsExtension(defaulted(kind.choice(['date', 'name', 'modified', 'id']), 'date')),
  order: markedAsExtension(optional(order)),
}

/** The list args of categories and tags, except `parent`. */
export const termListArgs = {
  ...pagingArgs,
  search: optional(kind.text(200)),
  exclude: optional(kind.integers),
  include: optional(kind.integers),
  order: withHiddenDefault(defaulted(order, 'asc')),
  orderby: withHiddenDefault(
    defaulted(
      kind.choice([
        'name',
        'id',
        'slug',
        'count',
        'description',
        'parent',
        'include',
        'include_slugs',
        'term_group',
      ]),
      'name',
    ),
  ),
  hide_empty: defaulted(kind.boolean, true),
  unused,
  post: optional(kind.integer(1)),
  event: optional(kind.integer(1)),
  slug: optional(kind.text()),
  ...shownLanguageArgs,
  ...readableLanguageFilterArgs,
}

// Fields of representations that several resources share (contract §1). Those that no arg of the resource names are read-only.

export const shapesOfOneImageSize = {
  width: integerShape,
  height: integerShape,
  'mime-type': textShape,
  filesize: integerShape,
  url: webAddressShape,
}
type ImageSize = ObjectOf<typeof shapesOfOneImageSize>

/** An image as other items embed it (contract §1.6). */
export const embeddedImageShapes = {
  id: integerShape,
  url: webAddressShape,
  ...sameShapeByName(textShape, 'extension', 'mime_type'),
  ...sameShapeByName(integerShape, 'width', 'height', 'filesize'),
  // Only where they are not the defaults (ext.).
  ...sometimesShownFieldShapes(mediaFields),
  sizes: mapShape(schemaReferenceShape<ImageSize>('ImageSize')),
  // Only once there are pictures for pages (ext.).
  srcset: optionalShape(textShape),
}
export type Image = ObjectOf<typeof embeddedImageShapes>

/** The image of an item, or false. */
export const imageOrFalseShape = eitherShape(schemaReferenceShape<Image>('Image'), constantShape(false))

/** The fields of events, venues and organizers: identity, publication, URLs. */
export const publishableShapes = {
  id: integerShape,
  global_id: textShape,
  global_id_lineage: listShape(textShape),
  author: integerShape,
  status: choiceShape(statuses),
  ...sameShapeByName(timestampShape, 'date', 'date_utc', 'modified', 'modified_utc'),
  url: webAddressShape,
  rest_url: webAddressShape,
}

/** Returns the fields of categories and tags. */
export const termShapes = <T extends string>(taxonomy: T) => ({
  id: integerShape,
  ...sameShapeByName(textShape, 'name', 'slug'),
  ...languageAndTranslationShapes,
  ...fieldShapes(tagFields),
  taxonomy: constantShape(taxonomy),
  count: integerShape,
  url: webAddressShape,
  rest_url: webAddressShape,
  urls: objectShape({
    self: webAddressShape,
    collection: webAddressShape,
    up: optionalShape(webAddressShape),
  }),
})
