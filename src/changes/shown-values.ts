/** The values of changes as their readers see them: links and groups with names, and only those that the reader may see. */

import { idsInStoredValue } from '../actions/editing/resend.ts'
import { type PureContext, viewerOf } from '../api/context.ts'
import type { TermName, VenueOrOrganizerName } from '../contract/resources/index.ts'
import { argNamesByLinkedResource } from '../contract/stored-args.ts'
import { entriesOf } from '../contract/table-of.ts'
import { utcTimestampOfEpoch } from '../domain/time/timestamp.ts'
import type { Assignee, AuditRow, LinkName, Reading } from '../store/store.ts'

/** A reader of changes, and what is read for it. */
type ReadingContext = PureContext & { readonly store: Reading }

/** The value of a field before and after a change. */
interface ShownChange {
  readonly before: unknown
  readonly after: unknown
}
type FieldChangesForReader = Readonly<Record<string, ShownChange>>

interface Named {
  readonly id: number
  readonly name: string
}

const isTerm = (name: LinkName): name is TermName => name === 'category' || name === 'tag'
/** Reads each name once. */
function namesIn(store: Reading, context: ReadingContext) {
  const known = new Map<string, Promise<string | undefined>>()
  const read = async (name: TermName | VenueOrOrganizerName, id: number) => {
    if (!isTerm(name) && !(await store.visible(name, [id], viewerOf(context))).has(id)) return undefined
    return (await store.find(name, { id }, context.moment))?.name
  }
  return (name: LinkName, id: number) => {
    const key = `${name} ${id}`
    const found = known.get(key) ?? read(name, id)
    known.set(key, found)
    return found
  }
}

/** The group of an event with its name; null for none, and for one that is gone. */
async function namedGroup(value: unknown, { store, moment }: ReadingContext): Promise<Named | null> {
  const id = typeof value === 'number' ? value : 0
  const found = id === 0 ? undefined : await store.find('group', { id }, moment)
  return found === undefined ? null : { id, name: found.name }
}

/** The user whom an event waited for, with the name that others see; null for nobody, and for one who is gone. */
async function namedAssignee(value: unknown, { store }: ReadingContext): Promise<Assignee | null> {
  return (typeof value === 'number' ? await store.assignee(value) : undefined) ?? null
}

/** Returns the changes of each row, in the order of the rows. Items that are gone or hidden are left out of links. */
export async function fieldChangesOfAuditRowsForReader(
  rows: readonly AuditRow[],
  context: ReadingContext,
): Promise<readonly FieldChangesForReader[]> {
  const nameOf = namesIn(context.store, context)
  const links = new Map<string, LinkName>(
    entriesOf(argNamesByLinkedResource).map(([link, arg]) => [arg, link]),
  )
  const shown = async (row: AuditRow, arg: string, value: unknown): Promise<unknown> => {
    const isOfEvents = row.resource === 'event' || row.resource === 'series'
    if (isOfEvents && arg === 'group') return namedGroup(value, context)
    if (isOfEvents && arg === 'assignee') return namedAssignee(value, context)
    const link = isOfEvents ? links.get(arg) : undefined
    if (link === undefined) return value
    const named: Named[] = []
    for (const id of idsInStoredValue(value)) {
      const name = await nameOf(link, id)
      if (name !== undefined) named.push({ id, name })
    }
    return named
  }
  const ofRow = async (row: AuditRow): Promise<FieldChangesForReader> => {
    const pairs: [string, ShownChange][] = []
    for (const [arg, [before, after]] of Object.entries(row.changes))
      pairs.push([arg, { before: await shown(row, arg, before), after: await shown(row, arg, after) }])
    return Object.fromEntries(pairs)
  }
  // One after the other: within a transaction, all reads share a connection.
  const all: FieldChangesForReader[] = []
  for (const row of rows) all.push(await ofRow(row))
  return all
}

/** Returns a change as histories and the audit show it; with values, as its readers see them. */
export const shownAuditRow = (
  { at_utc, changes: _, ...row }: AuditRow,
  values: FieldChangesForReader | undefined,
) => ({
  ...row,
  at_utc: utcTimestampOfEpoch(at_utc),
  ...(values !== undefined && { values }),
})
