/** The venue of an event. */
import type { components } from './schema.ts'

type Event = components['schemas']['Event']
type Venue = components['schemas']['Venue']

/** Returns the venue of an event; the first if it has several, undefined if it has none. */
export const venueOf = ({ venue }: Pick<Event, 'venue'>): Venue | undefined =>
  Array.isArray(venue) ? venue[0] : venue
