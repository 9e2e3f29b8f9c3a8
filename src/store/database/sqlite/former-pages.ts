/** Makes a file hold nothing that was deleted or replaced, once somebody was erased. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire as requireFrom } from 'node:module'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { DbPool, FormerPages } from '../connection.ts'
import { rawSql, sql } from '../sql.ts'

/** The bits of `user_version`: every version so far has overwritten what it deleted, and somebody was erased whose pages are still there. */
export const WIPED = 1
const OWED = 2

/** Milliseconds for which a reader of former pages is waited for, and between two looks. */
const READER = { most: 2000, pause: 20 }

/** Rewrites a file in a process of its own, since SQLite does it in one step: with the API that `database.ts` uses. */
const rewriting = `
  const [file, packaged] = process.argv.slice(1)
  const { DatabaseSync } = process.getBuiltinModule?.('node:sqlite') ?? require(packaged)
  const database = new DatabaseSync(file)
  for (const statement of ['busy_timeout=60000', 'secure_delete=on']) database.exec('pragma ' + statement)
  database.exec('vacuum')
  // Here, since the log is as long as the file.
  database.exec('pragma wal_checkpoint(truncate)')
  database.close()`

// The build gives every file a `createRequire` already.
const { resolve } = requireFrom(import.meta.url)

function startRewriting(file: string): ChildProcess {
  const args = ['--input-type=commonjs', '--eval', rewriting, '--', file, resolve('@photostructure/sqlite')]
  // It gets no secrets; what it writes for a while is beside the file, in its volume.
  const env = { SQLITE_TMPDIR: dirname(file) }
  return spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
}

/** Why pages are still there while the file is rewritten. */
const stillBusy = new Error('the file is still being rewritten')

/** Waits until a file is rewritten. Throws what SQLite says where it could not be. */
async function rewritten(child: ChildProcess): Promise<void> {
  let said = ''
  child.stderr?.on('data', (text) => {
    said += text
  })
  const code = await new Promise<number | null>((done, fail) => child.once('close', done).once('error', fail))
  if (code !== 0) throw new Error(/Error: (.*)/.exec(said)?.[1] ?? `the process ended with ${code}`)
}

async function versionOf(writer: DbPool): Promise<number> {
  const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(writer)
  return rows[0]?.user_version ?? 0
}

/** Empties the log beside the file, which has pages as they were before. Throws where somebody goes on reading them. */
async function emptyLog(writer: DbPool): Promise<void> {
  for (let waited = 0; waited < READER.most; waited += READER.pause) {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(writer)
    if (rows[0]?.busy === 0) return
    await wait(READER.pause)
  }
  throw new Error('another process, such as a back-up, reads the file as it was')
}

/** Returns the former pages of a file that `writer` is open on. `close` ends the process that rewrites it. */
export function formerPagesOf(file: string, writer: DbPool): FormerPages & { close(): Promise<void> } {
  let child: ChildProcess | undefined
  let last: Promise<Error | undefined> = Promise.resolve(undefined)
  const mark = (version: number) => rawSql(`pragma user_version=${version}`).execute(writer)
  const wipe = async () => {
    const before = await versionOf(writer)
    await mark(before | OWED)
    if ((before & WIPED) === 0) {
      child = startRewriting(file)
      await rewritten(child)
      await mark(WIPED | OWED)
    }
    await emptyLog(writer)
    await mark(WIPED)
    return undefined
  }
  return {
    areOwed: async () => ((await versionOf(writer)) & OWED) !== 0,
    wipe(patience) {
      // Each after the one before, which may have emptied the log before the erasure of this one.
      last = last
        .then(wipe)
        .catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))))
      return patience === undefined ? last : Promise.race([last, wait(patience, stillBusy, { ref: false })])
    },
    async close() {
      child?.kill('SIGKILL')
      await last
    },
  }
}
