/** The changes of items as other programs follow them (contract §13, ext.). */

/** The outcomes of a change for an item, as a viewer sees it. */
export const changeActions = ['created', 'updated', 'removed'] as const
export type ChangeAction = (typeof changeActions)[number]

/** The media type of the stream of changes: Server-Sent Events. */
export const EVENT_STREAM_TYPE = 'text/event-stream'

/** The most changes of one page; a higher `per_page` is lowered to it. */
export const MAX_CHANGES_PER_PAGE = 1000
