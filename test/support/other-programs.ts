/**
 * Other programs of the social web, as far as they take events: what they demand, refuse and show, written anew from what their sources do
 * (Gancio 1.21, Mobilizon 5, Mastodon 4, Event Bridge for WordPress).
 */

// biome-ignore lint/suspicious/noExplicitAny: programs read activities of every shape
type Sent = any

/** An event as a program shows it. */
export interface ShownThere {
  /** Its title, or all that is shown. */
  readonly text: string
  readonly place?: string
  readonly online?: string | undefined
  readonly image?: string | undefined
  /** Whether it says by itself that an event does not take place. */
  readonly isOff?: boolean
}

export interface OtherProgram {
  /** Takes an activity as JSON. Returns the status of its answer. */
  readonly receive: (bytes: string) => number
  /** The events that people find there, by id. */
  readonly shown: () => ReadonlyMap<string, ShownThere>
}

/** Returns a program that keeps events as it reads them. `take` returns what is shown, `undefined` for nothing, or the status of a refusal. */
function keeping(
  take: (activity: Sent, before: ShownThere | undefined, bytes: string) => ShownThere | number,
) {
  const kept = new Map<string, ShownThere>()
  const receive = (bytes: string): number => {
    const activity = JSON.parse(bytes)
    const { type, object } = activity
    const id = object?.id ?? object
    if (type === 'Delete') kept.delete(id)
    if (type !== 'Create' && type !== 'Update') return 202
    const taken = take(activity, kept.get(id), bytes)
    if (typeof taken === 'number') return taken
    kept.set(id, taken)
    return 202
  }
  return { receive, shown: () => kept }
}

/** Gancio demands a place with an address at each change, takes the first attachment for an image then, and knows no cancelled events. */
function gancio(): OtherProgram {
  const places = new Set<string>()
  const placed = (name: unknown, address: unknown): string => {
    if (typeof name !== 'string' || name === '') throw new Error('no place')
    if (typeof address !== 'string') throw new Error('the address is no text')
    if (address.trim() === '' && name.toLowerCase() !== 'online') throw new Error('no address')
    places.add(name.toLowerCase())
    return name
  }
  const addressOf = (address: Sent): unknown => {
    if (address === undefined) return undefined
    if (typeof address === 'string') return address
    const { streetAddress, addressLocality, addressRegion, addressCountry } = address
    return [streetAddress, addressLocality, addressRegion, addressCountry].filter(Boolean).join(', ')
  }
  const created = ({ name, startTime, id, location, attachment }: Sent): ShownThere => {
    if (!name || !startTime || !id) throw new Error('incomplete')
    const all = location === undefined ? [] : [location].flat()
    const online = all.map((one: Sent) => one.address?.url).find(Boolean)
    const [physical] = all.filter((one: Sent) => !one.address?.url)
    const image = attachment?.find((one: Sent) => one.mediaType.includes('image') && one.url)?.url
    const shown = { text: name, online, image }
    if (physical !== undefined)
      return { ...shown, place: placed(physical.name, addressOf(physical.address) ?? physical.name) }
    return online === undefined ? shown : { ...shown, place: placed('online', '') }
  }
  const updated = ({ name, location, attachment }: Sent, before: ShownThere): ShownThere => {
    const { address } = location ?? {}
    const street = address?.streetAddress ?? address?.addressLocality ?? address?.addressCountry ?? address
    const place = placed(location?.name, street ?? '')
    if (attachment.length > 0 && !attachment[0].mediaType.startsWith('image/')) throw new Error('no image')
    return { ...before, text: name, place, image: attachment[0]?.url }
  }
  const own = keeping(({ type, object }, before) => {
    try {
      if (type === 'Update') return before === undefined ? 404 : updated(object, before)
      return before ?? created(object)
    } catch {
      return type === 'Update' ? 500 : 400
    }
  })
  return {
    ...own,
    receive: (bytes) => (JSON.parse(bytes).type === 'Announce' ? 404 : own.receive(bytes)),
  }
}

/** Mobilizon answers 200 to all, drops without a word what it can't take, and lists what a followed actor announced. */
function mobilizon(): OtherProgram {
  const announced = new Set<string>()
  const modes = ['free', 'restricted', 'invite', 'external']
  const own = keeping(({ object }, _before, bytes) => {
    const { name, status = 'CONFIRMED', joinMode = 'free', location, attachment = [] } = object
    const isPlaced = location?.latitude === undefined || /"latitude":-?\d+\.\d+/.test(bytes)
    const isTaken =
      [...name].length >= 3 &&
      [...name].length <= 200 &&
      modes.includes(joinMode) &&
      isPlaced &&
      ['TENTATIVE', 'CONFIRMED', 'CANCELLED'].includes(status) &&
      !Array.isArray(location)
    if (!isTaken) return 200
    const online = attachment.find((one: Sent) => one.type === 'Link' && one.name === 'Website')?.href
    const image = attachment.find((one: Sent) => one.type === 'Document')?.url
    return { text: name, place: location?.name, online, image, isOff: status !== 'CONFIRMED' }
  })
  return {
    receive(bytes) {
      const { type, object } = JSON.parse(bytes)
      if (type === 'Announce') announced.add(object)
      own.receive(bytes)
      return 200
    },
    shown: () => new Map([...own.shown()].filter(([id]) => announced.has(id))),
  }
}

/** Mastodon shows the title, the summary and the link of whatever is no note, and what is attached to it. */
const mastodon = (): OtherProgram =>
  keeping(({ object: { name, summary, url, attachment = [] } }) => ({
    text: [name, summary, url].filter(Boolean).join('\n\n'),
    image: attachment.find(({ mediaType }: Sent) => mediaType.startsWith('image/'))?.url,
  }))

/** Event Bridge takes what has not begun and is of one host, and makes a venue of a place that is not named “online”. */
const wordpress = (now: number): OtherProgram =>
  keeping(({ id, actor, object }) => {
    const hosts = [id, actor, object.id].map((one) => new URL(one).host)
    if (new Set(hosts).size > 1 || !object.name || !(Date.parse(object.startTime) > now)) return 202
    const [location] = [object.location].flat()
    const isOnline = location?.name === 'online'
    const image = object.attachment.find(({ mediaType }: Sent) => mediaType.startsWith('image/'))?.url
    const place = isOnline ? undefined : location?.name
    return {
      ...{ text: object.name, image, online: isOnline ? location.address.url : undefined },
      ...(place !== undefined && { place }),
      isOff: object.status === 'CANCELLED',
    }
  })

/** Returns the programs, at a time in milliseconds. */
export const otherPrograms = (now: number) => ({
  Gancio: gancio(),
  Mobilizon: mobilizon(),
  Mastodon: mastodon(),
  WordPress: wordpress(now),
})

const online = { attendance_mode: 'online', online_url: 'https://meet.example/a' }
const hall = { venue: 'Old Hall' }
const there = { ...hall, address: 'Mill Lane 1', city: 'Bern' }

/** The kinds of events that servers take differently, by the words of the documentation. */
export const kindsOfEvents: Readonly<Record<string, object>> = {
  'at a venue with its address': { venue: there },
  'at a venue with a website': { venue: { ...there, website: 'https://hall.example/' } },
  'at a venue with a name alone': { venue: hall },
  online: online,
  'online and on site': { ...online, attendance_mode: 'mixed', venue: there },
  'without a place': {},
  'with a website': { venue: there, website: 'https://band.example/' },
  'with a title of two letters': { venue: there, title: 'Go' },
  'for a whole day': { venue: there, all_day: true },
  cancelled: { venue: there, event_status: 'cancelled' },
  postponed: { venue: there, event_status: 'postponed' },
}

interface Sends {
  /** What is missing where an event is shown. */
  readonly created: ShownThere | undefined
  readonly changed: ShownThere | undefined
}

/** Returns what becomes of a kind of event on a server, in words: `yes`, or what is missing. `title` is that after the change. */
export function outcomeOf(kind: object, title: string, { created, changed }: Sends): string {
  const {
    venue,
    online_url,
    event_status,
  }: {
    readonly venue?: { readonly venue: string }
    readonly online_url?: string
    readonly event_status?: string
  } = kind
  if (created === undefined) return 'no'
  const says = (part: string | undefined, of: string | undefined) =>
    part === undefined || of === part || created.text.includes(part)
  const missing = [
    ...(says(venue?.venue, created.place) ? [] : ['the place']),
    ...(says(online_url, created.online) ? [] : ['the address online']),
    ...(event_status === undefined || created.isOff === true || / – /.test(created.text)
      ? []
      : ['its state']),
  ]
  const without = missing.length === 0 ? 'yes' : `without ${missing.join(', ')}`
  return changed?.text.includes(title) === true ? without : `${without}; no changes`
}
