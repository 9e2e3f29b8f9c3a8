/** Verifying the signature of a request, in either of its two forms. */
import { constants, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { cavageClaim } from './cavage.ts'
import { isContentDigestOf } from './digests.ts'
import {
  bytesOfBase64,
  isFreshSignatureTime,
  type RequestToVerify,
  type SignatureClaim,
  type SignatureFault,
  withoutDefaultPort,
} from './signed-request.ts'

// Signatures as newer servers have them: HTTP Message Signatures (RFC 9421), with RSA and SHA-256.

const accepted: readonly (string | undefined)[] = [undefined, 'rsa-v1_5-sha256']

/** A member of `Signature-Input`: a label, the covered components, and parameters. Components have no parameters of their own. */
const INPUT = /^([a-z*][a-z0-9_.*-]*)=(\(((?:"[a-z0-9@-]+" ?)*)\)((?:;[a-z][a-z0-9_-]*=(?:"[^"\\]*"|\d+))*))$/
/** A member of `Signature`. */
const BYTES = /^([a-z*][a-z0-9_.*-]*)=:([A-Za-z0-9+/=]*):$/
/** A comma before the next label: signatures and texts contain none that is followed by one. */
const MEMBERS = /,\s*(?=[a-z*][a-z0-9_.*-]*=[(:])/

interface Input {
  readonly label: string
  /** The value of `@signature-params`, as sent. */
  readonly text: string
  readonly components: readonly string[]
  readonly parameters: ReadonlyMap<string, string>
}

/** Returns the first signature of a `Signature-Input` header; undefined if it is not formed. */
function firstInput(header: string): Input | undefined {
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
  if (!accepted.includes(parameters.get('alg'))) return 'The algorithm is not rsa-v1_5-sha256.'
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
