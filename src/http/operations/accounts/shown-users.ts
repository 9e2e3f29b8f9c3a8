/** Users, tokens, secret feeds and sessions as JSON. */
import { timestampOrEmpty } from '../../../domain/time/timestamp.ts'
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
  created_utc: timestampOrEmpty(created_utc),
  reset_asked_utc: timestampOrEmpty(reset_asked_utc),
  invited_until_utc: timestampOrEmpty(invited_until_utc),
  last_seen_utc: timestampOrEmpty(last_seen_utc),
})

export const shownToken = ({ id, name, created_utc, expires_utc, last_used_utc, scopes }: Token) => ({
  id,
  name,
  created_utc: timestampOrEmpty(created_utc),
  expires_utc: timestampOrEmpty(expires_utc),
  last_used_utc: timestampOrEmpty(last_used_utc),
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
  created_utc: timestampOrEmpty(created_utc),
  last_used_utc: timestampOrEmpty(last_used_utc),
})

export const shownSession = ({ login: _, created_utc, used_utc, expires_utc, ...session }: ShownSession) => ({
  ...session,
  created_utc: timestampOrEmpty(created_utc),
  used_utc: timestampOrEmpty(used_utc),
  expires_utc: timestampOrEmpty(expires_utc),
})
