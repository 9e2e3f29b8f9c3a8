/** The addresses in events of other servers: pages, images, and where they take place online. */
import { httpAddress } from '../../domain/text/links.ts'
import type { EventRecord } from '../../store/store.ts'
import { objectsOf, type RemoteObject, textOf } from '../remote/remote-object.ts'

/** The most parts of a list that are looked at. */
const MAX_PARTS = 50

const partsOf = (object: RemoteObject, key: string) => objectsOf(object, key).slice(0, MAX_PARTS)

/** Returns the address of a link or a file, which is a text, a `Link`, or a list of them; undefined if it is none. */
function addressIn(value: unknown): string | undefined {
  const [first] = Array.isArray(value) ? value : [value]
  if (typeof first === 'string') return httpAddress(first)
  const [link] = objectsOf({ first }, 'first')
  return httpAddress(textOf(link, 'href') ?? textOf(link, 'url') ?? '')
}

/** Returns the page of an event: of several links, the one to HTML. */
export function pageAddress(object: RemoteObject): string | undefined {
  const html = partsOf(object, 'url').find((one) => textOf(one, 'mediaType') === 'text/html')
  return addressIn(html ?? object.url)
}

const isImage = (one: RemoteObject) =>
  textOf(one, 'type') === 'Image' || /^image\//i.test(textOf(one, 'mediaType') ?? '')

/** Returns the address of the image of an event: its own, else the first that is attached. */
export function imageAddress(object: RemoteObject): string | undefined {
  const own = typeof object.image === 'string' ? httpAddress(object.image) : undefined
  const found = [...partsOf(object, 'image'), ...partsOf(object, 'attachment').filter(isImage)]
  return own ?? found.map((one) => addressIn(one.url ?? one.href)).find((one) => one !== undefined)
}

/** Returns the link that Mobilizon and we attach for the online address. */
function attachedLink(object: RemoteObject): string | undefined {
  const links = partsOf(object, 'attachment').filter((one) => textOf(one, 'type') === 'Link')
  const named = links.find((one) => textOf(one, 'name') === 'Website') ?? links[0]
  return named && addressIn(named.href ?? named.url)
}

const isVirtual = (one: RemoteObject) => textOf(one, 'type') === 'VirtualLocation'

/** Returns the online address of an event; undefined where it takes place somewhere alone. */
function onlineAddress(object: RemoteObject): string | undefined {
  const virtual = partsOf(object, 'location').find(isVirtual)
  const [address] = objectsOf(virtual, 'address')
  const own = virtual && (addressIn(virtual.url) ?? addressIn(address?.url))
  return own ?? (object.isOnline === true ? attachedLink(object) : undefined)
}

/** Returns how an event is attended. */
export function attendanceArgs(object: RemoteObject) {
  const online_url = onlineAddress(object) ?? ''
  const isOnline = online_url !== '' || object.isOnline === true
  const hasPlace = partsOf(object, 'location').some((one) => !isVirtual(one))
  const mixed = hasPlace && object.isOnline !== true ? 'mixed' : 'online'
  return { online_url, attendance_mode: isOnline ? mixed : 'offline' }
}

/** Returns what is stored of how an event is attended. */
export const storedAttendance = ({ online_url, attendance_mode }: EventRecord): readonly string[] => [
  online_url,
  attendance_mode,
]

/** Returns the website of an event: where one takes part, else the link that it has, else its page. */
export function websiteAddress(object: RemoteObject): string | undefined {
  const outside = httpAddress(textOf(object, 'externalParticipationUrl') ?? '')
  if (textOf(object, 'joinMode') === 'external' && outside !== undefined) return outside
  const link = attachedLink(object)
  const isOnlineAddress = link === onlineAddress(object)
  return (isOnlineAddress ? undefined : link) ?? pageAddress(object)
}
