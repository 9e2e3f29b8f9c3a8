/** The set-up of an empty calendar: name and zone, the first user, the first events, and what comes next. */
import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { withProposedLogin } from '../accounts/user.tsx'
import { type ApiResponse, callApi, currentUser, isLocalMode, sessionSignal } from '../api/api.ts'
import type { Session, Settings } from '../api/types.ts'
import { deskSettings } from '../desk-settings.ts'
import { Fields, type FormRow } from '../edited/fields.tsx'
import { EditedForm, RowsForm } from '../edited/form.tsx'
import { type EditedResource, useEditedItem, useSentForm } from '../edited/use-edited-item.ts'
import { hasUnsavedValues } from '../kept/form.tsx'
import { Button } from '../parts/button.tsx'
import { Icon, Link } from '../parts/link.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { notify, showFault } from '../parts/notice.tsx'
import { siteSettings, waitForAppliedSettings } from '../settings/settings.ts'
import { imageRows, placeRows, SiteImage } from '../settings/view.tsx'
import { updateShownBrand, ViewHeading } from '../shell/view-heading.tsx'
import { browserZone } from '../time/wall.ts'
import { browserLocale, type Key, language, t } from '../words/index.ts'
import { FirstSteps } from './first-steps.tsx'

/** The names under which the forms keep what is typed. */
const [CALENDAR_FORM, USER_FORM] = ['start', 'start/user']

// The steps, one after the other, each with its number until it is done.

interface StepProps {
  readonly number: number
  readonly title: Key
  /** What came of it; empty while it is to be done. */
  readonly done: string
  readonly isOpen: boolean
  readonly open: () => void
  /** Goes on with the next one without this. */
  readonly skip: () => void
  readonly children: ComponentChildren
}

/** A step: its title, which opens it, and below that what is to be done. What was typed stays while another one is open. */
function Step({ number, title, done, isOpen, open, skip, children }: StepProps) {
  const id = `start-${number}`
  return (
    <section class={done === '' ? 'step' : 'step done'} aria-labelledby={id}>
      <h2 id={id}>
        <Button class="quiet" aria-expanded={isOpen} onClick={open}>
          <span class="number">{done === '' ? number : <Icon of="check" />}</span> {t(title)}
        </Button>
      </h2>
      {isOpen && done === '' && <Button class="quiet" onClick={skip} label={t('start.skip')} />}
      {done !== '' && <p class="detail">{done}</p>}
      <div hidden={!isOpen}>{children}</div>
    </section>
  )
}

// The first step: name, logo, time zone, language and region of the calendar.

/** The country of the browser's locale, if it has one: a continent, such as in `en-150`, is none. */
const ownRegion = /^[A-Z]{2}$/.exec(new Intl.Locale(browserLocale).region ?? '')?.[0] ?? ''

/** The name of a calendar that nobody has named yet. */
const UNNAMED = 'Fasti'

/** The initial values: the current settings; those of the browser for what a new calendar has by default. */
function proposed({ name, timezone, language: siteLanguage, region }: Settings) {
  const isNew = region === '' && (isLocalMode() || timezone === 'UTC')
  if (!isNew) return { name, timezone, language: siteLanguage, region }
  return {
    name: name === UNNAMED ? '' : name,
    timezone: timezone === 'UTC' ? browserZone : timezone,
    language: siteLanguage === 'en' ? language : siteLanguage,
    region: ownRegion,
  }
}

/** The settings of the step. All of them are saved: what is proposed is no change of what is stored. */
const firstSettings: EditedResource<Settings> = {
  ...siteSettings,
  form: CALENDAR_FORM,
  valuesOf: (settings) => (settings ? { ...proposed(settings), logo: settings.logo || undefined } : {}),
  bodyOf: (_, { logo, ...texts }) => ({ ...texts, logo: typeof logo === 'object' ? logo.id : null }),
}

const nameRows: readonly FormRow[] = [{ name: 'name', label: 'setting.name' }]
const [logoRow] = imageRows

interface CalendarProps {
  readonly loaded: ApiResponse<Settings>
  readonly done: (settings: Settings) => void
}

/** The form of the step with the name, the logo, the time zone, the language and the region of the calendar. */
function CalendarForm({ loaded, done }: CalendarProps) {
  const state = useEditedItem(firstSettings, loaded)
  const { values, isSaving } = state
  const [isApplying, setApplying] = useState(false)
  const saved = async () => {
    setApplying(true)
    await waitForAppliedSettings().then(done, showFault)
    setApplying(false)
  }
  const isBusy = isSaving || isApplying
  return (
    <EditedForm state={state} rows={[...nameRows, logoRow, ...placeRows(values)]} saved={saved} class="row">
      <Fields {...state} rows={nameRows} />
      <Fields {...state} rows={placeRows(values)} />
      <SiteImage {...state} row={logoRow} />
      <div class="actions">
        <Button type="submit" class="main" disabled={isBusy} label={t('start.save')} />
      </div>
      <p role="status">{isBusy ? t('start.applying') : ''}</p>
    </EditedForm>
  )
}

// The second step: creates the first user, which ends local mode, and signs in.

const blank = { display_name: '', login: '', email: '', password: '' }

const userRows: readonly FormRow[] = [
  { name: 'display_name', label: 'account.name', autocomplete: 'name' },
  { name: 'login', label: 'login', autocomplete: 'username' },
  { name: 'email', label: 'account.email', type: 'email', hint: 'start.user.email', autocomplete: 'email' },
  {
    name: 'password',
    label: 'password',
    type: 'password',
    hint: 'start.password',
    autocomplete: 'new-password',
  },
]

/** The form of the step that creates the first user, with which local mode ends. */
function UserForm({ done }: { readonly done: () => void }) {
  const isMade = useRef(false)
  const state = useSentForm(
    USER_FORM,
    blank,
    async ({ login, password, ...given }) => {
      const named = Object.entries(given).filter(([, text]) => text.trim() !== '')
      const body = { login, password, role: 'administrator', ...Object.fromEntries(named) }
      // Who was made before the network was lost only signs in.
      if (!isMade.current) await callApi('POST', '/users', { body })
      isMade.current = true
      return (await callApi<Session>('POST', '/session', { body: { login, password } })).body
    },
    { secrets: ['password'] },
  )
  const saved = (session: Session) => {
    sessionSignal.value = session
    done()
  }
  return (
    <RowsForm
      state={{ ...state, set: withProposedLogin(state) }}
      rows={userRows}
      saved={saved}
      intro={<p>{t('start.user.text')}</p>}
      submit={t('user.add')}
      isMain
    />
  )
}

const publicAddress = `${location.origin}${deskSettings.root}/calendar/`

/** Where the calendar is, and what comes next, once the steps are done or left out. */
const Next = () => (
  <section class="step" aria-labelledby="start-next">
    <h2 id="start-next">{t('start.next')}</h2>
    <p>
      {t('start.address')} <a href={publicAddress}>{publicAddress}</a>
    </p>
    <p class="hint">{t('start.text')}</p>
    <p class="actions">
      <Link to="/" class="button main" label={t('start.done')} />
      {!isLocalMode() && <Link to="/users" class="button" label={t('user.new')} />}
      <Link to="/settings" class="button" label={t('settings')} />
    </p>
  </section>
)

/** The calendar in one line, once somebody has named it. */
const calendarText = ({ name, timezone }: Settings) => (name === UNNAMED ? '' : `${name} · ${timezone}`)

/** The step whose form was being filled in when the page was left; undefined if none was. */
function begunStep(): number | undefined {
  const at = [CALENDAR_FORM, USER_FORM].findIndex(hasUnsavedValues)
  return at === -1 ? undefined : at + 1
}

/** The steps, of which one is open, and then what comes next. Each step is optional, and can be opened again. */
export function CalendarSetupStepsView() {
  const loaded = useLoaded(() => callApi<Settings>('GET', '/settings'), [])
  const [events, setEvents] = useState('')
  const [chosen, setChosen] = useState(begunStep)
  const settings = loaded.value?.body
  const user = currentUser()
  const named = settings ? calendarText(settings) : ''
  const signedIn =
    isLocalMode() || user === undefined ? '' : t('start.user.done', { name: user.display_name })
  const done = [named, signedIn, events]
  const open = chosen ?? (settings || loaded.fault ? done.indexOf('') + 1 : 0)
  const stepOf = (number: number) => ({
    number,
    done: done[number - 1] ?? '',
    isOpen: open === number,
    open: () => setChosen(number),
    skip: () => goOn(number),
  })
  /** Opens the next step that is to be done, or what comes after them. */
  const goOn = (from: number) => setChosen(done.indexOf('', from) + 1)
  const saved = (next: Settings) => {
    updateShownBrand(next)
    notify(t('settings.saved'))
    // The zone and the language are part of the page.
    if (next.timezone !== deskSettings.zone || next.language !== deskSettings.language) location.reload()
    loaded.reload()
    goOn(1)
  }
  return (
    <div class="steps">
      <ViewHeading text={t('set-up')} />
      <Step {...stepOf(1)} title="start.calendar">
        <LoadedContent of={loaded}>
          {(response) => <CalendarForm loaded={response} done={saved} />}
        </LoadedContent>
      </Step>
      <Step {...stepOf(2)} title="start.user">
        {signedIn === '' && <UserForm done={() => goOn(2)} />}
      </Step>
      <Step {...stepOf(3)} title="start.content">
        <FirstSteps
          filled={(count) => {
            setEvents(t('start.demo.done', { count }))
            goOn(3)
          }}
        />
      </Step>
      {open === 0 && settings ? <Next /> : <Link to="/" class="button quiet" label={t('start.later')} />}
    </div>
  )
}
