/** The row of chips of all views: when, then category, price and place, and a sheet with all filters. It works without scripts. */
import type { ListedEvent } from '../../../json/listed-event.ts'
import { html, type Markup } from '../../markup.ts'
import { icon } from '../icon.ts'
import { colorClassesOfCategory, type Site, sitePath } from '../site.ts'
import { type ChosenFilters, chipToChoose, faultNotice, filterChips } from './chosen.ts'
import { filterPanel } from './form.ts'
import { sheetHead } from './sheet.ts'
import { type DayChipsPageAndTarget, isPageOfChosenDays, whenChips } from './when.ts'

/** The most categories and places in a menu; the sheet has all. */
const MAX_CHOICES = 24
/** The most categories that have a chip of their own, and of these the most on wide screens, where a row does not scroll. */
const MAX_CHIPS = 7
const MAX_CHIPS_WIDE = 4

/** How the row is used on a page. */
interface ChipRowUse extends DayChipsPageAndTarget {
  /** The page with the filtered events, if it is not the current one. */
  readonly results?: string
  /** Links to other forms of the view, such as a list or hours. */
  readonly shapes?: Markup | undefined
  /** The events that the page shows: once days are chosen, their categories have chips. */
  readonly events?: readonly ListedEvent[] | undefined
  /** Whether the sheet has fields for a first and a last day. */
  readonly hasDays?: boolean
  /** Whether the page has the fields of the sheet elsewhere. */
  readonly hasForm?: boolean
}

interface RowChoice {
  readonly name: string
  readonly value: string
  /** CSS classes of its colour. */
  readonly colour?: string
}

/** A menu of choices, each with a link to the page with it. */
function choiceMenu(
  [label, sign]: readonly [string, Markup?],
  choices: readonly RowChoice[],
  hrefOf: (value: string) => string,
  site: Site,
): Markup | false {
  if (choices.length === 0) return false
  const each = choices
    .slice(0, MAX_CHOICES)
    .map(
      ({ name, value, colour }) =>
        html`<li${colour !== undefined && html` class="${colour}"`}><a href="${hrefOf(value)}"><bdi>${name}</bdi></a></li>`,
    )
  return html`<li><details class="menu" name="row"><summary class="chip">${sign}${label}${icon('chevron-down', site)}</summary><div class="panel">${sheetHead(label, site)}<ul>${each}</ul></div></details></li>`
}

/** The categories that most of the events have, which a tap chooses. */
function commonCategories({ page, events = [] }: ChipRowUse): readonly RowChoice[] {
  if (!isPageOfChosenDays(page)) return []
  const counts = new Map<number, { readonly choice: RowChoice; readonly count: number }>()
  for (const { id, name, slug } of events.flatMap(({ categories }) => categories)) {
    const choice = { name, value: slug, colour: colorClassesOfCategory(id) }
    counts.set(id, { choice, count: (counts.get(id)?.count ?? 0) + 1 })
  }
  return [...counts.values()]
    .sort((one, other) => other.count - one.count)
    .slice(0, MAX_CHIPS)
    .map(({ choice }) => choice)
}

function categoryChips(common: readonly RowChoice[], hrefOf: (value: string) => string): Markup {
  const each = common.map(
    ({ name, value, colour = '' }, at) =>
      html`<li class="${colour}${at >= MAX_CHIPS_WIDE && ' narrow'}"><a class="chip" href="${hrefOf(value)}"><bdi>${name}</bdi></a></li>`,
  )
  return html`${each}`
}

/** The chips that choose a category, what is free, and a place, as far as none is chosen. */
function offers({ sent, choices }: ChosenFilters, use: ChipRowUse, site: Site): Markup {
  const { word } = site
  const to = use.results ?? use.page
  const hrefWith = (name: string) => (value: string) =>
    sitePath(site, to, new URLSearchParams({ ...sent, ...use.more, [name]: value }).toString())
  const categories = choices.categories.map(({ id, name, slug }) => ({
    name,
    value: slug,
    colour: colorClassesOfCategory(id),
  }))
  const common = commonCategories(use)
  const hasOthers = categories.length > Math.min(common.length, MAX_CHIPS_WIDE)
  const places = choices.venue.map((name) => ({ name, value: name }))
  return html`${
    sent.categories === undefined &&
    html`${categoryChips(common, hrefWith('categories'))}${hasOthers && choiceMenu([word('category')], categories, hrefWith('categories'), site)}`
  }${sent.free === undefined && chipToChoose(word('free'), hrefWith('free')('1'))}${
    sent.venue === undefined &&
    choiceMenu([word('venue'), icon('map-pin', site)], places, hrefWith('venue'), site)
  }`
}

/** Returns the row. */
export function filterRow(use: ChipRowUse, chosen: ChosenFilters, site: Site): Markup {
  const { page, results = page, more = {}, shapes, hasDays = false, hasForm = false } = use
  const sheet = !hasForm && filterPanel(chosen, { page: results, hasDays, more }, site)
  const fault =
    !hasForm &&
    chosen.faults.length > 0 &&
    html`<p class="notice" role="alert">${faultNotice(chosen, site)}</p>`
  return html`<div class="tools strip"><ul class="row" aria-label="${site.word('site.filters')}">${whenChips(use, site)}${filterChips(chosen, results, site, more)}${offers(chosen, use, site)}</ul>${sheet}${shapes}</div>${fault}`
}
