/** The first step: name, logo, time zone, language and region of the calendar. */
import { useState } from 'preact/hooks'
import { callApi } from '../api/api.ts'
import { faultOfThrown, type RequestFault } from '../api/faults.ts'
import { isLocalMode } from '../api/session.ts'
import type { Settings } from '../api/types.ts'
import { Form } from '../kept/fields.tsx'
import { useUnsaved } from '../kept/form.tsx'
import { ImageField } from '../media/image-field.tsx'
import { type ChosenImage, saveTypedImages } from '../media/typed-image-texts.ts'
import { ErrorText } from '../parts/error-text.tsx'
import { TextField } from '../parts/field.tsx'
import { waitForAppliedSettings } from '../settings/applied.ts'
import { ZoneAndLanguageFields } from '../settings/start-fields.tsx'
import { browserZone } from '../time/zones.ts'
import { browserLocale, language, t } from '../words/index.ts'

interface StepProps {
  readonly settings: Settings
  readonly done: (settings: Settings) => void
}

/** The country of the browser's locale, if it has one: a continent, such as in `en-150`, is none. */
const ownRegion = /^[A-Z]{2}$/.exec(new Intl.Locale(browserLocale).region ?? '')?.[0] ?? ''

/** The initial values: the current settings; those of the browser for what a new calendar has by default. */
function proposed({ name, timezone, language: siteLanguage, region }: Settings) {
  const isNew = region === '' && (isLocalMode() || timezone === 'UTC')
  if (!isNew) return { name, timezone, language: siteLanguage, region }
  return {
    name: name === 'Fasti' ? '' : name,
    timezone: timezone === 'UTC' ? browserZone : timezone,
    language: siteLanguage === 'en' ? language : siteLanguage,
    region: ownRegion,
  }
}

interface StepValues extends ReturnType<typeof proposed> {
  readonly logo: ChosenImage | undefined
}

/** The values of the form, and saving them. */
function useStep({ settings, done }: StepProps) {
  const base = { ...proposed(settings), logo: settings.logo || undefined }
  const [values, setValues] = useState<StepValues>(base)
  const set = (changed: Partial<StepValues>) => setValues((now) => ({ ...now, ...changed }))
  const { forget, offer } = useUnsaved<StepValues>('start', values, base, set)
  const [fault, setFault] = useState<RequestFault | undefined>(undefined)
  const [isBusy, setBusy] = useState(false)
  const save = async (event: Event) => {
    event.preventDefault()
    setBusy(true)
    try {
      await callApi<Settings>('PATCH', '/settings', { body: { ...values, logo: values.logo?.id ?? null } })
      await saveTypedImages([values.logo])
      setFault(undefined)
      forget()
      done(await waitForAppliedSettings())
    } catch (error) {
      setFault(faultOfThrown(error))
    }
    setBusy(false)
  }
  return { values, set, fault, isBusy, save, offer }
}

/** The form of the step with the name, the logo, the time zone, the language and the region of the calendar. */
export function CalendarStep(props: StepProps) {
  const { values, set, fault, isBusy, save, offer } = useStep(props)
  return (
    <Form kept={offer} onSubmit={save} noValidate>
      <h2>{t('start.calendar')}</h2>
      <ErrorText>{fault?.message}</ErrorText>
      <TextField
        name="name"
        label={t('setting.name')}
        value={values.name}
        fault={fault?.fields.name}
        onInput={(name) => set({ name })}
      />
      <fieldset>
        <legend>{t('setting.logo')}</legend>
        <ImageField
          image={values.logo}
          svg
          isOfSite
          fault={fault?.fields.logo}
          onChange={(logo) => set({ logo })}
        />
      </fieldset>
      <ZoneAndLanguageFields values={values} faults={fault?.fields ?? {}} set={set} />
      <button type="submit" class="main" disabled={isBusy}>
        {t('start.save')}
      </button>
      <p role="status">{isBusy ? t('start.applying') : ''}</p>
    </Form>
  )
}
