/** Texts that are stored encrypted with a secret of which the store has only the hash (AES-256-GCM). */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const IV_BYTES = 12
const TAG_BYTES = 16

const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'fasti sealed text', 32))

/** Returns a text encrypted with a secret, base64url. */
export function encryptedText(text: string, secret: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), iv)
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url')
}

/** Returns the text that was encrypted with a secret; "" for anything else. */
export function decryptedText(stored: string, secret: string): string {
  const bytes = Buffer.from(stored, 'base64url')
  const [iv, tag] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)]
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), iv, { authTagLength: TAG_BYTES })
    decipher.setAuthTag(tag)
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString(
      'utf8',
    )
  } catch {
    return ''
  }
}
