/** Events as ActivityStreams objects, in a shape that Gancio, Mobilizon, WordPress and Mastodon all read (contract §19). */
import type { EventStatus } from '../../contract/resources/fields/event-fields.ts'
import {
  type FederatedCategoryName,
  federatedCategoryNames,
} from '../../contract/resources/fields/federated-categories.ts'
import type { Representation } from '../../contract/resources/index.ts'
import { namesOf } from '../../contract/table-of.ts'
import { foldedText } from '../../domain/text/letters.ts'
import { epochOfUtc } from '../../domain/time/timestamp.ts'
import { addressOfAttendedOnline } from '../../representations/online-address.ts'
import { shareImageUrl } from '../../representations/urls.ts'
import type { EventActor, ReactionCounts } from '../../store/store.ts'
import { addressesOfActor, eventAddress, type FederationBase, PUBLIC_AUDIENCE } from '../addresses.ts'
import { locationOf } from './location.ts'
import type { EventTexts } from './texts.ts'

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
