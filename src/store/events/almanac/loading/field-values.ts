/** The values of the fields that lists filter by, as numbers. */

import { type EqualityFilterName, filterChoices } from '../../../../contract/resources/fields/filters.ts'
import {
  isReadableFilterMet,
  type ReadableFilter,
  type ReadableLanguageColumns,
} from '../../../../domain/content/readable.ts'

/** Texts that any event has had, by the order in which they were read. */
const texts = new Map<string, number>()
const byNumber: string[] = []

/** Returns the number of a text that an event has. */
export function numberForText(text: string): number {
  const known = texts.get(text) ?? texts.size
  if (known === texts.size) {
    texts.set(text, known)
    byNumber.push(text)
  }
  return known
}

/** Returns the number that the column of a filter has for a value; -1 if no event has the value. */
export function filterNumberForValue(name: EqualityFilterName, value: string): number {
  return filterChoices(name)?.indexOf(value) ?? texts.get(value) ?? -1
}

/** The languages in which an event can be read, by the number of their column: its own, and those of translations. */
function contentOfNumber(number: number): ReadableLanguageColumns {
  const [language = '', readable_in = ''] = (byNumber[number] ?? '').split('|')
  return { language, readable_in }
}

/** Returns the test of a filter by languages for the number of the column. Few combinations of languages occur: each is tried once. */
export function readableInNumberTest(filter: ReadableFilter): (number: number) => boolean {
  const known = new Map<number, boolean>()
  return (number) => {
    const found = known.get(number) ?? isReadableFilterMet(contentOfNumber(number), filter)
    known.set(number, found)
    return found
  }
}
