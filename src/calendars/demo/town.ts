import { readFileSync } from 'node:fs'
import {
  allTranslatableFieldNames,
  translatableFieldsAndColumnsByResource,
} from '../../contract/resources/fields/index.ts'
import { itemNames, type ResourceName } from '../../contract/resources/index.ts'
import type { ContentLanguages } from '../../domain/languages.ts'
import type { Moment } from '../../domain/time/moment.ts'
import { isoWeekday, plusDays } from '../../domain/time/timestamp.ts'
import { today } from '../../domain/time/window.ts'

// The languages of the demo: its own texts are in one of those that it speaks, and its translations in the others that the site has.

/** The file of each language's words: the texts of the town by their English; none for English itself. */
const files: Readonly<Record<string, string | undefined>> = {
  en: undefined,
  de: 'town.de.json',
  fr: 'town.fr.json',
}

type Words = Readonly<Record<string, string>>
/** The fields of an item, as they are sent. */
type Sent = Readonly<Record<string, unknown>>

/** The content languages that the demo speaks, each with its words. */
export interface DemoLanguages {
  /** Its own texts: in the first of them, which `language` names if it is not that of the site; in English if there is none. */
  readonly own: { readonly language?: string; readonly words: Words }
  readonly others: Readonly<Record<string, Words>>
}

/** Fields with names of other items and of prices, besides those that are translated. */
const spokenFields = [...allTranslatableFieldNames, 'categories', 'tags', 'tickets']

const languageOf = (tag: string) => new Intl.Locale(tag).language

/** Returns the words of a language that the demo speaks, by their English; none for English itself. */
export function demoWords(language: string): Words {
  const file = files[language]
  return file === undefined
    ? {}
    : JSON.parse(readFileSync(new URL(`../demo/${file}`, import.meta.url), 'utf8'))
}

/** Returns the languages of the demo on a site with these content languages. */
export function demoLanguages(languages: ContentLanguages): DemoLanguages {
  const spoken = languages.filter((tag) => Object.hasOwn(files, languageOf(tag)))
  const [own, ...others] = spoken.map((tag) => [tag, demoWords(languageOf(tag))] as const)
  if (own === undefined) return { own: { words: {} }, others: {} }
  const [language, words] = own
  return {
    own: { words, ...(language !== languages[0] && { language }) },
    others: Object.fromEntries(others),
  }
}

/** Returns a text in a language: the English itself, if there are no words for it. */
export const demoTextFromWords = (english: string, words: Words): string =>
  Object.hasOwn(words, english) ? (words[english] ?? english) : english

/** Returns a value with all texts in it that have words. */
function inWords(value: unknown, words: Words): unknown {
  if (typeof value === 'string') return demoTextFromWords(value, words)
  if (Array.isArray(value)) return value.map((one) => inWords(one, words))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inWords(one, words)]))
}

/** Returns the texts of an item of the demo in each other language. */
export function demoItemTranslations(
  name: ResourceName,
  sent: Sent,
  { others }: DemoLanguages,
): Readonly<Record<string, Words>> {
  const own = translatableFieldsAndColumnsByResource[name].flatMap(({ field }) => {
    const text = sent[field]
    return typeof text === 'string' ? [[field, text] as const] : []
  })
  const each = Object.entries(others).map(([tag, words]) => {
    const texts = own.map(([field, english]) => [field, demoTextFromWords(english, words)])
    return [tag, Object.fromEntries(texts)]
  })
  return Object.fromEntries(each)
}

/** Returns an item of the demo with its own texts, and the names of others, in its own language, without translations. */
function demoItemInOwnLanguage(sent: Sent, { own: { language, words } }: DemoLanguages): Sent {
  const spoken = Object.entries(sent).map(([key, value]) => [
    key,
    spokenFields.includes(key) ? inWords(value, words) : value,
  ])
  return { ...Object.fromEntries(spoken), ...(language !== undefined && { language }) }
}

// The lines and the pictures of the demo: Alderhaven, an invented town.

/** The folder of the files: next to the built program, or this one when it runs from source. */
const folder = new URL('../demo/', import.meta.url)

/** The texts of each picture, by its file. */
export const demoPictureTexts: Readonly<
  Record<string, { readonly title: string; readonly alt_text: string }>
> = {
  'lanterns.webp': {
    title: 'Lanterns over the water',
    alt_text: 'Drawing: three lit lanterns and the moon over dark water.',
  },
  'harbour.webp': {
    title: 'White sails',
    alt_text: 'Drawing: a boat with white sails under a pale sun.',
  },
  'stage.webp': {
    title: 'Stage with red curtains',
    alt_text: 'Drawing: a spotlight on a stage between red curtains.',
  },
  'dunes.webp': {
    title: 'Birds over the dunes',
    alt_text: 'Drawing: two birds and a red sun over dunes.',
  },
  'market.webp': {
    title: 'Market stalls',
    alt_text: 'Drawing: three stalls with striped awnings and crates of fruit.',
  },
  'brass.webp': {
    title: 'Trumpet in the evening',
    alt_text: 'Drawing: a trumpet and notes in the evening.',
  },
  'cinema.webp': {
    title: 'Screen with a sunset',
    alt_text: 'Drawing: rows of seats before a screen with a sunset.',
  },
  'books.webp': {
    title: 'Open book',
    alt_text: 'Drawing: an open book before shelves.',
  },
  'church.webp': {
    title: 'Window and organ',
    alt_text: 'Drawing: a coloured window between the pipes of an organ.',
  },
  'circus.webp': {
    title: 'Striped tent',
    alt_text: 'Drawing: a striped tent under bunting.',
  },
}

const read = new Map<string, Uint8Array>()

/** Returns the bytes of a picture, the same object each time. */
export function demoPictureBytes(name: string): Uint8Array {
  const bytes = read.get(name) ?? readFileSync(new URL(name, folder))
  read.set(name, bytes)
  return bytes
}

/** All that the lines of the demo depend on, besides the time. */
interface DemoSetting {
  readonly currency: string
  /** The ids of the pictures by the names of their files. */
  readonly images: ReadonlyMap<string, number>
  readonly languages: DemoLanguages
}

/** Returns an English line in the languages of the demo. */
function lineIn(line: string, languages: DemoLanguages): string {
  const sent: Readonly<Record<string, unknown>> = JSON.parse(line)
  const name = itemNames.find((one) => one === sent.resource) ?? 'event'
  const translations = demoItemTranslations(name, sent, languages)
  return JSON.stringify({ ...demoItemInOwnLanguage(sent, languages), translations })
}

/**
 * Returns the lines of the demo as they are imported. In the file, `W03-6` is the Saturday of the third week, the first week begins on the
 * first Monday of the current month in the site zone, and `¤` is the currency. Names of pictures become ids of images.
 */
export function demoLines(moment: Moment, { currency, images, languages }: DemoSetting): readonly string[] {
  const first = today(moment).replace(/\d\d$/, '01')
  const untilMonday = (8 - isoWeekday(first)) % 7
  const dayOf = (_: string, week: string, weekday: string) =>
    String(plusDays(first, untilMonday + 7 * (Number(week) - 1) + Number(weekday) - 1))
  return readFileSync(new URL('town.jsonl', folder), 'utf8')
    .replaceAll('¤', currency)
    .replace(/\bW(\d\d)-(\d)/g, dayOf)
    .replace(/"(\w+\.webp)"/g, (_, name: string) => String(images.get(name)))
    .trim()
    .split('\n')
    .map((line) => lineIn(line, languages))
}
