/** Loads how the calendar stands on the social web. */
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { callApi } from '../api/api.ts'
import { RequestFault } from '../api/faults.ts'

export type FederationActorsAndQueue = components['schemas']['Federation']
type Follower = components['schemas']['Follower']
type Followed = components['schemas']['Following']
type BlockedDomain = components['schemas']['Block']
export type SentActivity = components['schemas']['Sent']
export type ContactedServer = components['schemas']['ContactedHost']

/** Lists at the desk show the newest of them. */
const query = { per_page: 50 }

/** Activities have long rows. */
const fewer = { per_page: 20 }

/** The first rows of a list, and how many there are. */
interface Part<T> {
  readonly rows: readonly T[]
  readonly total: number
}

/** The state of federation with its lists. */
export interface FederationWithLists {
  readonly federation: FederationActorsAndQueue
  readonly followers: readonly Follower[]
  readonly following: readonly Followed[]
  readonly blocks: readonly BlockedDomain[]
  readonly sent: Part<SentActivity>
  readonly servers: Part<ContactedServer>
  readonly groups: readonly components['schemas']['Group'][]
}

/** Loads everything; undefined where the calendar does not federate. */
export async function loadFederationWithLists(): Promise<FederationWithLists | undefined> {
  try {
    const [federation, followers, following, blocks, groups, sent, servers] = await Promise.all([
      callApi<FederationActorsAndQueue>('GET', '/federation'),
      callApi<{ followers: readonly Follower[] }>('GET', '/followers', { query }),
      callApi<{ following: readonly Followed[] }>('GET', '/following', { query }),
      callApi<{ blocks: readonly BlockedDomain[] }>('GET', '/federation/blocks'),
      callApi<{ groups: FederationWithLists['groups'] }>('GET', '/groups', { query }),
      callApi<components['schemas']['SentList']>('GET', '/federation/sent', { query: fewer }),
      callApi<components['schemas']['ContactedHostList']>('GET', '/federation/hosts', { query: fewer }),
    ])
    return {
      federation: federation.body,
      followers: followers.body.followers,
      following: following.body.following,
      blocks: blocks.body.blocks,
      groups: groups.body.groups,
      sent: { rows: sent.body.sent, total: sent.body.total },
      servers: { rows: servers.body.hosts, total: servers.body.total },
    }
  } catch (error) {
    if (error instanceof RequestFault && error.status === 404) return undefined
    throw error
  }
}

/** The object of an event, as other servers read it. */
export interface EventObjectForOtherServers {
  readonly name: string
  readonly content: string
  readonly url: string
  readonly startTime: string
  readonly endTime: string
  readonly timezone: string
  readonly status: string
  readonly category: string
  readonly joinMode: string
  /** The addresses of the organizers that can be followed. */
  readonly organizers: readonly string[] | null
  readonly location?: {
    readonly type: string
    readonly name: string
    readonly url?: string
    readonly latitude?: number
    readonly longitude?: number
    readonly address?: Readonly<Record<string, string>>
  }
  readonly attachment: readonly { readonly name: string; readonly mediaType: string; readonly url: string }[]
  readonly tag: readonly { readonly name: string }[]
  readonly likes: { readonly totalItems: number }
  readonly shares: { readonly totalItems: number }
}

/** Loads the object of an event; undefined where others may not read it. `calendar` is the address of the calendar's actor. */
export async function loadEventAsOthersRead(
  calendar: string,
  id: number,
): Promise<EventObjectForOtherServers | undefined> {
  const { pathname } = new URL(calendar)
  const response = await fetch(`${pathname.replace(/calendar$/, 'events')}/${id}`)
  if (!response.ok) return undefined
  const found: EventObjectForOtherServers = await response.json()
  return found
}
