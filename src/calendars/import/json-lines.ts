/** Imports JSON lines. */
import { refusalProblem, requireScope } from '../../api/policy.ts'
import { rightsByRole } from '../../api/rights.ts'
import { itemNames, type VenueOrOrganizerName } from '../../contract/resources/index.ts'
import { parseCreateArgs } from '../../contract/resources/parse.ts'
import { scopeToImportResource } from '../../contract/scopes.ts'
import { isSentObject, type SentLine, sentLinesOfFile } from '../../formats/jsonl/sent-line.ts'
import { because, invalidParam } from '../../problem.ts'
import type { ExpectedItems } from '../../store/store.ts'
import { importCreatingLine } from './create-line.ts'
import type { ImportTransaction, LineOutcome } from './import-batch.ts'
import { importMediaLine } from './import-media.ts'
import { importSettingsLine } from './import-settings.ts'
import { importLots, lotsOfLines } from './importer.ts'
import type { ImportSetup } from './importing.ts'
import type { LineLabel } from './line-results.ts'
import { importRecord } from './record.ts'
import { importSeriesLine } from './series-line.ts'
import type { ImportTally } from './tally.ts'

/** Imports a line: the create of an item, or a line of an export. */
async function importLine(batch: ImportTransaction, { sent, key, fault }: SentLine): Promise<LineOutcome> {
  if (fault !== undefined) throw fault
  const { resource = 'event' } = sent
  const name = itemNames.find((one) => one === resource)
  const kind = name ?? (['media', 'series', 'settings'] as const).find((one) => one === resource)
  if (kind !== undefined) requireScope(batch.context.actor, scopeToImportResource(kind))
  if (name === 'page' && !rightsByRole[batch.context.actor.role].administers)
    throw refusalProblem(batch.context.actor)
  if (name !== undefined && key !== undefined)
    return importCreatingLine(batch, { name, key, args: () => parseCreateArgs(name, sent) })
  if (resource === 'media') return importMediaLine(batch, sent)
  if (resource === 'settings') return importSettingsLine(batch, sent)
  if (resource === 'series') return importSeriesLine(batch, sent)
  if (name === undefined)
    throw invalidParam('resource', because('not_an_exported_resource', { choices: itemNames.join(', ') }))
  return importRecord(batch, name, sent)
}

const textIn = (value: unknown) => (typeof value === 'string' ? value : '')

function labelOf({ sent: { title, name, venue, organizer, start_date } }: SentLine): LineLabel {
  const named = [title, name, venue, organizer].find((one) => typeof one === 'string')
  return { title: textIn(named), start_date: textIn(start_date) }
}

function namesIn(sent: unknown, arg: VenueOrOrganizerName): readonly string[] {
  const all = Array.isArray(sent) ? sent : [sent]
  return all.flatMap((one) => (isSentObject(one) && typeof one[arg] === 'string' ? one[arg].trim() : []))
}

const namesOf = ({ sent: { title, venue, organizer } }: SentLine): ExpectedItems => ({
  event: [textIn(title)],
  venue: namesIn(venue, 'venue'),
  organizer: namesIn(organizer, 'organizer'),
})

/** The characters of a line that weigh as much as a line: an image of a few megabytes is a lot by itself. */
const HEAVY = 40_000

/** Imports every line of a file. Importing the same lines again changes nothing. */
export const importJsonLinesFile = (
  chunks: AsyncIterable<Uint8Array>,
  importing: ImportSetup,
): Promise<ImportTally> =>
  importLots(
    lotsOfLines(sentLinesOfFile(chunks), ({ size }) => Math.max(1, size / HEAVY)),
    importing,
    { apply: importLine, labelOf, namesOf },
  )
