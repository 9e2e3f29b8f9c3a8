/** A standby of a PostgreSQL server, which replicates it by streaming. */
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { type OnLog, owned, type PostgresServer, serverFilled, settings } from './postgres-server.ts'
import { runProgram } from './programs.ts'

/** Settings of a server with a standby. */
export const copied = { wal_level: 'replica', max_wal_senders: '4', wal_keep_size: '256MB' }

/** Starts a read-only standby of a server with the settings `copied`. */
export async function startStandby(of: PostgresServer, onLog: OnLog): Promise<PostgresServer> {
  const { port, password } = new URL(of.url)
  const from = `host=127.0.0.1 port=${port} user=postgres password=${password}`
  const options = { ...settings, ...copied, primary_conninfo: from }
  return serverFilled(onLog, options, password, async (folder, owner) => {
    const data = join(folder, 'data')
    const client = new pg.Client({ connectionString: of.url })
    await client.connect()
    await client.query("select pg_backup_start('standby', true)")
    await runProgram('cp', ['-a', join(of.folder, 'data'), data])
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    await client.end()
    await rm(join(data, 'postmaster.pid'), { force: true })
    await writeFile(join(data, 'backup_label'), rows[0]?.labelfile ?? '')
    await writeFile(join(data, 'standby.signal'), '')
    await owned([join(data, 'backup_label'), join(data, 'standby.signal')], owner)
  })
}
