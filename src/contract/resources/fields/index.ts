/** The plain fields of every resource, and those that several share. */
import { namesOf, pick, recordFromNames, typedRecordFromNames, withoutProperties } from '../../table-of.ts'
import { type EventFieldName, type EventFlagName, eventFields, eventFieldsByPart } from './event-fields.ts'
import { organizerFields, venueFields } from './item-fields.ts'
import { categoryFields, groupFields, mediaFields, pageFields, tagFields } from './other-fields.ts'
import {
  type FieldRow,
  type FieldRowName,
  type FieldRows,
  rowNamesWhere,
  type SentValue,
  type WritableRows,
  writableFieldNames,
} from './row.ts'

/** The rows by resource. Series have those of events. */
export const fieldsByResource = {
  event: eventFields,
  series: eventFields,
  venue: venueFields,
  organizer: organizerFields,
  category: categoryFields,
  tag: tagFields,
  group: groupFields,
  media: mediaFields,
  page: pageFields,
} as const

type SharedName = keyof typeof eventFields & keyof typeof venueFields & keyof typeof organizerFields

const isShared = (name: string): name is SharedName =>
  [eventFields, venueFields, organizerFields].every((rows) => Object.hasOwn(rows, name))

const sharedNames = namesOf(eventFields).filter(isShared)

/** The fields that events, venues and organizers have. */
export const publishableSharedFields = pick(eventFields, sharedNames)

/** Returns the fields that not all of events, venues and organizers have. */
export const withoutPublishableShared = <R extends FieldRows>(rows: R): Omit<R, SharedName> =>
  withoutProperties<R, SharedName & keyof R>(
    rows,
    sharedNames.filter((name): name is SharedName & keyof R => name in rows),
  )

// The fields whose texts may be translated (contract §15): the title or name of each resource, and the rows that say so.

type Resource = keyof typeof fieldsByResource

const longTitle = { field: 'title', column: 'title', most: 500 } as const
const shortName = { field: 'name', column: 'name', most: 200 } as const

/** The field of the title or name, its column, and its most characters. */
export const titleFieldAndColumnByResource = {
  event: longTitle,
  series: longTitle,
  venue: { ...shortName, field: 'venue' },
  organizer: { ...shortName, field: 'organizer' },
  category: shortName,
  tag: shortName,
  group: shortName,
  media: longTitle,
  page: { ...longTitle, most: 200 },
} as const satisfies Record<
  Resource,
  { readonly field: string; readonly column: string; readonly most: number }
>

/** A translatable field, and the column of the item's own text. */
export interface TranslatableFieldAndColumn {
  readonly field: string
  readonly column: string
  readonly isHtml: boolean
}

/** Returns the rows of a resource's plain fields, by name. */
const fieldNameAndRowPairsOfResource = (resource: Resource): readonly (readonly [string, FieldRow])[] =>
  Object.entries(fieldsByResource[resource])

const fieldsOf = (resource: Resource): readonly TranslatableFieldAndColumn[] => [
  { ...titleFieldAndColumnByResource[resource], isHtml: false },
  ...fieldNameAndRowPairsOfResource(resource)
    .filter(([, row]) => 'isTranslated' in row)
    .map(([name, { type }]) => ({ field: name, column: name, isHtml: type === 'html' })),
]

/** The translatable fields of each resource, the title or name first. */
export const translatableFieldsAndColumnsByResource = recordFromNames(namesOf(fieldsByResource), fieldsOf)

/** The names of all translatable fields, each once. */
export const allTranslatableFieldNames: readonly string[] = [
  ...new Set(
    Object.values(translatableFieldsAndColumnsByResource).flatMap((fields) =>
      fields.map(({ field }) => field),
    ),
  ),
]

// The filters of lists of events that derive from plain fields.

/** The names of the rows that lists filter by; of those that go beyond the specification, or of the others. */
export type RowNamesWithFilter<R, E extends boolean = boolean> = {
  [K in keyof R]: R[K] extends { readonly filter: infer F }
    ? F extends { readonly isExtension: true }
      ? E extends true
        ? K
        : never
      : E extends false
        ? K
        : never
    : never
}[keyof R]

/** The value of a filter: several choices, or one value. */
export type FilterValue<F> = F extends { readonly type: 'choice' } ? readonly SentValue<F>[] : SentValue<F>

/** Returns the names of the fields that lists filter by, in their order. */
export function filterFieldNamesOfRows<R extends FieldRows>(rows: R) {
  return rowNamesWhere(rows, ({ filter }) => filter !== undefined)
}

type EventFilter = RowNamesWithFilter<typeof eventFields>
/** The name of a filter of events by what a field equals; flags are not among them. */
export type EqualityFilterName = Exclude<EventFilter, EventFlagName>
/** The name of a boolean filter: of a stored flag, or of one computed from other fields. */
export type FlagFilterName = Extract<EventFilter, EventFlagName> | 'ticketed' | 'free'

const filtered: readonly EventFieldName[] = filterFieldNamesOfRows(eventFields)
const rows: FieldRows = eventFields
const isOpen = (name: EqualityFilterName) => rows[name]?.isOpen === true
const isFlag = (name: EventFieldName): boolean => eventFields[name].type === 'flag'
const isFlagFilter = (name: EventFieldName): name is Extract<EventFilter, EventFlagName> => isFlag(name)
const isValueFilter = (name: EventFieldName): name is EqualityFilterName => !isFlag(name)

/** The names of the boolean filters. */
export const flagFilterNames: readonly FlagFilterName[] = [
  ...filtered.filter(isFlagFilter),
  'ticketed',
  'free',
]

/** The names of the filters by what a field equals. */
export const equalityFilterNames: readonly EqualityFilterName[] = filtered.filter(isValueFilter)

/** The name of a filter by one of several choices. */
export type ChoiceFilterName = {
  [K in EqualityFilterName]: (typeof eventFields)[K] extends { readonly type: 'choice' } ? K : never
}[EqualityFilterName]
export type TextFilterName = Exclude<EqualityFilterName, ChoiceFilterName>

/** Returns the choices of a filter; undefined if it is a text. */
export function filterChoices(name: EqualityFilterName): readonly string[] | undefined {
  const row = rows[name]
  return row?.type === 'choice' ? row.choices : undefined
}

const isChoiceFilter = (name: EqualityFilterName): name is ChoiceFilterName =>
  filterChoices(name) !== undefined
const isTextFilter = (name: EqualityFilterName): name is TextFilterName => !isChoiceFilter(name)
/** The names of the filters by one of several choices. */
export const choiceFilterNames: readonly ChoiceFilterName[] = equalityFilterNames.filter(isChoiceFilter)
/** The names of the filters by a text. */
export const textFilterNames: readonly TextFilterName[] = equalityFilterNames.filter(isTextFilter)

/** The names of the filters by a value that a password hides. */
export const passwordHiddenFilterNames: readonly EqualityFilterName[] = equalityFilterNames.filter(
  (name) => !isOpen(name),
)
/** The names of the filters by a value that a password does not hide. */
export const unprotectedFilterNames: readonly EqualityFilterName[] = equalityFilterNames.filter(isOpen)

/** The values of the filters, by the names of the filters, as queries have them. */
export type FilterValuesByName = { readonly [K in EqualityFilterName]?: FilterValue<(typeof eventFields)[K]> }

// The names that plain fields of events have in iCalendar.

export const fastiPropertyOfField = (name: string): string =>
  `X-FASTI-${name.replaceAll('_', '-').toUpperCase()}`

/** Returns the property that an import reads a field from, where all programs write it; the X- property of other fields. */
export const icalendarPropertyName = (name: EventFieldName): string =>
  rows[name]?.standard ?? fastiPropertyOfField(name)

/** Returns whether a property that all programs write tells of the field, at least in part. */
export const hasStandardProperty = (name: string): boolean => rows[name]?.standard !== undefined

const inExtras = <R extends FieldRows>(some: R) =>
  writableFieldNames(some).filter((name) => {
    const row = some[name]
    return row?.isStandard !== true && row?.isOutOfCalendars !== true
  })

/** The fields that have X- properties, in the order in which calendars have them. */
export const eventFieldsWithXProperties = {
  flags: inExtras(eventFieldsByPart.flag),
  texts: inExtras(eventFieldsByPart.text),
  others: [...inExtras(eventFieldsByPart.main), ...inExtras(eventFieldsByPart.outcome)],
}

// The English words and the examples of plain fields and of their filters.

type Fields = typeof fieldsByResource
type DescribedResource = Exclude<keyof Fields, 'series'>

/** The keys of the words of a resource's fields: `event.excerpt`, or `website` for what several resources have. */
type KeyIn<N extends DescribedResource> = {
  [K in FieldRowName<WritableRows<Fields[N]>>]: Fields[N][K] extends { readonly isCommon: true }
    ? K
    : `${N}.${K}`
}[FieldRowName<WritableRows<Fields[N]>>]
type FieldKey = { [N in DescribedResource]: KeyIn<N> }[DescribedResource]
type FilterKey = `event.list.${RowNamesWithFilter<Fields['event']>}`

const resources = [
  'event',
  'venue',
  'organizer',
  'category',
  'tag',
  'group',
  'media',
  'page',
] as const satisfies DescribedResource[]

const fieldTexts = resources.flatMap((resource) =>
  fieldNameAndRowPairsOfResource(resource)
    .filter(([, { isReadOnly }]) => isReadOnly !== true)
    .map(([name, { words, isCommon }]) => [isCommon === true ? name : `${resource}.${name}`, words] as const),
)
const filterTexts = fieldNameAndRowPairsOfResource('event').flatMap(([name, { filter }]) =>
  filter === undefined ? [] : [[`event.list.${name}`, filter.words] as const],
)
const texts = new Map([...fieldTexts, ...filterTexts])

/** The descriptions of the args of plain fields, by key. */
export const fieldWords = typedRecordFromNames<Readonly<Record<FieldKey | FilterKey, string>>>(
  [...texts.keys()],
  (key) => texts.get(key),
)

/** The descriptions of fields that only representations have, by name. */
export const readOnlyFieldWords: Readonly<Record<string, string>> = Object.fromEntries(
  resources
    .flatMap(fieldNameAndRowPairsOfResource)
    .flatMap(([name, { isReadOnly, words }]) => (isReadOnly === true ? [[name, words]] : [])),
)

/** Examples of the args of plain fields, by name. */
export const examplesByFieldName: Readonly<Record<string, unknown>> = Object.fromEntries(
  resources
    .flatMap(fieldNameAndRowPairsOfResource)
    .flatMap(([name, { example }]) => (example === undefined ? [] : [[name, example]])),
)

/** Examples of the filters by plain fields, by name. */
export const filterExamples: Readonly<Record<string, unknown>> = Object.fromEntries(
  fieldNameAndRowPairsOfResource('event').flatMap(([name, { filter }]) =>
    filter === undefined ? [] : [[name, filter.example]],
  ),
)
