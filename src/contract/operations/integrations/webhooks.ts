/** The messages of webhooks (contract §13, ext.), and the states of their deliveries. */
import { type ResourceName, resourceNames } from '../../resources/index.ts'
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
