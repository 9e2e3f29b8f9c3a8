/** Operations on the actors that the calendar follows on the social web, and on blocked domains (contract §19, ext.), for editors. */
import { defaulted, markedAsExtension, optional, required } from '../../arg.ts'
import { collectArgsByOperation } from '../../args-of.ts'
import * as kind from '../../kinds.ts'
import { idInPath, ofOneById, pagingArgs } from '../../resources/shared.ts'

/** The states of a followed actor: its server has not answered yet, accepts the calendar, or doesn't. */
export const followingStates = ['pending', 'accepted', 'rejected'] as const

/** The statuses that events which come in may get. */
export const publicationStatusesForIncomingEvents = ['pending', 'publish'] as const

const ofDomain = { address: { domain: required(kind.text(253)) }, args: {} }

/** The operations on followed actors and blocked domains, in the order of the index. */
export const followingOperations = [
  {
    path: '/following',
    address: {},
    action: 'list-following',
    methods: ['GET'],
    args: { page: markedAsExtension(pagingArgs.page), per_page: markedAsExtension(pagingArgs.per_page) },
  },
  {
    path: '/following',
    address: {},
    action: 'follow-actor',
    methods: ['POST'],
    args: {
      actor: markedAsExtension(required(kind.text(1000))),
      group: markedAsExtension(optional(kind.groupTarget)),
      category: markedAsExtension(optional(kind.integer(0))),
      status: markedAsExtension(defaulted(kind.choice(publicationStatusesForIncomingEvents), 'pending')),
    },
  },
  { ...ofOneById, path: '/following/{id}', action: 'read-following', methods: ['GET'] },
  {
    path: '/following/{id}',
    address: idInPath,
    action: 'unfollow-actor',
    methods: ['DELETE'],
    args: { remove: markedAsExtension(defaulted(kind.boolean, false)) },
  },
  { path: '/federation/blocks', address: {}, action: 'list-blocks', methods: ['GET'], args: {} },
  { ...ofDomain, path: '/federation/blocks/{domain}', action: 'block-domain', methods: ['PUT'] },
  { ...ofDomain, path: '/federation/blocks/{domain}', action: 'unblock-domain', methods: ['DELETE'] },
] as const

export type FollowingOperationName = (typeof followingOperations)[number]['action']

/** The actions on followed actors and blocked domains. */
export const followingOperationNames: readonly FollowingOperationName[] = followingOperations.map(
  ({ action }) => action,
)

/** The args of the operations on followed actors and blocked domains, by the name of the operation. */
export const followingArgsByOperation = collectArgsByOperation(followingOperations)
