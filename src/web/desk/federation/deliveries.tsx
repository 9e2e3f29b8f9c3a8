/** To how many servers each activity went, where that failed and why, and how each server stands. */

import { deskSettings } from '../desk-settings.ts'
import { FormSection } from '../parts/part.tsx'
import { dateTimeText } from '../time/wall.ts'
import { t } from '../words/index.ts'
import type { ContactedServer, FederationWithLists, SentActivity } from './federation.ts'

/** Says why a server does not have something, with the status of its response. */
function reasonText({
  reason,
  status,
}: {
  readonly reason: SentActivity['missed'][number]['reason']
  readonly status: number
}): string {
  const text = t(`federation.reason.${reason}`)
  return status === 0 ? text : `${text} (${status})`
}

function Missed({ missed }: Pick<SentActivity, 'missed'>) {
  return (
    <ul>
      {missed.map(({ host, reason, status, waits }) => (
        <li key={host}>
          {t('labelled', { label: host, text: reasonText({ reason, status }) })}
          {waits && ` · ${t('federation.missed.waits')}`}
        </li>
      ))}
    </ul>
  )
}

/** The subject of an activity: its event as it is called now. */
function Subject({ event, title, account }: Pick<SentActivity, 'event' | 'title' | 'account'>) {
  if (event === 0) return <span dir="ltr">{account}</span>
  if (title === '') return t('federation.sent.gone', { id: event })
  return (
    <a href={`${deskSettings.desk}/events/${event}`} dir="auto">
      {title}
    </a>
  )
}

function Sent({ sent, hasActors }: { readonly sent: SentActivity; readonly hasActors: boolean }) {
  const { type, account, date, hosts, delivered, waiting, failed, missed } = sent
  const from = hasActors ? ` · ${account}` : ''
  const isWhole = delivered === hosts
  return (
    <li class="line subscription">
      <span class="name">
        <Subject {...sent} />
      </span>
      <span class="detail">
        {t(`federation.sent.${type}`)} · {dateTimeText(date)}
        {from}
      </span>
      <div class={`outcome ${failed > 0 ? 'wrong' : 'detail'}`}>
        {t('federation.sent.hosts', { count: hosts })}
        {isWhole
          ? ` · ${t('federation.sent.whole')}`
          : ` · ${t('federation.sent.counts', { delivered, waiting, failed })}`}
      </div>
      {missed.length > 0 && (
        <details class="outcome">
          <summary>{t('federation.missed')}</summary>
          <Missed missed={missed} />
        </details>
      )}
    </li>
  )
}

function Server({ server }: { readonly server: ContactedServer }) {
  const { host, followers, waiting, last_delivered, last_failed, failing_since, next_attempt } = server
  const { reason, status } = server
  const received =
    last_delivered === ''
      ? t('federation.server.never')
      : t('federation.server.received', { at: dateTimeText(last_delivered) })
  return (
    <li class="line subscription">
      <span class="name" dir="ltr">
        {host}
      </span>
      <span class="detail">
        {t('federation.count', { count: followers })} · {received}
        {waiting > 0 && ` · ${t('federation.server.waiting', { count: waiting })}`}
      </span>
      {reason !== '' && (
        <div class={`outcome ${failing_since === '' ? 'detail' : 'wrong'}`}>
          {t('federation.server.failed', {
            at: dateTimeText(last_failed),
            reason: reasonText({ reason, status }),
          })}
          {failing_since !== '' && ` · ${t('federation.server.again', { at: dateTimeText(next_attempt) })}`}
        </div>
      )}
    </li>
  )
}

/** Says that a list has more than it shows. */
const Some = ({ shown, total }: { readonly shown: number; readonly total: number }) =>
  shown < total ? <p class="hint">{t('federation.some', { shown, total })}</p> : null

type ListProps = { readonly state: FederationWithLists }

/** The newest activities. */
function SentList({ state: { federation, sent } }: ListProps) {
  return (
    <FormSection title={t('federation.sent')}>
      <p>{t('federation.waiting', { count: federation.waiting, hosts: federation.waiting_hosts })}</p>
      {sent.rows.length === 0 && <p class="empty">{t('federation.sent.none')}</p>}
      <ul class="lines">
        {sent.rows.map((one) => (
          <Sent key={one.id} sent={one} hasActors={federation.actors.length > 1} />
        ))}
      </ul>
      <Some shown={sent.rows.length} total={sent.total} />
    </FormSection>
  )
}

/** The servers that something was sent to, those that fail first. */
function Servers({ state: { servers } }: ListProps) {
  if (servers.rows.length === 0) return null
  return (
    <FormSection title={t('federation.servers')}>
      <ul class="lines">
        {servers.rows.map((one) => (
          <Server key={one.host} server={one} />
        ))}
      </ul>
      <Some shown={servers.rows.length} total={servers.total} />
    </FormSection>
  )
}

/** The activities that were sent, and the servers. */
export function SocialDeliveries({ state }: ListProps) {
  return (
    <>
      <SentList state={state} />
      <Servers state={state} />
    </>
  )
}
