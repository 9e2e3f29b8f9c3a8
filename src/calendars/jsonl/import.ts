/** Imports JSON lines. */
import { refusalProblem, requireScope } from '../../api/policy.ts'
import { rightsByRole } from '../../api/rights.ts'
import { itemNames } from '../../contract/resources/index.ts'
import { scopeToImportResource } from '../../contract/scopes.ts'
import { because, invalidParam } from '../../problem.ts'
import type { Store } from '../../store/store.ts'
import { importInBatches, MAX_BATCH_LINES } from '../import/batches.ts'
import type { ImportTransaction, LineOutcome } from '../import/import-batch.ts'
import { importMediaLine } from '../import/import-media.ts'
import { importSettingsLine } from '../import/import-settings.ts'
import type { ImportSetup } from '../import/importing.ts'
import type { LineLabel } from '../import/line-results.ts'
import {
  type CreatingLine,
  creatingLineFromArgs,
  foreseenBatchLookUps,
  importCreatingLine,
  valueUnlessRefused,
} from '../import/planning/create-line.ts'
import { lookUpsOfExport } from '../import/planning/export-look-ups.ts'
import type { BatchLookUps } from '../import/planning/known-answers.ts'
import { importRecord } from '../import/record.ts'
import { objectOnLine, type SentObject } from '../import/sent-line.ts'
import { importSeriesLine } from '../import/series-line.ts'
import type { ImportTally } from '../import/tally.ts'
import { type FileLine, linesOfFile } from './lines.ts'

const MAX_TEXT = 4 * 1024 * 1024

/** Returns the create of a line; undefined of a line of an export, which has `resource` and `global_id`. */
function createOn(sent: SentObject): CreatingLine | undefined {
  const { resource = 'event' } = sent
  const name = itemNames.find((one) => one === resource)
  return name === undefined || ('resource' in sent && 'global_id' in sent)
    ? undefined
    : creatingLineFromArgs(name, sent)
}

/** Imports a line: the create of an item, or a line of an export. */
async function importSent(batch: ImportTransaction, { sent, create }: JsonLine): Promise<LineOutcome> {
  const { resource = 'event' } = sent
  const name = itemNames.find((one) => one === resource)
  const line = name ?? (['media', 'series', 'settings'] as const).find((one) => one === resource)
  if (line !== undefined) requireScope(batch.context.actor, scopeToImportResource(line))
  if (name === 'page' && !rightsByRole[batch.context.actor.role].administers)
    throw refusalProblem(batch.context.actor)
  if (create !== undefined) return importCreatingLine(batch, create)
  if (resource === 'media') return batch.store.attempt(() => importMediaLine(batch, sent))
  if (resource === 'settings') return batch.store.attempt(() => importSettingsLine(batch, sent))
  if (resource === 'series') return batch.store.attempt(() => importSeriesLine(batch, sent))
  if (name === undefined)
    throw invalidParam('resource', because('not_an_exported_resource', { choices: itemNames.join(', ') }))
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

/** The object on a line, and the create that it describes. */
interface JsonLine {
  readonly sent: SentObject
  readonly create: CreatingLine | undefined
}

/** Returns the function that reads a line once. It throws a problem for a line without an object. */
function lineReader(): (line: FileLine) => JsonLine {
  const known = new WeakMap<FileLine, JsonLine>()
  return (line) => {
    const before = known.get(line)
    if (before !== undefined) return before
    const sent = objectOnLine(line)
    const read = { sent, create: createOn(sent) }
    known.set(line, read)
    return read
  }
}

/** Returns the look-ups of lines: of the creates, and of the lines of exports among them. Other tasks run meanwhile. */
async function foreseenLines(
  lines: readonly FileLine[],
  read: (line: FileLine) => JsonLine,
  store: Store,
): Promise<BatchLookUps> {
  const ofCreates = await foreseenBatchLookUps(lines, (line) => read(line).create, store)
  const others = lines.flatMap((line) => {
    const known = valueUnlessRefused(() => read(line))
    return known === undefined || known.create !== undefined ? [] : [known.sent]
  })
  const ofExports = lookUpsOfExport(others)
  return {
    ...ofExports,
    keys: [...ofCreates.keys, ...ofExports.keys],
    creates: [...ofCreates.creates, ...ofExports.creates],
  }
}

/** Imports every line of a file. Importing the same lines again changes nothing. */
export function importJsonLinesFile(
  chunks: AsyncIterable<Uint8Array>,
  importing: ImportSetup,
): Promise<ImportTally> {
  const read = lineReader()
  return importInBatches(
    batched(linesOfFile(chunks)),
    (batch, line) => importSent(batch, read(line)),
    importing,
    {
      labelOf,
      foresee: (lines, { store }) => foreseenLines(lines, read, store),
    },
  )
}
