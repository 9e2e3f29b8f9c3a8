/** A small SAML 2.0 identity provider on loopback, whose people sign in without a page, and which can lie in every way. */
import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inflateRawSync } from 'node:zlib'
import { SignedXml } from 'xml-crypto'
import { cookieHeader, type Jar, keepCookies } from './issuer.ts'
import type { Answered, TestService } from './service.ts'

export const CALLBACK = 'http://127.0.0.1:3000/signin/saml/callback'
export const ENTITY_ID = 'http://127.0.0.1:3000/signin/saml/metadata'
export const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
export const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#'
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'

// The least certificate of a key (RFC 5280): Node reads them, and makes none.

const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const sha256WithRsa = der(
  0x30,
  der(0x06, Buffer.from([0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 11])),
  der(0x05),
)
const nameOf = (text: string) =>
  der(0x30, der(0x31, der(0x30, der(0x06, Buffer.from([0x55, 4, 3])), der(0x0c, Buffer.from(text)))))

/** Returns a self-signed certificate of a key, as base64. */
function certificateOf(privateKey: KeyObject, publicKey: KeyObject): string {
  const times = ['20200101000000Z', '21200101000000Z'].map((text) => der(0x18, Buffer.from(text)))
  const content = der(
    0x30,
    ...[der(0x02, Buffer.from([1])), sha256WithRsa, nameOf('idp'), der(0x30, ...times), nameOf('idp')],
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = createSign('sha256').update(content).sign(privateKey)
  return der(0x30, content, sha256WithRsa, der(0x03, Buffer.from([0]), signature)).toString('base64')
}

/** A key, and the descriptor of it in metadata. */
export interface SigningKey {
  readonly pem: string
  readonly descriptor: string
}

/** Makes a key that metadata describe by a certificate, or by its numbers. */
export function signingKey({ bits = 2048, isBare = false } = {}): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: bits })
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' })
  const plain = (text: string) => Buffer.from(text, 'base64url').toString('base64')
  const info = isBare
    ? `<ds:KeyValue><ds:RSAKeyValue><ds:Modulus>${plain(n)}</ds:Modulus><ds:Exponent>${plain(e)}</ds:Exponent></ds:RSAKeyValue></ds:KeyValue>`
    : `<ds:X509Data><ds:X509Certificate>${certificateOf(privateKey, publicKey)}</ds:X509Certificate></ds:X509Data>`
  return {
    pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    descriptor: `<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="${SIGNATURE}">${info}</ds:KeyInfo></md:KeyDescriptor>`,
  }
}

/** How an answer differs from a good one. */
export interface Answer {
  readonly nameId?: string
  readonly format?: string
  /** Attributes by name; a name with `|` has a short one after it. */
  readonly attributes?: Readonly<Record<string, string | readonly string[]>>
  readonly id?: string
  readonly issuer?: string
  readonly audience?: string
  readonly recipient?: string
  readonly destination?: string
  readonly inResponseTo?: string
  readonly subjectInResponseTo?: string
  readonly method?: string
  /** Seconds from the clock of the service. */
  readonly issued?: number
  readonly notBefore?: number
  readonly notOnOrAfter?: number
  readonly status?: string
  readonly key?: SigningKey
  /** What is signed; the assertion alone by default. */
  readonly signs?: 'assertion' | 'response' | 'both' | 'nothing'
  readonly algorithm?: string
  readonly digest?: string
  readonly transform?: string
  /** Changes the assertion before it is signed. */
  readonly unsigned?: (assertion: string) => string
  /** Changes the whole answer after it was signed. */
  readonly signed?: (response: string) => string
}

/** Signs the element of an ID in a document. */
export function signed(
  xml: string,
  id: string,
  answer: Pick<Answer, 'key' | 'algorithm' | 'digest' | 'transform'>,
): string {
  const signature = new SignedXml({
    privateKey: answer.key?.pem ?? '',
    signatureAlgorithm: answer.algorithm ?? 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: EXCLUSIVE,
  })
  const xpath = `//*[@ID='${id}']`
  signature.addReference({
    xpath,
    digestAlgorithm: answer.digest ?? 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: [`${SIGNATURE}enveloped-signature`, answer.transform ?? EXCLUSIVE],
  })
  signature.computeSignature(xml, {
    prefix: 'ds',
    location: { reference: `${xpath}/*[local-name(.)='Issuer']`, action: 'after' },
  })
  return signature.getSignedXml()
}

/** A request that a browser brings. */
export interface AuthnRequest {
  readonly id: string
  readonly xml: string
}

export interface TestIdentityProvider {
  readonly url: string
  readonly entityId: string
  readonly env: Readonly<Record<string, string>>
  /** The keys in the metadata; the first signs. */
  keys: readonly SigningKey[]
  /** Changes the metadata. */
  describe: (metadata: string) => string
  /** How often the metadata were asked for. */
  readonly asked: number
  /** Whether the metadata are served. */
  isAway: boolean
  /** Returns the page that brings the answer to a request back. */
  page: (path: string) => string
  /** Returns the answer to a request, at an instant in milliseconds since 1970 UTC. */
  answer(request: AuthnRequest, now: number, answer?: Answer): string
  close(): Promise<void>
}

const attributesOf = (attributes: Answer['attributes'] = {}) =>
  Object.entries(attributes)
    .map(([names, values]) => {
      const [name, friendly] = names.split('|')
      const texts = [values].flat().map((text) => `<saml:AttributeValue>${text}</saml:AttributeValue>`)
      return `<saml:Attribute Name="${name}"${friendly === undefined ? '' : ` FriendlyName="${friendly}"`}>${texts.join('')}</saml:Attribute>`
    })
    .join('')

let count = 0

/** Starts an identity provider. The caller closes it. */
export async function testIdentityProvider(): Promise<TestIdentityProvider> {
  let asked = 0
  const server = createServer(({ url: path = '' }, response) => {
    if (path.startsWith('/sso'))
      return response.setHeader('Content-Type', 'text/html').end(provider.page(path))
    asked += 1
    if (provider.isAway) return response.writeHead(503).end()
    const metadata = `<?xml version="1.0"?><!-- made by hand -->
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${provider.entityId}">
<md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
${provider.keys.map(({ descriptor }) => descriptor).join('')}
<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${provider.url}/post"/>
<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${provider.url}/sso?at=town"/>
</md:IDPSSODescriptor></md:EntityDescriptor>`
    return response.end(provider.describe(metadata))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider: TestIdentityProvider = {
    url,
    entityId: `${url}/idp`,
    env: { FASTI_SAML_METADATA: `${url}/metadata` },
    keys: [signingKey()],
    describe: (metadata) => metadata,
    get asked() {
      return asked
    },
    isAway: false,
    page: () => '',
    answer(request, now, answer = {}) {
      count += 1
      const at = (seconds: number) => new Date(now + seconds * 1000).toISOString()
      const id = answer.id ?? `_a${count}`
      const issuer = `<saml:Issuer>${answer.issuer ?? provider.entityId}</saml:Issuer>`
      const until = at(answer.notOnOrAfter ?? 300)
      const assertion = `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${at(answer.issued ?? 0)}">${issuer}<saml:Subject><saml:NameID Format="${answer.format ?? PERSISTENT}">${answer.nameId ?? 'p1'}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:${answer.method ?? 'bearer'}"><saml:SubjectConfirmationData Recipient="${answer.recipient ?? CALLBACK}" InResponseTo="${answer.subjectInResponseTo ?? answer.inResponseTo ?? request.id}" NotOnOrAfter="${until}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${at(answer.notBefore ?? -5)}" NotOnOrAfter="${until}"><saml:AudienceRestriction><saml:Audience>${answer.audience ?? ENTITY_ID}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${at(0)}" SessionIndex="s${count}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${attributesOf(answer.attributes)}</saml:AttributeStatement></saml:Assertion>`
      const changed = (answer.unsigned ?? String)(assertion)
      const status = `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${answer.status ?? 'Success'}"/></samlp:Status>`
      const responseId = `_r${count}`
      const key = answer.key ?? provider.keys[0]
      const signs = answer.signs ?? 'assertion'
      const isSigned = (part: 'assertion' | 'response') => signs === part || signs === 'both'
      const inner = isSigned('assertion') ? signed(changed, id, { ...answer, ...(key && { key }) }) : changed
      const response = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${responseId}" Version="2.0" IssueInstant="${at(0)}" Destination="${answer.destination ?? CALLBACK}" InResponseTo="${answer.inResponseTo ?? request.id}">${issuer}${status}${answer.status === undefined ? inner : ''}</samlp:Response>`
      const whole = isSigned('response')
        ? signed(response, responseId, { ...answer, ...(key && { key }) })
        : response
      return (answer.signed ?? String)(whole)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return provider
}

/** Reads the request in the address that a browser is sent to. */
export function requestIn(address: string): AuthnRequest {
  const text = new URL(address).searchParams.get('SAMLRequest') ?? ''
  const xml = inflateRawSync(Buffer.from(text, 'base64')).toString()
  return { id: /\bID="([^"]+)"/.exec(xml)?.[1] ?? '', xml }
}

/** A browser: it keeps the cookies of the service. */
export interface SamlBrowser {
  readonly jar: Jar
  visit(path: string): Promise<Answered>
  /** Begins a sign-in. Returns the request that is brought to the identity provider. */
  begin(query?: string): Promise<AuthnRequest>
  /** Posts an answer to the service, as the form of another site does. */
  bring(xml: string): Promise<Answered>
  /** The Cookie header for the service. */
  cookie(): { readonly cookie: string }
}

/** Opens a browser without cookies. */
export function samlBrowser(service: Pick<TestService, 'get' | 'post'>): SamlBrowser {
  const jar: Jar = new Map()
  const kept = (answer: Answered) => {
    keepCookies(jar, [answer.headers['set-cookie'] ?? []].flat())
    return answer
  }
  const visit = async (path: string) =>
    kept(await service.get(`/${path}`, { accept: 'text/html', ...cookieHeader(jar) }))
  return {
    jar,
    visit,
    async begin(query = '') {
      const begun = await visit(`/signin/saml${query}`)
      if (begun.status !== 303) throw new Error(`the sign-in begins with ${begun.status}: ${begun.body}`)
      return requestIn(String(begun.headers.location))
    },
    async bring(xml) {
      const form = new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64') })
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'text/html',
        origin: 'https://login.example.org',
        'sec-fetch-site': 'cross-site',
      }
      return kept(
        await service.post('//signin/saml/callback', form.toString(), { ...headers, ...cookieHeader(jar) }),
      )
    },
    cookie: () => cookieHeader(jar),
  }
}
