/** The states of followers on the social web (contract §19, ext.), and why deliveries fail. */

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
