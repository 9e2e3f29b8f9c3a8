/** The form of the filters. It uses GET, so that the address contains all filters. */

import { restUrl } from '../../../urls.ts'
import { html, type Markup } from '../../markup.ts'
import { icon } from '../icon.ts'
import { pathOfUrl, type Site, sitePath } from '../site.ts'
import { type ChosenFilters, eventStatusChoices } from './chosen.ts'
import { sheetHead } from './sheet.ts'

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
  /** The names that it suggests. */
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
  html`<a class="button" href="${sitePath(site, page, new URLSearchParams(more).toString())}">${site.word('site.search.clear')}</a>`

/** Returns the form. */
export function filterForm(chosen: ChosenFilters, use: FormUse, site: Site): Markup {
  return html`<form class="filters" role="search" method="get" action="${sitePath(site, use.page)}"><p class="wide">${searchField(chosen, site)}</p>${otherFields(chosen, use.hasDays, site)}${stays(use)}<p class="wide buttons">${submitButton(site)}${clearLink(use, site)}</p></form>`
}

/** Returns the form of the search: the field for words first, the others folded unless one of them is at fault. */
export function searchForm(chosen: ChosenFilters, use: FormUse, site: Site): Markup {
  const isOpen = chosen.faults.some((name) => name !== 'search')
  return html`<form class="filters leading" role="search" method="get" action="${sitePath(site, use.page)}"><p class="lead">${searchField(chosen, site, true)}${submitButton(site)}</p><details class="folded"${isOpen && html` open`}><summary class="button">${icon('sliders-horizontal', site)}${site.word('site.filters')}</summary><div class="fields">${otherFields(chosen, use.hasDays, site)}${stays(use)}<p class="wide buttons">${clearLink(use, site)}</p></div></details></form>`
}

/** Returns the sheet of a view: the form, closed at first. A filter that is not valid is named above the list, and marked in it. */
export function filterPanel(chosen: ChosenFilters, use: FormUse, site: Site): Markup {
  return html`<details class="filtering menu" name="row"><summary class="chip">${icon('sliders-horizontal', site)}${site.word('site.filters')}</summary><div class="panel">${sheetHead(site.word('site.filters'), site)}${filterForm(chosen, use, site)}</div></details>`
}

/** Returns the large field that leads to the search, where there are no other fields. */
export function largeSearchField(site: Site): Markup {
  const { word } = site
  return html`<form class="front-search" role="search" method="get" action="${sitePath(site, 'calendar/search')}"><label for="front-search" class="unseen">${word('site.search.text')}</label><input id="front-search" name="search" type="search" maxlength="200" autocomplete="off" placeholder="${word('site.search.text')}"><button class="button strong">${icon('search', site)}<span class="word">${word('site.search')}</span></button></form>`
}
