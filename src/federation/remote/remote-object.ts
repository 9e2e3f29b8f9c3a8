/** Reading objects of other servers: their shapes are never known. */

export type RemoteObject = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is RemoteObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The longest address that is read. */
const MAX_REMOTE_ADDRESS = 1000

/** Returns the object of a JSON text; undefined if it is none. */
export function parseJsonObjectBytes(bytes: Buffer): RemoteObject | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Returns the text of a key; undefined for another value. */
export function textAtKey(object: RemoteObject | undefined, key: string): string | undefined {
  const value = object?.[key]
  return typeof value === 'string' ? value : undefined
}

/** Returns the objects of a key: one, or those of a list. */
export function objectsAtKey(object: RemoteObject | undefined, key: string): readonly RemoteObject[] {
  const value = object?.[key]
  return (Array.isArray(value) ? value : [value]).filter(isObject)
}

/** Returns the address that a key has, as a text or as the id of an object; undefined if it is none, or a long one. */
export function addressAtKey(object: RemoteObject | undefined, key: string): string | undefined {
  const value = object?.[key]
  const text = isObject(value) ? value.id : value
  return typeof text === 'string' && text.length <= MAX_REMOTE_ADDRESS && URL.canParse(text)
    ? text
    : undefined
}

/** Returns the host of an address, with its port. */
export const hostOf = (address: string): string => new URL(address).host

/** Returns whether addresses are all of one host, name and port, and reached in the same way. */
export function isOneOrigin(first: string, ...others: readonly (string | undefined)[]): boolean {
  const { origin } = new URL(first)
  return others.every((one) => one !== undefined && URL.canParse(one) && new URL(one).origin === origin)
}

/** Returns an address without its fragment. */
export function withoutFragment(address: string): string {
  const [before = ''] = address.split('#')
  return before
}
