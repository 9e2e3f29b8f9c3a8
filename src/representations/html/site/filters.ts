/** The search form. It uses GET, so its URL contains the whole search. */
import { html, type Markup } from '../markup.ts'
import { type Site, sitePath } from './site.ts'

/** An option: slug and name. */
export interface Choice {
  readonly slug: string
  readonly name: string
}

/** The filters that are selected from a list. */
export const chosen = ['categories', 'tags', 'venue', 'organizer'] as const
export type Chosen = (typeof chosen)[number]

/** The submitted form. */
export interface Asked {
  /** The field values as sent. */
  readonly asked: Readonly<Record<string, string>>
  /** The invalid fields. */
  readonly faults: readonly string[]
  readonly choices: Readonly<Record<Chosen, readonly Choice[]>>
}

interface Field {
  readonly name: string
  readonly label: string
  readonly attributes: Markup
}

function field({ asked, faults }: Asked, { name, label, attributes }: Field): Markup {
  const isWrong = faults.includes(name)
  return html`<p><label for="f-${name}">${label}</label><input id="f-${name}" name="${name}" value="${asked[name] ?? ''}" ${attributes}${isWrong && html` aria-invalid="true"`}></p>`
}

function choice({ asked, choices }: Asked, name: Chosen, label: string, { word }: Site): Markup | false {
  const known = choices[name]
  const now = asked[name] ?? ''
  if (known.length === 0 && now === '') return false
  const isOther = now !== '' && !known.some(({ slug }) => slug === now)
  const options = [...known, ...(isOther ? [{ slug: now, name: now }] : [])].map(
    ({ slug, name: shown }) =>
      html`<option value="${slug}"${slug === now && html` selected`}>${shown}</option>`,
  )
  return html`<p><label for="f-${name}">${label}</label><select id="f-${name}" name="${name}"><option value="">${word('site.search.any')}</option>${options}</select></p>`
}

function near(all: Asked, { word }: Site): Markup {
  const { asked } = all
  const number = (name: string, label: string, least: string, most: string) =>
    field(all, {
      name,
      label,
      attributes: html`type="number" min="${least}" max="${most}" step="any" inputmode="decimal"`,
    })
  const isOpen = asked.geoloc_lat !== undefined || asked.geoloc_lng !== undefined
  return html`<details class="near"${isOpen && html` open`}><summary>${word('site.search.near')}</summary><p><button class="button locate" type="button" data-denied="${word('site.search.near.denied')}" hidden>${word('site.search.near.use')}</button> <span class="located" role="status"></span></p>${number('geoloc_lat', word('site.search.lat'), '-90', '90')}${number('geoloc_lng', word('site.search.lng'), '-180', '180')}${number('geoloc_distance', word('site.search.distance'), '0.1', '20000')}</details>`
}

/** Returns the form. `page` is its target, such as `calendar/search`. */
export function filterForm(all: Asked, page: string, site: Site): Markup {
  const { word } = site
  const { asked } = all
  const isFeatured = asked.featured === '1'
  return html`<form class="filters" role="search" method="get" action="${sitePath(site, page)}"><p class="wide"><label for="f-search">${word('site.search.text')}</label><input id="f-search" name="search" type="search" value="${asked.search ?? ''}" maxlength="200" autocomplete="off"></p>${field(
    all,
    { name: 'from', label: word('site.search.from'), attributes: html`type="date"` },
  )}${field(all, { name: 'to', label: word('site.search.to'), attributes: html`type="date"` })}${choice(
    all,
    'categories',
    word('site.category'),
    site,
  )}${choice(all, 'tags', word('site.tag'), site)}${choice(all, 'venue', word('site.venue'), site)}${choice(
    all,
    'organizer',
    word('site.organizer'),
    site,
  )}<p class="check"><input id="f-featured" name="featured" type="checkbox" value="1"${isFeatured && html` checked`}><label for="f-featured">${word('site.search.featured')}</label></p>${near(all, site)}<p class="wide buttons"><button class="button strong">${word('site.search')}</button><a class="button" href="${sitePath(site, page)}">${word('site.search.clear')}</a></p></form>`
}
