/** The fields of an event in words. */
import { type Key, t } from '../words/index.ts'
import type { DraftKey } from './draft.ts'

const words: Readonly<Record<DraftKey, Key>> = {
  title: 'title',
  description: 'description',
  excerpt: 'excerpt',
  start_date: 'start',
  end_date: 'end',
  timezone: 'zone',
  all_day: 'all-day',
  recurrence: 'repeat',
  venue: 'venue',
  organizer: 'organizer',
  categories: 'categories',
  tags: 'tags',
  image: 'image',
  cost: 'cost',
  website: 'website',
  event_status: 'outcome',
  attendance_mode: 'attendance',
  online_url: 'online-url',
  tickets: 'tickets',
  custom_fields: 'custom-fields',
  post_parent: 'event.parent',
  featured: 'featured',
  sticky: 'sticky',
  hide_from_listings: 'hide',
  show_map: 'show-map',
  show_map_link: 'show-map-link',
  status: 'status',
  date: 'publication',
  slug: 'slug',
  password: 'password',
}

/** The name of an arg in words; `venue[0].website` begins with the words of the venue. */
export function keyText(name: string): string {
  const [, first = name, rest = ''] = /^(\w+)(.*)$/.exec(name) ?? []
  const known = Object.hasOwn(words, first) ? t(words[first as DraftKey]) : first
  return rest === '' ? known : `${known} ${rest}`
}
