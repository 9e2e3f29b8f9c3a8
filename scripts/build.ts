/**
 * `npm run build`: writes dist, the bundled program and the files for browsers. The program is bundled because reading hundreds of
 * modules doubles the start-up time. Pure JavaScript packages are bundled, with their licences in dist/NOTICES.md; those that few
 * users need are chunks that the program loads on demand. Packages with native code are installed with the program.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, extname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build as esbuild, type Metafile, type Plugin, transformSync } from 'esbuild'
import { categoryIconNames } from '../src/domain/content/category-kinds.ts'
import { deskIconNames, pageIconNames } from '../src/web/design/icons.ts'
import { removeOldFiles, replaceFiles } from './built-files.ts'
import { versionOf } from './version.ts'

const root = resolve(import.meta.dirname, '..')
const ownDist = resolve(root, 'dist')

interface Package {
  readonly name: string
  readonly version: string
  readonly license?: string
  readonly dependencies: Readonly<Record<string, string>>
}

const packageAt = (path: string): Package =>
  JSON.parse(readFileSync(resolve(root, path, 'package.json'), 'utf8')) as Package

/** Bundled CommonJS packages load the modules of Node.js with `require`. */
const REQUIRE = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`

/**
 * CommonJS packages whose export is one function. They are evaluated when it is first called: that of sanitize-html was a fifth of the
 * start of `fasti token`, and most commands clean no HTML.
 */
const evaluatedLate: Plugin = {
  name: 'evaluated-late',
  setup(bundler) {
    const filter = /^sanitize-html$/
    bundler.onResolve({ filter }, ({ path, kind, resolveDir }) =>
      kind === 'import-statement' ? { path, namespace: 'evaluated-late', pluginData: resolveDir } : undefined,
    )
    bundler.onLoad({ filter, namespace: 'evaluated-late' }, ({ path, pluginData }) => ({
      contents: `export default (...args) => require('${path}')(...args)`,
      resolveDir: pluginData,
    }))
  },
}

/**
 * Requires `node:http` where modules import it: an import reads all that it exports, among which is a client of web sockets, with which
 * Node.js 24 loads its whole library for `fetch`. Without that, a start takes a twentieth less, and a megabyte less of memory.
 */
const requiredHttp: Plugin = {
  name: 'required-http',
  setup(bundler) {
    bundler.onResolve({ filter: /^(?:node:)?http$/ }, ({ kind }) =>
      kind === 'import-statement' ? { path: 'node:http', namespace: 'required-http' } : undefined,
    )
    bundler.onLoad({ filter: /./, namespace: 'required-http' }, ({ path }) => ({
      contents: `module.exports = require('${path}')`,
    }))
  },
}

/**
 * Returns a script with escapes for the letters beyond ASCII: with one of them, each letter of a file may take two bytes of memory as long
 * as the program runs. The bundler could write such escapes, but leaves out those in templates and regular expressions.
 */
const inAscii = (script: string) =>
  script.replace(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)

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

/** Bundles the program into chunks, so that a command loads only the code that it needs. */
async function buildProgram(dist: string): Promise<Metafile> {
  const { metafile, outputFiles } = await esbuild({
    write: false,
    absWorkingDir: root,
    entryPoints: ['src/main.ts'],
    outdir: dist,
    chunkNames: 'program/[name]-[hash]',
    bundle: true,
    splitting: true,
    metafile: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // ECMAScript modules if a package has them, because unused parts of them are left out.
    mainFields: ['module', 'main'],
    charset: 'utf8',
    external: [...Object.keys(packageAt('.').dependencies), 'pg-native'],
    plugins: [evaluatedLate, requiredHttp],
    banner: { js: REQUIRE },
    define: { FASTI_BUILD: JSON.stringify(versionOf(root, process.env.FASTI_COMMIT ?? '')) },
    legalComments: 'none',
    // A quarter of the text, which is in memory as long as the program runs. Names stay, for the lines of an error.
    minifyWhitespace: true,
    lineLimit: 200,
    logLevel: 'warning',
  })
  const main = join(dist, 'main.js')
  const files = outputFiles.map(({ path, text }) => ({ path, contents: inAscii(text) }))
  const parts = files.filter(({ path }) => path !== main)
  const mains = files.filter(({ path }) => path === main)
  replaceFiles([
    ...parts,
    ...mains.map((file) => ({ path: file.path, contents: file.contents, mode: 0o755 })),
  ])
  removeOldFiles(
    join(dist, 'program'),
    parts.map(({ path }) => basename(path)),
  )
  return metafile
}

/** Bundles the image decoder into one file, which runs in a separate process. */
async function buildDecoder(dist: string): Promise<Metafile> {
  const { metafile, outputFiles } = await esbuild({
    write: false,
    absWorkingDir: root,
    entryPoints: ['src/media/decoder.ts'],
    outfile: join(dist, 'decoder.js'),
    bundle: true,
    metafile: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    charset: 'utf8',
    external: Object.keys(packageAt('.').dependencies),
    logLevel: 'warning',
  })
  replaceFiles(outputFiles)
  return metafile
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

/** Builds everything into dist or another folder. Returns the folders of the bundled packages, as the lock file names them. */
export async function build(dist = ownDist): Promise<readonly string[]> {
  const bundled = packagesIn([await buildProgram(dist), await buildDecoder(dist), ...(await buildWeb(dist))])
  const packages = [...bundled, figtree, figtreeFiles, lucide].sort()
  copyDemo(dist)
  copyFonts(dist)
  const head = '# Packages bundled with Fasti and their licences\n\n'
  const contents = `${head}${packages.map(noticeOf).join('\n')}`
  replaceFiles([{ path: join(dist, 'NOTICES.md'), contents }])
  return packages
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build()
