/** The account of the signed-in user, with tokens and secret feeds. */

import { useState } from 'preact/hooks'
import { encode } from 'uqr'
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { callApi, currentUser, loadList } from '../api/api.ts'
import { RowsForm } from '../edited/form.tsx'
import { useSentForm } from '../edited/use-edited-item.ts'
import { ListContent, pageOfWhole, useList } from '../lists/list.tsx'
import { Button } from '../parts/button.tsx'
import { Entry, LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { notify, showFault } from '../parts/notice.tsx'
import { FoldedSection } from '../parts/sections.tsx'
import { navigateTo } from '../route.ts'
import { ViewHeading } from '../shell/view-heading.tsx'
import { utcAsSiteTimeText } from '../time/wall.ts'
import { listText, t, wordAt } from '../words/index.ts'
import { loadUser, mayHavePassword, SecretShownOnce, type UserIdAndNames } from './accounts.tsx'
import { OwnData, PasswordForm, UserProfileForm } from './profile.tsx'
import { TokensAndFeeds } from './tokens.tsx'

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
type RecoveryCodes = components['schemas']['RecoveryCodes']
type NewFactor = components['schemas']['NewSecondFactor']
type WebSession = components['schemas']['WebSession']

const codeRow = { name: 'code', label: 'factor.code', autocomplete: 'one-time-code' } as const
const passwordRow = {
  name: 'factor_password',
  label: 'account.password.current',
  type: 'password',
  autocomplete: 'current-password',
} as const

/** What a step of the set-up shows: the key that waits for a code, or the recovery codes. */
interface FactorStep {
  readonly begun?: NewFactor
  readonly codes?: readonly string[]
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
  const path = `/users/${user.id}/second-factor`
  const loaded = useLoaded(async () => (await callApi<Factor>('GET', path)).body, [path])
  const [{ begun, codes }, setStep] = useState<FactorStep>({})
  const isOn = loaded.value?.enabled === true
  const state = useSentForm(
    path.slice(1),
    { code: '', factor_password: '' },
    async ({ code, factor_password: current_password }): Promise<FactorStep> => {
      if (begun) {
        const { body } = await callApi<RecoveryCodes>('POST', `${path}/confirmation`, { body: { code } })
        return { codes: body.recovery_codes }
      }
      const sent = { body: { current_password } }
      if (!isOn) return { begun: (await callApi<NewFactor>('POST', path, sent)).body }
      await callApi('POST', `${path}/removal`, sent)
      return {}
    },
    {
      nameOfArg: (arg) => (arg === 'current_password' ? 'factor_password' : arg),
      secrets: ['code', 'factor_password'],
    },
  )
  const saved = (step: FactorStep) => {
    setStep(step)
    loaded.reload()
  }
  const row = begun ? codeRow : passwordRow
  return (
    <FoldedSection title={t('factor')} line={loaded.value ? t(isOn ? 'webhook.on' : 'webhook.off') : ''}>
      <LoadedContent of={loaded}>
        {({ enabled, recovery_codes_left }) => (
          <>
            <p>{enabled ? t('factor.on', { count: recovery_codes_left }) : t('factor.off')}</p>
            {codes && <SecretShownOnce text={codes.join('\n')} />}
            {begun && <FactorKey of={begun} />}
            <RowsForm
              state={state}
              rows={[row]}
              saved={saved}
              submit={t(begun ? 'factor.confirm' : enabled ? 'factor.end' : 'factor.begin')}
              isDisabled={state.values[row.name] === ''}
            />
          </>
        )}
      </LoadedContent>
    </FoldedSection>
  )
}

/** The sessions, each with a button to end it, and one that ends all others. */
function Sessions({ user }: { readonly user: UserIdAndNames }) {
  const list = useList<WebSession>(async (part) => {
    const { body } = await loadList<WebSession>(`/users/${user.id}/sessions`)
    return pageOfWhole(body, part, ({ agent }) => deviceText(agent))
  }, 'sessions')
  const { value, reload } = list.loaded
  const others = value?.body.filter((one) => !one.is_current) ?? []
  const end = (ended: readonly WebSession[], done: string) => {
    const ending = Promise.all(ended.map(({ id }) => callApi('DELETE', `/sessions/${id}`)))
    ending.then(() => notify(done), showFault).finally(reload)
  }
  return (
    <FoldedSection
      title={t('session.all')}
      line={listText([...new Set(value?.body.map(({ agent }) => deviceText(agent)))])}
    >
      <ListContent list={list} none="">
        {(one) => (
          <Entry
            name={<span class="name">{deviceText(one.agent)}</span>}
            detail={
              one.is_current ? t('session.this') : t('session.used', { at: utcAsSiteTimeText(one.used_utc) })
            }
          >
            {!one.is_current && (
              <Button onClick={() => end([one], t('session.ended'))} label={t('session.end')} />
            )}
          </Entry>
        )}
      </ListContent>
      {others.length > 1 && !list.part.q && (
        <Button onClick={() => end(others, t('session.others-ended'))} label={t('session.end-others')} />
      )}
    </FoldedSection>
  )
}

// Confirms the user's own new e-mail address, by the link of a message that was sent there.

/** The secret is in the fragment, which browsers do not send, so that no server logs it. */
const secret = location.hash.slice(1)

/** The view behind the link. A button confirms, because some mailboxes open links by themselves. */
export function ConfirmEmail() {
  const user = currentUser()
  const path = `/users/${user?.id}/email-confirmation`
  const state = useSentForm('email', {}, () => callApi('POST', path, { body: { secret } }))
  const saved = () => {
    notify(t('account.email.confirmed'))
    void navigateTo('/account')
  }
  return (
    <>
      <ViewHeading text={t('account.email.confirm')} />
      <p>{t('account.email.confirm.text', { login: user?.login ?? '' })}</p>
      <RowsForm state={state} rows={[]} saved={saved} submit={t('account.email.confirm')} isMain />
    </>
  )
}

/** The account view: who one is, how one signs in, what acts on one's behalf, and what is kept. */
export function OwnAccountView() {
  const user = currentUser()
  const own = useLoaded(() => loadUser(user?.id ?? 0), [user?.id])
  return (
    <>
      <ViewHeading text={t('account')} />
      {user && <p class="facts">{[user.login, wordAt(`role.${user.role}`)].join(' · ')}</p>}
      <LoadedContent of={own}>
        {(user) => (
          <div class="settings-sections">
            <UserProfileForm user={user} changed={own.reload} />
            {mayHavePassword(user) && (
              <FoldedSection title={t('account.password')} line={user.has_password ? '••••••••' : ''}>
                <PasswordForm user={user} changed={own.reload} />
              </FoldedSection>
            )}
            {(mayHavePassword(user) || user.second_factor) && <SecondFactor user={user} />}
            <Sessions user={user} />
            <TokensAndFeeds user={user} />
            <OwnData user={user} />
          </div>
        )}
      </LoadedContent>
    </>
  )
}
