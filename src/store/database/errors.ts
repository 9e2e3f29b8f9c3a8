/** The meaning of an error of either database driver. */

const uniqueViolations = { postgres: '23505', sqlite: [2067, 1555, 2579] }
const sqliteTransient = new Set([5, 6])
const unreachable = new Set(
  'ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH ENOENT'.split(
    ' ',
  ),
)

/** Whether the error is a violation of a unique constraint. */
export function violatesUniqueness(error: unknown): boolean {
  return faultsOf(error).some(isUniqueViolation)
}

/** Whether the error is a reference to a row that is gone, such as to a group that was deleted meanwhile. */
export function violatesReference(error: unknown): boolean {
  return faultsOf(error).some(
    ({ code, sqliteCode, message }) =>
      code === '23503' || sqliteCode === 787 || message.startsWith('FOREIGN KEY constraint failed'),
  )
}

/** Runs `act`. Returns what it returns, or `otherwise` where a value that must be unique is taken. */
export async function runUnlessTaken<T, U>(act: () => Promise<T>, otherwise: U): Promise<T | U> {
  try {
    return await act()
  } catch (error) {
    if (violatesUniqueness(error)) return otherwise
    throw error
  }
}

/** Whether an error of the database is passing: the same transaction may succeed when it is retried. */
export function isTransientError(error: unknown): boolean {
  return faultsOf(error).some(
    ({ code, sqliteCode, message }) =>
      ['40001', '40P01', '55P03'].includes(code) ||
      sqliteTransient.has(sqliteCode & 0xff) ||
      /^database (table )?is locked/.test(message),
  )
}

/** Thrown by a full-text scan that takes too long or would wait behind too many others. */
export class SearchRefusedError extends Error {
  constructor() {
    super('the search takes too long')
  }
}

/** Thrown by a program that is too old for its database. */
export class NewerDatabaseError extends Error {
  constructor(why: string, version = '') {
    const remedy = version === '' ? 'Use a newer version of Fasti' : `Use at least Fasti ${version}`
    super(`DATABASE_URL: this database is newer than this program, ${why}. ${remedy}.`)
  }
}

/** The message for a database or back-up of a build before the first release that this program can't update; `newest` is its newest migration. */
export const beforeFirstReleaseMessage = (what: string, newest: string): string =>
  `${what} comes from a build before the first release, whose newest migration is ${newest}, and this version can't update it. Export it with the build that made it (fasti export), and import that file into a new calendar (fasti import). Nothing was changed.`

/** Thrown for a database of a build before the first release that this program can't update. */
export class DatabaseBeforeFirstReleaseError extends Error {
  constructor(newest: string) {
    super(beforeFirstReleaseMessage('DATABASE_URL: this database', newest))
  }
}

/** Why the database can't execute a valid request. */
type Unavailability = 'outdated' | 'away' | 'locked' | 'full' | 'read-only' | 'failing' | 'busy' | 'damaged'

/** Whether the database is unreachable, closed, full or too slow. */
export function isUnavailableError(error: unknown): boolean {
  const why = unavailabilityReason(error)
  return why !== undefined && why !== 'locked' && why !== 'busy' && why !== 'outdated'
}

/**
 * Whether a database server may be away: it refused or lost a connection, or did not answer in time. A server without a
 * free connection, or one that refuses the user, is there.
 */
export function isServerAwayError(error: unknown): boolean {
  return faultsOf(error).some(
    ({ code, message }) =>
      unreachable.has(code) ||
      /^(08...|57P0[1-5])$/.test(code) ||
      /^Connection terminated|^timeout expired|^No server of |^The database (?:is away|did not answer)|is not queryable$/.test(
        message,
      ),
  )
}

/** Whether a connection leads to a server that accepts no writes, such as a primary that became a standby. */
export const isStandbyError = (error: unknown): boolean =>
  faultsOf(error).some(({ code }) => code === '25006')

/** Returns why the database is not available; undefined for errors of any other kind. */
export function unavailabilityReason(error: unknown): Unavailability | undefined {
  if (error instanceof SearchRefusedError) return 'busy'
  if (error instanceof NewerDatabaseError) return 'outdated'
  if (isTransientError(error)) return 'locked'
  const faults = faultsOf(error)
  const found = reasons.find((reason) => faults.some((fault) => isOf(reason, fault)))
  return found?.why
}

interface Reason {
  readonly why: Unavailability
  readonly sqlite: readonly number[]
  readonly postgres: RegExp
  /** For errors without a code of the driver. */
  readonly message: RegExp
}

/** The first match counts. */
const reasons: readonly Reason[] = [
  {
    why: 'damaged',
    sqlite: [11, 26],
    postgres: /^XX00[12]$/,
    message:
      /^database disk image is malformed|^file is not a database|^malformed database schema|^database corruption|^fts5: (?:corrupt|missing row)/,
  },
  { why: 'full', sqlite: [13], postgres: /^53100$/, message: /^database or disk is full/ },
  { why: 'read-only', sqlite: [8], postgres: /^25006$/, message: /^attempt to write a readonly database/ },
  { why: 'failing', sqlite: [10], postgres: /^58030$/, message: /^disk I\/O error/ },
  {
    why: 'away',
    sqlite: [14],
    // Connection lost, no resources left, no access, no such database, cancelled or shut down.
    postgres: /^(08...|53...|28...|3D000|25P03|57014|57P0.)$/,
    message:
      /^Connection terminated|^timeout (?:exceeded when trying to connect|expired)|^No server of |^The database (?:is away|did not answer)|is not queryable$|^Cannot use a pool after calling end on the pool|^driver has already been destroyed|^database is not open|^Database connection is closed|^statement has been finalized|^unable to open database file/,
  },
]

function isOf({ why, sqlite, postgres, message: words }: Reason, fault: Fault): boolean {
  const { code, sqliteCode, message } = fault
  return (
    sqlite.includes(sqliteCode & 0xff) ||
    postgres.test(code) ||
    words.test(message) ||
    (why === 'away' && unreachable.has(code))
  )
}

interface Fault {
  readonly code: string
  readonly sqliteCode: number
  readonly message: string
}

function isUniqueViolation({ code, sqliteCode, message }: Fault): boolean {
  return (
    code === uniqueViolations.postgres ||
    uniqueViolations.sqlite.includes(sqliteCode) ||
    // `@photostructure/sqlite` omits the number when the statement returns rows.
    message.startsWith('UNIQUE constraint failed')
  )
}

function faultsOf(error: unknown, depth = 0): readonly Fault[] {
  if (!(error instanceof Error) || depth > 5) return []
  const inner = error instanceof AggregateError ? error.errors : []
  return [faultOf(error), ...[error.cause, ...inner].flatMap((one) => faultsOf(one, depth + 1))]
}

function faultOf(error: Error): Fault {
  const { code, errcode } = error as Error & Record<string, unknown>
  return {
    message: error.message,
    code: typeof code === 'string' ? code : '',
    sqliteCode: typeof errcode === 'number' ? errcode : 0,
  }
}
