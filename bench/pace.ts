/** How fast the machine is: times that were measured on different machines are compared at the speed of one. */
import { publishedId } from './calendar.ts'
import { REFERENCE } from './case.ts'
import { get } from './load.ts'
import { median, turn, warmUp } from './rounds.ts'
import { BASE, FEW, type Stage } from './stage.ts'

const TURNS = 3
const SECONDS = 0.4

/** The plain server, which runs as long as all cases: it is the same program whatever the service has become. */
export interface Pace {
  /** Returns how much slower than the reference the machine is now: 2 means that all takes twice as long; 1 if the system does not report processor times. */
  slowness(): Promise<number>
  stop(): Promise<void>
}

/** Starts the plain server and warms it up. */
export async function startPace(stage: Stage): Promise<Pace> {
  const server = await stage.plain(stage.small(), { lasting: true })
  let at = 0
  const single = {
    server,
    request() {
      at += 1
      return get(`${BASE}/${publishedId((at * 7919) % FEW)}`)
    },
  }
  await warmUp(single)
  return {
    async slowness() {
      const taken: number[] = []
      for (let time = 0; time < TURNS; time++)
        taken.push((await turn(single, SECONDS)).processor ?? REFERENCE)
      return median(taken) / REFERENCE
    },
    stop: () => server.stop(),
  }
}
