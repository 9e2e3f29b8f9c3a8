/** Writes rows into a database without a service, in a separate process. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type Calendar, databaseIn } from './stage.ts'

export interface BareWrites {
  /** Writes for that many seconds. Returns the events written per second. */
  rate(seconds: number): Promise<number>
  stop(): void
}

/** Starts a process that copies the rows of the last write in one calendar into another, repeatedly. Throws if that fails. */
export async function bareWrites(
  act: 'insert' | 'update',
  made: Calendar,
  into: Calendar,
  env: Readonly<Record<string, string>> = {},
): Promise<BareWrites> {
  const args = [...[made, into].map(({ folder }) => databaseIn(folder)), act]
  const child = fork(join(import.meta.dirname, 'bare-writing.ts'), args, { env: { ...process.env, ...env } })
  const ended = once(child, 'exit').then(() => {
    throw new Error('the process of the bare writes exited')
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
