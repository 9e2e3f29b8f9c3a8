/** Links to the lists of all venues, organizers, categories, tags, series and groups. */
import type { PlainWord } from '../../../words/index.ts'
import { html, type Markup } from '../markup.ts'
import { type Site, sitePath } from './site.ts'

/** Each list at its path below the root, with its name. */
const titles = {
  venues: 'venues',
  organizers: 'organizers',
  categories: 'categories',
  tags: 'tags',
  series: 'site.series',
  groups: 'groups',
} as const satisfies Readonly<Record<string, PlainWord>>

/** The name of a list of items in its path, such as `venues`. */
export type IndexName = keyof typeof titles

const isIndexName = (name: string): name is IndexName => name in titles

/** The paths of all lists. */
export const indexNames: readonly IndexName[] = Object.keys(titles).filter(isIndexName)

/** Returns the names of the lists that pages link to: that of groups where there are some. */
export const linkedIndexNames = ({ hasGroups }: Pick<Site, 'hasGroups'>): readonly IndexName[] =>
  indexNames.filter((name) => name !== 'groups' || hasGroups)

/** Returns the title of a list. */
export const indexTitle = (name: IndexName, { word }: Pick<Site, 'word'>): string => word(titles[name])

/** Returns the links to all lists, for the foot of every page. */
export function linksToIndexPages(site: Site): Markup {
  const each = linkedIndexNames(site).map(
    (name) => html`<li><a href="${sitePath(site, name)}">${indexTitle(name, site)}</a></li>`,
  )
  return html`<ul class="foot-links">${each}</ul>`
}

/** Returns the links to all lists as chips; that of the shown list is marked. */
export function indexLinks(site: Site, shown?: IndexName): Markup {
  const each = linkedIndexNames(site).map(
    (name) =>
      html`<li><a class="chip${name === shown && ' on'}" href="${sitePath(site, name)}"${name === shown && html` aria-current="page"`}>${indexTitle(name, site)}</a></li>`,
  )
  return html`<nav aria-label="${site.word('site.index')}"><ul class="row">${each}</ul></nav>`
}
