/** The states of the actors that the calendar follows on the social web (contract §19, ext.). */

/** The states of a followed actor: its server has not answered yet, accepts the calendar, or doesn't. */
export const followingStates = ['pending', 'accepted', 'rejected'] as const

/** The statuses that events which come in may get. */
export const publicationStatusesForIncomingEvents = ['pending', 'publish'] as const
