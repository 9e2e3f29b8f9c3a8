/** Parses the options of `fasti import`. */
import type { ColumnMap } from '../../calendars/csv/mapped-columns.ts'
import { fileCharsets } from '../../domain/text/decoded-text.ts'
import { columnMapOption } from '../support/column-map.ts'
import { parseOptions, UsageError } from '../support/command.ts'

/** The options on the command line. */
export interface ImportOptions {
  readonly what: string
  readonly isStrict: boolean
  readonly prunes: boolean
  readonly keepsIds: boolean
  /** Whether a new calendar is made where there is none. */
  readonly makesNew: boolean
  readonly columns: ColumnMap
  /** The encoding of a calendar or a table; undefined if it is to be recognised. */
  readonly encoding: string | undefined
  /** The id or the slug of the group of new events; "" for none. */
  readonly group: string
}

const options = {
  strict: { type: 'boolean', default: false },
  prune: { type: 'boolean', default: false },
  'keep-ids': { type: 'boolean', default: false },
  new: { type: 'boolean', default: false },
  columns: { type: 'string', default: '' },
  group: { type: 'string', default: '' },
  encoding: { type: 'string', default: '' },
} as const

/** Whether a source is an iCalendar file, or a page with events. */
export const isCalendarSource = (what: string) => /\.(?:ics|html?)$/i.test(what)
/** Whether a source is a table. */
export const isTableSource = (what: string) => /\.(?:csv|tsv|xlsx|xls|ods)$/i.test(what)
/** Whether a source is a JSON file, which may be one list. */
export const isJsonSource = (what: string) => /\.json$/i.test(what)
/** Whether a source is an address. */
export const isAddressSource = (what: string) => /^https?:\/\//i.test(what)

/** Parses the command line. Throws `UsageError`. */
export function parseImportOptions(args: readonly string[]): ImportOptions {
  const { values, positionals } = parseOptions(args, options)
  const [what, ...more] = positionals
  if (what === undefined || more.length > 0)
    throw new UsageError(
      'fasti import takes one FILE.jsonl, FILE.ics, FILE.html or FILE.csv, one address, or "-".',
    )
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(what) && !isAddressSource(what))
    throw new UsageError('Only http:// and https:// addresses are imported.')
  const { strict: isStrict, prune: prunes, 'keep-ids': keepsIds, new: makesNew } = values
  if (prunes && !isCalendarSource(what) && !isAddressSource(what))
    throw new UsageError('--prune works with iCalendar only.')
  if (keepsIds && !isAddressSource(what))
    throw new UsageError('--keep-ids works with the address of another server only.')
  if (values.columns !== '' && !isTableSource(what))
    throw new UsageError('--columns works with tables (.csv) only.')
  const { group } = values
  const encoding = fileCharsets.find((one) => one === values.encoding.toLowerCase())
  if (values.encoding !== '' && encoding === undefined)
    throw new UsageError(`--encoding is one of ${fileCharsets.join(', ')}.`)
  if (encoding !== undefined && !isTableSource(what) && !isCalendarSource(what))
    throw new UsageError('--encoding works with files of iCalendar and tables (.csv) only.')
  return {
    encoding,
    what,
    isStrict,
    prunes,
    keepsIds,
    makesNew,
    columns: columnMapOption(values.columns),
    group,
  }
}
