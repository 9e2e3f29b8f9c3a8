/** The caches that have a configuration in `ops/caches`, and how each is run on this machine. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { hasProgram, type Program, startProgram } from '../../test/support/programs.ts'

const ops = resolve(import.meta.dirname, '../../ops/caches')

/** Where a cache listens, what it asks, and a folder for its files. */
interface Place {
  readonly port: number
  readonly service: number
  readonly folder: string
}

/** A cache and its configuration. */
export interface CacheProgram {
  readonly program: string
  readonly file: string
  readonly version: readonly string[]
  /** Milliseconds for which it may show what was written since: 0 if a purge ends it. */
  readonly keepsFor: number
  args(file: string, place: Place): readonly string[]
  changed(text: string, place: Place): string
}

export const caches: readonly CacheProgram[] = [
  {
    program: 'varnishd',
    file: 'varnish.vcl',
    version: ['-V'],
    keepsFor: 0,
    args: (file, { port, folder }) => [
      ...['-F', '-f', file, '-a', `127.0.0.1:${port}`, '-n', join(folder, 'varnish')],
      ...['-s', 'malloc,64m', '-j', 'none'],
    ],
    changed: (text, { service }) => text.replace('.port = "3000"', `.port = "${service}"`),
  },
  {
    program: 'nginx',
    file: 'nginx.conf',
    version: ['-v'],
    // A second, and that in which it began.
    keepsFor: 2000,
    args: (file) => ['-e', 'stderr', '-c', file, '-g', 'daemon off;'],
    changed(text, { port, service, folder }) {
      const own = `user root;\npid ${folder}/pid;\nworker_processes 1;\nevents {}\nhttp {\naccess_log off;\nclient_body_temp_path ${folder}/body;\nproxy_temp_path ${folder}/proxy;\n`
      const server = text
        .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
        .replace(/^.*ssl_certificate.*\n/gm, '')
        .replace('/var/cache/nginx/fasti', `${folder}/cache`)
        .replace('127.0.0.1:3000', `127.0.0.1:${service}`)
      return `${own}${server}}\n`
    },
  },
]

/** Whether this machine has the program of a cache. */
export const hasCache = ({ program, version }: CacheProgram): Promise<boolean> => hasProgram(program, version)

/** A running cache. */
export interface RunningCache {
  /** The processes: the one that was started, and its children. */
  pids(): readonly number[]
  stop(): Promise<void>
}

function childrenOf(pid: number): readonly number[] {
  const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim()
  return listed === '' ? [] : listed.split(' ').map(Number)
}

/** Starts a cache. It listens when it answers. */
export async function startCache(cache: CacheProgram, place: Place): Promise<RunningCache> {
  const file = join(place.folder, cache.file)
  await mkdir(place.folder, { recursive: true })
  await writeFile(file, cache.changed(await readFile(join(ops, cache.file), 'utf8'), place))
  const program: Program = startProgram(cache.program, cache.args(file, place))
  let said = ''
  program.stderr.on('data', (text) => {
    said += text
  })
  program.stdout.resume()
  const answers = () =>
    fetch(`http://127.0.0.1:${place.port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  for (let tries = 0; !(await answers()); tries++) {
    if (program.exitCode !== null || tries > 100) throw new Error(`${cache.program} did not start: ${said}`)
    await new Promise((resume) => setTimeout(resume, 100))
  }
  return {
    pids: () => [program.pid ?? 0, ...childrenOf(program.pid ?? 0)],
    async stop() {
      const ended = once(program, 'exit')
      program.kill()
      await ended
    },
  }
}
