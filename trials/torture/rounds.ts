/** Rounds of writing and crashing. */
import { setTimeout as wait } from 'node:timers/promises'
import { faultsIn } from '../../src/commands/check.ts'
import { readConfig } from '../../src/config.ts'
import { freePort } from '../../test/support/postgres-server.ts'
import { type Serving, serve } from '../../test/support/process.ts'
import { verify } from './verify.ts'
import { type Ask, asking, type Log, type Writer, write } from './writer.ts'

const WRITERS = 6
const EARLIER_ITEMS = 5

/** A way to crash: what it does, and whether the service has to be started again after. */
export interface Crash {
  readonly name: string
  strike(service: Serving): Promise<void>
}

/** The service killed in the midst of whatever it does. */
export const killed: Crash = {
  name: 'SIGKILL of the service',
  async strike({ child, ended }) {
    child.kill('SIGKILL')
    await ended
  },
}

export interface Outcome extends Log {
  readonly crashes: Readonly<Record<string, number>>
  /** Writes that were not acknowledged. */
  readonly doubts: number
}

const isUp = ({ child }: Serving) => child.exitCode === null && child.signalCode === null

/** Waits until the service answers from its database again. */
async function answering(address: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const answer = await fetch(`${new URL(address).origin}/readyz`).catch(() => undefined)
    if (answer?.status === 200) return
    await wait(50)
  }
  throw new Error('the service does not come back')
}

interface Trial {
  readonly ask: Ask
  readonly log: Log
  readonly writers: readonly Writer[]
}

/** Writes until it crashes. */
async function strike({ ask, log, writers }: Trial, crash: Crash, service: Serving): Promise<void> {
  let isOver = false
  const writing = writers.map((writer) => write(writer, ask, log, () => isOver))
  await wait(50 + Math.random() * 950)
  await crash.strike(service)
  isOver = true
  await Promise.all(writing)
}

/** Looks at all that was written since, each client from an item on, and at some of what was there before. */
async function verifySince({ ask, log, writers }: Trial, known: readonly number[]): Promise<void> {
  const verified = writers.map((writer, at) => {
    const from = known[at] ?? 0
    const any = () => writer.items[Math.floor(Math.random() * from)]
    const earlier = Array.from({ length: EARLIER_ITEMS }, any).filter((item) => item !== undefined)
    return verify(writer, ask, log, [...earlier, ...writer.items.slice(from)])
  })
  await Promise.all(verified)
}

function trialOf(address: () => string): Trial {
  const run = Math.random().toString(36).slice(2, 6)
  return {
    ask: asking(address),
    log: { violations: [], revisions: new Set(), acknowledged: 0, unavailable: 0 },
    writers: Array.from({ length: WRITERS }, (_, at) => ({
      name: `${run}w${at}`,
      items: [],
      doubt: undefined,
      written: 0,
    })),
  }
}

/** Runs rounds of writing, each with its crash, and compares what is there with what was acknowledged. */
export async function torture(
  given: Readonly<Record<string, string>>,
  crashes: readonly Crash[],
  onRound: (round: number) => void = () => {},
): Promise<Outcome> {
  // Addresses are part of what is answered under a key: the service comes back where it was.
  const env = { ...given, PORT: String(await freePort()) }
  let service = await serve(env)
  const trial = trialOf(() => service.address)
  const counted: Record<string, number> = {}
  let doubts = 0
  for (const [round, crash] of crashes.entries()) {
    const known = trial.writers.map(({ items }) => items.length)
    await strike(trial, crash, service)
    counted[crash.name] = (counted[crash.name] ?? 0) + 1
    doubts += trial.writers.filter(({ doubt }) => doubt !== undefined).length
    if (!isUp(service)) service = await serve(env)
    await answering(service.address)
    await verifySince(trial, known)
    for (const fault of await faultsIn(readConfig(env))) trial.log.violations.push(`fasti check: ${fault}`)
    onRound(round + 1)
  }
  await verifySince(
    trial,
    trial.writers.map(() => 0),
  )
  service.child.kill('SIGTERM')
  await service.ended
  return { ...trial.log, crashes: counted, doubts }
}
