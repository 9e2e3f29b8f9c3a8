/** Raw connections to a service that listens, for what no HTTP client would send. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Service } from '../../src/service.ts'

/** Makes the service listen on a free port of this machine. Returns the port. */
export async function listening({ app }: Service): Promise<number> {
  return Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
}

export interface Heard {
  readonly status: number
  /** Status line and headers. */
  readonly head: string
  readonly body: string
}

function heard(text: string): Heard {
  const [head = '', ...body] = text.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head, body: body.join('\r\n\r\n') }
}

export interface RawConnection {
  readonly socket: Socket
  send(text: string): void
  /** All that came until the other side hung up. */
  readonly ended: Promise<Heard>
}

/** Opens a connection; what is sent goes out as it is. */
export async function rawConnection(port: number): Promise<RawConnection> {
  const socket = connect({ host: '127.0.0.1', port })
  let text = ''
  socket.on('data', (piece) => {
    text += piece.toString('latin1')
  })
  // A connection cut short is an end too: what has come by then is the answer.
  socket.on('error', () => {})
  const ended = new Promise<Heard>((resolve) => socket.once('close', () => resolve(heard(text))))
  await once(socket, 'connect')
  return { socket, send: (sent) => void socket.write(sent, 'latin1'), ended }
}

/** Sends one text and waits until the other side hangs up. */
export async function rawly(port: number, text: string): Promise<Heard> {
  const connection = await rawConnection(port)
  connection.send(text)
  return connection.ended
}
