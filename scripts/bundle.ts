/**
 * Makes what browsers load in dist/web: the files of the pages as they are, and the desk's modules as one script and one style.
 * Part of `npm run build`; the tests do it once before they begin.
 */
import { cpSync, mkdirSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = resolve(import.meta.dirname, '..')

/** Bundles the desk and copies the pages' files. Throws where a module can't be read. */
export async function bundle(): Promise<void> {
  const [from, to] = [resolve(root, 'src/web'), resolve(root, 'dist/web')]
  mkdirSync(to, { recursive: true })
  cpSync(from, to, { recursive: true, filter: (path) => basename(path) !== 'desk' })
  await build({
    entryPoints: ['main.tsx', 'style.css'].map((file) => ({ in: resolve(from, 'desk', file), out: 'desk' })),
    outdir: to,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    charset: 'utf8',
    legalComments: 'eof',
    logLevel: 'warning',
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundle()
