/** The parts that all of federation uses: the store, the place of the service, and its actors with their keys. */
import { createPrivateKey, type KeyObject } from 'node:crypto'
import type { Context } from '../api/context.ts'
import { epochOfInstant } from '../domain/time/moment.ts'
import type { Root } from '../representations/urls.ts'
import type { OwnActor } from '../store/store.ts'
import type { InterfaceLanguageCode } from '../words/languages.ts'
import { addressesOfActor, type FederationBase } from './addresses.ts'
import type { SigningKey } from './signatures/cavage.ts'

/** The source of all that federation tells. */
export interface FederationParts {
  readonly place: FederationBase
  readonly root: Root
  /** The language of the site, and the region that is set for its dates. */
  readonly language: InterfaceLanguageCode
  readonly region: string | undefined
  /** The name of the calendar, where the settings have none. */
  readonly siteName: string
  /** Domains that may neither follow nor be followed. */
  readonly blocked: readonly string[]
  /** Whether followers wait for an editor. */
  readonly approves: boolean
  /** The version of the program. */
  readonly version: string
  /** The context of the public. */
  readonly context: () => Context
}

/** Returns now, in seconds since 1970 UTC. */
export const nowInSeconds = ({ context }: Pick<FederationParts, 'context'>): number =>
  epochOfInstant(context().moment.now)

/** Returns whether a host, with or without its port, is one of some domains or below one. */
export function isHostWithinAnyDomain(domains: readonly string[], host: string): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase()
  return domains.some((domain) => name === domain || host === domain || name.endsWith(`.${domain}`))
}

/** Returns whether one of some hosts is blocked, by the configuration or by editors. */
export async function isAnyHostBlocked(
  { blocked, context }: Pick<FederationParts, 'blocked' | 'context'>,
  ...hosts: readonly string[]
): Promise<boolean> {
  if (hosts.some((host) => isHostWithinAnyDomain(blocked, host))) return true
  const domains = (await context().store.federation.blocks.all()).map(({ domain }) => domain)
  return hosts.some((host) => isHostWithinAnyDomain(domains, host))
}

/** The keys of this process's actors, read once. */
const keys = new Map<string, KeyObject>()

/** Returns the key with which an actor signs. */
export function signingKeyOf({ place }: Pick<FederationParts, 'place'>, actor: OwnActor): SigningKey {
  const known = keys.get(actor.private_key) ?? createPrivateKey(actor.private_key)
  if (keys.size > MAX_KEYS) keys.clear()
  keys.set(actor.private_key, known)
  return { keyId: addressesOfActor(place, actor).key, key: known }
}

const MAX_KEYS = 1000
