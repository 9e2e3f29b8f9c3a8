/** Keeps calendar subscriptions up to date: conditional requests, imports, and longer pauses after failures. */
import { redactWebAddresses } from '../../domain/text/calendar-address.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { because, Problem, type RefusalReason } from '../../problem.ts'
import type { CalendarSubscription, ReservedSubscription, SubscriptionRunResult } from '../../store/store.ts'
import { importCalendar } from './calendar.ts'
import type { ImportSetup } from './importing.ts'
import { lineFaultsOf } from './line-results.ts'
import { handVanishedToOtherSubscriptions, incompleteReadReason, trashEventsGoneFromSource } from './prune.ts'

// The result of a read of a subscribed calendar: for people, and for programs.

type ReadResult = Pick<SubscriptionRunResult, 'result' | 'reason' | 'values'>

/** The longest text of a result. */
const LONGEST = 500

const redacted = (text: string) => redactWebAddresses(text).slice(0, LONGEST)

/** Returns values without what addresses in them may have that is secret. */
function redactedValues(values: RefusalReason['values']): RefusalReason['values'] {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (typeof value === 'string') return [name, redacted(value)]
      if (typeof value === 'number') return [name, value]
      return [name, { ...value, message: redacted(value.message), values: redactedValues(value.values) }]
    }),
  )
}

/** Returns the result of a read that succeeded. `message` may say more than the sentence of the reason. */
const succeededSubscriptionReadResult = ({ reason, values, message }: RefusalReason): ReadResult => ({
  result: message.slice(0, LONGEST),
  reason,
  values,
})

const isReasoned = (error: object): error is { readonly reason: RefusalReason } =>
  'reason' in error && typeof error.reason === 'object'

/** Returns why a read failed, for programs. */
function reasonOfError(error: unknown): Pick<ReadResult, 'reason'> & Pick<RefusalReason, 'values'> {
  if (error instanceof Problem) {
    const [fault] = lineFaultsOf(error)
    if (fault !== undefined) return fault
  }
  if (error instanceof Error && isReasoned(error)) return error.reason
  return because('calendar_failed', { why: error instanceof Error ? error.message : String(error) })
}

/** Returns the result of a read that failed. */
function failedSubscriptionReadResult(error: unknown): ReadResult {
  const { reason, values } = reasonOfError(error)
  const message = error instanceof Error ? error.message : String(error)
  return { result: redacted(`failed: ${message}`), reason, values: redactedValues(values) }
}

const DAY = 86_400
/** Recurring events are imported only so far ahead, so an unchanged feed must be imported again from time to time. */
const READ_AGAIN = 7 * DAY
/** The duration of the lease of a subscription, in seconds. */
const LEASE = 1800

interface Validators {
  readonly etag: string
  readonly lastModified: string
}

/** Requests a feed, with HTTP Basic if `login` (`name:password`) is not "". Throws an Error with the reason; its `seconds` is the pause that the server requests. */
export type FetchFeed = (
  address: string,
  known: Validators,
  login: string,
) => Promise<({ readonly text: string } & Validators) | { readonly isUnchanged: true }>

const isBusy = (error: unknown): error is Error & { readonly seconds: number } =>
  error instanceof Error && 'seconds' in error && typeof error.seconds === 'number'

/** Returns the seconds until the next attempt after consecutive failures: twice as long each time, up to a day. */
function patienceOf(every: number, failures: number): number {
  return Math.min(Math.max(DAY, every), every * 2 ** Math.min(failures, 20))
}

/** The result of an import, and whether the whole calendar was read and stored. */
interface Imported {
  readonly result: RefusalReason
  readonly isWhole: boolean
}

/**
 * Imports a calendar. Throws a problem if the text ends too early (its complete events are imported, unless it is the first one), or if none of its events
 * could be imported.
 */
async function imported(
  text: string,
  subscription: CalendarSubscription,
  importing: ImportSetup,
): Promise<Imported> {
  const { address: name, categories, group_id, prunes } = subscription
  const needsWhole = subscription.read_utc === null
  const source = { name, isConfined: true, host: new URL(name).host, categories, needsWhole }
  const tally = await importCalendar(text, source, {
    ...importing,
    caller: { ...importing.caller, newGroup: group_id ?? undefined },
  })
  const context = { ...importing.caller, store: importing.store, moment: importing.now() }
  const removed = prunes ? await trashEventsGoneFromSource(source, tally, context) : 0
  if (!prunes) await handVanishedToOtherSubscriptions(source, tally, context)
  const { created, updated, unchanged, refused, refusals, inventory } = tally
  const [first] = refusals
  const read = because('calendar_read', { created, updated, unchanged, removed, refused })
  if (tally.isCut) {
    const message = `the calendar is cut off, so nothing was moved to the trash (${read.message})`
    throw new Problem('rest_invalid_param', { ...because('calendar_cut_off'), message })
  }
  const reason = first === undefined ? '' : `: line ${first.line}: ${first.reason}`
  if (refused > 0 && refused === tally.lines) {
    const message = `no event could be imported (${refused} refused${reason})`
    throw new Problem('rest_invalid_param', { ...because('no_event_imported'), message })
  }
  if (inventory.keys.size === 0 && inventory.doubt !== undefined)
    throw new Problem('rest_invalid_param', because('no_event_read', { why: inventory.doubt }))
  const doubt = incompleteReadReason(tally)
  const told =
    prunes && doubt !== undefined
      ? because('calendar_read_in_part', { read, why: because('nothing_trashed', { why: doubt }) })
      : read
  return {
    result: { ...told, message: `${told.message}${reason}` },
    isWhole: refused === 0 && inventory.doubt === undefined,
  }
}

const unvalidated = { etag: '', last_modified: '' } as const

/** The state after a failure. A feed whose text was imported in part is read as a whole the next time. */
function failed(
  { every_seconds, failures, read_utc }: CalendarSubscription,
  error: unknown,
  now: number,
  validators: Pick<SubscriptionRunResult, 'etag' | 'last_modified'> = unvalidated,
): SubscriptionRunResult {
  const retryAfter = isBusy(error) ? Math.min(error.seconds, DAY) : 0
  return {
    tried_utc: now,
    read_utc,
    ...validators,
    failures: failures + 1,
    next_utc: now + Math.max(retryAfter, patienceOf(every_seconds, failures + 1)),
    ...failedSubscriptionReadResult(error),
  }
}

/**
 * Returns the response of a feed, or the error of the request. Errors are caught here because an unreachable host has the same
 * error code as an unreachable database.
 */
const fetched = ({ address, login }: ReservedSubscription, known: Validators, fetch: FetchFeed) =>
  fetch(address, known, login).catch((error: unknown) => ({ error }))

/** Imports the feed of one subscription. Throws if the database can't be reached; the result reports all other failures. */
async function inStep(
  subscription: ReservedSubscription,
  fetch: FetchFeed,
  importing: ImportSetup,
): Promise<SubscriptionRunResult> {
  const { every_seconds, read_utc, etag, last_modified } = subscription
  const now = epochOfInstant(importing.now().now)
  const isFresh = read_utc !== null && now - read_utc < READ_AGAIN
  const done = { tried_utc: now, next_utc: now + every_seconds, failures: 0 }
  const known = isFresh ? { etag, lastModified: last_modified } : { etag: '', lastModified: '' }
  const response = await fetched(subscription, known, fetch)
  if ('error' in response) return failed(subscription, response.error, now, { etag, last_modified })
  if ('isUnchanged' in response)
    return {
      ...done,
      read_utc,
      etag,
      last_modified,
      ...succeededSubscriptionReadResult(because('calendar_unchanged')),
    }
  // What this text changes must never be hidden by "not changed" on the earlier one, even after a crash.
  await importing.store.subscriptions.forgetValidators(subscription.id)
  try {
    const { result, isWhole } = await imported(response.text, subscription, importing)
    const validators = isWhole ? { etag: response.etag, last_modified: response.lastModified } : unvalidated
    return { ...done, read_utc: now, ...validators, ...succeededSubscriptionReadResult(result) }
  } catch (error) {
    if (importing.isFatal(error) || (error instanceof Problem && error.status >= 500)) throw error
    return failed(subscription, error, now)
  }
}

/** A subscription whose feed was read, and the result. */
export interface SubscriptionRun {
  readonly subscription: CalendarSubscription
  readonly settled: SubscriptionRunResult
}

/**
 * Imports the feeds that are due, one after the other; with `id` only that one, due or not. Skips subscriptions that another
 * process has leased. Throws if the database can't be reached.
 */
export async function* importDueSubscriptions(
  fetch: FetchFeed,
  importing: ImportSetup,
  id?: number,
): AsyncIterable<SubscriptionRun> {
  const { subscriptions } = importing.store
  for (;;) {
    const subscription = await subscriptions.take(importing.now(), LEASE, id)
    if (subscription === undefined) return
    const settled = await inStep(subscription, fetch, importing)
    await subscriptions.settle(subscription.id, settled)
    yield { subscription, settled }
    if (id !== undefined) return
  }
}
