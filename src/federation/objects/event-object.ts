/** Events as ActivityStreams objects, in a shape that Gancio, Mobilizon, WordPress and Mastodon all read (contract §19). */
import type { EventStatus } from '../../contract/resources/fields/event-fields.ts'
import type { Representation } from '../../contract/resources/index.ts'
import { epochOfUtc } from '../../domain/time/timestamp.ts'
import { addressOfAttendedOnline } from '../../representations/online-address.ts'
import type { EventActor, ReactionCounts } from '../../store/store.ts'
import { addressesOfActor, eventAddress, type FederationBase, PUBLIC_AUDIENCE } from '../addresses.ts'
import { federatedCategoryOfCategories } from './categories.ts'
import { locationOf } from './location.ts'

type Event = Representation<'event'>

/** The values of `status`, which Mobilizon needs, and of `eventStatus`. */
const states: { readonly [S in EventStatus]: { readonly status: string; readonly eventStatus: string } } = {
  scheduled: { status: 'CONFIRMED', eventStatus: 'EventScheduled' },
  cancelled: { status: 'CANCELLED', eventStatus: 'EventCancelled' },
  postponed: { status: 'TENTATIVE', eventStatus: 'EventPostponed' },
  rescheduled: { status: 'CONFIRMED', eventStatus: 'EventRescheduled' },
  moved_online: { status: 'CONFIRMED', eventStatus: 'EventMovedOnline' },
}

/** `2027-05-04 18:00:00` → `2027-05-04T18:00:00Z`. */
const instant = (utc: string) => `${utc.replace(' ', 'T')}Z`

/** Returns a time on the clock of an event with its offset: `2027-05-04T18:00:00-04:00`. */
function timeWithOffset(local: string, utc: string): string {
  const minutes = Math.round((epochOfUtc(local) - epochOfUtc(utc)) / 60)
  const [sign, size] = [minutes < 0 ? '-' : '+', Math.abs(minutes)]
  const digits = [Math.floor(size / 60), size % 60].map((part) => String(part).padStart(2, '0'))
  return `${local.replace(' ', 'T')}${sign}${digits.join(':')}`
}

/** `Live music` → `#LiveMusic`; undefined for a name without letters. */
function hashtagOf(name: string): string | undefined {
  const words = name.split(/[^\p{L}\p{M}\p{N}_]+/u).filter((word) => word !== '')
  const joined = words.length === 1 ? words[0] : words.map(capital).join('')
  return joined === undefined || joined === '' ? undefined : `#${joined}`
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

function tagsOf({ categories, tags }: Pick<Event, 'categories' | 'tags'>): readonly object[] {
  return [...categories, ...tags].flatMap(({ name, url: href }) => {
    const hashtag = hashtagOf(name)
    return hashtag === undefined ? [] : [{ type: 'Hashtag', name: hashtag, href }]
  })
}

function imageOf({ image, title }: Pick<Event, 'image' | 'title'>) {
  if (image === false) return undefined
  const { url, width, height, mime_type: mediaType } = image
  return { type: 'Image', url, mediaType, width, height, name: title }
}

/** Images first: Gancio takes the first attachment for one. */
function attachmentsOf(event: Event): readonly object[] {
  const image = imageOf(event)
  const href = addressOfAttendedOnline(event)
  const link = { type: 'Link', name: 'Website', mediaType: 'text/html', href, url: href }
  return [...(image === undefined ? [] : [{ ...image, type: 'Document' }]), ...(href === '' ? [] : [link])]
}

const collection = (totalItems: number) => ({ type: 'Collection', totalItems })

/** Language → text. */
export type TextByLanguage = Readonly<Record<string, string>>

/** The parts of an object besides the event itself. */
export interface EventObjectContext {
  readonly place: FederationBase
  /** The actor of the event's group; undefined where that is not federated. */
  readonly group: EventActor | undefined
  /** The addresses of the organizers that have an actor. */
  readonly organizers: readonly string[]
  readonly reactions: ReactionCounts
  /** The title and the description by language; none of an event without translations. */
  readonly texts: { readonly nameMap?: TextByLanguage; readonly contentMap?: TextByLanguage }
}

/** Returns when and in which state an event is. */
function scheduleOf(event: Event): object {
  const { start_date, utc_start_date, end_date, utc_end_date, timezone, event_status } = event
  return {
    startTime: timeWithOffset(start_date, utc_start_date),
    endTime: timeWithOffset(end_date, utc_end_date),
    displayEndTime: !event.no_end_time,
    timezone,
    ...states[event_status],
  }
}

/** Returns how one takes part in an event, and what one may say of it. */
function participationOf({ website }: Event): object {
  return {
    joinMode: website === '' ? 'none' : 'external',
    ...(website !== '' && { externalParticipationUrl: website }),
    repliesModerationOption: 'closed',
    commentsEnabled: false,
  }
}

/** Returns a public event as an object. */
export function eventObject(event: Event, around: EventObjectContext): object {
  const { place, group, organizers, reactions, texts } = around
  const isOfGroup = !event.in_main && group !== undefined
  const owner = addressesOfActor(place, isOfGroup ? group : { kind: 'calendar', name: '' })
  const location = locationOf(event)
  const image = imageOf(event)
  return {
    id: eventAddress(place, event.id),
    type: 'Event',
    attributedTo: owner.id,
    to: [PUBLIC_AUDIENCE],
    cc: [owner.followers],
    name: event.title,
    content: event.description,
    ...texts,
    ...(event.excerpt !== '' && { summary: event.excerpt }),
    url: event.url,
    ...scheduleOf(event),
    ...(location !== undefined && { location }),
    isOnline: event.attendance_mode === 'online',
    category: federatedCategoryOfCategories(event.categories),
    ...participationOf(event),
    organizers: organizers.length === 0 ? null : organizers,
    ...(image !== undefined && { image }),
    attachment: attachmentsOf(event),
    tag: tagsOf(event),
    published: instant(event.date_utc),
    updated: instant(event.modified_utc),
    likes: collection(reactions.likes),
    shares: collection(reactions.shares),
  }
}

/** Returns what is at the address of something that is gone. */
export const tombstoneAt = (id: string, formerType: string): object => ({ id, type: 'Tombstone', formerType })

/** Returns what is at the address of an event that is gone. */
export const tombstoneOfEventId = (place: FederationBase, id: number): object =>
  tombstoneAt(eventAddress(place, id), 'Event')
