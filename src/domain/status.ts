/** Publication (contract §4.3): which status and date an item takes, and what counts as published when. */

export type SentStatus = 'publish' | 'future' | 'draft' | 'pending' | 'private'
export type ItemStatus = SentStatus | 'trash'

export interface Publication {
  readonly status: ItemStatus
  /** Publication date, seconds since 1970 UTC. */
  readonly date: number
  /** Whether the date was ever sent, or taken by a first publication. */
  readonly dateSet: boolean
}

export interface PublicationChange {
  readonly status?: SentStatus | undefined
  /** The publication date sent, seconds since 1970 UTC. */
  readonly date?: number | undefined
  /** Now, seconds since 1970 UTC. */
  readonly now: number
  /** Without this right what would be public waits for approval as `pending`. */
  readonly mayPublish: boolean
}

/** The status of an item at `now`: a future item whose date has come is published. */
export function statusAt(kept: ItemStatus, date: number, now: number): ItemStatus {
  return kept === 'future' && date <= now ? 'publish' : kept
}

/** Whether somebody who may publish has agreed to it: it is public, or will be without anyone asking again. */
export function isApproved(status: ItemStatus): boolean {
  return status === 'publish' || status === 'future'
}

function scaledBack(sent: SentStatus, mayPublish: boolean): SentStatus {
  return mayPublish || sent === 'draft' ? sent : 'pending'
}

/** The publication of a new item; `kept.date` is now. */
export function firstPublication(change: PublicationChange): Publication {
  const status = scaledBack(change.status ?? (change.mayPublish ? 'publish' : 'draft'), change.mayPublish)
  return settle(status, change.date ?? change.now, change.date !== undefined, change.now)
}

function settle(status: ItemStatus, date: number, dateSent: boolean, now: number): Publication {
  if (!isApproved(status)) return { status, date, dateSet: dateSent }
  return { status: date > now ? 'future' : 'publish', date, dateSet: true }
}

/**
 * The publication after a change. `kept.status` is the status at `change.now`. A status equal to the one kept
 * counts as absent; a published item stays so unless its date moves ahead; a draft without a date of its own
 * takes now when first published.
 */
export function nextPublication(kept: Publication, change: PublicationChange): Publication {
  const sent = change.status === kept.status ? undefined : change.status
  const dateSet = kept.dateSet || change.date !== undefined
  if (sent === undefined) {
    return settle(kept.status, change.date ?? kept.date, dateSet, change.now)
  }
  const status = scaledBack(sent, change.mayPublish)
  const takesNow = isApproved(status) && (kept.status === 'future' || !dateSet)
  const date = change.date ?? (takesNow ? change.now : kept.date)
  return settle(status, date, dateSet, change.now)
}
