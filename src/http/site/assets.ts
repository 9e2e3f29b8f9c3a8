/** The static files of pages, and the Content-Security-Policy of pages. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { because, Problem } from '../../problem.ts'
import type { Site } from '../../representations/html/site/site.ts'
import type { ApiResponse } from '../request/api-request.ts'

/** What a Content-Security-Policy allows besides the service itself. */
interface AllowedElsewhere {
  /** The template of addresses of map tiles. */
  readonly tiles?: string | undefined
  /** Further sources of images. */
  readonly images?: string
  /** The origins of pages that may show this one in a frame, or `*`; by default none may. */
  readonly frameAncestors?: readonly string[]
}

/** Returns the Content-Security-Policy: no inline content, and nothing from elsewhere except what is named. */
export const contentSecurityPolicyWith = ({
  tiles,
  images = '',
  frameAncestors = [],
}: AllowedElsewhere = {}) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    `img-src 'self'${tiles === undefined ? '' : ` ${new URL(tiles.replace(/[{}]/g, '')).origin}`}${images === '' ? '' : ` ${images}`}`,
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${frameAncestors.length === 0 ? "'none'" : frameAncestors.join(' ')}`,
  ].join('; ')

/** The Content-Security-Policy of pages without maps. */
export const mapFreePagePolicy = contentSecurityPolicyWith()

const types = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
} as const

const builtFolder = new URL('../web/', import.meta.url)
/** The folders of static files: next to the built program; from source `src/web`, and `dist/web` with the bundled scripts. */
const webFolders = existsSync(builtFolder)
  ? [builtFolder]
  : ['../../web/', '../../../dist/web/'].map((path) => new URL(path, import.meta.url))

const placeOf = (name: string) =>
  webFolders.map((folder) => new URL(name, folder)).find((one) => existsSync(one))

/** Returns the bytes of a static file. Throws if the program is not whole, or was never built. */
function webBytes(name: string): Buffer {
  const file = placeOf(name)
  if (file === undefined) throw new Error(`The file ${name} is missing. Run "npm run build".`)
  return readFileSync(file)
}

/** Returns the text of a static file. Throws if the program is not whole, or was never built. */
export const staticFileText = (name: string): string => webBytes(name).toString('utf8')

/** A static file, whose name contains a digest of its content. */
export interface Asset {
  readonly name: string
  readonly text: string | Buffer
  readonly type: string
}

/** Returns a static file. `extension` begins with a dot. */
export function newAsset(name: string, extension: string, text: string | Buffer, type: string): Asset {
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16)
  return { name: `${name}-${digest}${extension}`, text, type }
}

const fileOf = (name: string, kind: keyof typeof types): Asset =>
  newAsset(name, `.${kind}`, webBytes(`${name}.${kind}`), types[kind])

const known = {
  docStyle: fileOf('doc', 'css'),
  docScript: fileOf('doc', 'js'),
  script: fileOf('site', 'js'),
  submitScript: fileOf('submit', 'js'),
  icon: fileOf('fasti', 'svg'),
  deskIcons: fileOf('desk-icons', 'svg'),
  categoryIcons: fileOf('category-icons', 'svg'),
  font: fileOf('figtree-latin', 'woff2'),
  moreFont: fileOf('figtree-latin-ext', 'woff2'),
} as const

const fontNames = (style: string) =>
  style
    .replace('figtree-latin.woff2', known.font.name)
    .replace('figtree-latin-ext.woff2', known.moreFont.name)

const parts = [
  'design/tokens',
  'design/type',
  'design/base',
  'design/controls',
  'site',
  'views',
  'appearance',
]

/** The style of what is no page of the calendar: colours, type, space and the rest of the language of the design. */
export const deskAndDocStyle = fontNames(
  ['tokens', 'type'].map((one) => staticFileText(`design/${one}.css`)).join('\n'),
)

/** The style of pages: what comes before themes and colours, and what comes after them. */
export const siteStyleParts = {
  before: fontNames(parts.map((one) => staticFileText(`${one}.css`)).join('\n')),
  after: staticFileText('print.css'),
}

/** The shapes of the icons that pages draw, as the build writes them. */
export const shapesOfIconsInPages: Site['icons'] = JSON.parse(staticFileText('icons.json'))

const files = new Map(Object.values(known).map((file) => [file.name, file]))

/** The URL path of a static file. `base` is the path of the base URL. */
export function assetUrlPath(base: string, file: keyof typeof known): string {
  return `${base}/assets/${known[file].name}`
}

/** The response with a static file, cacheable for ever because its name contains its digest. Throws 404. */
export function requireNamedAssetResponse(name: string): ApiResponse {
  const file = files.get(name)
  if (file === undefined) throw new Problem('rest_no_route')
  return responseOfAsset(file)
}

/** Returns the response with a static file. */
export function responseOfAsset(file: Asset): ApiResponse {
  return { status: 200, headers: { 'Cache-Control': 'public, max-age=31536000, immutable' }, body: {}, file }
}

// The files that the build bundles: the desk, and the maps.

const built = (name: string, kind: 'css' | 'js'): Asset | undefined =>
  placeOf(`${name}.${kind}`) && fileOf(name, kind)

/**
 * Returns the scripts of the desk by their names, which the build makes from their contents, and the one that it begins with: the entry
 * that the build writes only imports it.
 */
function deskScripts(): { readonly scripts: ReadonlyMap<string, Asset>; readonly start: Asset | undefined } {
  const entry = placeOf('desk/main.js')
  if (entry === undefined) return { scripts: new Map(), start: undefined }
  const textOf = (name: string) => readFileSync(new URL(name, entry))
  const names = readdirSync(new URL('.', entry)).filter((name) => /^desk-.*\.js$/.test(name))
  const scripts = new Map(names.map((name) => [name, { name, text: textOf(name), type: types.js }]))
  const [, start = ''] = /^import"\.\/(desk-[\w-]+\.js)";\s*$/.exec(readFileSync(entry, 'utf8')) ?? []
  return { scripts, start: scripts.get(start) }
}

/** Read at start: a later build may replace the files on disk, while open pages still request these names. */
const desk = { style: built('desk', 'css'), ...deskScripts() }
const map = { style: built('map', 'css'), script: built('map', 'js') }

/** Returns the desk's style and script. Throws 503 if they were not built. */
export function deskAssets(): readonly [style: Asset, script: Asset] {
  const { style, start } = desk
  if (style !== undefined && start !== undefined) return [style, start]
  throw new Problem('rest_unavailable', because('desk_not_built'))
}

/** Returns the paths of the files of maps below the path of the base URL; undefined if they were not built. */
export function pathsOfMapAssets(
  base: string,
): { readonly style: string; readonly script: string } | undefined {
  const { style, script } = map
  if (style === undefined || script === undefined) return undefined
  return { style: `${base}/assets/${style.name}`, script: `${base}/assets/${script.name}` }
}

/** Returns the response with a bundled file; undefined if `name` is none. */
export function builtFileResponse(name: string): ApiResponse | undefined {
  if (name.startsWith('desk-')) deskAssets()
  const file = desk.scripts.get(name) ?? [desk.style, map.style, map.script].find((one) => one?.name === name)
  return file && responseOfAsset(file)
}
