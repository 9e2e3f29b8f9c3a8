/** Updates venues, organizers and terms (contract §4.2). */

import type { ContextWithImages, PureContext } from '../../api/context.ts'
import type { ContentContext } from '../../api/languages.ts'
import type { UpdateArgs, VenueOrOrganizerName } from '../../contract/resources/index.ts'
import type { RecordOf, Writing } from '../../store/store.ts'
import { organizerColumnsFromArgs, venueColumnsFromArgs } from '../compose/linked.ts'
import type { ComposedColumns } from '../compose/published.ts'
import { categoryOnlyColumnsOfArgs, termColumnsFromArgs } from '../compose/term.ts'
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
    context: PureContext,
  ) => ComposedColumns<RecordOf<VenueOrOrganizerName>>
}

const composers: Composers = { venue: venueColumnsFromArgs, organizer: organizerColumnsFromArgs }

/** Changes a venue or an organizer in an open transaction. */
export async function writeVenueOrOrganizerChanges<N extends VenueOrOrganizerName>(
  store: Writing,
  { name, kept }: ItemToChange<N>,
  args: UpdateArgs<N>,
  context: ContextWithImages,
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

/** Changes a category in an open transaction. Throws 409 if the name is taken under its parent. */
export async function writeCategoryChanges(
  store: Writing,
  kept: RecordOf<'category'>,
  args: UpdateArgs<'category'>,
  context: PureContext,
): Promise<void> {
  const values = termColumnsFromArgs('category', args, kept, context)
  const parent = await resolveParentId(store, 'category', { sent: args.parent, kept }, context)
  if (values.name !== kept.name || parent !== kept.parent)
    await refuseTakenTermName(store, 'category', { text: values.name, parent, of: kept.id })
  await store.put('category', kept.id, {
    ...values,
    ...categoryOnlyColumnsOfArgs(args, kept),
    parent,
    slug: args.slug === null ? '' : args.slug,
  })
}

/** Changes a tag in an open transaction. Throws 409 if the name is taken. */
export async function writeTagChanges(
  store: Writing,
  kept: RecordOf<'tag'>,
  args: UpdateArgs<'tag'>,
  context: ContentContext,
): Promise<void> {
  const values = termColumnsFromArgs('tag', args, kept, context)
  if (values.name !== kept.name)
    await refuseTakenTermName(store, 'tag', { text: values.name, parent: null, of: kept.id })
  await store.put('tag', kept.id, { ...values, slug: args.slug === null ? '' : args.slug })
}
