/** The line of an export about the settings of the site: it fills in what is not set here. */
import { refusalProblem, rightsByRole } from '../../api/policy.ts'
import { markedAsExtension, optional } from '../../contract/arg.ts'
import * as kind from '../../contract/kinds.ts'
import { imageSettingNames, settingArgs } from '../../contract/operations/settings.ts'
import { parseArgs } from '../../contract/parse-args.ts'
import type { SentObject } from '../../formats/jsonl/sent-line.ts'
import { changesFillingUnsetSettings, settingAsStored } from '../../settings/index.ts'
import { type ImportTransaction, type LineOutcome, ourIdOfGlobalId } from './import-batch.ts'

const globalId = markedAsExtension(optional(kind.text()))
/** Images are named by their global ids, because ids differ between calendars. */
const lineArgs = { ...settingArgs, logo: globalId, icon: globalId, share_image: globalId }

/** Imports the settings within the batch. Throws 401 or 403 unless the actor is an administrator. */
export async function importSettingsLine(batch: ImportTransaction, sent: SentObject): Promise<LineOutcome> {
  const { store, context } = batch
  if (!rightsByRole[context.actor.role].administers) throw refusalProblem(context.actor)
  const { resource: _, ...rest } = sent
  const args = parseArgs(lineArgs, rest, 'create')
  const values: Record<string, string | undefined> = {}
  for (const [name, value] of Object.entries(args)) values[name] = settingAsStored(value)
  for (const name of imageSettingNames) {
    const named = values[name]
    if (named === undefined) continue
    const own = Number(/\?id=(\d+)/.exec(named)?.[1])
    const id = batch.globalId('media', own) === named ? own : await ourIdOfGlobalId(batch, 'media', named)
    const isHere = id !== undefined && (await store.media(id)) !== undefined
    values[name] = isHere ? String(id) : undefined
  }
  const changes = changesFillingUnsetSettings(values, await store.settings())
  if (Object.keys(changes).length === 0) return 'unchanged'
  await store.saveSettings(changes)
  batch.state.hasWritten = true
  return 'updated'
}
