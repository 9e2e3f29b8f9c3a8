/** The lines and the pictures of the demo: Alderhaven, an invented town. */
import { readFileSync } from 'node:fs'
import { itemNames } from '../../contract/resources/index.ts'
import { isoWeekday, plusDays } from '../../domain/time/calendar-days.ts'
import type { Moment } from '../../domain/time/moment.ts'
import { today } from '../../domain/time/window.ts'
import { type DemoLanguages, demoItemInOwnLanguage, demoItemTranslations } from './wording.ts'

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
