/** How the programs of others read the object of an event: what they show, and what they don't take. `test/federation/kinds.test.ts` compares. */
import { epochOfUtc } from '../../../domain/time/timestamp.ts'

/** The object of an event, as other servers read it. */
export interface EventObjectForOtherServers {
  readonly name: string
  /** When, where and what, as plain text. */
  readonly summary: string
  readonly url: string
  readonly startTime: string
  readonly endTime: string
  readonly timezone: string
  readonly status: string
  readonly category: string
  readonly externalParticipationUrl: string
  /** The addresses of the organizers that can be followed. */
  readonly organizers: readonly string[] | null
  readonly location?: {
    readonly type: string
    readonly name: string
    readonly url?: string
    readonly latitude?: number
    readonly longitude?: number
    readonly address?: Readonly<Record<string, string>>
  }
  readonly attachment: readonly { readonly name: string; readonly mediaType: string; readonly url: string }[]
  readonly tag: readonly { readonly name: string }[]
  readonly likes: { readonly totalItems: number }
  readonly shares: { readonly totalItems: number }
}

type Event = EventObjectForOtherServers
type Facts = readonly (readonly [key: string, value: string | undefined])[]

/** What a program does with an event. */
interface Reading {
  readonly facts: Facts
  /** Why it doesn't take the event, or not all of it; undefined where it does. */
  readonly fault?: `federation.preview.${'title' | 'changes' | 'begun'}` | undefined
}

function placeOf({ location }: Event): string | undefined {
  const { streetAddress, addressLocality } = location?.address ?? {}
  const parts = [location?.name, streetAddress, addressLocality].filter(Boolean)
  return location && [...new Set(parts)].join(', ')
}

function pointOf({ location }: Event): string | undefined {
  const { latitude, longitude } = location ?? {}
  return latitude === undefined || longitude === undefined ? undefined : `${latitude}, ${longitude}`
}

const imageOf = ({ attachment }: Event) =>
  attachment.find(({ mediaType }) => mediaType.startsWith('image/'))?.url
const websiteOf = ({ attachment }: Event) => attachment.find(({ name }) => name === 'Website')?.url
const isOnline = ({ location }: Event) => location?.type === 'VirtualLocation'

/** Returns when an event starts, in milliseconds: `2027-05-04T18:00:00-04:00`. */
function startOf({ startTime }: Event): number {
  const [, sign = '+', hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(startTime) ?? []
  const ahead = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000
  return epochOfUtc(startTime.slice(0, 19).replace('T', ' ')) * 1000 - (sign === '-' ? -ahead : ahead)
}

/** The lengths of titles that Mobilizon takes, in letters. */
const [SHORTEST, LONGEST] = [3, 200]

/** Program → its reading of an event. `now` is in milliseconds. */
export const readings: Readonly<Record<string, (event: Event, now: number) => Reading>> = {
  Mastodon: (event) => ({
    facts: [
      ['name', event.name],
      ['summary', event.summary],
      ['url', event.url],
      ['attachment', imageOf(event)],
    ],
  }),
  Mobilizon: (event) => {
    const { length } = [...event.name]
    return {
      facts: [
        ['name', event.name],
        ['startTime', event.startTime],
        ['endTime', event.endTime],
        ['status', event.status],
        ['location', placeOf(event)],
        ['latitude, longitude', pointOf(event)],
        ['category', event.category],
        ['externalParticipationUrl', event.externalParticipationUrl],
        ['Website', websiteOf(event)],
      ],
      fault: length < SHORTEST || length > LONGEST ? 'federation.preview.title' : undefined,
    }
  },
  Gancio: (event) => ({
    facts: [
      ['name', event.name],
      ['startTime', event.startTime],
      ['location', placeOf(event)],
      ['location.address.url', event.location?.address?.url],
      ['attachment', imageOf(event)],
      ['tag', event.tag.map(({ name }) => name).join(' ')],
    ],
    fault: event.location === undefined ? 'federation.preview.changes' : undefined,
  }),
  'WordPress (Event Bridge)': (event, now) => ({
    facts: [
      ['name', event.name],
      ['startTime', event.startTime],
      ['endTime', event.endTime],
      ['location', isOnline(event) ? event.location?.address?.url : placeOf(event)],
      ['attachment', imageOf(event)],
    ],
    fault: startOf(event) > now ? undefined : 'federation.preview.begun',
  }),
}
