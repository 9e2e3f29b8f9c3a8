/** The operation that shows what a recurrence means before an event is saved with it (contract §10.1, ext.). */
import { asExtension, optional, required } from '../arg.ts'
import * as kind from '../kinds.ts'

/** For users who may write events. Dates and zones are read as those of an event. */
export const recurrencePreviewOperations = [
  {
    path: '/recurrence',
    address: {},
    action: 'preview-recurrence',
    methods: ['GET'],
    args: {
      recurrence: asExtension(required(kind.recurrence)),
      start_date: asExtension(required(kind.date)),
      end_date: asExtension(required(kind.date)),
      timezone: asExtension(optional(kind.zone)),
      all_day: asExtension(optional(kind.boolean, false)),
    },
  },
] as const

export type RecurrencePreviewAction = (typeof recurrencePreviewOperations)[number]['action']
