/** Users, their sessions, tokens and secret feeds as JSON, and the shapes of it. */
import { named } from '../../api/answer.ts'
import { roles, scopes } from '../../contract/operations/accounts/account-names.ts'
import { settableStatuses } from '../../contract/resources/shared.ts'
import {
  booleanShape,
  choiceShape,
  integerShape,
  listShape,
  optionalShape,
  sameShapeByName,
  textShape,
  timestampOrEmptyShape,
  timestampShape,
  webAddressShape,
} from '../../contract/shape.ts'
import { formatSecondsAsTimestampOrEmpty } from '../../domain/time/timestamp.ts'
import type { ShownSession, StoredSecretFeed, Token, User } from '../../store/store.ts'
import { interfaceLanguageCodes } from '../../words/languages.ts'

export const invitation = named('Invitation', {
  sent: booleanShape,
  address: textShape,
  expires_utc: timestampOrEmptyShape,
})

export const user = named('User', {
  id: integerShape,
  login: textShape,
  ...sameShapeByName(textShape, 'display_name', 'email', 'subject'),
  language: choiceShape<string>(['', ...interfaceLanguageCodes]),
  role: choiceShape<string>(roles),
  created_utc: timestampShape,
  ...sameShapeByName(booleanShape, 'has_password', 'second_factor', 'suspended', 'single_sign_on'),
  ...sameShapeByName(timestampOrEmptyShape, 'reset_asked_utc', 'invited_until_utc', 'last_seen_utc'),
  new_email: optionalShape(textShape),
  invitation: optionalShape(invitation),
})
export const users = named('UserList', { users: listShape(user) })

const ofToken = {
  id: integerShape,
  name: textShape,
  created_utc: timestampShape,
  ...sameShapeByName(timestampOrEmptyShape, 'expires_utc', 'last_used_utc'),
  scopes: listShape(choiceShape(scopes)),
}
export const token = named('Token', ofToken)
export const tokens = named('TokenList', { tokens: listShape(token) })
export const createdToken = named('CreatedToken', { ...ofToken, token: textShape })

const ofFeed = {
  id: integerShape,
  name: textShape,
  statuses: listShape(choiceShape<string>(settableStatuses)),
  created_utc: timestampShape,
  last_used_utc: timestampOrEmptyShape,
}
export const feed = named('SecretFeed', ofFeed)
export const feeds = named('SecretFeedList', { feeds: listShape(feed) })
export const createdFeed = named('CreatedSecretFeed', { ...ofFeed, address: webAddressShape })

export const session = named('WebSession', {
  ...sameShapeByName(integerShape, 'id', 'user_id'),
  ...sameShapeByName(timestampShape, 'created_utc', 'used_utc', 'expires_utc'),
  agent: textShape,
  is_current: booleanShape,
})
export const sessions = named('SessionList', { sessions: listShape(session) })

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

export const shownFeed = ({ id, name, statuses, created_utc, last_used_utc }: StoredSecretFeed) => ({
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
