/** The images that messengers show for events: drawn in turn, and kept. */

import { fairQueue } from '../../support/fair-queue.ts'
import { newSharedBudgetCache } from '../../support/shared-budget-cache.ts'
import { cardFontFamilies, type ShareCard, shareCardSvg } from './share-card.ts'

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
