/** The addresses in events of other servers: pages, images, and where they take place online. */
import { httpAddress } from '../../domain/text/links.ts'
import { shareImageUrl } from '../../representations/urls.ts'
import type { EventRecord } from '../../store/store.ts'
import { objectsAtKey, type RemoteObject, textAtKey } from '../remote/remote-object.ts'

/** The most parts of a list that are looked at. */
const MAX_PARTS = 50

const partsOf = (object: RemoteObject, key: string) => objectsAtKey(object, key).slice(0, MAX_PARTS)

/** Returns the address of a link or a file, which is a text, a `Link`, or a list of them; undefined if it is none. */
function addressIn(value: unknown): string | undefined {
  const [first] = Array.isArray(value) ? value : [value]
  if (typeof first === 'string') return httpAddress(first)
  const [link] = objectsAtKey({ first }, 'first')
  return httpAddress(textAtKey(link, 'href') ?? textAtKey(link, 'url') ?? '')
}

/** Returns the page of an event: of several links, the one to HTML. */
export function pageAddress(object: RemoteObject): string | undefined {
  const html = partsOf(object, 'url').find((one) => textAtKey(one, 'mediaType') === 'text/html')
  return addressIn(html ?? object.url)
}

const isImage = (one: RemoteObject) =>
  textAtKey(one, 'type') === 'Image' || /^image\//i.test(textAtKey(one, 'mediaType') ?? '')

/** Returns the address of the image of an event: its own, else the first that is attached, but for the one that another Fasti draws. */
export function imageAddress(object: RemoteObject): string | undefined {
  const own = typeof object.image === 'string' ? httpAddress(object.image) : undefined
  const drawn = shareImageUrl(pageAddress(object) ?? '')
  const found = [...partsOf(object, 'image'), ...partsOf(object, 'attachment').filter(isImage)]
  return (
    own ??
    found
      .map((one) => addressIn(one.url ?? one.href))
      .find((address) => address !== undefined && address !== drawn)
  )
}

/** Returns the link that Mobilizon and we attach for the online address. */
function attachedLink(object: RemoteObject): string | undefined {
  const links = partsOf(object, 'attachment').filter((one) => textAtKey(one, 'type') === 'Link')
  const named = links.find((one) => textAtKey(one, 'name') === 'Website') ?? links[0]
  return named && addressIn(named.href ?? named.url)
}

/** Returns whether a location, or the address of a place, is on the web. */
export const isVirtual = (one: RemoteObject): boolean =>
  [one, ...objectsAtKey(one, 'address')].some((part) => textAtKey(part, 'type') === 'VirtualLocation')

/** Returns the online address of an event; undefined where it takes place somewhere alone. */
function onlineAddress(object: RemoteObject): string | undefined {
  const virtual = partsOf(object, 'location').find(isVirtual)
  const [address] = objectsAtKey(virtual, 'address')
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
export const storedAttendanceOfRecord = ({ online_url, attendance_mode }: EventRecord): readonly string[] => [
  online_url,
  attendance_mode,
]

/** Returns the website of an event: where one takes part, unless that is its page; else the link that it has, else its page. */
export function websiteAddress(object: RemoteObject): string | undefined {
  const page = pageAddress(object)
  const outside = httpAddress(textAtKey(object, 'externalParticipationUrl') ?? '')
  const isOutside = textAtKey(object, 'joinMode') === 'external' && outside !== page
  const link = attachedLink(object)
  const isOnlineAddress = link === onlineAddress(object)
  return (isOutside ? outside : undefined) ?? (isOnlineAddress ? undefined : link) ?? page
}
