/** The account of the signed-in user, with tokens and secret feeds. */

import { useState } from 'preact/hooks'
import { encode } from 'uqr'
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { callApi, currentUser } from '../api/api.ts'
import { faultOfThrown } from '../api/faults.ts'
import { Form } from '../kept/form.tsx'
import { ErrorText, TextField } from '../parts/field.tsx'
import { Lines, LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { notify, showFault } from '../parts/notice.tsx'
import { FormSection } from '../parts/sections.tsx'
import { navigateTo } from '../route.ts'
import { ViewHeading } from '../shell/view-heading.tsx'
import { utcAsBrowserTimeText } from '../time/wall.ts'
import { t } from '../words/index.ts'
import { loadUser, mayHavePassword, SecretShownOnce, type UserIdAndNames } from './accounts.tsx'
import { OwnData, OwnPassword, UserProfileForm } from './profile.tsx'
import { SecretFeeds, Tokens } from './tokens.tsx'

// Names the browser and the system in a user agent, by which people tell their devices apart.

/** From the rarer to the commoner: agents name those whose pages they can show, too. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?Chrom(?:e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const nameIn = (agent: string, names: readonly (readonly [RegExp, string])[]) =>
  names.find(([pattern]) => pattern.test(agent))?.[1]

/** Returns the device of a user agent as text, such as “Firefox on Windows”; the agent itself if it names neither. */
function deviceText(agent: string): string {
  const [browser, system] = [nameIn(agent, browsers), nameIn(agent, systems)]
  if (browser !== undefined && system !== undefined) return t('session.on', { browser, system })
  return (browser ?? system ?? agent) || t('session.unknown')
}

// A text as a QR code, which an app on another device reads.

/** The light margin of a code, in modules (ISO/IEC 18004). */
const QUIET = 4

interface QrCodeProps {
  readonly text: string
  /** Says what the code is for, to people who do not see it. */
  readonly label: string
}

/** The code, in black on white in all colours of the desk: cameras read no other. Each dark module is a square of one unit. */
function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { border: QUIET })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      class="qr-code"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shape-rendering="crispEdges"
    >
      <path d={squares.join('')} />
    </svg>
  )
}

// The second factor and the sessions of the signed-in user.

type Factor = components['schemas']['SecondFactor']
type NewFactor = components['schemas']['NewSecondFactor']
type WebSession = components['schemas']['WebSession']

function useFactor({ id }: UserIdAndNames, changed: () => void) {
  const path = `/users/${id}/second-factor`
  const [begun, setBegun] = useState<NewFactor | undefined>(undefined)
  const [codes, setCodes] = useState<readonly string[]>([])
  const [fault, setFault] = useState<string | undefined>(undefined)
  const done = async (act: () => Promise<void>) => {
    try {
      await act()
      setFault(undefined)
      changed()
    } catch (error) {
      setFault(faultOfThrown(error).message)
    }
  }
  const sent = (password: string) => ({ body: { current_password: password } })
  return {
    begun,
    codes,
    fault,
    begin: (password: string) =>
      done(async () => setBegun((await callApi<NewFactor>('POST', path, sent(password))).body)),
    confirm: (code: string) =>
      done(async () => {
        const { body } = await callApi<{ recovery_codes: string[] }>('POST', `${path}/confirmation`, {
          body: { code },
        })
        setCodes(body.recovery_codes)
        setBegun(undefined)
      }),
    end: (password: string) =>
      done(async () => {
        await callApi('POST', `${path}/removal`, sent(password))
        setCodes([])
      }),
  }
}

/** The key, for an app on another device, in this browser or on paper. */
function FactorKey({ of: { key, address } }: { readonly of: NewFactor }) {
  return (
    <>
      <p>{t('factor.scan')}</p>
      <QrCode text={address} label={t('factor.qr')} />
      <p>
        {t('factor.key')} <code>{key}</code> <a href={address}>{t('factor.open')}</a>
      </p>
    </>
  )
}

/** The second factor: set up with an app, and removed, after entering the password. */
function SecondFactor({ user }: { readonly user: UserIdAndNames }) {
  const loaded = useLoaded(
    async () => (await callApi<Factor>('GET', `/users/${user.id}/second-factor`)).body,
    [user.id],
  )
  const { begun, codes, fault, begin, confirm, end } = useFactor(user, loaded.reload)
  const [text, setText] = useState('')
  const act = (by: (text: string) => Promise<void>) => async (event: Event) => {
    event.preventDefault()
    await by(text)
    setText('')
  }
  return (
    <FormSection title={t('factor')}>
      <LoadedContent of={loaded}>
        {({ enabled, recovery_codes_left }) => (
          <Form kept={null} onSubmit={act(begun !== undefined ? confirm : enabled ? end : begin)}>
            <p>{enabled ? t('factor.on', { count: recovery_codes_left }) : t('factor.off')}</p>
            {codes.length > 0 && <SecretShownOnce text={codes.join('\n')} />}
            {begun && <FactorKey of={begun} />}
            <ErrorText>{fault}</ErrorText>
            <TextField
              name={begun ? 'code' : 'factor_password'}
              label={begun ? t('factor.code') : t('account.password.current')}
              type={begun ? 'text' : 'password'}
              autocomplete={begun ? 'one-time-code' : 'current-password'}
              value={text}
              onInput={setText}
            />
            <button type="submit" disabled={text === ''}>
              {begun ? t('factor.confirm') : enabled ? t('factor.end') : t('factor.begin')}
            </button>
          </Form>
        )}
      </LoadedContent>
    </FormSection>
  )
}

/** The sessions, each with a button to end it, and one that ends all others. */
function Sessions({ user }: { readonly user: UserIdAndNames }) {
  const path = `/users/${user.id}/sessions`
  const loaded = useLoaded(
    async () => (await callApi<{ sessions: readonly WebSession[] }>('GET', path)).body.sessions,
    [user.id],
  )
  const end = async (ended: readonly WebSession[], done: string) => {
    const ending = Promise.all(ended.map(({ id }) => callApi('DELETE', `/sessions/${id}`)))
    await ending.then(() => notify(done), showFault)
    loaded.reload()
  }
  return (
    <FormSection title={t('session.all')}>
      <LoadedContent of={loaded}>
        {(sessions) => {
          const others = sessions.filter((one) => !one.is_current)
          return (
            <>
              <Lines items={sessions}>
                {(one) => (
                  <>
                    <span class="name">{deviceText(one.agent)}</span>
                    <span class="detail">
                      {one.is_current
                        ? t('session.this')
                        : t('session.used', { at: utcAsBrowserTimeText(one.used_utc) })}
                    </span>
                    {!one.is_current && (
                      <button type="button" onClick={() => end([one], t('session.ended'))}>
                        {t('session.end')}
                      </button>
                    )}
                  </>
                )}
              </Lines>
              {others.length > 1 && (
                <button type="button" onClick={() => end(others, t('session.others-ended'))}>
                  {t('session.end-others')}
                </button>
              )}
            </>
          )
        }}
      </LoadedContent>
    </FormSection>
  )
}

// Confirms the user's own new e-mail address, by the link of a message that was sent there.

/** The secret is in the fragment, which browsers do not send, so that no server logs it. */
const secret = location.hash.slice(1)

/** The view behind the link. A button confirms, because some mailboxes open links by themselves. */
export function ConfirmEmail() {
  const [fault, setFault] = useState<string | undefined>(undefined)
  const user = currentUser()
  const confirm = async () => {
    try {
      await callApi('POST', `/users/${user?.id}/email-confirmation`, { body: { secret } })
      notify(t('account.email.confirmed'))
      await navigateTo('/account')
    } catch (error) {
      setFault(faultOfThrown(error).message)
    }
  }
  return (
    <>
      <ViewHeading text={t('account.email.confirm')} />
      <p>{t('account.email.confirm.text', { login: user?.login ?? '' })}</p>
      <ErrorText>{fault}</ErrorText>
      <button type="button" class="main" onClick={confirm}>
        {t('account.email.confirm')}
      </button>
    </>
  )
}

/** The account view. */
export function OwnAccountView() {
  const user = currentUser()
  const own = useLoaded(() => loadUser(user?.id ?? 0), [user?.id])
  return (
    <>
      <ViewHeading text={t('account')} />
      {user && (
        <div class="account">
          <LoadedContent of={own}>
            {(user) => (
              <>
                <UserProfileForm user={user} changed={own.reload} />
                {mayHavePassword(user) && <OwnPassword user={user} />}
                {(mayHavePassword(user) || user.second_factor) && <SecondFactor user={user} />}
              </>
            )}
          </LoadedContent>
          <Sessions user={user} />
          <Tokens user={user} />
          <SecretFeeds user={user} />
          <OwnData user={user} />
        </div>
      )}
    </>
  )
}
