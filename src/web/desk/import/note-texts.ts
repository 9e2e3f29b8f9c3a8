/** The notes of an import in the words of the reader: parts left out, or read otherwise than they are written. */
import { refusalText } from '../api/refusals.ts'
import { argLabel } from '../events/key-text.ts'
import { formFieldsByItemCollection } from '../items/fields.ts'
import { t } from '../words/index.ts'
import type { ImportResult } from './import.ts'

type Note = ImportResult['report']['notes'][number]

const linkedFields = [...formFieldsByItemCollection.venues, ...formFieldsByItemCollection.organizers]

/** Returns the label of a field of events, or of one within a venue or an organizer. */
function fieldText(name: string): string {
  const label = argLabel(name)
  const inner = label === name ? linkedFields.find((field) => field.name === name)?.label : undefined
  return inner === undefined ? label : t(inner)
}

function noteText({ what, reason, values = {} }: Note): string {
  const named = typeof values.field === 'string' ? { field: fieldText(values.field) } : {}
  return refusalText({ reason, values: { ...values, ...named } }) ?? what
}

/** Returns how often each note was made, by its text. Several notes may be told in the same words. */
export function noteCountsByText(notes: readonly Note[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const note of notes) {
    const text = noteText(note)
    counts.set(text, (counts.get(text) ?? 0) + note.count)
  }
  return counts
}
