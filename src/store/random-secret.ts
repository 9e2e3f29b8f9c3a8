/** Secrets that the service makes: random, so that a fast hash is enough to keep them by. */
import { createHash, randomBytes } from 'node:crypto'

const BYTES = 32

/** A new secret of 256 bits, base64url. */
export const randomSecret = () => randomBytes(BYTES).toString('base64url')

/** What is kept of a secret: its SHA-256, base64url. */
export const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url')
