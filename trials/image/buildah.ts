/** Builds the image with buildah, which reads the Dockerfile and `.dockerignore` as every builder does. */
import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { childrenOf } from '../../test/support/process.ts'
import { hasProgram, type Program, runProgram, startProgram } from '../../test/support/programs.ts'
import { contextOf } from './context.ts'
import type { BuiltImage, ImageSource } from './image.ts'
import { npmFolder, npmWithoutPackages } from './npm.ts'

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
