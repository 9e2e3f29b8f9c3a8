/** The static files of pages, and the Content-Security-Policy of pages. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { Problem } from '../../../problem.ts'
import type { ApiResponse } from '../../request/api-request.ts'

/** Returns the Content-Security-Policy: no inline content, and nothing from elsewhere except images of the tile server, if any. */
export const policyWith = (tiles: string | undefined) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self'${tiles === undefined ? '' : ` ${new URL(tiles.replace(/[{}]/g, '')).origin}`}`,
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** The Content-Security-Policy of pages without maps. */
export const policy = policyWith(undefined)

const types = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
} as const

/** The folder of static files: next to the built program, or `src/web` when it runs from source. */
const webFolder = [new URL('../web/', import.meta.url), new URL('../../../web/', import.meta.url)].find(
  (folder) => existsSync(folder),
)

/** Returns the text of a static file. Throws if the program is not whole. */
export function webText(name: string): string {
  return readFileSync(new URL(name, webFolder), 'utf8')
}

/** A static file, whose name contains a digest of its content. */
export interface Asset {
  readonly name: string
  readonly text: string | Buffer
  readonly type: string
}

/** Returns a static file. `extension` begins with a dot. */
export function assetOf(name: string, extension: string, text: string | Buffer, type: string): Asset {
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16)
  return { name: `${name}-${digest}${extension}`, text, type }
}

/** A static file: the files of `before`, followed by the file itself. Its name contains a digest of the text. */
function fileOf(name: string, kind: keyof typeof types, ...before: readonly string[]): Asset {
  const text = [...before, name].map((one) => webText(`${one}.${kind}`)).join('\n')
  return assetOf(name, `.${kind}`, text, types[kind])
}

/** The style of pages: what comes before themes and colours, and what comes after them. */
export const siteStyle = {
  before: ['palette', 'site', 'appearance'].map((one) => webText(`${one}.css`)).join('\n'),
  after: webText('print.css'),
}

const known = {
  docStyle: fileOf('doc', 'css'),
  docScript: fileOf('doc', 'js'),
  script: fileOf('site', 'js', 'watch'),
  submitScript: fileOf('submit', 'js'),
  icon: fileOf('fasti', 'svg'),
} as const
const files = new Map(Object.values(known).map((file) => [file.name, file]))

/** The URL path of a static file. `base` is the path of the base URL. */
export function filePath(base: string, file: keyof typeof known): string {
  return `${base}/assets/${known[file].name}`
}

/** The response with a static file, cacheable for ever because its name contains its digest. Throws 404. */
export function assetResponse(name: string): ApiResponse {
  const file = files.get(name)
  if (file === undefined) throw new Problem('rest_no_route')
  return fileResponse(file)
}

/** Returns the response with a static file. */
export function fileResponse(file: Asset): ApiResponse {
  return { status: 200, headers: { 'Cache-Control': 'public, max-age=31536000, immutable' }, body: {}, file }
}
