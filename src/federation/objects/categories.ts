/** The categories of events that other calendars know (FEP-8a8e), by the names that ours have, in eight languages. */
import {
  type FederatedCategoryName,
  federatedCategoryNames,
} from '../../contract/resources/fields/federated-categories.ts'
import { namesOf } from '../../contract/table-of.ts'
import { foldedText } from '../../domain/text/letters.ts'

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
