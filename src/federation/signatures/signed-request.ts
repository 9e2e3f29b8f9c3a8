/** Requests with signatures, whatever their form: the request as it came, and what its signature claims. */

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
export interface SignatureFault {
  readonly fault: string
}

/** Returns whether a claim is a fault. */
export const isSignatureFault = (found: SignatureClaim | SignatureFault): found is SignatureFault =>
  'fault' in found

/** Returns a host without the port that a scheme (`https:`) has anyway. */
export const withoutDefaultPort = (host: string, scheme: string): string =>
  host.replace(scheme === 'https:' ? /:443$/ : /:80$/, '')

/** Seconds by which the clock of a signer may differ. */
const TOLERANCE = 3600

/** Returns whether a time is so near to now that it may be that of a new signature. Both are seconds since 1970 UTC. */
export const isFreshSignatureTime = (at: number | undefined, now: number): boolean =>
  at !== undefined && Math.abs(at - now) <= TOLERANCE

/** Returns the bytes of a base64 text; undefined if it is none. */
export function bytesOfBase64(text: string): Buffer | undefined {
  return text !== '' && /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : undefined
}
