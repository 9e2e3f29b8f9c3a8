/** The settings of the site, as administrators change them. */

import type { Context } from '../api/context.ts'
import { imageSettingNames, type SettingName, settingArgs } from '../contract/operations/settings.ts'
import { namesOf } from '../contract/table-of.ts'
import { because, invalidParam } from '../problem.ts'
import type { SettingChanges, Store, StoredSettings } from '../store/store.ts'

/** The changes as parsed: null clears a setting. */
type SettingArgs = Readonly<Record<string, unknown>>

const names: readonly SettingName[] = namesOf(settingArgs)

/** Throws 400 if a setting names an image or a theme that does not exist. */
async function allowNamed(args: SettingArgs, themes: readonly string[], { store }: Context): Promise<void> {
  for (const name of imageSettingNames) {
    const id = args[name]
    if (typeof id === 'number' && (await store.media(id)) === undefined)
      throw invalidParam(name, because('no_such_image'))
  }
  const { theme, region } = args
  if (typeof region === 'string' && !/^([a-z]{2}|\d{3})$/i.test(region))
    throw invalidParam('region', because('not_a_region'))
  if (typeof theme === 'string' && !themes.includes(theme))
    throw invalidParam('theme', because('not_a_choice', { choices: themes.join(', ') }))
}

/**
 * Changes settings, in one transaction with one increment of the revision; without a change nothing is written. Throws 400.
 */
export async function changeSettings(
  args: SettingArgs,
  themes: readonly string[],
  context: Context,
): Promise<{ readonly revision: number | undefined; readonly settings: StoredSettings }> {
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
export function changesFillingUnsetSettings(sent: StoredSettings, before: StoredSettings): SettingChanges {
  return Object.fromEntries(
    names
      .filter((name) => sent[name] !== undefined && before[name] === undefined)
      .map((name) => [name, sent[name]]),
  )
}

/** Returns a function that checks whether the stored settings have changed. It reads them only after a write by any process. */
export function settingsChangeTest(
  store: Pick<Store, 'changeCounter' | 'settings'>,
  isOutdated: (stored: StoredSettings) => boolean,
): () => Promise<boolean> {
  let seen: number | undefined
  return async () => {
    const counter = store.changeCounter()
    if (counter !== undefined && counter === seen) return false
    if (isOutdated(await store.settings())) return true
    seen = counter
    return false
  }
}
