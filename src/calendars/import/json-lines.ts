import { createItemInTransaction } from '../../actions/create.ts'
import { isTrashedByImport } from '../../actions/series/plan.ts'
import { refusalProblem, requireScope, rightsByRole } from '../../api/policy.ts'
import { scopeToImportResource } from '../../contract/operations.ts'
import { type CreateArgs, type ItemName, itemNames, parseCreateArgs } from '../../contract/resources/index.ts'
import { type SentLine, sentLinesOfFile } from '../../formats/jsonl/lines.ts'
import { because, invalidParam } from '../../problem.ts'
import {
  expectedOfEvent,
  forgetNames,
  type ImportSetup,
  type ImportTally,
  type ImportTransaction,
  importLots,
  type LineLabel,
  type LineOutcome,
  labelOfEvent,
  lotsOfLines,
  reserveExplicitIds,
  textIn,
  weightOfRecurrence,
} from './importer.ts'
import { importMediaLine, importRecord, importSeriesLine, importSettingsLine } from './record.ts'

// Lines with the args of a create. A later import recognises them by their content.

/** A line that creates an item. */
interface CreatingLine<N extends ItemName> {
  readonly name: N
  /** That of the line. */
  readonly key: string
  /** Throws a problem if the line is refused. */
  args(): CreateArgs<N>
}

/** Imports a line within the batch. Throws a problem if the line is refused. */
export async function importCreatingLine<N extends ItemName>(
  batch: ImportTransaction,
  { name, key, args }: CreatingLine<N>,
): Promise<LineOutcome> {
  const { store, context } = batch
  const before = await store.imported(key)
  const known = before && (await store.find(name, { id: before.item_id }, context.moment))
  // What an undone import had made is made again.
  const isUndone = known !== undefined && 'pruned_status' in known && isTrashedByImport(known)
  if (known !== undefined && !isUndone) return 'unchanged'
  const sent = args()
  await reserveExplicitIds(batch)
  const { id } = await createItemInTransaction(store, name, sent, context)
  await store.rememberImport(key, name, id)
  forgetNames(batch, name)
  return 'created'
}

/** Imports a line: the create of an item, or a line of an export. */
async function importLine(
  batch: ImportTransaction,
  { sent, isOfExport, keys: [key = ''], fault }: SentLine,
): Promise<LineOutcome> {
  if (fault !== undefined) throw fault
  const { resource = 'event' } = sent
  const name = itemNames.find((one) => one === resource)
  const kind = name ?? (['media', 'series', 'settings'] as const).find((one) => one === resource)
  if (kind !== undefined) requireScope(batch.context.actor, scopeToImportResource(kind))
  if (name === 'page' && !rightsByRole[batch.context.actor.role].administers)
    throw refusalProblem(batch.context.actor)
  if (name !== undefined && !isOfExport)
    return importCreatingLine(batch, { name, key, args: () => parseCreateArgs(name, sent) })
  if (resource === 'media') return importMediaLine(batch, sent)
  if (resource === 'settings') return importSettingsLine(batch, sent)
  if (resource === 'series') return importSeriesLine(batch, sent)
  if (name === undefined)
    throw invalidParam('resource', because('not_an_exported_resource', { choices: itemNames.join(', ') }))
  return importRecord(batch, name, sent)
}

function labelOf({ sent }: SentLine): LineLabel {
  const { title, name, venue, organizer } = sent
  const named = [title, name, venue, organizer].find((one) => typeof one === 'string')
  return { ...labelOfEvent(sent), title: textIn(named) }
}

/** The characters of a line that weigh as much as a line: an image of a few megabytes is a lot by itself. */
const HEAVY = 40_000

/** Imports every line of a file. Importing the same lines again changes nothing. */
export const importJsonLinesFile = (
  chunks: AsyncIterable<Uint8Array>,
  importing: ImportSetup,
): Promise<ImportTally> =>
  importLots(
    lotsOfLines(sentLinesOfFile(chunks), ({ size, sent, isOfExport }) =>
      Math.max(size / HEAVY, isOfExport ? 1 : weightOfRecurrence(sent.recurrence)),
    ),
    importing,
    {
      apply: importLine,
      labelOf,
      expectedOf: ({ sent, isOfExport }) => (isOfExport ? {} : expectedOfEvent(sent)),
    },
  )
