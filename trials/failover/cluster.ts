/** Three PostgreSQL servers that Patroni runs, with etcd for its votes and HAProxy in front, on loopback. */
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../test/support/free-port.ts'
import { madeFolder, type Owner, owned, ownerOfServer } from '../../test/support/postgres-server.ts'
import { type Program, startProgram } from '../../test/support/programs.ts'

/** Where Debian has the programs of PostgreSQL. */
export const POSTGRES = '/usr/lib/postgresql/15/bin'
const PASSWORD = 'trial'
const rest = (milliseconds: number) => new Promise((resume) => setTimeout(resume, milliseconds))

/** One server, with the Patroni that runs it. */
interface Member {
  readonly name: string
  readonly port: number
  readonly rest: number
  readonly folder: string
  patroni: Program | undefined
}

export interface Cluster {
  /** The addresses of the primary and of the replicas, through HAProxy. */
  readonly url: string
  readonly readUrl: string
  /** Kills the primary and its Patroni at once, as if the machine had no power. Returns its name. */
  killPrimary(): Promise<string>
  /** Starts a killed member again, and waits until there are a primary and two replicas, one of them synchronous. */
  revive(name: string): Promise<void>
  stop(): Promise<void>
}

const settingsOf = ({ name, port, rest, folder }: Member, etcd: number) => `
scope: fasti
name: ${name}
restapi: { listen: '127.0.0.1:${rest}', connect_address: '127.0.0.1:${rest}' }
etcd3: { hosts: '127.0.0.1:${etcd}' }
bootstrap:
  dcs:
    ttl: 6
    loop_wait: 1
    retry_timeout: 2
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      parameters: { wal_log_hints: 'on', max_connections: 100 }
  initdb: [{ encoding: UTF8 }, { locale: C.UTF-8 }]
  pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication all 127.0.0.1/32 scram-sha-256']
postgresql:
  listen: '127.0.0.1:${port}'
  connect_address: '127.0.0.1:${port}'
  data_dir: ${folder}/data
  bin_dir: ${POSTGRES}
  pgpass: ${folder}/pgpass
  parameters: { unix_socket_directories: '${folder}' }
  authentication:
    superuser: { username: postgres, password: ${PASSWORD} }
    replication: { username: copier, password: ${PASSWORD} }
    rewind: { username: postgres, password: ${PASSWORD} }
`

const proxySettings = (members: readonly Member[], write: number, read: number) => {
  const part = (name: string, port: number, check: string) =>
    `listen ${name}\n  bind 127.0.0.1:${port}\n  option httpchk OPTIONS ${check}\n  http-check expect status 200\n  default-server inter 500 fall 2 rise 1 on-marked-down shutdown-sessions\n${members.map((one) => `  server ${one.name} 127.0.0.1:${one.port} check port ${one.rest}\n`).join('')}`
  return `global\n  maxconn 1000\ndefaults\n  mode tcp\n  timeout connect 2s\n  timeout client 30m\n  timeout server 30m\n${part('primary', write, '/primary')}${part('replicas', read, '/replica')}`
}

const statusAt = (port: number, path: string) =>
  fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(2000) }).then(
    ({ status }) => status,
    () => 0,
  )

/** Waits until a condition holds. Throws after so many seconds. */
export async function until(seconds: number, what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + seconds * 1000
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`waited in vain for ${what}`)
    await rest(200)
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

function killServer({ folder, patroni }: Member): void {
  patroni?.kill('SIGKILL')
  const file = join(folder, 'data', 'postmaster.pid')
  if (existsSync(file)) kill(Number(readFileSync(file, 'utf8').split('\n')[0]))
}

async function runMember(member: Member, etcd: number, owner: Owner): Promise<void> {
  const file = join(member.folder, 'patroni.yml')
  await writeFile(file, settingsOf(member, etcd))
  await owned([file], owner)
  member.patroni = startProgram('patroni', [file], {
    ...owner,
    cwd: member.folder,
    env: { ...process.env, HOME: member.folder },
  })
  member.patroni.stdout.resume()
  member.patroni.stderr.resume()
}

async function membersIn(folder: string, owner: Owner): Promise<readonly Member[]> {
  const members: Member[] = []
  for (const name of ['one', 'two', 'three']) {
    const own = join(folder, name)
    await mkdir(own)
    await owned([own], owner)
    members.push({ name, port: await freePort(), rest: await freePort(), folder: own, patroni: undefined })
  }
  return members
}

async function startEtcd(
  folder: string,
  owner: Owner,
): Promise<{ readonly port: number; readonly program: Program }> {
  const [port, peer] = [await freePort(), await freePort()]
  const [client, peers] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peer}`]
  const program = startProgram(
    'etcd',
    [
      ...[
        '--data-dir',
        join(folder, 'etcd'),
        '--listen-client-urls',
        client,
        '--advertise-client-urls',
        client,
      ],
      ...[
        '--listen-peer-urls',
        peers,
        '--initial-advertise-peer-urls',
        peers,
        '--initial-cluster',
        `default=${peers}`,
      ],
    ],
    { ...owner, cwd: folder },
  )
  program.stdout.resume()
  program.stderr.resume()
  await until(20, 'etcd', async () => (await statusAt(port, '/health')) === 200)
  return { port, program }
}

/** Starts the cluster. */
export async function startCluster(): Promise<Cluster> {
  const folder = await madeFolder()
  const owner = await ownerOfServer()
  const etcd = await startEtcd(folder, owner)
  const members = await membersIn(folder, owner)
  for (const member of members) await runMember(member, etcd.port, owner)
  const count = async (path: string) =>
    (await Promise.all(members.map((one) => statusAt(one.rest, path)))).filter((status) => status === 200)
      .length
  const isWhole = async () =>
    (await count('/primary')) === 1 && (await count('/replica')) === 2 && (await count('/synchronous')) === 1
  const [write, read] = [await freePort(), await freePort()]
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, proxySettings(members, write, read))
  const proxy = startProgram('haproxy', ['-db', '-f', file])
  proxy.stdout.resume()
  proxy.stderr.resume()
  const stop = async () => {
    for (const member of members) killServer(member)
    const ended = once(etcd.program, 'exit')
    proxy.kill('SIGKILL')
    etcd.program.kill('SIGKILL')
    await ended
  }
  await until(120, 'the cluster', isWhole).catch(async (error) => {
    await stop()
    throw error
  })
  const at = (port: number) => `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`
  return {
    url: at(write),
    readUrl: at(read),
    async killPrimary() {
      const statuses = await Promise.all(members.map((one) => statusAt(one.rest, '/primary')))
      const primary = members[statuses.indexOf(200)]
      if (primary === undefined) throw new Error('there is no primary')
      killServer(primary)
      return primary.name
    },
    async revive(name) {
      const member = members.find((one) => one.name === name)
      if (member !== undefined) await runMember(member, etcd.port, owner)
      await until(90, `${name} to come back`, isWhole)
    },
    stop,
  }
}
