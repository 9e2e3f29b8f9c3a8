/** Operations on the members of a group (contract §16, ext.). */
import { markedAsExtension, required } from '../../arg.ts'
import { collectArgsByOperation } from '../../args-of.ts'
import * as kind from '../../kinds.ts'
import { idInPath, ofOneById } from '../../resources/shared.ts'
import { groupRoles } from './account-names.ts'

/** The id or the login of a user: managers of a group do not see the list of users. */
const member = { ...idInPath, user: markedAsExtension(required(kind.text(60))) }

/** The operations on the members of groups, in the order of the index. */
export const memberOperations = [
  { ...ofOneById, path: '/groups/{id}/members', action: 'list-members', methods: ['GET'] },
  {
    path: '/groups/{id}/members/{user}',
    address: member,
    action: 'set-member',
    methods: ['PUT'],
    args: { role: markedAsExtension(required(kind.choice(groupRoles))) },
  },
  {
    path: '/groups/{id}/members/{user}',
    address: member,
    action: 'remove-member',
    methods: ['DELETE'],
    args: {},
  },
] as const

export type MemberOperationName = (typeof memberOperations)[number]['action']

/** The actions on the members of groups. */
export const memberOperationNames: readonly MemberOperationName[] = memberOperations.map(
  ({ action }) => action,
)

/** The args of the operations on the members of groups, by the name of the operation. */
export const memberArgsByOperation = collectArgsByOperation(memberOperations)
