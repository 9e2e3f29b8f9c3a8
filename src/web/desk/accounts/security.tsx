/** The second factor and the sessions of the signed-in user. */
import { useState } from 'preact/hooks'
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { callApi } from '../api/api.ts'
import { faultOfThrown } from '../api/faults.ts'
import { Form } from '../kept/fields.tsx'
import { ErrorText } from '../parts/error-text.tsx'
import { TextField } from '../parts/field.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { notify, showFault } from '../parts/notice.tsx'
import { FormSection } from '../parts/part.tsx'
import { utcAsBrowserTimeText } from '../time/zones.ts'
import { t } from '../words/index.ts'
import type { UserIdAndNames } from './accounts.ts'
import { deviceText } from './agent.ts'
import { QrCode } from './qr-code.tsx'
import { SecretShownOnce } from './shown-once.tsx'

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
export function SecondFactor({ user }: { readonly user: UserIdAndNames }) {
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

interface SessionProps {
  readonly session: WebSession
  readonly end: () => void
}

function SessionLine({ session: { agent, is_current, used_utc }, end }: SessionProps) {
  return (
    <li class="line">
      <span class="name">{deviceText(agent)}</span>
      <span class="detail">
        {is_current ? t('session.this') : t('session.used', { at: utcAsBrowserTimeText(used_utc) })}
      </span>
      {!is_current && (
        <button type="button" onClick={end}>
          {t('session.end')}
        </button>
      )}
    </li>
  )
}

/** The sessions, each with a button to end it, and one that ends all others. */
export function Sessions({ user }: { readonly user: UserIdAndNames }) {
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
              <ul class="lines">
                {sessions.map((one) => (
                  <SessionLine key={one.id} session={one} end={() => end([one], t('session.ended'))} />
                ))}
              </ul>
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
