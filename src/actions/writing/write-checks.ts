/** The checks that complete a problem with the args of a create or update: every link, and conflicts between args. */

import type { ContextWithImages, PureContext } from '../../api/context.ts'
import type {
  CreateArgs,
  ResourceName,
  TermName,
  UpdateArgs,
  VenueOrOrganizerName,
} from '../../contract/resources/index.ts'
import { Problem } from '../../problem.ts'
import type { Reading, RecordOf } from '../../store/store.ts'
import { eventArgsChecks, type SentArgs, scheduleColumnsFromArgs } from '../compose/event.ts'
import {
  groupColumnsFromArgs,
  organizerColumnsFromArgs,
  pageColumnsFromArgs,
  termColumnsFromArgs,
  venueColumnsFromArgs,
} from '../items.ts'
import { requireValidLinks, termIdsOrNewNames } from '../linking/link.ts'
import {
  requireUsableImage,
  resolveAssignee,
  resolveAuthorId,
  resolveParentId,
} from '../linking/references.ts'
import {
  horizonWallTime,
  occurrencesToHorizon,
  patternAsEvent,
  refuseImpossibleRules,
  seriesFromSentRecurrence,
} from '../series/pattern.ts'
import { requireFittingApplyTo } from '../series/update.ts'
import { runChecksAndThrowFaults, type ThrowingArgsCheck } from './faults.ts'

type Checks = {
  readonly [N in ResourceName]: (
    store: Reading,
    args: Partial<CreateArgs<N>> | UpdateArgs<N>,
    kept: RecordOf<N> | undefined,
    context: ContextWithImages,
  ) => readonly ThrowingArgsCheck[]
}

function ofLinked<N extends VenueOrOrganizerName>(
  compose: (
    args: SentArgs<CreateArgs<N>>,
    kept: RecordOf<N> | undefined,
    context: ContextWithImages,
  ) => unknown,
): (
  store: Reading,
  args: SentArgs<CreateArgs<N>> & Pick<SentArgs<CreateArgs<VenueOrOrganizerName>>, 'author' | 'image'>,
  kept: RecordOf<N> | undefined,
  context: ContextWithImages,
) => readonly ThrowingArgsCheck[] {
  return (store, args, kept, context) => [
    () => compose(args, kept, context),
    () => resolveAuthorId(store, args.author, kept?.author, context),
    () => requireUsableImage(store, args.image, kept?.image ?? null, context),
  ]
}

/** The times that an event would have; undefined where these are at fault themselves. */
function timesBy(
  args: SentArgs<CreateArgs<'event'>>,
  kept: RecordOf<'event'> | undefined,
  context: ContextWithImages,
) {
  try {
    const { startDate, endDate, zone, allDay } = scheduleColumnsFromArgs(args, kept, context)
    return { start: startDate, end: endDate, zone, allDay }
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

/** Throws 400 on `recurrence` where the event can't repeat by it, or on `apply_to` where its series can't be changed so. */
function allowRecurrence(
  args: SentArgs<CreateArgs<'event'>>,
  kept: RecordOf<'event'> | undefined,
  context: ContextWithImages,
): void {
  const { recurrence, apply_to, inherit } = args
  refuseImpossibleRules(recurrence ?? [])
  const applying = {
    ...(apply_to !== undefined && { apply_to }),
    ...(inherit !== undefined && { inherit }),
    ...(recurrence !== undefined && { recurrence }),
  }
  if (kept !== undefined) requireFittingApplyTo(kept, applying)
  if (!recurrence || recurrence.length === 0) return
  const times = timesBy(args, kept, context)
  if (times === undefined) return
  occurrencesToHorizon(seriesFromSentRecurrence(recurrence, times), horizonWallTime(times, context), context)
}

const terms = (
  store: Reading,
  name: TermName,
  args: SentArgs<CreateArgs<'event'>>,
  context: ContextWithImages,
): ThrowingArgsCheck => {
  const arg = name === 'category' ? 'categories' : 'tags'
  return () => termIdsOrNewNames(store, { name, arg, sent: args[arg] ?? [] }, context)
}

/** The item that rights on whom it waits for depend on, before its other args are known to be right. */
const ownedBy = (kept: RecordOf<'event'> | undefined, { actor }: PureContext) =>
  kept ?? ({ author: actor.id, status: 'draft' } as const)

/** The function by resource that returns the checks of a write's args; `kept` is undefined for a new item. */
export const faultChecksByResource: Checks = {
  event: (store, args, kept, context) => {
    const parent = kept && { id: kept.id, parent: kept.post_parent }
    return [
      ...eventArgsChecks(args, kept, context),
      () => resolveAuthorId(store, args.author, kept?.author, context),
      () => requireValidLinks(store, 'venue', args.venue ?? [], context),
      () => requireValidLinks(store, 'organizer', args.organizer ?? [], context),
      terms(store, 'category', args, context),
      terms(store, 'tag', args, context),
      () => requireUsableImage(store, args.image, kept?.image ?? null, context),
      () => resolveParentId(store, 'event', { sent: args.post_parent, kept: parent }, context),
      () => resolveAssignee(store, args.assignee, kept?.assignee ?? null, ownedBy(kept, context), context),
      () => allowRecurrence(args, kept, context),
    ]
  },
  series: (store, args, kept, context) =>
    faultChecksByResource.event(store, { ...args, apply_to: 'all' }, kept && patternAsEvent(kept), context),
  venue: ofLinked<'venue'>(venueColumnsFromArgs),
  organizer: ofLinked<'organizer'>(organizerColumnsFromArgs),
  category: (store, args, kept, context) => {
    const parent = kept && { id: kept.id, parent: kept.parent }
    return [
      () => termColumnsFromArgs('category', args, kept, context),
      () => resolveParentId(store, 'category', { sent: args.parent, kept: parent }, context),
    ]
  },
  tag: (_store, args, kept, context) => [() => termColumnsFromArgs('tag', args, kept, context)],
  group: (store, args, kept, context) => [
    () => groupColumnsFromArgs(args, kept, context),
    () => requireUsableImage(store, args.image, kept?.image ?? null, context),
  ],
  media: () => [],
  page: (_store, args, kept, context) => [() => pageColumnsFromArgs(args, kept, context)],
}

/** The checks of an update's args that need no item: an end before the start, where both are sent, and rules. */
export function checksOfUpdateArgsAlone<N extends ResourceName>(
  name: N,
  sent: UpdateArgs<N>,
  context: PureContext,
): readonly ThrowingArgsCheck[] {
  const args: SentArgs<CreateArgs<'event'>> = sent
  const areDatesSent = args.start_date != null && args.end_date != null
  if (name !== 'event' && name !== 'series') return []
  return [
    ...(areDatesSent ? [() => scheduleColumnsFromArgs(args, undefined, context)] : []),
    () => refuseImpossibleRules(args.recurrence ?? []),
  ]
}

/** Checks the args of an update that could be parsed, without its item. Throws 400 with all faults. */
export function checkUpdateArgs<N extends ResourceName>(
  name: N,
  args: UpdateArgs<N>,
  context: PureContext,
): Promise<void> {
  return runChecksAndThrowFaults(checksOfUpdateArgsAlone(name, args, context))
}
