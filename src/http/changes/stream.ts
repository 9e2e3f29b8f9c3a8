/** The stream of changes over HTTP (contract §13, ext.): Server-Sent Events. */

import { idsOfReferencedGroups } from '../../actions/listing/list-references.ts'
import { viewerOf } from '../../api/context.ts'
import { type Actor, accessScopeOf, commandActor } from '../../api/policy.ts'
import { parseExactInteger } from '../../contract/kinds.ts'
import { changeArgsByOperation, EVENT_STREAM_TYPE } from '../../contract/operations/integrations/changes.ts'
import { parseArgs } from '../../contract/parse-args.ts'
import { accessScopeKey } from '../../domain/publication/access.ts'
import { Problem } from '../../problem.ts'
import type { ChangePage, ChangesViewer, Store, Viewer } from '../../store/store.ts'
import type { Exchange, OperationHandler } from '../operations/handler.ts'
import { shownChange } from './list.ts'
import type { ChangeStreams } from './streams.ts'

/** The revision in a Last-Event-ID header; undefined for none. */
function lastEventId(sent: unknown): number | undefined {
  const id = typeof sent === 'string' ? parseExactInteger(sent) : undefined
  return id === undefined || id < 0 ? undefined : id
}

/**
 * Where to go on after the last message that a client has seen. If its revision changed several items, the client may not
 * have seen all of them, so that revision is sent once more.
 */
async function after(last: number, reader: ChangesViewer, { changes }: Store): Promise<number> {
  return last > 0 && (await changes.countAt(last, reader)) > 1 ? last - 1 : last
}

type ActorNow = (request: Exchange['request']) => Promise<Actor>

/** Milliseconds for which the same credentials are checked once for all their streams. */
const CHECKED_FOR = 100

/** Identifies callers again, those with the same credentials together. */
function checkedTogether(actorNow: ActorNow): ActorNow {
  const known = new Map<string, Promise<Actor>>()
  return (request) => {
    const { authorization = '', cookie = '', host = '' } = request.headers
    const key = JSON.stringify([authorization, cookie, host, request.ip])
    const found = known.get(key) ?? actorNow(request)
    if (known.size === 0) setTimeout(() => known.clear(), CHECKED_FOR).unref()
    known.set(key, found)
    return found
  }
}

/** Builds the handler of the stream of changes. `actorNow` identifies the caller of a request again. */
export function makeStreamChangesHandler(
  streams: ChangeStreams,
  now: () => Viewer['moment'],
  actorNow: ActorNow,
): OperationHandler {
  const callerOf = checkedTogether(actorNow)
  const args = changeArgsByOperation['stream-changes']
  return async ({ query, context, root, headers }, { request, caller }) => {
    const { store, moment, actor } = context
    const { since: sent, group } = parseArgs(args, query.args(args), 'query')
    await store.settle({ moment, actor: commandActor })
    const viewer = viewerOf(context)
    const groups = await idsOfReferencedGroups(store, group, context)
    const last = lastEventId(headers['last-event-id'])
    const from = last === undefined ? sent : await after(last, { viewer, groups }, store)
    const floor = await store.changes.floor(moment)
    const since = typeof from === 'number' ? from : floor
    if (since < floor) throw new Problem('changes-expired')
    const viewerNow = (): Viewer => ({ ...viewer, moment: now() })
    const follower = {
      caller: caller.name,
      kind: JSON.stringify([root.url, root.namespace, accessScopeKey(viewer.scope), groups]),
      since,
      read: (position: number, limit: number) =>
        store.changes.page(position, limit, { viewer: viewerNow(), groups }),
      messages: ({ changes }: ChangePage) =>
        changes
          .map((one) => `id: ${one.revision}\ndata: ${JSON.stringify(shownChange(one, root))}\n\n`)
          .join(''),
      isAllowed: async () => {
        const again = await callerOf(request).catch(() => undefined)
        if (again?.id !== actor.id || again.role !== actor.role) return false
        return accessScopeKey(accessScopeOf(again)) === accessScopeKey(viewer.scope)
      },
    }
    await streams.allowStart(follower)
    return {
      status: 200,
      headers: { 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' },
      body: {},
      stream: { type: EVENT_STREAM_TYPE, open: () => streams.open(follower) },
    }
  }
}
