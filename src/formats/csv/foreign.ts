/** Tables that other programs export: values that they split or name differently. */
import { stateNamed } from '../../domain/typed/states.ts'
import type { CellsByColumn } from './columns.ts'

/** Columns that only such tables have. */
export const foreignOnlyColumns: readonly string[] = [
  'location',
  'private',
  'published',
  'currency_symbol',
  'currency_position',
]

const yes = /^(?:true|yes|y|1|on|x|wahr|ja|si|sí|oui|vrai|vero|verdadero|sim|verdadeiro|waar|はい|する)$/i
const no = /^(?:false|no|n|0|off|falsch|nein|non|faux|falso|não|nao|nee|onwaar|いいえ|しない)$/i

/** Whether a cell says yes, in any language of the service. */
export const isYes = (cell: string): boolean => yes.test(cell.trim())

function costOf(cost: string, symbol: string, position: string): string {
  const isNumbers = /^[\d.,\s]+(?:-[\d.,\s]+)?$/.test(cost)
  if (!isNumbers || symbol === '') return cost
  return /^(?:suffix|postfix)$/i.test(position) ? `${cost}${symbol}` : `${symbol}${cost}`
}

/** Returns the states of a row in the words of the service. */
function stateCells({ status = '', event_status = '', attendance_mode = '' }: CellsByColumn): CellsByColumn {
  const attendance = stateNamed('attendance_mode', attendance_mode)
  // People have one column for both: “abgesagt” or “Entwurf”. What each column says of itself counts first.
  const published = stateNamed('status', status) ?? stateNamed('status', event_status)
  const outcome = stateNamed('event_status', event_status) ?? stateNamed('event_status', status)
  const isOther = (field: 'status' | 'event_status', cell: string, of: 'status' | 'event_status') =>
    stateNamed(field, cell) === undefined && stateNamed(of, cell) !== undefined
  return {
    ...(attendance !== undefined && { attendance_mode: attendance }),
    ...(outcome !== undefined && { event_status: outcome }),
    ...(published !== undefined && { status: published }),
    ...(isOther('status', status, 'event_status') && published === undefined && { status: '' }),
    ...(isOther('event_status', event_status, 'status') && outcome === undefined && { event_status: '' }),
  }
}

/** The status that columns of other programs give an event that is not to be public; "" if they say nothing of that. */
function hiddenStatus(isPrivate: string, published: string): string {
  if (isYes(isPrivate)) return 'private'
  const said = stateNamed('status', published)
  if (said !== undefined) return said === 'publish' ? '' : said
  // Numbers other than 1 are no, such as those of archived items.
  const isNo = no.test(published.trim()) || (/^-?\d{1,3}$/.test(published.trim()) && !isYes(published))
  return isNo ? 'draft' : ''
}

/** Returns the cells of a row under our own column names. */
export function cellsUnderOurNames(cells: CellsByColumn): CellsByColumn {
  const {
    location = '',
    private: isPrivate = '',
    published = '',
    currency_symbol = '',
    currency_position = '',
    ...named
  } = cells
  const own = { ...named, ...stateCells(named) }
  const hasVenue = (own.venue ?? '') !== ''
  const [, place = '', rest = ''] = /^([^,\n]*)[,\n]?([\s\S]*)$/.exec(location) ?? []
  // Beside the name of a venue, a location is its address alone.
  const address = (hasVenue ? location : rest)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(', ')
  const hidden = hiddenStatus(isPrivate, published)
  return {
    ...own,
    ...(place.trim() !== '' && !hasVenue && { venue: place.trim().slice(0, 200) }),
    ...(place.trim() !== '' &&
      address !== '' &&
      (own.venue_address ?? '') === '' && { venue_address: address }),
    ...(hidden !== '' && ['', 'publish'].includes(own.status ?? '') && { status: hidden }),
    ...(own.cost !== undefined && { cost: costOf(own.cost, currency_symbol, currency_position) }),
  }
}
