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

function built(name: string, kind: FileKind): Asset | undefined {
  const place = placeOf(`${name}.${kind}`)
  return place && newAsset(name, `.${kind}`, readFileSync(place), types[kind])
}

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
