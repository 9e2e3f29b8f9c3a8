/** The changes of items, as people and programs follow them. The door of the room. */

import { idsOfReferencedGroups } from '../actions/listing/list-query.ts'
import { answer, named, pageAnswer, revisedAnswer, streamAnswer } from '../api/answer.ts'
import { viewerOf } from '../api/context.ts'
import { type ReadStore, serviceOperation } from '../api/operation.ts'
import { editors, everyone, writersOf } from '../api/permission.ts'
import { accessScopeOf, commandActor } from '../api/policy.ts'
import type { Room } from '../api/room.ts'
import { type ArgsWithDefaults, defaulted, markedAsExtension, optional, required } from '../contract/arg.ts'
import * as kind from '../contract/kinds.ts'
import { auditArgs } from '../contract/operations/audit.ts'
import {
  changeActions,
  EVENT_STREAM_TYPE,
  MAX_CHANGES_PER_PAGE,
} from '../contract/operations/other-programs.ts'
import { imageSettingNames } from '../contract/operations/settings.ts'
import { isPublishable, resourceNamed, resourceNames } from '../contract/resources/index.ts'
import {
  booleanShape,
  choiceShape,
  integerShape,
  listShape,
  objectShape,
  optionalShape,
  type Shape,
  webAddressShape,
} from '../contract/shape.ts'
import { accessScopeKey } from '../domain/publication.ts'
import { resolveParsedDate } from '../domain/time/date-text.ts'
import type { Moment } from '../domain/time/moment.ts'
import { because, invalidParam, Problem } from '../problem.ts'
import { type Root, restUrl } from '../representations/urls.ts'
import type { ChangePage, ChangesViewer, ItemChangeForViewer, Viewer } from '../store/store.ts'
import { auditedChangesPage } from './history.ts'
import type { ChangeStreams } from './streams.ts'
import { secrets, undoWrite } from './undo.ts'

// The changes of items as other programs follow them, and the log of all changes.

declare module '../api/outside.ts' {
  interface Outside {
    readonly streams: ChangeStreams
    /** The time, as it goes on while a stream is open. */
    momentNow(): Moment
  }
}

const right = { scope: 'read', allows: everyone } as const
const followed = {
  since: markedAsExtension(optional(kind.integer(0))),
  group: markedAsExtension(optional(kind.references(true))),
}

const oneOf = <T extends string>(names: readonly T[]): Shape<T> => ({ schema: { enum: [...names] } })
const itemChange = named('ItemChange', {
  revision: integerShape,
  resource: oneOf(resourceNames),
  id: integerShape,
  action: oneOf(changeActions),
  rest_url: webAddressShape,
})
const itemChanges = named(
  'ItemChangeList',
  { changes: listShape(itemChange), next_since: integerShape, has_more: booleanShape },
  itemChange,
)

/** A change as clients see it under a root. */
const shown = ({ revision, resource, id, action }: ItemChangeForViewer, root: Root) => ({
  revision,
  resource,
  id,
  action,
  rest_url: restUrl(root, resourceNamed(resource).collection, id),
})

const listChanges = serviceOperation({
  route: 'GET /changes',
  name: 'list-changes',
  summary: 'List the changes since a revision',
  args: { ...followed, per_page: markedAsExtension(defaulted(kind.integer(1), 100)) },
  answer: answer(itemChanges, 'A page of the newest change of each item.', {
    headers: {},
    dependsOnClock: true,
  }),
  right,
  problems: ['changes-expired'],
  besides: 'settles',
  async run({ store, root, ...by }, { since, per_page, group }) {
    await store.settle({ moment: by.moment, actor: commandActor })
    const groups = await idsOfReferencedGroups(store, group, by)
    const most = Math.min(per_page, MAX_CHANGES_PER_PAGE)
    const page = await store.changes.page(since, most, { viewer: viewerOf(by), groups })
    if (page === undefined) throw new Problem('changes-expired')
    return {
      changes: page.changes.map((one) => shown(one, root)),
      next_since: page.next,
      has_more: page.hasMore,
    }
  },
})

/** The revision in a Last-Event-ID header; undefined for none. */
function lastEventId(sent: unknown): number | undefined {
  const id = typeof sent === 'string' ? kind.parseExactInteger(sent) : undefined
  return id === undefined || id < 0 ? undefined : id
}

/**
 * Where to go on after the last message that a client has seen. If its revision changed several items, the client may not
 * have seen all of them, so that revision is sent once more.
 */
async function after(last: number, reader: ChangesViewer, { changes }: ReadStore): Promise<number> {
  return last > 0 && (await changes.countAt(last, reader)) > 1 ? last - 1 : last
}

const streamChanges = serviceOperation({
  route: 'GET /changes/stream',
  name: 'stream-changes',
  summary: 'Follow changes as Server-Sent Events',
  args: followed,
  answer: streamAnswer(EVENT_STREAM_TYPE, 'One message for each change; its id is the revision.', {
    headers: { 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' },
    sends: [],
  }),
  right,
  problems: ['changes-expired', 'changes-behind'],
  besides: 'settles',
  async run({ store, root, request, streams, momentNow, ...by }, { since: sent, group }) {
    await store.settle({ moment: by.moment, actor: commandActor })
    const viewer = viewerOf(by)
    const groups = await idsOfReferencedGroups(store, group, by)
    const last = lastEventId(request.headers['last-event-id'])
    const from = last === undefined ? sent : await after(last, { viewer, groups }, store)
    const floor = await store.changes.floor(by.moment)
    const since = typeof from === 'number' ? from : floor
    if (since < floor) throw new Problem('changes-expired')
    const viewerNow = (): Viewer => ({ ...viewer, moment: momentNow() })
    const follower = {
      caller: request.caller,
      kind: JSON.stringify([root.url, root.namespace, accessScopeKey(viewer.scope), groups]),
      since,
      read: (position: number, limit: number) =>
        store.changes.page(position, limit, { viewer: viewerNow(), groups }),
      messages: ({ changes }: ChangePage) =>
        changes.map((one) => `id: ${one.revision}\ndata: ${JSON.stringify(shown(one, root))}\n\n`).join(''),
      isAllowed: async () => {
        const again = await request.callerNow().catch(() => undefined)
        if (again?.id !== by.actor.id || again.role !== by.actor.role) return false
        return accessScopeKey(accessScopeOf(again)) === accessScopeKey(viewer.scope)
      },
    }
    await streams.allowStart(follower)
    return { open: () => streams.open(follower) }
  },
})

type Bounds = Pick<ArgsWithDefaults<typeof auditArgs>, 'since' | 'until'>

/** The instants of the dates that were sent. Throws 400 for what is none. */
function instants(sent: Bounds, { zone, now }: Moment) {
  const instant = (name: keyof Bounds) => {
    const date = sent[name]
    const read = date && resolveParsedDate(date, zone, now)
    if (date !== undefined && read === undefined) throw invalidParam(name, because('not_a_date'))
    return read
  }
  return { from: instant('since'), to: instant('until') }
}

const readAudit = serviceOperation({
  route: 'GET /audit',
  name: 'audit',
  summary: 'List the changes of all items',
  args: auditArgs,
  answer: pageAnswer<object>('changes', {
    schema: 'ChangeList',
    text: 'A page of the changes, newest first.',
    headers: { 'Cache-Control': 'private, no-store' },
  }),
  right: { scope: 'audit', allows: editors },
  dates({ moment }, args) {
    const { from, to } = instants(args, moment)
    return { since: from?.wall, until: to?.wall }
  },
  async run(given, sent) {
    const { item, user, since: _, until: __, values, ...rest } = sent
    const { from, to } = instants(sent, given.moment)
    const found = {
      ...rest,
      ...(item !== undefined && { item_id: item }),
      ...(user !== undefined && { user_id: user }),
      ...(from !== undefined && { since: from.epoch }),
      ...(to !== undefined && { until: to.epoch }),
    }
    return auditedChangesPage(found, values, given)
  },
})

const undone = named('Undone', {
  undone: integerShape,
  items: listShape(
    objectShape({
      resource: choiceShape(resourceNames),
      id: integerShape,
      left: optionalShape(listShape(choiceShape(secrets))),
    }),
  ),
  left: optionalShape(listShape(choiceShape(imageSettingNames))),
})

const undo = serviceOperation({
  route: 'POST /undo',
  name: 'undo',
  summary: 'Undo a write as a whole',
  args: { revision: markedAsExtension(required(kind.integer(1))) },
  body: { schema: 'Undo', example: { revision: 41 } },
  answer: revisedAnswer(
    undone,
    'The items that were changed, and what stays as it is now: secrets, which are not kept, and settings whose image is deleted.',
    { headers: {} },
  ),
  // Each item needs its own scope.
  right: { scope: undefined, allows: writersOf('event') },
  problems: [
    'write-not-found',
    'change-not-recorded',
    'change-overtaken',
    'term_exists',
    'item-merged',
    'user-not-found',
    ...resourceNames.map((name) => `${name}-not-found` as const),
    ...resourceNames.filter(isPublishable).map((name) => `${name}-no-longer-available` as const),
  ],
  async run(given, args) {
    const { result, revision } = await undoWrite(args.revision, given)
    const { items, left } = result
    return { result: { undone: args.revision, items, ...(left.length > 0 && { left }) }, revision }
  },
})

export const changesRoom: Room = {
  name: 'changes',
  operations: [listChanges, streamChanges, readAudit, undo],
}
