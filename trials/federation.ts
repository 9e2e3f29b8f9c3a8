/**
 * Sends each kind of event to a second calendar and to stand-ins of Gancio, Mobilizon, Mastodon and WordPress, and compares what becomes of it
 * with docs/how-to/federation.md. Then crashes two calendars of which one follows the other, at random moments, and reports whether a change of
 * an event was lost on its way, or arrived out of order. `npm run trial federation`: 15 crashes on each database; `-- --sqlite 30 --postgres 0`
 * runs others.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { durable, startPostgres } from '../test/support/postgres-server.ts'
import { kindsAtServers } from './federation/kinds.ts'
import { federationTorture } from './federation/rounds.ts'
import { numberOf } from './number.ts'

const { values } = parseArgs({
  options: { sqlite: { type: 'string', default: '15' }, postgres: { type: 'string', default: '15' } },
})

type Env = Readonly<Record<string, string>>

async function trial(name: string, envs: readonly [Env, Env], rounds: number): Promise<void> {
  const start = performance.now()
  const progress = (round: number) => process.stderr.write(`\r${name} ${round} `)
  const { crashes, acknowledged, received, latest, violations } = await federationTorture(
    envs,
    rounds,
    progress,
  )
  const kinds = Object.entries(crashes).map(([victim, count]) => `${count} × SIGKILL of ${victim}`)
  const seconds = ((performance.now() - start) / 1000).toFixed(0)
  process.stdout.write(
    `\n${name}: ${kinds.join(', ')}; ${acknowledged} events, ${received} changes at the follower, all there at most ${latest.toFixed(1)} s after a crash; ${violations.length} violations; ${seconds} s\n`,
  )
  for (const violation of violations.slice(0, 20)) process.stdout.write(`  ${violation}\n`)
  if (violations.length > 0) process.exitCode = 1
}

/** Returns the address of a new database on a server. */
async function newDatabase(url: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return url.replace(/\/[^/]*$/, `/${name}`)
}

const [sqlite, postgres] = [numberOf(values, 'sqlite'), numberOf(values, 'postgres')]
const folder = await mkdtemp(join(tmpdir(), 'fasti-federation-'))
const placed = (name: string): Env => ({ FASTI_DATA_DIR: join(folder, name) })
const documented = await readFile(new URL('../docs/how-to/federation.md', import.meta.url), 'utf8')
for (const row of await kindsAtServers([placed('ours'), placed('theirs')])) {
  const isTrue = documented.includes(`${row}\n`)
  process.stdout.write(`${row}${isTrue ? '' : '  <- not as documented'}\n`)
  if (!isTrue) process.exitCode = 1
}
if (sqlite > 0) await trial('SQLite', [placed('sender'), placed('receiver')], sqlite)
if (postgres > 0) {
  const server = await startPostgres(() => {}, durable)
  try {
    const [one, other] = [await newDatabase(server.url, 'sender'), await newDatabase(server.url, 'receiver')]
    await trial(
      'PostgreSQL',
      [
        { ...placed('one'), DATABASE_URL: one },
        { ...placed('other'), DATABASE_URL: other },
      ],
      postgres,
    )
  } finally {
    await server.stop()
  }
}
await rm(folder, { recursive: true, force: true })
