/** The names of the filters of all pages of the calendar. */

/** The filters that stay between views, in the order of the form. */
export const keptFilterNames = [
  'search',
  'categories',
  'tags',
  'venue',
  'organizer',
  'group',
  'featured',
  'free',
  'attendance_mode',
  'event_status',
  'geoloc_lat',
  'geoloc_lng',
  'geoloc_distance',
] as const
export type FilterName = (typeof keptFilterNames)[number]

/** The filters of an address, without days. */
export type KeptFilters = Readonly<Partial<Record<FilterName, string>>>
