/** The tables of changes, webhooks and deliveries. Instants and booleans as in the other tables. */

export interface NewestChangeOfItemTable {
  resource: string
  item_id: number
  /** The newest write that changed the item itself. */
  revision: number
  at_utc: number
  author: number
  /** Whether the item exists outside the trash. */
  is_live: 0 | 1
  /** Whether the public may find the item in lists. */
  is_public: 0 | 1
  /** The revision since which it is live; 0 for one from before its changes were recorded. */
  live_since: number
  public_since: number
  /** The newest write after or before which the public saw the item; null if it never did. */
  public_revision: number | null
  /** The group of an event or a series; null for none, and for items that have no groups. */
  group_id: number | null
  /** The revision since which it is in that group, or in none; 0 for one from before. */
  group_since: number
}

/** An event or a series that left a group, or that was in none and came into one. */
export interface GroupLeavingTable {
  /** 0 for no group. */
  group_id: number
  resource: string
  item_id: number
  /** The newest write by which it left. */
  revision: number
  author: number
  /** The newest write after or before which the public saw it in this group; null if it never did. */
  public_revision: number | null
}

export interface WebhookTable {
  id: number
  url: string
  /** A JSON list. */
  types: string
  /** Args of a list, a JSON object. */
  filter_args: string
  is_private: 0 | 1
  active: 0 | 1
  /** `whsec_…`: signatures need the secret itself. */
  secret: string
  /** The secret before the last rotation, which signs until `old_until_utc` as well; "" for none. */
  old_secret: string
  old_until_utc: number
  created_utc: number
  /** Every change up to this revision is delivered, or is among the waiting deliveries. */
  seen_revision: number
  /** Consecutive failed attempts. */
  failures: number
  /** Messages given up since the last success. */
  exhausted: number
  /** Until when no new messages are sent, because too many are waiting. */
  held_utc: number
  /** Why the service switched it off: `gone`, `exhausted` or "". */
  switched_off: string
  switched_off_utc: number | null
}

export interface WebhookDeliveryTable {
  id: number
  webhook_id: number
  /** The `webhook-id` of every attempt. */
  message_id: string
  type: string
  resource: string
  item_id: number
  revision: number
  /** The JSON that is sent. */
  body: string
  state: 'waiting' | 'delivered' | 'failed'
  attempts: number
  /** When it is tried next; null behind an earlier delivery of the same item, and when it is finished. */
  next_utc: number | null
  created_utc: number
  tried_utc: number | null
  /** The status of the last response. */
  status: number | null
  milliseconds: number | null
  result: string
}
