/** The proxies that have a configuration in `ops/proxies`, and how each is run without TLS on this machine. */
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { hasProgram, type Program, startProgram } from '../../test/support/programs.ts'

const ops = resolve(import.meta.dirname, '../../ops/proxies')

/** Where a proxy listens, and what it forwards to. */
export interface Route {
  readonly port: number
  /** The ports of the two instances. */
  readonly instances: readonly [number, number]
  /** The path that is forwarded: "/", or such as "/calendar/". */
  readonly path: string
  /** A folder for the files of the proxy. */
  readonly folder: string
}

/** A proxy and its configuration. */
export interface ProxyProgram {
  readonly program: string
  /** The files in `ops/proxies`; the program is given the first. */
  readonly files: readonly string[]
  readonly version: readonly string[]
  args(file: string): readonly string[]
  /** The address that the log has of a client of this machine that sends X-Forwarded-For: 203.0.113.9. Some replace it. */
  readonly seen: string
  /** Returns a file without TLS, on other ports and another path. */
  changed(text: string, route: Route): string
}

export const proxies: readonly ProxyProgram[] = [
  {
    program: 'nginx',
    files: ['nginx.conf'],
    seen: '203.0.113.9',
    version: ['-v'],
    args: (file) => ['-e', 'stderr', '-c', file, '-g', 'daemon off;'],
    changed: (text, { port, path, folder }) => {
      const own = `user root;\npid ${folder}/pid;\nevents {}\nhttp {\naccess_log off;\nclient_body_temp_path ${folder}/body;\nproxy_temp_path ${folder}/proxy;\n`
      const server = text
        .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
        .replace(/^.*ssl_certificate.*\n/gm, '')
        .replace('location / {', `location ${path} {`)
      return `${own}${server}}\n`
    },
  },
  {
    program: 'haproxy',
    files: ['haproxy.cfg'],
    seen: '203.0.113.9',
    version: ['-v'],
    args: (file) => ['-db', '-f', file],
    changed: (text, { port, path }) =>
      text
        .replace(/bind :443 .*/, `bind 127.0.0.1:${port}`)
        .replace('default_backend fasti', `use_backend fasti if { path_beg ${path} }`),
  },
  {
    program: 'caddy',
    files: ['Caddyfile'],
    seen: '127.0.0.1',
    version: ['version'],
    args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
    changed: (text, { port, path }) =>
      `{\n\tadmin off\n}\n${text
        .replace('calendar.example {', `http://127.0.0.1:${port} {`)
        .replace(/^\treverse_proxy /m, `\treverse_proxy ${path}* `)}`,
  },
  {
    program: 'traefik',
    files: ['traefik.yaml', 'traefik-fasti.yaml'],
    seen: '127.0.0.1',
    version: ['version'],
    args: (file) => [`--configFile=${file}`],
    changed: (text, { port, path, folder }) =>
      text
        .replace('":443"', `"127.0.0.1:${port}"`)
        .replace('/etc/traefik/', `${folder}/`)
        .replace(/^ {6}tls: .*\n/m, '')
        .replace('rule: Host(`calendar.example`)', `rule: PathPrefix(\`${path.replace(/(.)\/$/, '$1')}\`)`),
  },
]

/** Whether this machine has the program of a proxy. */
export const hasProxy = ({ program, version }: ProxyProgram): Promise<boolean> => hasProgram(program, version)

/** Returns the texts of the configuration of a proxy, changed for `route`. */
export function changedFiles({ files, changed }: ProxyProgram, route: Route): Promise<readonly string[]> {
  const [one, two] = route.instances
  return Promise.all(
    files.map(async (file) =>
      changed(await readFile(join(ops, file), 'utf8'), route)
        .replaceAll('127.0.0.1:3000', `127.0.0.1:${one}`)
        .replaceAll('127.0.0.1:3001', `127.0.0.1:${two}`),
    ),
  )
}

/** Starts a proxy with its configuration, changed for `route`. */
export async function startProxy(proxy: ProxyProgram, route: Route): Promise<Program> {
  const texts = await changedFiles(proxy, route)
  const paths = proxy.files.map((file) => join(route.folder, file))
  for (const [at, text] of texts.entries()) await writeFile(paths[at] ?? '', text)
  const program = startProgram(proxy.program, proxy.args(paths[0] ?? ''), {
    env: { ...process.env, HOME: route.folder },
  })
  program.stdin.end()
  program.stdout.resume()
  program.stderr.resume()
  return program
}
