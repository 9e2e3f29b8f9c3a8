/** The plain fields of every resource, and those that several share. */
import { namesOf, pick, withoutProperties } from '../../table-of.ts'
import { eventFields } from './event-fields.ts'
import { categoryFields, groupFields, mediaFields, pageFields, tagFields } from './other-fields.ts'
import type { FieldRows } from './row.ts'
import { organizerFields, venueFields } from './venue-fields.ts'

/** The rows by resource. Series have those of events. */
export const fieldsByResource = {
  event: eventFields,
  series: eventFields,
  venue: venueFields,
  organizer: organizerFields,
  category: categoryFields,
  tag: tagFields,
  group: groupFields,
  media: mediaFields,
  page: pageFields,
} as const

type SharedName = keyof typeof eventFields & keyof typeof venueFields & keyof typeof organizerFields

const isShared = (name: string): name is SharedName =>
  [eventFields, venueFields, organizerFields].every((rows) => Object.hasOwn(rows, name))

const sharedNames = namesOf(eventFields).filter(isShared)

/** The fields that events, venues and organizers have. */
export const publishableSharedFields = pick(eventFields, sharedNames)

/** Returns the fields that not all of events, venues and organizers have. */
export const withoutPublishableShared = <R extends FieldRows>(rows: R): Omit<R, SharedName> =>
  withoutProperties<R, SharedName & keyof R>(
    rows,
    sharedNames.filter((name): name is SharedName & keyof R => name in rows),
  )
