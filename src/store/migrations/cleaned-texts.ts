/** Rows with plain texts as stored → the columns that change when tags are removed from them (migration 024). Pure. */
import { acceptCost, type CostSent } from '../../domain/money/cost.ts'
import { isFreeEntry } from '../../domain/money/free.ts'
import { stateProvince } from '../../domain/state-province.ts'
import { fold } from '../../domain/text/letters.ts'
import { plainText, plainTextOf, plainTitle } from '../../domain/text/plain-text.ts'

type Row = Readonly<Record<string, string | null>>

interface StoredTicket {
  readonly name: string
  readonly price: string
}

type StoredFields = Readonly<Record<string, { readonly label: string; readonly value: unknown }>>

/** What the events of a series share. */
interface StoredPattern {
  readonly columns: {
    readonly description: string
    readonly excerpt: string
    readonly cost: CostSent | null
    readonly tickets: readonly StoredTicket[]
    readonly custom_fields: StoredFields
  }
}

/** A title without tags; if nothing else is in it, without its brackets. */
const titleOf = (text: string): string => plainTitle(text) || plainTitle(text.replace(/[<>]/g, ' '))

const texts = (row: Row, name: string): string => row[name] ?? ''

const folded = (parts: readonly string[]) => parts.map(fold).join('\n')
const foldedThere = (parts: readonly string[]) => folded(parts.filter((part) => part !== ''))

/** The cost, the tickets and the custom fields of an event, or of what the events of a series share. */
function cleanExtras(cost: CostSent | null, tickets: readonly StoredTicket[], fields: StoredFields) {
  const read = acceptCost(cost)
  const cleaned = read.ok ? read.value : cost
  const named = tickets.map((ticket) => ({ ...ticket, name: titleOf(ticket.name) }))
  const labelled = Object.entries(fields).map(([name, { label, value }]) => [
    name,
    { label: titleOf(label), value: typeof value === 'string' ? plainText(value) : value },
  ])
  return {
    cost: cleaned,
    tickets: named,
    custom_fields: Object.fromEntries(labelled),
    free: isFreeEntry(cleaned, named) ? 1 : 0,
  }
}

const eventText = (title: string, description: string, excerpt: string) =>
  folded([title, plainTextOf(description), plainTextOf(excerpt)])

/** Returns the changed columns of an event. */
export function cleanEvent(row: Row) {
  const title = titleOf(texts(row, 'title'))
  const { cost, tickets, custom_fields, free } = cleanExtras(
    JSON.parse(row.cost ?? 'null'),
    JSON.parse(row.tickets ?? '[]'),
    JSON.parse(row.custom_fields ?? '{}'),
  )
  const search_text = eventText(title, texts(row, 'description'), texts(row, 'excerpt'))
  return {
    title,
    title_key: fold(title),
    search_text,
    free,
    cost: JSON.stringify(cost),
    tickets: JSON.stringify(tickets),
    custom_fields: JSON.stringify(custom_fields),
  }
}

/** Returns the changed columns of a series: its title, and what its pattern shares. */
export function cleanSeries(row: Row) {
  const title = titleOf(texts(row, 'title'))
  const pattern: StoredPattern = JSON.parse(texts(row, 'pattern'))
  const { columns } = pattern
  const search_text = eventText(title, columns.description, columns.excerpt)
  const next = {
    ...columns,
    search_text,
    ...cleanExtras(columns.cost, columns.tickets, columns.custom_fields),
  }
  return { title, title_key: fold(title), pattern: JSON.stringify({ ...pattern, columns: next }) }
}

const placed = ['address', 'city', 'country', 'province', 'state', 'zip'] as const

/** Returns the changed columns of a venue. */
export function cleanVenue(row: Row) {
  const name = titleOf(texts(row, 'name'))
  const [address = '', city = '', country = '', province = '', state = '', zip = ''] = placed.map((column) =>
    plainText(texts(row, column)),
  )
  const place = { address, city, country, province, state, zip }
  const phone = plainText(texts(row, 'phone'))
  const stateprovince = row.stateprovince == null ? null : plainText(row.stateprovince)
  const others = [...Object.values(place), phone, texts(row, 'website')]
  return {
    name,
    name_key: fold(name),
    ...place,
    phone,
    stateprovince,
    search_text: foldedThere([
      name,
      plainTextOf(texts(row, 'description')),
      ...others,
      stateprovince ?? stateProvince(place),
    ]),
  }
}

/** Returns the changed columns of an organizer. */
export function cleanOrganizer(row: Row) {
  const name = titleOf(texts(row, 'name'))
  const phone = plainText(texts(row, 'phone'))
  const others = [phone, texts(row, 'website'), texts(row, 'email')]
  const search_text = foldedThere([name, plainTextOf(texts(row, 'description')), ...others])
  return { name, name_key: fold(name), phone, search_text }
}

/** Returns the changed columns of a category or a tag. */
export function cleanTerm(row: Row) {
  const name = titleOf(texts(row, 'name'))
  const search_text = folded([name, texts(row, 'slug'), plainTextOf(texts(row, 'description'))])
  return { name, name_key: fold(name), search_text }
}

/** Returns the changed columns of an image. */
export function cleanMedia(row: Row) {
  const [title, alt_text] = [titleOf(texts(row, 'title')), plainText(texts(row, 'alt_text'))]
  return { title, alt_text, search_text: folded([title, alt_text]) }
}
