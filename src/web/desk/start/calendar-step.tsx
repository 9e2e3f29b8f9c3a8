/** The first step: name, logo, time zone, language and region of the calendar. */
import { useState } from 'preact/hooks'
import { callApi } from '../api/api.ts'
import { faultOf, type RequestFault } from '../api/faults.ts'
import type { Settings } from '../api/types.ts'
import { ImageField } from '../media/image-field.tsx'
import { type ChosenImage, saveTypedImages } from '../media/typed.ts'
import { TextField } from '../parts/field.tsx'
import { ErrorText } from '../parts/wrong.tsx'
import { waitForAppliedSettings } from '../settings/applied.ts'
import { ZoneAndLanguageFields } from '../settings/start-fields.tsx'
import { ownZone } from '../time/zones.ts'
import { language, locale, t } from '../words/index.ts'

interface StepProps {
  readonly settings: Settings
  readonly done: (settings: Settings) => void
}

/** The region of the browser's locale, if it has one. */
const ownRegion = new Intl.Locale(locale).region ?? ''

/** The initial values: the current settings, or those of the browser for a new calendar. */
function proposed({ name, timezone, language: siteLanguage, region }: Settings) {
  const isNew = timezone === 'UTC' && region === ''
  return isNew
    ? { name: name === 'Fasti' ? '' : name, timezone: ownZone, language, region: ownRegion }
    : { name, timezone, language: siteLanguage, region }
}

/** The values of the form, and saving them. */
function useStep({ settings, done }: StepProps) {
  const [values, setValues] = useState(proposed(settings))
  const [logo, setLogo] = useState<ChosenImage | undefined>(settings.logo || undefined)
  const [fault, setFault] = useState<RequestFault | undefined>(undefined)
  const [isBusy, setBusy] = useState(false)
  const save = async (event: Event) => {
    event.preventDefault()
    setBusy(true)
    try {
      await callApi<Settings>('PATCH', '/settings', { body: { ...values, logo: logo?.id ?? null } })
      await saveTypedImages([logo])
      setFault(undefined)
      done(await waitForAppliedSettings())
    } catch (error) {
      setFault(faultOf(error))
    }
    setBusy(false)
  }
  return { values, setValues, logo, setLogo, fault, isBusy, save }
}

/** The form of the step. */
export function CalendarStep(props: StepProps) {
  const { values, setValues, logo, setLogo, fault, isBusy, save } = useStep(props)
  return (
    <form onSubmit={save} noValidate>
      <h2>{t('start.calendar')}</h2>
      <ErrorText>{fault?.message}</ErrorText>
      <TextField
        name="name"
        label={t('setting.name')}
        value={values.name}
        fault={fault?.fields.name}
        onInput={(name) => setValues({ ...values, name })}
      />
      <fieldset>
        <legend>{t('setting.logo')}</legend>
        <ImageField image={logo} svg isOfSite fault={fault?.fields.logo} onChange={setLogo} />
      </fieldset>
      <ZoneAndLanguageFields
        values={values}
        faults={fault?.fields ?? {}}
        set={(changed) => setValues({ ...values, ...changed })}
      />
      <button type="submit" class="main" disabled={isBusy}>
        {t('start.save')}
      </button>
      <p role="status">{isBusy ? t('start.applying') : ''}</p>
    </form>
  )
}
