interface Ticketed {
  readonly event_status: string
  readonly tickets?: readonly { readonly availability: string }[]
}

/** Returns whether nobody can get in any more: all tickets are sold, and the event takes place. */
export const isSoldOut = ({ tickets = [], event_status }: Ticketed): boolean =>
  event_status !== 'cancelled' &&
  tickets.length > 0 &&
  tickets.every(({ availability }) => availability === 'sold_out')
