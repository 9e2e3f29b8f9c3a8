/** The subscribed external calendars and their state. */
import { useState } from 'preact/hooks'
import { ask } from '../api/ask.ts'
import { reasonOf } from '../api/faults.ts'
import { Choice } from '../parts/choice.tsx'
import { confirmed } from '../parts/dialog.tsx'
import { Shown, useLoaded } from '../parts/loaded.tsx'
import { tell, warn } from '../parts/notice.tsx'
import { Title } from '../shell/title.tsx'
import { localText } from '../time/zones.ts'
import { t } from '../words/index.ts'
import { NewSubscription } from './new-subscription.tsx'
import { everyOptions, listSubscriptions, type Subscription } from './subscriptions.ts'

const pathOf = ({ id }: Subscription) => `/subscriptions/${id}`
const hostOf = ({ address }: Subscription) => new URL(address).host

/** The options of a subscription, as text. */
const manner = ({ categories, prune }: Subscription) =>
  [...categories, ...(prune ? [t('subscription.prunes')] : [])].join(' · ')

function Outcome({ subscription }: { readonly subscription: Subscription }) {
  const { result, failures, tried_utc, next_utc } = subscription
  const tried = tried_utc === '' ? t('subscription.untried') : `${localText(tried_utc)}: ${result}`
  return (
    <p class={failures > 0 ? 'wrong outcome' : 'detail outcome'}>
      {tried} · {t('subscription.next', { at: localText(next_utc) })}
    </p>
  )
}

interface RowProps {
  readonly subscription: Subscription
  readonly reload: () => void
}

function Row({ subscription, reload }: RowProps) {
  const [isReading, setReading] = useState(false)
  const { address, every } = subscription
  const name = hostOf(subscription)
  const act = async (asking: Promise<{ body: Subscription }>, said: (after: Subscription) => string) => {
    await asking.then(
      ({ body }) => {
        tell(said(body))
        reload()
      },
      (error: unknown) => warn(reasonOf(error)),
    )
  }
  const run = async () => {
    setReading(true)
    const asking = ask<Subscription>('POST', `${pathOf(subscription)}/run`)
    await act(asking, ({ result }) => t('subscription.read', { result }))
    setReading(false)
  }
  const end = async () => {
    const title = t('subscription.end', { name })
    const question = { title, text: t('subscription.end.text'), yes: t('subscription.end.yes') }
    if (!(await confirmed({ ...question, isDangerous: true }))) return
    await act(ask('DELETE', pathOf(subscription)), () => t('subscription.ended', { name }))
  }
  const change = (next: string) =>
    act(ask('PATCH', pathOf(subscription), { body: { every: next } }), () => t('saved', { title: name }))
  return (
    <li class="line subscription">
      <h2 class="name">{name}</h2>
      <span class="detail">{manner(subscription)}</span>
      <code class="address">{address}</code>
      <Outcome subscription={subscription} />
      <Choice
        name="every"
        label={t('subscription.every.of', { name })}
        value={every}
        options={everyOptions(every)}
        onChange={change}
      />
      <button type="button" disabled={isReading} onClick={run}>
        {isReading ? t('subscription.reading') : t('subscription.run', { name })}
      </button>
      <button type="button" class="danger" onClick={end}>
        {t('subscription.end-named', { name })}
      </button>
    </li>
  )
}

/** The list, and a dialog to add a subscription. */
export function Subscriptions() {
  const loaded = useLoaded(listSubscriptions, [])
  const [isAdding, setAdding] = useState(false)
  const close = (isAdded: boolean) => {
    setAdding(false)
    if (isAdded) loaded.reload()
  }
  return (
    <>
      <Title text={t('subscriptions')}>
        <button type="button" class="main" onClick={() => setAdding(true)}>
          {t('subscription.new')}
        </button>
      </Title>
      <Shown of={loaded}>
        {(subscriptions) => (
          <>
            {subscriptions.length === 0 && <p class="empty">{t('subscriptions.none')}</p>}
            <ul class="lines">
              {subscriptions.map((one) => (
                <Row key={one.id} subscription={one} reload={loaded.reload} />
              ))}
            </ul>
          </>
        )}
      </Shown>
      {isAdding && <NewSubscription close={close} />}
    </>
  )
}
