/**
 * Keys of actors that take little time: making those of RSA takes a tenth of a second, and each service that federates makes some. In a
 * long run, and in programs that tests start, they are those of the program.
 */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { promisify } from 'node:util'
import { isLong } from './dialect-names.ts'

const newKeyPair = promisify(crypto.generateKeyPair)
type KeyPair = Awaited<ReturnType<typeof newKeyPair>>

/** More than the actors that a test compares by their keys. */
const KEPT = 12
const kept: KeyPair[] = []
let next = 0

/** Makes the first pairs, then gives them again in turn. */
async function keptKeyPair(...args: Parameters<typeof newKeyPair>): Promise<KeyPair> {
  const place = next++ % KEPT
  kept[place] ??= await newKeyPair(...args)
  return kept[place]
}

// Each test file runs this again.
if (!isLong() && !Object.hasOwn(crypto.generateKeyPair, promisify.custom)) {
  const generateKeyPair = Object.assign(
    () => {
      throw new Error('Use the promise of generateKeyPair.')
    },
    { [promisify.custom]: keptKeyPair },
  )
  Object.assign(crypto, { generateKeyPair })
  syncBuiltinESMExports()
}
