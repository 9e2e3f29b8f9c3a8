/** An image that was built, and what is tried with it. */

import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { freePort } from '../../test/support/free-port.ts'
import { childrenOf } from '../../test/support/process.ts'
import { hasProgram, type Program, runProgram, startProgram } from '../../test/support/programs.ts'
import { within } from '../../test/support/within.ts'

/** An image that was built. */
export interface BuiltImage {
  /** The command of the image, without its arguments. */
  readonly entry: readonly string[]
  /** The arguments that the image runs by default. */
  readonly args: readonly string[]
  /** The command of the health check. */
  readonly health: readonly string[]
  /** Starts a command in the image with more variables. The files that it writes stay for the next command. */
  start(command: readonly string[], env: Readonly<Record<string, string>>): Program
  /** Ends a command that `start` has started, as a container engine does. */
  stop(program: Program): Promise<void>
  /** Removes the image and the files that its commands have written. */
  remove(): Promise<void>
}

/** A builder of an image from the Dockerfile and `.dockerignore` in `root`. */
interface ImageSource {
  readonly root: string
  /** Whether the packages of `root` are used instead of installing them. */
  readonly isShort: boolean
}

/** Seconds. */
const PATIENCE = 120

/** Runs a command of the image to its end. Throws with what it said if its exit code is not 0. */
async function ran(
  image: BuiltImage,
  command: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const program = image.start(command, env)
  const ended = new Promise((resume) => program.once('close', resume))
  program.stdin.end()
  const [said, failed, code] = await Promise.all([text(program.stdout), text(program.stderr), ended])
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code} in the image:\n${said}${failed}`)
  return said
}

/** Resolves when the service writes that it is ready. Throws if it ends before. */
async function ready(program: Program): Promise<void> {
  program.stderr.pipe(process.stderr)
  for await (const line of createInterface({ input: program.stdout }))
    if (line.includes('Fasti is ready')) return
  throw new Error('The service of the image ended before it was ready.')
}

/**
 * Adds a user in the image, as which HOST may be any address, starts the service, runs the health check and stops the service. Returns
 * the version of the program. Throws if one of them fails.
 */
export async function tryImage(image: BuiltImage): Promise<string> {
  const env = { PORT: String(await freePort()) }
  const version = await ran(image, [...image.entry, '--version'], env)
  await ran(image, [...image.entry, 'user', 'add', 'ada', '--role', 'administrator'], env)
  const service = image.start([...image.entry, ...image.args], env)
  try {
    await within(PATIENCE, 'the service of the image', ready(service))
    await ran(image, image.health, env)
  } finally {
    await image.stop(service)
  }
  return version.trim()
}

// The build context: the files that `.dockerignore` admits, by the rules of image builders.

interface Rule {
  readonly pattern: string
  readonly admits: boolean
  readonly expression: RegExp
}

/** A pattern as an expression for a path and everything below it: `*` and `?` stay in a folder, `**` crosses folders. */
function expressionOf(pattern: string): RegExp {
  const source = pattern.replace(/\*\*\/?|\*|\?|\\?[.+^${}()|\\]/g, (part) => {
    if (part === '**/') return '(?:.*/)?'
    if (part === '**') return '.*'
    if (part === '*') return '[^/]*'
    if (part === '?') return '[^/]'
    return `\\${part.at(-1)}`
  })
  return new RegExp(`^${source}(?:/.*)?$`)
}

/** Returns the rules of a `.dockerignore`, in order: the last one that matches a path decides. */
function rulesOf(text: string): readonly Rule[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const admits = line.startsWith('!')
      const pattern = line.slice(admits ? 1 : 0).replace(/^\.?\/+|\/+$/g, '')
      return { pattern, admits, expression: expressionOf(pattern) }
    })
}

/** Returns the paths below `root` of all files that the rules in `ignore` admit, sorted. */
export function contextOf(root: string, ignore: string): readonly string[] {
  const rules = rulesOf(ignore)
  const isAdmitted = (path: string) =>
    rules.findLast(({ expression }) => expression.test(path))?.admits !== false
  // A folder that is left out is read only if an exception may lie below it.
  const isRead = (path: string) =>
    isAdmitted(path) ||
    rules.some(({ admits, pattern }) => admits && (pattern.startsWith(`${path}/`) || /[*?[]/.test(pattern)))
  const within = (folder: string): readonly string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) return isRead(path) ? within(path) : []
      return isAdmitted(path) ? [path] : []
    })
  return within('').toSorted()
}

/** Copies the context of `root` into the folder `target`. */
function copyContext(root: string, ignore: string, target: string): void {
  for (const path of contextOf(root, ignore)) {
    mkdirSync(dirname(join(target, path)), { recursive: true })
    cpSync(join(root, path), join(target, path))
  }
}

// The npm of this machine, and one that installs nothing.

/** Returns the file of npm's program, as the PATH finds it. Throws if there is none. */
function npmProgram(): string {
  for (const folder of (process.env.PATH ?? '').split(delimiter))
    try {
      return realpathSync(join(folder, 'npm'))
    } catch {}
  throw new Error('There is no npm in the PATH.')
}

/** The folder of the npm package. */
const npmFolder = (): string => dirname(dirname(npmProgram()))

/**
 * Writes an npm into a new folder in `home` that leaves the packages as they are, for a build with those of this working copy; all else
 * it passes on to `program`. Returns the folder.
 */
function npmWithoutPackages(home: string, program = npmProgram()): string {
  const folder = join(home, 'npm')
  mkdirSync(folder)
  const script = `#!/bin/sh\ncase $1 in ci|prune) exit 0 ;; esac\nexec node ${program} "$@"\n`
  writeFileSync(join(folder, 'npm'), script, { mode: 0o755 })
  return folder
}

// Builds the image with buildah, which reads the Dockerfile and `.dockerignore` as every builder does.

/** Whether this user of this machine can build with buildah. */
export const hasBuildah = async (): Promise<boolean> =>
  process.getuid?.() === 0 && (await hasProgram('buildah'))

const BASE = 'localhost/this-machine'
const NAME = 'localhost/fasti'
/** Where the base image has npm. */
const NPM = '/usr/local/lib/node_modules/npm'

/** The parts of this machine that containers see: its programs and libraries, and its Node where that of the base image is. */
function lent(home: string, root: string, isShort: boolean): readonly string[] {
  const folders = ['/usr/bin', '/usr/lib', '/usr/lib64', '/usr/share', '/etc/ssl']
  const userConfig = join(homedir(), '.npmrc')
  return [
    ...folders.filter((path) => existsSync(path)).map((path) => `${path}:${path}:ro`),
    `${process.execPath}:/usr/local/bin/node:ro`,
    `${npmFolder()}:${NPM}:ro`,
    ...(existsSync(userConfig) ? [`${userConfig}:/root/.npmrc:ro`] : []),
    ...(isShort
      ? [`${join(home, 'npm/npm')}:/usr/local/bin/npm:ro`, `${root}/node_modules:/app/node_modules:ro`]
      : [`${npmCache()}:/root/.npm`]),
  ]
}

/** The folder in which npm keeps packages between installations. */
function npmCache(): string {
  const folder = process.env.npm_config_cache ?? join(homedir(), '.npm')
  mkdirSync(folder, { recursive: true })
  return folder
}

/** Writes what stands in for the base image: empty folders, the users of that image, and places for what the machine lends. */
function writeBase(folder: string): void {
  const system = ['etc/ssl', 'proc', 'sys', 'dev', 'root/.npm', 'home/node', 'app']
  const programs = [
    'usr/bin',
    'usr/lib',
    'usr/lib64',
    'usr/share',
    'usr/local/bin',
    'usr/local/lib/node_modules/npm',
  ]
  const root = join(folder, 'root')
  for (const path of [...system, ...programs]) mkdirSync(join(root, path), { recursive: true })
  mkdirSync(join(root, 'tmp'))
  chmodSync(join(root, 'tmp'), 0o1777)
  for (const name of ['bin', 'lib', 'lib64']) symlinkSync(`usr/${name}`, join(root, name))
  writeFileSync(join(root, 'etc/passwd'), `root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n`)
  writeFileSync(join(root, 'etc/group'), 'root:x:0:\nnode:x:1000:\n')
  writeFileSync(join(root, 'usr/local/bin/node'), '')
  writeFileSync(join(root, 'usr/local/bin/npm'), `#!/bin/sh\nexec node ${NPM}/bin/npm-cli.js "$@"\n`, {
    mode: 0o755,
  })
  writeFileSync(join(folder, 'Dockerfile'), 'FROM scratch\nCOPY root /\n')
}

interface Config {
  readonly Entrypoint: readonly string[]
  readonly Cmd: readonly string[]
  readonly Healthcheck: { readonly Test: readonly string[] }
}

/** Sends SIGTERM to the program itself, because buildah does not pass signals on, and waits for its end. */
async function stop(program: Program): Promise<void> {
  const ended = new Promise((resume) => program.once('close', resume))
  let last = program.pid ?? 0
  for (let [child] = await childrenOf(last); child !== undefined; [child] = await childrenOf(last))
    last = child
  if (program.exitCode !== null) return
  process.kill(last, 'SIGTERM')
  if ((await ended) !== 0) throw new Error('The service of the image did not end well.')
}

/**
 * Builds with buildah, without a container engine. In place of the base image stands one with the programs of this machine, so the
 * base image is not tried; the network of containers and a read-only root are not, either. Throws if an instruction fails.
 */
export async function builtByBuildah({ root, isShort }: ImageSource): Promise<BuiltImage> {
  const home = await mkdtemp(join(tmpdir(), 'fasti-image-'))
  // Without rights for others, the user of the image could not enter its root folder.
  chmodSync(home, 0o711)
  const storage = ['--storage-driver', 'vfs', '--root', join(home, 'storage'), '--runroot', join(home, 'run')]
  const buildah = (...args: readonly string[]) => runProgram('buildah', [...storage, ...args])
  const remove = () => rm(home, { recursive: true, force: true })
  const isolated = ['--isolation', 'chroot']
  try {
    if (isShort) npmWithoutPackages(home, `${NPM}/bin/npm-cli.js`)
    const base = join(home, 'base')
    writeBase(base)
    await buildah('build', ...isolated, '--tag', BASE, base)
    const volumes = lent(home, root, isShort).flatMap((volume) => ['--volume', volume])
    const options = ['--pull=never', '--format', 'docker', '--build-arg', `NODE_IMAGE=${BASE}`]
    await buildah('build', ...isolated, ...options, ...volumes, '--tag', NAME, root)
    const container = (await buildah('from', '--pull-never', NAME)).stdout.trim()
    const { stdout } = await buildah('inspect', '--type', 'container', container)
    const { config } = (JSON.parse(stdout) as { Docker: { config: Config } }).Docker
    return {
      entry: config.Entrypoint,
      args: config.Cmd,
      health: config.Healthcheck.Test.slice(1),
      start: (command, env) => {
        const variables = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`])
        // A shell finds the program: buildah itself looks for it as another user.
        const inside = ['/bin/sh', '-c', 'exec "$@"', 'sh', ...command]
        return startProgram('buildah', [
          ...storage,
          'run',
          ...isolated,
          ...volumes,
          ...variables,
          container,
          '--',
          ...inside,
        ])
      },
      stop,
      remove,
    }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Returns the paths below `root` of all files that buildah puts into a build with this `.dockerignore`, sorted. */
export async function contextByBuildah(root: string, ignore: string): Promise<readonly string[]> {
  const home = await mkdtemp(join(tmpdir(), 'fasti-context-'))
  const storage = ['--storage-driver', 'vfs', '--root', join(home, 'storage'), '--runroot', join(home, 'run')]
  const buildah = (...args: readonly string[]) => runProgram('buildah', [...storage, ...args])
  try {
    writeFileSync(join(home, 'Dockerfile'), 'FROM scratch\nCOPY . /\n')
    writeFileSync(join(home, 'ignore'), ignore)
    const files = ['--file', join(home, 'Dockerfile'), '--ignorefile', join(home, 'ignore')]
    await buildah('build', '--isolation', 'chroot', ...files, '--tag', NAME, root)
    const container = (await buildah('from', '--pull-never', NAME)).stdout.trim()
    const folder = (await buildah('mount', container)).stdout.trim()
    return contextOf(folder, '')
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

// Reads a Dockerfile: its stages, their instructions and its arguments.

/** An instruction: its keyword and the rest of the line. */
type Instruction = readonly [word: string, rest: string]

/** Returns the instructions of a Dockerfile in order, with continued lines joined. */
function instructionsOf(text: string): readonly Instruction[] {
  const lines = text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
  return lines.map((line) => {
    const [, word = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? []
    return [word, rest]
  })
}

/** Returns the instructions of each stage, which begins with FROM. Arguments before the first stage are left out. */
function stagesOf(text: string): readonly (readonly Instruction[])[] {
  const stages: Instruction[][] = []
  for (const instruction of instructionsOf(text)) {
    if (instruction[0] === 'FROM') stages.push([])
    stages.at(-1)?.push(instruction)
  }
  return stages
}

/** Returns the command of HEALTHCHECK as a list of arguments. Throws if a stage has none in this form. */
function healthCheckOf(stage: readonly Instruction[]): readonly string[] {
  const rest = stage.find(([word]) => word === 'HEALTHCHECK')?.[1] ?? ''
  return JSON.parse(rest.slice(rest.indexOf('['))) as readonly string[]
}

/** Returns the variables that ENV sets, in order. Values have no spaces. */
function variablesOf(stage: readonly Instruction[]): Readonly<Record<string, string>> {
  const pairs = stage
    .filter(([word]) => word === 'ENV')
    .flatMap(([, rest]) => rest.split(/\s+/))
    .map((pair): [string, string] => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)])
  return Object.fromEntries(pairs)
}

// Follows the Dockerfile in folders, without an image builder: it copies and runs what the first stage copies and runs.

/** Follows a COPY instruction: from the sources below `from` to the target named last. Throws if a source is missing. */
function copy(from: string, to: string, paths: readonly string[]): void {
  const [target = '.', ...sources] = [...paths].reverse()
  for (const source of sources) {
    if (!existsSync(join(from, source)))
      throw new Error(`The Dockerfile copies ${source}, which .dockerignore does not admit.`)
    const isInto = sources.length > 1 || target === './'
    cpSync(join(from, source), join(to, isInto ? join(target, basename(source)) : target), {
      recursive: true,
    })
  }
}

/** Follows the first stage in the folder `build`. `path` is where its commands look for programs. */
async function followBuild(
  stage: readonly Instruction[],
  context: string,
  build: string,
  path: string,
): Promise<void> {
  const env = { ...process.env, PATH: path }
  for (const [word, rest] of stage) {
    if (word === 'COPY') copy(context, build, rest.split(/\s+/))
    if (word === 'RUN') await runProgram('sh', ['-ec', rest], { cwd: build, env })
  }
}

/** Follows the COPY instructions of the last stage in the folder `image`. */
function followCopies(stage: readonly Instruction[], context: string, build: string, image: string): void {
  for (const [word, rest] of stage) {
    if (word !== 'COPY') continue
    const [from = '', ...paths] = rest.split(/\s+/)
    if (from === '--from=build')
      copy(
        build,
        image,
        paths.map((path) => path.replace(/^\/app\//, '')),
      )
    else copy(context, image, [from, ...paths])
  }
}

/**
 * Builds in folders. The base image, its user, the commands of the last stage and a read-only root are not tried. Throws if an
 * instruction fails.
 */
export async function builtInFolders({ root, isShort }: ImageSource): Promise<BuiltImage> {
  const home = await mkdtemp(join(tmpdir(), 'fasti-image-'))
  const [context, build, image] = [join(home, 'context'), join(home, 'build'), join(home, 'image')]
  const remove = () => rm(home, { recursive: true, force: true })
  try {
    const stages = stagesOf(readFileSync(join(root, 'Dockerfile'), 'utf8'))
    const [first = [], second = []] = [stages[0], stages.at(-1)]
    for (const folder of [context, build, image]) mkdirSync(folder)
    copyContext(root, readFileSync(join(root, '.dockerignore'), 'utf8'), context)
    if (isShort) symlinkSync(join(root, 'node_modules'), join(build, 'node_modules'))
    const path = process.env.PATH ?? ''
    await followBuild(first, context, build, isShort ? `${npmWithoutPackages(home)}:${path}` : path)
    followCopies(second, context, build, image)
    rmSync(build, { recursive: true })
    const variables = { ...variablesOf(second), FASTI_DATA_DIR: join(home, 'data') }
    return {
      entry: [process.execPath, join(image, 'dist/main.js')],
      args: ['serve'],
      health: healthCheckOf(second),
      start: (command, env) => {
        const [file = '', ...args] = command
        return startProgram(file, args, {
          cwd: image,
          env: { PATH: process.env.PATH, ...variables, ...env },
        })
      },
      stop: (program) =>
        new Promise((resume) => {
          program.once('close', () => resume())
          if (!program.kill('SIGTERM')) resume()
        }),
      remove,
    }
  } catch (error) {
    await remove()
    throw error
  }
}
