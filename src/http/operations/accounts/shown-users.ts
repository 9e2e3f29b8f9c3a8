/** Users, tokens, secret feeds and sessions as JSON. */
import { formatSecondsAsTimestampOrEmpty } from '../../../domain/time/timestamp.ts'
import type { ShownSession, StoredSecretFeed, Token, User } from '../../../store/store.ts'

export const shownUser = ({
  created_utc,
  reset_asked_utc,
  invited_until_utc,
  last_seen_utc,
  display_name,
  ...user
}: User) => ({
  ...user,
  display_name: display_name || user.login,
  created_utc: formatSecondsAsTimestampOrEmpty(created_utc),
  reset_asked_utc: formatSecondsAsTimestampOrEmpty(reset_asked_utc),
  invited_until_utc: formatSecondsAsTimestampOrEmpty(invited_until_utc),
  last_seen_utc: formatSecondsAsTimestampOrEmpty(last_seen_utc),
})

export const shownToken = ({ id, name, created_utc, expires_utc, last_used_utc, scopes }: Token) => ({
  id,
  name,
  created_utc: formatSecondsAsTimestampOrEmpty(created_utc),
  expires_utc: formatSecondsAsTimestampOrEmpty(expires_utc),
  last_used_utc: formatSecondsAsTimestampOrEmpty(last_used_utc),
  scopes,
})

export const shownFeedWithoutSecret = ({
  id,
  name,
  statuses,
  created_utc,
  last_used_utc,
}: StoredSecretFeed) => ({
  id,
  name,
  statuses,
  created_utc: formatSecondsAsTimestampOrEmpty(created_utc),
  last_used_utc: formatSecondsAsTimestampOrEmpty(last_used_utc),
})

export const shownSession = ({ login: _, created_utc, used_utc, expires_utc, ...session }: ShownSession) => ({
  ...session,
  created_utc: formatSecondsAsTimestampOrEmpty(created_utc),
  used_utc: formatSecondsAsTimestampOrEmpty(used_utc),
  expires_utc: formatSecondsAsTimestampOrEmpty(expires_utc),
})
