/** Schemas of the report of an import (contract §0, ext.). */
import { type Json, ref } from '../document.ts'
import { count, each, flag, listOf, object, text } from './shapes.ts'

/** Schemas by name. */
export const ofImport: Readonly<Record<string, Json>> = {
  ImportReport: object({
    dry_run: flag,
    ...each(count, 'created', 'updated', 'unchanged', 'removed', 'refused'),
    refusals: listOf(ref('Refusal')),
    notes: listOf(ref('ImportNote')),
  }),
  Refusal: object({ line: count, reason: text }),
  ImportNote: object({ what: text, count }),
}
