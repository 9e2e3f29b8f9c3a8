/** A clip: pictures of a page, one after the other, as an animated WebP. */
import type { Page } from 'playwright-core'
import sharp from 'sharp'

/** The size of a picture of a clip, in pixels. */
const SIZE = { width: 800, height: 500 }
/** For how long a picture is shown, in milliseconds: the last one longer. */
const SHOWN = 900
const LAST = 2500

export interface Clip {
  /** Adds what a page shows. A picture that is as the last one is left out. */
  add(page: Page): Promise<void>
  /** Returns the WebP. */
  webp(): Promise<Buffer>
}

/** Begins a clip without pictures. */
export function newClip(): Clip {
  const pictures: Buffer[] = []
  return {
    async add(page) {
      await page.waitForLoadState('networkidle')
      const png = await sharp(await page.screenshot())
        .resize(SIZE)
        .png()
        .toBuffer()
      if (pictures.at(-1)?.equals(png) !== true) pictures.push(png)
    },
    webp: () =>
      sharp(pictures, { join: { animated: true } })
        .webp({
          quality: 60,
          effort: 6,
          delay: pictures.map((_, at) => (at === pictures.length - 1 ? LAST : SHOWN)),
        })
        .toBuffer(),
  }
}
