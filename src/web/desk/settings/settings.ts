/** The settings of the site as values of the form. */

import { pick } from '../../../contract/table-of.ts'
import { withScheme } from '../../../domain/typed/web-address.ts'
import { callApi } from '../api/api.ts'
import type { Image, Settings } from '../api/types.ts'
import { deskSettings } from '../desk-settings.ts'
import type { ChosenImage } from '../media/typed-image-texts.ts'

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
export const imageSettingNames = ['logo', 'icon', 'share_image'] as const

export type SettingsFormValues = Readonly<Record<(typeof textSettingNames)[number], string>> &
  Readonly<Record<(typeof imageSettingNames)[number], ChosenImage | undefined>>

/** The values of the form. */
export function settingsFormValues(settings: Settings): SettingsFormValues {
  const image = (one: Image | false) => (one === false ? undefined : one)
  return {
    ...pick(settings, textSettingNames),
    logo: image(settings.logo),
    icon: image(settings.icon),
    share_image: image(settings.share_image),
  }
}

/** Loads the settings. */
export const loadSettings = async () => (await callApi<Settings>('GET', '/settings')).body

/** Returns the request body with the changed settings. An empty text clears a setting. */
export function changedSettings(
  values: SettingsFormValues,
  loaded: Settings,
): Readonly<Record<string, string | number | null>> {
  const before = settingsFormValues(loaded)
  const texts = textSettingNames
    .filter((name) => values[name] !== before[name])
    .map((name) => [name, name.endsWith('_url') ? withScheme(values[name]) : values[name]])
  const images = imageSettingNames
    .filter((name) => values[name]?.id !== before[name]?.id)
    .map((name) => [name, values[name]?.id ?? null])
  return Object.fromEntries([...texts, ...images])
}

/** The URL of a preview of the calendar with these values. Nothing is saved. */
export function previewAddress(values: SettingsFormValues): string {
  const sent = [
    ...textSettingNames.map((name) => [name, values[name]] as const),
    ...imageSettingNames.map((name) => [name, String(values[name]?.id ?? '')] as const),
  ].filter(([, text]) => text !== '')
  return `${deskSettings.root}/calendar/?${new URLSearchParams([['preview', '1'], ...sent.map(([a, b]) => [a, b])])}`
}
