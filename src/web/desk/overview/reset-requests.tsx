/** Requests for new passwords that no e-mail answered. */
import { listUsers } from '../accounts/accounts.ts'
import { Link } from '../parts/link.tsx'
import { useLoaded } from '../parts/loaded.tsx'
import { utcAsBrowserTimeText } from '../time/zones.ts'
import { t } from '../words/index.ts'

/** Users who asked for a new password and got no e-mail: an administrator passes a link on. */
export function ResetRequests() {
  const { value: users = [] } = useLoaded(listUsers, [])
  const asking = users.filter(({ reset_asked_utc }) => reset_asked_utc !== '')
  if (asking.length === 0) return null
  return (
    <ul class="told lines" aria-label={t('user.resets')}>
      {asking.map(({ id, display_name: name, reset_asked_utc }) => (
        <li key={id} class="line">
          <Link to={`/users?user=${id}`}>{t('user.reset.asked', { name })}</Link>
          <span class="detail">{utcAsBrowserTimeText(reset_asked_utc)}</span>
        </li>
      ))}
    </ul>
  )
}
