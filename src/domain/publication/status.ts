/** Publication (contract §4.3): the status and publication date of items, and when an item counts as published. */

export type SettableStatus = 'publish' | 'future' | 'draft' | 'pending' | 'private'
export type ItemStatus = SettableStatus | 'trash'

export interface Publication {
  readonly status: ItemStatus
  /** Publication date, seconds since 1970 UTC. */
  readonly date: number
  /** Whether the date was ever sent, or set by a first publication. */
  readonly dateSet: boolean
}

export interface RequestedPublicationChange {
  readonly status?: SettableStatus | undefined
  /** The publication date sent, seconds since 1970 UTC. */
  readonly date?: number | undefined
  /** Now, seconds since 1970 UTC. */
  readonly now: number
  /** Whether the user may publish. Without this right an item becomes `pending` until it is approved. */
  readonly mayPublish: boolean
}

/** The status of an item at `now` (seconds since 1970 UTC): a `future` item is published once its date is reached. */
export function itemStatusAt(kept: ItemStatus, date: number, now: number): ItemStatus {
  return kept === 'future' && date <= now ? 'publish' : kept
}

/** Whether the publication is approved: the item is published, or will be at its date. */
export function isApprovedStatus(status: ItemStatus): boolean {
  return status === 'publish' || status === 'future'
}

function scaledBack(sent: SettableStatus, mayPublish: boolean): SettableStatus {
  return mayPublish || sent === 'draft' ? sent : 'pending'
}

/** The publication of a new item; without a date in the change its date is now. */
export function newItemPublication(change: RequestedPublicationChange): Publication {
  const status = scaledBack(change.status ?? (change.mayPublish ? 'publish' : 'draft'), change.mayPublish)
  return settle(status, change.date ?? change.now, change.date !== undefined, change.now)
}

function settle(status: ItemStatus, date: number, dateSent: boolean, now: number): Publication {
  if (!isApprovedStatus(status)) return { status, date, dateSet: dateSent }
  return { status: date > now ? 'future' : 'publish', date, dateSet: true }
}

/**
 * The publication after a change. `kept` is the stored publication, with its status at `change.now`. A status equal
 * to the stored one counts as absent. A published item stays published unless its date moves into the future. A draft
 * without a date of its own gets now when it is first published.
 */
export function publicationAfterChange(kept: Publication, change: RequestedPublicationChange): Publication {
  const sent = change.status === kept.status ? undefined : change.status
  const dateSet = kept.dateSet || change.date !== undefined
  if (sent === undefined) {
    return settle(kept.status, change.date ?? kept.date, dateSet, change.now)
  }
  const status = scaledBack(sent, change.mayPublish)
  const takesNow = isApprovedStatus(status) && (kept.status === 'future' || !dateSet)
  const date = change.date ?? (takesNow ? change.now : kept.date)
  return settle(status, date, dateSet, change.now)
}
