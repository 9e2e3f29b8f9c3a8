/** Random valid bodies for creating items. */
import fc from 'fast-check'
import type { ItemName } from '../../src/contract/resources/index.ts'
import { epochOfUtc, utcTimestampOfEpoch } from '../../src/domain/time/timestamp.ts'
import type { Json } from './service.ts'

/** Text in any script, without characters that are refused or read as markup. */
const words = (most: number) =>
  fc
    .string({ unit: 'grapheme', maxLength: most })
    .map((text) => text.replace(/[<>&\p{C}]/gu, '').replace(/\s+/gu, ' '))
const name = words(20).map((text) => `N ${text}`)
const html = fc.oneof(
  words(30),
  words(20).map((text) => `<p>${text} <b>x</b> &amp; y</p>`),
  fc.constantFrom(
    '<ul><li>a</li></ul>',
    '<p>a</p><script>b</script>',
    '1 < 2',
    '<a href="mailto:a@b.example">a</a>',
  ),
)
const web = fc.constantFrom(
  'https://x.example/a?b=c&d=ä',
  'http://x.example',
  'mailto:a@b.example',
  'tel:+39011',
)
const secondsUntil = (to: string) =>
  fc.integer({ min: epochOfUtc('2026-01-01 00:00:00'), max: epochOfUtc(`${to} 00:00:00`) })
const timestamp = secondsUntil('2028-12-31').map(utcTimestampOfEpoch)
const status = fc.constantFrom('publish', 'publish', 'draft', 'pending', 'private', 'future')
const zone = fc.constantFrom(
  ...['America/New_York', 'Europe/Paris', 'Asia/Tokyo', 'Australia/Lord_Howe', 'UTC', 'UTC+5:30', '-03:30'],
)
const cost = fc.oneof(
  fc.constantFrom('', null, 'free', '$10 – 20', '€5,50', 'Donation', 'from 12 €'),
  fc.nat(5000).map((cents) => cents / 100),
  fc.array(fc.nat(99), { maxLength: 4 }),
)
const lat = fc.integer({ min: -90_000, max: 90_000 }).map((milli) => milli / 1000)

const published = { description: html, slug: words(12), status, date_utc: timestamp, website: web }
const venue = fc.record(
  {
    venue: name,
    ...published,
    ...{
      address: words(9),
      city: words(9),
      country: fc.constantFrom('US', 'Italia', ''),
      province: words(5),
    },
    ...{ state: words(5), stateprovince: words(5), zip: fc.nat(99_999), phone: words(9) },
    ...{ show_map: fc.boolean(), show_map_link: fc.boolean(), geo_lat: lat, geo_lng: lat },
  },
  { requiredKeys: ['venue'] },
)
const organizer = fc.record(
  { organizer: name, ...published, phone: words(9), email: fc.constantFrom('a@b.example', '') },
  { requiredKeys: ['organizer'] },
)
const ticket = fc.record(
  {
    name,
    price: fc.nat(5000).map((cents) => (cents / 100).toFixed(2)),
    currency: fc.constantFrom('EUR', 'USD', ''),
    url: fc.constantFrom('https://x.example/t', ''),
    availability: fc.constantFrom('in_stock', 'sold_out', 'pre_order'),
    valid_from: timestamp,
    valid_through: timestamp,
  },
  { requiredKeys: ['name'] },
)
const customFields = fc.dictionary(
  fc.stringMatching(/^[a-z0-9_]{1,8}$/),
  fc.oneof(words(9), fc.integer(), fc.boolean(), fc.record({ label: name, value: words(9) })),
  { maxKeys: 4 },
)

/** Ends at least three hours after it starts: so no clock change puts the end before the start. */
const times = fc
  .tuple(secondsUntil('2028-12-01'), fc.integer({ min: 10_800, max: 900_000 }))
  .map(([start, length]) => ({
    start_date: utcTimestampOfEpoch(start),
    end_date: utcTimestampOfEpoch(start + length),
  }))

const some = <T>(member: fc.Arbitrary<T>) => fc.array(member, { maxLength: 2 })
const details = fc.record(
  {
    ...published,
    ...{ excerpt: html, timezone: zone, all_day: fc.boolean(), cost, tickets: some(ticket) },
    ...{ show_map: fc.boolean(), show_map_link: fc.boolean(), hide_from_listings: fc.boolean() },
    ...{ sticky: fc.boolean(), featured: fc.boolean(), custom_fields: customFields },
    event_status: fc.constantFrom('scheduled', 'cancelled', 'postponed', 'rescheduled', 'moved_online'),
    attendance_mode: fc.constantFrom('offline', 'online', 'mixed'),
    online_url: web,
    ...{ categories: some(fc.constantFrom('a', 'b', 'ç', '日')), tags: some(fc.constantFrom('t', 'u', 'v')) },
    ...{ venue: some(venue), organizer: some(organizer) },
  },
  { requiredKeys: [] },
)
const event = fc.tuple(name, times, details).map(([title, time, more]) => ({ title, ...time, ...more }))

const page = fc.record(
  { title: name, content: html, status: fc.constantFrom('publish', 'draft', 'private'), slug: words(9) },
  { requiredKeys: ['title'] },
)

/** Terms with different names, ignoring case. */
const term = fc
  .record({ name, unique: fc.uuid(), description: html, slug: words(9) })
  .map(({ name: text, unique, ...rest }) => ({ ...rest, name: `${text} ${unique}` }))

/** Bodies that create an item. */
export const bodyOf: { readonly [N in ItemName]: fc.Arbitrary<Json> } = {
  event,
  venue,
  organizer,
  category: term,
  tag: term,
  group: term,
  page,
}

/** A calendar day of 2026 to 2028. */
export const day = timestamp.map((text) => text.slice(0, 10))

/** The languages of content in tests that draw translations; the first is that of the site. */
export const drawnLanguages = ['de', 'fr', 'ar'] as const

const titleOf = {
  event: 'title',
  venue: 'venue',
  organizer: 'organizer',
  category: 'name',
  tag: 'name',
  group: 'name',
  page: 'title',
} as const satisfies Record<ItemName, string>

/** Translations into some of these languages: texts, some of them missing, as drafts or published. */
export function drawnTranslations(
  title: string,
  tags: readonly string[],
  text = 'description',
): fc.Arbitrary<Json> {
  const texts = { [title]: name, [text]: html, state: fc.constantFrom('published', 'draft') }
  const one = fc.record(texts, { requiredKeys: [] })
  return fc.record(Object.fromEntries(tags.map((tag) => [tag, one])), { requiredKeys: [] })
}

/** A random valid body of an item whose texts are in some of the languages. */
export const translatedBodyOf = (item: ItemName): fc.Arbitrary<Json> =>
  fc.constantFrom(...drawnLanguages).chain((language) => {
    const others = drawnLanguages.filter((tag) => tag !== language)
    return fc
      .tuple(
        bodyOf[item],
        drawnTranslations(titleOf[item], others, item === 'page' ? 'content' : 'description'),
      )
      .map(([body, translations]) => ({ ...body, language, translations }))
  })
