/** Updates venues, organizers and terms (contract §4.2). */
import { derivedColumns } from '../../contract/derived-columns.ts'
import type { TermName, UpdateArgs, VenueOrOrganizerName } from '../../contract/resources/index.ts'
import type { RecordOf, Writing } from '../../store/store.ts'
import { organizerColumnsFromArgs, venueColumnsFromArgs } from '../compose/linked.ts'
import type { ComposedColumns } from '../compose/published.ts'
import { categoryOnlyColumnsOfArgs, termColumnsFromArgs } from '../compose/term.ts'
import type { Context, PureContext } from '../context.ts'
import { refuseTakenTermName } from '../linking/new-items.ts'
import { resolveAuthorId, resolveImageId, resolveParentId } from '../linking/references.ts'
import {
  changedValues,
  type ItemToChange,
  leavesTrash,
  saveChangesOfItem,
  slugAfterChange,
  withApprovalStatus,
} from './save.ts'

type Composers = {
  readonly [N in VenueOrOrganizerName]: (
    args: UpdateArgs<N>,
    kept: RecordOf<N>,
    context: Context,
  ) => ComposedColumns<RecordOf<VenueOrOrganizerName>>
}

const composers: Composers = { venue: venueColumnsFromArgs, organizer: organizerColumnsFromArgs }

/** Changes a venue or an organizer in an open transaction. */
export async function writeVenueOrOrganizerChanges<N extends VenueOrOrganizerName>(
  store: Writing,
  { name, kept }: ItemToChange<N>,
  args: UpdateArgs<N>,
  context: Context,
): Promise<void> {
  const sent: UpdateArgs<VenueOrOrganizerName> = args
  const values = composers[name](args, kept, context)
  const isBack = leavesTrash(kept.status, values.status)
  const changes = changedValues<RecordOf<'venue' | 'organizer'>>(
    {
      ...values,
      author: await resolveAuthorId(store, sent.author, kept.author, context),
      image: await resolveImageId(store, sent.image, kept.image, context),
      slug: await slugAfterChange(store, { name, kept }, { sent: sent.slug, title: values.name, isBack }),
    },
    kept,
  )
  if (Object.keys(changes).length === 0) return
  const next = withApprovalStatus<RecordOf<VenueOrOrganizerName>>(changes, kept, context)
  await saveChangesOfItem<VenueOrOrganizerName>(store, { name, kept }, next, context)
}

/** A stored category, or a tag. */
interface KeptTerm {
  readonly name: TermName
  readonly kept: RecordOf<'tag'> & Partial<Omit<RecordOf<'category'>, keyof RecordOf<'tag'>>>
}

/** Changes a category or a tag in an open transaction. Throws 409 if the name is taken. */
export async function writeTermChanges(
  store: Writing,
  { name, kept }: KeptTerm,
  args: UpdateArgs<'category'>,
  context: PureContext,
): Promise<void> {
  const values = termColumnsFromArgs(name, args, kept, context)
  const parent = await resolveParentId(
    store,
    'category',
    { sent: args.parent, kept: { id: kept.id, parent: kept.parent ?? null } },
    context,
  )
  const slug = await slugAfterChange(
    store,
    { name, kept },
    { sent: args.slug, title: values.name, isBack: false },
  )
  const own = name === 'category' && { parent, ...categoryOnlyColumnsOfArgs(args, kept) }
  const changes = changedValues(
    { ...values, slug, ...derivedColumns[name]({ ...values, slug }), ...own },
    kept,
  )
  if (Object.keys(changes).length === 0) return
  if (values.name !== kept.name || parent !== (kept.parent ?? null)) {
    await refuseTakenTermName(store, name, { text: values.name, parent, of: kept.id })
  }
  await saveChangesOfItem<TermName>(store, { name, kept }, changes, context)
}
