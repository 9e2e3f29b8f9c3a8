/** Operations on the followers of the calendar on the social web (contract §19, ext.), for editors. */
import { markedAsExtension } from '../../arg.ts'
import { ofOneById, pagingArgs } from '../../resources/shared.ts'

/** The states of a follower: one that waits for an editor gets nothing yet. */
export const followerStates = ['pending', 'accepted'] as const

const paging = { page: markedAsExtension(pagingArgs.page), per_page: markedAsExtension(pagingArgs.per_page) }

/** Why a server does not get, or did not get, what is sent to it. */
export const deliveryFailureReasons = [
  'no-connection',
  'no-answer',
  'unknown-host',
  'not-public',
  'certificate',
  'redirect',
  'refused',
  'gone',
  'busy',
  'fault',
  'given-up',
  'blocked',
] as const

/** The operations on followers and deliveries, in the order of the index. */
export const followerOperations = [
  { path: '/federation', address: {}, action: 'read-federation', methods: ['GET'], args: {} },
  { path: '/federation/sent', address: {}, action: 'list-sent', methods: ['GET'], args: paging },
  { path: '/federation/hosts', address: {}, action: 'list-hosts', methods: ['GET'], args: paging },
  {
    path: '/followers',
    address: {},
    action: 'list-followers',
    methods: ['GET'],
    args: paging,
  },
  { ...ofOneById, path: '/followers/{id}', action: 'remove-follower', methods: ['DELETE'] },
  { ...ofOneById, path: '/followers/{id}/approve', action: 'approve-follower', methods: ['POST'] },
] as const

export type FollowerOperationName = (typeof followerOperations)[number]['action']

/** The actions on followers. */
export const followerOperationNames: readonly FollowerOperationName[] = followerOperations.map(
  ({ action }) => action,
)
