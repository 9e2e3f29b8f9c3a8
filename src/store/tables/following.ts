/** The tables of what the calendar follows on the social web (contract §19). Instants as in the other tables; addresses are absolute URLs. */

/** Actors of other servers that the calendar follows. */
export interface FederationFollowingTable {
  id: number
  /** Its address, unique. */
  actor: string
  host: string
  inbox: string
  state: 'pending' | 'accepted' | 'rejected'
  /** The status, the group and the category that its events get here. */
  status: 'pending' | 'publish'
  group_id: number | null
  category_id: number | null
  /** The address of our Follow, which its answer names. */
  activity: string
  created_utc: number
  /** When its outbox is to be read; null where that is done. */
  next_utc: number | null
}

/** Events of other servers, by their ids there. */
export interface IncomingFederatedEventTable {
  /** The id of the event at its server. */
  object: string
  /** The event here; null while it waits to be read. */
  event_id: number | null
  /** The actor that it is attributed to; "" while it waits. */
  actor: string
  following_id: number
  /** When its server changed it last; while it waits, when it was first asked for. */
  updated_utc: number
  /** Field → what was sent and what was stored of it, as digests; JSON. */
  sent: string
  /** When it is read at its id; null for never. */
  next_utc: number | null
  /** Whether it is read again every day until it is over. */
  is_daily: 0 | 1
  /** The address of the image that is to be fetched; "" for none. */
  image: string
  /** When that is fetched; null for never. */
  image_utc: number | null
}

/** Domains that editors blocked. */
export interface FederationBlockTable {
  domain: string
  created_utc: number
}

export interface FollowingTables {
  federation_following: FederationFollowingTable
  federation_incoming: IncomingFederatedEventTable
  federation_blocks: FederationBlockTable
}
