/** The settings of the site as values of the form. */
import { pick, recordFromNames } from '../../../contract/table-of.ts'
import { withScheme } from '../../../domain/typed/fields.ts'
import { callApi } from '../api/api.ts'
import type { Image, Settings } from '../api/types.ts'
import { deskSettings } from '../desk-settings.ts'
import type { ChosenImage } from '../media/images.ts'

/** The settings that are texts. */
export const textSettingNames = [
  'name',
  'description',
  'timezone',
  'language',
  'region',
  'imprint_url',
  'privacy_url',
  'accessibility_contact',
  'accessibility_text',
  'theme',
  'accent_color',
  'head_html',
  'foot_html',
] as const
/** Those that each language may have for itself. */
export const translatedSettingNames = [
  'name',
  'description',
  'imprint_url',
  'privacy_url',
  'accessibility_text',
  'head_html',
  'foot_html',
] as const satisfies readonly (typeof textSettingNames)[number][]
type TranslatedTexts = Readonly<Record<(typeof translatedSettingNames)[number], string>>

export const imageSettingNames = ['logo', 'icon', 'share_image'] as const

export type SettingsFormValues = Readonly<Record<(typeof textSettingNames)[number], string>> &
  Readonly<Record<(typeof imageSettingNames)[number], ChosenImage | undefined>> & {
    /** The texts of languages besides that of the calendar, "" where those of all languages hold. */
    readonly translations: Readonly<Record<string, TranslatedTexts>>
  }

function translationsIn({ language, translations }: Settings): SettingsFormValues['translations'] {
  const languages = deskSettings.languages.filter(
    (one) => one !== language || translations[one] !== undefined,
  )
  return recordFromNames(languages, (one) =>
    recordFromNames(translatedSettingNames, (name) => translations[one]?.[name] ?? ''),
  )
}

/** The values of the form. */
export function settingsFormValues(settings: Settings): SettingsFormValues {
  const image = (one: Image | false) => (one === false ? undefined : one)
  return {
    ...pick(settings, textSettingNames),
    logo: image(settings.logo),
    icon: image(settings.icon),
    share_image: image(settings.share_image),
    translations: translationsIn(settings),
  }
}

/** Loads the settings. */
export const loadSettings = async () => (await callApi<Settings>('GET', '/settings')).body

/** Returns the texts that differ from those before, as they are sent. */
const changedTexts = <N extends string>(
  names: readonly N[],
  now: Readonly<Record<N, string>>,
  before: Readonly<Record<N, string>> | undefined,
): readonly (readonly [N, string])[] =>
  names
    .filter((name) => now[name] !== (before?.[name] ?? ''))
    .map((name) => [name, name.endsWith('_url') ? withScheme(now[name]) : now[name]])

/** Returns the request body with the changed settings. An empty text clears a setting. */
export function changedSettings(
  values: SettingsFormValues,
  loaded: Settings,
): Readonly<Record<string, string | number | object | null>> {
  const before = settingsFormValues(loaded)
  const texts = changedTexts(textSettingNames, values, before)
  const images = imageSettingNames
    .filter((name) => values[name]?.id !== before[name]?.id)
    .map((name) => [name, values[name]?.id ?? null])
  const translations = Object.entries(values.translations)
    .map(([one, now]) => [one, changedTexts(translatedSettingNames, now, before.translations[one])] as const)
    .filter(([, changed]) => changed.length > 0)
    .map(([one, changed]) => [one, Object.fromEntries(changed)])
  return {
    ...Object.fromEntries([...texts, ...images]),
    ...(translations.length > 0 && { translations: Object.fromEntries(translations) }),
  }
}

/** The URL of a preview of the calendar with these values. Nothing is saved. */
export function previewAddress(values: SettingsFormValues): string {
  const sent = [
    ...textSettingNames.map((name) => [name, values[name]] as const),
    ...imageSettingNames.map((name) => [name, String(values[name]?.id ?? '')] as const),
    ['translations', JSON.stringify(values.translations)] as const,
  ].filter(([, text]) => text !== '')
  return `${deskSettings.root}/calendar/?${new URLSearchParams([['preview', '1'], ...sent.map(([a, b]) => [a, b])])}`
}

// Waits until the service runs with the saved settings: it restarts for a new zone, language or region.

const PAUSE = 500
const MAX_TRIES = 40

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE))

/** Returns the applied settings. Throws a Fault if the service does not respond within 20 seconds. */
export async function waitForAppliedSettings(): Promise<Settings> {
  for (let tries = 1; ; tries += 1) {
    const settings = await loadSettings().catch((error: unknown) => {
      if (tries >= MAX_TRIES) throw error
      return undefined
    })
    if (settings !== undefined && (settings.applied || tries >= MAX_TRIES)) return settings
    await pause()
  }
}
