/** What editors do with followers, followed actors, blocked domains and deliveries on the social web. */

import { answer, changedAnswer, type Named, named, pageAnswer } from '../api/answer.ts'
import type { Context } from '../api/context.ts'
import { serviceOperation } from '../api/operation.ts'
import type { Outside } from '../api/outside.ts'
import { editors } from '../api/permission.ts'
import { defaulted, markedAsExtension, optional, required } from '../contract/arg.ts'
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
import { because, invalidParam, Problem } from '../problem.ts'
import type { Root } from '../representations/urls.ts'
import type {
  BlockedDomain,
  ContactedHost,
  FollowedActor,
  ListedFollower,
  SentActivity,
} from '../store/store.ts'
import { activityAbout, followActor, requireFollowedActorById, unfollowActor } from './following.ts'
import { makeAnswerActivity, makeFollowActivity } from './inbox.ts'
import {
  actorAddress,
  type FederationParts,
  isHostWithinAnyDomain,
  nowInSeconds,
  ownActor,
  ownActorOfCalendar,
} from './own-actors.ts'

declare module '../api/outside.ts' {
  interface Outside {
    /** Absent if the calendar does not federate. */
    readonly federation?: FederationParts
  }
}

const right = { scope: 'federation', allows: editors } as const

/** Returns the parts of federation. Throws 404 where the calendar does not federate. */
function sourceOf({ federation }: Outside): FederationParts {
  if (federation === undefined) throw new Problem('rest_no_route')
  return federation
}

const paging = { page: markedAsExtension(pagingArgs.page), per_page: markedAsExtension(pagingArgs.per_page) }
/** What the addresses of actors contain. */
const search = markedAsExtension(optional(kind.text(200)))
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
  problems: ['rest_no_route'],
  async run({ store, moment, root, ...outside }) {
    const source = sourceOf(outside)
    // A calendar that is new, and that nobody has asked for yet.
    await ownActorOfCalendar(source)
    const { actors, queue } = store.federation
    const [all, { waiting }, { waitingHosts, failing }] = await Promise.all([
      actors.list(moment, MOST.actors),
      queue.health(),
      queue.troubles(MOST.hosts),
    ])
    return {
      approves: source.approves,
      actors: all.map(({ name, kind, item_id, standing, followers }) => ({
        id: actorAddress(source.place, { kind, name }),
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

const shownFollower = (listed: ListedFollower, { place }: FederationParts, { moment }: Seen) => ({
  id: listed.id,
  actor: listed.follower,
  target: actorAddress(place, listed),
  state: listed.state,
  date: wallAt(listed.created_utc, moment.zone),
})

/** Accepts a follower that waits, or removes one, and tells its server. Returns the follower after it, or as it stood. Throws 404. */
async function decide(type: 'Accept' | 'Reject', given: Context & Outside & { readonly id: number }) {
  const source = sourceOf(given)
  const { followers } = source.context().store.federation
  const found = await followers.byId(given.id)
  const actor = found && (await ownActor(source, found.name))
  if (found === undefined || actor === undefined) throw new Problem('follower-not-found')
  const { inbox, activity, follower } = found
  const object = makeFollowActivity(activity, follower, actorAddress(source.place, actor))
  const reply = makeAnswerActivity(source, actor, type, { inbox, activity, object })
  if (type === 'Reject') await followers.reject(found, reply, given)
  else await followers.approve(found, reply, given)
  const state = type === 'Accept' ? 'accepted' : found.state
  return shownFollower({ ...found, state }, source, given)
}

export const listFollowers = serviceOperation({
  route: 'GET /followers',
  name: 'list-followers',
  summary: 'List followers on the social web',
  args: { ...paging, search, state: markedAsExtension(optional(kind.choice(followerStates))) },
  answer: pageOf('followers', follower, 'The page of followers, newest first.'),
  right,
  problems: ['rest_no_route'],
  async run(given, query) {
    const source = sourceOf(given)
    const { followers, total } = await source.context().store.federation.followers.page(query)
    return { items: followers.map((one) => shownFollower(one, source, given)), total }
  },
})

export const removeFollower = serviceOperation({
  route: 'DELETE /followers/{id}',
  name: 'remove-follower',
  summary: 'Remove a follower',
  args: {},
  answer: answer(follower, 'The follower as it stood. Its server is told.'),
  right,
  problems: ['follower-not-found', 'rest_no_route'],
  rehearsal: 'none',
  run: (given) => decide('Reject', given),
})

export const approveFollower = serviceOperation({
  route: 'POST /followers/{id}/approve',
  name: 'approve-follower',
  summary: 'Approve a follower',
  args: {},
  answer: answer(follower, 'The accepted follower. Its server is told.'),
  right,
  problems: ['follower-not-found', 'rest_no_route'],
  rehearsal: 'none',
  run: (given) => decide('Accept', given),
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

/** Nobody on a host that the configuration blocks is followed, whatever is stored. */
const shownActor = (followed: FollowedActor, { blocked }: FederationParts, { moment }: Seen) => ({
  id: followed.id,
  actor: followed.actor,
  state: isHostWithinAnyDomain(blocked, followed.host) ? ('rejected' as const) : followed.state,
  status: followed.status,
  group: followed.group_id,
  category: followed.category_id,
  date: wallAt(followed.created_utc, moment.zone),
})

export const listFollowing = serviceOperation({
  route: 'GET /following',
  name: 'list-following',
  summary: 'List actors that the calendar follows',
  args: { ...paging, search, state: markedAsExtension(optional(kind.choice(followingStates))) },
  answer: pageOf('following', following, 'The page of followed actors, newest first.'),
  right,
  problems: ['rest_no_route'],
  async run(given, query) {
    const source = sourceOf(given)
    const { following, total } = await source.context().store.federation.following.page(query)
    return { items: following.map((one) => shownActor(one, source, given)), total }
  },
})

export const followOneActor = serviceOperation({
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
  problems: ['rest_no_route', 'following_exists'],
  rehearsal: 'none',
  async run(given, wish) {
    const source = sourceOf(given)
    return shownActor(await followActor(source, wish, given), source, given)
  },
})

export const readFollowing = serviceOperation({
  route: 'GET /following/{id}',
  name: 'read-following',
  summary: 'Show an actor that the calendar follows',
  args: {},
  answer: answer(following, 'The followed actor.'),
  right,
  problems: ['following-not-found', 'rest_no_route'],
  async run(given) {
    const source = sourceOf(given)
    return shownActor(await requireFollowedActorById(source, given.id), source, given)
  },
})

export const unfollowOneActor = serviceOperation({
  route: 'DELETE /following/{id}',
  name: 'unfollow-actor',
  summary: 'Follow an actor no more',
  args: { remove: markedAsExtension(defaulted(kind.boolean, false)) },
  answer: answer(following, 'The followed actor as it stood. Its server is told.'),
  right,
  problems: ['following-not-found', 'rest_no_route'],
  rehearsal: 'none',
  async run(given, { remove }) {
    const source = sourceOf(given)
    return shownActor(await unfollowActor(source, given.id, remove, given), source, given)
  },
})

// Blocked domains

const block = named('Block', { domain: textShape, date: timestampShape, fixed: booleanShape })
const blocks = named('BlockList', { blocks: listShape(block) })

const shownBlock = ({ domain, created_utc }: BlockedDomain, fixed: boolean, { moment }: Seen) => ({
  domain,
  date: wallAt(created_utc, moment.zone),
  fixed,
})

/** Returns a domain in its usual form. Throws 400. */
function domainIn(text: string): string {
  const name = text.trim().toLowerCase().replace(/\.$/, '')
  const isPlain = /^[^\s/?#@\\]{1,253}$/.test(name) && URL.canParse(`https://${name}/`)
  const domain = isPlain ? new URL(`https://${name}/`).host : ''
  if (domain === '') throw invalidParam('domain', because('not_a_domain'))
  return domain
}

/** Returns all blocked domains, by name: those of the configuration, which can't be unblocked, and those of editors. */
async function shownBlocks(source: FederationParts, by: Seen) {
  const own = await source.context().store.federation.blocks.all()
  const created_utc = nowInSeconds(source)
  return [
    ...source.blocked.map((domain) => shownBlock({ domain, created_utc }, true, by)),
    ...own.flatMap((one) => (source.blocked.includes(one.domain) ? [] : [shownBlock(one, false, by)])),
  ].sort((a, b) => (a.domain < b.domain ? -1 : 1))
}

export const listBlocks = serviceOperation({
  route: 'GET /federation/blocks',
  name: 'list-blocks',
  summary: 'List blocked domains',
  args: {},
  answer: answer(blocks, 'The blocked domains, by name.'),
  right,
  problems: ['rest_no_route'],
  run: async (given) => ({ blocks: await shownBlocks(sourceOf(given), given) }),
})

const address = { domain: required(kind.text(253)) }

export const blockDomain = serviceOperation({
  route: 'PUT /federation/blocks/{domain}',
  name: 'block-domain',
  summary: 'Block a domain',
  address,
  args: {},
  answer: changedAnswer(block, 'The blocked domain.', { did: 'created' }),
  right,
  problems: ['rest_invalid_param', 'rest_no_route'],
  rehearsal: 'none',
  async run(given) {
    const source = sourceOf(given)
    const domain = domainIn(given.domain)
    if (isHostWithinAnyDomain([domain], source.place.site.host))
      throw invalidParam('domain', because('own_domain'))
    const calendar = await ownActorOfCalendar(source)
    const ended = {
      isBlocked: (host: string) => isHostWithinAnyDomain([domain], host),
      undoOf: (followed: FollowedActor) => activityAbout(source, calendar, followed, true),
    }
    const outcome = await source.context().store.federation.blocks.block(domain, ended, given)
    if (outcome === 'too_many') throw invalidParam('domain', because('too_many_blocks', { most: 1000 }))
    const found = (await shownBlocks(source, given)).find((one) => one.domain === domain)
    const result = found ?? shownBlock({ domain, created_utc: nowInSeconds(source) }, false, given)
    return { result, isChanged: outcome === 'blocked' }
  },
})

export const unblockDomain = serviceOperation({
  route: 'DELETE /federation/blocks/{domain}',
  name: 'unblock-domain',
  summary: 'Unblock a domain',
  address,
  args: {},
  answer: answer(block, 'The domain, which is not blocked any more.'),
  right,
  problems: ['block-not-found', 'block_fixed', 'rest_no_route'],
  rehearsal: 'none',
  async run(given) {
    const source = sourceOf(given)
    const domain = given.domain.trim().toLowerCase()
    if (source.blocked.includes(domain)) throw new Problem('block_fixed')
    const gone = await source.context().store.federation.blocks.unblock(domain, given)
    if (gone === undefined) throw new Problem('block-not-found')
    return shownBlock(gone, false, given)
  },
})
