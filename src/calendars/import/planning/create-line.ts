/** Lines with the args of a create. A later import recognises them by their content. */
import { setImmediate as breath } from 'node:timers/promises'
import { createItemInTransaction } from '../../../actions/create.ts'
import { foreseenLookUpsOfEventCreate, type LookUpsOfCreate } from '../../../actions/linking/foreseen.ts'
import { isTrashedByImport } from '../../../actions/series/plans/coming-back.ts'
import type { CreateArgs, ItemName } from '../../../contract/resources/index.ts'
import { parseCreateArgs } from '../../../contract/resources/parse.ts'
import { Problem } from '../../../problem.ts'
import type { Store } from '../../../store/store.ts'
import { type ImportTransaction, type LineOutcome, reserveExplicitIds } from '../import-batch.ts'
import { contentKeyOf, type SentObject } from '../sent-line.ts'
import type { BatchLookUps } from './known-answers.ts'

/** A line that creates an item. Its functions throw a problem if the line is refused. */
export interface CreatingLine<N extends ItemName = ItemName> {
  readonly name: N
  /** The key by which a later import recognises it. */
  key(): string
  args(): CreateArgs<N>
  /** Returns the look-ups of its create; undefined where these are not made for many at once. */
  lookUps(): LookUpsOfCreate | undefined
}

/** Returns a function that computes a value once. */
export function once<T>(compute: () => T): () => T {
  let known: { readonly value: T } | undefined
  return () => {
    known ??= { value: compute() }
    return known.value
  }
}

const notForeseen = () => undefined

/** Files have few lines of other items than events. */
const lookUpsByResource: {
  readonly [N in ItemName]: (args: CreateArgs<N>) => LookUpsOfCreate | undefined
} = {
  event: foreseenLookUpsOfEventCreate,
  venue: notForeseen,
  organizer: notForeseen,
  category: notForeseen,
  tag: notForeseen,
  group: notForeseen,
  page: notForeseen,
}

/** Returns the line that creates an item with these args. */
export function creatingLineFromArgs<N extends ItemName>(name: N, sent: SentObject): CreatingLine<N> {
  const key = once(() => contentKeyOf(sent))
  const args = once(() => parseCreateArgs(name, sent))
  return { name, key, args, lookUps: () => lookUpsByResource[name](args()) }
}

/** Imports a line within the batch. Throws a problem if the line is refused. */
export async function importCreatingLine(batch: ImportTransaction, line: CreatingLine): Promise<LineOutcome> {
  const { store, context } = batch
  const { name } = line
  const key = line.key()
  const before = await store.imported(key)
  const known = before && (await store.find(name, { id: before.item_id }, context.moment))
  // What an undone import had made is made again.
  const isUndone = known !== undefined && 'pruned_status' in known && isTrashedByImport(known)
  if (known !== undefined && !isUndone) return 'unchanged'
  const args = line.args()
  await reserveExplicitIds(batch)
  await store.attempt(async () =>
    store.rememberImport(key, name, await createItemInTransaction(store, name, args, context)),
  )
  // An inline venue or organizer may be the new one, rather than another one of its name.
  if (name !== 'event') context.inline?.clear()
  return 'created'
}

/** Returns the value that a reading gives; undefined for a line that it refuses, which is refused again when it is imported. */
export function valueUnlessRefused<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

/** Lines that are read in one go. */
const READ_AT_ONCE = 10

/** Returns the look-ups of the creates of lines, besides those that are refused. Other tasks run meanwhile. */
export async function foreseenLookUpsOfLines<L>(
  lines: readonly L[],
  createOf: (line: L) => CreatingLine,
): Promise<readonly LookUpsOfCreate[]> {
  const creates: LookUpsOfCreate[] = []
  for (const [at, line] of lines.entries()) {
    if (at % READ_AT_ONCE === 0) await breath()
    const lookUps = valueUnlessRefused(() => createOf(line).lookUps())
    if (lookUps !== undefined) creates.push(lookUps)
  }
  return creates
}

/** Returns the look-ups of lines that create items. Reads the args of those that were not imported before. Other tasks run meanwhile. */
export async function foreseenBatchLookUps<L>(
  lines: readonly L[],
  createOf: (line: L) => CreatingLine | undefined,
  store: Pick<Store, 'importedAs'>,
): Promise<BatchLookUps> {
  const keyed = new Map<string, CreatingLine>()
  for (const [at, line] of lines.entries()) {
    if (at % READ_AT_ONCE === 0) await breath()
    const create = valueUnlessRefused(() => createOf(line))
    const key = create && valueUnlessRefused(create.key)
    if (create !== undefined && key !== undefined) keyed.set(key, create)
  }
  const keys = [...keyed.keys()]
  const imported = await store.importedAs(keys)
  const absent = [...keyed].filter(([key]) => !imported.has(key))
  const creates = await foreseenLookUpsOfLines(absent, ([, create]) => create)
  return { keys, uids: [], items: [], creates }
}
