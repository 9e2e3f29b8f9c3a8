/**
 * Password hashes that take little time: over a thousand of those that the program makes, of 40 ms each, were a fifteenth of an
 * everyday run. In a long run, in programs that tests start, and where a test calls `hashLikeTheProgram`, they are those of the program.
 */
import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeAll, vi } from 'vitest'
import { isLong } from './dialect-names.ts'

type Done = (error: Error | null, key: Buffer) => void

const { scrypt } = crypto
const CHEAP: ScryptOptions = { N: 256 }
const REAL = 'FASTI_TEST_REAL_HASHES'

/** For the tests around it: hashes that programs compare too, or that are measured. */
export function hashLikeTheProgram(): void {
  beforeAll(() => vi.stubEnv(REAL, 'yes'))
  afterAll(() => vi.unstubAllEnvs())
}

/** Hashes with the cost that the caller names, or else a low one. */
function cheapScrypt(
  password: BinaryLike,
  salt: BinaryLike,
  bytes: number,
  ...last: [done: Done] | [cost: ScryptOptions, done: Done]
): void {
  if (last.length === 2) scrypt(password, salt, bytes, last[0], last[1])
  else scrypt(password, salt, bytes, process.env[REAL] === undefined ? CHEAP : {}, last[0])
}

// Each test file runs this again.
if (!isLong() && scrypt.name !== cheapScrypt.name) {
  Object.assign(crypto, { scrypt: cheapScrypt })
  syncBuiltinESMExports()
}
