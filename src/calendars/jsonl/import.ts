/** Imports JSON lines. */
import { createItemInTransaction } from '../../actions/create.ts'
import { allowScope } from '../../actions/policy.ts'
import { isTrashedByImport } from '../../actions/series/plans/coming-back.ts'
import { type ItemName, itemNames } from '../../contract/resources/index.ts'
import { parseCreateArgs } from '../../contract/resources/parse.ts'
import { scopeOfImportLine } from '../../contract/scopes.ts'
import { invalidParam } from '../../problem.ts'
import { type ImportSetup, importInBatches, MAX_BATCH_LINES } from '../import/batches.ts'
import { importMedia } from '../import/import-media.ts'
import { importSettings } from '../import/import-settings.ts'
import type { LineLabel } from '../import/line-results.ts'
import { importRecord } from '../import/record.ts'
import { type ImportBatch, type ImportOutcome, reserveIds } from '../import/runs.ts'
import { contentKeyOf, objectOnLine, type SentObject } from '../import/sent-line.ts'
import { importSeriesLine } from '../import/series-line.ts'
import type { ImportTally } from '../import/tally.ts'
import { type FileLine, linesOfFile } from './lines.ts'

const MAX_TEXT = 4 * 1024 * 1024

/** Imports a line with the args of a create. A later import recognises it by its content. Throws a problem if the line is refused. */
export async function importCreateLine(
  batch: ImportBatch,
  name: ItemName,
  sent: SentObject,
): Promise<ImportOutcome> {
  const { store, context } = batch.late
  const key = contentKeyOf(sent)
  const before = await store.imported(key)
  const known = before && (await store.find(name, { id: before.item_id }, context.moment))
  // What an undone import had made is made again.
  const isUndone = known !== undefined && 'pruned_status' in known && isTrashedByImport(known)
  if (known !== undefined && !isUndone) return 'unchanged'
  const args = parseCreateArgs(name, sent)
  await reserveIds(batch)
  await store.attempt(async () =>
    store.rememberImport(key, name, await createItemInTransaction(store, name, args, context)),
  )
  return 'created'
}

/** Imports a line. With `resource` and `global_id` it is a line of an export, otherwise it has the args of a create. */
async function importSent(batch: ImportBatch, sent: SentObject): Promise<ImportOutcome> {
  const { resource = 'event' } = sent
  const isExported = 'resource' in sent && 'global_id' in sent
  const name = itemNames.find((one) => one === resource)
  const line = name ?? (['media', 'series', 'settings'] as const).find((one) => one === resource)
  if (line !== undefined) allowScope(batch.context.actor, scopeOfImportLine(line))
  if (name !== undefined && !isExported) return importCreateLine(batch, name, sent)
  await batch.late.settle()
  if (resource === 'media') return batch.store.attempt(() => importMedia(batch, sent))
  if (resource === 'settings') return batch.store.attempt(() => importSettings(batch, sent))
  if (resource === 'series') return batch.store.attempt(() => importSeriesLine(batch, sent))
  if (name === undefined)
    throw invalidParam('resource', `must be one of ${itemNames.join(', ')}, series, media, settings`)
  return batch.store.attempt(() => importRecord(batch, name, sent))
}

async function* batched(lines: AsyncIterable<FileLine>): AsyncIterable<readonly FileLine[]> {
  let batch: FileLine[] = []
  let size = 0
  for await (const line of lines) {
    batch.push(line)
    size += line.text.length
    if (batch.length < MAX_BATCH_LINES && size < MAX_TEXT) continue
    yield batch
    batch = []
    size = 0
  }
  if (batch.length > 0) yield batch
}

/** The title and the start of a line, as far as it can be read; "" for each that it lacks. */
function labelOf({ text }: FileLine): LineLabel {
  try {
    const { title, name, venue, organizer, start_date } = Object(JSON.parse(text))
    const named = [title, name, venue, organizer].find((one) => typeof one === 'string') ?? ''
    return { title: named, start_date: typeof start_date === 'string' ? start_date : '' }
  } catch {
    return { title: '', start_date: '' }
  }
}

/** Imports every line of a file. Importing the same lines again changes nothing. */
export function importLines(chunks: AsyncIterable<Uint8Array>, importing: ImportSetup): Promise<ImportTally> {
  return importInBatches(
    batched(linesOfFile(chunks)),
    (batch, line) => importSent(batch, objectOnLine(line)),
    importing,
    labelOf,
  )
}
