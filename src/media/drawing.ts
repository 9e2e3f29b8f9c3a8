/** Pictures that the service draws. */
import type { Sharp, SharpOptions } from 'sharp'
import { fairQueue } from '../support/fair-queue.ts'
import { newSharedBudgetCache } from '../support/shared-budget-cache.ts'

// Draws the icons of the calendar as an application of a telephone or a desktop.

/** How an icon is drawn. */
interface AppIconOptions {
  /** Pixels of its width and height. */
  readonly size: number
  /** The colour of the whole square; without one the square is transparent around the picture. */
  readonly paper: string | undefined
}

/** The part of a square that every shape of icons shows: launchers cut a circle of four fifths. */
const ICON_INSIDE = 0.6
/** Pixels of a picture that is scaled down to an icon. */
const MOST_PIXELS = 50_000_000
/** The resolution at which librsvg draws an SVG in its own size, and the highest one it may be asked for. */
const OWN_DENSITY = 72
const MOST_DENSITY = 5000

const clear = { r: 0, g: 0, b: 0, alpha: 0 }

/** Opens a picture; an SVG at the resolution at which it has this size. Throws if it is none. */
async function opened(bytes: Buffer, size: number): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  const limits: SharpOptions = { limitInputPixels: MOST_PIXELS }
  const { format, width, height } = await sharp(bytes, limits).metadata()
  if (format !== 'svg') return sharp(bytes, limits).rotate()
  const density = Math.min(MOST_DENSITY, (OWN_DENSITY * size) / Math.max(width, height))
  return sharp(bytes, { ...limits, density: Math.max(OWN_DENSITY, density) })
}

/** Draws the first of the pictures that can be read as PNG. Throws if none can. */
export async function drawAppIcon(
  pictures: readonly Buffer[],
  { size, paper }: AppIconOptions,
): Promise<Buffer> {
  const [picture, ...others] = pictures
  if (picture === undefined) throw new Error('no picture for the icon')
  const inside = paper === undefined ? size : Math.round(size * ICON_INSIDE)
  try {
    const scaled = (await opened(picture, inside)).resize(inside, inside, {
      fit: 'contain',
      background: clear,
    })
    const input = await scaled.png().toBuffer()
    if (paper === undefined) return input
    const { default: sharp } = await import('sharp')
    const square = sharp({ create: { width: size, height: size, channels: 3, background: paper } })
    return await square.composite([{ input }]).png().toBuffer()
  } catch (error) {
    if (others.length === 0) throw error
    return drawAppIcon(others, { size, paper })
  }
}

// The images that messengers show for events: drawn in turn, and kept.

// The drawing of the image that messengers show for an event: its date as the hero, then its title and place.

/** The texts on a card and the colours of the theme, as `#rrggbb`. */
interface ShareCard {
  readonly site: string
  readonly title: string
  /** The label of a change of plan, such as “Cancelled”; "" without one. */
  readonly label: string
  /** Whether the event does not take place. */
  readonly isOff: boolean
  /** The parts of the first day: `Sat`, `21`, `Nov 2026`. */
  readonly weekday: string
  readonly day: string
  readonly month: string
  /** The times, for several days with their dates; "" for one whole day. */
  readonly hours: string
  readonly where: string
  readonly colors: ShareColors
}

/** The colours of a card by their use. */
interface ShareColors {
  readonly paper: string
  readonly ink: string
  readonly quiet: string
  readonly accent: string
  readonly onAccent: string
}

/** The size that messengers recommend, in pixels. */
const WIDTH = 1200
const HEIGHT = 630
/** The panel with the date, and what stands beside it. */
const PANEL = 350
const LEFT = PANEL + 60
const RIGHT = WIDTH - 60
const INSIDE = RIGHT - LEFT

/** Figtree first; other scripts are drawn with what the machine has. */
const cardFontFamilies =
  "Figtree, 'Noto Sans', 'DejaVu Sans', 'Liberation Sans', 'Noto Sans CJK JP', sans-serif"

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) =>
  text.replace(/[\p{Cc}\ufffe\uffff]/gu, '').replace(/[&<>"]/g, (sign) => signs[sign] ?? '')

/** Estimates the width of a letter in ems, rather too large: East Asian characters are as wide as high. */
function letterWidth(letter: string): number {
  if (/[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uff00-\uff60]|\p{Extended_Pictographic}/u.test(letter))
    return 1
  if (/[\sfijlrt.,:;!'’|()[\]-]/.test(letter)) return 0.34
  if (/[mwMWÆŒ@%—…]/.test(letter)) return 0.9
  if (/[\u0370-\u1fff]/.test(letter)) return 0.7
  return /\p{Lu}/u.test(letter) ? 0.7 : 0.57
}

const widthOf = (text: string) => [...text].reduce((sum, letter) => sum + letterWidth(letter), 0)

/** Returns the longest beginning of a text that is at most `most` ems wide, with at least one letter. */
function beginningOf(text: string, most: number): string {
  let width = 0
  const letters = [...text]
  const end = letters.findIndex((letter, at) => {
    width += letterWidth(letter)
    return width > most && at > 0
  })
  return end < 0 ? text : letters.slice(0, end).join('')
}

/** Breaks a text into lines of at most `most` ems; what does not fit into `lines` ends with an ellipsis. */
function wrapped(text: string, most: number, lines: number): readonly string[] {
  const made: string[] = []
  let line = ''
  // Languages without spaces break between letters.
  for (const word of text.split(/(?<=\s)|(?<=[\u2e80-\u9fff])/)) {
    if (line !== '' && widthOf(line + word.trimEnd()) > most) {
      made.push(line.trim())
      line = ''
    }
    line += word
    while (made.length <= lines && widthOf(line.trimEnd()) > most) {
      const cut = beginningOf(line, most)
      made.push(cut)
      line = line.slice(cut.length)
    }
    if (made.length > lines) break
  }
  if (line.trim() !== '') made.push(line.trim())
  if (made.length <= lines) return made
  return [...made.slice(0, lines - 1), `${beginningOf(made[lines - 1] ?? '', most - 1).trim()}…`]
}

/** How a text is set. */
interface TextLook {
  readonly pixels: number
  readonly weight: 500 | 800
  readonly fill: string
}

/** Whether a text runs from the right, by its first letter with a direction. */
const runsFromRight = (text: string) => /^\P{L}*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u.test(text)

function lineOf(text: string, x: number, y: number, { pixels, weight, fill }: TextLook): string {
  const start = runsFromRight(text) ? `x="${RIGHT}" direction="rtl"` : `x="${x}"`
  return `<text ${start} y="${y}" font-size="${pixels}" font-weight="${weight}" fill="${fill}">${escaped(text)}</text>`
}

/** Returns lines below one another, the base line of the first at `y`. */
const linesOf = (lines: readonly string[], y: number, look: TextLook): string =>
  lines.map((line, at) => lineOf(line, LEFT, Math.round(y + at * look.pixels * 1.18), look)).join('')

/** Returns the largest size in which the lines fit, of three. */
function sizedTitle(title: string): { readonly pixels: number; readonly lines: readonly string[] } {
  for (const [pixels, most] of [
    [84, 3],
    [66, 4],
  ] as const) {
    const lines = wrapped(title, INSIDE / pixels, most + 1)
    if (lines.length <= most) return { pixels, lines }
  }
  return { pixels: 54, lines: wrapped(title, INSIDE / 54, 5) }
}

/** Returns the panel with the date: the day is as large as its letters allow. */
function panelOf({ weekday, day, month, hours, isOff, colors }: ShareCard): string {
  const { ink, paper, accent, onAccent } = colors
  const [ground, text] = isOff ? [ink, paper] : [accent, onAccent]
  const centred = (line: string, y: number, pixels: number, weight: number) =>
    `<text x="${PANEL / 2}" y="${y}" font-size="${Math.min(pixels, Math.floor((PANEL - 50) / Math.max(1, widthOf(line))))}" font-weight="${weight}" text-anchor="middle" fill="${text}">${escaped(line)}</text>`
  const times = wrapped(hours, (PANEL - 40) / 36, 2)
  const struck = isOff
    ? `<rect x="50" y="262" width="${PANEL - 100}" height="14" rx="7" fill="${text}"/>`
    : ''
  return `<rect width="${PANEL}" height="${HEIGHT}" fill="${ground}"/>${centred(weekday, 130, 56, 500)}${centred(day, 335, 230, 800)}${struck}${centred(month, 420, 64, 800)}${times
    .map((line, at) => centred(line, 510 + at * 46, 40, 500))
    .join('')}`
}

function shareCardSvg(card: ShareCard): string {
  const { site, title, label, where, colors } = card
  const { paper, ink, quiet, accent } = colors
  const { pixels, lines } = sizedTitle(title)
  const placed = where === '' ? [] : wrapped(where, INSIDE / 38, 2)
  const head = label === '' ? 0 : 70
  // The title and the place stand in the middle of what is above the name of the calendar.
  const block = head + lines.length * pixels * 1.18 + (placed.length === 0 ? 0 : 24 + placed.length * 45)
  const top = Math.max(50, (540 - block) / 2 + 20)
  const below = top + head + lines.length * pixels * 1.18
  const banner =
    label === ''
      ? ''
      : `<rect x="${LEFT}" y="${top - 4}" width="${Math.min(INSIDE, Math.round(widthOf(label) * 34 + 48))}" height="56" rx="28" fill="${accent}"/>${lineOf(label, LEFT + 24, top + 36, { pixels: 34, weight: 800, fill: colors.onAccent })}`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="${cardFontFamilies}"><rect width="100%" height="100%" fill="${paper}"/>${panelOf(card)}${banner}${linesOf(lines, top + head + pixels * 0.86, { pixels, weight: 800, fill: ink })}${linesOf(placed, below + 54, { pixels: 38, weight: 500, fill: quiet })}<circle cx="${LEFT + 12}" cy="${HEIGHT - 57}" r="12" fill="${accent}"/>${lineOf(wrapped(site, (INSIDE - 40) / 34, 1)[0] ?? '', LEFT + 40, HEIGHT - 46, { pixels: 34, weight: 800, fill: ink })}</svg>`
}

/** Estimated size of an image in bytes. */
const IMAGE = 60_000
const limits = { running: 1, waitingOfOne: 10, waiting: 40, what: 'requests for images' }

/** Returns the drawn pixels of one letter. */
async function pixelsOf(letter: string): Promise<number> {
  const { default: sharp } = await import('sharp')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60" font-family="${cardFontFamilies}"><text y="40" font-size="40">${letter}</text></svg>`
  const bytes = await sharp(Buffer.from(svg)).extractChannel('alpha').raw().toBuffer()
  return bytes.filter((value) => value > 0).length
}

/** Whether this machine has fonts for the letters of a language. Without one, every letter is drawn as the same box. */
export async function hasFontsForLanguage(language: string): Promise<boolean> {
  const [thin, wide] = language === 'ja' ? (['く', '鬱'] as const) : (['i', 'W'] as const)
  return (await pixelsOf(thin)) !== (await pixelsOf(wide))
}

/**
 * Returns a function that draws a card as PNG for a caller, one at a time, and caches the last images. Callers take turns. It
 * throws 429 or 503 if too many wait.
 */
export function shareImageDrawer(): (card: ShareCard, caller: string) => Promise<Buffer> {
  const inTurn = fairQueue(limits)
  const kept = newSharedBudgetCache<string, Promise<Buffer>>()
  async function draw(card: ShareCard): Promise<Buffer> {
    const { default: sharp } = await import('sharp')
    return sharp(Buffer.from(shareCardSvg(card)))
      .png({ palette: true, colours: 64 })
      .toBuffer()
  }
  return (card, caller) => {
    const key = JSON.stringify(card)
    const known = kept.get(key)
    if (known !== undefined) return known
    const drawn = inTurn(caller, () => draw(card))
    drawn.catch(() => kept.delete(key))
    kept.set(key, drawn, IMAGE)
    return drawn
  }
}
