/** Response headers (contract §7, §8), and which responses send them. */
import type { ProblemCode } from '../../problem.ts'
import {
  isPagedOperation,
  isUpdateAction,
  isWriteOperation,
  mayRespondWithCalendar,
  type Operation,
} from '../operations.ts'
import { componentReference, type JsonObject, type SharedHeaderName, sharedHeaderNames } from './document.ts'
import { countSchema } from './schemas/shapes.ts'
import { headerTexts } from './texts/parts.ts'

const text = { type: 'string' }

interface Header {
  readonly schema: JsonObject
  readonly example: unknown
  /** Set if every response that documents the header sends it. */
  readonly required?: true
}

const table: Readonly<Record<SharedHeaderName, Header>> = {
  ETag: {
    schema: { type: 'string', pattern: '^"[^"]+"$' },
    example: '"v3-Zk1tq0yOeUXk2W5h"',
    required: true,
  },
  'Last-Modified': { schema: text, example: 'Tue, 04 May 2027 16:00:00 GMT' },
  'Cache-Control': { schema: text, example: 'public, no-cache', required: true },
  Vary: { schema: text, example: 'Accept, Accept-Encoding, Authorization', required: true },
  Link: {
    schema: text,
    example: '<https://calendar.example.org/>; rel="https://api.w.org/"',
    required: true,
  },
  Location: {
    schema: { type: 'string', format: 'uri' },
    example: 'https://calendar.example.org/cal/events/v1/events/1',
    required: true,
  },
  'X-Total-Count': { schema: countSchema, example: 25, required: true },
  'X-Total-Pages': { schema: countSchema, example: 3, required: true },
  'X-TEC-Total': { schema: countSchema, example: 25, required: true },
  'X-TEC-TotalPages': { schema: countSchema, example: 3, required: true },
  'X-Fasti-Revision': { schema: countSchema, example: 41 },
  'X-Fasti-Result': {
    schema: { type: 'string', enum: ['created', 'updated', 'unchanged'] },
    example: 'unchanged',
  },
  'Idempotency-Replayed': { schema: { const: 'true' }, example: 'true' },
  'Retry-After': { schema: countSchema, example: 30 },
  'WWW-Authenticate': { schema: text, example: 'Basic realm="Fasti", charset="UTF-8"', required: true },
  Allow: { schema: text, example: 'GET, POST, HEAD, OPTIONS', required: true },
  'Set-Cookie': { schema: text, example: 'fasti_session=…; Path=/; HttpOnly; SameSite=Lax', required: true },
  'Content-Disposition': { schema: text, example: 'inline; filename="events.ics"' },
  'Content-Language': { schema: text, example: 'fr' },
}

/** Returns the header components, by name. */
export function headerComponents(): JsonObject {
  const entries = sharedHeaderNames.map((name) => [name, { description: headerTexts[name], ...table[name] }])
  return Object.fromEntries(entries)
}

/** Headers with the totals of a list: Fasti's names, and the names that clients of The Events Calendar read. */
const totals = ['X-Total-Count', 'X-Total-Pages', 'X-TEC-Total', 'X-TEC-TotalPages'] as const

const everywhere: readonly SharedHeaderName[] = ['Link', 'Vary', 'Cache-Control', 'Content-Language']

const named = (names: readonly SharedHeaderName[]) =>
  Object.fromEntries([...everywhere, ...names].map((name) => [name, componentReference(name, 'headers')]))

/** Returns whether responses of the operation send Last-Modified: items that embed other items do not. */
export const sendsLastModified = ({ resource }: Operation) =>
  resource !== undefined && ['venue', 'organizer', 'media', 'page'].includes(resource)

/** Lists of events say to known callers as of which revision they were read. */
const asOf = ({ action, resource }: Operation) =>
  action === 'list' && resource === 'event' ? (['X-Fasti-Revision'] as const) : []

/** Returns the headers of an operation's success response. */
export function successHeaders(operation: Operation): JsonObject {
  const { action, facts } = operation
  const moment: readonly SharedHeaderName[] = sendsLastModified(operation) ? ['Last-Modified'] : []
  const { sends, isNewItem: isNew, isPage, isRepeatable } = facts.answer
  if (sends !== undefined) return named([...sends, ...(isPage ? totals : [])])
  return named([
    'ETag',
    ...(isPage ? totals : []),
    ...(mayRespondWithCalendar(operation) ? (['Content-Disposition'] as const) : []),
    ...asOf(operation),
    ...(isNew ? (['Location'] as const) : []),
    ...(isWriteOperation(operation) ? (['X-Fasti-Revision'] as const) : []),
    ...(isNew || isUpdateAction(action) ? (['X-Fasti-Result'] as const) : []),
    ...(isRepeatable ? (['Idempotency-Replayed'] as const) : []),
    ...(isPage ? [] : moment),
  ])
}

/** Headers of OPTIONS responses. */
export const optionsHeaders: JsonObject = named(['ETag', 'Allow'])

/** Returns the headers of a 304 response. */
export function notModifiedHeaders(operation: Operation): JsonObject {
  return named([
    'ETag',
    ...(isPagedOperation(operation) ? totals : []),
    ...asOf(operation),
    ...(sendsLastModified(operation) && operation.action === 'read' ? (['Last-Modified'] as const) : []),
  ])
}

const ofStatus: Readonly<Record<number, readonly SharedHeaderName[]>> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  409: ['Retry-After'],
  415: ['Idempotency-Replayed'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

/** Returns the headers of a problem response. The problem of a create may be replayed under its idempotency key. */
export function problemHeaders(status: number, codes: readonly ProblemCode[]): JsonObject {
  const isReplayed = codes.includes('rest_missing_callback_param')
  return named([...(ofStatus[status] ?? []), ...(isReplayed ? (['Idempotency-Replayed'] as const) : [])])
}
