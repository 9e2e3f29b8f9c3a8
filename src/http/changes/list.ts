/** Changes over HTTP (contract §13, ext.): one page of what other programs have to read again. */

import { idsOfReferencedGroups } from '../../actions/listing/list-references.ts'
import { viewerOf } from '../../api/context.ts'
import { commandActor } from '../../api/policy.ts'
import {
  changeArgsByOperation,
  MAX_CHANGES_PER_PAGE,
} from '../../contract/operations/integrations/changes.ts'
import { parseArgs } from '../../contract/parse-args.ts'
import { resourceNamed } from '../../contract/resources/index.ts'
import { Problem } from '../../problem.ts'
import { type Root, restUrl } from '../../representations/urls.ts'
import type { ItemChangeForViewer } from '../../store/store.ts'
import type { OperationHandler } from '../operations/handler.ts'

/** Returns a change as clients see it under a root. */
export function shownChange({ revision, resource, id, action }: ItemChangeForViewer, root: Root): object {
  return { revision, resource, id, action, rest_url: restUrl(root, resourceNamed(resource).collection, id) }
}

/** Lists what changed since a revision. Throws 400, or 410 where that is too long ago. */
export const listChanges: OperationHandler = async ({ query, context, root }) => {
  const { store, moment } = context
  const args = changeArgsByOperation['list-changes']
  const { since, per_page, group } = parseArgs(args, query.args(args), 'query')
  await store.settle({ moment, actor: commandActor })
  const limit = Math.min(per_page, MAX_CHANGES_PER_PAGE)
  const groups = await idsOfReferencedGroups(store, group, context)
  const page = await store.changes.page(since, limit, { viewer: viewerOf(context), groups })
  if (page === undefined) throw new Problem('changes-expired')
  const body = {
    changes: page.changes.map((one) => shownChange(one, root)),
    next_since: page.next,
    has_more: page.hasMore,
  }
  return { status: 200, body, dependsOnClock: true }
}
