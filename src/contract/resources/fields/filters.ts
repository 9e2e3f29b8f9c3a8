/** The filters of lists of events that derive from plain fields. */
import { type EventField, type EventFlag, eventFields } from './event-fields.ts'
import { type FieldRows, rowNamesWhere, type SentValue } from './row.ts'

/** The names of the rows that lists filter by; of those that go beyond the specification, or of the others. */
export type FilterNames<R, E extends boolean = boolean> = {
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
export function filterNames<R extends FieldRows>(rows: R) {
  return rowNamesWhere(rows, ({ filter }) => filter !== undefined)
}

type EventFilter = FilterNames<typeof eventFields>
/** The filters of events by what a field equals, but for flags. */
export type ValueFilter = Exclude<EventFilter, EventFlag>
/** Boolean list filters: stored flags, and flags computed from other fields. */
export type FlagFilter = Extract<EventFilter, EventFlag> | 'ticketed' | 'free'

const filtered: readonly EventField[] = filterNames(eventFields)
const rows: FieldRows = eventFields
const isOpen = (name: ValueFilter) => rows[name]?.isOpen === true
const isFlag = (name: EventField): boolean => eventFields[name].type === 'flag'
const isFlagFilter = (name: EventField): name is Extract<EventFilter, EventFlag> => isFlag(name)
const isValueFilter = (name: EventField): name is ValueFilter => !isFlag(name)

/** The names of the boolean filters. */
export const flagFilters: readonly FlagFilter[] = [...filtered.filter(isFlagFilter), 'ticketed', 'free']

/** The names of the filters by what a field equals. */
export const valueFilters: readonly ValueFilter[] = filtered.filter(isValueFilter)

export type ChoiceFilter = {
  [K in ValueFilter]: (typeof eventFields)[K] extends { readonly type: 'choice' } ? K : never
}[ValueFilter]
export type TextFilter = Exclude<ValueFilter, ChoiceFilter>

/** Returns the choices of a filter; undefined if it is a text. */
export function filterChoices(name: ValueFilter): readonly string[] | undefined {
  const row = rows[name]
  return row?.type === 'choice' ? row.choices : undefined
}

const isChoiceFilter = (name: ValueFilter): name is ChoiceFilter => filterChoices(name) !== undefined
const isTextFilter = (name: ValueFilter): name is TextFilter => !isChoiceFilter(name)
/** The names of the filters by one of several choices. */
export const choiceFilters: readonly ChoiceFilter[] = valueFilters.filter(isChoiceFilter)
/** The names of the filters by a text. */
export const textFilters: readonly TextFilter[] = valueFilters.filter(isTextFilter)

/** Those of the filters that a password hides. */
export const passwordHiddenFilters: readonly ValueFilter[] = valueFilters.filter((name) => !isOpen(name))
/** The others. */
export const unhiddenFilters: readonly ValueFilter[] = valueFilters.filter(isOpen)

/** The values of the filters, as queries have them. */
export type ValueFilters = { readonly [K in ValueFilter]?: FilterValue<(typeof eventFields)[K]> }
