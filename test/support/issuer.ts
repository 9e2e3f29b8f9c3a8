/** A real OpenID Connect provider on loopback, whose people sign in without a page. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import type { Answered, TestService } from './service.ts'

export const CLIENT = 'fasti'
export const CLIENT_SECRET = 'a secret of forty-eight characters, to be long eno'
const CALLBACK = 'http://127.0.0.1:3000/signin/oidc/callback'

/** The claims of a person, besides `sub`. */
type Person = Readonly<Record<string, unknown>>

export interface TestIssuer {
  readonly url: string
  /** The people by `sub`. */
  readonly people: Map<string, Person>
  /** Who signs in at the issuer next; undefined for someone who stops half-way. */
  person: string | undefined
  /** The variables of a service that signs people in through this issuer. */
  readonly env: Readonly<Record<string, string>>
  /** Stops answering, until it is opened again. */
  close(): Promise<void>
  open(): Promise<void>
}

async function finished(
  provider: Provider,
  request: Parameters<Provider['interactionFinished']>[0],
  response: Parameters<Provider['interactionFinished']>[1],
  person: string | undefined,
) {
  const result =
    person === undefined
      ? { error: 'access_denied', error_description: 'stopped' }
      : { login: { accountId: person } }
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
}

function providerAt(url: string, issuer: Pick<TestIssuer, 'people'>): Provider {
  const provider: Provider = new Provider(url, {
    clients: [
      {
        client_id: CLIENT,
        client_secret: CLIENT_SECRET,
        redirect_uris: [CALLBACK],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'preferred_username', 'groups', 'realm_access'],
    },
    cookies: { keys: ['loopback'] },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_, id) => ({
      accountId: id,
      claims: async () => ({ sub: id, ...issuer.people.get(id) }),
    }),
    async loadExistingGrant({ oidc }) {
      const accountId = oidc.session?.accountId
      const grant = new provider.Grant({ clientId: CLIENT, ...(accountId && { accountId }) })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
  })
  return provider
}

const listening = (server: Server, port: number) =>
  new Promise<number>((resolve) => {
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })

/** Starts a provider. The caller closes it. */
export async function testIssuer(): Promise<TestIssuer> {
  const people = new Map<string, Person>()
  let handle: ((...exchange: Parameters<ReturnType<Provider['callback']>>) => unknown) | undefined
  const server = createServer((request, response) => void handle?.(request, response))
  // A connection that is closed while a request is on its way would fail it.
  server.keepAliveTimeout = 0
  const port = await listening(server, 0)
  const url = `http://127.0.0.1:${port}`
  const provider = providerAt(url, { people })
  const answer = provider.callback()
  handle = (request, response) =>
    request.url?.startsWith('/interaction/')
      ? finished(provider, request, response, issuer.person)
      : answer(request, response)
  const issuer: TestIssuer = {
    url,
    people,
    person: undefined,
    env: {
      FASTI_OIDC_ISSUER: url,
      FASTI_OIDC_CLIENT_ID: CLIENT,
      FASTI_OIDC_CLIENT_SECRET: CLIENT_SECRET,
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
    async open() {
      await listening(server, port)
    },
  }
  return issuer
}

/** Cookies by name, as a browser keeps those of one host. */
export type Jar = Map<string, string>

export function keepCookies(jar: Jar, headers: readonly string[]): void {
  for (const header of headers) {
    const [pair = ''] = header.split(';')
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    if (value === '') jar.delete(name)
    else jar.set(name, value)
  }
}

export const cookieHeader = (jar: Jar) => ({ cookie: [...jar].map((pair) => pair.join('=')).join('; ') })

/** A browser: it keeps the cookies of the service and of the issuer. */
export interface TestBrowser {
  readonly jar: Jar
  /** Gets a page of the service by its path. */
  visit(path: string): Promise<Answered>
  /** Follows the redirects of the issuer from an address, to the one that leads back to the service. */
  atIssuer(address: string): Promise<string>
  /** Signs in from the beginning to the answer of the callback. */
  signIn(query?: string): Promise<Answered>
  /** The Cookie header for the service. */
  cookie(): { readonly cookie: string }
}

/** Opens a browser without cookies. */
export function testBrowser(service: Pick<TestService, 'get'>): TestBrowser {
  const [jar, theirs]: [Jar, Jar] = [new Map(), new Map()]
  const visit = async (path: string) => {
    const answer = await service.get(`/${path}`, { accept: 'text/html', ...cookieHeader(jar) })
    keepCookies(jar, [answer.headers['set-cookie'] ?? []].flat())
    return answer
  }
  async function atIssuer(address: string): Promise<string> {
    let at = address
    for (let hops = 0; hops < 10 && !at.startsWith(CALLBACK); hops += 1) {
      const answer = await fetch(at, { redirect: 'manual', headers: cookieHeader(theirs) })
      keepCookies(theirs, answer.headers.getSetCookie())
      await answer.arrayBuffer()
      const location = answer.headers.get('location')
      if (location === null) throw new Error(`the issuer answered ${answer.status} at ${at}`)
      at = new URL(location, at).href
    }
    return at
  }
  return {
    jar,
    visit,
    atIssuer,
    async signIn(query = '') {
      const begun = await visit(`/signin/oidc${query}`)
      if (begun.status !== 303) return begun
      const back = new URL(await atIssuer(begun.headers.location ?? ''))
      return visit(`${back.pathname}${back.search}`)
    },
    cookie: () => cookieHeader(jar),
  }
}
