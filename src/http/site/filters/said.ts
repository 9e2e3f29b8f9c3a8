/** What the words of a search say besides names: days (“tonight”, “december”), and states (“cancelled”, “sold out”, “free”). */

import { foldedText } from '../../../domain/text/letters.ts'
import { addMonthsToMonth, plusDays, weekendOf } from '../../../domain/time/calendar-days.ts'
import type { FiltersAsListArgs } from '../../../representations/html/site/choosing/chosen.ts'
import { EVENING_PART } from '../../../representations/html/site/choosing/when.ts'
import { dayPagePath } from '../../../representations/html/site/lists/days.ts'
import { type Site, sitePath } from '../../../representations/html/site/site.ts'
import type { ListedEvent } from '../../../representations/json/listed-event.ts'
import { isSoldOut } from '../../../representations/outcome.ts'
import type { PlainWord } from '../../../words/index.ts'

/** A word, or words, with a meaning of their own. */
interface Meaning {
  /** The words, folded. */
  readonly words: readonly string[]
  readonly label: string
  readonly days?: { readonly first: string; readonly last: string }
  readonly isEvening?: boolean
  readonly filters?: FiltersAsListArgs
  /** Whether an event is meant, where no filter of lists says it. */
  readonly isMeant?: (event: ListedEvent) => boolean
  /** The page with all of it: its path and query; undefined for none. */
  readonly page?: readonly [string, string?]
}

/** What a text says, and the words that are left. */
export interface Said {
  readonly meanings: readonly Meaning[]
  readonly rest: string
  readonly days: Meaning['days'] | undefined
  readonly isEvening: boolean
  readonly filters: FiltersAsListArgs
  /** Whether an event is in the states that are said and that no filter names. */
  readonly isMeant: (event: ListedEvent) => boolean
}

/** Words that mean the same, as a language lists them. */
const MEANT = '|'

const search = 'calendar/search'

function daysSaid({ word, today, dates }: Site): readonly Meaning[] {
  const named = (
    label: string,
    [first, last]: readonly [string, string],
    page: NonNullable<Meaning['page']>,
    more = '',
  ) => ({
    words: [label, ...more.split(MEANT)].map(foldedText).filter((one) => one !== ''),
    label,
    days: { first, last },
    page,
  })
  const week = Array.from({ length: 7 }, (_, at) => plusDays(today, at) ?? today)
  const [, tomorrow = today] = week
  const [saturday, sunday] = weekendOf(today)
  const evening = new URLSearchParams({ part: EVENING_PART }).toString()
  const months = Array.from({ length: 12 }, (_, at) => addMonthsToMonth(today.slice(0, 7), at)).flatMap(
    (month) => {
      const next = month && addMonthsToMonth(month, 1)
      const last = next && plusDays(`${next}-01`, -1)
      if (month === undefined || last === undefined) return []
      const first = `${month}-01` < today ? today : `${month}-01`
      return [named(dates.monthName(`${month}-01`), [first, last], [`calendar/${month}`])]
    },
  )
  return [
    named(word('calendar.today'), [today, today], [dayPagePath(today)]),
    {
      ...named(
        word('site.tonight'),
        [today, today],
        [dayPagePath(today), evening],
        word('site.search.say.tonight'),
      ),
      isEvening: true,
    },
    named(word('site.tomorrow'), [tomorrow, tomorrow], [dayPagePath(tomorrow)]),
    named(
      word('site.weekend'),
      [saturday < today ? today : saturday, sunday],
      [`calendar/weekend/${saturday}`],
      word('site.search.say.weekend'),
    ),
    ...week.map((day) => named(dates.weekday(day), [day, day], [dayPagePath(day)])),
    ...months,
  ]
}

const states = [
  ['event_status.cancelled', 'site.search.say.cancelled', { event_status: ['cancelled'] }],
  ['event_status.postponed', 'site.search.say.postponed', { event_status: ['postponed'] }],
  ['event_status.rescheduled', 'site.search.say.rescheduled', { event_status: ['rescheduled'] }],
  ['site.search.online', 'site.search.say.online', { attendance_mode: ['online', 'mixed'] }],
  ['free', 'site.search.say.free', { free: true }],
] as const satisfies readonly (readonly [PlainWord, PlainWord, FiltersAsListArgs])[]

function statesSaid({ word }: Site): readonly Meaning[] {
  const said = (key: PlainWord, also: PlainWord) => ({
    words: [word(key), ...word(also).split(MEANT)].map(foldedText),
    label: word(key),
  })
  const filtered = states.map(([key, also, filters]) => {
    const sent = Object.entries(filters).map(([name, value]) => [
      name,
      value === true ? '1' : value.join(','),
    ])
    const query = new URLSearchParams(Object.fromEntries(sent)).toString()
    return { ...said(key, also), filters, page: [search, query] as const }
  })
  return [...filtered, { ...said('sold-out', 'site.search.say.sold_out'), isMeant: isSoldOut }]
}

/** Scripts whose words stand without spaces. */
const isUnspaced = (text: string) => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)

/** Returns what a text says in the language of the page. */
export function whatIsSaid(text: string, site: Site): Said {
  let rest = ` ${foldedText(text)} `
  const said: Meaning[] = []
  const all = [...daysSaid(site), ...statesSaid(site)]
    .flatMap((meaning) => meaning.words.map((words) => ({ meaning, words })))
    .sort((one, other) => other.words.length - one.words.length)
  for (const { meaning, words } of all) {
    const own = isUnspaced(words) ? words : ` ${words} `
    const isSecondDay = meaning.days !== undefined && said.some(({ days }) => days !== undefined)
    if (isSecondDay || !rest.includes(own)) continue
    rest = rest.replace(own, ' ')
    said.push(meaning)
  }
  return {
    meanings: said,
    rest: rest.trim(),
    days: said.find(({ days }) => days !== undefined)?.days,
    isEvening: said.some(({ isEvening = false }) => isEvening),
    filters: Object.assign({}, ...said.map(({ filters }) => filters)),
    isMeant: (event) => said.every(({ isMeant }) => isMeant?.(event) ?? true),
  }
}

/** Returns the address of the page with all that a meaning names; undefined for none. */
export const urlOfMeaning = ({ page }: Meaning, site: Site): string | undefined =>
  page && new URL(sitePath(site, ...page), site.root.base).href
