/** Another server of the social web, on loopback: it has actors, receives activities, and signs what it sends. */
import { createHash, createSign, generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Answered, Json, TestService } from './service.ts'

/** An activity as it came to an inbox. */
export interface RemoteReceived {
  readonly path: string
  readonly headers: Record<string, string>
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads activities of every shape
  readonly body: any
}

interface Keys {
  readonly publicKey: string
  readonly privateKey: string
}

/** Returns new keys of an actor. */
export const newRemoteKeys = (): Keys =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })

// Making keys takes a tenth of a second: servers of one file share them.
const shared = newRemoteKeys()

/** The headers of a signed request, and its body. */
interface SignedPost {
  readonly body: string
  readonly headers: Record<string, string>
}

/** How a signature differs from a right one. */
export interface SigningChanges {
  readonly key?: string
  readonly keyId?: string
  readonly date?: string
  readonly host?: string
  readonly target?: string
  /** The covered headers. */
  readonly names?: string
  readonly digest?: string
}

export interface RemoteServer {
  readonly host: string
  /** Its documents, by path: an object, or a status. */
  readonly documents: Map<string, object | number>
  /** The addresses to which its paths redirect. */
  readonly redirects: Map<string, string>
  /** The paths that were read. */
  readonly asked: string[]
  readonly received: RemoteReceived[]
  /** Returns what was received since the last call, but for the Announce that follows each Create. */
  take(): readonly RemoteReceived[]
  /** Sets the status of its inboxes, for all activities or by the body of each. */
  answer(status: number | ((body: string) => number)): void
  address(path: string): string
  /** Adds an actor with an inbox of its own and that of the server. Returns its address. */
  actor(name: string, changes?: Json): string
  /** Signs an activity as one of its actors does, with the headers that most servers cover. */
  signed(name: string, activity: Json, changes?: SigningChanges): SignedPost
  /** Sends a signed activity to a service. */
  send(service: TestService, name: string, activity: Json, changes?: SigningChanges): Promise<Answered>
  close(): Promise<void>
}

const HOST = 'cal.example.org'
/** The time of the services of tests. */
const NOW = 'Fri, 15 Jan 2027 12:00:00 GMT'

const digestOf = (body: string) => `SHA-256=${createHash('sha256').update(body).digest('base64')}`

function signedPost(keyId: string, key: string, body: string, changes: SigningChanges): SignedPost {
  const { date = NOW, host = HOST, target = '/ap/inbox', digest = digestOf(body) } = changes
  const { names = '(request-target) host date digest' } = changes
  const values: Record<string, string> = { '(request-target)': `post ${target}`, host, date, digest }
  const content = names.split(' ').map((name) => `${name}: ${values[name]}`)
  const signature = createSign('sha256')
    .update(content.join('\n'))
    .sign(changes.key ?? key, 'base64')
  const value = `keyId="${changes.keyId ?? keyId}",algorithm="rsa-sha256",headers="${names}",signature="${signature}"`
  return {
    body,
    headers: { host, date, digest, signature: value, 'content-type': 'application/activity+json' },
  }
}

const typeOf = (path: string) =>
  path.startsWith('/.well-known/') ? 'application/jrd+json' : 'application/activity+json; charset=utf-8'

/** Starts a server without actors. */
export async function remoteServer(): Promise<RemoteServer> {
  const documents = new Map<string, object | number>()
  const redirects = new Map<string, string>()
  const received: RemoteReceived[] = []
  const asked: string[] = []
  let status: number | ((body: string) => number) = 202
  let taken = 0
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    if (request.method === 'POST') {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      )
      const sent = await text(request)
      received.push({ path, headers, text: sent, body: JSON.parse(sent) })
      response.writeHead(typeof status === 'number' ? status : status(sent)).end()
      return
    }
    asked.push(path)
    const location = redirects.get(path)
    if (location !== undefined) {
      response.writeHead(302, { location }).end()
      return
    }
    const found = documents.get(path) ?? 404
    if (typeof found === 'number') response.writeHead(found).end()
    else response.writeHead(200, { 'content-type': typeOf(path) }).end(JSON.stringify(found))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const address = (path: string) => `http://${host}${path}`
  const own: RemoteServer = {
    ...{ host, documents, redirects, asked, received, address },
    take() {
      const news = received.slice(taken)
      taken = received.length
      return news.filter(({ body }) => body.type !== 'Announce')
    },
    answer(next) {
      status = next
    },
    actor(name, changes = {}) {
      const id = address(`/users/${name}`)
      const publicKey = { id: `${id}#main-key`, owner: id, publicKeyPem: shared.publicKey }
      documents.set(`/users/${name}`, {
        id,
        type: 'Person',
        preferredUsername: name,
        inbox: `${id}/inbox`,
        outbox: `${id}/outbox`,
        endpoints: { sharedInbox: address('/inbox') },
        publicKey,
        ...changes,
      })
      return id
    },
    signed: (name, activity, changes = {}) =>
      signedPost(
        `${address(`/users/${name}`)}#main-key`,
        shared.privateKey,
        JSON.stringify(activity),
        changes,
      ),
    send(service, name, activity, changes) {
      const { body, headers } = own.signed(name, activity, changes)
      return service.ask('POST', '//ap/inbox', body, headers)
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return own
}

/** The environment of a service that federates with these servers. */
export const federated = (hosts: readonly RemoteServer[] = [], more: Record<string, string> = {}) => ({
  FASTI_FEDERATION: 'on',
  FASTI_BASE_URL: `https://${HOST}`,
  FASTI_NAME: 'Town calendar',
  ...(hosts.length > 0 && { FASTI_FEDERATION_HOSTS: hosts.map(({ host }) => host).join(',') }),
  ...more,
})
