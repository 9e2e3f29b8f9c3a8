/**
 * `npm run build`: writes dist, the program and the files for browsers. Our own code is bundled, with source maps, into chunks that a
 * command loads as it needs them; libraries are installed with the program, so that scanners see them. What browsers load is bundled
 * whole, with the licences of its packages in dist/NOTICES.md.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, extname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build as esbuild, type Metafile, type Plugin, transformSync } from 'esbuild'
import { categoryIconNames } from '../src/domain/content/category-kinds.ts'
import { deskIconNames, pageIconNames } from '../src/web/design/icons.ts'
import { removeOldFiles, replaceFiles } from './built-files.ts'
import { bomText, componentsOf, type Locked } from './sbom.ts'
import { versionOf } from './version.ts'

const root = resolve(import.meta.dirname, '..')
const ownDist = resolve(root, 'dist')

interface Package {
  readonly name: string
  readonly version: string
  readonly license?: string
}

const packageAt = (path: string): Package =>
  JSON.parse(readFileSync(resolve(root, path, 'package.json'), 'utf8')) as Package

/** Makes the style sheet of the widget a text of its script, in as few bytes as possible. */
const styleOfWidget: Plugin = {
  name: 'style-of-widget',
  setup(bundler) {
    bundler.onLoad({ filter: /widget[/\\]style\.css$/ }, ({ path }) => {
      const style = readFileSync(path, 'utf8')
      const { code } = transformSync(style, { loader: 'css', minify: true, charset: 'utf8' })
      return { contents: `export const css = ${JSON.stringify(code)}` }
    })
  },
}

/** Gives the program the version of package.json, and nothing else of it. */
const versionAlone: Plugin = {
  name: 'version-alone',
  setup(bundler) {
    bundler.onLoad({ filter: /[/\\]package\.json$/ }, () => ({
      contents: JSON.stringify({ version: packageAt('.').version }),
      loader: 'json',
    }))
  },
}

/** Leaves out what only the documentation of fields needs: descriptions, examples, details of the route index. */
const undocumentedFields: Plugin = {
  name: 'undocumented-fields',
  setup(bundler) {
    bundler.onLoad({ filter: /resources[/\\]fields[/\\][\w-]+-(fields|rows)\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll(
        /^ +(words|example|index|isCommon|isExtension):(\s*\n)?.*,\n/gm,
        '',
      ),
      loader: 'ts',
    }))
  },
}

/** What the program and the image decoder have in common: our own code, for the oldest Node.js that runs it. */
const forNode = {
  write: false,
  absWorkingDir: root,
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  charset: 'utf8',
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
} as const

/** Bundles the program into chunks, so that a command loads only the code that it needs. */
async function buildProgram(dist: string): Promise<void> {
  const { outputFiles } = await esbuild({
    ...forNode,
    entryPoints: ['src/main.ts'],
    outdir: dist,
    chunkNames: 'program/[name]-[hash]',
    splitting: true,
    plugins: [versionAlone],
    define: { FASTI_BUILD: JSON.stringify(versionOf(root, process.env.FASTI_COMMIT ?? '')) },
  })
  const main = join(dist, 'main.js')
  const files = outputFiles.map(({ path, contents }) => ({ path, contents }))
  const parts = files.filter(({ path }) => path !== main)
  const mains = files.filter(({ path }) => path === main).map((file) => ({ ...file, mode: 0o755 }))
  replaceFiles([...parts, ...mains])
  removeOldFiles(
    join(dist, 'program'),
    parts.map(({ path }) => basename(path)),
  )
}

/** Bundles the image decoder into one file, which runs in a separate process. */
async function buildDecoder(dist: string): Promise<void> {
  const entry = { entryPoints: ['src/media/decoder.ts'], outfile: join(dist, 'decoder.js') }
  replaceFiles((await esbuild({ ...forNode, ...entry })).outputFiles)
}

/**
 * Returns a file of the pages; a style is without comments and white space, which phones would load too. Themes stay as they are, to
 * be read and copied.
 */
function shortened(path: string): Uint8Array {
  const file = readFileSync(path)
  if (extname(path) !== '.css' || basename(dirname(path)) === 'themes') return file
  const { code } = transformSync(file.toString(), { loader: 'css', minifyWhitespace: true, charset: 'utf8' })
  return Buffer.from(code)
}

const figtree = 'node_modules/@fontsource-variable/figtree'
const figtreeFiles = 'node_modules/@expo-google-fonts/figtree'
const lucide = 'node_modules/lucide-static'

/** Returns the file of a script of the font, in all its weights. */
const fontFile = (script: string) => ({
  from: resolve(root, figtree, `files/figtree-${script}-wght-normal.woff2`),
  name: `figtree-${script}.woff2`,
})

/** Returns the shapes of an icon, in a square of 24. Throws if Lucide lacks it. */
function iconShapes(name: string): string {
  const drawn = readFileSync(resolve(root, lucide, `icons/${name}.svg`), 'utf8')
  const inside = /<svg[^>]*>([\s\S]*)<\/svg>/.exec(drawn)?.[1] ?? ''
  return inside.replace(/\s*\n\s*/g, '').replaceAll(' />', '/>')
}

/** Returns icons as one SVG with a symbol for each. */
function iconSprite(names: readonly string[]): string {
  const symbols = names.map((name) => `<symbol id="${name}" viewBox="0 0 24 24">${iconShapes(name)}</symbol>`)
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`
}

const forBrowsers = {
  bundle: true,
  metafile: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  charset: 'utf8',
  legalComments: 'eof',
  logLevel: 'warning',
} as const

/**
 * Lets the parts of the desk that are loaded on demand import its start, which they always come after. A module gets into one file with
 * those that the same parts import: so the start is one file, instead of one for each set of parts that share something of it.
 */
const startInOneFile: Plugin = {
  name: 'start-in-one-file',
  setup(bundler) {
    const filter = /[\\/](?:views|shell)[\\/][\w-]+\.tsx$|[\\/]telling\.ts$|^\.\/[\w-]+\.tsx$/
    const start = resolve(root, 'src/web/desk/main.tsx')
    bundler.onResolve({ filter }, ({ path, kind, resolveDir }) =>
      kind === 'dynamic-import' ? { path: resolve(resolveDir, path), pluginData: 'part' } : undefined,
    )
    bundler.onLoad({ filter }, ({ path, pluginData }) =>
      pluginData === 'part'
        ? {
            contents: `${readFileSync(path, 'utf8')}\nimport '${relative(dirname(path), start)}'`,
            loader: 'tsx',
          }
        : undefined,
    )
  },
}

/** Bundles the desk into chunks, so that it loads the words of one language, and what is rarely used when it is used. */
async function buildDesk(to: string): Promise<Metafile> {
  const { metafile, outputFiles } = await esbuild({
    write: false,
    absWorkingDir: root,
    entryPoints: [{ in: resolve(root, 'src/web/desk/main.tsx'), out: 'main' }],
    chunkNames: 'desk-[name]-[hash]',
    splitting: true,
    plugins: [undocumentedFields, startInOneFile],
    outdir: join(to, 'desk'),
    ...forBrowsers,
  })
  const isMain = ({ path }: { readonly path: string }) => basename(path) === 'main.js'
  replaceFiles(outputFiles.toSorted((one, other) => Number(isMain(one)) - Number(isMain(other))))
  removeOldFiles(
    join(to, 'desk'),
    outputFiles.map(({ path }) => basename(path)),
  )
  return metafile
}

/** The scripts of pages, each a folder of `src/web/pages`. */
const pageScripts = ['site', 'submit', 'doc', 'widget']

/** Bundles the desk, the maps and the scripts of pages, and copies the files of the pages to `web` in a folder. Throws if a module cannot be read. */
export async function buildWeb(dist = ownDist): Promise<readonly Metafile[]> {
  const [from, to] = [resolve(root, 'src/web'), resolve(dist, 'web')]
  const plain = readdirSync(from, { withFileTypes: true }).filter((one) => one.isFile())
  const inFolder = (folder: string) =>
    readdirSync(join(from, folder))
      .filter((name) => extname(name) === '.css')
      .map((name) => `${folder}/${name}`)
  const copied = [...plain.map(({ name }) => name), ...inFolder('design'), ...inFolder('themes')]
  const { metafile, outputFiles } = await esbuild({
    write: false,
    absWorkingDir: root,
    entryPoints: [
      { in: resolve(from, 'desk', 'style.css'), out: 'desk' },
      ...['main.ts', 'map.css'].map((file) => ({ in: resolve(from, 'map', file), out: 'map' })),
      { in: resolve(from, 'offline', 'main.ts'), out: 'offline' },
      ...pageScripts.map((name) => ({ in: resolve(from, 'pages', name, 'main.ts'), out: name })),
    ],
    // Leaflet's pictures of marks and layers are not used.
    external: ['*.png'],
    plugins: [undocumentedFields, styleOfWidget],
    outdir: to,
    ...forBrowsers,
  })
  const copies = copied.map((name) => ({ path: join(to, name), contents: shortened(join(from, name)) }))
  const fonts = ['latin', 'latin-ext']
    .map(fontFile)
    .map(({ from: file, name }) => ({ path: join(to, name), contents: readFileSync(file) }))
  const shapes = Object.fromEntries(pageIconNames.map((name) => [name, iconShapes(name)]))
  const icons = [
    { path: join(to, 'icons.json'), contents: JSON.stringify(shapes) },
    { path: join(to, 'desk-icons.svg'), contents: iconSprite(deskIconNames) },
    { path: join(to, 'category-icons.svg'), contents: iconSprite(categoryIconNames) },
  ]
  replaceFiles([...copies, ...fonts, ...icons, ...outputFiles])
  return [metafile, await buildDesk(to)]
}

/** Copies the lines and the pictures of the demo to `demo` in a folder. */
function copyDemo(dist: string): void {
  const from = resolve(root, 'src/calendars/demo')
  const names = readdirSync(from).filter((name) => !name.endsWith('.ts'))
  replaceFiles(
    names.map((name) => ({ path: join(dist, 'demo', name), contents: readFileSync(join(from, name)) })),
  )
}

/** Copies the fonts of drawn images to `fonts` in a folder. The library that draws them reads no WOFF2. */
function copyFonts(dist: string): void {
  const weights = ['500Medium', '800ExtraBold']
  const fonts = weights.map((weight) => ({
    path: join(dist, 'fonts', `figtree-${weight}.ttf`),
    contents: readFileSync(resolve(root, figtreeFiles, weight, `Figtree_${weight}.ttf`)),
  }))
  const settings = readFileSync(resolve(root, 'src/media/drawing/fonts.conf'))
  replaceFiles([...fonts, { path: join(dist, 'fonts', 'fonts.conf'), contents: settings }])
}

/** The folders of the bundled packages, as the lock file names them. */
function packagesIn(metafiles: readonly Metafile[]): readonly string[] {
  const inputs = metafiles.flatMap(({ inputs }) => Object.keys(inputs))
  const folders = inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? [])
  return [...new Set(folders)].sort()
}

/** Name, version and licence of a package, with the licence text if the package has a file of it. */
function noticeOf(folder: string): string {
  const { name, version, license = '' } = packageAt(folder)
  const file = readdirSync(resolve(root, folder)).find((one) => /^(licen[cs]e|copying)/i.test(one))
  const text = file === undefined ? '' : readFileSync(resolve(root, folder, file), 'utf8').trim()
  return `## ${name} ${version}\n${license}\n\n${text.replace(/^(?=.)/gm, '    ')}\n`
}

/** Returns the bill of materials of the installed program: what npm installs with it, and what is bundled for browsers. */
function sbomText(bundled: readonly string[]): string {
  const { packages } = JSON.parse(readFileSync(resolve(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, Locked>>
  }
  return bomText(packageAt('.'), componentsOf(packages, bundled))
}

/** Builds everything into dist or another folder. */
export async function build(dist = ownDist): Promise<void> {
  await buildProgram(dist)
  await buildDecoder(dist)
  const packages = [...packagesIn(await buildWeb(dist)), figtree, figtreeFiles, lucide].sort()
  copyDemo(dist)
  copyFonts(dist)
  const head = '# Packages in the files for browsers and their licences\n\n'
  replaceFiles([
    { path: join(dist, 'NOTICES.md'), contents: `${head}${packages.map(noticeOf).join('\n')}` },
    { path: join(dist, 'sbom.cdx.json'), contents: sbomText(packages) },
  ])
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build()
