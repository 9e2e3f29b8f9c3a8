import {
  constants,
  createHash,
  createPublicKey,
  type KeyObject,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto'
import { promisify } from 'node:util'
import { httpDateOfSeconds, secondsOfHttpDate } from '../domain/time/timestamp.ts'

// Requests with signatures, whatever their form: the request as it came, and what its signature claims.

/** A request as it came. Names of headers are in lower case. */
export interface RequestToVerify {
  readonly method: string
  /** The path and the query, as sent. */
  readonly target: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Buffer
}

/** A signature that is fresh and covers what it must. Nothing of it is proven before a key has verified it. */
export interface SignatureClaim {
  readonly keyId: string
  /** The text that was signed. */
  readonly content: string
  readonly signature: Buffer
}

/** Why a request has no signature that could be verified, in English. */
interface SignatureFault {
  readonly fault: string
}

/** Returns whether a claim is a fault. */
export const isSignatureFault = (found: SignatureClaim | SignatureFault): found is SignatureFault =>
  'fault' in found

/** Returns a host without the port that a scheme (`https:`) has anyway. */
const withoutDefaultPort = (host: string, scheme: string): string =>
  host.replace(scheme === 'https:' ? /:443$/ : /:80$/, '')

/** Seconds by which the clock of a signer may differ. */
const TOLERANCE = 3600

/** Returns whether a time is so near to now that it may be that of a new signature. Both are seconds since 1970 UTC. */
const isFreshSignatureTime = (at: number | undefined, now: number): boolean =>
  at !== undefined && Math.abs(at - now) <= TOLERANCE

/** Returns the bytes of a base64 text; undefined if it is none. */
function bytesOfBase64(text: string): Buffer | undefined {
  return text !== '' && /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : undefined
}

// Digests of bodies in headers: `Digest` (RFC 3230) and `Content-Digest` (RFC 9530).

/** The algorithms that are checked, by their names in lower case. */
const algorithms: Readonly<Record<string, string>> = { 'sha-256': 'sha256', 'sha-512': 'sha512' }

const hashed = (body: Buffer, algorithm: string) => createHash(algorithm).update(body).digest()

/** Returns the value of `Digest` for a body. */
const digestHeader = (body: Buffer): string => `SHA-256=${hashed(body, 'sha256').toString('base64')}`

/** One digest of a header: an algorithm, and base64. */
const DIGEST = /^([A-Za-z0-9-]+)=(:?)([A-Za-z0-9+/=]+)(:?)$/

/**
 * Returns whether a header has a digest that is checked, and each of those is that of the body. `isStructured`: between colons, as
 * `Content-Digest` has them.
 */
function hasDigestsOf(header: string | undefined, body: Buffer, isStructured: boolean): boolean {
  const found = (header ?? '').split(',').map((one) => DIGEST.exec(one.trim()))
  const known = found.flatMap((match) => {
    const [, name = '', before, text = '', after] = match ?? []
    const algorithm = algorithms[name.toLowerCase()]
    const colon = isStructured ? ':' : ''
    return algorithm === undefined ? [] : [{ algorithm, text, isFormed: before === colon && after === colon }]
  })
  return (
    known.length > 0 &&
    known.every(({ algorithm, text, isFormed }) => {
      const [sent, own] = [bytesOfBase64(text), hashed(body, algorithm)]
      return isFormed && sent !== undefined && sent.length === own.length && timingSafeEqual(sent, own)
    })
  )
}

/** Returns whether a `Digest` header is that of a body. */
const isDigestOf = (header: string | undefined, body: Buffer): boolean => hasDigestsOf(header, body, false)

/** Returns whether a `Content-Digest` header is that of a body. */
const isContentDigestOf = (header: string | undefined, body: Buffer): boolean =>
  hasDigestsOf(header, body, true)

// Signatures as most servers have them: “Signing HTTP Messages”, draft-cavage-http-signatures-12, with RSA and SHA-256.

const ALGORITHM = 'rsa-sha256'
/** `hs2019` leaves the algorithm to the key; ours are RSA. */
const cavageAlgorithms: readonly (string | undefined)[] = [undefined, ALGORITHM, 'hs2019']

/** Headers that a signature must cover, and with a body. */
const always = ['(request-target)', 'host', 'date']
const ofBody = [...always, 'digest']

const PARAMETER = /^\s*([a-zA-Z]+)=(?:"([^"]*)"|(\d+))\s*$/

/** Returns the parameters of a `Signature` header; undefined if it is not formed, or names one twice. */
function parametersOf(header: string): ReadonlyMap<string, string> | undefined {
  const found = new Map<string, string>()
  for (const part of header.split(/,(?=\s*[a-zA-Z]+=)/)) {
    const [, name, quoted, number] = PARAMETER.exec(part) ?? []
    if (name === undefined || found.has(name)) return undefined
    found.set(name, quoted ?? number ?? '')
  }
  return found
}

const targetLine = ({ method, target }: Pick<RequestToVerify, 'method' | 'target'>) =>
  `${method.toLowerCase()} ${target}`

/** Returns the text that is signed; undefined if a header is missing. */
function contentOf(names: readonly string[], request: RequestToVerify): string | undefined {
  const lines = names.map((name) => {
    const value = name === '(request-target)' ? targetLine(request) : request.headers[name]
    return value === undefined ? undefined : `${name}: ${value.trim()}`
  })
  return lines.includes(undefined) ? undefined : lines.join('\n')
}

/** Returns what the `Signature` header of a request claims, or why it can't be verified. `now` is in seconds since 1970 UTC. */
function cavageClaim(request: RequestToVerify, now: number): SignatureClaim | SignatureFault {
  const { headers, body, method } = request
  const parameters = parametersOf(headers.signature ?? '')
  if (parameters === undefined) return { fault: 'The Signature header is not formed as it must be.' }
  const names = (parameters.get('headers') ?? 'date').toLowerCase().split(' ')
  const needed = body.length > 0 || method === 'POST' ? ofBody : always
  const missing = needed.filter((name) => !names.includes(name))
  if (missing.length > 0) return { fault: `The signature does not cover ${missing.join(', ')}.` }
  if (!cavageAlgorithms.includes(parameters.get('algorithm')))
    return { fault: `The algorithm is not ${ALGORITHM}.` }
  if (!isFreshSignatureTime(secondsOfHttpDate(headers.date ?? ''), now))
    return { fault: 'The date is not within an hour.' }
  if (names.includes('digest') && !isDigestOf(headers.digest, body))
    return { fault: 'The digest is not that of the body.' }
  const content = contentOf(names, request)
  const signature = bytesOfBase64(parameters.get('signature') ?? '')
  const keyId = parameters.get('keyId')
  if (content === undefined || signature === undefined || keyId === undefined)
    return { fault: 'The signature lacks its key, its bytes or a header that it covers.' }
  return { keyId, content, signature }
}

/** The key of one of our actors. */
export interface SigningKey {
  readonly keyId: string
  readonly key: KeyObject
}

const signed = promisify<string, Buffer, KeyObject, Buffer>(sign)

/** The request to sign: a POST has a body. */
interface Unsigned {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly body?: Buffer
}

/** Returns the headers of a request with its signature, which is made in another thread. `now` is in seconds since 1970 UTC. */
export async function cavageHeaders(
  { method, url, body }: Unsigned,
  { keyId, key }: SigningKey,
  now: number,
): Promise<Readonly<Record<string, string>>> {
  const { host, pathname, search } = new URL(url)
  const own = {
    host,
    date: httpDateOfSeconds(now),
    ...(body !== undefined && { digest: digestHeader(body) }),
  }
  const names = ['(request-target)', ...Object.keys(own)]
  const request = { method, target: `${pathname}${search}`, headers: own, body: body ?? Buffer.alloc(0) }
  const content = Buffer.from(contentOf(names, request) ?? '')
  const signature = (await signed('sha256', content, key)).toString('base64')
  const value = `keyId="${keyId}",algorithm="${ALGORITHM}",headers="${names.join(' ')}",signature="${signature}"`
  return { ...own, signature: value }
}

// Verifying the signature of a request, in either of its two forms.

// Signatures as newer servers have them: HTTP Message Signatures (RFC 9421), with RSA and SHA-256.

const messageAlgorithms: readonly (string | undefined)[] = [undefined, 'rsa-v1_5-sha256']

/** A member of `Signature-Input`: a label, the covered components, and parameters. Components have no parameters of their own. */
const INPUT = /^([a-z*][a-z0-9_.*-]*)=(\(((?:"[a-z0-9@-]+" ?)*)\)((?:;[a-z][a-z0-9_-]*=(?:"[^"\\]*"|\d+))*))$/
/** A member of `Signature`. */
const BYTES = /^([a-z*][a-z0-9_.*-]*)=:([A-Za-z0-9+/=]*):$/
/** A comma before the next label: signatures and texts contain none that is followed by one. */
const MEMBERS = /,\s*(?=[a-z*][a-z0-9_.*-]*=[(:])/

/** Returns the first signature of a `Signature-Input` header, with the value of `@signature-params` as sent; undefined if it is not formed. */
function firstInput(header: string) {
  const [first = ''] = header.trim().split(MEMBERS)
  const [, label, text, covered, more] = INPUT.exec(first) ?? []
  if (label === undefined || text === undefined || covered === undefined || more === undefined)
    return undefined
  const components = [...covered.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name)
  const parameters = new Map<string, string>()
  for (const [, name = '', quoted, number] of more.matchAll(/;([a-z][a-z0-9_-]*)=(?:"([^"]*)"|(\d+))/g)) {
    if (parameters.has(name)) return undefined
    parameters.set(name, quoted ?? number ?? '')
  }
  return new Set(components).size === components.length ? { label, text, components, parameters } : undefined
}

/** Returns the bytes of the signature with a label; undefined if there are none. */
function bytesLabelled(label: string, header: string): Buffer | undefined {
  const found = header
    .trim()
    .split(MEMBERS)
    .map((member) => BYTES.exec(member))
    .find((match) => match?.[1] === label)
  return bytesOfBase64(found?.[2] ?? '')
}

/** Returns the value of a component of a request to a site with this scheme; undefined if there is none. */
function componentValue(name: string, { method, target, headers }: RequestToVerify, scheme: string) {
  const authority = headers.host && withoutDefaultPort(headers.host.toLowerCase(), `${scheme}:`)
  const [path = '', query] = target.split(/\?(.*)/s)
  const derived: Readonly<Record<string, string | undefined>> = {
    '@method': method,
    '@target-uri': authority && `${scheme}://${authority}${target}`,
    '@authority': authority,
    '@scheme': scheme,
    '@path': path,
    '@query': `?${query ?? ''}`,
    '@request-target': target,
  }
  return name.startsWith('@') ? derived[name] : headers[name]
}

/** Returns which components that must be covered are not. */
function missingFrom(components: readonly string[], hasBody: boolean): readonly string[] {
  const has = (name: string) => components.includes(name)
  const isPlaced = has('@target-uri') || (has('@authority') && has('@path'))
  const needed = hasBody ? ['@method', 'content-digest'] : ['@method']
  return [...needed.filter((name) => !has(name)), ...(isPlaced ? [] : ['@target-uri'])]
}

/** Returns why the parameters of a signature forbid it now; undefined if they don't. */
function faultOf(parameters: ReadonlyMap<string, string>, now: number): string | undefined {
  const [created, expires] = [parameters.get('created'), parameters.get('expires')]
  if (!messageAlgorithms.includes(parameters.get('alg'))) return 'The algorithm is not rsa-v1_5-sha256.'
  if (created === undefined || !isFreshSignatureTime(Number(created), now))
    return 'It was not created within an hour.'
  if (expires !== undefined && Number(expires) < now) return 'The signature has expired.'
  return undefined
}

/**
 * Returns what the first signature of a request claims, or why it can't be verified. `scheme` is that of the site, `now` in seconds since
 * 1970 UTC.
 */
function messageClaim(
  request: RequestToVerify,
  scheme: string,
  now: number,
): SignatureClaim | SignatureFault {
  const { headers, body, method } = request
  const input = firstInput(headers['signature-input'] ?? '')
  if (input === undefined) return { fault: 'The Signature-Input header is not formed as it must be.' }
  const { components, parameters, label, text } = input
  const missing = missingFrom(components, body.length > 0 || method === 'POST')
  if (missing.length > 0) return { fault: `The signature does not cover ${missing.join(', ')}.` }
  const fault = faultOf(parameters, now)
  if (fault !== undefined) return { fault }
  if (components.includes('content-digest') && !isContentDigestOf(headers['content-digest'], body))
    return { fault: 'The digest is not that of the body.' }
  const values = components.map((name) => ({ name, value: componentValue(name, request, scheme) }))
  const signature = bytesLabelled(label, headers.signature ?? '')
  const keyId = parameters.get('keyid')
  if (values.some(({ value }) => value === undefined) || signature === undefined || keyId === undefined)
    return { fault: 'The signature lacks its key, its bytes or a part that it covers.' }
  const lines = values.map(({ name, value = '' }) => `"${name}": ${value.trim()}`)
  return { keyId, signature, content: [...lines, `"@signature-params": ${text}`].join('\n') }
}

/** The least length of a key: shorter ones could be broken. And the most: verifying with longer ones takes long. */
const LEAST_BITS = 1024
const MOST_BITS = 8192

/** Returns whether a `Host` header names the site: its host, whose port may be missing, or be that of the scheme. */
function isHostOf(site: URL, header: string | undefined): boolean {
  const host = header?.toLowerCase() ?? ''
  const whole = site.port === '' ? withoutDefaultPort(host, site.protocol) : host
  return whole === site.host || host === site.hostname
}

/** Returns what the signature of a request to a site claims, or why it can't be verified. `now` is in seconds since 1970 UTC. */
export function signatureClaimOf(
  request: RequestToVerify,
  site: URL,
  now: number,
): SignatureClaim | SignatureFault {
  const { headers } = request
  if (!isHostOf(site, headers.host)) return { fault: 'The request is for another host.' }
  if (headers['signature-input'] !== undefined)
    return messageClaim(request, site.protocol.replace(':', ''), now)
  return headers.signature === undefined
    ? { fault: 'The request has no signature.' }
    : cavageClaim(request, now)
}

/** Returns the RSA key of a PEM; undefined if it is none, or has an unusual length. */
export function parsePublicKey(pem: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: pem, format: 'pem' })
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
    return key.asymmetricKeyType === 'rsa' && bits >= LEAST_BITS && bits <= MOST_BITS ? key : undefined
  } catch {
    return undefined
  }
}

/** Returns whether a key verifies a claim. */
export function isVerifiedBy(pem: string, { content, signature }: SignatureClaim): boolean {
  const key = parsePublicKey(pem)
  if (key === undefined) return false
  return verify('sha256', Buffer.from(content), { key, padding: constants.RSA_PKCS1_PADDING }, signature)
}
