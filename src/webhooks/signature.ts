/** Signatures of messages, by the Standard Webhooks specification. */
import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const BYTES = 32

/** Returns a new secret: `whsec_` and 256 random bits in base64. */
export const newWebhookSecret = (): string => PREFIX + randomBytes(BYTES).toString('base64')

function signatureBy(secret: string, content: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
}

/** Returns the headers of a message: its id, the time in seconds since 1970 UTC, and a signature for each secret. */
export function signedWebhookHeaders(
  secrets: readonly string[],
  id: string,
  timestamp: number,
  body: string,
): Readonly<Record<string, string>> {
  const content = `${id}.${timestamp}.${body}`
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map((secret) => signatureBy(secret, content)).join(' '),
  }
}
