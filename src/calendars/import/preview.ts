/** What a file seems to be, before it is imported: its format, and the columns of a table. */
import type { SlashDates } from '../csv/import.ts'
import { knownColumns } from '../csv/places.ts'
import { type ProposedColumn, proposalFor } from '../csv/proposal.ts'

/** The format of a file, and for a table what its columns seem to mean. */
export interface ImportPreview {
  readonly format: 'calendar' | 'lines' | 'table'
  readonly columns: readonly ProposedColumn[]
  /** The columns that a table may have. */
  readonly choices: readonly string[]
  readonly dates: SlashDates | ''
}

const noTable = { columns: [], choices: [], dates: '' } as const

/** Looks at the beginning of a file. `usual` is how dates with slashes are written where nothing tells. Throws 400. */
export function previewOf(text: string, usual: SlashDates): ImportPreview {
  if (/^\ufeff?\s*BEGIN:/i.test(text)) return { format: 'calendar', ...noTable }
  if (/^\ufeff?\s*\{/.test(text)) return { format: 'lines', ...noTable }
  return { format: 'table', choices: knownColumns, ...proposalFor(text, usual) }
}
