/** The calendar on the social web: who can be followed, who follows, whom it follows, and what did not arrive. */

import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { callApi } from '../api/api.ts'
import { deskSettings } from '../desk-settings.ts'
import { Form } from '../kept/form.tsx'
import { askConfirmation, Dialog, DialogButton } from '../parts/dialog.tsx'
import { SelectField, TextField } from '../parts/field.tsx'
import { Lines, LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { followAct } from '../parts/notice.tsx'
import { FormSection } from '../parts/sections.tsx'
import { ViewHeading } from '../shell/view-heading.tsx'
import { dateTimeText } from '../time/wall.ts'
import { t } from '../words/index.ts'
import {
  type ContactedServer,
  type FederationWithLists,
  loadFederationWithLists,
  type SentActivity,
  SocialPreviewOfChosenEvent,
} from './federation.tsx'

// Acts on the lists of federation, and the rows that have them.

/** Performs a write and then loads the lists again; a failure is a notice. */
type PerformAndReload = (method: string, path: string, body?: object) => Promise<boolean>

/** Returns the function that acts. */
const makePerformAndReload =
  (reload: () => void): PerformAndReload =>
  (method, path, body) =>
    followAct(callApi(method, path, body === undefined ? {} : { body }), reload)

/** A row with its name, a detail, and buttons. */
function NameAndActsRow(props: {
  readonly name: string
  readonly detail: string
  readonly children?: ComponentChildren
}) {
  const { name, detail, children } = props
  return (
    <>
      <span class="name" dir="ltr">
        {name}
      </span>
      <span class="detail">{detail}</span>
      {children}
    </>
  )
}

interface AddProps {
  readonly name: string
  readonly label: string
  readonly button: string
  readonly add: (text: string) => Promise<boolean>
}

/** A form with one text, which adds to a list. */
function AddForm({ name, label, button, add }: AddProps) {
  const [text, setText] = useState('')
  const submit = async (event: Event) => {
    event.preventDefault()
    if (text.trim() !== '' && (await add(text.trim()))) setText('')
  }
  return (
    <Form kept={`federation/${name}`} class="actions" onSubmit={submit}>
      <TextField name={name} label={label} value={text} onInput={setText} />
      <button type="submit">{button}</button>
    </Form>
  )
}

// Actors that the calendar follows, and the domains that it blocks.

interface FederationPartProps {
  readonly state: FederationWithLists
  readonly act: PerformAndReload
}

type FollowedActor = FederationWithLists['following'][number]

/** How a followed actor stands, and what becomes of its events. */
function followedText(
  { state, status, group, category }: FollowedActor,
  { groups, categories }: FederationWithLists,
): string {
  const into = [
    groups.find(({ id }) => id === group)?.name,
    categories.find(({ id }) => id === category)?.name,
  ]
  return [t(`federation.state.${state}`), t(`federation.events.${status}`), ...into]
    .filter((part) => part !== undefined)
    .join(' · ')
}

/** The question whether to follow an actor no more, and what becomes of its events. */
function StopFollowing({
  followed: { id, actor },
  act,
  close,
}: {
  readonly followed: FollowedActor
  readonly act: PerformAndReload
  readonly close: () => void
}) {
  const stop = async (query: string) => {
    if (await act('DELETE', `/following/${id}${query}`)) close()
  }
  return (
    <Dialog title={t('federation.unfollow', { name: actor })} onClose={close}>
      <p>{t('federation.unfollow.text')}</p>
      <div class="actions">
        <button type="button" onClick={() => stop('')}>
          {t('federation.unfollow.keep')}
        </button>
        <button type="button" class="danger" onClick={() => stop('?remove=true')}>
          {t('federation.unfollow.remove')}
        </button>
        <button type="button" onClick={close}>
          {t('cancel')}
        </button>
      </div>
    </Dialog>
  )
}

const statuses = ['pending', 'publish'] as const

/** The form that follows an actor, and says what its events get. */
function FollowForm({ state: { groups, categories }, act }: FederationPartProps) {
  const [actor, setActor] = useState('')
  const [status, setStatus] = useState<(typeof statuses)[number]>('pending')
  const [group, setGroup] = useState('')
  const [category, setCategory] = useState('')
  const submit = async (event: Event) => {
    event.preventDefault()
    const links = {
      ...(group !== '' && { group: Number(group) }),
      ...(category !== '' && { category: Number(category) }),
    }
    if (actor.trim() === '' || !(await act('POST', '/following', { actor: actor.trim(), status, ...links })))
      return
    setActor('')
  }
  const named = (all: readonly { readonly id: number; readonly name: string }[]) =>
    [['', '—'], ...all.map(({ id, name }) => [String(id), name] as const)] as const
  return (
    <Form kept="federation/actor" class="fields" onSubmit={submit}>
      <TextField name="actor" label={t('federation.follow.actor')} value={actor} onInput={setActor} />
      <SelectField
        name="status"
        label={t('federation.events')}
        value={status}
        options={statuses.map((one) => [one, t(`federation.events.${one}`)] as const)}
        onChange={setStatus}
      />
      {groups.length > 0 && (
        <SelectField
          name="group"
          label={t('one.group')}
          value={group}
          options={named(groups)}
          onChange={setGroup}
        />
      )}
      <SelectField
        name="category"
        label={t('category')}
        value={category}
        options={named(categories)}
        onChange={setCategory}
      />
      <div class="actions">
        <button type="submit">{t('federation.follow')}</button>
      </div>
    </Form>
  )
}

/** The followed actors. */
function FollowedActors({ state, act }: FederationPartProps) {
  return (
    <FormSection title={t('federation.following')}>
      <Lines items={state.following} lineClass="subscription">
        {(followed) => (
          <NameAndActsRow name={followed.actor} detail={followedText(followed, state)}>
            <DialogButton label={t('federation.unfollow', { name: followed.actor })} class="danger">
              {(close) => <StopFollowing followed={followed} act={act} close={close} />}
            </DialogButton>
          </NameAndActsRow>
        )}
      </Lines>
      <FollowForm state={state} act={act} />
    </FormSection>
  )
}

async function block(act: PerformAndReload, domain: string): Promise<boolean> {
  const title = t('federation.block.title', { name: domain })
  const text = t('federation.block.text')
  const isSure = await askConfirmation({ title, text, yes: t('federation.block'), isDangerous: true })
  return isSure && act('PUT', `/federation/blocks/${encodeURIComponent(domain)}`)
}

/** The blocked domains. */
function BlockedDomains({ state: { blocks }, act }: FederationPartProps) {
  return (
    <FormSection title={t('many.blocks')}>
      <Lines items={blocks} lineClass="subscription" keyOf={({ domain }) => domain}>
        {({ domain, date, fixed }) => (
          <NameAndActsRow name={domain} detail={fixed ? 'FASTI_FEDERATION_BLOCKED' : date.slice(0, 10)}>
            {!fixed && (
              <button
                type="button"
                onClick={() => act('DELETE', `/federation/blocks/${encodeURIComponent(domain)}`)}
              >
                {t('federation.unblock', { name: domain })}
              </button>
            )}
          </NameAndActsRow>
        )}
      </Lines>
      <AddForm
        name="domain"
        label={t('federation.block.domain')}
        button={t('federation.block')}
        add={(domain) => block(act, domain)}
      />
    </FormSection>
  )
}

// To how many servers each activity went, where that failed and why, and how each server stands.

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

/** Says that a list has more than it shows. */
const Some = ({ shown, total }: { readonly shown: number; readonly total: number }) =>
  shown < total ? <p class="hint">{t('federation.some', { shown, total })}</p> : null

type ListProps = { readonly state: FederationWithLists }

/** The newest activities. */
function SentList({ state: { federation, sent } }: ListProps) {
  return (
    <FormSection title={t('federation.sent')}>
      <p>{t('federation.waiting', { count: federation.waiting, hosts: federation.waiting_hosts })}</p>
      <Lines items={sent.rows} none={t('federation.sent.none')} lineClass="subscription">
        {(one) => <Sent sent={one} hasActors={federation.actors.length > 1} />}
      </Lines>
      <Some shown={sent.rows.length} total={sent.total} />
    </FormSection>
  )
}

/** The servers that something was sent to, those that fail first. */
function Servers({ state: { servers } }: ListProps) {
  if (servers.rows.length === 0) return null
  return (
    <FormSection title={t('federation.servers')}>
      <Lines items={servers.rows} lineClass="subscription" keyOf={({ host }) => host}>
        {(one) => <Server server={one} />}
      </Lines>
      <Some shown={servers.rows.length} total={servers.total} />
    </FormSection>
  )
}

/** The activities that were sent, and the servers. */
function SocialDeliveries({ state }: ListProps) {
  return (
    <>
      <SentList state={state} />
      <Servers state={state} />
    </>
  )
}

async function close(act: PerformAndReload, path: string, name: string): Promise<void> {
  const title = t('federation.close', { name })
  const isSure = await askConfirmation({
    title,
    text: t('federation.close.text'),
    yes: title,
    isDangerous: true,
  })
  if (isSure) await act('PATCH', path, { federated: false })
}

/** The actors, and the groups that have none. */
function Actors({ state: { federation, groups }, act }: FederationPartProps) {
  const isOpen = (group: number) =>
    federation.actors.some(({ kind, item, open }) => kind === 'group' && item === group && open)
  return (
    <FormSection title={t('federation.actors')}>
      <Lines items={federation.actors} lineClass="subscription">
        {({ account, kind, item, open, followers }) => (
          <NameAndActsRow
            name={account}
            detail={open ? t('federation.count', { count: followers }) : t('federation.closed')}
          >
            {open && kind !== 'calendar' && (
              <button type="button" onClick={() => close(act, `/${kind}s/${item}`, account)}>
                {t('federation.close', { name: account })}
              </button>
            )}
          </NameAndActsRow>
        )}
      </Lines>
      <Lines items={groups.filter(({ id, federated }) => !federated && !isOpen(id))} lineClass="subscription">
        {({ id, name }) => (
          <NameAndActsRow name={name} detail={t('federation.closed')}>
            <button type="button" onClick={() => act('PATCH', `/groups/${id}`, { federated: true })}>
              {t('federation.open', { name })}
            </button>
          </NameAndActsRow>
        )}
      </Lines>
      <p class="hint">{t('federation.organizers')}</p>
    </FormSection>
  )
}

function Followers({ state: { followers }, act }: FederationPartProps) {
  return (
    <FormSection title={t('followers')}>
      <Lines items={followers} none={t('federation.followers.none')} lineClass="subscription">
        {({ id, actor, target, state }) => (
          <NameAndActsRow
            name={actor}
            detail={state === 'pending' ? t('federation.waits') : `→ ${new URL(target).pathname}`}
          >
            {state === 'pending' && (
              <button type="button" onClick={() => act('POST', `/followers/${id}/approve`)}>
                {t('federation.approve', { name: actor })}
              </button>
            )}
            <button type="button" class="danger" onClick={() => act('DELETE', `/followers/${id}`)}>
              {t('federation.remove', { name: actor })}
            </button>
          </NameAndActsRow>
        )}
      </Lines>
    </FormSection>
  )
}

function Off() {
  return (
    <>
      <p class="empty">{t('federation.off')}</p>
      <p>{t('federation.off.text')}</p>
      <p>
        <code>FASTI_FEDERATION=on</code>
      </p>
    </>
  )
}

/** The view. */
export function FederationView() {
  const loaded = useLoaded(loadFederationWithLists, [])
  const act = makePerformAndReload(loaded.reload)
  const isOff = !loaded.isLoading && loaded.fault === undefined && loaded.value === undefined
  return (
    <>
      <ViewHeading text={t('federation')} />
      {isOff ? (
        <Off />
      ) : (
        <LoadedContent of={loaded}>
          {(state) =>
            state && (
              <>
                <p>{t('federation.on')}</p>
                <Actors state={state} act={act} />
                <Followers state={state} act={act} />
                <SocialDeliveries state={state} />
                <FollowedActors state={state} act={act} />
                <BlockedDomains state={state} act={act} />
                <FormSection title={t('federation.preview')}>
                  <SocialPreviewOfChosenEvent calendar={state.federation.actors[0]?.id ?? ''} />
                </FormSection>
              </>
            )
          }
        </LoadedContent>
      )}
    </>
  )
}
