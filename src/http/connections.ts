/** Bounds on open connections: the oldest idle one is closed where an address, or all of them, hold too many. */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { addressName } from './counter.ts'
import { answerOn } from './draining.ts'

export interface ConnectionBounds {
  /** Connections of one address. */
  readonly ofAddress: number
  /** Connections of all addresses. From then on each new one takes the place of an idle one. */
  readonly inSum: number
  /** Whether an address is a proxy's, whose connections are those of many clients. */
  isProxy(address: string): boolean
}

/** The connections of one address, the oldest first. */
interface Holder {
  readonly isProxy: boolean
  readonly sockets: Set<Socket>
}

/** The oldest connection without a request that waits for its answer: kept alive, silent, or halfway through a head. */
const oldestIdle = ({ sockets }: Holder): Socket | undefined =>
  [...sockets].find((socket) => answerOn(socket) === undefined)

/**
 * Bounds the connections of a server; to be called before there are any. Where every connection of an address answers a
 * request, its new one is closed. A full server makes room at the address with the most connections.
 */
export function boundConnections(server: Server, { ofAddress, inSum, isProxy }: ConnectionBounds): void {
  const holders = new Map<string, Holder>()
  let count = 0

  const forget = (name: string, holder: Holder, socket: Socket) => {
    if (!holder.sockets.delete(socket)) return
    count -= 1
    if (holder.sockets.size === 0) holders.delete(name)
  }
  const close = (name: string, holder: Holder, socket: Socket | undefined) => {
    if (socket === undefined) return
    // At once: its own event comes too late for connections that arrive together.
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
    const name = addressName(address)
    const holder = holders.get(name) ?? { isProxy: isProxy(address), sockets: new Set() }
    holders.set(name, holder)
    holder.sockets.add(socket)
    count += 1
    socket.once('close', () => forget(name, holder, socket))
    if (!holder.isProxy && holder.sockets.size > ofAddress) close(name, holder, oldestIdle(holder))
    else if (count >= inSum) makeRoom()
  })
}
