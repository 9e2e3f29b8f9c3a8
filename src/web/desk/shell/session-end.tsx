/** Warns before a session through an organisation ends, which no use prolongs: time to sign in again in another window. */
import { useEffect, useState } from 'preact/hooks'
import { callApi, currentUser, hasSessionExpiredSignal, sessionSignal } from '../api/api.ts'
import { RequestFault } from '../api/faults.ts'
import type { Session } from '../api/types.ts'
import { deskSettings } from '../desk-settings.ts'
import { OuterLink } from '../parts/link.tsx'
import { epochMillisecondsNow } from '../time/wall.ts'
import { t } from '../words/index.ts'

const WARNED_MINUTES = 10
const MINUTE = 60_000
const LOOK_EVERY = 10_000

/** Takes up the session of another window; the view stays, and asks to sign in where there is none of the same user. */
async function takeUpSession(): Promise<void> {
  const before = currentUser()?.id
  try {
    const { body } = await callApi<Session>('GET', '/session', { isQuiet: true })
    if (body.user.id === before) sessionSignal.value = body
    else hasSessionExpiredSignal.value = true
  } catch (error) {
    if (error instanceof RequestFault && error.status === 401) hasSessionExpiredSignal.value = true
  }
}

/** Returns the minutes that are left of the session; undefined while they are many, or it has no fixed end. */
function useMinutesLeft(): number | undefined {
  const session = sessionSignal.value
  const seconds = typeof session === 'object' ? session.ends_in : undefined
  const [minutes, setMinutes] = useState<number>()
  useEffect(() => {
    setMinutes(undefined)
    if (seconds === undefined) return
    const end = epochMillisecondsNow() + seconds * 1000
    const look = () => {
      const left = Math.ceil((end - epochMillisecondsNow()) / MINUTE)
      if (left <= WARNED_MINUTES) setMinutes(Math.max(left, 0))
      // Another window may have begun a new one.
      if (left <= 0 && !hasSessionExpiredSignal.value) void takeUpSession()
    }
    look()
    const timer = setInterval(look, LOOK_EVERY)
    return () => clearInterval(timer)
  }, [session])
  return minutes
}

/** The warning, from ten minutes before. Who comes back from the other window finds it gone. */
export function SessionEndWarning() {
  const minutes = useMinutesLeft()
  const isWarned = minutes !== undefined && !hasSessionExpiredSignal.value
  useEffect(() => {
    if (!isWarned) return
    const takeUp = () => void takeUpSession()
    addEventListener('focus', takeUp)
    return () => removeEventListener('focus', takeUp)
  }, [isWarned])
  const { root, desk, protocol } = deskSettings
  return (
    <div role="status">
      {isWarned && (
        <p class="session-end">
          {t('session-end', { count: minutes })}{' '}
          <OuterLink
            href={`${root}/signin/${protocol}?return=${encodeURIComponent(desk)}`}
            label={t('session-end.again')}
          />
        </p>
      )}
    </div>
  )
}
