/** A mail server on loopback. It records e-mail, and refuses it if a test says so. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** An e-mail as received: the recipients of its envelope, and its source. */
interface Received {
  readonly to: readonly string[]
  /** The header and the body as sent. */
  readonly source: string
  /** The fields of the header by their lower-case names, unfolded. */
  readonly fields: Readonly<Record<string, string>>
  /** The plain text, decoded. */
  readonly text: string
  /** The HTML, decoded. */
  readonly html: string
}

export interface Mailbox {
  readonly url: string
  readonly received: readonly Received[]
  /** The last e-mail. Throws if there is none. */
  last(): Received
  /** Refuses the next e-mails with this SMTP status until it is set to undefined. */
  refuse(status: number | undefined): void
  close(): Promise<void>
}

function fieldsOf(source: string): Record<string, string> {
  const [head = ''] = source.split('\r\n\r\n', 1)
  const unfolded = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  return Object.fromEntries(
    unfolded.map((line) => {
      const [name = '', ...rest] = line.split(':')
      return [name.toLowerCase(), rest.join(':').trim()]
    }),
  )
}

function decoded(body: string, encoding: string): string {
  if (encoding.includes('base64')) return Buffer.from(body, 'base64').toString('utf8')
  if (!encoding.includes('quoted-printable')) return body
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

function partOf(source: string, type: 'plain' | 'html'): string {
  const part =
    source.split(/\r\n--/).find((one) => one.toLowerCase().includes(`content-type: text/${type}`)) ?? ''
  const [head = '', ...body] = part.split('\r\n\r\n')
  return decoded(body.join('\r\n\r\n'), /content-transfer-encoding: (\S+)/i.exec(head)?.[1] ?? '')
}

/** Starts a mail server on a free port of loopback. The caller closes it. */
export async function mailbox(): Promise<Mailbox> {
  const received: Received[] = []
  let refused: number | undefined
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo(_address, _session, callback) {
      const error =
        refused === undefined ? null : Object.assign(new Error('refused'), { responseCode: refused })
      callback(error)
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const source = Buffer.concat(chunks).toString('utf8')
        const to = session.envelope.rcptTo.map(({ address }) => address)
        const [text, html] = [partOf(source, 'plain'), partOf(source, 'html')]
        received.push({ to, source, fields: fieldsOf(source), text, html })
        callback()
      })
    },
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    last() {
      const last = received.at(-1)
      if (last === undefined) throw new Error('no e-mail was received')
      return last
    },
    refuse(status) {
      refused = status
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
