/** The settings of the site in sections, with a preview. */
import { useEffect, useState } from 'preact/hooks'
import { zonesByCountry } from '../../../domain/time/zones-by-country.ts'
import { type ApiResponse, callApi } from '../api/api.ts'
import type { Settings } from '../api/types.ts'
import { deskSettings } from '../desk-settings.ts'
import { Conflicts, Fields, type FormRow } from '../edited/fields.tsx'
import { type EditedItem, type FormValue, useEditedItem } from '../edited/use-edited-item.ts'
import { Form, useLeaveConfirmation } from '../kept/form.tsx'
import { ImageField } from '../media/image-field.tsx'
import { ErrorText, SelectField } from '../parts/field.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { notify } from '../parts/notice.tsx'
import { FoldedSection } from '../parts/sections.tsx'
import { setLeaveGuard } from '../route.ts'
import { updateShownBrand, ViewHeading } from '../shell/view-heading.tsx'
import { ColorField } from '../terms/color-field.tsx'
import { ZoneCombobox } from '../time/zone-combobox.tsx'
import { type Key, language, t } from '../words/index.ts'
import {
  imageSettingNames,
  nameInLanguage,
  previewAddress,
  siteSettings,
  translatedLanguages,
  translatedSettingNames,
  waitForAppliedSettings,
} from './settings.ts'
import { UpkeepSections } from './upkeep.tsx'

// The settings that need a restart of the service: time zone, language and region.

const startNames = ['timezone', 'language', 'region'] as const
type StartValues = Readonly<Record<(typeof startNames)[number], string>>

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

/** The rows of texts. */
const textRows = {
  name: { label: 'setting.name' },
  description: { label: 'setting.description', lines: 2 },
  imprint_url: { label: 'setting.imprint', type: 'web' },
  privacy_url: { label: 'setting.privacy', type: 'web' },
  accessibility_contact: { label: 'setting.accessibility', hint: 'setting.accessibility.hint' },
  accessibility_text: { label: 'setting.accessibility.text', lines: 3 },
  head_html: { label: 'setting.head', lines: 3 },
  foot_html: { label: 'setting.foot', lines: 3 },
} as const satisfies Readonly<Record<string, Omit<FormRow, 'name'>>>

const rowsNamed = (...names: readonly (keyof typeof textRows)[]): readonly FormRow[] =>
  names.map((name) => ({ name, ...textRows[name] }))

const general = rowsNamed('name', 'description')
const legal = rowsNamed('imprint_url', 'privacy_url', 'accessibility_contact', 'accessibility_text')
const html = rowsNamed('head_html', 'foot_html')

/** The texts of one language, where they differ from those above. */
const rowsOfLanguage = (language: string): readonly FormRow[] =>
  rowsNamed(...translatedSettingNames).map((row) => ({
    ...row,
    name: nameInLanguage(language, row.name),
    of: ownNameOfLanguage(language),
  }))

const imageLabels: Readonly<Record<(typeof imageSettingNames)[number], Key>> = {
  logo: 'setting.logo',
  icon: 'setting.icon',
  share_image: 'setting.share',
}

/** The rows of all fields, whose labels a conflict shows. */
const allRows = (languages: readonly string[]): readonly FormRow[] => [
  ...general,
  { name: 'theme', label: 'setting.theme' },
  { name: 'accent_color', label: 'setting.accent' },
  ...imageSettingNames.map((name) => ({ name, label: imageLabels[name] })),
  { name: 'timezone', label: 'zone' },
  { name: 'language', label: 'setting.language' },
  { name: 'region', label: 'setting.region' },
  ...legal,
  ...html,
  ...languages.flatMap(rowsOfLanguage),
]

type SettingsForm = EditedItem<Settings>

interface FieldsProps {
  readonly form: SettingsForm
}

const textOf = ({ values }: SettingsForm, name: string) => String(values[name] ?? '')

const hasFaultIn = ({ fault }: SettingsForm, names: readonly string[]) =>
  names.some((name) => fault?.fields[name] !== undefined)

const lineOf = (parts: readonly string[]) => parts.filter((part) => part !== '').join(' · ')

interface TextSectionProps extends FieldsProps {
  readonly title: Key
  readonly rows: readonly FormRow[]
  readonly isOpen?: boolean
}

/** A folded section of texts. */
function TextSection({ form, title, rows, isOpen = false }: TextSectionProps) {
  const names = rows.map(({ name }) => name)
  const plain = (name: string) =>
    textOf(form, name)
      .replace(/<[^>]*>/g, ' ')
      .trim()
      .slice(0, 60)
  return (
    <FoldedSection
      title={t(title)}
      line={lineOf(names.map(plain))}
      hasFault={hasFaultIn(form, names)}
      isOpen={isOpen}
    >
      <Fields rows={rows} values={form.values} faults={form.fault?.fields} set={form.set} />
    </FoldedSection>
  )
}

/** The texts of one language at a time. */
function TranslationsSection({ form, languages }: FieldsProps & { readonly languages: readonly string[] }) {
  const namesOf = (language: string) => rowsOfLanguage(language).map(({ name }) => name)
  const faulty = languages.find((one) => hasFaultIn(form, namesOf(one)))
  const [chosen, setChosen] = useState(languages[0] ?? '')
  useEffect(() => {
    if (faulty !== undefined) setChosen(faulty)
  }, [faulty])
  if (languages.length === 0) return null
  const written = languages.filter((one) => namesOf(one).some((name) => textOf(form, name) !== ''))
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
      <Fields rows={rowsOfLanguage(chosen)} values={form.values} faults={form.fault?.fields} set={form.set} />
    </FoldedSection>
  )
}

const imageIn = (value: FormValue) => (typeof value === 'object' ? value : undefined)

/** A theme is named by its file. */
const nameOfTheme = (theme: string) => theme.slice(0, 1).toUpperCase() + theme.slice(1)

function LookSection({ form, themes }: FieldsProps & { readonly themes: readonly string[] }) {
  const { values, set, fault } = form
  const [theme, accent] = [textOf(form, 'theme'), textOf(form, 'accent_color')]
  const images = imageSettingNames
    .filter((name) => values[name] !== undefined)
    .map((name) => t(imageLabels[name]))
  return (
    <FoldedSection
      title={t('settings.look')}
      line={lineOf([nameOfTheme(theme), accent, ...images])}
      hasFault={hasFaultIn(form, ['theme', 'accent_color', ...imageSettingNames])}
    >
      <SelectField
        name="theme"
        label={t('setting.theme')}
        value={theme}
        options={themes.map((one) => [one, nameOfTheme(one)] as const)}
        fault={fault?.fields.theme}
        onChange={(next) => set({ theme: next })}
      />
      <ColorField
        name="accent_color"
        label={t('setting.accent')}
        none={[t('setting.accent.hint'), t('setting.accent.none')]}
        value={accent}
        fault={fault?.fields.accent_color}
        onChange={(accent_color) => set({ accent_color })}
      />
      {imageSettingNames.map((name) => (
        <fieldset key={name}>
          <legend>{t(imageLabels[name])}</legend>
          <ImageField
            image={imageIn(values[name])}
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

/** The zone, the language and the region. */
function PlaceSection({ form }: FieldsProps) {
  const [timezone = '', language = '', region = ''] = startNames.map((name) => textOf(form, name))
  return (
    <FoldedSection
      title={t('settings.place')}
      line={lineOf([timezone, ownNameOfLanguage(language), nameOfRegion(region)])}
      hasFault={hasFaultIn(form, startNames)}
    >
      <ZoneAndLanguageFields
        values={{ timezone, language, region }}
        faults={form.fault?.fields ?? {}}
        set={form.set}
      />
    </FoldedSection>
  )
}

interface FormProps {
  readonly loaded: ApiResponse<Settings>
  /** Called with what was saved. */
  readonly saved: (settings: Settings) => void
}

function SettingsEditor({ loaded, saved }: FormProps) {
  const form = useEditedItem(siteSettings, loaded)
  const { item = loaded.body, values, fault, save, settle, offer, forget, isChanged } = form
  useLeaveConfirmation(isChanged, forget)
  const languages = translatedLanguages(item)
  const finish = (settings: Settings | undefined) => settings && saved(settings)
  const submit = async (event: Event) => {
    event.preventDefault()
    finish(await save())
  }
  return (
    <>
      <Form kept={offer} class="editor settings" onSubmit={submit} noValidate>
        <ErrorText>{fault?.message}</ErrorText>
        <div class="settings-sections">
          <TextSection form={form} title="settings.general" rows={general} isOpen />
          <LookSection form={form} themes={item.themes} />
          <PlaceSection form={form} />
          <TextSection form={form} title="settings.legal" rows={legal} />
          <TextSection form={form} title="settings.html" rows={html} />
          <TranslationsSection form={form} languages={languages} />
        </div>
        <UpkeepSections />
        <div class="savebar">
          <p>
            {t(isChanged ? 'unsaved' : 'all-saved')}{' '}
            <a href={previewAddress(values)} target="_blank" rel="noopener">
              {t('settings.preview')}
            </a>
          </p>
          <button type="submit" class="main">
            {t('save')}
          </button>
        </div>
      </Form>
      <Conflicts rows={allRows(languages)} state={form} settle={async (mine) => finish(await settle(mine))} />
    </>
  )
}

/** Shows what was saved. The zone and the language are part of the page, so it is reloaded for them. */
function showSaved(settings: Settings): void {
  notify(t('settings.saved'))
  updateShownBrand(settings)
  if (settings.applied) return
  setLeaveGuard(undefined)
  void waitForAppliedSettings().then(() => location.reload())
}

/** The settings view. */
export function SettingsView() {
  const loaded = useLoaded(() => callApi<Settings>('GET', '/settings'), [])
  return (
    <>
      <ViewHeading text={t('settings')} />
      <LoadedContent of={loaded}>
        {(response) => <SettingsEditor loaded={response} saved={showSaved} />}
      </LoadedContent>
    </>
  )
}
