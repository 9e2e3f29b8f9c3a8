/** The last deliveries of a webhook. */
import { callApi } from '../api/api.ts'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { tellWhenDone } from '../parts/notice.tsx'
import { utcAsBrowserTimeText } from '../time/zones.ts'
import { t } from '../words/index.ts'
import { type Delivery, loadLastDeliveriesOfWebhook, pathOfWebhook, type Webhook } from './webhooks.ts'

interface RowProps {
  readonly delivery: Delivery
  readonly resend: (delivery: Delivery) => void
}

function Row({ delivery, resend }: RowProps) {
  const { type, item_id, state, result, tried_utc } = delivery
  const told =
    tried_utc === '' ? result : t('labelled', { label: utcAsBrowserTimeText(tried_utc), text: result })
  return (
    <li>
      <span class={state === 'delivered' ? 'detail' : 'wrong'}>
        {type} {item_id > 0 && item_id} · {t(`webhook.state.${state}`)} · {told}
      </span>{' '}
      <button type="button" onClick={() => resend(delivery)}>
        {t('webhook.resend')}
      </button>
    </li>
  )
}

/** The list, newest first. */
export function Deliveries({ webhook }: { readonly webhook: Webhook }) {
  const loaded = useLoaded(() => loadLastDeliveriesOfWebhook(webhook), [webhook.id])
  const resend = ({ id }: Delivery) =>
    tellWhenDone(
      callApi('POST', `${pathOfWebhook(webhook)}/deliveries/${id}/redeliver`),
      t('webhook.resent'),
      loaded.reload,
    )
  return (
    <LoadedContent of={loaded}>
      {(deliveries) =>
        deliveries.length === 0 ? (
          <p class="empty">{t('webhook.deliveries.none')}</p>
        ) : (
          <ul>
            {deliveries.map((one) => (
              <Row key={one.id} delivery={one} resend={resend} />
            ))}
          </ul>
        )
      }
    </LoadedContent>
  )
}
