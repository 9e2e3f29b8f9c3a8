/** To how many servers each activity went, where that failed and why, and how each server stands. */
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { ListContent } from '../lists/list.tsx'
import { Link } from '../parts/link.tsx'
import { FoldedSection } from '../parts/sections.tsx'
import { dateTimeText } from '../time/wall.ts'
import { t } from '../words/index.ts'
import { type FederationState, lineOf, usePagedListOf } from './state.ts'

type SentActivity = components['schemas']['Sent']
type ContactedServer = components['schemas']['ContactedHost']

/** Says why a server does not have something, with the status of its response. */
function reasonText({ reason, status }: Pick<SentActivity['missed'][number], 'reason' | 'status'>): string {
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
    <span dir="auto">
      <Link to={`/events/${event}`}>{title}</Link>
    </span>
  )
}

function Sent({ sent, hasActors }: { readonly sent: SentActivity; readonly hasActors: boolean }) {
  const { type, account, date, hosts, delivered, waiting, failed, missed } = sent
  const from = hasActors ? ` · ${account}` : ''
  const isWhole = delivered === hosts
  return (
    <>
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
    </>
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
    <>
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
    </>
  )
}

/** The newest activities, and how the servers stand that something was sent to, those that fail first. */
export function SentActivities({ state }: { readonly state: FederationState }) {
  const { actors, waiting, waiting_hosts: hosts } = state.federation
  const sent = usePagedListOf(state, '/federation/sent', ({ id }: SentActivity) => id)
  const servers = usePagedListOf(state, '/federation/hosts', ({ host }: ContactedServer) => host)
  return (
    <>
      <FoldedSection title={t('federation.sent')} line={lineOf(sent, 'federation.sent.none')}>
        <p>{t('federation.waiting', { count: waiting, hosts })}</p>
        <ListContent list={sent} hasSearch={false} none={t('federation.sent.none')}>
          {(one) => <Sent sent={one} hasActors={actors.length > 1} />}
        </ListContent>
      </FoldedSection>
      {servers.loaded.value?.body.length !== 0 && (
        <FoldedSection title={t('federation.servers')} line={lineOf(servers, 'federation.sent.none')}>
          <ListContent list={servers} hasSearch={false} none="">
            {(one) => <Server server={one} />}
          </ListContent>
        </FoldedSection>
      )}
    </>
  )
}
