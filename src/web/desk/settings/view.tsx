/** The settings of the site: name, links, theme, images and snippets, with a preview. */
import { useState } from 'preact/hooks'
import { callApi } from '../api/api.ts'
import type { Settings } from '../api/types.ts'
import { useLeaveConfirmation, useUnsaved } from '../kept/form.tsx'
import { ImageField } from '../media/image-field.tsx'
import { saveTypedImages } from '../media/typed.ts'
import { SelectField } from '../parts/choice.tsx'
import { TextField } from '../parts/field.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { notify } from '../parts/notice.tsx'
import { useWriting } from '../parts/submitting.ts'
import { ErrorText } from '../parts/wrong.tsx'
import { setLeaveGuard } from '../route.ts'
import { siteName } from '../shell/site-name.ts'
import { Title } from '../shell/title.tsx'
import { type Key, t } from '../words/index.ts'
import { waitForAppliedSettings } from './applied.ts'
import {
  changedSettings,
  imageNames,
  loadSettings,
  previewAddress,
  type SettingsFormValues,
  settingsFormValues,
  type textNames,
} from './settings.ts'
import { ZoneAndLanguageFields } from './start-fields.tsx'

interface FormProps {
  readonly loaded: Settings
  readonly saved: (settings: Settings) => void
}

interface TextSetting {
  readonly name: Exclude<(typeof textNames)[number], 'timezone' | 'language' | 'region' | 'theme'>
  readonly label: Key
  readonly hint?: Key
  readonly type?: 'url'
  readonly rows?: number
}

const texts: readonly TextSetting[] = [
  { name: 'name', label: 'setting.name' },
  { name: 'description', label: 'setting.description', rows: 2 },
  { name: 'imprint_url', label: 'setting.imprint', type: 'url' },
  { name: 'privacy_url', label: 'setting.privacy', type: 'url' },
  { name: 'accessibility_contact', label: 'setting.accessibility', hint: 'setting.accessibility.hint' },
  { name: 'accessibility_text', label: 'setting.accessibility.text', rows: 3 },
  { name: 'head_html', label: 'setting.head', rows: 3 },
  { name: 'foot_html', label: 'setting.foot', rows: 3 },
]

const imageLabels: Readonly<Record<(typeof imageNames)[number], Key>> = {
  logo: 'setting.logo',
  icon: 'setting.icon',
  share_image: 'setting.share',
}

function useSettings({ loaded, saved }: FormProps) {
  const [values, setValues] = useState<SettingsFormValues>(settingsFormValues(loaded))
  const writing = useWriting(async () => {
    const { body: sent } = await callApi<Settings>('PATCH', '/settings', {
      body: changedSettings(values, loaded),
    })
    const isDescribed = await saveTypedImages(imageNames.map((name) => values[name]))
    const body = isDescribed ? await loadSettings() : sent
    setValues(settingsFormValues(body))
    saved(body)
    notify(t('settings.saved'))
    siteName.value = body.name
    // The zone and the language are part of the page, so it is reloaded.
    if (!body.applied) {
      setLeaveGuard(undefined)
      void waitForAppliedSettings().then(() => location.reload())
    }
  })
  const set = (changed: Partial<SettingsFormValues>) => setValues({ ...values, ...changed })
  const base = settingsFormValues(loaded)
  const { forget, offer } = useUnsaved('settings', values, base, set)
  useLeaveConfirmation(JSON.stringify(values) !== JSON.stringify(base), forget)
  return { values, set, offer, ...writing }
}

interface FieldsProps {
  readonly form: ReturnType<typeof useSettings>
}

function TextFields({ form: { values, set, fault } }: FieldsProps) {
  return (
    <div class="wide item-fields">
      {texts.map(({ name, label, hint, ...rest }) => (
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
      ))}
    </div>
  )
}

function ImageFields({ form: { values, set, fault } }: FieldsProps) {
  return imageNames.map((name) => (
    <fieldset key={name}>
      <legend>{t(imageLabels[name])}</legend>
      <ImageField
        image={values[name]}
        fault={fault?.fields[name]}
        onChange={(image) => set({ [name]: image })}
      />
    </fieldset>
  ))
}

function SettingsForm(props: FormProps) {
  const form = useSettings(props)
  const { values, set, fault, submit, offer } = form
  const { themes } = props.loaded
  return (
    <form class="editor settings" onSubmit={submit} noValidate>
      {offer}
      <ErrorText>{fault?.message}</ErrorText>
      <div class="columns">
        <TextFields form={form} />
        <div class="narrow">
          <SelectField
            name="theme"
            label={t('setting.theme')}
            value={values.theme}
            options={themes.map((theme) => [theme, theme] as const)}
            fault={fault?.fields.theme}
            onChange={(theme) => set({ theme })}
          />
          <ZoneAndLanguageFields values={values} faults={fault?.fields ?? {}} set={set} />
          <ImageFields form={form} />
        </div>
      </div>
      <div class="savebar">
        <p>
          <a href={previewAddress(values)} target="_blank" rel="noopener">
            {t('settings.preview')}
          </a>
        </p>
        <button type="submit" class="main">
          {t('save')}
        </button>
      </div>
    </form>
  )
}

/** The settings view. */
export function SettingsView() {
  const loaded = useLoaded(loadSettings, [])
  return (
    <>
      <Title text={t('settings')} />
      <LoadedContent of={loaded}>
        {(settings) => <SettingsForm loaded={settings} saved={loaded.set} />}
      </LoadedContent>
    </>
  )
}
