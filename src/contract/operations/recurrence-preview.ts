/** The operation that shows what a recurrence means before an event is saved with it (contract §10.1, ext.). */
import { markedAsExtension, optional, required } from '../arg.ts'
import * as kind from '../kinds.ts'

/** For users who may write events. Dates and zones are read as those of an event. */
export const recurrencePreviewOperations = [
  {
    path: '/recurrence',
    address: {},
    action: 'preview-recurrence',
    methods: ['GET'],
    args: {
      recurrence: markedAsExtension(required(kind.recurrence)),
      start_date: markedAsExtension(required(kind.date)),
      end_date: markedAsExtension(required(kind.date)),
      timezone: markedAsExtension(optional(kind.zone)),
      all_day: markedAsExtension(optional(kind.boolean, false)),
      from: markedAsExtension(optional(kind.date)),
    },
  },
] as const

export type RecurrencePreviewOperationName = (typeof recurrencePreviewOperations)[number]['action']
