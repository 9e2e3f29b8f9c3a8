/** Bounds on what clients may do to the server. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { BlockList, isIP, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { addressRateKey } from '../../support/rate-limiter.ts'
import {
  type ClientTimeouts,
  handleExpectations,
  lingerBounds,
  lingerOnClose,
  MAX_CONNECTIONS,
  prependRequestHandler,
  requireHostOfRequests,
  responseInProgressOn,
  timeouts,
  trackDraining,
} from './server.ts'

// Limits on open connections: past the limit per address or in total, the oldest idle connection is closed.

interface ConnectionBounds {
  /** Maximum connections of one address. */
  readonly ofAddress: number
  /** Maximum connections in total. Past it, each new connection replaces an idle one. */
  readonly inSum: number
  /** Whether an address is a trusted proxy's, whose connections carry the requests of many clients. */
  isProxy(address: string): boolean
}

/** The connections of one address, oldest first. */
interface Holder {
  readonly isProxy: boolean
  readonly sockets: Set<Socket>
}

/** The oldest connection without a request in progress: kept alive, silent, or with an incomplete request head. */
const oldestIdle = ({ sockets }: Holder): Socket | undefined =>
  [...sockets].find((socket) => responseInProgressOn(socket) === undefined)

/**
 * Limits the connections of a server; call it before the server listens. If all connections of an address have a request
 * in progress, its new connection is closed. A full server closes an idle connection of the address with the most.
 */
export function limitConnections(server: Server, { ofAddress, inSum, isProxy }: ConnectionBounds): void {
  const holders = new Map<string, Holder>()
  let count = 0

  const forget = (name: string, holder: Holder, socket: Socket) => {
    if (!holder.sockets.delete(socket)) return
    count -= 1
    if (holder.sockets.size === 0) holders.delete(name)
  }
  const close = (name: string, holder: Holder, socket: Socket | undefined) => {
    if (socket === undefined) return
    // Synchronously: the close event comes too late for connections that arrive together.
    forget(name, holder, socket)
    socket.destroy()
  }
  const makeRoom = () => {
    const others = [...holders].filter(([, { isProxy }]) => !isProxy)
    const [first, ...rest] = others.length > 0 ? others : holders
    if (first === undefined) return
    const [name, holder] = rest.reduce(
      (most, one) => (one[1].sockets.size > most[1].sockets.size ? one : most),
      first,
    )
    close(name, holder, oldestIdle(holder))
  }
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    const name = addressRateKey(address)
    const holder = holders.get(name) ?? { isProxy: isProxy(address), sockets: new Set() }
    holders.set(name, holder)
    holder.sockets.add(socket)
    count += 1
    socket.once('close', () => forget(name, holder, socket))
    if (!holder.isProxy && holder.sockets.size > ofAddress) close(name, holder, oldestIdle(holder))
    else if (count >= inSum) makeRoom()
  })
}

/*
 * The last connections of a server. The system resets connections that it has taken and the process has not accepted yet when the
 * process stops to listen, and with them the requests on them. Node accepts one in a turn of its loop, so they are accepted first, while
 * their requests wait.
 */

/** Turns of the loop without a new connection, after which none waits: the first may have begun before a connection came. */
const QUIET_TURNS = 3

/** The most turns: clients that open connections without end must not keep a server from its end. */
const MOST_TURNS = 10_000

/** Waits until no connection waits to be accepted. */
async function acceptAll(server: Server): Promise<void> {
  let quiet = 0
  const heard = () => {
    quiet = 0
  }
  server.on('connection', heard)
  for (let turn = 0; turn < MOST_TURNS && quiet < QUIET_TURNS; turn++) {
    await setImmediate()
    quiet += 1
  }
  server.off('connection', heard)
}

/**
 * Returns a function that accepts all connections which wait; call it as the last thing before the server stops to listen. Requests that
 * arrive meanwhile are handled once it has stopped. Call this before the server listens.
 */
function makeLastConnectionsAcceptor(server: Server): () => Promise<void> {
  const held: (readonly [IncomingMessage, ServerResponse])[] = []
  let isHolding = false
  prependRequestHandler(server, (request, response) => {
    if (isHolding) held.push([request, response])
    return isHolding
  })
  const release = async () => {
    while (server.listening) await setImmediate()
    isHolding = false
    for (const [request, response] of held) server.emit('request', request, response)
  }
  return async () => {
    if (!server.listening) return
    isHolding = true
    await acceptAll(server)
    void release()
  }
}

// Trusted proxies, by address (contract §0.1).

/** The named networks. */
const networks: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Returns a predicate: whether an address belongs to the addresses and networks of `FASTI_TRUST_PROXY`. */
export function trustedProxyTest(named: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of named.flatMap((name) => networks[name] ?? [name])) {
    const [address = '', bits] = network.split('/')
    if (bits === undefined) list.addAddress(address, family(address))
    else list.addSubnet(address, Number(bits), family(address))
  }
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
    return isIP(plain) !== 0 && list.check(plain, family(plain))
  }
}

/** The options of the service that bound its clients. */
interface ClientBounds {
  readonly patience?: ClientTimeouts | undefined
  readonly trustProxy: readonly string[]
  /** Maximum connections of one address. */
  readonly connectionsPerAddress: number
}

/** Bounds what clients may do to the server of an application. Returns how it is drained. */
export function applyClientBounds({ server }: FastifyInstance, bounds: ClientBounds) {
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
