/** The filters of lists of events that derive from plain fields. */
import { type EventFieldName, type EventFlagName, eventFields } from './event-fields.ts'
import { type FieldRows, rowNamesWhere, type SentValue } from './row.ts'

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
/** The name of a filter by a text. */
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
