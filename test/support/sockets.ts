/** Raw connections to a listening service, for requests that no HTTP client sends. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Service } from '../../src/service.ts'

/** Makes the service listen on a free port of this machine. Returns the port. */
export async function listening({ app }: Service): Promise<number> {
  return Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
}

export interface RawResponse {
  readonly status: number
  /** Status line and headers. */
  readonly head: string
  readonly body: string
}

function parsedResponse(text: string): RawResponse {
  const [head = '', ...body] = text.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head, body: body.join('\r\n\r\n') }
}

export interface RawConnection {
  readonly socket: Socket
  send(text: string): void
  /** Everything received until the other side closed. */
  readonly ended: Promise<RawResponse>
}

/** Opens a connection that sends bytes unchanged. */
export async function rawConnection(port: number): Promise<RawConnection> {
  const socket = connect({ host: '127.0.0.1', port })
  let text = ''
  socket.on('data', (piece) => {
    text += piece.toString('latin1')
  })
  // A reset connection ends the response too.
  socket.on('error', () => {})
  const ended = new Promise<RawResponse>((resolve) =>
    socket.once('close', () => resolve(parsedResponse(text))),
  )
  await once(socket, 'connect')
  return { socket, send: (sent) => void socket.write(sent, 'latin1'), ended }
}

/** Sends one text and waits until the other side closes. */
export async function rawly(port: number, text: string): Promise<RawResponse> {
  const connection = await rawConnection(port)
  connection.send(text)
  return connection.ended
}
