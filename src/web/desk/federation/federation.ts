/** Loads how the calendar stands on the social web. */
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { callApi } from '../api/api.ts'
import { RequestFault } from '../api/faults.ts'
import type { Category } from '../api/types.ts'
import { loadAllCategories } from '../terms/terms.ts'
import type { EventObjectForOtherServers } from './readings.ts'

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
  readonly categories: readonly Category[]
}

/** Loads everything; undefined where the calendar does not federate. */
export async function loadFederationWithLists(): Promise<FederationWithLists | undefined> {
  try {
    const [federation, followers, following, blocks, groups, sent, servers, categories] = await Promise.all([
      callApi<FederationActorsAndQueue>('GET', '/federation'),
      callApi<{ followers: readonly Follower[] }>('GET', '/followers', { query }),
      callApi<{ following: readonly Followed[] }>('GET', '/following', { query }),
      callApi<{ blocks: readonly BlockedDomain[] }>('GET', '/federation/blocks'),
      callApi<{ groups: FederationWithLists['groups'] }>('GET', '/groups', { query }),
      callApi<components['schemas']['SentList']>('GET', '/federation/sent', { query: fewer }),
      callApi<components['schemas']['ContactedHostList']>('GET', '/federation/hosts', { query: fewer }),
      loadAllCategories(),
    ])
    return {
      federation: federation.body,
      followers: followers.body.followers,
      following: following.body.following,
      blocks: blocks.body.blocks,
      groups: groups.body.groups,
      categories,
      sent: { rows: sent.body.sent, total: sent.body.total },
      servers: { rows: servers.body.hosts, total: servers.body.total },
    }
  } catch (error) {
    if (error instanceof RequestFault && error.status === 404) return undefined
    throw error
  }
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
