/** The lines and the pictures of the demo: Alderhaven, an invented town. */
import { readFileSync } from 'node:fs'
import { isoWeekday, plusDays } from '../../domain/time/calendar-days.ts'
import type { Moment } from '../../domain/time/moment.ts'
import { today } from '../../domain/time/window.ts'

/** The folder of the files: next to the built program, or this one when it runs from source. */
const folder = new URL('../demo/', import.meta.url)

/** The file of each picture, and its alternative text. */
export const demoPictures: Readonly<Record<string, string>> = {
  'lanterns.webp': 'Drawing: three lit lanterns and the moon over dark water.',
  'harbour.webp': 'Drawing: a boat with white sails under a pale sun.',
  'stage.webp': 'Drawing: a spotlight on a stage between red curtains.',
  'dunes.webp': 'Drawing: two birds and a red sun over dunes.',
  'market.webp': 'Drawing: three stalls with striped awnings and crates of fruit.',
  'brass.webp': 'Drawing: a trumpet and notes in the evening.',
  'cinema.webp': 'Drawing: rows of seats before a screen with a sunset.',
  'books.webp': 'Drawing: an open book before shelves.',
  'church.webp': 'Drawing: a coloured window between the pipes of an organ.',
  'circus.webp': 'Drawing: a striped tent under bunting.',
}

const read = new Map<string, Uint8Array>()

/** Returns the bytes of a picture, the same object each time. */
export function pictureBytes(name: string): Uint8Array {
  const bytes = read.get(name) ?? readFileSync(new URL(name, folder))
  read.set(name, bytes)
  return bytes
}

/**
 * Returns the lines of the demo as they are imported. In the file, `W03-6` is the Saturday of the third week, the first week begins on the
 * first Monday of the current month in the site zone, and `¤` is the currency. Names of pictures become ids of images.
 */
export function demoLines(
  moment: Moment,
  currency: string,
  images: ReadonlyMap<string, number>,
): readonly string[] {
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
}
