/** The lists of all venues, organizers, categories, tags, series and groups, by name, each with the number of its events to come. */
import { foldedText } from '../../../../domain/text/letters.ts'
import { html, type Markup } from '../../markup.ts'
import { pagerMarkup } from '../event-lists.ts'
import { textAttributes } from '../languages.ts'
import { type IndexName, indexLinks, indexTitle, sitePage } from '../layout.ts'
import { categorySign, icon } from '../pictures.ts'
import { colorClassesOfCategory, pathOfUrl, type Site, sitePath } from '../site.ts'

/** A line of the list. */
export interface IndexedItem {
  readonly id: number
  readonly name: string
  /** The language of the name. */
  readonly language: string
  readonly url: string
  /** The town of a venue, or the rhythm of a series; "" for none. */
  readonly note: string
  /** The number of events to come; of a series the day of the next. */
  readonly events: number | { readonly next: string }
}

/** A page of the list. */
export interface IndexPage {
  readonly items: readonly IndexedItem[]
  readonly total: number
  readonly page: number
  readonly pages: number
  /** The words that names are to contain; "" for all. */
  readonly search: string
  /** Those with most events to come, before the first page of a long list. */
  readonly busy?: readonly IndexedItem[]
}

/** Up to so many items, nobody looks for a letter. */
const MAX_WITHOUT_LETTERS = 12

/** The heading of names that begin with no letter. */
const OTHERS = '#'

/** The letter under which a name is found, without accents. */
function letterOf(name: string): string {
  const [first = ''] = foldedText(name)
  return /\p{L}/u.test(first) ? first.toUpperCase() : OTHERS
}

function byLetter(items: readonly IndexedItem[]): ReadonlyMap<string, readonly IndexedItem[]> {
  const letters = new Map<string, IndexedItem[]>()
  for (const item of items) {
    const letter = letterOf(item.name)
    const own = letters.get(letter)
    if (own === undefined) letters.set(letter, [item])
    else own.push(item)
  }
  return letters
}

/** How many events an item has, or when the next one of a series is. */
function aheadOf({ events }: IndexedItem, { word, dates }: Site): string {
  if (typeof events === 'number') return word('site.index.events', { count: events })
  return word('site.index.next', { day: dates.short(events.next) })
}

function line(item: IndexedItem, site: Site): Markup {
  const { name, language, url, note } = item
  const [where, ahead] = [name.includes(note) ? '' : note, item.events === 0 ? '' : aheadOf(item, site)]
  return html`<li><a href="${pathOfUrl(url)}"><span class="name"${textAttributes(language, site)}>${name}</span>${where !== '' && html` <span class="where" dir="auto">${where}</span>`}</a>${ahead !== '' && html` <span class="ahead">${ahead}</span>`}</li>`
}

function tile(item: IndexedItem, site: Site): Markup {
  const { id, name, language, url } = item
  return html`<li class="${colorClassesOfCategory(id)}"><a class="tile" href="${pathOfUrl(url)}">${categorySign(name, site)}<span><span${textAttributes(language, site)}>${name}</span> <span class="ahead">${item.events === 0 ? '' : aheadOf(item, site)}</span></span></a></li>`
}

const lines = (items: readonly IndexedItem[], site: Site): Markup =>
  html`<ul class="index">${items.map((item) => line(item, site))}</ul>`

/** The items with most events to come first, others by name. */
export const busiestFirst = (items: readonly IndexedItem[]): readonly IndexedItem[] =>
  items.toSorted((one, other) => Number(other.events) - Number(one.events))

function listOf(name: IndexName, { items, total, busy = [] }: IndexPage, site: Site): Markup {
  if (name === 'categories')
    return html`<ul class="tiles">${busiestFirst(items).map((item) => tile(item, site))}</ul>`
  // Series are in the order of their next dates.
  if (name === 'series') return lines(items, site)
  if (total <= MAX_WITHOUT_LETTERS) return lines(busiestFirst(items), site)
  const { word } = site
  const first =
    busy.length > 0 &&
    html`<section class="busy"><h2>${word('site.index.busy')}</h2>${lines(busy, site)}</section><h2>${word('site.index.letters')}</h2>`
  const each = [...byLetter(items)].map(
    ([letter, own]) => html`<section class="letter"><h3>${letter}</h3>${lines(own, site)}</section>`,
  )
  return html`${first}<div class="letters">${each}</div>`
}

/** The field that finds items by their names. Series are few. */
function finder(name: IndexName, { search }: IndexPage, site: Site): Markup | false {
  if (name === 'series') return false
  const { word } = site
  const all =
    search !== '' &&
    html`<a class="button plain" href="${sitePath(site, name)}">${word('site.index.all')}</a>`
  return html`<form class="front-search" role="search" method="get" action="${sitePath(site, name)}"><label for="find" class="unseen">${word('site.index.find')}</label><input id="find" name="search" type="search" maxlength="200" autocomplete="off" value="${search}" placeholder="${word('site.index.find')}"><button class="button strong">${icon('search', site)}<span class="word">${word('site.search')}</span></button>${all}</form>`
}

/** Returns the linked data of the list. */
function linkedData({ items }: IndexPage, title: string) {
  const each = items.map(({ name, url }, at) => ({ '@type': 'ListItem', position: at + 1, name, url }))
  return {
    '@context': 'https://schema.org',
    '@type': 'CollectionPage',
    name: title,
    mainEntity: { '@type': 'ItemList', itemListElement: each },
  }
}

/** Returns the page of a list. */
export function indexPage(name: IndexName, indexed: IndexPage, site: Site): string {
  const { word } = site
  const { items, page, search } = indexed
  const title = indexTitle(name, site)
  const at = (number: number) => {
    const query = { ...(search !== '' && { search }), ...(number > 1 && { page: String(number) }) }
    return sitePath(site, name, query)
  }
  const nothing = word(search === '' ? 'site.index.none' : 'site.index.unknown')
  const list =
    items.length === 0
      ? html`<p class="nothing">${nothing}</p>`
      : html`${listOf(name, indexed, site)}${pagerMarkup(indexed, at, site)}`
  const main = html`<div class="view-head"><h1>${title}${indexed.total > 0 && html` <small>${new Intl.NumberFormat(site.language).format(indexed.total)}</small>`}</h1></div><div class="tools strip">${indexLinks(site, name)}</div>${finder(name, indexed, site)}<div id="results">${list}</div>`
  const isUnlisted = search !== '' || page > 1
  return sitePage(
    site,
    {
      title,
      page: name,
      isUnlisted,
      isEmpty: items.length === 0,
      ...(items.length > 0 && !isUnlisted && { jsonLd: linkedData(indexed, title) }),
    },
    main,
  )
}
