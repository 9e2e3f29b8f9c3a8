/**
 * `npm run trial rolling`: runs two versions side by side on one PostgreSQL, as during a rolling deployment. The older
 * one is the last commit without the newest migration, or the one of `-- --from COMMIT`. The newer one starts
 * beside it, under load. What either writes is read at once through the other. Then the older one restarts, as in a
 * rollback. If the older one may not go on beside the newest migration, its writes get 503, and it does not start again.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { builtAt, ran, type Server, started } from '../bench/measure.ts'
import { migrations as known } from '../src/store/migrations/migrate.ts'
import { freePort } from '../test/support/free-port.ts'
import { startPostgres } from '../test/support/postgres-server.ts'
import { numberOf } from './number.ts'

const { values } = parseArgs({
  options: { from: { type: 'string' }, writes: { type: 'string', default: '300' } },
})
const writes = numberOf(values, 'writes')
const root = resolve(import.meta.dirname, '..')
const migrations = ['log', '-1', '--format=%h^', '--', 'src/store/migrations/migrate.ts']
const from = values.from ?? (await ran('git', migrations, { cwd: root })).trim()

const say = (text: string) => process.stdout.write(`${text}\n`)
const folder = await mkdtemp(join(tmpdir(), 'fasti-rolling-'))
const database = await startPostgres(() => {})
const env = { DATABASE_URL: database.url, FASTI_DATA_DIR: folder, FASTI_LOG_LEVEL: 'error' }
const newer = join(root, 'dist/main.js')
const { commit, main: older } = await builtAt(root, from, folder)

const fasti = (main: string, ...args: string[]) =>
  ran(process.execPath, [main, ...args], { env: { ...process.env, ...env } })
const serving = async (main: string) => started([main, 'serve'], await freePort(), env)

await fasti(older, 'user', 'add', 'roller', '--role', 'administrator')
const token = (await fasti(older, 'token', 'create', 'roller', '--name', 'rolling')).trim()

interface Answered {
  readonly status: number
  readonly revision: string
  readonly body: { readonly id?: number; readonly title?: string; readonly total?: number }
}

async function send(
  { port }: Server,
  method: string,
  path: string,
  sent: object | string = '',
): Promise<Answered> {
  const isRead = typeof sent === 'string'
  const response = await fetch(`http://127.0.0.1:${port}/cal/events/v1/events${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(isRead && sent !== '' && { 'x-fasti-revision': sent }),
    },
    ...(!isRead && { body: JSON.stringify(sent) }),
  })
  const revision = response.headers.get('x-fasti-revision') ?? ''
  return { status: response.status, revision, body: (await response.json()) as Answered['body'] }
}

const eventOf = (title: string) => ({
  title,
  start_date: '2030-05-04 18:00',
  end_date: '2030-05-04 20:00',
  tags: ['rolling'],
})

let made = 0
/** Creates an event through one server and reads it and the total through the other. Throws if either differs. */
async function writeAndRead(through: Server, other: Server): Promise<void> {
  const title = `Event ${made + 1}`
  const created = await send(through, 'POST', '', eventOf(title))
  if (created.status !== 201) throw new Error(`a create returned ${created.status}`)
  made += 1
  const changed = await send(through, 'PATCH', `/${created.body.id}`, { title: `${title}, changed` })
  if (changed.status !== 200) throw new Error(`a change returned ${changed.status}`)
  const read = await send(other, 'GET', `/${created.body.id}`, changed.revision)
  const { total } = (
    await send(other, 'GET', '?ends_after=2030-01-01&ends_before=2031-01-01', changed.revision)
  ).body
  if (read.body.title !== `${title}, changed` || total !== made)
    throw new Error(`the other shows "${read.body.title}" and ${total} of ${made}`)
}

const running: Server[] = []
const begin = async (main: string) => {
  const server = await serving(main)
  running.push(server)
  return server
}

/** Whether the older version may write beside the newest migration, and start again. */
const mayGoOn = known.at(-1)?.forOlder === true

/** Writes through both versions in turn, and through the older one after a restart. */
async function goOn(old: Server, young: Server): Promise<void> {
  for (let at = 0; at < writes; at++)
    await (at % 2 === 0 ? writeAndRead(old, young) : writeAndRead(young, old))
  say(`${writes} through both in turn, each read at once through the other`)
  await old.stop()
  const again = await begin(older)
  for (let at = 0; at < 20; at++) await writeAndRead(again, young)
  say(`${commit} restarted on the newer tables`)
}

/** Writes through the newer version, while the older one refuses writes and does not start again. */
async function replace(old: Server, young: Server): Promise<void> {
  for (let at = 0; at < writes; at++) await writeAndRead(young, old)
  say(`${writes} through the newer version, each read at once through the older one`)
  const { status } = await send(old, 'POST', '', eventOf('Late'))
  if (status !== 503) throw new Error(`a write through the older version returned ${status}`)
  await old.stop()
  const said = await fasti(older, 'user', 'list').catch((error: unknown) => String(error))
  if (!said.includes('newer than this program')) throw new Error(`the older version said: ${said}`)
  say(`${commit} refused writes, and did not start again`)
}

try {
  const old = await begin(older)
  const state = { isStarting: true }
  const load = (async () => {
    while (state.isStarting) await writeAndRead(old, old)
  })().catch((error: unknown) => {
    if (mayGoOn) throw error
  })
  const young = await begin(newer)
  state.isStarting = false
  await load
  say(`${made} events through ${commit} while the newer version started and migrated`)
  await (mayGoOn ? goOn(old, young) : replace(old, young))
  say((await fasti(newer, 'check')).trim() || 'fasti check: all is well')
} finally {
  for (const server of running) await server.stop()
  await database.stop()
  await rm(folder, { recursive: true, force: true })
  await ran('git', ['worktree', 'prune'], { cwd: root })
}
