/** The calendar on the social web: who can be followed, who follows, whom it follows, and what did not arrive. */
import type { ComponentChildren } from 'preact'
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { withScheme } from '../../../domain/typed/fields.ts'
import { CopyButton } from '../accounts/accounts.tsx'
import { callApi, loadList } from '../api/api.ts'
import type { FormRow } from '../edited/fields.tsx'
import { RowsForm } from '../edited/form.tsx'
import { useSentForm } from '../edited/use-edited-item.ts'
import type { Listed } from '../lists/chosen.ts'
import { ListContent, pageOfWhole, useList } from '../lists/list.tsx'
import { Button } from '../parts/button.tsx'
import { askConfirmation, Dialog, DialogButton } from '../parts/dialog.tsx'
import { OuterLink } from '../parts/link.tsx'
import { Entry, Lines, LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { followAct } from '../parts/notice.tsx'
import { FoldedSection } from '../parts/sections.tsx'
import { ViewHeading } from '../shell/view-heading.tsx'
import { dayText } from '../time/wall.ts'
import { listText, t } from '../words/index.ts'
import { SentActivities } from './sent.tsx'
import { type FederationState, lineOf, loadFederation, stateFilter, usePagedListOf } from './state.ts'

type Follower = components['schemas']['Follower']
type FollowedActor = components['schemas']['Following']
type BlockedDomain = components['schemas']['Block']

/** Last parts of addresses that name no actor. */
const nameless = ['actor', 'ap', 'activitypub', 'inbox', 'index', 'main', 'outbox', 'profile']

/** Returns what people call an actor, as most programs have it in their addresses; the address of another one. */
function accountOfActor(address: string): string {
  const { host, pathname, search } = new URL(address)
  const [, name] = /\/@?([^/@]*[^/@\d][^/@]*)\/?$/.exec(pathname) ?? []
  return name === undefined || nameless.includes(name) || search !== ''
    ? host + pathname + search
    : `@${name}@${host}`
}

// The rows of the lists, and what is done in them.

interface PartProps {
  readonly state: FederationState
  /** Loads the state and the lists again. */
  readonly reload: () => void
  /** Performs a write, and then loads again; a failure is a notice. */
  readonly act: (method: string, path: string, body?: object) => Promise<boolean>
}

interface RowProps {
  readonly name: string
  /** The address that it leads to. */
  readonly to?: string
  readonly detail: string
  /** Its buttons. */
  readonly children?: ComponentChildren
}

const Row = ({ name, to, detail, children }: RowProps) => (
  <Entry
    name={
      to === undefined ? (
        <span class="name" dir="ltr">
          {name}
        </span>
      ) : (
        <OuterLink class="name" dir="ltr" href={to} label={name} />
      )
    }
    detail={detail}
  >
    {children}
  </Entry>
)

interface ActProps {
  readonly of: 'approve' | 'remove' | 'unblock' | 'open' | 'close'
  readonly name: string
  readonly run: () => unknown
}

/** A button of a row. Programs read out whom it is about, too. */
const Act = ({ of, name, run }: ActProps) => (
  <Button
    class={of === 'remove' ? 'danger' : ''}
    aria-label={t(`federation.${of}`, { name })}
    onClick={run}
    label={t(`federation.${of}.short`)}
  />
)

// Actors that the calendar follows, and the domains that it blocks.

/** How a followed actor stands, and what becomes of its events. */
function followedText(
  { state, status, group, category }: FollowedActor,
  { groups, categories }: FederationState,
): string {
  const into = [
    groups.find(({ id }) => id === group)?.name,
    categories.find(({ id }) => id === category)?.name,
  ]
  return [t(`federation.state.${state}`), t(`federation.events.${status}`), ...into]
    .filter((part) => part !== undefined)
    .join(' · ')
}

interface StopProps extends Pick<PartProps, 'act'> {
  readonly followed: FollowedActor
  readonly close: () => void
}

/** The question whether to follow an actor no more, and what becomes of its events. */
function StopFollowing({ followed: { id, actor }, act, close }: StopProps) {
  const stop = async (query: string) => {
    if (await act('DELETE', `/following/${id}${query}`)) close()
  }
  return (
    <Dialog title={t('federation.unfollow', { name: accountOfActor(actor) })} onClose={close}>
      <p>{t('federation.unfollow.text')}</p>
      <div class="actions">
        <Button onClick={() => stop('')} label={t('federation.unfollow.keep')} />
        <Button class="danger" onClick={() => stop('?remove=true')} label={t('federation.unfollow.remove')} />
        <Button onClick={close} label={t('cancel')} />
      </div>
    </Dialog>
  )
}

const statuses = ['pending', 'publish'] as const

const blankFollowing = { actor: '', status: 'pending', group: '', category: '' }

/** The rows of the form that follows an actor, and says what its events get. */
function followingRows({ groups, categories }: FederationState): readonly FormRow[] {
  const named = (all: readonly { readonly id: number; readonly name: string }[]) =>
    [['', '—'], ...all.map(({ id, name }) => [String(id), name] as const)] as const
  const events = statuses.map((one) => [one, t(`federation.events.${one}`)] as const)
  const group: FormRow = { name: 'group', label: 'one.group', type: 'choice', options: named(groups) }
  return [
    { name: 'actor', label: 'federation.follow.actor' },
    { name: 'status', label: 'federation.events', type: 'choice', options: events },
    ...(groups.length > 0 ? [group] : []),
    { name: 'category', label: 'category', type: 'choice', options: named(categories) },
  ]
}

function FollowForm({ state: federation, reload }: PartProps) {
  const state = useSentForm('federation/actor', blankFollowing, ({ actor, status, group, category }) => {
    // The service takes no empty text for an id.
    const links = { group: Number(group) || undefined, category: Number(category) || undefined }
    return callApi<FollowedActor>('POST', '/following', {
      body: { actor: withScheme(actor), status, ...links },
    })
  })
  return (
    <RowsForm
      state={state}
      rows={followingRows(federation)}
      saved={reload}
      submit={t('federation.follow')}
      isDisabled={state.values.actor.trim() === ''}
    />
  )
}

function FollowedActors(props: PartProps) {
  const { state, act } = props
  const following = usePagedListOf(state, '/following', ({ id }: FollowedActor) => id)
  return (
    <FoldedSection title={t('federation.following')} line={lineOf(following, 'federation.following.none')}>
      <ListContent
        list={following}
        filters={stateFilter(
          following,
          ['pending', 'federation.state.pending'],
          ['accepted', 'federation.state.accepted'],
          ['rejected', 'federation.state.rejected'],
        )}
        none={t('federation.following.none')}
      >
        {(followed) => (
          <Row
            name={accountOfActor(followed.actor)}
            to={followed.actor}
            detail={followedText(followed, state)}
          >
            <DialogButton
              label={t('federation.unfollow.short')}
              name={t('federation.unfollow', { name: accountOfActor(followed.actor) })}
              class="danger"
            >
              {(close) => <StopFollowing followed={followed} act={act} close={close} />}
            </DialogButton>
          </Row>
        )}
      </ListContent>
      <FollowForm {...props} />
    </FoldedSection>
  )
}

const blockPath = (domain: string) => `/federation/blocks/${encodeURIComponent(domain)}`

const domainRows: readonly FormRow[] = [{ name: 'domain', label: 'federation.block.domain' }]

/** The form that blocks a domain, after a question. */
function BlockForm({ reload }: PartProps) {
  const state = useSentForm('federation/domain', { domain: '' }, ({ domain }) =>
    callApi('PUT', blockPath(domain.trim())),
  )
  const name = state.values.domain.trim()
  const save = async () => {
    const title = t('federation.block.title', { name })
    const text = t('federation.block.text')
    const isSure = await askConfirmation({ title, text, yes: t('federation.block'), isDangerous: true })
    return isSure ? state.save() : undefined
  }
  return (
    <RowsForm
      state={{ ...state, save }}
      rows={domainRows}
      saved={reload}
      submit={t('federation.block')}
      isDisabled={name === ''}
    />
  )
}

function BlockedDomains(props: PartProps) {
  const { state, act } = props
  // They are few, and loaded whole.
  const blocks = useList<BlockedDomain & Listed>(
    async (part) => {
      const { body } = await loadList<BlockedDomain>('/federation/blocks')
      const all = body.map((block) => ({ ...block, id: block.domain }))
      return pageOfWhole(all, part, ({ domain }) => domain)
    },
    'blocks',
    [state],
  )
  return (
    <FoldedSection title={t('many.blocks')} line={lineOf(blocks, 'federation.blocks.none')}>
      <ListContent list={blocks} none={t('federation.blocks.none')}>
        {({ domain, date, fixed }) => (
          <Row name={domain} detail={fixed ? 'FASTI_FEDERATION_BLOCKED' : dayText(date)}>
            {!fixed && <Act of="unblock" name={domain} run={() => act('DELETE', blockPath(domain))} />}
          </Row>
        )}
      </ListContent>
      <BlockForm {...props} />
    </FoldedSection>
  )
}

/** Asks whether nobody may follow an actor any more. */
function askToClose(name: string): Promise<boolean> {
  const title = t('federation.close', { name })
  return askConfirmation({ title, text: t('federation.close.text'), yes: title, isDangerous: true })
}

/** The actors, and the groups that have none. */
function Actors({ state: { federation, groups }, act }: PartProps) {
  const shown = federation.actors.filter(({ open }) => open).map(({ account }) => account)
  const close = async (path: string, name: string) => {
    if (await askToClose(name)) await act('PATCH', path, { federated: false })
  }
  const isOpen = (group: number) =>
    federation.actors.some(({ kind, item, open }) => kind === 'group' && item === group && open)
  return (
    <FoldedSection title={t('federation.actors')} line={listText(shown)} isOpen>
      <Lines items={federation.actors}>
        {({ account, kind, item, open, followers }) => (
          <Row
            name={account}
            detail={open ? t('federation.count', { count: followers }) : t('federation.closed')}
          >
            {open && kind !== 'calendar' && (
              <Act of="close" name={account} run={() => close(`/${kind}s/${item}`, account)} />
            )}
          </Row>
        )}
      </Lines>
      <Lines items={groups.filter(({ id, federated }) => !federated && !isOpen(id))}>
        {({ id, name }) => (
          <Row name={name} detail={t('federation.closed')}>
            <Act of="open" name={name} run={() => act('PATCH', `/groups/${id}`, { federated: true })} />
          </Row>
        )}
      </Lines>
      <p class="hint">{t('federation.organizers')}</p>
    </FoldedSection>
  )
}

function Followers({ state: federation, act }: PartProps) {
  const { actors } = federation.federation
  const followedAccount = (target: string) =>
    actors.length > 1 ? `→ ${actors.find(({ id }) => id === target)?.account ?? accountOfActor(target)}` : ''
  const followers = usePagedListOf(federation, '/followers', ({ id }: Follower) => id)
  return (
    <FoldedSection title={t('followers')} line={lineOf(followers, 'federation.followers.none')} isOpen>
      <ListContent
        list={followers}
        filters={stateFilter(
          followers,
          ['pending', 'federation.waits'],
          ['accepted', 'federation.state.accepted'],
        )}
        none={t('federation.followers.none')}
      >
        {({ id, actor, target, state }) => {
          const name = accountOfActor(actor)
          return (
            <Row
              name={name}
              to={actor}
              detail={state === 'pending' ? t('federation.waits') : followedAccount(target)}
            >
              {state === 'pending' && (
                <Act of="approve" name={name} run={() => act('POST', `/followers/${id}/approve`)} />
              )}
              <Act of="remove" name={name} run={() => act('DELETE', `/followers/${id}`)} />
            </Row>
          )
        }}
      </ListContent>
    </FoldedSection>
  )
}

/** As who runs the service sets it, and where they read about it. */
const [SWITCH, GUIDE] = ['FASTI_FEDERATION=on', 'docs/how-to/federation.md']

/** What the social web would bring, and who switches it on, and how. */
function Off() {
  return (
    <section class="off">
      <h2>{t('federation.off')}</h2>
      <ul>
        <li>{t('federation.off.followed')}</li>
        <li>{t('federation.off.sent')}</li>
        <li>{t('federation.off.follows')}</li>
      </ul>
      <p class="hint">{t('federation.off.mind')}</p>
      <p>{t('federation.off.who')}</p>
      <p>
        <code>{SWITCH}</code> <CopyButton text={SWITCH} />
      </p>
      <p class="hint">
        {t('federation.off.guide')} <code>{GUIDE}</code>
      </p>
    </section>
  )
}

/** What the calendar has on the social web: first its own address, and who follows it. */
function Federation({ state, reload }: Pick<PartProps, 'state' | 'reload'>) {
  const act: PartProps['act'] = (method, path, body) => followAct(callApi(method, path, { body }), reload)
  const parts = { state, reload, act }
  const [calendar] = state.federation.actors
  return (
    <div class="settings-sections">
      {calendar && (
        <p>
          <strong dir="ltr">{calendar.account}</strong> <CopyButton text={calendar.account} />
        </p>
      )}
      <p class="hint">{t('federation.on')}</p>
      <Followers {...parts} />
      <Actors {...parts} />
      <FollowedActors {...parts} />
      <SentActivities state={state} />
      <BlockedDomains {...parts} />
    </div>
  )
}

export function FederationView() {
  const loaded = useLoaded(loadFederation, [])
  const isOff = !loaded.isLoading && loaded.fault === undefined && loaded.value === undefined
  return (
    <>
      <ViewHeading text={t('federation')} />
      {isOff ? (
        <Off />
      ) : (
        <LoadedContent of={loaded}>
          {(state) => state && <Federation state={state} reload={loaded.reload} />}
        </LoadedContent>
      )}
    </>
  )
}
