/** Schemas of the report of an import (contract §0, ext.). */
import { slashDates } from '../../operations/calendars/imports.ts'
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
  ImportPreview: object({
    format: { type: 'string', enum: ['calendar', 'lines', 'table'] },
    columns: listOf(object({ name: text, column: text, samples: listOf(text) })),
    choices: listOf(text),
    dates: { type: 'string', enum: ['', ...slashDates] },
  }),
  Refusal: object({ line: count, reason: text }),
  ImportNote: object({ what: text, count }),
}
