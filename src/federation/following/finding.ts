/** Finding actors of other servers by what people write: `@name@host`, or an address. */
import { isUrlHostAmong } from '../../domain/public-address.ts'
import { because, invalidParam, Problem } from '../../problem.ts'
import { pathOfOwnAddress } from '../addresses.ts'
import { isAnyHostBlocked } from '../federation-parts.ts'
import { fetchObject, type RemoteReadingParts } from '../remote/fetching.ts'
import { addressAtKey, hostOf, isOneOrigin, objectsAtKey, textAtKey } from '../remote/remote-object.ts'

const HANDLE = /^@?([^@\s/:?#]{1,200})@([^@\s/?#]{1,253})$/

/** The types of WebFinger documents (RFC 7033), the second of servers that know no better. */
const types = ['application/jrd+json', 'application/json']

const isObjectType = (type: string | undefined) =>
  type !== undefined && /^application\/(?:activity\+json|ld\+json)/.test(type)

const unknown = (reason: string) => invalidParam('actor', because('actor_not_read', { why: reason }))

/** Returns the address of WebFinger for an account, as text that may be no URL. */
const webFingerAddress = (scheme: string, name: string, host: string) =>
  `${scheme}://${host}/.well-known/webfinger?resource=${encodeURIComponent(`acct:${name}@${host}`)}`

/** Returns the address of an actor by its name and host. Throws 400. */
async function addressByName(reading: RemoteReadingParts, name: string, host: string): Promise<string> {
  const address = webFingerAddress('https', name, host)
  if (!URL.canParse(address)) throw invalidParam('actor', because('no_valid_host'))
  // Hosts for trials have no https.
  const isForTrials = isUrlHostAmong(new URL(address), reading.hosts)
  const found = await fetchObject(
    reading,
    isForTrials ? webFingerAddress('http', name, host) : address,
    types,
  )
  if ('fault' in found) throw unknown(found.fault)
  const links = objectsAtKey(found.object, 'links')
  const own = links.find((one) => textAtKey(one, 'rel') === 'self' && isObjectType(textAtKey(one, 'type')))
  const actor = addressAtKey(own, 'href')
  if (actor === undefined) throw unknown('its host names no actor')
  return actor
}

/** Returns whether an address or a host is one of ours. */
const isOwn = ({ source: { place } }: RemoteReadingParts, address: string) =>
  pathOfOwnAddress(place, address) !== undefined || hostOf(address) === place.site.host

/** Returns the address of the actor itself: the page of one leads to it. Throws 400. */
async function ownAddress(reading: RemoteReadingParts, address: string): Promise<string> {
  const found = await fetchObject(reading, address)
  if ('fault' in found) throw unknown(found.fault)
  const id = addressAtKey(found.object, 'id')
  if (id === undefined || !isOneOrigin(address, id)) throw unknown('its actor has another host')
  return id
}

/** Returns the address of the actor that a text names. Throws 400, also for one of ours, and 403 for a blocked host. */
export async function findActorAddress(reading: RemoteReadingParts, text: string): Promise<string> {
  const allowed = async (address: string) => {
    if (isOwn(reading, address)) throw invalidParam('actor', because('own_actor'))
    if (await isAnyHostBlocked(reading.source, hostOf(address)))
      throw new Problem('rest_forbidden', because('host_blocked', { host: hostOf(address) }))
    return address
  }
  const [, name, host] = HANDLE.exec(text.trim()) ?? []
  if (name !== undefined && host !== undefined) {
    if (URL.canParse(`https://${host}/`)) await allowed(`https://${host}/`)
    return allowed(await addressByName(reading, name, host))
  }
  const address = text.trim()
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address))
    throw invalidParam('actor', because('not_an_actor'))
  await allowed(address)
  return allowed(await ownAddress(reading, new URL(address).href))
}
