import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskService, deskService } from '../support/at-desk.ts'
import { describeInBrowser } from '../support/browser.ts'
import { scratch } from '../support/scratch.ts'

const MIB = 1_048_576

describeInBrowser('an image that is too large', (open) => {
  let service: DeskService
  let file: string
  beforeAll(async () => {
    service = await deskService()
    file = join(await scratch('upload'), 'harbour.jpg')
    // The signature of a JPEG: the image is refused before more of it is read.
    await writeFile(file, Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(20 * MIB)]))
  })
  afterAll(() => service.close())

  it('is refused with its name and the reason, wherever the desk takes images', async () => {
    const page = await service.desk(open, '/media')
    for (const path of ['/media', '/events/new', '/venues/new', '/settings']) {
      await service.show(page, path)
      await page.locator('[name=file]').first().setInputFiles(file)
      await page.getByText('harbour.jpg: The body is too large.').first().waitFor()
      // The next request is answered as before: the connection has not been broken.
      expect((await page.request.get(`${service.base}/healthz`)).status()).toBe(200)
    }
  })
})
