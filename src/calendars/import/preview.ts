/** A preview of a file before its import: its probable format, and the columns of a table. */
import type { SlashDates } from '../csv/import.ts'
import { knownColumns } from '../csv/places.ts'
import { type ProposedColumn, proposalFor } from '../csv/proposal.ts'

/** The format of a file, and for a table the proposed mapping. */
export interface ImportPreview {
  readonly format: 'calendar' | 'lines' | 'table'
  readonly columns: readonly ProposedColumn[]
  /** The columns that an import reads. */
  readonly choices: readonly string[]
  readonly dates: SlashDates | ''
}

const noTable = { columns: [], choices: [], dates: '' } as const

/** Returns the preview of a file from its beginning. `usual` is the order of dates with slashes if no date decides. Throws 400. */
export function previewOf(text: string, usual: SlashDates): ImportPreview {
  if (/^\ufeff?\s*BEGIN:/i.test(text)) return { format: 'calendar', ...noTable }
  if (/^\ufeff?\s*\{/.test(text)) return { format: 'lines', ...noTable }
  return { format: 'table', choices: knownColumns, ...proposalFor(text, usual) }
}
