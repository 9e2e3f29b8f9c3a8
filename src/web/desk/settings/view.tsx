/** The settings of the site in sections, with a preview. */
import { useEffect, useState } from 'preact/hooks'
import { zonesByCountry } from '../../../domain/time/zones-by-country.ts'
import { type ApiResponse, callApi } from '../api/api.ts'
import type { Settings } from '../api/types.ts'
import { notifyWithUndo } from '../bulk/undo.ts'
import { deskSettings } from '../desk-settings.ts'
import { Fields, FoldedFields, type FormRow, labelOfRow } from '../edited/fields.tsx'
import { EditedForm, saveStateText } from '../edited/form.tsx'
import { type EditedItem, type FormValues, useEditedItem } from '../edited/use-edited-item.ts'
import { nameOfRegion, nameOfTheme } from '../history/values.tsx'
import { useLeaveConfirmation } from '../kept/form.tsx'
import { ImageField } from '../media/image-field.tsx'
import { Button } from '../parts/button.tsx'
import { SelectField } from '../parts/field.tsx'
import { OuterLink } from '../parts/link.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { showFault } from '../parts/notice.tsx'
import { setLeaveGuard } from '../route.ts'
import { updateShownBrand, ViewHeading } from '../shell/view-heading.tsx'
import { language, languageName, t } from '../words/index.ts'
import {
  nameInLanguage,
  previewAddress,
  siteSettings,
  translatedLanguages,
  translatedSettingNames,
  waitForAppliedSettings,
} from './settings.ts'
import { UpkeepSections } from './upkeep.tsx'

type SettingsForm = EditedItem<Settings>

const languageOptions = (languages: readonly string[]) =>
  languages.map((name) => [name, languageName(name, name)] as const)

/** All countries by name, after none, which follows the time zone; with a region that was set otherwise, such as 150 for Europe. */
function regionOptions(chosen: string): readonly (readonly [code: string, name: string])[] {
  const codes = new Set([...Object.keys(zonesByCountry), ...(chosen === '' ? [] : [chosen])])
  const named = [...codes].map((code) => [code, nameOfRegion(code)] as const)
  const { compare } = new Intl.Collator(language)
  return [['', '–'], ...named.toSorted(([, one], [, other]) => compare(one, other))]
}

// The settings that need a restart of the service: time zone, language and region.

export const placeRows = ({ region }: FormValues): readonly FormRow[] => [
  { name: 'timezone', label: 'zone', type: 'zone' },
  {
    name: 'language',
    label: 'setting.language',
    type: 'choice',
    options: languageOptions(deskSettings.languages),
  },
  {
    name: 'region',
    label: 'setting.region',
    hint: 'setting.region.hint',
    type: 'choice',
    options: regionOptions(String(region ?? '')),
  },
]

// The sections of the settings: each is folded and shows its values in one line, but for the first.

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
    of: languageName(language),
  }))

const lookRows = (themes: readonly string[]): readonly FormRow[] => [
  {
    name: 'theme',
    label: 'setting.theme',
    type: 'choice',
    options: themes.map((one) => [one, nameOfTheme(one)] as const),
  },
  {
    name: 'accent_color',
    label: 'setting.accent',
    type: 'color',
    none: 'setting.accent.none',
  },
]

export const imageRows = [
  { name: 'logo', label: 'setting.logo' },
  { name: 'icon', label: 'setting.icon' },
  { name: 'share_image', label: 'setting.share' },
] as const satisfies readonly FormRow[]

interface ImageProps extends Pick<SettingsForm, 'values' | 'faults' | 'set'> {
  readonly row: (typeof imageRows)[number]
}

/** An image of the site, folded. */
export function SiteImage({ row, ...fields }: ImageProps) {
  const { name, label } = row
  const image = fields.values[name]
  const chosen = typeof image === 'object' ? image : undefined
  return (
    <FoldedFields
      {...fields}
      title={t(label)}
      rows={[]}
      others={[row]}
      line={chosen && [chosen.alt_text || t('image')]}
    >
      <ImageField
        image={chosen}
        svg={name !== 'share_image'}
        isOfSite
        fault={fields.faults[name]}
        onChange={(next) => fields.set({ [name]: next })}
      />
    </FoldedFields>
  )
}

interface TranslationsProps {
  readonly form: SettingsForm
  readonly languages: readonly string[]
}

/** The texts of one language at a time, each beside the original. What neither has, nobody translates. */
function TranslationsSection({ form, languages }: TranslationsProps) {
  const { values, faults } = form
  const isOf = (one: string, some: object) =>
    rowsOfLanguage(one).some(({ name }) => Reflect.get(some, name) || false)
  const faulty = languages.find((one) => isOf(one, faults))
  const [chosen, setChosen] = useState(languages[0] ?? '')
  useEffect(() => {
    if (faulty !== undefined) setChosen(faulty)
  }, [faulty])
  if (languages.length === 0) return null
  return (
    <FoldedFields
      {...form}
      title={t('settings.translations')}
      rows={[]}
      others={languages.flatMap(rowsOfLanguage)}
      line={languages.filter((one) => isOf(one, values)).map((one) => languageName(one))}
    >
      <SelectField
        name="translations"
        label={t('setting.translations')}
        hint={t('setting.translations.hint')}
        value={chosen}
        options={languages.map((one) => [one, languageName(one)] as const)}
        onChange={setChosen}
      />
      {rowsNamed(...translatedSettingNames).map((row, at) => {
        const translation = rowsOfLanguage(chosen).slice(at, at + 1)
        return [row, ...translation].every(({ name }) => !values[name]) ? null : (
          <div key={row.name} class="side-by-side">
            <div>
              <p class="label">{labelOfRow({ ...row, of: languageName(String(values.language)) })}</p>
              <div class="original" lang={String(values.language)}>
                {String(values[row.name] ?? '')}
              </div>
            </div>
            <Fields {...form} rows={translation} />
          </div>
        )
      })}
    </FoldedFields>
  )
}

interface FormProps {
  readonly loaded: ApiResponse<Settings>
  /** Called with what was saved, and the revision of the write. */
  readonly saved: (settings: Settings, revision: number) => void
}

function SettingsEditor({ loaded, saved }: FormProps) {
  const form = useEditedItem(siteSettings, loaded)
  const { item = loaded.body, values, forget, isChanged } = form
  useLeaveConfirmation(isChanged, forget)
  const languages = translatedLanguages(item)
  const look = lookRows(item.themes)
  const place = placeRows(values)
  const rows = [
    ...general,
    ...look,
    ...imageRows,
    ...place,
    ...legal,
    ...html,
    ...languages.flatMap(rowsOfLanguage),
  ]
  const images = imageRows.filter(({ name }) => values[name] !== undefined).map(({ label }) => t(label))
  return (
    <EditedForm
      state={form}
      rows={rows}
      saved={(settings) => saved(settings, form.latestRevision())}
      class="editor settings"
    >
      <div class="settings-sections">
        <FoldedFields {...form} title={t('settings.general')} rows={general} isOpen />
        <FoldedFields {...form} title={t('settings.look')} rows={look} others={imageRows} line={images}>
          {imageRows.map((row) => (
            <SiteImage key={row.name} {...form} row={row} />
          ))}
        </FoldedFields>
        <FoldedFields {...form} title={t('settings.place')} rows={place} />
        <FoldedFields {...form} title={t('settings.legal')} rows={legal} />
        <FoldedFields {...form} title={t('settings.html')} rows={html} />
        <TranslationsSection form={form} languages={languages} />
      </div>
      <div class="savebar">
        <p>
          {saveStateText(form)} <OuterLink href={previewAddress(values)} label={t('settings.preview')} />
        </p>
        <Button type="submit" class="main" label={t('save')} />
      </div>
    </EditedForm>
  )
}

/** Shows other settings than before. The zone and the language are part of the page, so it is reloaded for them. */
function showChanged(settings: Settings): void {
  updateShownBrand(settings)
  if (settings.applied) return
  setLeaveGuard(undefined)
  void waitForAppliedSettings().then(() => location.reload())
}

export function SettingsView() {
  const load = () => callApi<Settings>('GET', '/settings')
  const loaded = useLoaded(load, [])
  // The form begins anew once what it saved is undone.
  const [turn, setTurn] = useState(0)
  const undone = async () => {
    const response = await load()
    loaded.set(response)
    setTurn((last) => last + 1)
    showChanged(response.body)
  }
  const saved = (settings: Settings, revision: number) => {
    notifyWithUndo(t('settings.saved'), { revision }, () => void undone().catch(showFault))
    showChanged(settings)
  }
  return (
    <>
      <ViewHeading text={t('settings')} />
      <LoadedContent of={loaded}>
        {(response) => <SettingsEditor key={turn} loaded={response} saved={saved} />}
      </LoadedContent>
      <UpkeepSections />
    </>
  )
}
