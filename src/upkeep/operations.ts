/** The upkeep of the service: how it is set up, and what an administrator starts. */

import type { Readable } from 'node:stream'
import { answer, named, streamAnswer } from '../api/answer.ts'
import type { Context } from '../api/context.ts'
import { type ReadStore, serviceOperation } from '../api/operation.ts'
import type { Outside } from '../api/outside.ts'
import { administrators } from '../api/permission.ts'
import { formatMediaTypes } from '../contract/operations/feeds.ts'
import {
  booleanShape,
  integerOrNullShape,
  integerShape,
  listShape,
  objectShape,
  type Shape,
  sameShapeByName,
  textShape,
} from '../contract/shape.ts'
import { epochOfInstant } from '../domain/time/moment.ts'
import { utcTimestampOfEpoch } from '../domain/time/timestamp.ts'
import { because, Problem } from '../problem.ts'
import { submissionLimits } from '../review/submit.ts'
import { type InterfaceLanguageCode, isInterfaceLanguageCode } from '../words/languages.ts'

// The upkeep of the service, as far as administrators see and start it: types only.

/** A file of a back-up; the date is in seconds since 1970 UTC. */
interface BackUpFile {
  readonly name: string
  readonly bytes: number
  readonly date: number
}

/** Why a back-up failed; "" if it did not. */
type BackUpFaultReason = '' | 'stopped' | 'full_disk' | 'other'

export interface BackUpStanding {
  /** Whether there is a database that can be backed up: one in memory can't. */
  readonly isPossible: boolean
  readonly folder: string
  /** The number of files that are kept. */
  readonly kept: number
  readonly isRunning: boolean
  /** When the one that runs was started, in seconds since 1970 UTC. */
  readonly started: number | undefined
  /** The bytes that it has written so far. */
  readonly written: number
  /** The messages of the last one, if it failed; "" if it did not. */
  readonly fault: string
  readonly reason: BackUpFaultReason
  /** The newest first. */
  readonly files: readonly BackUpFile[]
}

/** Where the data and the images are. No address has a password. */
interface StorageStanding {
  readonly database: 'sqlite' | 'postgres'
  readonly databasePlace: string
  readonly images: 'folder' | 'bucket'
  readonly imagesPlace: string
  /** The free bytes of the fullest disk; undefined if that is unknown. */
  readonly free: number | undefined
}

/** How e-mail is sent; undefined if none is. */
interface MailStanding {
  readonly server: string
  readonly isEncrypted: boolean
  readonly signsIn: boolean
  readonly from: string
}

/** Why a test message was not sent. */
type MailFaultReason =
  | 'unreachable'
  | 'unknown_host'
  | 'timeout'
  | 'encryption'
  | 'sign_in'
  | 'refused'
  | 'other'

/** The result of a test message: sent, or why not, with what the mail server said. */
type MailTrial =
  | { readonly isSent: true }
  | { readonly isSent: false; readonly reason: MailFaultReason; readonly said: string }

export interface UpkeepTools {
  readonly mail: MailStanding | undefined
  storage(): Promise<StorageStanding>
  /** Sends a test message; undefined without a mail server. */
  readonly tryMail: ((to: string, language: InterfaceLanguageCode) => Promise<MailTrial>) | undefined
  backUps(): Promise<BackUpStanding>
  /**
   * Starts a back-up after `note`. Returns when the one that runs already was started, in seconds since 1970 UTC, and then starts and notes
   * nothing; undefined if none runs.
   */
  startBackUp(note: () => Promise<void>): Promise<number | undefined>
  /** Returns everything as JSON lines, as `fasti export` writes it. The stream fails if the export does. */
  exported(): Readable
}

declare module '../api/outside.ts' {
  interface Outside {
    readonly upkeep: UpkeepTools
    /** When the last back-up was completed, in seconds since 1970 UTC; undefined if none was. */
    lastBackUp(): Promise<number | undefined>
    readonly submissions: 'off' | 'open'
    /** The most bytes that everything takes that the public sent and nobody approved. */
    readonly submissionsSpace: number
    readonly siteLanguage: InterfaceLanguageCode
  }
}

const right = { scope: 'no scopes', allows: administrators } as const

/** The shape of one of some texts. */
const oneOf = <const T extends string>(...choices: readonly T[]): Shape<T> => ({ schema: { enum: choices } })

const ofBackUps = {
  ...sameShapeByName(booleanShape, 'possible', 'running'),
  ...sameShapeByName(integerShape, 'kept', 'written_bytes'),
  ...sameShapeByName(textShape, 'folder', 'started_utc', 'fault', 'last_utc'),
  fault_reason: oneOf('', 'stopped', 'full_disk', 'other'),
  files: listShape(objectShape({ name: textShape, bytes: integerShape, date_utc: textShape })),
}
const backUps = named('BackUps', ofBackUps)
const upkeepShape = named('Upkeep', {
  mail: objectShape({
    ...sameShapeByName(booleanShape, 'configured', 'encrypted', 'signs_in'),
    ...sameShapeByName(textShape, 'server', 'from'),
    waiting: integerShape,
  }),
  storage: objectShape({
    database: oneOf('sqlite', 'postgres'),
    images: oneOf('folder', 'bucket'),
    ...sameShapeByName(textShape, 'database_place', 'images_place'),
    ...sameShapeByName(integerShape, 'database_bytes', 'image_count', 'image_bytes'),
    free_bytes: integerOrNullShape,
  }),
  back_up: objectShape(ofBackUps),
  submissions: objectShape({
    open: booleanShape,
    ...sameShapeByName(integerShape, 'an_hour', 'waiting', 'waiting_limit', 'space_used', 'space_limit'),
  }),
})
const mailTest = named('MailTest', {
  sent: booleanShape,
  to: textShape,
  reason: oneOf(
    '',
    'no_server',
    'no_address',
    'unreachable',
    'unknown_host',
    'timeout',
    'encryption',
    'sign_in',
    'refused',
    'other',
  ),
  said: textShape,
})

const timeOf = (seconds: number | undefined) => (seconds === undefined ? '' : utcTimestampOfEpoch(seconds))

async function backUpsShown({ upkeep, lastBackUp }: Outside) {
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

async function mailShown({ upkeep: { mail } }: Outside, store: ReadStore) {
  const { waiting } = await store.mail.standing()
  return {
    configured: mail !== undefined,
    server: mail?.server ?? '',
    encrypted: mail?.isEncrypted ?? false,
    signs_in: mail?.signsIn ?? false,
    from: mail?.from ?? '',
    waiting: Number(waiting),
  }
}

async function storageShown({ upkeep }: Outside, store: ReadStore) {
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
async function submissionsShown({ submissions, submissionsSpace }: Outside, store: ReadStore) {
  const { total } = await store.proposals.waiting({ groups: undefined, page: 1, per_page: 1 })
  return {
    open: submissions === 'open',
    an_hour: submissionLimits.ofSender,
    waiting: total,
    waiting_limit: submissionLimits.waiting,
    space_used: await store.proposals.space(),
    space_limit: submissionsSpace,
  }
}

export const readUpkeep = serviceOperation({
  route: 'GET /upkeep',
  name: 'read-upkeep',
  summary: 'Show how e-mail, storage and back-ups are set up and stand',
  args: {},
  answer: answer(upkeepShape, 'How e-mail, storage, back-ups and submissions are set up and stand.', {
    isNew: true,
  }),
  right,
  run: async ({ store, ...outside }) => ({
    mail: await mailShown(outside, store),
    storage: await storageShown(outside, store),
    back_up: await backUpsShown(outside),
    submissions: await submissionsShown(outside, store),
  }),
})

/** Sends a test message to the caller, and returns the result. */
async function mailTried({ tryMail }: UpkeepTools, { actor, store }: Context, site: InterfaceLanguageCode) {
  const user = (await store.accounts.users()).find(({ id }) => id === actor.id)
  const to = user?.email ?? ''
  const own = user !== undefined && isInterfaceLanguageCode(user.language) ? user.language : site
  if (tryMail === undefined) return { sent: false, to, reason: 'no_server', said: '' } as const
  if (to === '') return { sent: false, to, reason: 'no_address', said: '' } as const
  const result = await tryMail(to, own)
  return result.isSent
    ? ({ sent: true, to, reason: '', said: '' } as const)
    : { sent: false, to, reason: result.reason, said: result.said }
}

export const sendTestMail = serviceOperation({
  route: 'POST /upkeep/test-mail',
  name: 'send-test-mail',
  summary: 'Send a test message to oneself',
  args: {},
  answer: answer(mailTest, 'Whether the mail server took a test message to the caller, or why not.'),
  right,
  alone: { reason: because('message_being_sent'), pause: 5 },
  rehearsal: 'none',
  run: ({ upkeep, siteLanguage, ...given }) => mailTried(upkeep, given, siteLanguage),
})

/** Returns the problem of a second back-up; the first was started at a time in seconds since 1970 UTC. */
function backUpRunning(since: number): Problem {
  const started_utc = utcTimestampOfEpoch(since)
  const message = `A back-up has been running since ${started_utc} UTC. Wait until it has ended.`
  return new Problem('back_up_running', { message, data: { started_utc } })
}

export const startBackUp = serviceOperation({
  route: 'POST /upkeep/back-up',
  name: 'back-up',
  summary: 'Start a back-up',
  args: {},
  answer: answer(backUps, 'The back-ups, of which one is running now, if there is a database to back up.'),
  right,
  problems: ['back_up_running', 'back_up_impossible'],
  rehearsal: 'none',
  async run(given) {
    const { upkeep, store } = given
    if (!(await upkeep.backUps()).isPossible) throw new Problem('back_up_impossible')
    const since = await upkeep.startBackUp(() => store.noteUpkeep('back_up_started', given))
    if (since !== undefined) throw backUpRunning(since)
    return backUpsShown(given)
  },
})

export const exportSite = serviceOperation({
  route: 'GET /upkeep/export',
  name: 'export-site',
  summary: 'Export everything',
  args: {},
  answer: streamAnswer(formatMediaTypes.jsonl, 'Everything as JSON lines, as `fasti export` writes it.', {
    headers: { 'Cache-Control': 'private, no-store' },
    sends: ['ETag'],
  }),
  right,
  besides: 'notes',
  async run({ store, upkeep, ...by }) {
    await store.noteUpkeep('everything_exported', by)
    const day = utcTimestampOfEpoch(epochOfInstant(by.moment.now)).slice(0, 10)
    return {
      headers: { 'Content-Disposition': `attachment; filename="fasti-${day}.jsonl"` },
      open: () => upkeep.exported(),
    }
  },
})
