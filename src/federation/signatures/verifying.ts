/** Verifying the signature of a request, in either of its two forms. */
import { constants, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { cavageClaim } from './cavage.ts'
import { messageClaim } from './message-signatures.ts'
import {
  type RequestToVerify,
  type SignatureClaim,
  type SignatureFault,
  withoutDefaultPort,
} from './signed-request.ts'

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
