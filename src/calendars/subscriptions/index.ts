/** Calendar subscriptions: managed, and read when they are due. */

import { resolveGroupTarget } from '../../actions/groups.ts'
import { answer, changedAnswer, named } from '../../api/answer.ts'
import type { Context } from '../../api/context.ts'
import { serviceOperation } from '../../api/operation.ts'
import { administrators } from '../../api/permission.ts'
import type { Room } from '../../api/room.ts'
import {
  type ChangedArgs,
  defaulted,
  markedAsExtension,
  notClearable,
  optional,
  required,
} from '../../contract/arg.ts'
import {
  basicAuthLogin,
  calendarUrl,
  categoryNames,
  interval,
  intervalTextOfSeconds,
  secondsOfIntervalText,
} from '../../contract/kinds/of-one-room.ts'
import * as kind from '../../contract/kinds.ts'
import { itemWriteScopes } from '../../contract/operations.ts'
import {
  anyObjectShape,
  booleanShape,
  countShape,
  integerOrNullShape,
  integerShape,
  listShape,
  sameShapeByName,
  textShape,
  timestampOrEmptyShape,
  timestampShape,
  webAddressShape,
} from '../../contract/shape.ts'
import { addressAndLoginOf, redactedWebAddress, redactWebAddresses } from '../../domain/text/links.ts'
import { titleOrUndefined } from '../../domain/text/plain-text.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { formatSecondsAsTimestampOrEmpty } from '../../domain/time/timestamp.ts'
import type { CalendarResponse, CalendarValidators } from '../../media/fetching/services.ts'
import { because, invalidParams, Problem, type RefusalReason } from '../../problem.ts'
import type {
  CalendarSubscription,
  NewCalendarSubscription,
  RefusedCalendarLine,
  ReservedSubscription,
  SubscriptionRunResult,
} from '../../store/store.ts'
import {
  handVanishedToOtherSubscriptions,
  importCalendar,
  incompleteReadReason,
  trashEventsGoneFromSource,
} from '../import/calendar.ts'
import { type ImportSetup, lineFaultsOf, MAX_REFUSALS, type ReportedLine } from '../import/importer.ts'
import { lineFault } from '../import/operations.ts'

// Manages calendar subscriptions for administrators (contract §0, ext.).

/** Imports the calendar of a subscription now; undefined if another process is importing it. */
export type ImportSubscribedCalendarNow = (id: number) => Promise<SubscriptionRunResult | undefined>

/** Returns the subscription with an id. Throws 404. */
async function subscriptionWithId(
  { store }: { readonly store: Pick<Context['store'], 'subscriptions'> },
  id: number,
): Promise<CalendarSubscription> {
  const found = (await store.subscriptions.all()).find((one) => one.id === id)
  if (found === undefined) throw new Problem('subscription-not-found')
  return found
}

/** Why a calendar that is there could not be imported. Its subscription stays and reads it again. */
const calendarFaults = ['calendar_cut_off', 'no_event_imported', 'no_event_read']

/** Whether a first reading found a calendar, even one that could not be imported; otherwise nothing is subscribed to. */
export const hasFoundCalendar = ({
  failures,
  reason,
}: Pick<SubscriptionRunResult, 'failures' | 'reason'>): boolean =>
  failures === 0 || calendarFaults.includes(reason)

/**
 * Adds a subscription and imports its calendar. One whose calendar is there and can't be imported stays, as failing. Throws 400 if there is no
 * calendar, 409 if the address already has a subscription.
 */
async function subscribeToCalendar(
  wanted: NewCalendarSubscription,
  readNow: ImportSubscribedCalendarNow,
  context: Context,
): Promise<CalendarSubscription> {
  const { subscriptions } = context.store
  const id = await subscriptions.add(wanted, context)
  if (id === undefined) throw new Problem('subscription_exists')
  const settled = await readNow(id)
  if (settled === undefined || hasFoundCalendar(settled)) return subscriptionWithId(context, id)
  await subscriptions.remove(id, context)
  const { result: message, reason, values } = settled
  throw invalidParams({ address: { code: 'rest_invalid_param', message, reason, values } })
}

/** Removes the login when the address moves to another server, unless a new login is sent. */
function withoutOldLogin(
  changes: Partial<NewCalendarSubscription>,
  before: string,
): Partial<NewCalendarSubscription> {
  const { address = before } = changes
  return new URL(address).origin === new URL(before).origin ? changes : { login: '', ...changes }
}

/**
 * Changes a subscription. A change of more than the interval makes it due immediately. Throws 404, or 409 if another
 * subscription has the address or the calendar is being imported now.
 */
export async function changeSubscribedCalendar(
  id: number,
  changes: Partial<NewCalendarSubscription>,
  context: Pick<Context, 'store' | 'actor' | 'moment'>,
): Promise<{ readonly subscription: CalendarSubscription; readonly isChanged: boolean }> {
  const { address } = await subscriptionWithId(context, id)
  const changed = await context.store.subscriptions.change(id, withoutOldLogin(changes, address), context)
  if (changed === 'taken') throw new Problem('subscription_exists')
  if (changed === 'busy') throw new Problem('subscription_busy')
  return { subscription: await subscriptionWithId(context, id), isChanged: changed === 'done' }
}

/** Ends a subscription and keeps its events. Returns the former subscription. Throws 404. */
async function endSubscription(id: number, context: Context): Promise<CalendarSubscription> {
  const subscription = await subscriptionWithId(context, id)
  await context.store.subscriptions.remove(id, context)
  return subscription
}

/** Imports a calendar now, whether due or not. Throws 404, or 409 if it is being imported already. */
async function importSubscriptionNow(
  id: number,
  readNow: ImportSubscribedCalendarNow,
  context: Context,
): Promise<CalendarSubscription> {
  await subscriptionWithId(context, id)
  if ((await readNow(id)) === undefined) throw new Problem('subscription_busy')
  return subscriptionWithId(context, id)
}

// What administrators do with calendar subscriptions; secrets in their addresses are shown to nobody.

declare module '../../api/outside.ts' {
  interface Outside {
    readonly readNow: ImportSubscribedCalendarNow
  }
}

const right = { scope: 'import', allows: administrators } as const
/** What a subscription writes, it writes later and without the token, which so needs the scopes of all items. */
const writes = { ...right, also: itemWriteScopes }
const alone = { reason: because('calendar_being_read') }

const refusedLine = named(
  'RefusedLine',
  {
    line: countShape,
    ...sameShapeByName(textShape, 'title', 'start_date', 'reason'),
    faults: listShape(lineFault),
  },
  lineFault,
)
const shapes = {
  id: integerShape,
  address: webAddressShape,
  name: textShape,
  has_login: booleanShape,
  every: textShape,
  categories: listShape(textShape),
  group: integerOrNullShape,
  prune: booleanShape,
  created_utc: timestampShape,
  ...sameShapeByName(timestampOrEmptyShape, 'tried_utc', 'read_utc'),
  next_utc: timestampShape,
  failures: integerShape,
  result: textShape,
  reason: textShape,
  values: anyObjectShape,
  refusals: listShape(refusedLine),
}
const subscription = named('Subscription', shapes, refusedLine)
const subscriptions = named('SubscriptionList', { subscriptions: listShape(subscription) })

const shown = (subscription: CalendarSubscription) => {
  const { id, address, name, has_login, every_seconds, categories, group_id, prunes } = subscription
  const { failures, result, reason, values, refusals } = subscription
  const { created_utc, tried_utc, read_utc, next_utc } = subscription
  return {
    id,
    address: redactedWebAddress(address),
    name,
    has_login,
    every: intervalTextOfSeconds(every_seconds),
    categories,
    group: group_id,
    prune: prunes,
    created_utc: formatSecondsAsTimestampOrEmpty(created_utc),
    tried_utc: formatSecondsAsTimestampOrEmpty(tried_utc),
    read_utc: formatSecondsAsTimestampOrEmpty(read_utc),
    next_utc: formatSecondsAsTimestampOrEmpty(next_utc),
    failures,
    result,
    reason,
    values,
    refusals: refusals.map(({ line, title, start_date, reason: why, faults }) => ({
      ...{ line, title, start_date, faults },
      reason: why,
    })),
  }
}

/** The most characters of the name of a subscription. */
export const LONGEST_NAME = 200

const changeArgs = {
  address: markedAsExtension(notClearable(calendarUrl)),
  name: markedAsExtension(optional(kind.title(LONGEST_NAME))),
  login: markedAsExtension(optional(basicAuthLogin)),
  every: markedAsExtension(notClearable(interval)),
  categories: markedAsExtension(notClearable(categoryNames)),
  group: markedAsExtension(optional(kind.groupTarget)),
  prune: markedAsExtension(notClearable(kind.boolean)),
}
type Sent = ChangedArgs<typeof changeArgs>

/** The seconds of a valid interval. */
const secondsFrom = (interval: string) => secondsOfIntervalText(interval) ?? 0

/** An address and a login as sent: a login in the address is one, too; undefined if nothing is said of it. */
function placeIn({ address: where, login }: Pick<Sent, 'address' | 'login'>): {
  readonly address?: string
  readonly login?: string
} {
  const parted = where ? addressAndLoginOf(where) : undefined
  const own = login === null ? '' : login
  return {
    ...(parted !== undefined && { address: parted.address }),
    ...(parted !== undefined && parted.login !== '' && { login: parted.login }),
    ...(own !== undefined && { login: own }),
  }
}

/** Returns the id of the group that is sent; null for none. Throws 400 for one that there is not. */
async function groupIdOf(target: Sent['group'], context: Context): Promise<number | null> {
  return (target ? await resolveGroupTarget(context.store, target, context) : undefined)?.id ?? null
}

/** The changes to a subscription as sent; its address as it was shown is no change. */
async function changesIn(
  sent: Sent,
  id: number,
  context: Context,
): Promise<Partial<NewCalendarSubscription>> {
  const { name, every, categories, group, prune } = sent
  const { address, ...place } = placeIn(sent)
  const isSame =
    address !== undefined && address === redactedWebAddress((await subscriptionWithId(context, id)).address)
  return {
    ...place,
    ...(address !== undefined && !isSame && { address }),
    ...(name !== undefined && { name: name ?? '' }),
    ...(every && { every_seconds: secondsFrom(every) }),
    ...(categories && { categories }),
    ...(group !== undefined && { group_id: await groupIdOf(group, context) }),
    ...(prune !== undefined && { prunes: prune === true }),
  }
}

/** A rehearsal fetches nothing. */
const unread: ImportSubscribedCalendarNow = async () => undefined

const listSubscriptions = serviceOperation({
  route: 'GET /subscriptions',
  name: 'list-subscriptions',
  summary: 'List calendar subscriptions',
  args: {},
  answer: answer(subscriptions, 'The subscriptions with their last results.'),
  right,
  run: async ({ store }) => ({ subscriptions: (await store.subscriptions.all()).map(shown) }),
})

const addSubscription = serviceOperation({
  route: 'POST /subscriptions',
  name: 'add-subscription',
  summary: 'Subscribe to an external calendar',
  args: {
    address: markedAsExtension(required(calendarUrl)),
    name: changeArgs.name,
    login: changeArgs.login,
    every: markedAsExtension(defaulted(interval, '6h')),
    categories: changeArgs.categories,
    group: changeArgs.group,
    prune: markedAsExtension(defaulted(kind.boolean, false)),
  },
  body: {
    schema: 'NewSubscription',
    example: { address: 'https://opera.example.org/season.ics', every: '6h', categories: ['Opera'] },
  },
  answer: answer(subscription, 'The subscription with the result of the first import.', { status: 201 }),
  right: writes,
  problems: ['subscription_exists'],
  alone,
  isSlow: true,
  async run(given, sent) {
    const wanted = {
      address: '',
      ...placeIn(sent),
      name: sent.name ?? '',
      every_seconds: secondsFrom(sent.every),
      categories: sent.categories ?? [],
      group_id: await groupIdOf(sent.group, given),
      prunes: sent.prune,
    }
    return shown(await subscribeToCalendar(wanted, given.isDry ? unread : given.readNow, given))
  },
})

const changeSubscription = serviceOperation({
  route: 'PATCH /subscriptions/{id}',
  name: 'change-subscription',
  summary: 'Change a calendar subscription',
  args: changeArgs,
  body: { schema: 'SubscriptionChanges', example: { every: '1d' } },
  answer: changedAnswer(subscription, 'The updated subscription.'),
  right: writes,
  problems: ['subscription-not-found', 'subscription_exists', 'subscription_busy'],
  async run({ id, ...given }, sent) {
    if (Object.keys(sent).length === 0)
      return { result: shown(await subscriptionWithId(given, id)), isChanged: false }
    const changes = await changesIn(sent, id, given)
    const { subscription, isChanged } = await changeSubscribedCalendar(id, changes, given)
    return { result: shown(subscription), isChanged }
  },
})

const endOneSubscription = serviceOperation({
  route: 'DELETE /subscriptions/{id}',
  name: 'end-subscription',
  summary: 'Delete a calendar subscription and keep its events',
  args: {},
  answer: answer(subscription, 'The deleted subscription.'),
  right,
  problems: ['subscription-not-found'],
  run: async ({ id, ...given }) => shown(await endSubscription(id, given)),
})

const runSubscription = serviceOperation({
  route: 'POST /subscriptions/{id}/run',
  name: 'run-subscription',
  summary: 'Read a subscribed calendar now',
  args: {},
  answer: answer(subscription, 'The subscription with the result of the import.'),
  right: writes,
  problems: ['subscription-not-found', 'subscription_busy'],
  alone,
  isSlow: true,
  run: async ({ id, ...given }) =>
    shown(
      given.isDry
        ? await subscriptionWithId(given, id)
        : await importSubscriptionNow(id, given.readNow, given),
    ),
})

// Calendars that are read again and again. The door of their room.

export const subscriptionsRoom: Room = {
  name: 'subscriptions',
  operations: [listSubscriptions, addSubscription, changeSubscription, endOneSubscription, runSubscription],
}

// Keeps calendar subscriptions up to date: conditional requests, imports, and longer pauses after failures.

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

/** Requests a feed, with HTTP Basic if `login` (`name:password`) is not "". Throws an Error with the reason; its `seconds` is the pause that the server requests. */
export type FetchFeed = (
  address: string,
  known: CalendarValidators,
  login: string,
) => Promise<CalendarResponse>

const isBusy = (error: unknown): error is Error & { readonly seconds: number } =>
  error instanceof Error && 'seconds' in error && typeof error.seconds === 'number'

/** Returns the seconds until the next attempt after consecutive failures: twice as long each time, up to a day. */
function patienceOf(every: number, failures: number): number {
  return Math.min(Math.max(DAY, every), every * 2 ** Math.min(failures, 20))
}

/**
 * Imports a calendar. Throws a problem if the text ends too early (its complete events are imported, unless it is the first one), or if none of its events
 * could be imported.
 */
async function imported(text: string, subscription: CalendarSubscription, importing: ImportSetup) {
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
    calendar: titleOrUndefined(tally.name, LONGEST_NAME) ?? '',
  }
}

const unvalidated = { etag: '', last_modified: '' } as const

/** What a failed read leaves: what is known of the version of the feed, and the lines that were refused. */
interface FailedRead {
  readonly validators?: Pick<SubscriptionRunResult, 'etag' | 'last_modified'>
  readonly refusals?: SubscriptionRunResult['refusals']
}

/** The state after a failure. A feed whose text was imported in part is read as a whole the next time. */
function failed(
  { every_seconds, failures, read_utc }: CalendarSubscription,
  error: unknown,
  now: number,
  { validators = unvalidated, refusals = [] }: FailedRead = {},
): SubscriptionRunResult {
  const retryAfter = isBusy(error) ? Math.min(error.seconds, DAY) : 0
  return {
    tried_utc: now,
    read_utc,
    ...validators,
    failures: failures + 1,
    next_utc: now + Math.max(retryAfter, patienceOf(every_seconds, failures + 1)),
    ...failedSubscriptionReadResult(error),
    refusals,
  }
}

/**
 * Returns the response of a feed, or the error of the request. Errors are caught here because an unreachable host has the same
 * error code as an unreachable database.
 */
const fetched = ({ address, login }: ReservedSubscription, known: CalendarValidators, fetch: FetchFeed) =>
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
  if ('error' in response)
    return failed(subscription, response.error, now, { validators: { etag, last_modified } })
  if ('isUnchanged' in response)
    return {
      ...done,
      read_utc,
      etag,
      last_modified,
      ...succeededSubscriptionReadResult(because('calendar_unchanged')),
      refusals: [],
    }
  // What this text changes must never be hidden by "not changed" on the earlier one, even after a crash.
  await importing.store.subscriptions.forgetValidators(subscription.id)
  const refusals: RefusedCalendarLine[] = []
  const onResult = ({ outcome, line, title, start_date, reason, faults }: ReportedLine) => {
    if (outcome === 'refused' && refusals.length < MAX_REFUSALS)
      refusals.push({ line, title: title.slice(0, LONGEST_NAME), start_date, reason, faults })
  }
  try {
    const feed = await imported(response.text, subscription, { ...importing, onResult })
    const { result, isWhole, calendar } = feed
    const validators = isWhole ? { etag: response.etag, last_modified: response.lastModified } : unvalidated
    const told = { ...succeededSubscriptionReadResult(result), refusals, calendar }
    return { ...done, read_utc: now, ...validators, ...told }
  } catch (error) {
    if (importing.isFatal(error) || (error instanceof Problem && error.status >= 500)) throw error
    return failed(subscription, error, now, { refusals })
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
