/**
 * The bill of materials of the installed program (CycloneDX 1.5): each package that is installed with it or bundled for browsers, and the
 * licences of the latter.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Metafile } from 'esbuild'

/** A package in the lock file. */
export interface Locked {
  readonly version?: string
  readonly license?: string
  readonly integrity?: string
  readonly dev?: boolean
  readonly devOptional?: boolean
}

/** A package of the program, with its path in the lock file. */
export interface Component {
  readonly path: string
  readonly name: string
  readonly version: string
  readonly license: string | undefined
  readonly integrity: string | undefined
}

/** The packages of a lock file that are in the program; `builtIn` are the folders of the bundled packages. */
export function componentsOf(
  packages: Readonly<Record<string, Locked>>,
  builtIn: readonly string[],
): readonly Component[] {
  return Object.entries(packages)
    .filter(
      ([path, { dev, devOptional }]) =>
        builtIn.includes(path) || (path.startsWith('node_modules/') && dev !== true && devOptional !== true),
    )
    .map(([path, { version = '', license, integrity }]) => ({
      ...{ path, version, license, integrity },
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
    }))
}

/** Converts `sha512-…` to an algorithm and hexadecimal digits; other forms give no hash. */
function hashesOf(integrity: string | undefined): readonly object[] {
  const [, content] = /^sha512-(.+)$/.exec(integrity ?? '') ?? []
  return content === undefined
    ? []
    : [{ alg: 'SHA-512', content: Buffer.from(content, 'base64').toString('hex') }]
}

/** Returns the bill of materials of a program with these packages: name, version, licence and digest of each. */
export function bomText(
  { name, version }: { readonly name: string; readonly version: string },
  components: readonly Component[],
): string {
  const listed = components.map((one) => {
    const purl = `pkg:npm/${one.name.replace('@', '%40')}@${one.version}`
    return {
      type: 'library',
      'bom-ref': `${purl}#${one.path}`,
      name: one.name,
      version: one.version,
      purl,
      licenses: one.license === undefined ? [] : [{ expression: one.license }],
      hashes: hashesOf(one.integrity),
    }
  })
  const bom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', name, version, purl: `pkg:npm/${name}@${version}` } },
    components: listed,
  }
  return `${JSON.stringify(bom, null, 2)}\n`
}

interface Package {
  readonly name: string
  readonly version: string
  readonly license?: string
}

const packageAt = (folder: string): Package =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Package

/** Returns the folders of the bundled packages, as the lock file names them. */
export function packagesIn(metafiles: readonly Metafile[]): readonly string[] {
  const inputs = metafiles.flatMap(({ inputs }) => Object.keys(inputs))
  const folders = inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? [])
  return [...new Set(folders)]
}

/** Name, version and licence of a package, with the licence text if the package has a file of it. */
function noticeOf(folder: string): string {
  const { name, version, license = '' } = packageAt(folder)
  const file = readdirSync(folder).find((one) => /^(licen[cs]e|copying)/i.test(one))
  const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim()
  return `## ${name} ${version}\n${license}\n\n${text.replace(/^(?=.)/gm, '    ')}\n`
}

/** Returns the licences of the packages in these folders below the root. */
export const noticesText = (root: string, folders: readonly string[]): string =>
  `# Packages in the files for browsers and their licences\n\n${folders.map((one) => noticeOf(join(root, one))).join('\n')}`

/** Returns the bill of materials: what npm installs with the program below the root, and what is bundled for browsers. */
export function sbomText(root: string, bundled: readonly string[]): string {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, Locked>>
  }
  return bomText(packageAt(root), componentsOf(packages, bundled))
}
