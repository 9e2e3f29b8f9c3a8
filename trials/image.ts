/**
 * `npm run image`: follows the Dockerfile in folders, without a container engine. It copies what the Dockerfile
 * copies, runs what its first stage runs, starts the result and runs the health check. It does not test the base
 * image, the user or the read-only root.
 */
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../test/support/free-port.ts'

const root = resolve(import.meta.dirname, '..')

/** Returns the instructions of a Dockerfile by stage, each as its keyword and the rest. */
function stagesOf(text: string): readonly (readonly (readonly [word: string, rest: string])[])[] {
  const lines = text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const instructions = lines.map((line) => {
    const [, word = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? []
    return [word, rest] as const
  })
  const stages: (readonly [string, string])[][] = []
  for (const instruction of instructions) {
    if (instruction[0] === 'FROM') stages.push([])
    stages.at(-1)?.push(instruction)
  }
  return stages
}

/** Runs a COPY instruction: from the sources below `from` to the target named last. */
function copy(from: string, to: string, paths: readonly string[]): void {
  const [target = '.', ...sources] = [...paths].reverse()
  for (const source of sources) {
    const isInto = sources.length > 1 || target === './'
    cpSync(join(from, source), join(to, isInto ? join(target, basename(source)) : target), {
      recursive: true,
    })
  }
}

const home = mkdtempSync(join(tmpdir(), 'fasti-image-'))
const [build, image] = [join(home, 'build'), join(home, 'image')]
const [first = [], second = []] = stagesOf(readFileSync(join(root, 'Dockerfile'), 'utf8'))
for (const folder of [build, image]) mkdirSync(folder)
try {
  for (const [word, rest] of first) {
    if (word === 'COPY') copy(root, build, rest.split(/\s+/))
    if (word === 'RUN') execFileSync('sh', ['-ec', rest], { cwd: build, stdio: 'inherit' })
  }
  for (const [word, rest] of second) {
    if (word !== 'COPY') continue
    const [from, ...paths] = rest.split(/\s+/)
    if (from === '--from=build')
      copy(
        build,
        image,
        paths.map((path) => path.replace(/^\/app\//, '')),
      )
    else copy(root, image, rest.split(/\s+/))
  }
  const health = second.find(([word]) => word === 'HEALTHCHECK')?.[1] ?? ''
  const [program = '', ...args] = JSON.parse(health.slice(health.indexOf('['))) as string[]
  const env = {
    ...{ PATH: process.env.PATH, NODE_ENV: 'production', HOST: '127.0.0.1' },
    ...{ PORT: String(await freePort()), FASTI_DATA_DIR: join(home, 'data') },
  }
  const service = spawn(process.execPath, ['dist/main.js', 'serve'], { cwd: image, env, stdio: 'inherit' })
  try {
    await wait(5000)
    execFileSync(program, args, { env, stdio: 'inherit' })
    process.stdout.write('The image would be healthy.\n')
  } finally {
    service.kill('SIGTERM')
  }
} finally {
  rmSync(home, { recursive: true, force: true })
}
