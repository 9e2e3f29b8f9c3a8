/**
 * `npm run release`: makes a folder with all that a release has: the packed program, the image, the clients, the bill of materials, the
 * notes and the checksums. `-- --to FOLDER` names it (`release/VERSION` by default), `-- --without-image` leaves out the image.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { build } from './build.ts'
import { commitOf, sectionOf, versionOf } from './version.ts'

const root = resolve(import.meta.dirname, '..')

/** Runs a program to its end. Returns what it prints; throws with what it says if it fails. */
const ran = async (file: string, args: readonly string[], cwd = root): Promise<string> =>
  (await promisify(execFile)(file, args, { cwd, maxBuffer: 2 ** 26 })).stdout

interface Manifest {
  readonly version: string
  readonly files: readonly string[]
  readonly [key: string]: unknown
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest

/** What only we need of a manifest. npm would warn of the scripts when it installs the package. */
const ours = ['scripts', 'devDependencies', 'allowScripts', 'overrides']

/** The version of the release: that of package.json. */
export const releaseVersion = manifestOf('.').version

/** Passes an empty folder to `use`, and removes it. */
async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'fasti-release-'))
  try {
    return await use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Packs the files in a folder as npm does, to `file`, with a manifest that has nothing that only we need. */
async function pack(from: string, manifest: Manifest, file: string): Promise<void> {
  const told = Object.entries(manifest).filter(([key]) => !ours.includes(key))
  writeFileSync(join(from, 'package.json'), `${JSON.stringify(Object.fromEntries(told), null, 2)}\n`)
  const packed = await ran('npm', ['pack', '--ignore-scripts', '--json'], from)
  const [{ filename }] = JSON.parse(packed) as [{ readonly filename: string }]
  // The folder of temporary files may be another file system.
  copyFileSync(join(from, filename), file)
}

/** Builds and packs the program into a folder, with its bill of materials beside it. */
export const packProgram = (folder: string): Promise<void> =>
  withFolder(async (stage) => {
    const manifest = manifestOf('.')
    await build(join(stage, 'dist'))
    const rest = manifest.files.filter((path) => path !== 'dist' && !path.startsWith('!'))
    for (const path of rest) cpSync(join(root, path), join(stage, path), { recursive: true })
    cpSync(join(stage, 'dist/sbom.cdx.json'), join(folder, `fasti-${releaseVersion}.cdx.json`))
    await pack(stage, manifest, join(folder, `fasti-${releaseVersion}.tgz`))
  })

/** Packs the client for TypeScript, compiled, into a folder. */
export const packClient = (folder: string): Promise<void> =>
  withFolder(async (stage) => {
    const from = join(root, 'clients/typescript')
    await ran(join(root, 'node_modules/.bin/tsc'), ['-p', from, '--outDir', join(stage, 'dist')])
    for (const path of ['clients/typescript/README.md', 'LICENSE'])
      cpSync(join(root, path), join(stage, basename(path)))
    await pack(stage, manifestOf('clients/typescript'), join(folder, `fasti-client-${releaseVersion}.tgz`))
  })

/** Packs the client for Python into a folder, as a wheel. */
export const packPythonClient = (folder: string): Promise<unknown> =>
  ran('python3', ['-B', join(root, 'clients/python/backend.py'), folder])

/** Builds the image with Docker where it runs, else with buildah, and writes it to a file that docker load and podman load read. */
async function writeImage(file: string): Promise<void> {
  const name = `fasti:${releaseVersion}`
  const base =
    process.env.NODE_IMAGE === undefined ? [] : ['--build-arg', `NODE_IMAGE=${process.env.NODE_IMAGE}`]
  const args = ['build', '--build-arg', `FASTI_COMMIT=${commitOf(root)}`, ...base, '--tag', name, root]
  const hasDocker = await ran('docker', ['info']).then(
    () => true,
    () => false,
  )
  if (hasDocker) {
    await ran('docker', args)
    await ran('docker', ['save', '--output', file, name])
  } else {
    await ran('buildah', args)
    await ran('buildah', ['push', name, `docker-archive:${file}:${name}`])
  }
}

/** Returns the notes of the release: the section of the changelog, whose links lead nowhere outside of the repository. */
export function notesOf(changelog: string, version: string): string {
  const text = sectionOf(changelog, version).text.replace(/\[([^\]]+)\]\(([^):]+)\)/g, '$1 (`$2`)')
  return `# Fasti ${version}\n\n${text}\n`
}

/** Writes the digests of all files of a folder, as `sha256sum --check` reads them. */
export function writeSums(folder: string): void {
  const line = (name: string) =>
    `${createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex')}  ${name}\n`
  const names = readdirSync(folder).filter((name) => name !== 'SHA256SUMS')
  writeFileSync(join(folder, 'SHA256SUMS'), names.toSorted().map(line).join(''))
}

/** Makes the release in a folder, which must be empty or missing. */
async function release(folder: string, hasImage: boolean): Promise<void> {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty.`)
  mkdirSync(folder, { recursive: true })
  await packProgram(folder)
  await packClient(folder)
  await packPythonClient(folder)
  if (hasImage)
    await writeImage(join(folder, `fasti-${releaseVersion}-image.tar`)).catch((cause: unknown) => {
      throw new Error('The image can not be built. --without-image makes the release without it.', { cause })
    })
  writeFileSync(
    join(folder, 'NOTES.md'),
    notesOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), releaseVersion),
  )
  writeSums(folder)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: { to: { type: 'string' }, 'without-image': { type: 'boolean', default: false } },
  })
  const folder = resolve(values.to ?? join(root, 'release', releaseVersion))
  await release(folder, !values['without-image'])
  process.stdout.write(`Fasti ${versionOf(root, '')} is in ${folder}:\n`)
  for (const name of readdirSync(folder)) process.stdout.write(`  ${name}\n`)
}
