/** Proofs of work (ALTCHA, SHA-256): a browser computes for a moment before it may submit (contract §14). */
import { createChallenge, extractParams, verifySolution } from 'altcha-lib/v1'
import type { Payload } from 'altcha-lib/v1/types'
import type { ReadStore } from '../api/operation.ts'
import { epochOfInstant, type Moment } from '../domain/time/moment.ts'
import { because, invalidParam } from '../problem.ts'
import type { Store } from '../store/store.ts'

const ALGORITHM = 'SHA-256'
/** The greatest number that a browser may have to try: about a second of a telephone. */
const MAX_NUMBER = 50_000
/** Seconds for which a challenge is valid: filling in a form takes time. */
const VALID = 3600

/** Returns a new challenge. It is signed, so that nothing has to be stored for it. */
export async function newChallenge(store: ReadStore, { now }: Moment) {
  const hmacKey = await store.proposals.key()
  const params = { expires: String(epochOfInstant(now) + VALID) }
  const { algorithm, challenge, salt, signature } = await createChallenge({
    hmacKey,
    params,
    maxnumber: MAX_NUMBER,
  })
  return { algorithm, challenge, maxnumber: MAX_NUMBER, salt, signature }
}

/** A valid proof: its challenge, by which it is used once, and when it expires in seconds since 1970 UTC. */
export interface Proof {
  readonly challenge: string
  readonly expires: number
}

const wrong = () => invalidParam('proof', because('not_a_proof'))

function payloadOf(sent: string): Payload | undefined {
  try {
    const payload: unknown = JSON.parse(Buffer.from(sent, 'base64').toString('utf8'))
    const members: Readonly<Record<string, unknown>> = Object(payload)
    const { algorithm, challenge, number, salt, signature } = members
    const texts = [challenge, salt, signature]
    const isWhole = texts.every((text) => typeof text === 'string') && Number.isSafeInteger(number)
    if (!isWhole || algorithm !== ALGORITHM) return undefined
    return {
      algorithm: ALGORITHM,
      number: Number(number),
      challenge: String(challenge),
      salt: String(salt),
      signature: String(signature),
    }
  } catch {
    return undefined
  }
}

/** Returns the proof that was sent, as ALTCHA's base64. Throws 400 for a wrong or expired one. */
export async function checkedProof(sent: string, store: Store, { now }: Moment): Promise<Proof> {
  const payload = payloadOf(sent)
  if (payload === undefined) throw wrong()
  const expires = Number(extractParams(payload).expires)
  // Expiry is compared with the clock of the request, not with that of the library.
  const isRight =
    expires > epochOfInstant(now) && (await verifySolution(payload, await store.proposals.key(), false))
  if (!isRight) throw wrong()
  return { challenge: payload.challenge, expires }
}
