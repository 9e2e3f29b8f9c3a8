/** Where an event came from on the social web. */
import type { EventItem } from '../api/types.ts'
import { OuterLink } from '../parts/link.tsx'
import { t } from '../words/index.ts'

/** A line with the page of an event at its server; nothing for one of ours. */
export function FederatedOriginLine({ of: { origin } }: { readonly of: Pick<EventItem, 'origin'> }) {
  if (origin === null) return null
  return (
    <p class="detail">
      <OuterLink href={origin.url} label={t('event.origin', { host: new URL(origin.actor).host })} />
    </p>
  )
}
