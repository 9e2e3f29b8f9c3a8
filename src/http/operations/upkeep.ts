/** The upkeep of the service over HTTP (ext.): how it is set up, and what an administrator starts. */
import type { Context } from '../../actions/context.ts'
import { refusalProblem, rightsByRole } from '../../actions/policy.ts'
import { submissionLimits } from '../../actions/submissions/submit.ts'
import type { UpkeepOperationName } from '../../contract/operations/upkeep.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { utcTimestampOfEpoch } from '../../domain/time/timestamp.ts'
import { because, Problem } from '../../problem.ts'
import { type InterfaceLanguageCode, isInterfaceLanguageCode } from '../../words/languages.ts'
import type { AppOptions } from '../options.ts'
import type { ApiRequest, ApiResponse } from '../request/api-request.ts'
import type { UpkeepTools } from '../upkeep-tools.ts'
import type { OperationHandler, OperationHandlers } from './handler.ts'
import { oneTaskAtATimeRunner } from './one-at-a-time.ts'

const headers = { 'Cache-Control': 'private, no-store' }
/** Seconds between two test messages. */
const PAUSE = 5

const timeOf = (seconds: number | undefined) => (seconds === undefined ? '' : utcTimestampOfEpoch(seconds))

async function backUpsShown(upkeep: UpkeepTools, lastBackUp: AppOptions['lastBackUp']) {
  const { isPossible, folder, kept, isRunning, started, written, fault, reason, files } =
    await upkeep.backUps()
  const noted = await lastBackUp().catch(() => undefined)
  const last = Math.max(noted ?? 0, files[0]?.date ?? 0)
  return {
    possible: isPossible,
    folder,
    kept,
    running: isRunning,
    started_utc: timeOf(started),
    written_bytes: written,
    fault,
    fault_reason: reason,
    last_utc: timeOf(last === 0 ? undefined : last),
    files: files.map(({ name, bytes, date }) => ({ name, bytes, date_utc: utcTimestampOfEpoch(date) })),
  }
}

async function storageShown(upkeep: UpkeepTools, { store }: Context) {
  const { database, databasePlace, images, imagesPlace, free } = await upkeep.storage()
  const kept = await store.imageTotals()
  return {
    database,
    database_place: databasePlace,
    database_bytes: await store.databaseBytes(),
    images,
    images_place: imagesPlace,
    image_count: kept.count,
    image_bytes: kept.bytes,
    free_bytes: free ?? null,
  }
}

/** Returns what the public may send, and how much of it waits. */
async function submissionsShown({ submissions, submissionsSpace }: AppOptions, { store }: Context) {
  const { total } = await store.submissions.waiting({ groups: undefined, page: 1, per_page: 1 })
  return {
    open: submissions === 'open',
    an_hour: submissionLimits.ofSender,
    waiting: total,
    waiting_limit: submissionLimits.waiting,
    space_used: await store.submissions.space(),
    space_limit: submissionsSpace,
  }
}

async function upkeepShown(options: AppOptions, context: Context) {
  const { upkeep, lastBackUp } = options
  const { mail } = upkeep
  const { waiting } = await context.store.mail.standing()
  return {
    mail: {
      configured: mail !== undefined,
      server: mail?.server ?? '',
      encrypted: mail?.isEncrypted ?? false,
      signs_in: mail?.signsIn ?? false,
      from: mail?.from ?? '',
      waiting: Number(waiting),
    },
    storage: await storageShown(upkeep, context),
    back_up: await backUpsShown(upkeep, lastBackUp),
    submissions: await submissionsShown(options, context),
  }
}

/** Sends a test message to the caller, and returns the result. */
async function mailTried(
  { tryMail }: UpkeepTools,
  { actor, store }: Context,
  language: InterfaceLanguageCode,
) {
  const user = (await store.accounts.users()).find(({ id }) => id === actor.id)
  const to = user?.email ?? ''
  const own = user !== undefined && isInterfaceLanguageCode(user.language) ? user.language : language
  if (tryMail === undefined) return { sent: false, to, reason: 'no_server', said: '' }
  if (to === '') return { sent: false, to, reason: 'no_address', said: '' }
  const result = await tryMail(to, own)
  return result.isSent
    ? { sent: true, to, reason: '', said: '' }
    : { sent: false, to, reason: result.reason, said: result.said }
}

/** Returns the problem of a second back-up; the first was started at a time in seconds since 1970 UTC. */
function backUpRunning(since: number): Problem {
  const started_utc = utcTimestampOfEpoch(since)
  const message = `A back-up has been running since ${started_utc} UTC. Wait until it has ended.`
  return new Problem('back_up_running', { message, data: { started_utc } })
}

/** Returns an operation of administrators alone. */
const allowed =
  (act: (request: ApiRequest) => Promise<ApiResponse>): OperationHandler =>
  async (request) => {
    if (!rightsByRole[request.context.actor.role].administers) throw refusalProblem(request.context.actor)
    return act(request)
  }

/** Builds the handlers of the upkeep. They throw 401, 403, 409, 429 or 503. */
export function upkeepHandlers(options: AppOptions): OperationHandlers<UpkeepOperationName> {
  const { upkeep, elapsed, lastBackUp, language } = options
  const alone = oneTaskAtATimeRunner(because('message_being_sent'))
  let last = Number.NEGATIVE_INFINITY
  return {
    'read-upkeep': allowed(async ({ context }) => ({
      status: 200,
      headers,
      body: await upkeepShown(options, context),
    })),
    'send-test-mail': allowed(({ context }) => {
      if (elapsed() - last < PAUSE)
        throw new Problem('rest_too_many_requests', { headers: { 'Retry-After': String(PAUSE) } })
      return alone(async () => {
        const body = await mailTried(upkeep, context, language)
        last = elapsed()
        return { status: 200, headers, body }
      })
    }),
    'back-up': allowed(async ({ context }) => {
      if (!(await upkeep.backUps()).isPossible) throw new Problem('back_up_impossible')
      const since = await upkeep.startBackUp(() => context.store.noteUpkeep('back_up_started', context))
      if (since !== undefined) throw backUpRunning(since)
      return { status: 200, headers, body: await backUpsShown(upkeep, lastBackUp) }
    }),
    'export-site': allowed(async ({ context }) => {
      const day = utcTimestampOfEpoch(epochOfInstant(context.moment.now)).slice(0, 10)
      await context.store.noteUpkeep('everything_exported', context)
      return {
        status: 200,
        headers: { ...headers, 'Content-Disposition': `attachment; filename="fasti-${day}.jsonl"` },
        body: {},
        stream: { type: 'application/x-ndjson', open: () => upkeep.exported() },
      }
    }),
  }
}
