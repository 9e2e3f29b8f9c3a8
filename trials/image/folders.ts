/** Follows the Dockerfile in folders, without an image builder: it copies and runs what the first stage copies and runs. */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { runProgram, startProgram } from '../../test/support/programs.ts'
import { copyContext } from './context.ts'
import { healthCheckOf, type Instruction, stagesOf, variablesOf } from './dockerfile.ts'
import type { BuiltImage, ImageSource } from './image.ts'
import { npmWithoutPackages } from './npm.ts'

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
