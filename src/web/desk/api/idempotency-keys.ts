/** Keys by which the service recognises a repeated write. */

function randomKey(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('')
}

/** Returns a function that gives each body its idempotency key: a retry has the same key, a changed body gets a new one. */
export function idempotencyKeyMaker() {
  let last = { text: '', key: '' }
  return (body: unknown) => {
    const text = JSON.stringify(body)
    if (text !== last.text) last = { text, key: randomKey() }
    return last.key
  }
}
