/** PgBouncer in front of a PostgreSQL server, which hands a server connection to another client after each transaction. */
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { madeFolder, owned, ownerOfServer, type PostgresServer } from './postgres-server.ts'
import { hasProgram, startProgram } from './programs.ts'
import { within } from './within.ts'

/** Seconds. */
const STARTING = 30

/** Whether PgBouncer is installed here. */
export const hasPgBouncer = (): Promise<boolean> => hasProgram('pgbouncer')

/** Starts PgBouncer in transaction mode with `connections` connections to the server. Returns the URL of the database through it. */
export async function startPgBouncer(
  server: Pick<PostgresServer, 'url'>,
  connections: number,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const folder = await madeFolder()
  const owner = await ownerOfServer()
  const { port, password, pathname } = new URL(server.url)
  const own = await freePort()
  const settings = `[databases]
* = host=127.0.0.1 port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = plain
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
server_login_retry = 1
default_pool_size = ${connections}
`
  const files = { 'pgbouncer.ini': settings, 'users.txt': `"postgres" "${password}"\n` }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  await owned(
    Object.keys(files).map((name) => join(folder, name)),
    owner,
  )
  const program = startProgram('pgbouncer', [join(folder, 'pgbouncer.ini')], { ...owner, cwd: folder })
  const exited = once(program, 'exit')
  const ready = new Promise<void>((resolve, reject) => {
    let log = ''
    program.stderr.on('data', (text) => {
      log += text
      if (/process up/.test(log)) resolve()
    })
    exited.then(() => reject(new Error(`PgBouncer has ended: ${log}`)), reject)
  })
  await within(STARTING, 'PgBouncer to start', ready)
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${own}${pathname}`,
    async stop() {
      program.kill('SIGINT')
      await exited
    },
  }
}
