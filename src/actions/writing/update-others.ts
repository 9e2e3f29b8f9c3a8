/** Updates venues, organizers and terms (contract §4.2). */
import type { LinkedName, TermName, UpdateArgs } from '../../contract/resources/index.ts'
import type { RecordOf, Writing } from '../../store/store.ts'
import { composeOrganizer, composeVenue } from '../compose/linked.ts'
import type { Composed } from '../compose/published.ts'
import { composeOwnOfCategory, composeTerm, termSearchText } from '../compose/term.ts'
import type { Context } from '../context.ts'
import { refuseTaken } from '../linking/new-items.ts'
import { resolveAuthor, resolveImage, resolveParent } from '../linking/references.ts'
import { awaitingApproval, changedValues, isRestored, nextSlug, saveChanges } from './save.ts'

type Composers = {
  readonly [N in LinkedName]: (
    args: UpdateArgs<N>,
    kept: RecordOf<N>,
    context: Context,
  ) => Composed<RecordOf<LinkedName>>
}

const composers: Composers = { venue: composeVenue, organizer: composeOrganizer }

/** Changes a venue or an organizer in an open transaction. */
export async function updateLinked<N extends LinkedName>(
  store: Writing,
  name: N,
  kept: RecordOf<N>,
  args: UpdateArgs<N>,
  context: Context,
): Promise<void> {
  const sent: UpdateArgs<LinkedName> = args
  const values = composers[name](args, kept, context)
  const changes = changedValues<RecordOf<'venue' | 'organizer'>>(
    {
      ...values,
      author: await resolveAuthor(store, sent.author, kept.author, context),
      image: await resolveImage(store, sent.image, kept.image, context),
      slug: await nextSlug(store, name, sent.slug, values.name, kept, isRestored(kept.status, values.status)),
    },
    kept,
  )
  if (Object.keys(changes).length === 0) return
  const next = awaitingApproval<RecordOf<LinkedName>>(changes, kept, context)
  await saveChanges<LinkedName>(store, name, kept, next, context)
}

/** Changes a category or a tag in an open transaction. Throws 409 if the name is taken. */
export async function updateTerm(
  store: Writing,
  name: TermName,
  kept: RecordOf<'tag'> & Partial<Omit<RecordOf<'category'>, keyof RecordOf<'tag'>>>,
  args: UpdateArgs<'category'>,
  context: Context,
): Promise<void> {
  const values = composeTerm(args, kept)
  const parent = await resolveParent(
    store,
    'category',
    'parent',
    args.parent,
    { id: kept.id, parent: kept.parent ?? null },
    context,
  )
  const slug = await nextSlug(store, name, args.slug, values.name, kept, false)
  const search_text = termSearchText(values, slug)
  const own = name === 'category' && { parent, ...composeOwnOfCategory(args, kept) }
  const changes = changedValues({ ...values, slug, search_text, ...own }, kept)
  if (Object.keys(changes).length === 0) return
  if (values.name !== kept.name || parent !== (kept.parent ?? null)) {
    await refuseTaken(store, name, values.name, parent, kept.id)
  }
  await saveChanges<TermName>(store, name, kept, changes, context)
}
