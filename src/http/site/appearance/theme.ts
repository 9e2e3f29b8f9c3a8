/** Themes: those that come with the service, and a folder of the operator's. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { type Asset, newAsset, staticFileText } from '../assets/assets.ts'

/** The themes that come with the service; the first is the default. */
export const bundledThemeNames = ['fasti', 'slate', 'meadow', 'plain'] as const
/** The name of the theme in the operator's folder. */
const FOLDER_THEME = 'folder'

/** Maximum bytes of a file of a theme. */
const MAX_BYTES = 2 * 1024 * 1024

const imageTypes: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
}

/** The parts of a theme; every part may be missing. */
export interface ThemeParts {
  readonly css: string
  /** HTML at the top and at the bottom of pages. */
  readonly head: string
  readonly foot: string
  readonly logo?: Asset | undefined
  readonly icon?: Asset | undefined
  readonly share?: Asset | undefined
}

export interface ThemesFoundByName {
  /** The names, that of the default first. */
  readonly names: readonly string[]
  /** Returns a theme; the default for an unknown name. */
  find(name: string | undefined): ThemeParts
}

const isOwn = (name: string) => bundledThemeNames.some((one) => one === name)

function bytesOf(path: string): Buffer {
  if (statSync(path).size > MAX_BYTES) throw new Error(`${path} is larger than ${MAX_BYTES} bytes.`)
  return readFileSync(path)
}

/** Reads a theme from a folder. Throws if the folder can't be read. */
function folderTheme(folder: string): ThemeParts {
  const files = readdirSync(folder)
  const text = (name: string) => (files.includes(name) ? bytesOf(join(folder, name)).toString('utf8') : '')
  const image = (name: string) => {
    const file = files.find(
      (one) => imageTypes[extname(one)] !== undefined && one.replace(/\.\w+$/, '') === name,
    )
    const type = imageTypes[extname(file ?? '')]
    return file && type && newAsset(`theme-${name}`, extname(file), bytesOf(join(folder, file)), type)
  }
  return {
    css: text('theme.css'),
    head: text('head.html'),
    foot: text('foot.html'),
    logo: image('logo') || undefined,
    icon: image('favicon') || undefined,
    share: image('share') || undefined,
  }
}

/** Reads the themes. `configured` is the name of one or a folder. Throws if it is neither. */
export function readThemes(configured: string): ThemesFoundByName {
  const bundled = bundledThemeNames.map((name): readonly [string, ThemeParts] => [
    name,
    { css: name === 'fasti' ? '' : staticFileText(`themes/${name}.css`), head: '', foot: '' },
  ])
  if (!isOwn(configured) && !existsSync(configured))
    throw new Error(`FASTI_THEME is "${configured}": there is no such theme and no such folder.`)
  const folder = isOwn(configured) ? [] : [[FOLDER_THEME, folderTheme(configured)] as const]
  const all = new Map<string, ThemeParts>([...folder, ...bundled])
  const first = isOwn(configured) ? configured : FOLDER_THEME
  const fallback = all.get(first) ?? { css: '', head: '', foot: '' }
  return {
    names: [first, ...[...all.keys()].filter((name) => name !== first)],
    find: (name) => all.get(name ?? first) ?? fallback,
  }
}
