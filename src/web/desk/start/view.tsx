/** The setup page of an empty calendar: name and zone, the first user, the first events. */
import { useState } from 'preact/hooks'
import { callApi, isLocalMode, sessionSignal } from '../api/api.ts'
import { faultOfThrown, type RequestFault } from '../api/faults.ts'
import type { Session, Settings } from '../api/types.ts'
import { deskSettings } from '../desk-settings.ts'
import { Form, useUnsaved } from '../kept/form.tsx'
import { ImageField } from '../media/image-field.tsx'
import { type ChosenImage, saveTypedImages } from '../media/images.ts'
import { EmailField, ErrorText, TextField } from '../parts/field.tsx'
import { Link } from '../parts/link.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { notify, showFault } from '../parts/notice.tsx'
import { loadSettings, waitForAppliedSettings } from '../settings/settings.ts'
import { ZoneAndLanguageFields } from '../settings/view.tsx'
import { NewPasswordForm } from '../shell/sign-in.tsx'
import { updateShownBrand, ViewHeading } from '../shell/view-heading.tsx'
import { browserZone } from '../time/wall.ts'
import { browserLocale, language, t } from '../words/index.ts'
import { addDemo } from './demo.tsx'

// The first step: name, logo, time zone, language and region of the calendar.

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
function CalendarStep(props: StepProps) {
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

// The second step: creates the first user, which ends local mode, and signs in.

interface FieldsProps {
  readonly values: { readonly login: string; readonly email: string }
  readonly set: (values: FieldsProps['values']) => void
  readonly fault: RequestFault | undefined
}

function NameFields({ values, set, fault }: FieldsProps) {
  return (
    <>
      <TextField
        name="login"
        label={t('login')}
        value={values.login}
        autocomplete="username"
        fault={fault?.fields.login}
        onInput={(login) => set({ ...values, login })}
      />
      <EmailField
        value={values.email}
        hint={t('start.user.email')}
        autocomplete="email"
        fault={fault?.fields.email}
        onInput={(email) => set({ ...values, email })}
      />
    </>
  )
}

const blank = { login: '', email: '' }

/** The form of the step that creates the first user, with which local mode ends. */
function UserStep() {
  const [values, setValues] = useState(blank)
  const { forget, offer } = useUnsaved('start/user', values, blank, (kept) =>
    setValues({ ...values, ...kept }),
  )
  const { login, email } = values
  const add = async (password: string) => {
    await callApi('POST', '/users', {
      body: { login, password, role: 'administrator', ...(email !== '' && { email }) },
    })
    forget()
    sessionSignal.value = (await callApi<Session>('POST', '/session', { body: { login, password } })).body
    notify(t('start.user.done', { login }))
  }
  const intro = (
    <>
      {offer}
      <h2>{t('start.user')}</h2>
      <p>{t('start.user.text')}</p>
    </>
  )
  return (
    <NewPasswordForm
      label={t('password')}
      button={t('user.add')}
      intro={intro}
      send={add}
      fields={(fault) => <NameFields values={values} set={setValues} fault={fault} />}
    />
  )
}

function ContentStep() {
  const [isBusy, setBusy] = useState(false)
  const fill = async () => {
    setBusy(true)
    try {
      notify(t('start.demo.done', { count: await addDemo() }))
    } catch (error) {
      showFault(error)
    }
    setBusy(false)
  }
  return (
    <section aria-labelledby="start-content">
      <h2 id="start-content">{t('start.content')}</h2>
      <p class="actions">
        <Link to="/events/new" class="button main">
          {t('event.new')}
        </Link>
        <Link to="/subscriptions" class="button">
          {t('subscription.new')}
        </Link>
        <Link to="/import" class="button">
          {t('start.import')}
        </Link>
        <button type="button" disabled={isBusy} onClick={fill}>
          {t('start.demo')}
        </button>
      </p>
      <p class="hint">{t('start.demo.text')}</p>
      <p>
        <Link to="/">{t('start.done')}</Link>
      </p>
    </section>
  )
}

/** Reloads the page if the zone or the language has changed, because both are part of the page. */
function saved(settings: Settings): void {
  const { timezone, language } = settings
  updateShownBrand(settings)
  notify(t('settings.saved'))
  if (timezone !== deskSettings.zone || language !== deskSettings.language) location.reload()
}

/** All steps on one page. Each step is optional. */
export function CalendarSetupStepsView() {
  const loaded = useLoaded(loadSettings, [])
  return (
    <div class="start">
      <ViewHeading text={t('set-up')} />
      <p>{t('start.text')}</p>
      <LoadedContent of={loaded}>
        {(settings) => <CalendarStep settings={settings} done={saved} />}
      </LoadedContent>
      {isLocalMode() && <UserStep />}
      <ContentStep />
    </div>
  )
}
