/** The horizon of series (contract §10.1): how far ahead occurrences are made. */
import { Temporal } from 'temporal-polyfill'
import { epochOfInstant, type Moment } from '../time/moment.ts'
import { wallAt } from '../time/zones.ts'

/** A number of months or years, from 1 month to 10 years. */
export interface HorizonDuration {
  readonly months: number
}

export const TWO_YEAR_HORIZON: HorizonDuration = { months: 24 }
const MAX_MONTHS = 120

/** Reads `N months` or `N years`, from 1 month to 10 years; undefined for other texts. */
export function parseHorizonDuration(text: string): HorizonDuration | undefined {
  const [, count = '', unit = ''] = /^\s*(\d{1,3})\s*(month|year)s?\s*$/i.exec(text) ?? []
  const months = Number(count) * (unit.toLowerCase() === 'year' ? 12 : 1)
  return count !== '' && months >= 1 && months <= MAX_MONTHS ? { months } : undefined
}

/** The last second of the horizon's day, as a timestamp on the wall clock of a zone. */
export function horizonWall({ months }: HorizonDuration, { now }: Pick<Moment, 'now'>, zone: string): string {
  const today = Temporal.PlainDate.from(wallAt(epochOfInstant(now), zone).slice(0, 10))
  return `${today.add({ months })} 23:59:59`
}
