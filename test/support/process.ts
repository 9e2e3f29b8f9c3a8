/** Runs the built program in a process. */
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type Program, startProgram } from './programs.ts'
import { within } from './within.ts'

const root = resolve(import.meta.dirname, '../..')
const program = resolve(root, 'dist/main.js')

export interface Ended {
  /** The exit code, or the signal that ended it. */
  readonly code: number | string
  readonly stdout: string
  readonly stderr: string
}

export interface Running {
  readonly child: Program
  /** Its standard output so far. */
  output(): string
  readonly ended: Promise<Ended>
}

/** Starts `fasti ARGS` with this environment; `main` is the program file of the build. */
export function start(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input?: string,
  main = program,
): Running {
  if (!existsSync(main)) throw new Error('There is no dist/main.js: run npm run build first.')
  const child = startProgram(process.execPath, [main, ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (text) => {
    stdout += text
  })
  child.stderr.on('data', (text) => {
    stderr += text
  })
  child.stdin.end(input ?? '')
  const ended = once(child, 'close').then(([code, signal]) => ({ code: code ?? signal, stdout, stderr }))
  return { child, output: () => stdout, ended }
}

/** Runs `fasti ARGS` to its end. */
export function run(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input?: string,
): Promise<Ended> {
  return start(args, env, input).ended
}

export interface Serving extends Running {
  /** The address that the program prints when it is ready. */
  readonly address: string
}

/** Seconds. */
const STARTING = 120

/** Starts `fasti serve` on a free port and waits until it is ready; `main` selects another build. Throws if it ends or does not become ready. */
export const serve = (
  env: Readonly<Record<string, string>>,
  options: readonly string[] = [],
  main?: string,
): Promise<Serving> => whenReady(start(['serve', ...options], { PORT: '0', ...env }, undefined, main))

/** Waits until a program that serves is ready. Throws if it ends or does not become ready. */
export async function whenReady(running: Running): Promise<Serving> {
  const address = new Promise<string>((resume, reject) => {
    const look = () => {
      const found = /"interface":"([^"]+)"/.exec(running.output())?.[1]
      if (found !== undefined) resume(found)
    }
    running.child.stdout.on('data', look)
    running.ended.then(({ stderr }) => reject(new Error(`fasti serve has ended: ${stderr}`)))
  })
  return { ...running, address: await within(STARTING, 'fasti serve to be ready', address) }
}

/** Returns the ids of the running child processes of a process. */
export async function childrenOf(pid: number): Promise<readonly number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const stats = await Promise.all(pids.map((one) => readFile(`/proc/${one}/stat`, 'utf8').catch(() => '')))
  return stats.flatMap((stat) => {
    const [, one, parent] = /^(\d+) \(.*\) \S (\d+)/s.exec(stat) ?? []
    return Number(parent) === pid ? [Number(one)] : []
  })
}
