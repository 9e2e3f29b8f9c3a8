/** Crashes two federating calendars while one is written to: each change of an event must reach the other, in order. */
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { within } from '../../test/support/within.ts'
import { type Calendar, followed, startedCalendar } from './calendars.ts'

const WRITERS = 2
/** The milliseconds of writing before a crash. */
const [SHORTEST, LONGEST] = [200, 1800]
/** Seconds to wait for everything: a server that failed twice is tried again after five minutes. */
const PATIENCE = 420
/** After every so many crashes, everything is waited for. The others come while activities of the one before are on their way. */
const AWAITED = 3

const victims = ['the sender', 'the receiver', 'both'] as const

export interface FederationOutcome {
  readonly crashes: Readonly<Record<string, number>>
  readonly acknowledged: number
  /** Changes that the follower wrote. */
  readonly received: number
  /** The most seconds from a crash until everything had arrived. */
  readonly latest: number
  readonly violations: readonly string[]
}

/** An event as it was last acknowledged: the number in its title, or that it is public no more. */
interface Written {
  readonly number: number
  readonly isGone: boolean
}

const event = { title: '1', start_date: '2030-05-04 18:00', end_date: '2030-05-04 20:00' }

/** Creates and changes events, and takes some back, until `isOver`. What was acknowledged is in `written`, by the address of the event. */
async function write({ ask }: Calendar, written: Map<string, Written>, isOver: () => boolean): Promise<void> {
  for (let number = 1; !isOver(); number++) {
    const made = await ask('POST', '/events', event)
    if (made === undefined) {
      await wait(50)
      continue
    }
    written.set(made.url, { number: 1, isGone: false })
    for (let version = 2; version < 5 && !isOver(); version++) {
      if ((await ask('PATCH', `/events/${made.id}`, { title: String(version) })) === undefined) break
      written.set(made.url, { number: version, isGone: false })
    }
    if (number % 3 > 0 || isOver()) continue
    const isDraft = number % 2 === 0
    const gone = isDraft
      ? await ask('PATCH', `/events/${made.id}`, { title: '5', status: 'draft' })
      : await ask('DELETE', `/events/${made.id}`)
    if (gone !== undefined) written.set(made.url, { number: 5, isGone: true })
  }
}

/** Returns the numbers of the events that the follower shows, by their addresses at their own calendar. */
async function shownBy({ ask }: Calendar): Promise<ReadonlyMap<string, number>> {
  const shown = new Map<string, number>()
  for (let page = 1, pages = 1; page <= pages; page++) {
    const found = await ask('GET', `/events?starts_after=2030-01-01&per_page=50&page=${page}`)
    if (found === undefined) return new Map()
    pages = found.total_pages
    for (const { origin, title } of found.events) shown.set(origin.url, Number(title))
  }
  return shown
}

/** Returns the events that have not arrived, or should have gone. */
function missingIn(written: ReadonlyMap<string, Written>, shown: ReadonlyMap<string, number>) {
  return [...written].flatMap(([url, { number, isGone }]) => {
    const there = shown.get(url)
    if (isGone) return there === undefined ? [] : [`${url} was taken back, and is there as ${there}`]
    return (there ?? 0) >= number
      ? []
      : [`${url} was written up to ${number}, and is there as ${there ?? 'nothing'}`]
  })
}

/** Returns how many changes the follower wrote, and the events whose titles went backwards. */
async function orderAt({ ask }: Calendar) {
  const disordered: string[] = []
  let count = 0
  for (let id = 1; ; id++) {
    const found = await ask('GET', `/events/${id}/history?per_page=50`)
    if (found === undefined) return { disordered, count }
    const titles: number[] = found.changes
      .flatMap(({ values }: { values?: { title?: { after: unknown } } }) => values?.title?.after ?? [])
      .map(Number)
      .reverse()
    count += found.changes.length
    if (titles.some((number, at) => number < (titles[at - 1] ?? 0)))
      disordered.push(`event ${id} was written as ${titles.join(', ')}`)
  }
}

/** Kills, and starts again. */
async function strike(victim: (typeof victims)[number], sender: Calendar, receiver: Calendar): Promise<void> {
  const struck = victim === 'both' ? [sender, receiver] : [victim === 'the sender' ? sender : receiver]
  await Promise.all(struck.map((one) => one.kill()))
  await Promise.all(struck.map((one) => one.start()))
}

/** Runs rounds of writing, each of which ends with SIGKILL of one of two calendars, or of both. */
export async function federationTorture(
  envs: readonly [Readonly<Record<string, string>>, Readonly<Record<string, string>>],
  rounds: number,
  onRound: (round: number) => void,
): Promise<FederationOutcome> {
  const [sender, receiver] = [await startedCalendar(envs[0]), await startedCalendar(envs[1])]
  const written = new Map<string, Written>()
  const crashes: Record<string, number> = {}
  let latest = 0
  const arrived = async (crashed: number) => {
    const all = async () => {
      while (missingIn(written, await shownBy(receiver)).length > 0) await wait(200)
    }
    await within(PATIENCE, 'everything to arrive', all()).catch(() => {})
    latest = Math.max(latest, (performance.now() - crashed) / 1000)
  }
  try {
    await followed(receiver, sender)
    for (let round = 0; round < rounds; round++) {
      onRound(round)
      let isOver = false
      const writing = Array.from({ length: WRITERS }, () => write(sender, written, () => isOver))
      await wait(SHORTEST + Math.random() * (LONGEST - SHORTEST))
      const victim = victims[round % victims.length] ?? 'both'
      const crashed = performance.now()
      await strike(victim, sender, receiver)
      crashes[victim] = (crashes[victim] ?? 0) + 1
      isOver = true
      await Promise.all(writing)
      if (round % AWAITED === AWAITED - 1 || round === rounds - 1) await arrived(crashed)
    }
    const { disordered, count } = await orderAt(receiver)
    const violations = [...missingIn(written, await shownBy(receiver)), ...disordered]
    return { crashes, acknowledged: written.size, received: count, latest, violations }
  } finally {
    await Promise.all([sender.stop(), receiver.stop()])
  }
}
