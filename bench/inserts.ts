/** Inserts rows into a database without a service, in a separate process. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type Calendar, databaseIn } from './stage.ts'

export interface Inserts {
  /** Inserts for that many seconds. Returns the events inserted per second. */
  rate(seconds: number): Promise<number>
  stop(): void
}

/** Starts a process that inserts the rows of the last event of one calendar into another. Throws where that fails. */
export async function bareInserts(
  made: Calendar,
  into: Calendar,
  env: Readonly<Record<string, string>> = {},
): Promise<Inserts> {
  const files = [made, into].map(({ folder }) => databaseIn(folder))
  const child = fork(join(import.meta.dirname, 'inserting.ts'), files, { env: { ...process.env, ...env } })
  const ended = once(child, 'exit').then(() => {
    throw new Error('the process of the bare inserts exited')
  })
  ended.catch(() => {})
  const told = async () => (await Promise.race([once(child, 'message'), ended]))[0] as unknown
  await told()
  return {
    async rate(seconds) {
      child.send(seconds)
      return Number(await told())
    },
    stop: () => void child.kill(),
  }
}
