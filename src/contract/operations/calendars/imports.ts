/** Operations of an import over HTTP (contract §0, ext.): iCalendar, CSV or JSON lines. */

import { fileCharsets } from '../../../domain/text/decoded-text.ts'
import { type ArgsWithDefaults, defaulted, markedAsExtension, optional, required } from '../../arg.ts'
import * as kind from '../../kinds.ts'

const mediaTypes = ['text/calendar', 'text/csv', 'application/x-ndjson', 'text/html']
/** The encoding of the text of a file, where it is not recognised. */
const charset = markedAsExtension(optional(kind.choice(fileCharsets)))
const file = kind.upload({ mediaTypes, mostBytes: 50 * 1024 * 1024 })
const beginning = kind.upload({ mediaTypes, mostBytes: 1024 * 1024 })

/** The orders of dates with slashes. */
export const slashDateOrders = ['month_first', 'day_first'] as const

export const importArgs = {
  file: markedAsExtension(required(file)),
  source: markedAsExtension(optional(kind.text(500))),
  prune: markedAsExtension(defaulted(kind.boolean, false)),
  dry_run: markedAsExtension(defaulted(kind.boolean, false)),
  columns: markedAsExtension(optional(kind.text(20_000))),
  dates: markedAsExtension(defaulted(kind.choice(slashDateOrders), 'month_first')),
  charset,
  status: markedAsExtension(optional(kind.choice(['publish', 'draft', 'pending', 'private']))),
  group: markedAsExtension(optional(kind.groupTarget)),
  report: markedAsExtension(defaulted(kind.choice(['summary', 'lines']), 'summary')),
}

export type ImportArgs = ArgsWithDefaults<typeof importArgs>

/** Args of a look at a file before it is imported: its beginning is enough. */
export const previewArgs = { file: markedAsExtension(required(beginning)), charset }

/** The media type of a report of each line. */
export const LINE_REPORT_TYPE = 'application/x-ndjson'

/** The operations on imports, in the order of the index. */
export const importOperations = [
  { path: '/import', address: {}, action: 'import', methods: ['POST'], args: importArgs },
  { path: '/import/preview', address: {}, action: 'preview-import', methods: ['POST'], args: previewArgs },
] as const

export type ImportOperationName = (typeof importOperations)[number]['action']
