/** Where an event came from on the social web. */
import type { EventItem } from '../api/types.ts'
import { t } from '../words/index.ts'

/** A line with the page of an event at its server; nothing for one of ours. */
export function FederatedOriginLine({ of: { origin } }: { readonly of: Pick<EventItem, 'origin'> }) {
  if (origin === null) return null
  return (
    <p class="detail">
      <a href={origin.url} rel="noopener noreferrer" target="_blank">
        {t('event.origin', { host: new URL(origin.actor).host })}
      </a>
    </p>
  )
}
