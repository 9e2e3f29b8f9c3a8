/** Builds, starts, observes and stops the measured programs. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'

/** A running server. */
export interface Server {
  readonly port: number
  readonly pid: number
  /** Milliseconds from its start until it reported that it is ready. */
  readonly readyAfter: number
  stop(): Promise<void>
}

const NANOSECONDS = 1e9

/** Returns the seconds of processor time that the threads of a process have used; NaN if /proc does not report it (proc(5)). */
export function processorTime(pid: number): number {
  const threads = `/proc/${pid}/task`
  if (!existsSync(`${threads}/${pid}/schedstat`)) return Number.NaN
  const taken = (thread: string) =>
    Number(readFileSync(`${threads}/${thread}/schedstat`, 'latin1').split(' ')[0])
  return readdirSync(threads).reduce((sum, thread) => sum + taken(thread), 0) / NANOSECONDS
}

/** Returns the seconds of processor time of all programs that this process has started and that have ended; NaN if /proc does not report it. */
export function processorTimeOfEnded(): number {
  if (!existsSync('/proc/self/stat')) return Number.NaN
  // The name of the program, in brackets, may contain spaces. A tick is a hundredth of a second.
  const fields = readFileSync('/proc/self/stat', 'latin1').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[13]) + Number(fields[14])) / 100
}

/** Returns the resident memory of a process in MiB; NaN if /proc does not report it. */
export function residentMemory(pid: number): number {
  const file = `/proc/${pid}/status`
  if (!existsSync(file)) return Number.NaN
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(file, 'latin1'))?.[1]) / 1024
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  await ended
}

/** Starts Node with these arguments. The process is ready when it prints. Throws if it exits before. */
export async function started(
  args: readonly string[],
  port: number,
  env: Readonly<Record<string, string>> = {},
): Promise<Server> {
  const start = performance.now()
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const onEnd = () => child.kill()
  process.once('exit', onEnd)
  let said = ''
  child.stderr.on('data', (text) => {
    said += text
  })
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${args.join(' ')} exited: ${said.trim()}`)
  })
  await Promise.race([once(child.stdout, 'data'), ended])
  child.stdout.resume()
  ended.catch(() => {})
  const readyAfter = performance.now() - start
  const over = async () => {
    process.off('exit', onEnd)
    await stop(child)
  }
  return { port, pid: child.pid ?? 0, readyAfter, stop: over }
}

/** Runs a program and returns its output. Throws if it fails. */
export async function ran(
  file: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<string> {
  const { cwd, env } = options
  const child = spawn(file, args, {
    cwd: cwd ?? process.cwd(),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, said] = ['', '']
  child.stdout.on('data', (text) => {
    out += text
  })
  child.stderr.on('data', (text) => {
    said += text
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${file} ${args.join(' ')} failed: ${(said || out).trim().slice(-500)}`)
  return out.trim()
}

/** A built commit. */
export interface Built {
  readonly commit: string
  /** The path of its program. */
  readonly main: string
}

/** Returns the short hash of a commit. Throws if it does not exist. */
export const commitOf = (root: string, named: string): Promise<string> =>
  ran('git', ['rev-parse', '--short', '--verify', `${named}^{commit}`], { cwd: root })

/** Returns the tag of the last release before this commit; undefined if there is none. */
export const lastRelease = (root: string): Promise<string | undefined> =>
  ran('git', ['describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD~1'], { cwd: root }).catch(
    () => undefined,
  )

/**
 * Builds a commit in a worktree below a folder, with the dependencies of this one. Throws if that fails. Run
 * `git worktree prune` after deleting the folder.
 */
export async function builtAt(root: string, named: string, folder: string): Promise<Built> {
  const commit = await commitOf(root, named)
  const tree = join(folder, 'before')
  await ran('git', ['worktree', 'add', '--detach', tree, commit], { cwd: root })
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
  await ran('npm', ['run', 'build'], { cwd: tree })
  return { commit, main: join(tree, 'dist/main.js') }
}
