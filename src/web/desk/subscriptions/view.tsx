/** The subscribed external calendars and their state. */
import { useState } from 'preact/hooks'
import { callApi } from '../api/api.ts'
import { refusalText } from '../api/refusals.ts'
import { askConfirmation } from '../parts/dialog.tsx'
import { EmptyView, LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { showFault, tellWhenDone } from '../parts/notice.tsx'
import { ViewHeading } from '../shell/view-heading.tsx'
import { utcAsBrowserTimeText } from '../time/zones.ts'
import { t } from '../words/index.ts'
import { SubscriptionDialog } from './dialog.tsx'
import { intervalText, listSubscriptions, type Subscription, subscriptionName } from './subscriptions.ts'

const pathOf = ({ id }: Subscription) => `/subscriptions/${id}`

/** The options of a subscription, as text. */
const manner = ({ every, has_login, categories, prune }: Subscription) =>
  [
    t('labelled', { label: t('subscription.every'), text: intervalText(every) }),
    ...categories,
    ...(has_login ? [t('subscription.login.shown')] : []),
    ...(prune ? [t('subscription.prunes')] : []),
  ].join(' · ')

/** Returns the result of the last read in words; in the English of the service where the desk has none. */
const readResultText = (subscription: Subscription): string =>
  refusalText(subscription) ?? subscription.result

/** Returns what the service tells of a failure, besides its words, for those who help; "" where there is nothing more. */
function technicalFailureText(subscription: Subscription): string {
  const { result, failures } = subscription
  return failures > 0 && readResultText(subscription) !== result ? result.replace(/^failed: /, '') : ''
}

function Outcome({ subscription }: { readonly subscription: Subscription }) {
  const { failures, tried_utc, next_utc } = subscription
  const tried =
    tried_utc === ''
      ? t('subscription.untried')
      : t('labelled', { label: utcAsBrowserTimeText(tried_utc), text: readResultText(subscription) })
  const technical = technicalFailureText(subscription)
  return (
    <p class={failures > 0 ? 'wrong outcome' : 'detail outcome'} role="status">
      {tried} · {t('subscription.next', { at: utcAsBrowserTimeText(next_utc) })}
      {technical !== '' && (
        <span class="detail" lang="en">
          {' '}
          ({technical})
        </span>
      )}
    </p>
  )
}

interface RowProps {
  readonly subscription: Subscription
  readonly reload: () => void
  readonly edit: () => void
}

function useRow({ subscription, reload }: RowProps) {
  const [isReading, setReading] = useState(false)
  const name = subscriptionName(subscription)
  // The row shows the result, so no notice does.
  const run = async () => {
    setReading(true)
    await callApi('POST', `${pathOf(subscription)}/run`).then(reload, showFault)
    setReading(false)
  }
  const end = async () => {
    const title = t('subscription.end', { name })
    const question = { title, text: t('subscription.end.text'), yes: t('subscription.end.yes') }
    if (!(await askConfirmation({ ...question, isDangerous: true }))) return
    await tellWhenDone(callApi('DELETE', pathOf(subscription)), t('subscription.ended', { name }), reload)
  }
  return { name, isReading, run, end }
}

function Row(props: RowProps) {
  const { subscription, edit } = props
  const { name, isReading, run, end } = useRow(props)
  return (
    <li class="line subscription">
      <h2 class="name">{name}</h2>
      <span class="detail">{manner(subscription)}</span>
      <code class="address">{subscription.address}</code>
      <Outcome subscription={subscription} />
      <button type="button" onClick={edit}>
        {t('edit-named', { name })}
      </button>
      <button type="button" disabled={isReading} onClick={run}>
        {isReading ? t('subscription.reading') : t('subscription.run', { name })}
      </button>
      <button type="button" class="danger" onClick={end}>
        {t('subscription.end-named', { name })}
      </button>
    </li>
  )
}

/** The list, and a dialog to add or edit a subscription. */
export function Subscriptions() {
  const loaded = useLoaded(listSubscriptions, [])
  const [edited, edit] = useState<Subscription | 'new' | undefined>(undefined)
  const close = (isSaved: boolean) => {
    edit(undefined)
    if (isSaved) loaded.reload()
  }
  const add = (
    <button type="button" class="main" onClick={() => edit('new')}>
      {t('subscription.new')}
    </button>
  )
  return (
    <>
      <ViewHeading text={t('subscriptions')}>{loaded.value?.length !== 0 && add}</ViewHeading>
      <LoadedContent of={loaded}>
        {(subscriptions) => (
          <>
            {subscriptions.length === 0 && <EmptyView text={t('subscriptions.none')}>{add}</EmptyView>}
            <ul class="lines">
              {subscriptions.map((one) => (
                <Row key={one.id} subscription={one} reload={loaded.reload} edit={() => edit(one)} />
              ))}
            </ul>
          </>
        )}
      </LoadedContent>
      {edited !== undefined && (
        <SubscriptionDialog subscription={edited === 'new' ? undefined : edited} close={close} />
      )}
    </>
  )
}
