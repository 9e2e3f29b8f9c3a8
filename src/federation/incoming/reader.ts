/** Reads what is due at other servers from time to time. Every process may: what one has taken, no other one takes. */
import { updateInTransaction } from '../../actions/update.ts'
import { writeAfterPreparing } from '../../actions/writing/preparing.ts'
import { parseUpdateArgs } from '../../contract/resources/parse.ts'
import type { IncomingEvent, Writing } from '../../store/store.ts'
import { tickerOf } from '../../webhooks/ticking.ts'
import { type FederationParts, nowInSeconds } from '../federation-parts.ts'
import type { RemoteReadingParts } from '../remote/fetching.ts'
import { contextOfIncomingEvents, storedEventWithLinksOfId } from './applying.ts'
import { runWithAcceptedFields } from './arrivals.ts'
import { wantedImageColumns } from './images.ts'
import { namesOfFieldsToChange, type SentFieldDigests, sentDigestsAfterWrite } from './kept-fields.ts'
import { fetchDueOutboxesAndEvents } from './reading.ts'

// Fetches the images of events that came in, one after the other.

/** Seconds after which an image is fetched again whose process ended meanwhile. */
const LEASE = 600
/** The most images of one look. */
const MOST = 50

/** Gives an event its image, unless it has another one from here, or its server sent another one meanwhile. */
async function addImage(
  store: Writing,
  { object, image }: IncomingEvent,
  context: ReturnType<typeof contextOfIncomingEvents>,
): Promise<void> {
  const known = await store.incoming.byObject(object)
  if (known === undefined || known.image !== image) return
  const { next_utc, is_daily, ...noted } = known
  const done = { ...noted, ...wantedImageColumns('', 0) }
  const before = await storedEventWithLinksOfId(store, known.event_id ?? 0, context)
  const sent: SentFieldDigests = JSON.parse(known.sent)
  const wanted = { image: { image } }
  if (
    before === undefined ||
    before.record.status === 'trash' ||
    !namesOfFieldsToChange(wanted, sent, before).length
  )
    return store.incoming.keep(done)
  const { record } = before
  const { written } = await runWithAcceptedFields(store, wanted, async (some) => {
    await updateInTransaction(store, { name: 'event', kept: record }, parseUpdateArgs('event', some), context)
  })
  const after = await storedEventWithLinksOfId(store, record.id, context)
  if (after !== undefined)
    await store.incoming.keep({ ...done, sent: JSON.stringify(sentDigestsAfterWrite(written, sent, after)) })
}

/** Fetches the images that are due. One that can't be had is asked for again when its event changes. */
async function fetchDueImages(source: FederationParts): Promise<void> {
  const { incoming } = source.context().store.federation
  for (let look = 0; look < MOST; look++) {
    const now = nowInSeconds(source)
    const due = await incoming.takeImage(now, now + LEASE)
    if (due === undefined) return
    await writeAfterPreparing(contextOfIncomingEvents(source), (store, context) =>
      addImage(store, due, context),
    )
  }
}

/** Milliseconds between two looks for what is due. */
const IDLE = 1000

interface IncomingReader {
  /** Reads everything that is due. */
  read(): Promise<void>
  /** Reads from time to time until `stop`. */
  start(failed: (error: unknown) => void): void
  stop(): Promise<void>
}

/** Returns what does some work, a second after it was done last. */
function idlingTicker(work: () => Promise<void>) {
  let looked = Number.NEGATIVE_INFINITY
  return tickerOf(async () => {
    if (performance.now() - looked < IDLE) return
    await work()
    looked = performance.now()
  })
}

/** Returns the reader of one process. Images don't delay events. */
export function followedCalendarsReader(reading: RemoteReadingParts): IncomingReader {
  const failedLately = new Set<string>()
  const works = [() => fetchDueOutboxesAndEvents(reading, failedLately), () => fetchDueImages(reading.source)]
  const tickers = works.map(idlingTicker)
  return {
    async read() {
      for (const work of works) await work()
    },
    start(failed) {
      for (const ticker of tickers) ticker.start(failed)
    },
    async stop() {
      await Promise.all(tickers.map((ticker) => ticker.halt()))
    },
  }
}
