/**
 * Feeds as they were made: kept, whole and in memory, for as long as nothing is written, and made few at a time. The same feed is
 * made once for all who ask for it meanwhile, and no further when all of them are gone.
 */
import { epochOf, type Moment } from '../domain/moment.ts'
import { Problem } from '../problem.ts'
import type { Store } from '../store/store.ts'
import { type Era, eras, isIn } from './eras.ts'
import type { Spool } from './spool.ts'

/** A feed, and until when it is what it is if nothing is written: seconds since 1970 UTC. */
export interface MadeFeed {
  readonly text: Spool
  readonly until: number
}

/** Who asks for a feed. */
export interface FeedRequest {
  /** What decides the text besides what is kept; undefined where that is the moment itself. */
  readonly question: string | undefined
  readonly moment: Moment
  /** The revision that the answer may be no older than. */
  readonly atLeast: number
  /** Whether nobody waits for the answer any more. */
  isGone(): boolean
}

type Make = (goOn: () => void) => Promise<MadeFeed>

export interface FeedCache {
  /** The text of a feed. Throws 503 where too many are being made. */
  text(request: FeedRequest, make: Make): Promise<Spool>
}

/** Bytes of the feeds that are kept. */
const MOST_KEPT = 64 * 1024 * 1024
const MOST_FEEDS = 200
const MADE_AT_ONCE = 2
const MOST_WAITING = 20

const gone = () => new Problem('rest_unavailable', { message: 'The connection is closed.' })

/** Lets so many act at a time, in the order of asking. Throws 503 where too many wait. */
export function turns(atOnce: number, mostWaiting: number) {
  const waiting: (() => void)[] = []
  let busy = 0
  return async <T>(act: () => Promise<T>): Promise<T> => {
    if (busy < atOnce) busy += 1
    else if (waiting.length < mostWaiting) await new Promise<void>((resolve) => waiting.push(resolve))
    else
      throw new Problem('rest_unavailable', { message: 'Too many feeds are being made. Try again shortly.' })
    try {
      return await act()
    } finally {
      const next = waiting.shift()
      if (next === undefined) busy -= 1
      else next()
    }
  }
}

interface Kept extends MadeFeed {
  readonly era: Era
}

/** The feeds that are kept, the ones asked for last at the end. */
function keptFeeds() {
  const kept = new Map<string, Kept>()
  let held = 0
  const drop = (question: string) => {
    held -= kept.get(question)?.text.size ?? 0
    kept.delete(question)
  }
  return {
    get(question: string, era: Era, now: number): Spool | undefined {
      const one = kept.get(question)
      if (one === undefined || one.era.revision !== era.revision) return undefined
      if (!isIn(one.era, now) || now >= one.until) return undefined
      kept.delete(question)
      kept.set(question, one)
      return one.text
    },
    put(question: string, one: Kept): void {
      drop(question)
      kept.set(question, one)
      held += one.text.size
      for (const oldest of kept.keys()) {
        if (held <= MOST_KEPT && kept.size <= MOST_FEEDS) return
        drop(oldest)
      }
    },
  }
}

interface UnderWay {
  readonly text: Promise<Spool>
  readonly waiting: Set<() => boolean>
}

/** Feeds over one store; none are kept yet. */
export function feedCache(store: Store): FeedCache {
  const { current, learn } = eras(store)
  const kept = keptFeeds()
  const underWay = new Map<string, UnderWay>()
  const inTurn = turns(MADE_AT_ONCE, MOST_WAITING)

  const begin = (key: string, isGone: () => boolean, make: Make, keep: (made: MadeFeed) => void) => {
    const waiting = new Set([isGone])
    const goOn = () => {
      if ([...waiting].every((isGone) => isGone())) throw gone()
    }
    const act = async () => {
      goOn()
      const made = await make(goOn)
      if (made.text.held !== undefined) keep(made)
      return made.text
    }
    const text = inTurn(act).finally(() => underWay.delete(key))
    underWay.set(key, { text, waiting })
    return text
  }

  return {
    async text({ question, moment, atLeast, isGone }, make) {
      const now = epochOf(moment.now)
      const known = current(now)
      const era = known !== undefined && known.revision >= atLeast ? known : await learn(moment)
      if (question === undefined || era.revision < atLeast)
        return inTurn(async () => (await make(() => (isGone() ? fail() : undefined))).text)
      const before = kept.get(question, era, now)
      if (before !== undefined) return before
      const key = `${era.revision} ${question}`
      const running = underWay.get(key)
      if (running !== undefined) {
        running.waiting.add(isGone)
        const text = await running.text
        // What waits in a file can be sent once.
        if (text.held !== undefined) return text
      }
      return begin(key, isGone, make, (made) => kept.put(question, { ...made, era }))
    },
  }
}

function fail(): never {
  throw gone()
}
