/** Operations on calendar subscriptions (contract §0, ext.), for administrators. */
import { defaulted, markedAsExtension, notClearable, optional, required } from '../../arg.ts'
import { collectArgsByOperation } from '../../args-of.ts'
import { basicAuthLogin, calendarUrl, categoryNames, interval } from '../../kinds/subscription.ts'
import * as kind from '../../kinds.ts'
import { idInPath, ofOneById } from '../../resources/shared.ts'

const none = { address: {}, args: {} }

/** The operations on calendar subscriptions, in the order of the index. */
export const calendarSubscriptionOperations = [
  { ...none, path: '/subscriptions', action: 'list-subscriptions', methods: ['GET'] },
  {
    path: '/subscriptions',
    address: {},
    action: 'add-subscription',
    methods: ['POST'],
    args: {
      address: markedAsExtension(required(calendarUrl)),
      login: markedAsExtension(optional(basicAuthLogin)),
      every: markedAsExtension(defaulted(interval, '6h')),
      categories: markedAsExtension(notClearable(categoryNames)),
      group: markedAsExtension(optional(kind.groupTarget)),
      prune: markedAsExtension(defaulted(kind.boolean, false)),
    },
  },
  {
    path: '/subscriptions/{id}',
    address: idInPath,
    action: 'change-subscription',
    methods: ['PATCH'],
    args: {
      address: markedAsExtension(notClearable(calendarUrl)),
      login: markedAsExtension(optional(basicAuthLogin)),
      every: markedAsExtension(notClearable(interval)),
      categories: markedAsExtension(notClearable(categoryNames)),
      group: markedAsExtension(optional(kind.groupTarget)),
      prune: markedAsExtension(notClearable(kind.boolean)),
    },
  },
  { ...ofOneById, path: '/subscriptions/{id}', action: 'end-subscription', methods: ['DELETE'] },
  { ...ofOneById, path: '/subscriptions/{id}/run', action: 'run-subscription', methods: ['POST'] },
] as const

export type SubscriptionOperationName = (typeof calendarSubscriptionOperations)[number]['action']

/** The actions on calendar subscriptions. */
export const subscriptionOperationNames: readonly SubscriptionOperationName[] =
  calendarSubscriptionOperations.map(({ action }) => action)

/** The args of the operations on calendar subscriptions, by the name of the operation. */
export const subscriptionArgsByOperation = collectArgsByOperation(calendarSubscriptionOperations)
