/** The schema of a previewed recurrence (contract §10.1, ext.). */
import type { Json } from '../document.ts'
import { flag, listOf, object, text } from './shapes.ts'

/** Schemas by name. */
export const ofRecurrencePreview: Readonly<Record<string, Json>> = {
  RecurrencePreview: object({
    recurrence: listOf(text),
    text,
    total: { type: ['integer', 'null'] },
    dates: listOf(object({ start_date: text, end_date: text })),
    has_more: flag,
  }),
}
