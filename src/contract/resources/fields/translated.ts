/** The fields whose texts may be translated (contract §15): the title or name of each resource, and the rows that say so. */
import { fieldsByResource } from './index.ts'
import type { FieldRow } from './row.ts'

type Resource = keyof typeof fieldsByResource

/** The field of the title or name, and its column. */
export const titleFieldAndColumnByResource = {
  event: { field: 'title', column: 'title' },
  series: { field: 'title', column: 'title' },
  venue: { field: 'venue', column: 'name' },
  organizer: { field: 'organizer', column: 'name' },
  category: { field: 'name', column: 'name' },
  tag: { field: 'name', column: 'name' },
  group: { field: 'name', column: 'name' },
  media: { field: 'title', column: 'title' },
  page: { field: 'title', column: 'title' },
} as const satisfies Record<Resource, { readonly field: string; readonly column: string }>

/** The most characters of a title or name. */
export const maxTitleLengths = {
  event: 500,
  series: 500,
  venue: 200,
  organizer: 200,
  category: 200,
  tag: 200,
  group: 200,
  media: 500,
  page: 200,
} as const satisfies Record<Resource, number>

/** A translatable field, and the column of the item's own text. */
export interface TranslatableFieldAndColumn {
  readonly field: string
  readonly column: string
  readonly isHtml: boolean
}

/** Returns the rows of a resource's plain fields, by name. */
export const fieldNameAndRowPairsOfResource = (
  resource: Resource,
): readonly (readonly [string, FieldRow])[] => Object.entries(fieldsByResource[resource])

const fieldsOf = (resource: Resource): readonly TranslatableFieldAndColumn[] => [
  { ...titleFieldAndColumnByResource[resource], isHtml: false },
  ...fieldNameAndRowPairsOfResource(resource)
    .filter(([, row]) => 'isTranslated' in row)
    .map(([name, { type }]) => ({ field: name, column: name, isHtml: type === 'html' })),
]

/** The translatable fields of each resource, the title or name first. */
export const translatableFieldsAndColumnsByResource: Readonly<
  Record<Resource, readonly TranslatableFieldAndColumn[]>
> = {
  event: fieldsOf('event'),
  series: fieldsOf('series'),
  venue: fieldsOf('venue'),
  organizer: fieldsOf('organizer'),
  category: fieldsOf('category'),
  tag: fieldsOf('tag'),
  group: fieldsOf('group'),
  media: fieldsOf('media'),
  page: fieldsOf('page'),
}

/** The names of all translatable fields, each once. */
export const allTranslatableFieldNames: readonly string[] = [
  ...new Set(
    Object.values(translatableFieldsAndColumnsByResource).flatMap((fields) =>
      fields.map(({ field }) => field),
    ),
  ),
]
