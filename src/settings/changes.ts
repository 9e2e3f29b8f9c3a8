/** The settings of the site, as administrators change them. */

import type { Context } from '../api/context.ts'
import type { ChangedArgs } from '../contract/arg.ts'
import { imageSettingNames, type SettingName, settingArgs } from '../contract/operations/settings.ts'
import { namesOf } from '../contract/table-of.ts'
import { because, invalidParam } from '../problem.ts'
import type { SettingChanges, Store, StoredSettings } from '../store/store.ts'
import type { InterfaceLanguageCode } from '../words/languages.ts'
import { mergedTranslations, type SettingTranslations, translationsOfSettings } from './translated.ts'

/** The changes as parsed: null clears a setting. */
type SettingArgs = ChangedArgs<typeof settingArgs>

/** What settings may name: the themes, and the languages that the calendar offers. */
export interface NameableInSettings {
  readonly themes: readonly string[]
  readonly languages: readonly InterfaceLanguageCode[]
}

const names: readonly SettingName[] = namesOf(settingArgs)

/** Throws 400 if a setting names an image, a theme or a language that does not exist here. */
async function allowNamed(
  args: SettingArgs,
  { themes, languages }: NameableInSettings,
  { store }: Context,
): Promise<void> {
  for (const name of imageSettingNames) {
    const id = args[name]
    if (typeof id === 'number' && (await store.media(id)) === undefined)
      throw invalidParam(name, because('no_such_image'))
  }
  const { theme, region, language, translations } = args
  if (typeof region === 'string' && !/^([a-z]{2}|\d{3})$/i.test(region))
    throw invalidParam('region', because('not_a_region'))
  if (typeof theme === 'string' && !themes.includes(theme))
    throw invalidParam('theme', because('not_a_choice', { choices: themes.join(', ') }))
  const notOffered = (one: string) => !languages.some((offered) => offered === one)
  const choices = because('not_a_choice', { choices: languages.join(', ') })
  if (typeof language === 'string' && notOffered(language)) throw invalidParam('language', choices)
  // A language that is not offered any more can be cleared.
  const written = Object.entries(translations ?? {}).find(([one, texts]) => texts !== null && notOffered(one))
  if (written !== undefined) throw invalidParam(`translations.${written[0]}`, choices)
}

/** Returns a setting as it is stored, undefined where it is cleared; of texts by language what is written over those before. */
export function settingAsStored(
  sent: SettingArgs[SettingName] | string,
  before: SettingTranslations = {},
): string | undefined {
  if (sent === null || sent === undefined) return undefined
  return typeof sent === 'object' ? mergedTranslations(before, sent) : String(sent)
}

/**
 * Changes settings, in one transaction with one increment of the revision; without a change nothing is written. Throws 400.
 */
export async function changeSettings(
  args: SettingArgs,
  nameable: NameableInSettings,
  context: Context,
): Promise<{ readonly revision: number | undefined; readonly settings: StoredSettings }> {
  await allowNamed(args, nameable, context)
  const before = await context.store.settings()
  const changes: Record<string, string | undefined> = {}
  for (const name of names) {
    const sent = args[name]
    const next = sent === undefined ? before[name] : settingAsStored(sent, translationsOfSettings(before))
    if (next !== before[name]) changes[name] = next
  }
  if (Object.keys(changes).length === 0) return { revision: undefined, settings: before }
  const { revision } = await context.store.write(context, (store) => store.saveSettings(changes))
  return { revision, settings: await context.store.settings() }
}

/** Returns the changes that fill in what is not set yet, text by text in each language; for imports. */
export function changesFillingUnsetSettings(sent: StoredSettings, before: StoredSettings): SettingChanges {
  const unset = names
    .filter((name) => sent[name] !== undefined && before[name] === undefined)
    .map((name) => [name, sent[name]])
  const translations = mergedTranslations(translationsOfSettings(sent), translationsOfSettings(before))
  const isFilled = translations !== before.translations
  return { ...Object.fromEntries(unset), ...(isFilled && { translations }) }
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
