/** Operations on calendar subscriptions (contract §0, ext.), for administrators. */
import { defaulted, extension, lasting, required } from './arg.ts'
import { calendar, interval, names } from './kinds/subscription.ts'
import * as kind from './kinds.ts'

const address = { id: required(kind.integer(0)) }
const none = { address: {}, args: {} }
const ofOne = { address, args: {} }

/** Every operation, in the order of the index. */
export const subscriptionOperations = [
  { ...none, path: '/subscriptions', action: 'list-subscriptions', methods: ['GET'] },
  {
    path: '/subscriptions',
    address: {},
    action: 'add-subscription',
    methods: ['POST'],
    args: {
      address: extension(required(calendar)),
      every: extension(defaulted(interval, '6h')),
      categories: extension(lasting(names)),
      prune: extension(defaulted(kind.boolean, false)),
    },
  },
  {
    path: '/subscriptions/{id}',
    address,
    action: 'change-subscription',
    methods: ['PATCH'],
    args: { every: extension(lasting(interval)) },
  },
  { ...ofOne, path: '/subscriptions/{id}', action: 'end-subscription', methods: ['DELETE'] },
  { ...ofOne, path: '/subscriptions/{id}/run', action: 'run-subscription', methods: ['POST'] },
] as const

export type SubscriptionAction = (typeof subscriptionOperations)[number]['action']

/** Returns whether the action belongs to calendar subscriptions. */
export function isSubscriptionAction(action: string): action is SubscriptionAction {
  return subscriptionOperations.some((one) => one.action === action)
}
