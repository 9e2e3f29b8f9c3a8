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
  /**
   * Runs `act`. Returns its result, and how much slower than the reference the machine was meanwhile: 2 means that all takes twice as long;
   * 1 if the system does not report processor times.
   */
  during<T>(act: () => Promise<T>): Promise<{ readonly done: T; readonly slowness: number }>
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
  const slowness = async () => {
    const taken: number[] = []
    for (let time = 0; time < TURNS; time++) taken.push((await turn(single, SECONDS)).processor ?? REFERENCE)
    return median(taken) / REFERENCE
  }
  return {
    async during(act) {
      const before = await slowness()
      const done = await act()
      return { done, slowness: (before + (await slowness())) / 2 }
    },
    stop: () => server.stop(),
  }
}
