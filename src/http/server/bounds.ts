/** Bounds on what clients may do to the server. */
import type { FastifyInstance } from 'fastify'
import { limitConnections } from './connections.ts'
import { type Draining, trackDraining } from './draining.ts'
import { makeLastConnectionsAcceptor } from './last-connections.ts'
import { lingerBounds, lingerOnClose } from './lingering.ts'
import { trustedProxyTest } from './proxies.ts'
import {
  type ClientTimeouts,
  handleExpectations,
  MAX_CONNECTIONS,
  requireHostOfRequests,
  timeouts,
} from './server.ts'

/** The options of the service that bound its clients. */
interface ClientBounds {
  readonly patience?: ClientTimeouts | undefined
  readonly trustProxy: readonly string[]
  /** Maximum connections of one address. */
  readonly connectionsPerAddress: number
}

/** Bounds what clients may do to the server of an application. Returns how it is drained. */
export function applyClientBounds({ server }: FastifyInstance, bounds: ClientBounds): Draining {
  const wait = bounds.patience ?? timeouts
  requireHostOfRequests(server)
  handleExpectations(server)
  server.maxConnections = MAX_CONNECTIONS
  // Past a maximum count, Node drops headers silently; HEADERS_LIMIT already bounds their size.
  server.maxHeadersCount = 0
  const isProxy = trustedProxyTest(bounds.trustProxy)
  limitConnections(server, { ofAddress: bounds.connectionsPerAddress, inSum: MAX_CONNECTIONS, isProxy })
  lingerOnClose(server, { ...lingerBounds, idle: wait.linger, total: wait.request })
  return trackDraining(server, wait.request, makeLastConnectionsAcceptor(server))
}
