/** The filters of all pages of the calendar: how addresses contain them, and how pages show and remove them. */
import type { ListArgs } from '../../../../contract/resources/index.ts'
import { quoted } from '../../../../words/languages.ts'
import { html, type Markup } from '../../markup.ts'
import { icon } from '../icon.ts'
import { type Site, sitePath } from '../site.ts'
import type { FilterName, KeptFilters } from './filter-names.ts'

/** The filters as args of a list. */
export type FiltersAsListArgs = Partial<ListArgs<'event'>>

interface Choice {
  readonly id: number
  readonly slug: string
  readonly name: string
}

/** The choices of the form. */
export interface FilterChoices {
  readonly categories: readonly Choice[]
  readonly tags: readonly Choice[]
  readonly group: readonly Choice[]
  /** Whether all of them are offered. */
  readonly isWhole: Readonly<Record<'categories' | 'tags' | 'group', boolean>>
  /** Names to suggest: those with upcoming events. */
  readonly venue: readonly string[]
  readonly organizer: readonly string[]
}

/** The choices of a reader. */
export interface ChosenFilters {
  /** The fields as sent. */
  readonly sent: Readonly<Partial<Record<FilterName | 'from' | 'to', string>>>
  /** The names of invalid fields. */
  readonly faults: readonly string[]
  readonly choices: FilterChoices
  /** The query of feeds with the same filters; "" for all events. */
  readonly feed: string
  /** The names of the chosen items. */
  readonly names: Readonly<Record<'categories' | 'tags' | 'venue' | 'organizer' | 'group', readonly string[]>>
  /** The number of venues and organizers that a typed text has found. */
  readonly total: Readonly<Record<'venue' | 'organizer', number>>
}

/** Returns the values of the filters that links to other views keep. */
export function keptFilterValuesOf({ sent }: Pick<ChosenFilters, 'sent'>): KeptFilters {
  const { from: _, to: __, ...kept } = sent
  return kept
}

/** Returns the path of a view below the root, with the chosen filters and more fields. */
export function viewPath(site: Site, page: string, more: Readonly<Record<string, string>> = {}): string {
  return sitePath(site, page, new URLSearchParams({ ...site.kept, ...more }).toString())
}

interface Chip {
  readonly fields: readonly (FilterName | 'from' | 'to')[]
  readonly text: string
  readonly label: string
}

/** Up to this many names are shown; more are counted. */
const MAX_NAMES = 3

function linkedText(
  name: 'venue' | 'organizer',
  { sent, names, total }: ChosenFilters,
  { language }: Pick<Site, 'language'>,
): string {
  const found = names[name]
  if (found.length === 0 || found.length > MAX_NAMES)
    return `${quoted(sent[name] ?? '', language)} (${total[name] || 0})`
  return found.join(', ')
}

/** The chosen filters in words. */
function chipsOf(chosen: ChosenFilters, site: Site): readonly Chip[] {
  const { word, dates, language } = site
  const { sent, names } = chosen
  const one = (name: FilterName, label: string, text: string): readonly Chip[] =>
    sent[name] === undefined ? [] : [{ fields: [name], label, text }]
  const day = (name: 'from' | 'to', label: string): readonly Chip[] => {
    const date = sent[name]
    const isDate = date !== undefined && /^\d{4}-\d\d-\d\d$/.test(date) && !chosen.faults.includes(name)
    return date === undefined
      ? []
      : [{ fields: [name], label, text: `${label}: ${isDate ? dates.short(date) : date}` }]
  }
  const near: readonly Chip[] =
    sent.geoloc_lat === undefined && sent.geoloc_lng === undefined
      ? []
      : [
          {
            fields: ['geoloc_lat', 'geoloc_lng', 'geoloc_distance'],
            label: word('site.search.near'),
            text: word('site.search.near'),
          },
        ]
  return [
    ...one('search', word('site.search.text'), quoted(sent.search ?? '', language)),
    ...day('from', word('from')),
    ...day('to', word('site.search.to')),
    ...one('categories', word('category'), names.categories.join(', ')),
    ...one('tags', word('one.tag'), names.tags.join(', ')),
    ...one('venue', word('venue'), linkedText('venue', chosen, site)),
    ...one('organizer', word('organizer'), linkedText('organizer', chosen, site)),
    ...one('group', word('one.group'), names.group.join(', ')),
    ...one('featured', word('site.search.featured'), word('site.search.featured')),
    ...one('free', word('site.search.free'), word('site.search.free')),
    ...one('attendance_mode', word('site.search.online'), word('site.search.online')),
    ...one('event_status', word('event_status'), outcomeText(sent.event_status ?? '', word)),
    ...near,
  ]
}

/** Values of the filter `event_status`, and their words. */
export const eventStatusChoices = [
  ['scheduled,rescheduled,moved_online', 'site.search.outcome.on'],
  ['cancelled', 'event_status.cancelled'],
  ['postponed', 'event_status.postponed'],
  ['rescheduled', 'event_status.rescheduled'],
  ['moved_online', 'event_status.moved_online'],
] as const

function outcomeText(value: string, word: Site['word']): string {
  const known = eventStatusChoices.find(([one]) => one === value)
  return known === undefined ? value : word(known[1])
}

/** The most characters of a filter in a sentence: an address may have thousands. */
const MAX_SAID = 60
const cut = (text: string) => (text.length > MAX_SAID ? `${text.slice(0, MAX_SAID)}…` : text)

/** Returns the sentence that names the filters that are not valid, and says what is shown instead. */
export function faultNotice(chosen: ChosenFilters, site: Site): string {
  const names = chipsOf(chosen, site)
    .filter(({ fields }) => fields.some((name) => chosen.faults.includes(name)))
    .map(({ text }) => cut(text))
    .join(', ')
  // Old links to categories are the common case.
  return chosen.faults.every((name) => name === 'categories')
    ? site.word('site.filters.unknown.category', { name: names })
    : site.word('site.filters.unknown', { names })
}

/** A chip of what is chosen: the name of the filter, the text of the chip, and the page without it. */
interface ChosenChip {
  readonly label: string
  readonly text: string
  readonly href: string
}

/** Returns a filled chip with a cross as an item of a list. */
export function chosenChip({ label, text, href }: ChosenChip, site: Site): Markup {
  const removes = site.word('site.chosen.remove', { name: label })
  return html`<li class="on"><a class="chip on" href="${href}" title="${removes}"><span class="unseen">${removes}: </span><bdi>${text}</bdi>${icon('x', site)}</a></li>`
}

/** Returns a chip that chooses something as an item of a list. */
export const chipToChoose = (text: string, href: string): Markup =>
  html`<li><a class="chip" href="${href}">${text}</a></li>`

/** Returns the chosen filters as chips, each with a link to the same page without it. `more` are fields of the page that stay. */
export function filterChips(
  chosen: ChosenFilters,
  page: string,
  site: Site,
  more: Readonly<Record<string, string>> = {},
): Markup {
  const all = chipsOf(chosen, site)
  const without = (fields: readonly string[]) => {
    const left = Object.entries({ ...chosen.sent, ...more }).filter(([name]) => !fields.includes(name))
    return sitePath(site, page, new URLSearchParams(left).toString())
  }
  const each = all.map(({ fields, text, label }) => chosenChip({ text, label, href: without(fields) }, site))
  const clear =
    all.length > 1 &&
    html`<li><a class="clear" href="${sitePath(site, page, new URLSearchParams(more).toString())}">${site.word('site.chosen.clear')}</a></li>`
  return html`${each}${clear}`
}
