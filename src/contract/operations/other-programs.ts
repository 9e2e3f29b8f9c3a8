/** Words of what other programs and servers follow. */
import { type ResourceName, resourceNames } from '../resources/index.ts'

// The changes of items as other programs follow them (contract §13, ext.).

/** The outcomes of a change for an item, as a viewer sees it. */
export const changeActions = ['created', 'updated', 'removed'] as const
export type ChangeAction = (typeof changeActions)[number]

/** The media type of the stream of changes: Server-Sent Events. */
export const EVENT_STREAM_TYPE = 'text/event-stream'

/** The most changes of one page; a higher `per_page` is lowered to it. */
export const MAX_CHANGES_PER_PAGE = 1000

// The messages of webhooks (contract §13, ext.), and the states of their deliveries.

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

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const

/** Why the service switched a webhook off: the receiver is gone, or too many messages could not be delivered. */
export const switchedOffReasons = ['gone', 'exhausted'] as const

// The states of followers on the social web (contract §19, ext.), and why deliveries fail.

/** The states of a follower: one that waits for an editor gets nothing yet. */
export const followerStates = ['pending', 'accepted'] as const

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

// The states of the actors that the calendar follows on the social web (contract §19, ext.).

/** The states of a followed actor: its server has not answered yet, accepts the calendar, or doesn't. */
export const followingStates = ['pending', 'accepted', 'rejected'] as const

/** The statuses that events which come in may get. */
export const publicationStatusesForIncomingEvents = ['pending', 'publish'] as const

// What an import asks of files.

/** The orders of dates with slashes. */
export const slashDateOrders = ['month_first', 'day_first'] as const
