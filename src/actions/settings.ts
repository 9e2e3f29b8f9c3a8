/** The settings of the site, as administrators change them. */
import { imageSettings, type SettingName, settingArgs } from '../contract/operations/settings.ts'
import { namesOf } from '../contract/table-of.ts'
import { invalidParam } from '../problem.ts'
import type { SettingChanges, StoredSettings } from '../store/store.ts'
import type { Context } from './context.ts'
import { allowAdministering } from './policy.ts'

/** The changes as parsed: null clears a setting. */
export type SettingArgs = Readonly<Record<string, unknown>>

const names: readonly SettingName[] = namesOf(settingArgs)

/** Throws 400 if a setting names an image or a theme that does not exist. */
async function allowNamed(args: SettingArgs, themes: readonly string[], { store }: Context): Promise<void> {
  for (const name of imageSettings) {
    const id = args[name]
    if (typeof id === 'number' && (await store.media(id)) === undefined)
      throw invalidParam(name, 'There is no image with this id.')
  }
  const { theme } = args
  if (typeof theme === 'string' && !themes.includes(theme))
    throw invalidParam('theme', `must be one of ${themes.join(', ')}`)
}

/**
 * Changes settings, in one transaction with one increment of the revision; without a change nothing is written. Throws 400,
 * 401 or 403.
 */
export async function changeSettings(
  args: SettingArgs,
  themes: readonly string[],
  context: Context,
): Promise<{ readonly revision: number | undefined; readonly settings: StoredSettings }> {
  allowAdministering(context.actor)
  await allowNamed(args, themes, context)
  const before = await context.store.settings()
  const changes: Record<string, string | undefined> = {}
  for (const name of names) {
    const sent = args[name]
    const next = sent === null ? undefined : sent === undefined ? before[name] : String(sent)
    if (next !== before[name]) changes[name] = next
  }
  if (Object.keys(changes).length === 0) return { revision: undefined, settings: before }
  const { revision } = await context.store.write(context, (store) => store.saveSettings(changes))
  return { revision, settings: await context.store.settings() }
}

/** Returns the changes that fill in what is not set yet; for imports. */
export function missingSettings(sent: StoredSettings, before: StoredSettings): SettingChanges {
  return Object.fromEntries(
    names
      .filter((name) => sent[name] !== undefined && before[name] === undefined)
      .map((name) => [name, sent[name]]),
  )
}
