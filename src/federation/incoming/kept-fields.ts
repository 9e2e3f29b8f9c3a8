/** Which fields of an event that came in were edited here: those stay. */
import { createHash } from 'node:crypto'
import type { EventRecord, LinkIds } from '../../store/store.ts'
import { storedAttendanceOfRecord } from './links.ts'

/** Field → the digests of what was sent last and of what was stored of it. */
export type SentFieldDigests = Readonly<Record<string, readonly [sent: string, stored: string]>>

const fingerprintOf = (value: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(value) ?? '')
    .digest('base64url')
    .slice(0, 16)

/** Returns what is stored of each field. */
function storedValues(record: EventRecord, links: LinkIds): Readonly<Record<string, unknown>> {
  const { title, description, website, image, event_status } = record
  const { start_date, end_date, timezone, all_day } = record
  return {
    title,
    description,
    times: [start_date, end_date, timezone, all_day],
    status: event_status,
    website,
    attendance: storedAttendanceOfRecord(record),
    venue: links.venue,
    image,
    categories: links.category,
    tags: links.tag,
  }
}

/** Returns whether these args of a field were sent last. */
export const wereSentLast = (sent: SentFieldDigests, name: string, args: unknown): boolean =>
  sent[name]?.[0] === fingerprintOf(args)

/** Returns the fields whose text was changed at their server and that nobody edited here. */
export function namesOfFieldsToChange(
  wanted: Readonly<Record<string, unknown>>,
  sent: SentFieldDigests,
  { record, links }: { readonly record: EventRecord; readonly links: LinkIds },
): readonly string[] {
  const stored = storedValues(record, links)
  return Object.keys(wanted).filter((name) => {
    const now = fingerprintOf(stored[name])
    return !wereSentLast(sent, name, wanted[name]) && (sent[name]?.[1] ?? now) === now
  })
}

/** Returns what is noted of fields after a write of some of them. */
export function sentDigestsAfterWrite(
  written: Readonly<Record<string, unknown>>,
  before: SentFieldDigests,
  { record, links }: { readonly record: EventRecord; readonly links: LinkIds },
): SentFieldDigests {
  const stored = storedValues(record, links)
  const noted = Object.entries(written).map(([name, value]) => [
    name,
    [fingerprintOf(value), fingerprintOf(stored[name])] as const,
  ])
  return { ...before, ...Object.fromEntries(noted) }
}
