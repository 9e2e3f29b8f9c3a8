/** The icon of a category, and what stands in its place where a name has none. */
import { iconForCategoryName } from '../../../domain/content/category-kinds.ts'
import { memoizedByText } from '../../../support/remembered.ts'
import type { PageIconName } from '../../../web/design/icons.ts'
import { html, type Markup } from '../markup.ts'
import { initialsOf } from './cover.ts'
import { icon } from './icon.ts'
import type { Site } from './site.ts'

/** The most names whose icons are known. */
const MAX_NAMES = 1000

const byName = memoizedByText(MAX_NAMES, (name): PageIconName => iconForCategoryName(name))

/** Returns the name of the icon of a category; that of a calendar for what no kind fits, and for events without one. */
export const iconNameForCategoryName = (name: string | undefined): PageIconName =>
  name === undefined ? 'calendar' : byName(name, 0)

/** Returns the sign of a category on its tile: its icon, or its initials, since many tiles with a calendar would say nothing. */
export function categorySign(name: string, site: Pick<Site, 'icons'>): Markup {
  const known = iconNameForCategoryName(name)
  return known === 'calendar'
    ? html`<b class="initials" aria-hidden="true">${initialsOf(name)}</b>`
    : icon(known, site)
}
