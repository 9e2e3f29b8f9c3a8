/** The acts of editors on followed actors and blocked domains, as the application needs them. */
import type { Context } from '../../api/context.ts'
import { because, invalidParam, Problem } from '../../problem.ts'
import type { BlockedDomain, FederationStore, FollowedActor, WriteStamp } from '../../store/store.ts'
import { type FederationParts, isHostWithinAnyDomain, nowInSeconds } from '../federation-parts.ts'
import { ownActorOfCalendar } from '../own-actors.ts'
import type { RemoteReadingParts } from '../remote/fetching.ts'
import {
  activityAbout,
  followActor,
  type NewFollowingArgs,
  requireFollowedActorById,
  unfollowActor,
} from './following.ts'

// The domains that are blocked, by the configuration and by editors (contract §19).

/** A blocked domain. */
interface ShownBlockedDomain extends BlockedDomain {
  /** Whether the configuration blocks it. */
  readonly isFixed: boolean
}

/** Returns a domain in its usual form. Throws 400. */
function domainIn(text: string): string {
  const name = text.trim().toLowerCase().replace(/\.$/, '')
  const isPlain = /^[^\s/?#@\\]{1,253}$/.test(name) && URL.canParse(`https://${name}/`)
  const domain = isPlain ? new URL(`https://${name}/`).host : ''
  if (domain === '') throw invalidParam('domain', because('not_a_domain'))
  return domain
}

/** Returns all blocked domains, by name. */
async function blockedDomains(source: FederationParts): Promise<readonly ShownBlockedDomain[]> {
  const own = await source.context().store.federation.blocks.all()
  const now = nowInSeconds(source)
  const fixed = source.blocked.map((domain) => ({ domain, created_utc: now, isFixed: true }))
  const others = own.filter(({ domain }) => !source.blocked.includes(domain))
  const all = [...fixed, ...others.map((one) => ({ ...one, isFixed: false }))]
  return all.sort((a, b) => (a.domain < b.domain ? -1 : 1))
}

/** Blocks a domain: who follows from it ends. Returns it. Throws 400. */
async function blockDomain(
  source: FederationParts,
  text: string,
  writer: WriteStamp,
): Promise<ShownBlockedDomain> {
  const domain = domainIn(text)
  if (isHostWithinAnyDomain([domain], source.place.site.host))
    throw invalidParam('domain', because('own_domain'))
  const { blocks } = source.context().store.federation
  const calendar = await ownActorOfCalendar(source)
  const ended = {
    isBlocked: (host: string) => isHostWithinAnyDomain([domain], host),
    undoOf: (followed: FollowedActor) => activityAbout(source, calendar, followed, true),
  }
  if (!(await blocks.block(domain, ended, writer)))
    throw invalidParam('domain', because('too_many_blocks', { most: 1000 }))
  const found = (await blockedDomains(source)).find((one) => one.domain === domain)
  return found ?? { domain, created_utc: nowInSeconds(source), isFixed: false }
}

/** Blocks a domain no more. Returns it. Throws 404, and 409 where the configuration blocks it. */
async function unblockDomain(
  source: FederationParts,
  text: string,
  writer: WriteStamp,
): Promise<ShownBlockedDomain> {
  const domain = text.trim().toLowerCase()
  if (source.blocked.includes(domain)) throw new Problem('block_fixed')
  const gone = await source.context().store.federation.blocks.unblock(domain, writer)
  if (gone === undefined) throw new Problem('block-not-found')
  return { ...gone, isFixed: false }
}

export interface FollowingOperations {
  readonly following: {
    page: FederationStore['following']['page']
    read(id: number): Promise<FollowedActor>
    add(args: NewFollowingArgs, context: Context): Promise<FollowedActor>
    remove(id: number, removes: boolean, context: Context): Promise<FollowedActor>
  }
  readonly blocks: {
    all(): Promise<readonly ShownBlockedDomain[]>
    block(domain: string, writer: WriteStamp): Promise<ShownBlockedDomain>
    unblock(domain: string, writer: WriteStamp): Promise<ShownBlockedDomain>
  }
}

/** Returns what follows actors and blocks domains, over one service. */
export function followingOperationsOf(reading: RemoteReadingParts): FollowingOperations {
  const { source } = reading
  /** Nobody on a host that the configuration blocks is followed, whatever is stored. */
  const shown = (one: FollowedActor): FollowedActor =>
    isHostWithinAnyDomain(source.blocked, one.host) ? { ...one, state: 'rejected' } : one
  return {
    following: {
      async page(page, perPage) {
        const { following, total } = await source.context().store.federation.following.page(page, perPage)
        return { following: following.map(shown), total }
      },
      read: async (id) => shown(await requireFollowedActorById(source, id)),
      add: (args, context) => followActor(reading, args, context),
      remove: (id, removes, context) => unfollowActor(source, id, removes, context),
    },
    blocks: {
      all: () => blockedDomains(source),
      block: (domain, writer) => blockDomain(source, domain, writer),
      unblock: (domain, writer) => unblockDomain(source, domain, writer),
    },
  }
}
