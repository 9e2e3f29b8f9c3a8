/** The values of the fields that lists filter by, as numbers. */
import { filterChoices, type ValueFilter } from '../../../../contract/resources/fields/filters.ts'

/** Texts that any event has had, by the order in which they were read. */
const texts = new Map<string, number>()

/** Returns the number of a text that an event has. */
export function textNumber(text: string): number {
  const known = texts.get(text) ?? texts.size
  if (known === texts.size) texts.set(text, known)
  return known
}

/** Returns the number that the column of a filter has for a value; -1 if no event has the value. */
export function valueNumber(name: ValueFilter, value: string): number {
  return filterChoices(name)?.indexOf(value) ?? texts.get(value) ?? -1
}
