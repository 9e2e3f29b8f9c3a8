import type { EventStatus } from '../contract/resources/fields/event-fields.ts'
import {
  type FederatedCategoryName,
  federatedCategoryNames,
} from '../contract/resources/fields/other-fields.ts'
import type { Representation } from '../contract/resources/index.ts'
import { namesOf } from '../contract/table-of.ts'
import {
  contentLanguageMatchingTag,
  fieldTextInOneTranslation,
  noTranslations,
  ownLanguage,
} from '../domain/languages.ts'
import { foldedText } from '../domain/text/letters.ts'
import { plainTextOf } from '../domain/text/plain-text.ts'
import { localeOnSite } from '../domain/time/site-locale.ts'
import { epochOfUtc } from '../domain/time/timestamp.ts'
import { addressOfAttendedOnline, labelledTitle, type OnlineEvent } from '../representations/event-text.ts'
import { dateFormattersOfLocale } from '../representations/html/site/dates.ts'
import { attendanceText, venuesAndCitiesText } from '../representations/html/site/entries.ts'
import {
  cutBetweenWords,
  eventSummary,
  summaryOfHtml,
} from '../representations/html/site/items/event-page.ts'
import type { Event } from '../representations/json/event.ts'
import { languageOfText } from '../representations/shown-language.ts'
import { contentChoiceOfRoot, shareImageUrl } from '../representations/urls.ts'
import type { EventActor, EventRecord, ReactionCounts } from '../store/store.ts'
import { memoizedByText } from '../support/remembered.ts'
import { wordingOf } from '../words/index.ts'
import { type InterfaceLanguageCode, interfaceLanguageCodes } from '../words/languages.ts'
import {
  addressesOfActor,
  eventAddress,
  type FederationBase,
  type FederationParts,
  PUBLIC_AUDIENCE,
} from './own-actors.ts'

// JSON as other servers read it: `@context`, and numbers that stay fractional.

/** The meaning of the keys of our objects, for servers that read linked data. */
const context = [
  'https://www.w3.org/ns/activitystreams',
  'https://w3id.org/security/v1',
  'https://w3id.org/fep/8a8e',
  {
    Hashtag: 'as:Hashtag',
    mz: 'https://joinmobilizon.org/ns#',
    pt: 'https://joinpeertube.org/ns#',
    sc: 'http://schema.org#',
    address: { '@id': 'sc:address', '@type': 'sc:PostalAddress' },
    PostalAddress: 'sc:PostalAddress',
    streetAddress: 'sc:streetAddress',
    postalCode: 'sc:postalCode',
    addressLocality: 'sc:addressLocality',
    addressRegion: 'sc:addressRegion',
    addressCountry: 'sc:addressCountry',
    VirtualLocation: 'sc:VirtualLocation',
    timezone: { '@id': 'mz:timezone', '@type': 'mz:timezone' },
    isOnline: 'mz:isOnline',
    joinMode: { '@id': 'mz:joinMode', '@type': 'mz:joinModeType' },
    externalParticipationUrl: { '@id': 'mz:externalParticipationUrl', '@type': 'sc:URL' },
    repliesModerationOption: {
      '@id': 'mz:repliesModerationOption',
      '@type': 'mz:repliesModerationOptionType',
    },
    commentsEnabled: 'pt:commentsEnabled',
    status: 'http://www.w3.org/2002/12/cal/ical#status',
  },
] as const

export const withJsonLdContext = (object: object): object => ({ '@context': context, ...object })

/**
 * Returns an object as JSON, in which whole coordinates are written as fractions (`47.0`): Mobilizon reads no others. Within a text, the
 * quotation marks would be escaped.
 */
export const serializeActivityAsJson = (object: object): string =>
  JSON.stringify(object).replace(/"(latitude|longitude)":(-?\d+)(?=[,}])/g, '"$1":$2.0')

// The texts of events as other servers show them. Some show the title and the summary alone, and some know no cancelled events.

/** The texts of an event in its object. */
interface EventTexts {
  readonly name: string
  /** Plain text: when, where and what. */
  readonly summary: string
  /** The title and the description by language; none of an event without translations. */
  readonly nameMap?: Readonly<Record<string, string>>
  readonly contentMap?: Readonly<Record<string, string>>
}

const datesIn = memoizedByText(interfaceLanguageCodes.length, dateFormattersOfLocale)

/** Returns the language of the service that a content language stands for, else that of the site. */
function languageFor(tag: string | undefined, { language }: Pick<FederationParts, 'language'>) {
  const found = contentLanguageMatchingTag(tag ?? language, interfaceLanguageCodes)
  return interfaceLanguageCodes.find((code): code is InterfaceLanguageCode => code === found) ?? language
}

/** An ordinal or a short abbreviation, which ends no sentence: `Am 4. Mai`, `z. B.` */
const UNENDED = /(?:^|[\s(])(?:\d{1,2}|\p{L}{1,2})\.\s*$/u

/** The characters of a text in which its first sentence is looked for: a segmenter takes long over many. */
const BEGINNING = 600

/** Returns the first sentence of the text of some HTML, cut between words where it is long. */
function firstSentence(html: string, language: string): string {
  const text = plainTextOf(html).slice(0, BEGINNING)
  let first = ''
  for (const { segment } of new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text)) {
    first += segment
    if (!UNENDED.test(segment)) break
  }
  return cutBetweenWords(first.trim())
}

/** Returns the texts of an event. Postponed and cancelled ones say so in their titles, as not all servers have such states. */
export function textsOfEvent(source: FederationParts, event: Event, record: EventRecord): EventTexts {
  const { root, region, context } = source
  const { zone } = context().moment
  const language = languageFor(languageOfText('event', record, 'title', root), source)
  const dates = datesIn(localeOnSite(language, { zone, region }), 0)
  const site = { word: wordingOf(language), dates, zone }
  const places = [venuesAndCitiesText(event), attendanceText(event, site) ?? '']
  const nameIn = (title: string, tag: string | undefined) =>
    isOff(event) ? labelledTitle(title, event.event_status, wordingOf(languageFor(tag, source))) : title
  const about =
    event.excerpt === '' ? firstSentence(event.description, language) : summaryOfHtml(event.excerpt)
  const texts = {
    name: nameIn(event.title, language),
    summary: eventSummary(event, site, {
      where: places.filter((place) => place !== '').join(', '),
      about,
    }),
  }
  if (record.translations === noTranslations) return texts
  const { languages } = contentChoiceOfRoot(root)
  const byLanguage = (field: string, own: string) => {
    const others = languages.map(
      (tag) => [tag, fieldTextInOneTranslation(record.translations[tag], field) ?? ''] as const,
    )
    const all = [[ownLanguage(record, languages), own] as const, ...others]
    return all.filter(([, text]) => text !== '')
  }
  const names = byLanguage('title', record.title).map(([tag, title]) => [tag, nameIn(title, tag)] as const)
  return {
    ...texts,
    nameMap: Object.fromEntries(names),
    contentMap: Object.fromEntries(byLanguage('description', record.description)),
  }
}

/** Whether an event does not take place when it says. */
const isOff = ({ event_status }: Event) => event_status === 'cancelled' || event_status === 'postponed'

// The places of events, as other servers read them: Gancio refuses an address without a street, and takes every place for online whose address
// has a URL.

type Venue = Representation<'venue'>

/** The part of an event that says where it is. */
type LocatedEvent = Pick<Event, 'venue'> & OnlineEvent

const firstVenue = ({ venue }: Pick<Event, 'venue'>): Venue | undefined =>
  Array.isArray(venue) ? venue[0] : 'id' in venue ? venue : undefined

/** Returns the fields that have a text. */
const filled = (fields: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))

function placeOf(venue: Venue): object {
  const { geo_lat: latitude, geo_lng: longitude } = venue
  const isLocated = latitude !== null && longitude !== null
  return {
    type: 'Place',
    name: venue.venue,
    ...filled({ url: venue.website }),
    address: {
      type: 'PostalAddress',
      ...filled({
        streetAddress: venue.address || venue.venue,
        addressLocality: venue.city,
        postalCode: venue.zip,
        addressRegion: venue.stateprovince,
        addressCountry: venue.country,
      }),
    },
    ...(isLocated && { latitude, longitude }),
  }
}

/** The name of what is online, by which Gancio and WordPress know it. */
const ONLINE = 'online'

/** Returns one place, or where an event is online alone, that; undefined where neither is known. */
function locationOf(event: LocatedEvent): object | undefined {
  const [venue, url] = [firstVenue(event), addressOfAttendedOnline(event)]
  if (venue !== undefined && (event.attendance_mode !== 'online' || url === '')) return placeOf(venue)
  if (url === '') return undefined
  return { type: 'VirtualLocation', name: ONLINE, url, address: { streetAddress: ONLINE, url } }
}

// Events as ActivityStreams objects, in a shape that Gancio, Mobilizon, WordPress and Mastodon all read (contract §19).

// The categories of events that other calendars know (FEP-8a8e), by the names that ours have, in eight languages.

/** The category of events that fit no other one. */
const OTHER: FederatedCategoryName = 'MEETING'

/** Category → words of names: with a stop, whole ones, else their beginnings. The first category that fits counts. */
const beginnings = {
  THEATRE: 'theat teat toneel 演劇 芝居',
  MUSIC: 'music musi konzert concert conciert koncert muziek músic 音楽 コンサート ライブ',
  FILM_MEDIA: 'film kino cine cinema movie bioscoop 映画',
  COMEDY: 'comed kabarett cabaret komodie humor 喜劇 お笑い',
  BOOK_CLUBS: 'book buch libro livre boek livro lesung lectur lettur 読書',
  PERFORMING_VISUAL_ARTS: 'danc tanz danz dans 舞踊 ダンス',
  PHOTOGRAPHY: 'photo foto fotogr 写真',
  CRAFTS: 'craft handwerk artesan artisan ambacht artigian 工芸',
  ARTS: 'art kunst arte exhib ausstell exposi tentoonstell mostra 美術 展覧会',
  SPORTS: 'sport deport esport スポーツ',
  OUTDOORS_ADVENTURE: 'outdoor wander hik randonn excurs natur wandel caminhad ハイキング 自然',
  GAMES: 'game spiel jeu. jeux. juego giochi spel jogo ゲーム',
  FOOD_DRINK: 'food essen cuisine comida cibo eten gastro wein wine vino vinho 料理 食',
  MEDITATION_WELLBEING:
    'yoga meditat wellness wellbeing wohlbef bien-etre bienestar benesser health gesund sante salud salute gezond saude ヨガ 健康',
  FAMILY_EDUCATION: 'famil kind child kids enfant nino bambin crianc 家族 子ども 子供',
  WORKSHOPS_SKILL_SHARING: 'workshop kurs atelier taller laborator oficina cursus ワークショップ',
  LEARNING:
    'learn bildung educat formation educac formaz vortrag lecture conferen talk lezing palestra 講座 講演 学習',
  SCIENCE_TECH: 'scien wissensch tecn tech scienz wetensch ciencia 科学 技術',
  LANGUAGE_CULTURE: 'language sprach langue idioma lingu taal kultur cultur 言語 文化',
  CLIMATE_ENVIRONMENT: 'climat klima umwelt environ medio ambient milieu 環境 気候',
  MOVEMENTS_POLITICS: 'polit demo democ 政治',
  SPIRITUALITY_RELIGION_BELIEFS:
    'relig kirch church eglise iglesia chiesa kerk igreja spirit gottesdienst 宗教',
  LGBTQ: 'lgbt queer pride',
  BUSINESS: 'business wirtschaft affair negocio affari zaken ビジネス',
  NETWORKING: 'network netzwerk reseau netwerk 交流',
  FESTIVALS: 'festival fest fete fiesta festa feest 祭',
  PARTY: 'party club soiree disco パーティ',
  FASHION_BEAUTY: 'fashion mode. moda. beauty ファッション',
  PETS: 'pet. pets. haustier animal huisdier ペット',
  AUTO_BOAT_AIR: 'auto. autos. automob car. cars. boat boot. boote. bateau barco barca voiture coche. 車',
  CAUSES: 'charit wohltat benef solidar ボランティア',
  DIY_MAKER_SPACES: 'diy maker repair repar heimwerk brico',
  CREATIVE_JAM: 'jam. jams. jamsession kreativ creativ 創作',
  INCLUSIVE_SPACES: 'inklusi inclusi barrierefrei インクルーシブ',
  COMMUNITY: 'communit gemeinschaft commun comunid nachbar buurt quartier 地域',
} as const satisfies Readonly<Partial<Record<FederatedCategoryName, string>>>

const table = namesOf<keyof typeof beginnings>(beginnings).map((category) => ({
  category,
  words: beginnings[category].split(' '),
}))

/** Returns whether one of the words fits an entry of the table. Words of languages without spaces fit anywhere. */
function hasWord(words: readonly string[], entry: string): boolean {
  if (entry.endsWith('.')) return words.includes(entry.slice(0, -1))
  return words.some((word) => (/^[a-z]/.test(entry) ? word.startsWith(entry) : word.includes(entry)))
}

/** Returns the category that some names of categories fit; undefined for none. */
function categoryNamed(names: readonly string[]): FederatedCategoryName | undefined {
  const words = names.flatMap((name) => foldedText(name).split(/[^\p{L}\p{N}-]+/u))
  return table.find((one) => one.words.some((entry) => hasWord(words, entry)))?.category
}

/** Returns the category of an event by its categories: the first that an editor chose, else the one that their names fit, else `MEETING`. */
export function federatedCategoryOfCategories(
  categories: readonly { readonly name: string; readonly federated_as: FederatedCategoryName | 'by_name' }[],
): FederatedCategoryName {
  const chosen = federatedCategoryNames.find((one) => one === categories.find(isChosen)?.federated_as)
  return chosen ?? categoryNamed(categories.map(({ name }) => name)) ?? OTHER
}

const isChosen = ({ federated_as }: { readonly federated_as: string }) => federated_as !== 'by_name'

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

/** An image first, if need be the one that the service draws: Gancio takes the first attachment for one, and fails where it is a link. */
function attachmentsOf(event: Event): readonly object[] {
  const drawn = { ...DRAWN_IMAGE, url: shareImageUrl(event.url), name: event.title }
  const href = addressOfAttendedOnline(event)
  const link = { type: 'Link', name: 'Website', mediaType: 'text/html', href, url: href }
  return [{ ...(imageOf(event) ?? drawn), type: 'Document' }, ...(href === '' ? [] : [link])]
}

const DRAWN_IMAGE = { mediaType: 'image/png', width: 1200, height: 630 } as const

const collection = (totalItems: number) => ({ type: 'Collection', totalItems })

/** The parts of an object besides the event itself. */
interface EventObjectContext {
  readonly place: FederationBase
  /** The actor of the event's group; undefined where that is not federated. */
  readonly group: EventActor | undefined
  /** The addresses of the organizers that have an actor. */
  readonly organizers: readonly string[]
  readonly reactions: ReactionCounts
  readonly texts: EventTexts
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

/** Returns how one takes part in an event, and what one may say of it. Mobilizon drops an event without a mode that it knows. */
function participationOf({ website, url }: Event): object {
  return {
    joinMode: 'external',
    externalParticipationUrl: website || url,
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
    content: event.description,
    ...texts,
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
