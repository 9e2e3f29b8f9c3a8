/** JSON lines → the calendar. */
import { createWithin } from '../../actions/create.ts'
import { type ItemName, itemNames } from '../../contract/resources/index.ts'
import { parseCreateArgs } from '../../contract/resources/parse.ts'
import { invalidParam } from '../../problem.ts'
import { type Importing, MAX_LINES, type Tally, walk } from '../import/batches.ts'
import { importMedia } from '../import/import-media.ts'
import { importSettings } from '../import/import-settings.ts'
import { importRecord } from '../import/record.ts'
import { type Batch, type Outcome, reserve } from '../import/runs.ts'
import { keyOf, type Sent, sentOn } from '../import/sent-line.ts'
import { type Line, linesOf } from './lines.ts'

const MAX_TEXT = 4 * 1024 * 1024

/** Imports a line as whoever creates items would send it; known again by what it says. Throws a problem where it is refused. */
export async function importBody(batch: Batch, name: ItemName, sent: Sent): Promise<Outcome> {
  const { store, context } = batch
  const key = keyOf(sent)
  const before = await store.imported(key)
  if (before !== undefined && (await store.find(name, { id: before.item_id }, context.moment)) !== undefined)
    return 'unchanged'
  const args = parseCreateArgs(name, sent)
  await reserve(batch)
  await store.attempt(async () =>
    store.rememberImport(key, name, await createWithin(store, name, args, context)),
  )
  return 'created'
}

/** What a line is about decides how it is read: `resource` and `global_id` make it one of an export. */
async function importSent(batch: Batch, sent: Sent): Promise<Outcome> {
  const { resource = 'event' } = sent
  if (resource === 'media') return batch.store.attempt(() => importMedia(batch, sent))
  if (resource === 'settings') return batch.store.attempt(() => importSettings(batch, sent))
  const name = itemNames.find((one) => one === resource)
  if (name === undefined)
    throw invalidParam('resource', `must be one of ${itemNames.join(', ')}, media, settings`)
  const isExported = 'resource' in sent && 'global_id' in sent
  return isExported
    ? batch.store.attempt(() => importRecord(batch, name, sent))
    : importBody(batch, name, sent)
}

async function* batched(lines: AsyncIterable<Line>): AsyncIterable<readonly Line[]> {
  let batch: Line[] = []
  let size = 0
  for await (const line of lines) {
    batch.push(line)
    size += line.text.length
    if (batch.length < MAX_LINES && size < MAX_TEXT) continue
    yield batch
    batch = []
    size = 0
  }
  if (batch.length > 0) yield batch
}

/** Imports every line of a file of JSON lines. A second time, the same lines change nothing. */
export function importLines(chunks: AsyncIterable<Uint8Array>, importing: Importing): Promise<Tally> {
  return walk(batched(linesOf(chunks)), (batch, line) => importSent(batch, sentOn(line)), importing)
}
