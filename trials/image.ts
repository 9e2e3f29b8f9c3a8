/**
 * `npm run trial image`: builds the image with Debian's buildah where root has it, else follows the Dockerfile in folders; starts what came
 * out, and runs its health check. `-- --short` uses the packages of this working copy instead of installing them; `-- --folders` follows
 * in folders also where buildah is. Neither tries the base image, because it may not be on this machine.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { builtByBuildah, builtInFolders, hasBuildah, tryImage } from './image/image.ts'

const { values } = parseArgs({
  options: { short: { type: 'boolean', default: false }, folders: { type: 'boolean', default: false } },
})
const source = { root: resolve(import.meta.dirname, '..'), isShort: values.short }
const isWhole = !values.folders && (await hasBuildah())
const image = isWhole ? await builtByBuildah(source) : await builtInFolders(source)
try {
  const version = await tryImage(image)
  const how = isWhole ? 'built by buildah on the programs of this machine' : 'in folders'
  process.stdout.write(`The image, ${how}, is healthy and stops when it is told to: ${version}\n`)
} finally {
  await image.remove()
}
