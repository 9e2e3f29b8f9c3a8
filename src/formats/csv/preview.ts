/** A preview of a file before its import: its probable format, and the columns of a table. */

import { type ImportFormat, importFormatOfText } from '../format.ts'
import { importableColumns } from './mapped-columns.ts'
import { type ProposedColumn, proposeMapping } from './proposal.ts'
import type { SlashDateOrder } from './row-dates.ts'

/** The format of a file, and for a table the proposed mapping. */
interface ImportPreview {
  readonly format: ImportFormat
  readonly columns: readonly ProposedColumn[]
  /** The columns that an import reads. */
  readonly choices: readonly string[]
  readonly dates: SlashDateOrder | ''
}

const noTable = { columns: [], choices: [], dates: '' } as const

/** Returns the preview of a file from its beginning. `usual` is the order of dates with slashes if no date decides. Throws 400. */
export function importFormatAndColumnsProposal(text: string, usual: SlashDateOrder): ImportPreview {
  const format = importFormatOfText(text)
  if (format !== 'table') return { format, ...noTable }
  return { format, choices: importableColumns, ...proposeMapping(text, usual) }
}
