/** The proof of work of a submission (ALTCHA, SHA-256). */
import { sha256 } from './sha256.ts'

/** Numbers that are tried before the page gets its turn. */
const STEP = 1000

interface Challenge {
  readonly algorithm: string
  readonly challenge: string
  readonly maxnumber: number
  readonly salt: string
  readonly signature: string
}

/** Returns the solution of the challenge at a URL, or "" if none was found. Works in small steps, so that the page stays responsive. */
export async function solveChallengeAt(address: string): Promise<string> {
  const sent: Challenge = await (await fetch(address)).json()
  const { algorithm, challenge, maxnumber, salt, signature } = sent
  for (let from = 0; from <= maxnumber; from += STEP) {
    for (let number = from; number < from + STEP; number += 1)
      if (sha256(salt + number) === challenge)
        return btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }))
    await new Promise((resolve) => setTimeout(resolve))
  }
  return ''
}
