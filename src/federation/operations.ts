/** What editors do with followers, followed actors, blocked domains and deliveries on the social web. */

import { answer, type Named, named, pageAnswer } from '../api/answer.ts'
import type { Context } from '../api/context.ts'
import { serviceOperation } from '../api/operation.ts'
import type { Outside } from '../api/outside.ts'
import { editors } from '../api/permission.ts'
import { defaulted, markedAsExtension, optional, required } from '../contract/arg.ts'
import type { GroupTarget } from '../contract/kinds.ts'
import * as kind from '../contract/kinds.ts'
import { listPageSchemaByItemSchemaName } from '../contract/openapi/schemas.ts'
import {
  deliveryFailureReasons,
  followerStates,
  followingStates,
  publicationStatusesForIncomingEvents,
} from '../contract/operations/other-programs.ts'
import { pagingArgs } from '../contract/resources/shared.ts'
import {
  booleanShape,
  choiceShape,
  integerShape,
  listShape,
  type Shape,
  sameShapeByName,
  textShape,
  timestampOrEmptyShape,
  timestampShape,
  webAddressShape,
} from '../contract/shape.ts'
import type { Moment } from '../domain/time/moment.ts'
import { wallAt } from '../domain/time/zones.ts'
import { Problem } from '../problem.ts'
import type { Root } from '../representations/urls.ts'
import type { ContactedHost, FollowedActor, SentActivity, WriteStamp } from '../store/store.ts'

// What federation does for editors: types only.

/** A follower, and the address of the actor of ours that it follows. */
interface FederationFollowerShown {
  readonly id: number
  /** The address of the follower. */
  readonly follower: string
  readonly target: string
  readonly state: 'pending' | 'accepted'
  readonly created_utc: number
}

/** An actor to follow, and what becomes of its events. */
interface FollowingWish {
  readonly actor: string
  readonly group?: GroupTarget | null | undefined
  readonly category?: number | null | undefined
  readonly status: FollowedActor['status']
}

/** A blocked domain. */
interface BlockedDomainShown {
  readonly domain: string
  readonly created_utc: number
  /** Whether the configuration blocks it. */
  readonly isFixed: boolean
}

/** The acts of editors on followed actors. Each throws 404 for an unknown id. */
interface FollowingTools {
  page(
    page: number,
    perPage: number,
  ): Promise<{ readonly following: readonly FollowedActor[]; readonly total: number }>
  read(id: number): Promise<FollowedActor>
  /** Throws 400, 403 or 409. */
  add(wish: FollowingWish, context: Context): Promise<FollowedActor>
  /** Returns the actor as it stood. */
  remove(id: number, removes: boolean, context: Context): Promise<FollowedActor>
}

interface BlockTools {
  all(): Promise<readonly BlockedDomainShown[]>
  /** Throws 400. */
  block(domain: string, writer: WriteStamp): Promise<BlockedDomainShown>
  /** Throws 404 or 409. */
  unblock(domain: string, writer: WriteStamp): Promise<BlockedDomainShown>
}

/** What federation does for editors. */
interface FederationForEditors {
  /** Makes the calendar’s actor where there is none yet. */
  prepare(): Promise<void>
  /** Whether followers wait for an editor. */
  readonly approves: boolean
  readonly following: FollowingTools
  readonly blocks: BlockTools
  /** Returns a page of the followers, newest first, and how many there are. */
  followers(
    page: number,
    perPage: number,
  ): Promise<{ readonly followers: readonly FederationFollowerShown[]; readonly total: number }>
  /** Accepts or removes a follower, and tells its server. Returns it as it is then, or stood. Throws 404. */
  decide(id: number, type: 'Accept' | 'Reject', writer: WriteStamp): Promise<FederationFollowerShown>
}

declare module '../api/outside.ts' {
  interface Outside {
    /** Absent if the calendar does not federate. */
    readonly federation?: FederationForEditors
  }
}

const right = { scope: 'federation', allows: editors } as const
/** Nobody finds these operations where the calendar does not federate. */
const isThere = ({ federation }: Outside) => federation !== undefined

/** What federation does for editors. */
function toolsOf({ federation }: Outside): FederationForEditors {
  if (federation === undefined) throw new Problem('rest_no_route')
  return federation
}

const paging = { page: markedAsExtension(pagingArgs.page), per_page: markedAsExtension(pagingArgs.per_page) }
const count: Shape<number> = { schema: { type: 'integer', minimum: 0 } }

/** A page of a list of editors, which no cache keeps. */
const pageOf = <M extends object>(key: string, member: Named<M>, text: string) =>
  pageAnswer<M>(key, {
    schema: `${member.name}List`,
    schemas: {
      ...member.schemas,
      [`${member.name}List`]: listPageSchemaByItemSchemaName(key, member.name),
    },
    text,
    headers: { 'Cache-Control': 'private, no-store' },
  })

type Seen = { readonly moment: Moment }

/** The name by which an actor of ours is searched for: `@name@host`. */
const handleOf = ({ base }: Pick<Root, 'base'>, name: string): string => `@${name}@${new URL(base).host}`

// How the calendar stands

const actor = named('FederationActor', {
  id: webAddressShape,
  account: textShape,
  kind: choiceShape(['calendar', 'group', 'organizer']),
  item: integerShape,
  open: booleanShape,
  followers: count,
})
const failingHost = named('FailingHost', { host: textShape, attempts: count, since: timestampShape })
const federation = named(
  'Federation',
  {
    approves: booleanShape,
    actors: listShape(actor),
    waiting: count,
    waiting_hosts: count,
    failing: listShape(failingHost),
  },
  actor,
  failingHost,
)

/** The actors and the hosts that are listed. */
const MOST = { actors: 1000, hosts: 100 }

export const readFederation = serviceOperation({
  route: 'GET /federation',
  name: 'read-federation',
  summary: 'Show the actors of the calendar on the social web, and how deliveries stand',
  args: {},
  answer: answer(federation, 'The actors of this calendar with their followers, and how deliveries stand.'),
  right,
  isThere,
  problems: ['rest_no_route'],
  async run({ store, moment, root, ...outside }) {
    const { approves, prepare } = toolsOf(outside)
    // A calendar that is new, and that nobody has asked for yet.
    await prepare()
    const { actors, queue } = store.federation
    const [all, { waiting }, { waitingHosts, failing }] = await Promise.all([
      actors.list(moment, MOST.actors),
      queue.health(),
      queue.troubles(MOST.hosts),
    ])
    return {
      approves,
      actors: all.map(({ name, kind, item_id, standing, followers }) => ({
        id: kind === 'calendar' ? `${root.base}/ap/calendar` : `${root.base}/ap/${kind}s/${name}`,
        account: handleOf(root, name),
        kind,
        item: item_id,
        open: standing === 'open',
        followers: Number(followers),
      })),
      waiting,
      waiting_hosts: waitingHosts,
      failing: failing.map(({ host, failures, failing_since_utc }) => ({
        host,
        attempts: failures,
        since: wallAt(failing_since_utc, moment.zone),
      })),
    }
  },
})

const reason = choiceShape([...deliveryFailureReasons])
const missedHost = named('MissedHost', {
  host: textShape,
  reason,
  status: count,
  waits: booleanShape,
  date: timestampShape,
})
const sent = named(
  'Sent',
  {
    id: integerShape,
    type: choiceShape<string>(['Create', 'Update', 'Delete']),
    event: integerShape,
    title: textShape,
    account: textShape,
    date: timestampShape,
    ...sameShapeByName(count, 'hosts', 'delivered', 'waiting', 'failed'),
    missed: listShape(missedHost),
  },
  missedHost,
)

/** An instant in the site time zone; "" for none. */
const timeText = (seconds: number | null, { moment }: Seen) =>
  seconds === null || seconds === 0 ? '' : wallAt(seconds, moment.zone)

function shownActivity(sent: SentActivity, by: Seen & { readonly root: Root }) {
  const { activity_id, type, event_id, title, created_utc, hosts, waiting, failed } = sent
  return {
    id: activity_id,
    type,
    event: event_id,
    title: title ?? '',
    account: handleOf(by.root, sent.name),
    date: timeText(created_utc, by),
    hosts,
    delivered: Math.max(0, hosts - waiting - failed),
    waiting,
    failed,
    missed: sent.missed.map(({ host, reason, status, at_utc, waits }) => ({
      host,
      reason,
      status,
      waits,
      date: timeText(at_utc, by),
    })),
  }
}

export const listSent = serviceOperation({
  route: 'GET /federation/sent',
  name: 'list-sent',
  summary: 'List what was sent to the social web, to how many servers, and what failed',
  args: paging,
  answer: pageOf('sent', sent, 'The page of what was sent, newest first.'),
  right,
  isThere,
  problems: ['rest_no_route'],
  async run(given, { page, per_page }) {
    const { rows, total } = await given.store.federation.sent.activities(page, per_page)
    return { items: rows.map((one) => shownActivity(one, given)), total }
  },
})

const contactedHost = named('ContactedHost', {
  host: textShape,
  ...sameShapeByName(count, 'followers', 'waiting', 'delivered'),
  last_delivered: timestampOrEmptyShape,
  failed: count,
  last_failed: timestampOrEmptyShape,
  reason: choiceShape(['', ...deliveryFailureReasons]),
  status: count,
  failing_since: timestampOrEmptyShape,
  next_attempt: timestampOrEmptyShape,
})

function shownHost(contacted: ContactedHost, by: Seen) {
  const { host, followers, waiting, delivered, failed, reason, status } = contacted
  return {
    host,
    followers,
    waiting,
    delivered,
    last_delivered: timeText(contacted.delivered_utc, by),
    failed,
    last_failed: timeText(contacted.failed_utc, by),
    reason,
    status,
    failing_since: timeText(contacted.failing_since_utc, by),
    next_attempt: timeText(contacted.retry_utc, by),
  }
}

export const listHosts = serviceOperation({
  route: 'GET /federation/hosts',
  name: 'list-hosts',
  summary: 'List the servers of the social web that something was sent to',
  args: paging,
  answer: pageOf('hosts', contactedHost, 'The page of servers.'),
  right,
  isThere,
  problems: ['rest_no_route'],
  async run(given, { page, per_page }) {
    const { rows, total } = await given.store.federation.sent.hosts(page, per_page)
    return { items: rows.map((one) => shownHost(one, given)), total }
  },
})

// Followers

const follower = named('Follower', {
  id: integerShape,
  actor: webAddressShape,
  target: webAddressShape,
  state: choiceShape([...followerStates]),
  date: timestampShape,
})

const shownFollower = (follower: FederationFollowerShown, { moment }: Seen) => ({
  id: follower.id,
  actor: follower.follower,
  target: follower.target,
  state: follower.state,
  date: wallAt(follower.created_utc, moment.zone),
})

export const listFollowers = serviceOperation({
  route: 'GET /followers',
  name: 'list-followers',
  summary: 'List followers on the social web',
  args: paging,
  answer: pageOf('followers', follower, 'The page of followers, newest first.'),
  right,
  isThere,
  problems: ['rest_no_route'],
  async run(given, { page, per_page }) {
    const { followers, total } = await toolsOf(given).followers(page, per_page)
    return { items: followers.map((one) => shownFollower(one, given)), total }
  },
})

export const removeFollower = serviceOperation({
  route: 'DELETE /followers/{id}',
  name: 'remove-follower',
  summary: 'Remove a follower',
  args: {},
  answer: answer(follower, 'The follower as it stood. Its server is told.'),
  right,
  isThere,
  problems: ['follower-not-found', 'rest_no_route'],
  rehearsal: 'none',
  run: async (given) => shownFollower(await toolsOf(given).decide(given.id, 'Reject', given), given),
})

export const approveFollower = serviceOperation({
  route: 'POST /followers/{id}/approve',
  name: 'approve-follower',
  summary: 'Approve a follower',
  args: {},
  answer: answer(follower, 'The accepted follower. Its server is told.'),
  right,
  isThere,
  problems: ['follower-not-found', 'rest_no_route'],
  rehearsal: 'none',
  run: async (given) => shownFollower(await toolsOf(given).decide(given.id, 'Accept', given), given),
})

// Followed actors

const idOrNull: Shape<number | null> = { schema: { anyOf: [{ type: 'integer' }, { type: 'null' }] } }
const following = named('Following', {
  id: integerShape,
  actor: webAddressShape,
  state: choiceShape([...followingStates]),
  status: choiceShape([...publicationStatusesForIncomingEvents]),
  ...sameShapeByName(idOrNull, 'group', 'category'),
  date: timestampShape,
})

const shownActor = (followed: FollowedActor, { moment }: Seen) => ({
  id: followed.id,
  actor: followed.actor,
  state: followed.state,
  status: followed.status,
  group: followed.group_id,
  category: followed.category_id,
  date: wallAt(followed.created_utc, moment.zone),
})

export const listFollowing = serviceOperation({
  route: 'GET /following',
  name: 'list-following',
  summary: 'List actors that the calendar follows',
  args: paging,
  answer: pageOf('following', following, 'The page of followed actors, newest first.'),
  right,
  isThere,
  problems: ['rest_no_route'],
  async run(given, { page, per_page }) {
    const found = await toolsOf(given).following.page(page, per_page)
    return { items: found.following.map((one) => shownActor(one, given)), total: found.total }
  },
})

export const followActor = serviceOperation({
  route: 'POST /following',
  name: 'follow-actor',
  summary: 'Follow an actor on the social web',
  args: {
    actor: markedAsExtension(required(kind.text(1000))),
    group: markedAsExtension(optional(kind.groupTarget)),
    category: markedAsExtension(optional(kind.integer(0))),
    status: markedAsExtension(defaulted(kind.choice(publicationStatusesForIncomingEvents), 'pending')),
  },
  body: {
    schema: 'NewFollowing',
    example: { actor: '@calendar@opera.example.org', group: 'music-school', status: 'pending' },
  },
  answer: answer(following, 'The followed actor. Its server is asked.', { status: 201 }),
  right,
  isThere,
  problems: ['rest_no_route', 'following_exists'],
  rehearsal: 'none',
  run: async (given, wish) => shownActor(await toolsOf(given).following.add(wish, given), given),
})

export const readFollowing = serviceOperation({
  route: 'GET /following/{id}',
  name: 'read-following',
  summary: 'Show an actor that the calendar follows',
  args: {},
  answer: answer(following, 'The followed actor.'),
  right,
  isThere,
  problems: ['following-not-found', 'rest_no_route'],
  run: async (given) => shownActor(await toolsOf(given).following.read(given.id), given),
})

export const unfollowActor = serviceOperation({
  route: 'DELETE /following/{id}',
  name: 'unfollow-actor',
  summary: 'Follow an actor no more',
  args: { remove: markedAsExtension(defaulted(kind.boolean, false)) },
  answer: answer(following, 'The followed actor as it stood. Its server is told.'),
  right,
  isThere,
  problems: ['following-not-found', 'rest_no_route'],
  rehearsal: 'none',
  run: async (given, { remove }) =>
    shownActor(await toolsOf(given).following.remove(given.id, remove, given), given),
})

// Blocked domains

const block = named('Block', { domain: textShape, date: timestampShape, fixed: booleanShape })
const blocks = named('BlockList', { blocks: listShape(block) })

const shownBlock = ({ domain, created_utc, isFixed }: BlockedDomainShown, { moment }: Seen) => ({
  domain,
  date: wallAt(created_utc, moment.zone),
  fixed: isFixed,
})

export const listBlocks = serviceOperation({
  route: 'GET /federation/blocks',
  name: 'list-blocks',
  summary: 'List blocked domains',
  args: {},
  answer: answer(blocks, 'The blocked domains, by name.'),
  right,
  isThere,
  problems: ['rest_no_route'],
  run: async (given) => ({
    blocks: (await toolsOf(given).blocks.all()).map((one) => shownBlock(one, given)),
  }),
})

const address = { domain: required(kind.text(253)) }

export const blockDomain = serviceOperation({
  route: 'PUT /federation/blocks/{domain}',
  name: 'block-domain',
  summary: 'Block a domain',
  address,
  args: {},
  answer: answer(block, 'The blocked domain.'),
  right,
  isThere,
  problems: ['rest_invalid_param', 'rest_no_route'],
  rehearsal: 'none',
  run: async (given) => shownBlock(await toolsOf(given).blocks.block(given.domain, given), given),
})

export const unblockDomain = serviceOperation({
  route: 'DELETE /federation/blocks/{domain}',
  name: 'unblock-domain',
  summary: 'Unblock a domain',
  address,
  args: {},
  answer: answer(block, 'The domain, which is not blocked any more.'),
  right,
  isThere,
  problems: ['block-not-found', 'block_fixed', 'rest_no_route'],
  rehearsal: 'none',
  run: async (given) => shownBlock(await toolsOf(given).blocks.unblock(given.domain, given), given),
})
