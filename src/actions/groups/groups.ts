/** Creating and changing groups (contract §16), and who may. */
import type { CreateArgs, UpdateArgs } from '../../contract/resources/index.ts'
import { Problem } from '../../problem.ts'
import type { GroupRecord, Writing } from '../../store/store.ts'
import { groupColumnsOf } from '../compose/group.ts'
import type { Context } from '../context.ts'
import { initialRowValues, newSlug } from '../linking/new-items.ts'
import { resolveImage } from '../linking/references.ts'
import { mayManageMembers, refusal, rights } from '../policy.ts'
import { changedValues, saveChanges, slugAfterChange } from '../writing/save.ts'

/** The fields that managers leave to those who edit the whole site. */
const ofTheSite = ['main', 'slug'] as const

/** Creates a group. Returns its id. Throws 401 or 403 for all but administrators. */
export async function createGroup(
  store: Writing,
  args: CreateArgs<'group'>,
  context: Context,
): Promise<number> {
  if (!rights[context.actor.role].administers) throw refusal(context.actor)
  const columns = groupColumnsOf(args, undefined, context)
  const image = await resolveImage(store, args.image, null, context)
  const slug = await newSlug(store, 'group', args.slug, columns.name)
  return store.insert('group', { ...columns, ...initialRowValues(context), image, slug })
}

/** Throws 401 or 403 unless the actor may change the group: editors of the site and managers of the group. */
export function allowEditingGroup({ id }: Pick<GroupRecord, 'id'>, { actor }: Context): void {
  if (!mayManageMembers(actor, id)) throw refusal(actor)
}

/** Throws 403, naming the arg, where a manager changes what is the site's. */
function refuseOfTheSite(changes: Partial<GroupRecord>, { actor }: Context): void {
  if (rights[actor.role].edits === 'all') return
  const name = ofTheSite.find((one) => changes[one] !== undefined)
  if (name !== undefined)
    throw new Problem('rest_forbidden', {
      message: `Only editors of the site change the ${name} of a group.`,
      data: { details: { [name]: { code: 'rest_forbidden', message: 'is kept by editors of the site' } } },
    })
}

/** Changes a group in an open transaction. Throws 400 or 403. */
export async function updateGroup(
  store: Writing,
  kept: GroupRecord,
  args: UpdateArgs<'group'>,
  context: Context,
): Promise<void> {
  const columns = groupColumnsOf(args, kept, context)
  const image = await resolveImage(store, args.image, kept.image, context)
  const title = columns.name
  const slug = await slugAfterChange(
    store,
    { name: 'group', kept },
    { sent: args.slug, title, isBack: false },
  )
  const changes = changedValues<GroupRecord>({ ...columns, image, slug }, kept)
  refuseOfTheSite(changes, context)
  if (Object.keys(changes).length > 0) await saveChanges(store, { name: 'group', kept }, changes, context)
}
