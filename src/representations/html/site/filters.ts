/** The filters on pages: chips, a row of choices, and the form. */
import type { ListArgs } from '../../../contract/resources/index.ts'
import { plusDays, weekendOf } from '../../../domain/time/timestamp.ts'
import { quoted } from '../../../words/languages.ts'
import type { ListedEvent } from '../../json/event.ts'
import { restUrl } from '../../urls.ts'
import { html, type Markup } from '../markup.ts'
import { icon } from './pictures.ts'
import {
  colorClassesOfCategory,
  type FilterName,
  type KeptFilters,
  pathOfUrl,
  type Site,
  sitePath,
} from './site.ts'

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
  return sitePath(site, page, { ...site.kept, ...more })
}

/** Returns links between forms of a page, of which one is shown: each with its label, its address, and whether it is that one. */
export const tabs = (links: readonly (readonly [label: string, href: string, isThis: boolean])[]): Markup =>
  html`<ul class="buttons tenses">${links.map(
    ([label, href, isThis]) =>
      html`<li><a class="button" href="${href}"${isThis && html` aria-current="true"`}>${label}</a></li>`,
  )}</ul>`

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
const eventStatusChoices = [
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
function faultNotice(chosen: ChosenFilters, site: Site): string {
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
function chosenChip({ label, text, href }: ChosenChip, site: Site): Markup {
  const removes = site.word('site.chosen.remove', { name: label })
  return html`<li class="on"><a class="chip on" href="${href}" title="${removes}"><span class="unseen">${removes}: </span><bdi>${text}</bdi>${icon('x', site)}</a></li>`
}

/** Returns a chip that chooses something as an item of a list. */
const chipToChoose = (text: string, href: string): Markup =>
  html`<li><a class="chip" href="${href}">${text}</a></li>`

/** Returns the chosen filters as chips, each with a link to the same page without it. `more` are fields of the page that stay. */
function filterChips(
  chosen: ChosenFilters,
  page: string,
  site: Site,
  more: Readonly<Record<string, string>> = {},
): Markup {
  const all = chipsOf(chosen, site)
  const without = (fields: readonly string[]) => {
    const left = Object.entries({ ...chosen.sent, ...more }).filter(([name]) => !fields.includes(name))
    return sitePath(site, page, Object.fromEntries(left))
  }
  const each = all.map(({ fields, text, label }) => chosenChip({ text, label, href: without(fields) }, site))
  const clear =
    all.length > 1 &&
    html`<li><a class="clear" href="${sitePath(site, page, more)}">${site.word('site.chosen.clear')}</a></li>`
  return html`${each}${clear}`
}

// The head of a menu on telephones, where it opens as a sheet. The style writes its name, which the button of the menu says already.

/** Returns the name of a sheet and the button that closes it, which scripts show; a tap beside the sheet closes it without them. */
const sheetHead = (title: string, site: Site): Markup =>
  html`<div class="sheet-head" data-title="${title}"><button type="button" class="close" aria-label="${site.word('close')}" hidden>${icon('x', site)}</button></div>`

// Chips for the days that readers need most, and a menu with any other day.

/** The current page, and the page that shows a chosen day. */
interface DayChipsPageAndTarget {
  /** The current page, whose chip is filled. */
  readonly page: string
  /** The page that shows a chosen day, such as `calendar/week`. */
  readonly target: string
  /** The current day. */
  readonly day: string
  /** Fields of the page that stay. */
  readonly more?: Readonly<Record<string, string>>
}

/** The value of the field `part` for the evening of a day. */
export const EVENING_PART = 'evening'

/** A choice of days: its name, its page, and whether it is the evening alone. */
type DayChoice = readonly [label: string, page: string, isEvening: boolean]

const hrefOf = ([, to, isEvening]: DayChoice, site: Site) =>
  viewPath(site, to, isEvening ? { part: EVENING_PART } : {})

/** The menu with other days, and the field for any day. */
function dateMenu(
  { target, day, more = {} }: DayChipsPageAndTarget,
  others: readonly DayChoice[],
  site: Site,
): Markup {
  const { word } = site
  const stays = Object.entries({ ...site.kept, ...more }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  const links =
    others.length > 0 &&
    html`<ul>${others.map((one) => html`<li><a href="${hrefOf(one, site)}">${one[0]}</a></li>`)}</ul>`
  return html`<li><details class="menu" name="row"><summary class="chip">${icon('calendar-days', site)}${word('site.date')}${icon('chevron-down', site)}</summary><div class="panel">${sheetHead(word('site.date'), site)}${links}<form class="go" method="get" action="${sitePath(site, target)}">${stays}<label for="go-on">${word('site.date')}</label><input id="go-on" name="on" type="date" value="${day}" required><button class="button strong">${word('site.go')}</button></form></div></details></li>`
}

/** Returns whether a page is one of chosen days: the row then offers what to choose next. */
const isPageOfChosenDays = (page: string): boolean => /^calendar\/(?:day|weekend)\//.test(page)

/**
 * Returns the chips of days as items of a list. Each leads to its page. On a page of chosen days there is one chip, which leads away from
 * it, and the other days are in the menu.
 */
function whenChips(use: DayChipsPageAndTarget, site: Site): Markup {
  const { word, today, dates } = site
  const { page, more = {} } = use
  const [tomorrow = today, [saturday]] = [plusDays(today, 1), weekendOf(today)]
  const days: readonly DayChoice[] = [
    [word('calendar.today'), `calendar/day/${today}`, false],
    [word('site.tonight'), `calendar/day/${today}`, true],
    [word('site.tomorrow'), `calendar/day/${tomorrow}`, false],
    [word('site.weekend'), `calendar/weekend/${saturday}`, false],
  ]
  if (!isPageOfChosenDays(page))
    return html`${days.map((one) => chipToChoose(one[0], hrefOf(one, site)))}${dateMenu(use, [], site)}`
  const isThis = ([, to, isEvening]: DayChoice) => to === page && isEvening === (more.part === EVENING_PART)
  const text = days.find(isThis)?.[0] ?? dates.short(page.slice(-10))
  const away = viewPath(site, 'calendar/agenda')
  const others = days.filter((one) => !isThis(one))
  return html`${chosenChip({ label: word('when'), text, href: away }, site)}${dateMenu(use, others, site)}`
}

// The form of the filters. It uses GET, so that the address contains all filters.

interface Field {
  readonly name: keyof ChosenFilters['sent']
  readonly label: string
  readonly attributes: Markup
}

function field({ sent, faults }: ChosenFilters, { name, label, attributes }: Field): Markup {
  const isWrong = faults.includes(name)
  return html`<p><label for="f-${name}">${label}</label><input id="f-${name}" name="${name}" value="${sent[name] ?? ''}" ${attributes}${isWrong && html` aria-invalid="true"`}></p>`
}

/** A select with all terms or groups; if there are too many, a field to type in. */
function terms(
  chosen: ChosenFilters,
  name: 'categories' | 'tags' | 'group',
  label: string,
  { word }: Site,
): Markup | false {
  const { sent, choices } = chosen
  const [known, now] = [choices[name], sent[name] ?? '']
  if (known.length === 0 && now === '') return false
  if (!choices.isWhole[name]) return suggesting(chosen, { name, label, names: known.map(({ slug }) => slug) })
  const isOther = now !== '' && !known.some(({ slug }) => slug === now)
  const options = [
    ...known,
    ...(isOther ? [{ slug: now, name: chosen.names[name].join(', ') || now }] : []),
  ].map(
    ({ slug, name: shown }) =>
      html`<option value="${slug}"${slug === now && html` selected`}>${shown}</option>`,
  )
  const isWrong = chosen.faults.includes(name)
  return html`<p><label for="f-${name}">${label}</label><select id="f-${name}" name="${name}"${isWrong && html` aria-invalid="true"`}><option value="">${word('site.search.any')}</option>${options}</select></p>`
}

/** A field to type a name in. */
interface SuggestingField {
  readonly name: 'categories' | 'tags' | 'venue' | 'organizer' | 'group'
  readonly label: string
  readonly names: readonly string[]
  /** Where a script requests more of them. */
  readonly source?: string | false
}

/** A field to type a name in. It suggests names with upcoming events; a script requests more. */
function suggesting(chosen: ChosenFilters, { name, label, names, source = false }: SuggestingField): Markup {
  const options = names.map((one) => html`<option>${one}</option>`)
  const attributes = html`list="l-${name}" maxlength="200" autocomplete="off" dir="auto"${source !== false && html` data-suggest="${source}"`}`
  return html`${field(chosen, { name, label, attributes })}<datalist id="l-${name}">${options}</datalist>`
}

function near(chosen: ChosenFilters, { word }: Site): Markup {
  const { sent } = chosen
  const number = (name: Field['name'], label: string, least: string, most: string) =>
    field(chosen, {
      name,
      label,
      attributes: html`type="number" min="${least}" max="${most}" step="any" inputmode="decimal"`,
    })
  const isOpen = sent.geoloc_lat !== undefined || sent.geoloc_lng !== undefined
  return html`<details class="near"${isOpen && html` open`}><summary>${word('site.search.near')}</summary><p><button class="button locate" type="button" data-denied="${word('site.search.near.denied')}" hidden>${word('site.search.near.use')}</button> <span class="located" role="status"></span></p>${number('geoloc_lat', word('geo_lat'), '-90', '90')}${number('geoloc_lng', word('geo_lng'), '-180', '180')}${number('geoloc_distance', word('site.search.distance'), '0.1', '20000')}</details>`
}

function check(
  { sent }: ChosenFilters,
  name: 'featured' | 'free' | 'attendance_mode',
  value: string,
  label: string,
): Markup {
  return html`<p class="check"><input id="f-${name}" name="${name}" type="checkbox" value="${value}"${sent[name] === value && html` checked`}><label for="f-${name}">${label}</label></p>`
}

function outcome({ sent }: ChosenFilters, { word }: Site): Markup {
  const now = sent.event_status ?? ''
  const options = eventStatusChoices.map(
    ([value, key]) => html`<option value="${value}"${value === now && html` selected`}>${word(key)}</option>`,
  )
  return html`<p><label for="f-event_status">${word('event_status')}</label><select id="f-event_status" name="event_status"><option value="">${word('site.search.any')}</option>${options}</select></p>`
}

/** The path of a collection of the API, where a script finds suggestions. */
const collection = ({ root }: Site, name: 'venues' | 'organizers') => pathOfUrl(restUrl(root, name))

/** How the form is used on a page. */
interface FormUse {
  /** The page that shows the results: `calendar/search`. */
  readonly page: string
  /** Whether the page has fields for a first and a last day. */
  readonly hasDays: boolean
  /** Fields of the page that stay. */
  readonly more?: Readonly<Record<string, string>>
}

/** Returns the field for words. One that leads its page has the focus until anything is chosen. */
function searchField({ sent, faults }: ChosenFilters, { word }: Site, leads = false): Markup {
  const isFirst = leads && Object.keys(sent).length === 0
  return html`<label for="f-search"${leads && html` class="unseen"`}>${word('site.search.text')}</label><input id="f-search" name="search" type="search" value="${sent.search ?? ''}" maxlength="200" autocomplete="off"${leads && html` placeholder="${word('site.search.text')}"`}${isFirst && html` autofocus`}${faults.includes('search') && html` aria-invalid="true"`}>`
}

/** Returns the fields besides the words. */
function otherFields(chosen: ChosenFilters, hasDays: boolean, site: Site): Markup {
  const { word } = site
  const day = (name: 'from' | 'to', label: string) =>
    hasDays && field(chosen, { name, label, attributes: html`type="date"` })
  const linked = (name: 'venue' | 'organizer') => {
    const source = collection(site, `${name}s`)
    return suggesting(chosen, { name, label: word(name), names: chosen.choices[name], source })
  }
  return html`${day('from', word('from'))}${day('to', word('site.search.to'))}${terms(chosen, 'categories', word('category'), site)}${terms(chosen, 'tags', word('one.tag'), site)}${linked('venue')}${linked('organizer')}${terms(chosen, 'group', word('one.group'), site)}${outcome(chosen, site)}<div class="checks">${check(chosen, 'featured', '1', word('site.search.featured'))}${check(chosen, 'free', '1', word('site.search.free'))}${check(chosen, 'attendance_mode', 'online,mixed', word('site.search.online'))}</div>${near(chosen, site)}`
}

const stays = ({ more = {} }: FormUse) =>
  Object.entries(more).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)

const submitButton = ({ word }: Site) => html`<button class="button strong">${word('site.search')}</button>`

const clearLink = ({ page, more = {} }: FormUse, site: Site) =>
  html`<a class="button" href="${sitePath(site, page, more)}">${site.word('site.search.clear')}</a>`

export function filterForm(chosen: ChosenFilters, use: FormUse, site: Site): Markup {
  return html`<form class="filters" role="search" method="get" action="${sitePath(site, use.page)}"><p class="wide">${searchField(chosen, site)}</p>${otherFields(chosen, use.hasDays, site)}${stays(use)}<p class="wide buttons">${submitButton(site)}${clearLink(use, site)}</p></form>`
}

/** Returns the form of the search: the field for words first, the others folded unless one of them is at fault. */
export function searchForm(chosen: ChosenFilters, use: FormUse, site: Site): Markup {
  const isOpen = chosen.faults.some((name) => name !== 'search')
  return html`<form class="filters leading" role="search" method="get" action="${sitePath(site, use.page)}"><p class="lead">${searchField(chosen, site, true)}${submitButton(site)}</p><details class="folded"${isOpen && html` open`}><summary class="button">${icon('sliders-horizontal', site)}${site.word('site.filters')}</summary><div class="fields">${otherFields(chosen, use.hasDays, site)}${stays(use)}<p class="wide buttons">${clearLink(use, site)}</p></div></details></form>`
}

/** Returns the sheet of a view: the form, closed at first. A filter that is not valid is named above the list, and marked in it. */
function filterPanel(chosen: ChosenFilters, use: FormUse, site: Site): Markup {
  return html`<details class="filtering menu" name="row"><summary class="chip">${icon('sliders-horizontal', site)}${site.word('site.filters')}</summary><div class="panel">${sheetHead(site.word('site.filters'), site)}${filterForm(chosen, use, site)}</div></details>`
}

/** Returns the large field that leads to the search, where there are no other fields. */
export function largeSearchField(site: Site): Markup {
  const { word } = site
  return html`<form class="front-search" role="search" method="get" action="${sitePath(site, 'calendar/search')}"><label for="front-search" class="unseen">${word('site.search.text')}</label><input id="front-search" name="search" type="search" maxlength="200" autocomplete="off" placeholder="${word('site.search.text')}"><button class="button strong">${icon('search', site)}<span class="word">${word('site.search')}</span></button></form>`
}

// The row of chips of all views: when, then category, price and place, and a sheet with all filters. It works without scripts.

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
    sitePath(site, to, { ...sent, ...use.more, [name]: value })
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

export function filterRow(use: ChipRowUse, chosen: ChosenFilters, site: Site): Markup {
  const { page, results = page, more = {}, shapes, hasDays = false, hasForm = false } = use
  const sheet = !hasForm && filterPanel(chosen, { page: results, hasDays, more }, site)
  const fault =
    !hasForm &&
    chosen.faults.length > 0 &&
    html`<p class="notice" role="alert">${faultNotice(chosen, site)}</p>`
  return html`<div class="tools strip"><ul class="row" aria-label="${site.word('site.filters')}">${whenChips(use, site)}${filterChips(chosen, results, site, more)}${offers(chosen, use, site)}</ul>${sheet}${shapes}</div>${fault}`
}
