/** Limits on open connections: past the limit per address or in total, the oldest idle connection is closed. */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { addressRateKey } from '../auth/rate-limiter.ts'
import { responseInProgressOn } from './draining.ts'

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
