/** Draws the image that messengers show for an event: its title, date and place, and the name of the calendar. */
import { boundedCache } from '../support/bounded-cache.ts'
import { fairQueue } from '../support/fair-queue.ts'

/** The texts on an image. */
interface ShareCard {
  readonly site: string
  readonly title: string
  readonly when: string
  readonly where: string
}

/** The size that messengers recommend, in pixels. */
const WIDTH = 1200
const HEIGHT = 630
const MARGIN = 80
/** Estimated size of an image in bytes. */
const IMAGE = 60_000
const limits = { running: 1, waitingOfOne: 10, waiting: 40, what: 'requests for images' }

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) =>
  text.replace(/[\p{Cc}\ufffe\uffff]/gu, '').replace(/[&<>"]/g, (sign) => signs[sign] ?? '')

/** Estimates the width of a text in ems: East Asian characters are as wide as high. */
const widthOf = (text: string) =>
  [...text].reduce(
    (sum, letter) => sum + (/[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uff00-\uff60]/.test(letter) ? 1 : 0.54),
    0,
  )

/** Breaks a text into lines of at most `most` ems; what does not fit into `lines` ends with an ellipsis. */
function wrapped(text: string, most: number, lines: number): readonly string[] {
  const made: string[] = []
  let line = ''
  // Languages without spaces break between letters.
  for (const word of text.split(/(?<=\s)|(?<=[\u2e80-\u9fff])/)) {
    if (line !== '' && widthOf(line + word) > most) {
      made.push(line.trim())
      line = ''
    }
    line += word
    while (widthOf(line) > most) {
      const cut = [...line].slice(0, Math.max(1, Math.floor(most))).join('')
      made.push(cut)
      line = line.slice(cut.length)
    }
  }
  made.push(line.trim())
  if (made.length <= lines) return made
  return [...made.slice(0, lines - 1), `${made[lines - 1] ?? ''} …`]
}

const fonts = "'Noto Sans', 'DejaVu Sans', 'Liberation Sans', 'Noto Sans CJK JP', sans-serif"

function svgOf({ site, title, when, where }: ShareCard): string {
  const size = widthOf(title) > 36 ? 60 : 76
  const inside = WIDTH - 2 * MARGIN
  const titles = wrapped(title, inside / size, 3)
  const details = [...wrapped(when, inside / 36, 2), ...(where === '' ? [] : wrapped(where, inside / 36, 1))]
  const text = (line: string, y: number, pixels: number, more: string) =>
    `<text x="${MARGIN}" y="${y}" font-size="${pixels}" ${more}>${escaped(line)}</text>`
  const top = 190
  const below = top + titles.length * size * 1.2
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="${fonts}"><rect width="100%" height="100%" fill="#fbf9f4"/><rect width="24" height="100%" fill="#a8231b"/>${text(wrapped(site, inside / 32, 1)[0] ?? '', 110, 32, 'fill="#5e574d"')}${titles
    .map((line, at) =>
      text(line, Math.round(top + at * size * 1.2 + size * 0.4), size, 'font-weight="700" fill="#1d1a16"'),
    )
    .join('')}${details
    .map((line, at) => text(line, Math.round(below + 50 + at * 52), 36, 'fill="#5e574d"'))
    .join('')}</svg>`
}

/** Returns the drawn pixels of one letter. */
async function pixelsOf(letter: string): Promise<number> {
  const { default: sharp } = await import('sharp')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60" font-family="${fonts}"><text y="40" font-size="40">${letter}</text></svg>`
  const bytes = await sharp(Buffer.from(svg)).extractChannel('alpha').raw().toBuffer()
  return bytes.filter((value) => value > 0).length
}

/** Whether this machine has fonts for the letters of a language. Without one, every letter is drawn as the same box. */
export async function hasFontsFor(language: string): Promise<boolean> {
  const [thin, wide] = language === 'ja' ? (['く', '鬱'] as const) : (['i', 'W'] as const)
  return (await pixelsOf(thin)) !== (await pixelsOf(wide))
}

/**
 * Returns a function that draws a card as PNG for a caller, one at a time, and caches the last images. Callers take turns. It
 * throws 429 or 503 if too many wait.
 */
export function shareImageDrawer(): (card: ShareCard, caller: string) => Promise<Buffer> {
  const inTurn = fairQueue(limits)
  const kept = boundedCache<string, Promise<Buffer>>()
  async function draw(card: ShareCard): Promise<Buffer> {
    const { default: sharp } = await import('sharp')
    return sharp(Buffer.from(svgOf(card)))
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
