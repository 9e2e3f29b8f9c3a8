/** Secrets at rest: passwords people choose are hashed with scrypt, and compared in constant time. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

const KEY_BYTES = 32

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, KEY_BYTES, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

/** `scrypt:salt:key`, both in base64. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt)
  return `scrypt:${salt.toString('base64')}:${key.toString('base64')}`
}

/** Whether `password` is the one that was hashed. */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [, salt = '', key = ''] = hash.split(':')
  const kept = Buffer.from(key, 'base64')
  const derived = await derive(password, Buffer.from(salt, 'base64'))
  return kept.length === derived.length && timingSafeEqual(kept, derived)
}
