/** What an error of either database driver means to the service. */

const uniqueViolations = { postgres: '23505', sqlite: [2067, 1555, 2579] }
const sqliteUnavailable = new Set([8, 10, 13, 14])
const sqliteTransient = new Set([5, 6])
const unreachable = new Set(
  'ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH ENOENT'.split(
    ' ',
  ),
)

/** Whether the error says that a unique constraint is violated, one whose index or column `constraint` is part of. */
export function isTaken(error: unknown, constraint = ''): boolean {
  return faultsOf(error).some((fault) => isUniqueViolation(fault) && nameOf(fault).includes(constraint))
}

/** Whether the same transaction may succeed when it is tried again. */
export function isTransient(error: unknown): boolean {
  return faultsOf(error).some(
    ({ code, sqliteCode, message }) =>
      ['40001', '40P01', '55P03'].includes(code) ||
      sqliteTransient.has(sqliteCode & 0xff) ||
      /^database (table )?is locked/.test(message),
  )
}

/** Whether the database cannot be reached, is closed, is full or does not answer in time. */
export function isUnavailable(error: unknown): boolean {
  return faultsOf(error).some(
    ({ code, sqliteCode, message }) =>
      unreachable.has(code) ||
      // Connection lost, no resources left, no access, no such database, read-only, cancelled or shut down, I/O.
      /^(08...|53...|28...|3D000|25006|25P03|57014|57P0.|58030)$/.test(code) ||
      sqliteUnavailable.has(sqliteCode & 0xff) ||
      unavailableMessages.test(message),
  )
}

// Errors that the drivers give no code of their own.
const unavailableMessages = new RegExp(
  [
    '^Connection terminated',
    '^timeout exceeded when trying to connect',
    'is not queryable$',
    '^Cannot use a pool after calling end on the pool',
    '^driver has already been destroyed',
    '^database is not open',
    '^Database connection is closed',
    '^database or disk is full',
    '^disk I/O error',
    '^unable to open database file',
    '^attempt to write a readonly database',
  ].join('|'),
)

interface Fault {
  readonly code: string
  readonly sqliteCode: number
  readonly message: string
  readonly constraint: string
  readonly detail: string
}

function isUniqueViolation({ code, sqliteCode, message }: Fault): boolean {
  return (
    code === uniqueViolations.postgres ||
    uniqueViolations.sqlite.includes(sqliteCode) ||
    // `@photostructure/sqlite` leaves the number out when the statement returns rows.
    message.startsWith('UNIQUE constraint failed')
  )
}

function nameOf({ code, constraint, detail, message }: Fault): string {
  if (code !== uniqueViolations.postgres) return message
  // The detail goes on with the values, which are the client's.
  return `${constraint} ${detail.split(')=(')[0]}`
}

function faultsOf(error: unknown, depth = 0): readonly Fault[] {
  if (!(error instanceof Error) || depth > 5) return []
  const inner = error instanceof AggregateError ? error.errors : []
  return [faultOf(error), ...[error.cause, ...inner].flatMap((one) => faultsOf(one, depth + 1))]
}

function faultOf(error: Error): Fault {
  const { code, errcode, constraint, detail } = error as Error & Record<string, unknown>
  return {
    message: error.message,
    code: typeof code === 'string' ? code : '',
    sqliteCode: typeof errcode === 'number' ? errcode : 0,
    constraint: typeof constraint === 'string' ? constraint : '',
    detail: typeof detail === 'string' ? detail : '',
  }
}
