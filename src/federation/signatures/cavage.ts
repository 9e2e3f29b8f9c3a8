/** Signatures as most servers have them: “Signing HTTP Messages”, draft-cavage-http-signatures-12, with RSA and SHA-256. */
import { type KeyObject, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { httpDateOfSeconds, secondsOfHttpDate } from '../../domain/time/timestamp.ts'
import { digestHeader, isDigestOf } from './digests.ts'
import {
  bytesOfBase64,
  isFreshSignatureTime,
  type RequestToVerify,
  type SignatureClaim,
  type SignatureFault,
} from './signed-request.ts'

const ALGORITHM = 'rsa-sha256'
/** `hs2019` leaves the algorithm to the key; ours are RSA. */
const accepted: readonly (string | undefined)[] = [undefined, ALGORITHM, 'hs2019']

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
export function cavageClaim(request: RequestToVerify, now: number): SignatureClaim | SignatureFault {
  const { headers, body, method } = request
  const parameters = parametersOf(headers.signature ?? '')
  if (parameters === undefined) return { fault: 'The Signature header is not formed as it must be.' }
  const names = (parameters.get('headers') ?? 'date').toLowerCase().split(' ')
  const needed = body.length > 0 || method === 'POST' ? ofBody : always
  const missing = needed.filter((name) => !names.includes(name))
  if (missing.length > 0) return { fault: `The signature does not cover ${missing.join(', ')}.` }
  if (!accepted.includes(parameters.get('algorithm'))) return { fault: `The algorithm is not ${ALGORITHM}.` }
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
