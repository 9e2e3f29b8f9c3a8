/** Federation of one service: its answers, its inboxes and its deliveries. */
import type { Context } from '../api/context.ts'
import { anonymousActor } from '../api/policy.ts'
import { VERSION } from '../contract/version.ts'
import type { ContentLanguages } from '../domain/languages.ts'
import { Problem } from '../problem.ts'
import { makeRootPartForSiteLanguage } from '../representations/urls.ts'
import type { ListedFollower, WriteStamp } from '../store/store.ts'
import type { SendPost } from '../webhooks/deliveries.ts'
import { type FederationDeliverer, federationDeliverer } from './delivery.ts'
import { answerAt, eventAnswer, type FederationAnswer } from './documents.ts'
import { type FollowingOperations, followingOperationsOf } from './following.ts'
import {
  blockedReaderAnswer,
  type InboxRequest,
  makeAnswerActivity,
  makeFollowActivity,
  makeInboxReceiver,
} from './inbox.ts'
import {
  actorAddress,
  type FederationParts,
  federationBaseAt,
  ownActor,
  ownActorOfCalendar,
} from './own-actors.ts'
import { followedCalendarsReader } from './reading.ts'
import type { FetchDocument, MayAskHost, RemoteReadingParts } from './remote.ts'
import type { RequestToVerify } from './signatures.ts'

// The followers of our actors, and decisions of editors about them (contract §19).

/** A follower, and the address of the actor of ours that it follows. */
interface ShownFollower extends Pick<ListedFollower, 'id' | 'follower' | 'state' | 'created_utc'> {
  readonly target: string
}

const shown = ({ place }: FederationParts, listed: ListedFollower): ShownFollower => ({
  ...listed,
  target: actorAddress(place, listed),
})

/** Returns a page of the followers, newest first, and how many there are. */
async function listFollowersWithTotal(source: FederationParts, page: number, perPage: number) {
  const { followers, total } = await source.context().store.federation.followers.page(page, perPage)
  return { followers: followers.map((one) => shown(source, one)), total }
}

/** Accepts a follower that waits, or removes one, and tells its server. Returns the follower after it, or as it stood. Throws 404. */
async function decideOnFollower(
  source: FederationParts,
  id: number,
  type: 'Accept' | 'Reject',
  writer: WriteStamp,
): Promise<ShownFollower> {
  const { followers } = source.context().store.federation
  const found = await followers.byId(id)
  const actor = found && (await ownActor(source, found.name))
  if (found === undefined || actor === undefined) throw new Problem('follower-not-found')
  const { inbox, activity, follower } = found
  const object = makeFollowActivity(activity, follower, actorAddress(source.place, actor))
  const reply = makeAnswerActivity(source, actor, type, { inbox, activity, object })
  if (type === 'Reject') await followers.reject(found, reply, writer)
  else await followers.approve(found, reply, writer)
  return shown(source, { ...found, ...(type === 'Accept' && { state: 'accepted' as const }) })
}

interface FederationOptions extends Pick<FederationParts, 'language' | 'region' | 'blocked' | 'approves'> {
  readonly contextNow: () => Omit<Context, 'actor'>
  readonly baseUrl: string
  readonly namespace: string
  readonly contentLanguages: ContentLanguages
  readonly name: string
  /** Hosts that may have private addresses and http:// URLs. */
  readonly hosts: readonly string[]
  readonly post: SendPost
  readonly fetchDocument: FetchDocument
  readonly mayAsk: MayAskHost
}

interface FederationService extends FederationDeliverer {
  readonly tools: FollowingOperations & {
    readonly approves: boolean
    prepare(): Promise<void>
    answerAt(path: string, query: URLSearchParams): Promise<FederationAnswer | undefined>
    eventWithSlug(slug: string): Promise<FederationAnswer | undefined>
    receive(request: InboxRequest): Promise<FederationAnswer>
    refuseReader(request: RequestToVerify): Promise<FederationAnswer | undefined>
    followers(page: number, perPage: number): ReturnType<typeof listFollowersWithTotal>
    decide(id: number, type: 'Accept' | 'Reject', writer: WriteStamp): Promise<ShownFollower>
    readonly counts: FederationDeliverer['counts']
  }
}

async function answerWithSlug(source: FederationParts, slug: string): Promise<FederationAnswer | undefined> {
  const { store, moment } = source.context()
  const event = await store.find('event', { slug }, moment)
  return event && eventAnswer(source, event.id)
}

/** Returns federation of a service. */
export function newFederationService(options: FederationOptions): FederationService {
  const { contextNow, baseUrl, namespace, contentLanguages, name, blocked, approves, post } = options
  const { language, region } = options
  const source: FederationParts = {
    place: federationBaseAt(baseUrl),
    root: { base: baseUrl, url: baseUrl, namespace, ...makeRootPartForSiteLanguage(contentLanguages) },
    language,
    region,
    siteName: name,
    blocked,
    approves,
    version: VERSION,
    context: () => ({ ...contextNow(), actor: anonymousActor }),
  }
  const reading: RemoteReadingParts = { source, ...options }
  const deliverer = federationDeliverer(source, post)
  const reader = followedCalendarsReader(reading)
  return {
    ...deliverer,
    async deliver() {
      await deliverer.deliver()
      await reader.read()
    },
    start(failed) {
      deliverer.start(failed)
      reader.start(failed)
    },
    async stop() {
      await Promise.all([reader.stop(), deliverer.stop()])
    },
    tools: {
      approves,
      prepare: () => ownActorOfCalendar(source).then(() => {}),
      answerAt: (path, query) => answerAt(source, path, query),
      eventWithSlug: (slug) => answerWithSlug(source, slug),
      receive: makeInboxReceiver(reading),
      refuseReader: (request) => blockedReaderAnswer(source, request),
      followers: (page, perPage) => listFollowersWithTotal(source, page, perPage),
      decide: (id, type, writer) => decideOnFollower(source, id, type, writer),
      ...followingOperationsOf(reading),
      counts: deliverer.counts,
    },
  }
}
