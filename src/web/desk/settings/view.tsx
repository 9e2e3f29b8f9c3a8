/** The settings of the site in sections, with a preview. */
import { useState } from 'preact/hooks'
import { callApi } from '../api/api.ts'
import type { Settings } from '../api/types.ts'
import { Form } from '../kept/fields.tsx'
import { useLeaveConfirmation, useUnsaved } from '../kept/form.tsx'
import { saveTypedImages } from '../media/typed-image-texts.ts'
import { ErrorText } from '../parts/error-text.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { notify } from '../parts/notice.tsx'
import { useSubmitHandlerAndFault } from '../parts/submitting.ts'
import { setLeaveGuard } from '../route.ts'
import { updateShownBrand } from '../shell/brand.tsx'
import { ViewHeading } from '../shell/view-heading.tsx'
import { t } from '../words/index.ts'
import { waitForAppliedSettings } from './applied.ts'
import { SettingsSections } from './sections.tsx'
import {
  changedSettings,
  imageSettingNames,
  loadSettings,
  previewAddress,
  type SettingsFormValues,
  settingsFormValues,
} from './settings.ts'
import { UpkeepSections } from './upkeep/upkeep.tsx'

interface FormProps {
  readonly loaded: Settings
  readonly saved: (settings: Settings) => void
}

function useSettings({ loaded, saved }: FormProps) {
  const [values, setValues] = useState<SettingsFormValues>(settingsFormValues(loaded))
  const writing = useSubmitHandlerAndFault(async () => {
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
