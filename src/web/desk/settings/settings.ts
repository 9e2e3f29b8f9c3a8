/** The settings of the site as values of the form. */
import { pick, recordFromNames } from '../../../contract/table-of.ts'
import { withScheme } from '../../../domain/typed/fields.ts'
import { callApi } from '../api/api.ts'
import type { Settings } from '../api/types.ts'
import { deskSettings } from '../desk-settings.ts'
import type { EditedResource, FormValues } from '../edited/use-edited-item.ts'

/** The settings that are texts. */
const textNames = [
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
] as const satisfies readonly (typeof textNames)[number][]
const imageSettingNames = ['logo', 'icon', 'share_image'] as const

/** The languages besides that of the calendar, which may have texts of their own. */
export const translatedLanguages = ({ language, translations }: Settings): readonly string[] =>
  deskSettings.languages.filter((one) => one !== language || translations[one] !== undefined)

/** The name of the value of a text in a language, "" where the text of all languages holds. */
export const nameInLanguage = (language: string, name: string): string => `translations.${language}.${name}`

/** Returns texts of languages by language and name: those among values by the names above. */
function translationsIn(values: Readonly<Record<string, unknown>>) {
  const translations: Record<string, Record<string, unknown>> = {}
  for (const [key, value] of Object.entries(values)) {
    const [kind, language = '', name = ''] = key.split('.')
    if (kind === 'translations') translations[language] = { ...translations[language], [name]: value }
  }
  return translations
}

const isOfLanguage = (name: string) => name.startsWith('translations.')

export const siteSettings: EditedResource<Settings> = {
  collection: 'settings',
  pathOf: () => '/settings',
  valuesOf(settings) {
    if (settings === undefined) return {}
    const translations = translatedLanguages(settings).flatMap((language) =>
      translatedSettingNames.map(
        (name) => [nameInLanguage(language, name), settings.translations[language]?.[name] ?? ''] as const,
      ),
    )
    return {
      ...pick(settings, textNames),
      ...recordFromNames(imageSettingNames, (name) => settings[name] || undefined),
      ...Object.fromEntries(translations),
    }
  },
  argOf(name, value) {
    // Without an image, null takes it away.
    if (imageSettingNames.some((one) => one === name)) return null
    return /_(?:url|contact)$/.test(name) ? withScheme(String(value)) : value
  },
  bodyOf(args) {
    const own = Object.entries(args).filter(([name]) => !isOfLanguage(name))
    const translations = translationsIn(args)
    return { ...Object.fromEntries(own), ...(Object.keys(translations).length > 0 && { translations }) }
  },
}

export const loadSettings = async () => (await callApi<Settings>('GET', '/settings')).body

/** The URL of a preview of the calendar with these values. Nothing is saved. */
export function previewAddress(values: FormValues): string {
  const own = Object.entries(values).flatMap(([name, value]) =>
    isOfLanguage(name) ? [] : [[name, String(typeof value === 'object' ? value.id : (value ?? ''))]],
  )
  const sent = [...own, ['translations', JSON.stringify(translationsIn(values))]]
  return `${deskSettings.root}/calendar/?${new URLSearchParams([
    ['preview', '1'],
    ...sent.filter(([, text]) => text !== ''),
  ])}`
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
