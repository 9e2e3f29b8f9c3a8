/** The settings of the site: everybody reads them, administrators change them. */
import { runThenAlwaysUndo } from '../actions/writing/preparing.ts'
import { named, revisedAnswer, versionOfContent } from '../api/answer.ts'
import type { Context } from '../api/context.ts'
import { type SentRequest, serviceOperation } from '../api/operation.ts'
import { administrators, everyone } from '../api/permission.ts'
import type { ChangedArgs } from '../contract/arg.ts'
import type { SentTextsByLanguage } from '../contract/kinds.ts'
import {
  imageSettingNames,
  type SettingName,
  settingArgs,
  type translatedSettingNames,
} from '../contract/operations/settings.ts'
import type { Image } from '../contract/resources/shared.ts'
import {
  booleanShape,
  constantShape,
  eitherShape,
  listShape,
  mapShape,
  type ObjectOf,
  sameShapeByName,
  schemaReferenceShape,
  textShape,
} from '../contract/shape.ts'
import { namesOf } from '../contract/table-of.ts'
import { because, invalidParam } from '../problem.ts'
import type { SettingChanges, Store, StoredSettings } from '../store/store.ts'
import type { InterfaceLanguageCode } from '../words/languages.ts'

// The texts of the site in languages of the interface: kept as one setting, JSON by language and name.

type TranslatedName = (typeof translatedSettingNames)[number]
/** The texts of the site by language of the interface, as far as they differ from those of all languages. */
export type SettingTranslations = Readonly<Record<string, Readonly<Partial<Record<TranslatedName, string>>>>>

/** Returns the texts by language. What is stored was written by `mergedTranslations`. */
export const translationsOfSettings = ({ translations }: StoredSettings): SettingTranslations =>
  translations === undefined ? {} : JSON.parse(translations)

/** Returns the settings as pages in a language show them. */
export const settingsInLanguage = (
  stored: StoredSettings,
  language: InterfaceLanguageCode,
): StoredSettings => ({ ...stored, ...translationsOfSettings(stored)[language] })

/** Returns the setting with texts written over those before; undefined where none is left. null removes a text, or all of a language. */
function mergedTranslations(before: SettingTranslations, sent: SentTextsByLanguage): string | undefined {
  const merged: Record<string, object> = { ...before }
  for (const [language, texts] of Object.entries(sent)) {
    const next = texts === null ? [] : Object.entries({ ...before[language], ...texts })
    merged[language] = Object.fromEntries(next.filter(([, text]) => text !== null))
  }
  const left = Object.entries(merged).filter(([, texts]) => Object.keys(texts).length > 0)
  return left.length === 0 ? undefined : JSON.stringify(Object.fromEntries(left.sort()))
}

// The settings of the site, as administrators change them.

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

/** Returns the version of settings, by which a change says which ones it is of. */
const versionOfSettings = (stored: StoredSettings): number =>
  versionOfContent(names.map((name) => stored[name] ?? null))

function changesOf(args: SettingArgs, before: StoredSettings): SettingChanges {
  const changes: Record<string, string | undefined> = {}
  for (const name of names) {
    const sent = args[name]
    const next = sent === undefined ? before[name] : settingAsStored(sent, translationsOfSettings(before))
    if (next !== before[name]) changes[name] = next
  }
  return changes
}

/**
 * Changes settings, in one transaction with one increment of the revision; without a change nothing is written. Throws 400, or 412 for
 * other settings than the request names.
 */
async function changeSettings(
  args: SettingArgs,
  nameable: NameableInSettings,
  { request, ...context }: Context & { readonly request: Pick<SentRequest, 'requireVersion'> },
): Promise<{ readonly revision: number | undefined; readonly settings: StoredSettings }> {
  await allowNamed(args, nameable, context)
  const before = await context.store.settings()
  request.requireVersion(versionOfSettings(before))
  if (Object.keys(changesOf(args, before)).length === 0) return { revision: undefined, settings: before }
  const { revision, result } = await context.store.write(context, async (store) => {
    const kept = await store.settings()
    request.requireVersion(versionOfSettings(kept))
    await store.saveSettings(changesOf(args, kept))
    return store.settings()
  })
  return { revision, settings: result }
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

const image = eitherShape(schemaReferenceShape<Image>('Image'), constantShape(false))
const shapes = {
  ...sameShapeByName(
    textShape,
    'name',
    'description',
    'timezone',
    'language',
    'region',
    'currency',
    'imprint_url',
    'privacy_url',
    'accessibility_contact',
    'accessibility_text',
    'theme',
    'accent_color',
    'head_html',
    'foot_html',
  ),
  ...sameShapeByName(image, 'logo', 'icon', 'share_image'),
  translations: mapShape(mapShape(textShape)),
  logo_url: textShape,
  themes: listShape(textShape),
  ...sameShapeByName(textShape, 'map_tiles', 'map_attribution'),
  geocoding: booleanShape,
  applied: booleanShape,
}
const settings = named('Settings', shapes)

/** The settings in effect, and what the desk needs to change them. */
export type ShownSettings = ObjectOf<typeof shapes>

declare module '../api/outside.ts' {
  interface Outside {
    readonly settings: NameableInSettings & {
      /** The settings in effect: those that are stored, or others as if they were. Not within a transaction. */
      shown(others?: StoredSettings): Promise<ShownSettings>
    }
  }
}

interface SettingsAndStored {
  readonly stored: StoredSettings
  readonly shown: ShownSettings
}

export const readSettings = serviceOperation({
  route: 'GET /settings',
  name: 'read-settings',
  summary: 'Show the settings of the site',
  args: {},
  answer: {
    status: 200,
    schema: settings.name,
    schemas: settings.schemas,
    text: 'The settings in effect.',
    headers: {},
    sends: ['ETag'],
    items: () => [],
    version: ({ stored }: SettingsAndStored) => versionOfSettings(stored),
    shown: ({ shown }: SettingsAndStored) => shown,
  },
  right: { scope: 'read', allows: everyone },
  async run({ store, settings }) {
    // First what is stored: a change of what was shown after it is refused rather than lost.
    const stored = await store.settings()
    return { stored, shown: await settings.shown() }
  },
})

export const changeSiteSettings = serviceOperation({
  route: 'PATCH /settings',
  name: 'change-settings',
  summary: 'Change the settings of the site',
  args: settingArgs,
  body: {
    schema: 'SettingsChanges',
    example: { name: 'What’s on in Turin', imprint_url: 'https://turin.example.org/imprint' },
  },
  answer: revisedAnswer(settings, 'The settings after the change.', { did: 'updated' }),
  right: { scope: 'no scopes', allows: administrators },
  // What is shown is read after the transaction.
  rehearsal: 'own',
  isConditional: true,
  async run({ settings, isDry, request, ...given }, args) {
    const change = (context: Context) => changeSettings(args, settings, { ...context, request })
    const { revision, settings: changed } = await (isDry ? runThenAlwaysUndo(given, change) : change(given))
    return { result: await settings.shown(changed), revision, version: versionOfSettings(changed) }
  },
})
