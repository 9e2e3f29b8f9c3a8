/** Connections to receivers that stay open between two posts. */
import type { LookupAddress } from 'node:dns'
import { type AgentOptions, type ClientRequestArgs, Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent, type AgentOptions as HttpsOptions } from 'node:https'
import type { Duplex } from 'node:stream'
import { makeLookupPinnedToAddresses } from './guarded-fetch.ts'

/** Milliseconds for which an unused connection stays open. If the receiver sends a shorter `Keep-Alive: timeout`, that applies. */
const KEPT = 4000
/** The maximum of unused connections to one receiver, and to all receivers. Many webhooks may have the same receiver. */
const MAX_KEPT_EACH = 64
const MAX_KEPT = 256

const settings: AgentOptions & HttpsOptions = {
  keepAlive: true,
  timeout: KEPT,
  maxFreeSockets: MAX_KEPT_EACH,
}

/** A request whose connection may only lead to `addresses`. */
interface Pinned extends ClientRequestArgs {
  readonly addresses?: string
}

function hasRoom({ freeSockets }: Pick<HttpAgent, 'freeSockets'>): boolean {
  let count = 0
  for (const sockets of Object.values(freeSockets)) count += sockets?.length ?? 0
  return count < MAX_KEPT
}

/** Makes an agent reuse a connection only if the name still resolves to the addresses that were checked for it. */
function pinning<A extends HttpAgent>(agent: A): A {
  const nameOf = agent.getName.bind(agent)
  const keepAlive = agent.keepSocketAlive.bind(agent)
  agent.getName = (options: Pinned = {}) => `${nameOf(options)}|${options.addresses ?? ''}`
  agent.keepSocketAlive = (socket: Duplex) => hasRoom(agent) && Boolean(keepAlive(socket))
  return agent
}

const agents = { 'http:': pinning(new HttpAgent(settings)), 'https:': pinning(new HttpsAgent(settings)) }

/** Returns the options of a request to one of the checked addresses. It reuses an open connection if there is one. */
export const requestOptionsForCheckedAddresses = (
  { protocol }: URL,
  addresses: readonly LookupAddress[],
): Pinned => ({
  agent: protocol === 'https:' ? agents['https:'] : agents['http:'],
  lookup: makeLookupPinnedToAddresses(addresses),
  addresses: addresses
    .map(({ address }) => address)
    .sort()
    .join(),
})
