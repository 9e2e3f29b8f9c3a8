/** Types of the rows of webhooks for other folders. */
import type { Webhook } from '../store.ts'
import type { WebhookTable } from '../tables.ts'

/** A row as a webhook, without its secrets. */
export function webhookOfRow(row: WebhookTable): Webhook {
  const { id, url, types, filter_args, is_private, active, created_utc, failures, exhausted } = row
  return {
    id,
    url,
    types: JSON.parse(types),
    filter: JSON.parse(filter_args),
    isPrivate: is_private === 1,
    active: active === 1,
    created_utc,
    failures,
    exhausted,
    switched_off: row.switched_off,
    switched_off_utc: row.switched_off_utc,
  }
}

/** The secrets of a row that sign at a time (seconds since 1970 UTC), newest first. */
export const signingSecrets = (row: WebhookTable, now: number): readonly string[] =>
  row.old_secret !== '' && row.old_until_utc > now ? [row.secret, row.old_secret] : [row.secret]
