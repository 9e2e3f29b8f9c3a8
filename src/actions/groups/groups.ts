/** Creating and changing groups (contract §16), and who may. */

import type { ContextWithImages, PureContext } from '../../api/context.ts'
import { mayManageMembers, refusalProblem, rightsByRole } from '../../api/policy.ts'
import type { CreateArgs, UpdateArgs } from '../../contract/resources/index.ts'
import type { GroupRecord, Writing } from '../../store/store.ts'
import { groupColumnsFromArgs } from '../compose/group.ts'
import { resolveImageId } from '../linking/references.ts'
import { changedValues } from '../writing/save.ts'
import { refuseSiteEditorFields } from '../writing/site-fields.ts'

/** The fields that managers leave to those who edit the whole site. */
const siteFields = { names: ['main', 'slug', 'federated'], of: 'a group' } as const

/** Creates a group. Returns its id. Throws 401 or 403 for all but administrators. */
export async function createGroup(
  store: Writing,
  args: CreateArgs<'group'>,
  context: ContextWithImages,
): Promise<number> {
  if (!rightsByRole[context.actor.role].administers) throw refusalProblem(context.actor)
  const columns = groupColumnsFromArgs(args, undefined, context)
  const image = await resolveImageId(store, args.image, null, context)
  return (await store.put('group', undefined, { ...columns, image, slug: args.slug })).id
}

/** Throws 401 or 403 unless the actor may change the group: editors of the site and managers of the group. */
export function requireMayEditGroup({ id }: Pick<GroupRecord, 'id'>, { actor }: PureContext): void {
  if (!mayManageMembers(actor, id)) throw refusalProblem(actor)
}

/** Changes a group in an open transaction. Throws 400 or 403. */
export async function updateGroup(
  store: Writing,
  kept: GroupRecord,
  args: UpdateArgs<'group'>,
  context: ContextWithImages,
): Promise<void> {
  const columns = groupColumnsFromArgs(args, kept, context)
  const image = await resolveImageId(store, args.image, kept.image, context)
  const slug = args.slug === null ? '' : args.slug
  const after = await store.put('group', kept.id, { ...columns, image, slug })
  refuseSiteEditorFields(siteFields, changedValues<GroupRecord>(after, kept), context.actor)
}
