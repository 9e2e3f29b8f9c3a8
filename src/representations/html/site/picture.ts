/** Pictures on pages: WebP in the width that the screen needs, once the service has made it. */
import type { Image } from '../../../contract/resources/represented.ts'
import { html, type Markup } from '../markup.ts'
import { pathOfUrl } from './site.ts'

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

interface Source {
  readonly path: string
  readonly width: number
}

/** The narrowest picture for browsers that can't choose. */
const ENOUGH = 640

const loadings = {
  late: html` loading="lazy" decoding="async"`,
  first: html` fetchpriority="high"`,
} as const

/** Returns the files of an image that pages may show, narrow ones first: its pictures for pages, or else the image and its sizes. */
function sourcesOf(image: Image): readonly Source[] {
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
