/** Users, tokens, secret feeds and sessions as JSON. */
import { utcTimestamp } from '../../../domain/time/timestamp.ts'
import type { ShownSession, StoredFeedLink, Token, User } from '../../../store/store.ts'

/** A time in seconds since 1970 UTC as a timestamp; "" for none. */
export const when = (seconds: number | null) => (seconds === null ? '' : utcTimestamp(seconds))

export const shownUser = ({ created_utc, reset_asked_utc, display_name, ...user }: User) => ({
  ...user,
  display_name: display_name || user.login,
  created_utc: when(created_utc),
  reset_asked_utc: when(reset_asked_utc),
})

export const shownToken = ({ id, name, created_utc, expires_utc, last_used_utc, scopes }: Token) => ({
  id,
  name,
  created_utc: when(created_utc),
  expires_utc: when(expires_utc),
  last_used_utc: when(last_used_utc),
  scopes,
})

export const shownFeed = ({ id, name, statuses, created_utc, last_used_utc }: StoredFeedLink) => ({
  id,
  name,
  statuses,
  created_utc: when(created_utc),
  last_used_utc: when(last_used_utc),
})

export const shownSession = ({ login: _, created_utc, used_utc, expires_utc, ...session }: ShownSession) => ({
  ...session,
  created_utc: when(created_utc),
  used_utc: when(used_utc),
  expires_utc: when(expires_utc),
})
