/**
 * The process that decodes images: a file that crashes the decoder, or needs too much memory, ends only this process. It reads jobs
 * from its parent, one at a time, and ends with it.
 */
import { type ImageOptions, OUT_OF_MEMORY_EXIT_CODE, prepareImage } from './image.ts'

/** The maximum memory of the decoder, in bytes. An image within the limit of pixels needs less. */
const MAX_BYTES = 1536 * 1024 * 1024
const LOOK_INTERVAL = 50

process.on('message', ({ bytes, wish }: { readonly bytes: Uint8Array; readonly wish: ImageOptions }) => {
  prepareImage(Buffer.from(bytes), undefined, wish).then(
    (prepared) => process.send?.({ prepared }),
    () => process.exit(1),
  )
})
process.on('disconnect', () => process.exit(0))
setInterval(() => {
  if (process.memoryUsage.rss() > MAX_BYTES) process.exit(OUT_OF_MEMORY_EXIT_CODE)
}, LOOK_INTERVAL)
