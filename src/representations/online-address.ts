/** The address at which an event takes place online. */
import type { Representation } from '../contract/resources/index.ts'

type Event = Representation<'event'>

/** The part of an event that says whether, and where, it takes place online. */
export type OnlineEvent = Pick<Event, 'online_url' | 'attendance_mode'>

/** Returns the address if a browser opens it; undefined for none, or one such as `tel:`. */
export const onlineWebAddress = ({ online_url }: Pick<Event, 'online_url'>): string | undefined =>
  /^https?:/i.test(online_url) ? online_url : undefined

/** Returns the address of an event that is not on site alone; "" for none. */
export const addressOfAttendedOnline = ({ online_url, attendance_mode }: OnlineEvent): string =>
  attendance_mode === 'offline' ? '' : online_url

/** Returns the website of an event; "" where it is the address at which the event takes place online. */
export const websiteBesidesOnlineUrl = ({ website, online_url }: Event): string =>
  website === online_url ? '' : website
