/** The outcome of an event, and how it is attended, in the words of The Events Calendar (contract §11, §12). */
import { boolean } from '../../contract/kinds.ts'
import { because, invalidParam } from '../../problem.ts'
import type { DialectWriteQuestions } from '../../representations/dialect.ts'
import { isJsonObject, type JsonObject, jsonObjectOrEmpty, withoutMembers } from './json.ts'

/** Adds the plugin's keys of online events. */
export const withOnlineEventKeys = (event: JsonObject): JsonObject => ({
  ...event,
  is_virtual: event.attendance_mode !== 'offline',
  virtual_url: event.online_url,
})

/** The plugin’s name of a field of the outcome → ours. */
export const ourNamesOfOutcomeFields = { virtual_url: 'online_url' } as const

/** Their words for what became of an event → ours. */
const statuses: ReadonlyMap<string, string> = new Map([
  ['canceled', 'cancelled'],
  ['moved-online', 'moved_online'],
  ['moved online', 'moved_online'],
])

/** Our word for what became of an event; any other value unchanged. */
export const eventStatusFromDialect = (value: unknown): unknown =>
  typeof value === 'string' ? (statuses.get(value.trim().toLowerCase()) ?? value) : value

const withStatus = (sent: JsonObject): JsonObject =>
  sent.event_status === undefined
    ? sent
    : { ...sent, event_status: eventStatusFromDialect(sent.event_status) }

/** Whether a value links to a venue. */
function isPlace(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isPlace)
  return isJsonObject(value) || ![undefined, null, '', '0', 0, false].some((none) => none === value)
}

function virtualIn({ is_virtual }: JsonObject): boolean {
  const read = boolean.read(is_virtual)
  if ('value' in read) return read.value
  throw invalidParam('is_virtual', 'fault' in read ? read.fault : because('not_true_or_false'))
}

/**
 * Reads `is_virtual` as an attendance mode: `mixed` with a venue, else `online`. One that says nothing new has no effect, so that
 * a representation can be sent back. Throws 400 if it contradicts a mode that is new too.
 */
async function withMode(event: JsonObject, { shown, isNew }: DialectWriteQuestions): Promise<JsonObject> {
  const sent = withoutMembers(event, 'is_virtual')
  if ([undefined, null, ''].some((none) => none === event.is_virtual)) return sent
  const [isVirtual, mode] = [virtualIn(event), sent.attendance_mode]
  if (mode !== undefined && isVirtual === (mode !== 'offline')) return sent
  const now = jsonObjectOrEmpty(await shown())
  if (now.is_virtual === isVirtual) return sent
  const isEcho = !isNew && mode === now.attendance_mode
  if (mode !== undefined && !isEcho)
    throw invalidParam('is_virtual', because('contradiction', { name: 'attendance_mode' }))
  const hasPlace = isPlace(sent.venue === undefined ? now.venue : sent.venue)
  return { ...sent, attendance_mode: isVirtual ? (hasPlace ? 'mixed' : 'online') : 'offline' }
}

/** The outcome and the attendance of an event in our words. Throws 400 for contradictions. */
export async function statusAndAttendanceAsOurs(
  sent: JsonObject,
  questions: DialectWriteQuestions,
): Promise<JsonObject> {
  const named = withStatus(sent)
  return named.is_virtual === undefined ? named : withMode(named, questions)
}
