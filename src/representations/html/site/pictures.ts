/** Pictures on pages: images, drawn covers, icons. */
import type { Image } from '../../../contract/resources/shared.ts'
import { iconForCategoryName } from '../../../domain/categories.ts'
import { plusDays } from '../../../domain/time/timestamp.ts'
import type { PageIconName } from '../../../web/design/icons.ts'
import type { ListedEvent } from '../../json/event.ts'
import { html, type Markup } from '../markup.ts'
import { firstDayOfEvent } from './dates.ts'
import { pathOfUrl, type Site } from './site.ts'

// Pictures on pages: WebP in the width that the screen needs, once the service has made it.

/** The classes of the point that crops keep in view are in steps of ten percent: pages allow no style attributes. */
const STEP = 10
const stepOf = (percent: number) => Math.round(percent / STEP)

/** Returns the classes of an image: `fx-5 fy-2` keeps the point in the middle, a fifth from the top. */
const focusClass = ({ focus_x = 50, focus_y = 50 }: Image): string =>
  `fx-${stepOf(focus_x)} fy-${stepOf(focus_y)}`

/** Pictures below this width are never enlarged. */
const SMALL = 480
/** How much higher than wide, or wider than high, a picture stands whole: crops would take what a poster says. */
const POSTER = 1.15
const STRIP = 2.6

/** Returns the class of an image that is not to fill its frame. */
function frameClass({ width, height, extension }: Image): string {
  if (extension !== 'svg' && width < SMALL) return ' as-is'
  return height > POSTER * width || width > STRIP * height ? ' whole-picture' : ''
}

/** How a picture is shown. */
interface PictureUse {
  /** The width in which it is shown, as the `sizes` attribute. */
  readonly sizes: string
  readonly alt?: string
  /** `late` pictures load when they come near the view; `first` ones before everything else. */
  readonly loading?: 'late' | 'first'
}

/** The narrowest picture for browsers that can't choose. */
const ENOUGH = 640

const loadings = {
  late: html` loading="lazy" decoding="async"`,
  first: html` fetchpriority="high"`,
} as const

/** Returns the files of an image that pages may show, narrow ones first: its pictures for pages, or else the image and its sizes. */
function sourcesOf(image: Image) {
  // An SVG is sharp in every width.
  if (image.extension === 'svg') return [{ path: pathOfUrl(image.url), width: image.width }]
  const made = (image.srcset ?? '').split(', ').flatMap((one) => {
    const [, url, width] = /^(\S+) (\d+)w$/.exec(one) ?? []
    return url === undefined ? [] : [{ path: pathOfUrl(url), width: Number(width) }]
  })
  if (made.length > 0) return made
  const { thumbnail: _, ...whole } = image.sizes
  const sized = [...Object.values(whole), image].map(({ url, width }) => ({ path: pathOfUrl(url), width }))
  return sized.sort((one, other) => one.width - other.width)
}

/** Returns the path of a file of an image that is wide enough for any use, or of the widest. */
export function largePicturePath(image: Image): string {
  const sources = sourcesOf(image)
  return (sources.find((one) => one.width >= ENOUGH) ?? sources.at(-1))?.path ?? pathOfUrl(image.url)
}

/** Returns a picture. The width and the height of its image reserve its space while it loads. */
export function pictureMarkup(image: Image, { sizes, alt = '', loading }: PictureUse): Markup {
  const sources = sourcesOf(image)
  const frame = frameClass(image)
  // A candidate of a set would be as wide as the sizes say.
  const set =
    sources.length > 1 &&
    frame !== ' as-is' &&
    html` srcset="${sources.map(({ path, width }) => `${path} ${width}w`).join(', ')}" sizes="${sizes}"`
  return html`<img class="${focusClass(image)}${frame}" src="${largePicturePath(image)}"${set} alt="${alt}" width="${image.width}" height="${image.height}"${loading !== undefined && loadings[loading]}>`
}

// Icons beside words.

/**
 * Returns an icon; one that `turns` points the other way in texts from the right. It is drawn where it stands: a file of icons would be
 * a request more for each page, and they would appear later than the words.
 */
export const icon = (name: PageIconName, { icons }: Pick<Site, 'icons'>, turns = false): Markup =>
  html`<svg class="icon${turns && ' turns'}" width="20" height="20" viewBox="0 0 24 24" aria-hidden="true">${{ markup: icons[name] }}</svg>`

// Drawn covers, for events without a picture: the date or the initials, in the colour of the category and of the theme.

/** How many drawings the style has. */
const DRAWINGS = 3

/** What a cover of an event depends on. */
type Covered = Pick<ListedEvent, 'id' | 'title' | 'all_day' | 'start_date' | 'end_date'>

/** Returns the initials of the first two words of a title; of one in a script without capitals the first sign. */
export function initialsOf(title: string): string {
  const words = title.match(/[\p{L}\p{N}]+/gu) ?? []
  const initials = words.slice(0, 2).map((word) => [...word][0] ?? '')
  const [first = ''] = initials
  return first.toUpperCase() === first.toLowerCase() && !/\d/.test(first)
    ? first
    : initials.join('').toUpperCase()
}

const cover = ({ id }: Covered, content: Markup): Markup =>
  html`<span class="cover drawn-${id % DRAWINGS}" aria-hidden="true">${content}</span>`

/** Returns the cover with the initials of an event, for lists that say its day. */
export const initialsCoverMarkup = (event: Covered): Markup =>
  cover(event, html`<b>${initialsOf(event.title)}</b>`)

/** Returns the cover with the first day of an event; with its initials until tomorrow, as all that stand beside it would have the same day. */
export function dateCoverMarkup(event: Covered, { dates, today }: Pick<Site, 'dates' | 'today'>): Markup {
  const day = firstDayOfEvent(event)
  if (day <= (plusDays(today, 1) ?? today)) return initialsCoverMarkup(event)
  return cover(event, html`<b>${dates.numeral(day)}</b><span>${dates.shortMonth(day)}</span>`)
}

// The icon of a category, and what stands in its place where a name has none.

/** Returns the name of the icon of a category; that of a calendar for what no kind fits, and for events without one. */
export const iconNameForCategoryName = (name: string | undefined): PageIconName =>
  name === undefined ? 'calendar' : iconForCategoryName(name)

/** Returns the sign of a category on its tile: its icon, or its initials, since many tiles with a calendar would say nothing. */
export function categorySign(name: string, site: Pick<Site, 'icons'>): Markup {
  const known = iconNameForCategoryName(name)
  return known === 'calendar'
    ? html`<b class="initials" aria-hidden="true">${initialsOf(name)}</b>`
    : icon(known, site)
}
