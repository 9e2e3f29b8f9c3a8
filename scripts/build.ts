/**
 * `npm run build`: writes dist, the program and the files for browsers. Our own code is bundled, with source maps, into chunks that a
 * command loads as it needs them; libraries are installed with the program, so that scanners see them. What browsers load is bundled
 * whole, with the licences of its packages in dist/NOTICES.md.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build as esbuild, type Metafile, type OutputFile, transformSync } from 'esbuild'
import { categoryIconNames } from '../src/domain/categories.ts'
import { deskIconNames, pageIconNames } from '../src/web/design/icons.ts'
import { type BuiltFile, removeOldFiles, replaceFiles } from './built-files.ts'
import { noticesText, packagesIn, sbomText } from './sbom.ts'
import { STAMP } from './stamp.ts'
import { versionOf } from './version.ts'

const root = resolve(import.meta.dirname, '..')
const ownDist = resolve(root, 'dist')
const web = resolve(root, 'src/web')
const figtree = 'node_modules/@fontsource-variable/figtree'
const figtreeFiles = 'node_modules/@expo-google-fonts/figtree'
const lucide = 'node_modules/lucide-static'

/** A copy of a file below the root. */
const copyOf = (from: string, path: string): BuiltFile => ({
  path,
  contents: readFileSync(resolve(root, from)),
})
const namesIn = (folder: string, filter: (name: string) => boolean) =>
  readdirSync(resolve(root, folder), { withFileTypes: true })
    .filter((one) => one.isFile() && filter(one.name))
    .map(({ name }) => name)

const shared = {
  write: false,
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  charset: 'utf8',
  logLevel: 'warning',
} as const satisfies BuildOptions
const forNode = {
  ...shared,
  packages: 'external',
  platform: 'node',
  target: 'node20',
  // The engine keeps the source in memory: as Latin-1 it takes half, and white space is not for its reader.
  charset: 'ascii',
  minifyWhitespace: true,
  sourcemap: true,
  sourcesContent: false,
} as const satisfies BuildOptions
const forBrowsers = {
  ...shared,
  metafile: true,
  minify: true,
  target: 'es2022',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'eof',
} as const satisfies BuildOptions

/** Writes a program in chunks, its entry last, and removes the chunks of builds long ago from their folder. */
function replaceChunks(folder: string, files: readonly BuiltFile[], main: BuiltFile): void {
  const all = [...files, main]
  replaceFiles(all)
  removeOldFiles(
    folder,
    all.filter(({ path }) => dirname(path) === folder).map(({ path }) => basename(path)),
  )
}

/** Returns the file with a path among the outputs of a bundler, and the others. */
function splitOffMain(
  files: readonly OutputFile[],
  main: string,
): readonly [OutputFile, readonly OutputFile[]] {
  const found = files.find(({ path }) => path === main)
  if (found === undefined) throw new Error(`${main} was not built.`)
  return [found, files.filter((file) => file !== found)]
}

const builtVersion = () => versionOf(root, process.env.FASTI_COMMIT ?? '')

/** Bundles the program, and the image decoder, which runs in a process of its own. */
async function buildProgram(dist: string): Promise<void> {
  const { outputFiles } = await esbuild({
    ...forNode,
    entryPoints: ['src/main.ts'],
    outdir: dist,
    chunkNames: 'program/[name]-[hash]',
    splitting: true,
    define: { FASTI_BUILD: JSON.stringify(builtVersion()) },
  })
  const [{ path, contents }, chunks] = splitOffMain(outputFiles, join(dist, 'main.js'))
  replaceChunks(join(dist, 'program'), chunks, { path, contents, mode: 0o755 })
  const decoder = { entryPoints: ['src/media/decoder.ts'], outfile: join(dist, 'decoder.js') }
  replaceFiles((await esbuild({ ...forNode, ...decoder })).outputFiles)
}

/** Returns a style sheet without what only its readers need: phones would load that, too. */
const shortStyle = (path: string): string =>
  transformSync(readFileSync(path, 'utf8'), { loader: 'css', minifyWhitespace: true, charset: 'utf8' }).code

/** Returns a file of the pages. Themes stay as they are, to be read and copied. */
const pageFile = (to: string, name: string): BuiltFile =>
  extname(name) !== '.css' || name.startsWith('themes/')
    ? copyOf(join(web, name), join(to, name))
    : { path: join(to, name), contents: shortStyle(join(web, name)) }

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

/** Bundles the desk, so that it loads the words of one language, and what is rarely used when it is used. */
async function buildDesk(to: string): Promise<Metafile> {
  const { metafile, outputFiles } = await esbuild({
    ...forBrowsers,
    entryPoints: [{ in: join(web, 'desk/main.tsx'), out: 'main' }],
    chunkNames: 'desk-[name]-[hash]',
    splitting: true,
    outdir: to,
  })
  const [main, chunks] = splitOffMain(outputFiles, join(to, 'main.js'))
  replaceChunks(to, chunks, main)
  return metafile
}

/** The scripts of pages, each a folder of `src/web/pages`. */
const pageScripts = ['site', 'submit', 'doc', 'widget']

/** Writes all that browsers load to `web` in a folder, and returns what was bundled. Throws if a module cannot be read. */
export async function buildWeb(dist = ownDist): Promise<readonly Metafile[]> {
  const to = join(dist, 'web')
  const { metafile, outputFiles } = await esbuild({
    ...forBrowsers,
    entryPoints: [
      { in: join(web, 'desk/style.css'), out: 'desk' },
      ...['main.ts', 'map.css'].map((file) => ({ in: join(web, 'map', file), out: 'map' })),
      { in: join(web, 'offline/main.ts'), out: 'offline' },
      ...pageScripts.map((name) => ({ in: join(web, 'pages', name, 'main.ts'), out: name })),
    ],
    // Leaflet's pictures of marks and layers are not used.
    external: ['*.png'],
    define: { WIDGET_STYLE: JSON.stringify(shortStyle(join(web, 'pages/widget/style.css'))) },
    outdir: to,
  })
  const styles = ['design', 'themes'].flatMap((folder) =>
    namesIn(join(web, folder), (name) => name.endsWith('.css')).map((name) => `${folder}/${name}`),
  )
  const fonts = ['latin', 'latin-ext'].map((script) =>
    copyOf(`${figtree}/files/figtree-${script}-wght-normal.woff2`, join(to, `figtree-${script}.woff2`)),
  )
  const shapes = Object.fromEntries(pageIconNames.map((name) => [name, iconShapes(name)]))
  replaceFiles([
    ...[...namesIn(web, () => true), ...styles].map((name) => pageFile(to, name)),
    ...fonts,
    { path: join(to, 'icons.json'), contents: JSON.stringify(shapes) },
    { path: join(to, 'desk-icons.svg'), contents: iconSprite(deskIconNames) },
    { path: join(to, 'category-icons.svg'), contents: iconSprite(categoryIconNames) },
    ...outputFiles,
  ])
  return [metafile, await buildDesk(join(to, 'desk'))]
}

/** Builds everything into dist or another folder. */
export async function build(dist = ownDist): Promise<void> {
  const stamp = join(dist, STAMP)
  const begun = `${stamp}.begun`
  mkdirSync(dist, { recursive: true })
  rmSync(stamp, { force: true })
  // It keeps this time: what changes meanwhile is built next.
  writeFileSync(begun, builtVersion())
  await buildProgram(dist)
  const packages = [...packagesIn(await buildWeb(dist)), figtree, figtreeFiles, lucide].sort()
  const demo = 'src/calendars/demo'
  replaceFiles([
    ...namesIn(demo, (name) => !name.endsWith('.ts')).map((name) =>
      copyOf(`${demo}/${name}`, join(dist, 'demo', name)),
    ),
    // The library that draws images reads no WOFF2.
    ...['500Medium', '800ExtraBold'].map((weight) =>
      copyOf(`${figtreeFiles}/${weight}/Figtree_${weight}.ttf`, join(dist, `fonts/figtree-${weight}.ttf`)),
    ),
    copyOf('src/media/drawing/fonts.conf', join(dist, 'fonts/fonts.conf')),
    { path: join(dist, 'NOTICES.md'), contents: noticesText(root, packages) },
    { path: join(dist, 'sbom.cdx.json'), contents: sbomText(root, packages) },
  ])
  renameSync(begun, stamp)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build()
