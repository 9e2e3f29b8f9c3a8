/** The English words and the examples of plain fields and of their filters. */
import { typedRecordFromNames } from '../../table-of.ts'
import type { RowNamesWithFilter } from './filters.ts'
import type { fieldsByResource } from './index.ts'
import type { FieldRowName, WritableRows } from './row.ts'
import { fieldNameAndRowPairsOfResource } from './translated.ts'

type Fields = typeof fieldsByResource
type Resource = Exclude<keyof Fields, 'series'>

/** The keys of the words of a resource's fields: `event.excerpt`, or `website` for what several resources have. */
type KeyIn<N extends Resource> = {
  [K in FieldRowName<WritableRows<Fields[N]>>]: Fields[N][K] extends { readonly isCommon: true }
    ? K
    : `${N}.${K}`
}[FieldRowName<WritableRows<Fields[N]>>]
type FieldKey = { [N in Resource]: KeyIn<N> }[Resource]
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
] as const satisfies Resource[]

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
