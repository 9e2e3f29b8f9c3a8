/** The files that the build bundles: the desk, and the maps. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { because, Problem } from '../../../problem.ts'
import type { ApiResponse } from '../../request/api-request.ts'
import { type Asset, newAsset, responseOfAsset } from './assets.ts'

const types = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' } as const
type FileKind = keyof typeof types

/** Candidate locations: next to the built program, or in `dist` when it runs from source. */
const places = (file: string) => [
  new URL(`../web/${file}`, import.meta.url),
  new URL(`../../../../dist/web/${file}`, import.meta.url),
]

const placeOf = (file: string) => places(file).find((one) => existsSync(one))

function built(name: string, kind: FileKind, file = name): Asset | undefined {
  const place = placeOf(`${file}.${kind}`)
  return place && newAsset(name, `.${kind}`, readFileSync(place), types[kind])
}

/** Returns the chunks that the script of the desk loads, by their names, which the build makes from their contents. */
function deskChunks(): ReadonlyMap<string, Asset> {
  const folder = placeOf('desk/')
  const names = folder === undefined ? [] : readdirSync(folder).filter((name) => /^desk-.*\.js$/.test(name))
  return new Map(
    names.map((name) => [name, { name, text: readFileSync(new URL(name, folder)), type: types.js }]),
  )
}

/** Read at start: a later build may replace the files on disk, while open pages still request these names. */
const desk = { style: built('desk', 'css'), script: built('desk', 'js', 'desk/main'), chunks: deskChunks() }
const map = { style: built('map', 'css'), script: built('map', 'js') }

/** Returns the desk's style and script. Throws 503 if they were not built. */
export function deskAssets(): readonly [style: Asset, script: Asset] {
  const { style, script } = desk
  if (style !== undefined && script !== undefined) return [style, script]
  throw new Problem('rest_unavailable', because('desk_not_built'))
}

/** Returns the paths of the files of maps below the path of the base URL; undefined if they were not built. */
export function mapAssetPaths(base: string): { readonly style: string; readonly script: string } | undefined {
  const { style, script } = map
  if (style === undefined || script === undefined) return undefined
  return { style: `${base}/assets/${style.name}`, script: `${base}/assets/${script.name}` }
}

/** Returns the names of the chunks that a script imports at its start, with those that they import. */
function importedBy(script: Asset, found = new Set<string>()): ReadonlySet<string> {
  for (const [, name = ''] of String(script.text).matchAll(/(?:from|import)"\.\/(desk-[\w-]+\.js)"/g)) {
    const chunk = desk.chunks.get(name)
    if (chunk === undefined || found.has(name)) continue
    found.add(name)
    importedBy(chunk, found)
  }
  return found
}

/** The chunks that the desk begins with. The page names them, so that browsers load all of them at once. */
export const deskStartChunks: readonly string[] =
  desk.script === undefined ? [] : [...importedBy(desk.script)]

/** Returns the response with a bundled file; undefined if `name` is none. */
export function builtFileResponse(name: string): ApiResponse | undefined {
  if (name.startsWith('desk-')) deskAssets()
  const file =
    desk.chunks.get(name) ??
    [desk.style, desk.script, map.style, map.script].find((one) => one?.name === name)
  return file && responseOfAsset(file)
}
