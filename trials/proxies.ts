/**
 * `npm run trial proxies`: each proxy that this machine has, with its configuration of `ops/proxies`, in front of two instances on one PostgreSQL
 * database: an import of 49 MiB and one that is too long, a stream of changes, the address of the client, twelve writers while an instance
 * drains and ends, and a path. It fails if one of them does not pass, or a write fails.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onServer } from '../test/support/on-server.ts'
import { startPostgres } from '../test/support/postgres-server.ts'
import { hasProxy, proxies, tryProxy } from './proxies/trial.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)
const server = await startPostgres(() => {})
try {
  for (const proxy of proxies) {
    if (!(await hasProxy(proxy))) {
      say(`${proxy.program}: not installed, left out`)
      continue
    }
    const folder = await mkdtemp(join(tmpdir(), 'fasti-proxies-'))
    await onServer(server.url, `create database ${proxy.program}`)
    const databaseUrl = Object.assign(new URL(server.url), { pathname: `/${proxy.program}` }).href
    const { imported, refused, streamed, acknowledged } = await tryProxy(proxy, { databaseUrl, folder })
    await rm(folder, { recursive: true })
    const long = refused === 413 ? 'refused with 413' : 'cut off'
    say(
      `${proxy.program}: ${imported} MiB imported, 53 MiB ${long}, a change on the stream after ${Math.round(streamed)} ms; ${acknowledged} writes while an instance ended, none failed`,
    )
  }
} finally {
  await server.stop()
}
