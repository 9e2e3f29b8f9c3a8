/** Args of an import over HTTP (contract §0, ext.): iCalendar, CSV or JSON lines. */
import { type Accepted, defaulted, extension, optional, required } from '../arg.ts'
import * as kind from '../kinds.ts'

const file = kind.upload({
  mediaTypes: ['text/calendar', 'text/csv', 'application/x-ndjson'],
  mostBytes: 50 * 1024 * 1024,
})

export const importArgs = {
  file: extension(required(file)),
  source: extension(optional(kind.text(500))),
  prune: extension(defaulted(kind.boolean, false)),
  dry_run: extension(defaulted(kind.boolean, false)),
  columns: extension(optional(kind.text(2000))),
}

export type ImportArgs = Accepted<typeof importArgs>
