/** Updates an event (contract §4.2): its columns, its links, and the counts of its terms. */
import type { LinkedName, UpdateArgs } from '../contract/resources/index.ts'
import { writeScopes } from '../contract/scopes.ts'
import { namesOf } from '../contract/table-of.ts'
import { isApproved } from '../domain/publication/status.ts'
import type { LinkName, Links, RecordOf, Writing } from '../store/store.ts'
import { hashOf } from './accounts/password-hash.ts'
import { composeEvent } from './compose/event.ts'
import { composePublication } from './compose/published.ts'
import { type Context, viewerOf } from './context.ts'
import { resolveLinks, resolveTerms } from './linking/link.ts'
import { resolveAuthor, resolveImage, resolveParent } from './linking/terms.ts'
import { hasScope, mayEdit, mayPublish } from './policy.ts'
import { awaitingApproval, differing, isRestored, nextSlug, save } from './save.ts'

/** Returns the targets after a change: those sent, then the stored ones that the writer can't see. */
async function withHidden(
  store: Writing,
  name: LinkedName,
  sent: readonly number[],
  kept: readonly number[],
  context: Context,
): Promise<readonly number[]> {
  const seen = await store.visible(name, kept, viewerOf(context))
  return [...new Set([...sent, ...kept.filter((id) => !seen.has(id))])]
}

async function nextLinks(
  store: Writing,
  args: UpdateArgs<'event'>,
  kept: Links,
  context: Context,
): Promise<Links> {
  const { venue, organizer, categories, tags } = args
  const linked = async (name: LinkedName, ids: Promise<readonly number[]>) =>
    withHidden(store, name, await ids, kept[name], context)
  return {
    venue:
      venue === undefined
        ? kept.venue
        : await linked('venue', resolveLinks(store, 'venue', venue ?? [], context)),
    organizer:
      organizer === undefined
        ? kept.organizer
        : await linked('organizer', resolveLinks(store, 'organizer', organizer ?? [], context)),
    category:
      categories === undefined
        ? kept.category
        : await resolveTerms(store, 'category', 'categories', categories ?? [], context),
    tag: tags === undefined ? kept.tag : await resolveTerms(store, 'tag', 'tags', tags ?? [], context),
  }
}

const inOrder: Readonly<Record<LinkName, boolean>> = {
  venue: true,
  organizer: true,
  category: false,
  tag: false,
}

function sameLinks(name: LinkName, a: readonly number[], b: readonly number[]): boolean {
  const at = (ids: readonly number[]) => (inOrder[name] ? [...ids] : [...ids].sort((x, y) => x - y)).join()
  return at(a) === at(b)
}

const waits = (status: string) => status === 'draft' || status === 'pending'

/** Publishing an event also publishes its venues and organizers that wait for approval. */
async function publishLinked(store: Writing, links: Links, context: Context): Promise<void> {
  for (const name of ['venue', 'organizer'] as const) {
    if (!hasScope(context.actor, writeScopes[name])) continue
    for (const id of links[name]) {
      const record = await store.find(name, { id }, context.moment)
      if (record === undefined || !waits(record.status) || !mayEdit(context.actor, record)) continue
      const published = composePublication({ status: 'publish' }, record, context)
      await save(store, name, record, published, context)
    }
  }
}

/** Returns the columns that change. */
async function nextColumns(
  store: Writing,
  kept: RecordOf<'event'>,
  args: UpdateArgs<'event'>,
  context: Context,
): Promise<Partial<RecordOf<'event'>>> {
  const values = composeEvent(args, kept, context)
  const isBack = isRestored(kept.status, values.status)
  const { password } = args
  // First: the transaction reruns once the hash is ready, and then the rest is done only once.
  const password_hash = typeof password === 'string' ? hashOf(password, context) : password
  const parent = { id: kept.id, parent: kept.post_parent }
  const next: Partial<RecordOf<'event'>> = {
    ...values,
    author: await resolveAuthor(store, args.author, kept.author, context),
    image: await resolveImage(store, args.image, kept.image, context),
    post_parent: await resolveParent(store, 'event', 'post_parent', args.post_parent, parent, context),
    slug: await nextSlug(store, 'event', args.slug, values.title, kept, isBack),
    ...(isBack && { pruned_status: '' }),
    ...(password_hash !== undefined && { password_hash }),
  }
  return differing(next, kept)
}

/** Changes an event in an open transaction. A change without effect writes nothing. */
export async function updateEvent(
  store: Writing,
  kept: RecordOf<'event'>,
  args: UpdateArgs<'event'>,
  context: Context,
): Promise<void> {
  const columns = await nextColumns(store, kept, args, context)
  const before = await store.linksOf(kept.id)
  const after = await nextLinks(store, args, before, context)
  const moved = namesOf(inOrder).filter((name) => !sameLinks(name, before[name], after[name]))
  if (Object.keys(columns).length === 0 && moved.length === 0) return
  const changes = awaitingApproval(columns, kept, context)
  const status = changes.status ?? kept.status
  // An event that is changed in the trash, or leaves it, is no longer the one that was public.
  await save(store, 'event', kept, kept.was_public === 1 ? { ...changes, was_public: 0 } : changes, context)
  for (const name of moved) await store.setLinks(name, kept.id, after[name])
  await store.recount(
    { ...before, counts: kept.status === 'publish' },
    { ...after, counts: status === 'publish' },
  )
  const published = isApproved(status) && !isApproved(kept.status)
  if (published && mayPublish(context.actor)) await publishLinked(store, before, context)
}
