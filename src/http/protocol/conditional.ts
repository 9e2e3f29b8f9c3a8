/** Conditional requests (RFC 9110 §13, contract §8), as pure functions. */
import { secondsOfHttpDate } from '../../domain/time/timestamp.ts'
import { Problem } from '../../problem.ts'

/** Request headers, with lower-case names as in Node. */
export type ConditionalHeaders = Readonly<Record<string, string | string[] | undefined>>

const header = (conditions: ConditionalHeaders, name: string) => {
  const value = conditions[name]
  return Array.isArray(value) ? value.join(',') : value
}

/** The ETags of a header without their weakness prefix, or `*`. */
const tags = (text: string) =>
  text.trim() === '*' ? ['*'] : (text.match(/(?:W\/)?"[^"]*"/g) ?? []).map((tag) => tag.replace(/^W\//, ''))
const versionOf = (tag: string) => /^"(v\d+)[-"]/.exec(tag)?.[1] ?? tag

const secondsIn = (conditions: ConditionalHeaders, name: string) => {
  const sent = header(conditions, name)
  return sent === undefined ? undefined : secondsOfHttpDate(sent)
}

/** If-Modified-Since in seconds since 1970 UTC; undefined if it is absent, invalid, or overridden by If-None-Match. */
export function ifModifiedSinceSeconds(conditions: ConditionalHeaders): number | undefined {
  return header(conditions, 'if-none-match') === undefined
    ? secondsIn(conditions, 'if-modified-since')
    : undefined
}

/** The text of the first tag in If-Match, without its quotes; undefined without the header, or where it takes anything (`*`). */
export function ifMatchTag(conditions: ConditionalHeaders): string | undefined {
  const sent = header(conditions, 'if-match')
  if (sent === undefined || sent.trim() === '*') return undefined
  return (tags(sent)[0] ?? sent).replaceAll('"', '')
}

/** If-Unmodified-Since in seconds since 1970 UTC; undefined if it is absent, invalid, or overridden by If-Match. */
export function ifUnmodifiedSinceSeconds(conditions: ConditionalHeaders): number | undefined {
  return header(conditions, 'if-match') === undefined
    ? secondsIn(conditions, 'if-unmodified-since')
    : undefined
}

/**
 * Whether the response to a GET is 304: If-None-Match compares whole tags weakly; If-Modified-Since counts only
 * without it.
 */
export function isNotModified(
  conditions: ConditionalHeaders,
  etag: string,
  lastModified: number | undefined,
): boolean {
  const known = header(conditions, 'if-none-match')
  if (known !== undefined) return tags(known).some((tag) => tag === '*' || tag === etag)
  const seconds = ifModifiedSinceSeconds(conditions)
  return seconds !== undefined && lastModified !== undefined && lastModified <= seconds
}

/**
 * Throws 412 if a write's preconditions fail: If-Match compares versions; If-Unmodified-Since counts only without it;
 * If-None-Match: * refuses every item that exists. `isWeak`:
 * the item changed more than once in that second, so the date does not identify one state.
 */
export function requireChangePreconditions(
  conditions: ConditionalHeaders,
  kept: { readonly version: number; readonly modified_utc: number },
  isWeak = false,
): void {
  if (header(conditions, 'if-none-match')?.trim() === '*') throw new Problem('rest_precondition_failed')
  const match = header(conditions, 'if-match')
  if (match !== undefined) {
    if (tags(match).some((tag) => tag === '*' || versionOf(tag) === `v${kept.version}`)) return
    throw new Problem('rest_precondition_failed')
  }
  const seconds = ifUnmodifiedSinceSeconds(conditions)
  if (seconds === undefined || kept.modified_utc < seconds) return
  if (kept.modified_utc > seconds || isWeak) throw new Problem('rest_precondition_failed')
}

/** Throws 412 if a request that is about to create an item requires one to exist. */
export function refuseIfMatchForNewItem(conditions: ConditionalHeaders): void {
  if (header(conditions, 'if-match') !== undefined || ifUnmodifiedSinceSeconds(conditions) !== undefined)
    throw new Problem('rest_precondition_failed')
}

/** The X-Fasti-Revision of a request (contract §8): the response must not be older. 0 without one. */
export function minRevisionFromHeaders(conditions: ConditionalHeaders): number {
  const seen = Number(conditions['x-fasti-revision'])
  return Number.isFinite(seen) ? seen : 0
}
