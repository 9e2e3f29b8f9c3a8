/** Operations on webhooks (contract §13, ext.), for administrators. */

import { defaulted, markedAsExtension, notClearable, optional, required } from '../../arg.ts'
import { collectArgsByOperation } from '../../args-of.ts'
import { receiverUrl, webhookFilter } from '../../kinds/webhook.ts'
import * as kind from '../../kinds.ts'
import { type ResourceName, resourceNames } from '../../resources/index.ts'
import { idInPath, ofOneById, pagingArgs } from '../../resources/shared.ts'
import { changeActions } from './changes.ts'

type ChangeType = `${ResourceName}.${(typeof changeActions)[number]}`

/** The types of messages about changes of items. */
export const changeMessageTypes: readonly ChangeType[] = resourceNames.flatMap((resource) =>
  changeActions.map((action): ChangeType => `${resource}.${action}`),
)

/** The type of messages about what the public submits (contract §14). It must be asked for. */
export const SUBMISSION_TYPE = 'submission.received'

/** All types that a webhook can select. */
export const webhookMessageTypes = [...changeMessageTypes, SUBMISSION_TYPE] as const
export type WebhookMessageType = (typeof webhookMessageTypes)[number]

/** The type of the message that a test sends. */
export const TEST_MESSAGE_TYPE = 'webhook.test'

/** The states of a delivery. */
export const deliveryStates = ['waiting', 'delivered', 'failed'] as const

/** Why the service switched a webhook off: the receiver is gone, or too many messages could not be delivered. */
export const switchedOffReasons = ['gone', 'exhausted'] as const

const none = { address: {}, args: {} }
const types = kind.choiceList(webhookMessageTypes)

/** The operations on webhooks, in the order of the index. */
export const webhookOperations = [
  { ...none, path: '/webhooks', action: 'list-webhooks', methods: ['GET'] },
  {
    path: '/webhooks',
    address: {},
    action: 'add-webhook',
    methods: ['POST'],
    args: {
      url: markedAsExtension(required(receiverUrl)),
      types: markedAsExtension(optional(types)),
      filter: markedAsExtension(optional(webhookFilter)),
      active: markedAsExtension(defaulted(kind.boolean, true)),
      private: markedAsExtension(defaulted(kind.boolean, false)),
    },
  },
  { ...ofOneById, path: '/webhooks/{id}', action: 'read-webhook', methods: ['GET'] },
  {
    path: '/webhooks/{id}',
    address: idInPath,
    action: 'change-webhook',
    methods: ['POST', 'PUT', 'PATCH'],
    args: {
      url: markedAsExtension(notClearable(receiverUrl)),
      types: markedAsExtension(optional(types)),
      filter: markedAsExtension(optional(webhookFilter)),
      active: markedAsExtension(notClearable(kind.boolean)),
      private: markedAsExtension(notClearable(kind.boolean)),
    },
  },
  { ...ofOneById, path: '/webhooks/{id}', action: 'remove-webhook', methods: ['DELETE'] },
  { ...ofOneById, path: '/webhooks/{id}/test', action: 'test-webhook', methods: ['POST'] },
  { ...ofOneById, path: '/webhooks/{id}/rotate', action: 'rotate-webhook', methods: ['POST'] },
  {
    path: '/webhooks/{id}/deliveries',
    address: idInPath,
    action: 'list-deliveries',
    methods: ['GET'],
    args: { page: markedAsExtension(pagingArgs.page), per_page: markedAsExtension(pagingArgs.per_page) },
  },
  {
    path: '/webhooks/{id}/deliveries/{delivery}/redeliver',
    address: { ...idInPath, delivery: required(kind.integer(0)) },
    action: 'redeliver',
    methods: ['POST'],
    args: {},
  },
] as const

export type WebhookOperationName = (typeof webhookOperations)[number]['action']

export const webhookOperationNames: readonly WebhookOperationName[] = webhookOperations.map(
  ({ action }) => action,
)

/** The args of the operations on webhooks, by the name of the operation. */
export const webhookArgsByOperation = collectArgsByOperation(webhookOperations)
