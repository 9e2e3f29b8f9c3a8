/** The settings of the site in sections, with a preview. */
import { useEffect, useState } from 'preact/hooks'
import { zonesByCountry } from '../../../domain/time/zones-by-country.ts'
import { callApi } from '../api/api.ts'
import type { RequestFault } from '../api/faults.ts'
import type { Settings } from '../api/types.ts'
import { deskSettings } from '../desk-settings.ts'
import { Form, useLeaveConfirmation, useUnsaved } from '../kept/form.tsx'
import { ImageField } from '../media/image-field.tsx'
import { saveTypedImages } from '../media/images.ts'
import { ErrorText, SelectField, TextField } from '../parts/field.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { notify } from '../parts/notice.tsx'
import { FoldedSection } from '../parts/sections.tsx'
import { setLeaveGuard } from '../route.ts'
import { updateShownBrand, ViewHeading } from '../shell/view-heading.tsx'
import { useSubmitting } from '../suggesting/unchosen-text.tsx'
import { ColorField } from '../terms/color-field.tsx'
import { ZoneCombobox } from '../time/zone-combobox.tsx'
import { type Key, language, t } from '../words/index.ts'
import {
  changedSettings,
  imageSettingNames,
  loadSettings,
  previewAddress,
  type SettingsFormValues,
  settingsFormValues,
  type textSettingNames,
  translatedSettingNames,
  waitForAppliedSettings,
} from './settings.ts'
import { UpkeepSections } from './upkeep.tsx'

// The settings that need a restart of the service: time zone, language and region.

interface StartValues {
  readonly timezone: string
  readonly language: string
  readonly region: string
}

interface StartFieldsProps {
  readonly values: StartValues
  readonly faults: Readonly<Record<string, string>>
  readonly set: (changed: Partial<StartValues>) => void
}

/** Returns the name of a language in itself. */
const ownNameOfLanguage = (name: string) => new Intl.DisplayNames(name, { type: 'language' }).of(name) ?? name

/** Returns the name of a region in the language of the desk; its code while it is being typed. */
const nameOfRegion = (code: string) =>
  /^(?:[a-z]{2}|\d{3})$/i.test(code)
    ? (new Intl.DisplayNames(language, { type: 'region' }).of(code.toUpperCase()) ?? code)
    : code

/** All countries by name, after none, which follows the time zone; with a region that was set otherwise, such as 150 for Europe. */
function regionOptions(chosen: string): readonly (readonly [code: string, name: string])[] {
  const codes = new Set([...Object.keys(zonesByCountry), ...(chosen === '' ? [] : [chosen])])
  const named = [...codes].map((code) => [code, nameOfRegion(code)] as const)
  const { compare } = new Intl.Collator(language)
  return [['', '–'], ...named.toSorted(([, one], [, other]) => compare(one, other))]
}

/** The fields of the time zone, the region and the language of the calendar. */
export function ZoneAndLanguageFields({ values, faults, set }: StartFieldsProps) {
  return (
    <>
      <ZoneCombobox
        value={values.timezone}
        fault={faults.timezone}
        onChange={(timezone) => set({ timezone })}
      />
      <SelectField
        name="language"
        label={t('setting.language')}
        value={values.language}
        options={deskSettings.languages.map((name) => [name, ownNameOfLanguage(name)] as const)}
        fault={faults.language}
        onChange={(language) => set({ language })}
      />
      <SelectField
        name="region"
        label={t('setting.region')}
        hint={t('setting.region.hint')}
        value={values.region}
        options={regionOptions(values.region)}
        fault={faults.region}
        onChange={(region) => set({ region })}
      />
    </>
  )
}

// The sections of the settings: each is folded and shows its values in one line, but for the first.

type TextName = Exclude<
  (typeof textSettingNames)[number],
  'timezone' | 'language' | 'region' | 'theme' | 'accent_color'
>

interface TextSetting {
  readonly label: Key
  readonly hint?: Key
  readonly type?: 'url'
  readonly rows?: number
}

const textSettings: Readonly<Record<TextName, TextSetting>> = {
  name: { label: 'setting.name' },
  description: { label: 'setting.description', rows: 2 },
  imprint_url: { label: 'setting.imprint', type: 'url' },
  privacy_url: { label: 'setting.privacy', type: 'url' },
  accessibility_contact: { label: 'setting.accessibility', hint: 'setting.accessibility.hint' },
  accessibility_text: { label: 'setting.accessibility.text', rows: 3 },
  head_html: { label: 'setting.head', rows: 3 },
  foot_html: { label: 'setting.foot', rows: 3 },
}

const legal = ['imprint_url', 'privacy_url', 'accessibility_contact', 'accessibility_text'] as const
const html = ['head_html', 'foot_html'] as const

const imageLabels: Readonly<Record<(typeof imageSettingNames)[number], Key>> = {
  logo: 'setting.logo',
  icon: 'setting.icon',
  share_image: 'setting.share',
}

/** The values of the form, their faults, and setting them. */
interface SettingsFormState {
  readonly values: SettingsFormValues
  readonly fault: RequestFault | undefined
  readonly set: (changed: Partial<SettingsFormValues>) => void
}

interface FieldsProps {
  readonly form: SettingsFormState
}

const hasFaultIn = ({ fault }: SettingsFormState, names: readonly string[]) =>
  names.some((name) => fault?.fields[name] !== undefined)

const lineOf = (parts: readonly string[]) => parts.filter((part) => part !== '').join(' · ')

function TextFields({
  form: { values, set, fault },
  names,
}: FieldsProps & { readonly names: readonly TextName[] }) {
  return names.map((name) => {
    const { label, hint, ...rest } = textSettings[name]
    return (
      <TextField
        key={name}
        name={name}
        label={t(label)}
        hint={hint && t(hint)}
        value={values[name]}
        fault={fault?.fields[name]}
        onInput={(value) => set({ [name]: value })}
        {...rest}
      />
    )
  })
}

/** A folded section of texts. */
function TextSection(props: FieldsProps & { readonly title: Key; readonly names: readonly TextName[] }) {
  const { form, title, names } = props
  const line = lineOf(
    names.map((name) =>
      form.values[name]
        .replace(/<[^>]*>/g, ' ')
        .trim()
        .slice(0, 60),
    ),
  )
  return (
    <FoldedSection title={t(title)} line={line} hasFault={hasFaultIn(form, names)}>
      <TextFields form={form} names={names} />
    </FoldedSection>
  )
}

/** The texts of one language at a time, where they differ from those above. */
function TranslationsSection({ form: { values, set, fault } }: FieldsProps) {
  const languages = Object.keys(values.translations)
  const faulty = languages.find((one) =>
    Object.keys(fault?.fields ?? {}).some((name) => name.startsWith(`translations.${one}`)),
  )
  const [chosen, setChosen] = useState(languages[0] ?? '')
  useEffect(() => {
    if (faulty !== undefined) setChosen(faulty)
  }, [faulty])
  const texts = values.translations[chosen]
  if (texts === undefined) return null
  const written = languages.filter((one) => Object.values(values.translations[one] ?? {}).some(Boolean))
  const setText = (name: string, value: string) =>
    set({ translations: { ...values.translations, [chosen]: { ...texts, [name]: value } } })
  return (
    <FoldedSection
      title={t('settings.translations')}
      line={lineOf(written.map(ownNameOfLanguage))}
      hasFault={faulty !== undefined}
    >
      <SelectField
        name="translations"
        label={t('setting.translations')}
        hint={t('setting.translations.hint')}
        value={chosen}
        options={languages.map((one) => [one, ownNameOfLanguage(one)] as const)}
        onChange={setChosen}
      />
      {translatedSettingNames.map((name) => {
        const { label, type, rows } = textSettings[name]
        return (
          <TextField
            key={`${chosen}.${name}`}
            name={`translations.${chosen}.${name}`}
            label={t('labelled', { label: ownNameOfLanguage(chosen), text: t(label) })}
            type={type}
            {...(rows && { rows })}
            value={texts[name]}
            fault={fault?.fields[`translations.${chosen}.${name}`]}
            onInput={(value) => setText(name, value)}
          />
        )
      })}
    </FoldedSection>
  )
}

/** A theme is named by its file. */
const nameOfTheme = (theme: string) => theme.slice(0, 1).toUpperCase() + theme.slice(1)

function LookSection({ form, themes }: SectionsProps) {
  const { values, set, fault } = form
  const images = imageSettingNames
    .filter((name) => values[name] !== undefined)
    .map((name) => t(imageLabels[name]))
  return (
    <FoldedSection
      title={t('settings.look')}
      line={lineOf([nameOfTheme(values.theme), values.accent_color, ...images])}
      hasFault={hasFaultIn(form, ['theme', 'accent_color', ...imageSettingNames])}
    >
      <SelectField
        name="theme"
        label={t('setting.theme')}
        value={values.theme}
        options={themes.map((theme) => [theme, nameOfTheme(theme)] as const)}
        fault={fault?.fields.theme}
        onChange={(theme) => set({ theme })}
      />
      <ColorField
        name="accent_color"
        label={t('setting.accent')}
        none={[t('setting.accent.hint'), t('setting.accent.none')]}
        value={values.accent_color}
        fault={fault?.fields.accent_color}
        onChange={(accent_color) => set({ accent_color })}
      />
      {imageSettingNames.map((name) => (
        <fieldset key={name}>
          <legend>{t(imageLabels[name])}</legend>
          <ImageField
            image={values[name]}
            svg={name !== 'share_image'}
            isOfSite
            fault={fault?.fields[name]}
            onChange={(image) => set({ [name]: image })}
          />
        </fieldset>
      ))}
    </FoldedSection>
  )
}

interface SectionsProps extends FieldsProps {
  readonly themes: readonly string[]
}

/** All sections. */
function SettingsSections({ form, themes }: SectionsProps) {
  const { values, set, fault } = form
  const { timezone, language, region } = values
  return (
    <div class="settings-sections">
      <FoldedSection title={t('settings.general')} line={lineOf([values.name, values.description])} isOpen>
        <TextFields form={form} names={['name', 'description']} />
      </FoldedSection>
      <LookSection form={form} themes={themes} />
      <FoldedSection
        title={t('settings.place')}
        line={lineOf([timezone, ownNameOfLanguage(language), nameOfRegion(region)])}
        hasFault={hasFaultIn(form, ['timezone', 'language', 'region'])}
      >
        <ZoneAndLanguageFields values={values} faults={fault?.fields ?? {}} set={set} />
      </FoldedSection>
      <TextSection form={form} title="settings.legal" names={legal} />
      <TextSection form={form} title="settings.html" names={html} />
      <TranslationsSection form={form} />
    </div>
  )
}

interface FormProps {
  readonly loaded: Settings
  readonly saved: (settings: Settings) => void
}

function useSettings({ loaded, saved }: FormProps) {
  const [values, setValues] = useState<SettingsFormValues>(settingsFormValues(loaded))
  const writing = useSubmitting(async () => {
    const { body: sent } = await callApi<Settings>('PATCH', '/settings', {
      body: changedSettings(values, loaded),
    })
    const isDescribed = await saveTypedImages(imageSettingNames.map((name) => values[name]))
    const body = isDescribed ? await loadSettings() : sent
    setValues(settingsFormValues(body))
    saved(body)
    notify(t('settings.saved'))
    updateShownBrand(body)
    // The zone and the language are part of the page, so it is reloaded.
    if (!body.applied) {
      setLeaveGuard(undefined)
      void waitForAppliedSettings().then(() => location.reload())
    }
  })
  const set = (changed: Partial<SettingsFormValues>) => setValues({ ...values, ...changed })
  const base = settingsFormValues(loaded)
  const { forget, offer } = useUnsaved('settings', values, base, set)
  const isChanged = JSON.stringify(values) !== JSON.stringify(base)
  useLeaveConfirmation(isChanged, forget)
  return { values, set, offer, isChanged, ...writing }
}

function SettingsForm(props: FormProps) {
  const form = useSettings(props)
  const { values, fault, submit, offer } = form
  return (
    <Form kept={offer} class="editor settings" onSubmit={submit} noValidate>
      <ErrorText>{fault?.message}</ErrorText>
      <SettingsSections form={form} themes={props.loaded.themes} />
      <UpkeepSections />
      <div class="savebar">
        <p>
          {t(form.isChanged ? 'unsaved' : 'all-saved')}{' '}
          <a href={previewAddress(values)} target="_blank" rel="noopener">
            {t('settings.preview')}
          </a>
        </p>
        <button type="submit" class="main">
          {t('save')}
        </button>
      </div>
    </Form>
  )
}

/** The settings view. */
export function SettingsView() {
  const loaded = useLoaded(loadSettings, [])
  return (
    <>
      <ViewHeading text={t('settings')} />
      <LoadedContent of={loaded}>
        {(settings) => <SettingsForm loaded={settings} saved={loaded.set} />}
      </LoadedContent>
    </>
  )
}
