/** If-Match, and dates as validators. */
import { requireEventUnchangedSinceRevision } from '../../actions/proposals.ts'
import type { CheckPrecondition } from '../../actions/update.ts'
import type { Context } from '../../api/context.ts'
import type { ResourceName } from '../../contract/resources/index.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { ifModifiedSinceSeconds, ifUnmodifiedSinceSeconds, requireChangePreconditions } from '../protocol.ts'
import { type ApiRequest, idOrSlugInPath } from '../request/api-request.ts'

// Dates as validators (RFC 9110 §8.8.2.2): a date identifies a state only if the item changed at most once in that second.

/** Whether an item changed more than once since `second` (seconds since 1970 UTC). */
async function changedTwice(name: ResourceName, id: number, second: number, { store, moment }: Context) {
  const changes = async (resource: ResourceName, item_id: number) =>
    (await store.auditPage({ resource, item_id, since: second, page: 1, per_page: 1 })).total
  const event = name === 'event' ? await store.find('event', { id }, moment) : undefined
  // An act on a series is noted once, for all of its events.
  const ofSeries = event?.series ? await changes('series', event.series) : 0
  return (await changes(name, id)) + ofSeries > 1
}

/**
 * Whether If-Modified-Since can't tell this state of an item, last modified in the second `modified`, from another one: the
 * second is not over, or the item changed several times in it.
 */
export async function isIfModifiedSinceAmbiguous(
  { headers, context }: ApiRequest,
  name: ResourceName,
  id: number,
  modified: number | undefined,
): Promise<boolean> {
  const since = ifModifiedSinceSeconds(headers)
  if (since === undefined || modified === undefined) return false
  if (modified >= epochOfInstant(context.moment.now)) return true
  return since === modified && (await changedTwice(name, id, modified, context))
}

/** Checks a stored item against the preconditions of a write. Throws 412. */
export type CheckVersion = (kept: {
  readonly id: number
  readonly version: number
  readonly modified_utc: number
}) => void

/** Returns the check of what the headers of a write demand of the item, to be run in its transaction, too. */
export async function versionCheck(
  { operation, params, headers, context }: ApiRequest,
  name: ResourceName,
): Promise<CheckVersion> {
  const since = ifUnmodifiedSinceSeconds(headers)
  const address = idOrSlugInPath(operation, params)
  const known = since === undefined ? undefined : await context.store.find(name, address, context.moment)
  const isWeak =
    known !== undefined &&
    known.modified_utc === since &&
    (await changedTwice(name, known.id, known.modified_utc, context))
  // A version newer than the one read above may have been written in the same second.
  return (kept) => requireChangePreconditions(headers, kept, isWeak || kept.version !== known?.version)
}

/** Returns the check of a write's preconditions, to be run in its transaction. The check throws 412 if they fail, or 409 for what was not seen. */
export async function preconditionCheck(request: ApiRequest, name: ResourceName): Promise<CheckPrecondition> {
  const { context, seen } = request
  const check = await versionCheck(request, name)
  return async (kept, store) => {
    check(kept)
    const event = name === 'event' ? await store.find('event', { id: kept.id }, context.moment) : undefined
    if (event !== undefined) await requireEventUnchangedSinceRevision(store, event, seen, context)
  }
}
