/**
 * Whether a server is there. It is asked whenever work on it fails or takes long. While it is away, nothing waits for it: it is asked
 * twice a second whether it is back.
 */
import type pg from 'pg'
import { isServerAwayError } from '../errors.ts'
import { closeClient, type OpenClient, queryWithDeadline } from './opening.ts'

/** Milliseconds between questions to a server that is away. */
const INTERVAL = 500

/** The error of every use of a server that is away. */
export class ServerAwayError extends Error {
  constructor(cause: unknown) {
    super('The database is away', { cause })
  }
}

/** Whether one server is there. */
export interface AvailabilityOfOneServer {
  /** Since when the server is away, in milliseconds of the process's clock; undefined while it is there. */
  awaySince(): number | undefined
  /** Throws a `ServerAwayError` while the server is away. */
  allow(): void
  /** Asks whether the server is there. Resolves when that is known; of several questions at once, one is sent. */
  ask(): Promise<void>
  /** Calls `listener`, instead of an earlier one, when the server goes away or comes back. */
  listen(listener: Listener): void
  /** Stops asking. */
  close(): void
}

/** Called with the cause when the server goes away; with undefined when it is back, and the milliseconds that it was away. */
type Listener = (away: ServerAwayError | undefined, lasted: number) => void

/** Runs on a connection to a server that is there, before anything else uses the server. */
export type OnServerAvailable = (client: pg.Client) => Promise<void>

/** Opens a connection, and runs a statement on it. Throws if the server is away. */
async function greet(open: OpenClient, patience: number, welcome: OnServerAvailable): Promise<void> {
  const client = await open()
  try {
    await queryWithDeadline(client, 'select 1', patience)
    await welcome(client)
  } finally {
    void closeClient(client)
  }
}

/** Whether the server is away, since when, and who is told. */
function absence(left: (away: ServerAwayError) => void) {
  let away: { readonly error: ServerAwayError; readonly since: number } | undefined
  let listener: Listener = () => {}
  return {
    now: () => away,
    listen(next: Listener) {
      listener = next
    },
    begin(cause: unknown) {
      if (away !== undefined) return
      away = { error: new ServerAwayError(cause), since: performance.now() }
      left(away.error)
      listener(away.error, 0)
    },
    end() {
      if (away === undefined) return
      const lasted = performance.now() - away.since
      away = undefined
      listener(undefined, lasted)
    },
  }
}

/** Tracks the availability of the server that `open` connects to. It has `patience` milliseconds to answer. `left` is called when it goes away. */
export function trackServerAvailability(
  open: OpenClient,
  patience: number,
  left: (away: ServerAwayError) => void,
  welcome: OnServerAvailable,
): AvailabilityOfOneServer {
  const away = absence(left)
  let asking: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const look = async () => {
    try {
      await greet(open, patience, welcome)
      away.end()
    } catch (error) {
      // A server that answers with an error of its own is there.
      if (!isServerAwayError(error)) return away.end()
      away.begin(error)
      if (isClosed) return
      timer = setTimeout(() => void ask(), INTERVAL)
      timer.unref()
    }
  }
  const ask = (): Promise<void> => {
    if (isClosed) return Promise.resolve()
    clearTimeout(timer)
    asking ??= look().finally(() => {
      asking = undefined
    })
    return asking
  }
  return {
    awaySince: () => away.now()?.since,
    allow() {
      const current = away.now()
      if (current !== undefined) throw current.error
    },
    ask,
    listen: away.listen,
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
