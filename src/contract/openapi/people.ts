/** The schemas of users and their tokens (contract §5, ext.). */
import { type PeopleAction, roles } from '../people.ts'
import { type Json, ref } from './document.ts'
import { each, listOf, object, text, timestamp, whole } from './shapes.ts'

const timestampOrNone = { anyOf: [timestamp, { const: '' }] }
const token = {
  id: whole,
  name: text,
  created_utc: timestamp,
  ...each(timestampOrNone, 'expires_utc', 'last_used_utc'),
}

/** Action → the name of the schema of its answer. */
export const peopleSchemas: { readonly [A in PeopleAction]: string } = {
  'list-users': 'UserList',
  'add-user': 'User',
  'change-user': 'User',
  'remove-user': 'User',
  'end-sessions': 'User',
  'list-tokens': 'TokenList',
  'create-token': 'CreatedToken',
  'revoke-token': 'Token',
}

/** Name → schema. */
export const ofPeople: Readonly<Record<string, Json>> = {
  User: object({ id: whole, login: text, role: { type: 'string', enum: roles }, created_utc: timestamp }),
  UserList: object({ users: listOf(ref('User')) }),
  Token: object(token),
  TokenList: object({ tokens: listOf(ref('Token')) }),
  CreatedToken: object({ ...token, token: text }),
}
