/** Updating an item of any resource (contract §4.2): what is absent stays, and what changes nothing is not written. */
import {
  isPublished,
  type LinkedName,
  type PublishedName,
  type ResourceName,
  type TermName,
  type UpdateArgs,
} from '../contract/resources/index.ts'
import { epochOf } from '../domain/moment.ts'
import { slugOr } from '../domain/slug.ts'
import type { Address, Item, LinkName, Links, RecordOf, ValuesOf, Writing, Written } from '../store/store.ts'
import { composeEvent } from './compose/event.ts'
import { composeOrganizer, composeVenue } from './compose/linked.ts'
import { composeTerm, termSearchText } from './compose/term.ts'
import { askerOf, type Context } from './context.ts'
import { itemOf } from './create.ts'
import { resolveLinks, resolveTerms } from './link.ts'
import { refuseTaken } from './new-items.ts'
import { allowEditing, mayEdit, mayPublish } from './policy.ts'
import { allowReading, found } from './read.ts'
import { resolveAuthor, resolveImage, resolveParent } from './resolve.ts'
import { hashPassword } from './secrets.ts'

/** What must hold of the kept item before it is changed; throws 412. */
export type Precondition = (kept: { readonly version: number; readonly modified_utc: number }) => void

/** The values that differ from those kept. */
function differing<R extends object>(values: Partial<R>, kept: R): Partial<R> {
  const before = new Map<string, unknown>(Object.entries(kept))
  return Object.fromEntries(
    Object.entries(values).filter(([key, value]) => before.get(key) !== value),
  ) as Partial<R>
}

/** The slug after a change: renamed, made anew from the title, or given back on leaving the trash. */
async function nextSlug(
  store: Writing,
  name: ResourceName,
  sent: string | null | undefined,
  title: string,
  kept: { id: number; slug: string },
  isRestored: boolean,
): Promise<string> {
  const renamed = sent !== undefined && sent !== kept.slug
  if (!renamed && !isRestored) return kept.slug
  return store.freeSlug(name, renamed ? slugOr(sent || title, name) : kept.slug, kept.id)
}

/** Keeps what changed, one version on. */
async function keep<N extends ResourceName>(
  store: Writing,
  name: N,
  kept: RecordOf<N>,
  changes: Partial<ValuesOf<N>>,
  { moment }: Context,
): Promise<void> {
  await store.update(name, kept.id, {
    ...changes,
    version: kept.version + 1,
    modified_utc: epochOf(moment.now),
  })
}

const isPublicStatus = (status: string) => status === 'publish' || status === 'future'
const isRestored = (before: string, after: string) => before === 'trash' && after !== 'trash'

/** The targets after a change: those sent, then those that the writer can't see. */
async function withHidden(
  store: Writing,
  name: LinkedName,
  sent: readonly number[],
  kept: readonly number[],
  context: Context,
): Promise<readonly number[]> {
  const seen = await store.visible(name, kept, askerOf(context))
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

/** Venues and organizers that wait for approval are published along with the event that brought them. */
async function publishLinked(store: Writing, links: Links, context: Context): Promise<void> {
  for (const name of ['venue', 'organizer'] as const) {
    for (const id of links[name]) {
      const record = await store.find(name, { id }, context.moment)
      if (
        record === undefined ||
        !['draft', 'pending'].includes(record.status) ||
        !mayEdit(context.actor, record)
      )
        continue
      const compose = name === 'venue' ? composeVenue : composeOrganizer
      const { status, date_utc, date_set } = compose(
        { status: 'publish' },
        record as RecordOf<'venue'> & RecordOf<'organizer'>,
        context,
      )
      await keep(store, name, record, { status, date_utc, date_set }, context)
    }
  }
}

async function updateEvent(
  store: Writing,
  kept: RecordOf<'event'>,
  args: UpdateArgs<'event'>,
  context: Context,
): Promise<void> {
  const values = composeEvent(args, kept, context)
  const restored = isRestored(kept.status, values.status)
  const changes: Partial<RecordOf<'event'>> = differing<RecordOf<'event'>>(
    {
      ...values,
      author: await resolveAuthor(store, args.author, kept.author, context),
      image: await resolveImage(store, args.image, kept.image, context),
      post_parent: await resolveParent(
        store,
        'event',
        'post_parent',
        args.post_parent,
        { id: kept.id, parent: kept.post_parent },
        context,
      ),
      slug: await nextSlug(store, 'event', args.slug, values.title, kept, restored),
      ...(args.password !== undefined && {
        password_hash: args.password === null ? null : await hashPassword(args.password),
      }),
    },
    kept,
  )
  const before = await store.linksOf(kept.id)
  const after = await nextLinks(store, args, before, context)
  const moved = (Object.keys(inOrder) as LinkName[]).filter(
    (name) => !sameLinks(name, before[name], after[name]),
  )
  if (Object.keys(changes).length === 0 && moved.length === 0) return
  await keep(store, 'event', kept, changes, context)
  for (const name of moved) await store.setLinks(name, kept.id, after[name])
  await store.recount(
    { ...before, counts: kept.status === 'publish' },
    { ...after, counts: values.status === 'publish' },
  )
  const published = isPublicStatus(values.status) && !isPublicStatus(kept.status)
  if (published && mayPublish(context.actor)) await publishLinked(store, before, context)
}

async function updateLinked<N extends LinkedName>(
  store: Writing,
  name: N,
  kept: RecordOf<N>,
  args: UpdateArgs<N>,
  context: Context,
): Promise<void> {
  const sent: UpdateArgs<'venue'> & UpdateArgs<'organizer'> = args
  const record = kept as RecordOf<'venue'> & RecordOf<'organizer'>
  const values =
    name === 'venue' ? composeVenue(sent, record, context) : composeOrganizer(sent, record, context)
  const changes = differing<RecordOf<'venue' | 'organizer'>>(
    {
      ...values,
      author: await resolveAuthor(store, sent.author, kept.author, context),
      image: await resolveImage(store, sent.image, kept.image, context),
      slug: await nextSlug(store, name, sent.slug, values.name, kept, isRestored(kept.status, values.status)),
    },
    kept,
  )
  if (Object.keys(changes).length > 0) await keep<LinkedName>(store, name, kept, changes, context)
}

async function updateTerm(
  store: Writing,
  name: TermName,
  kept: RecordOf<'tag'> & { parent?: number | null },
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
  const changes = differing({ ...values, slug, search_text, ...(name === 'category' && { parent }) }, kept)
  if (Object.keys(changes).length === 0) return
  if (values.name_key !== kept.name_key || parent !== (kept.parent ?? null)) {
    await refuseTaken(store, name, values.name_key, parent, kept.id)
  }
  await keep(store, name, kept as RecordOf<'category'>, changes, context)
}

type Updaters = {
  readonly [N in ResourceName]: (
    store: Writing,
    kept: RecordOf<N>,
    args: UpdateArgs<N>,
    context: Context,
  ) => Promise<void>
}

const updaters: Updaters = {
  event: updateEvent,
  venue: (store, kept, args, context) => updateLinked(store, 'venue', kept, args, context),
  organizer: (store, kept, args, context) => updateLinked(store, 'organizer', kept, args, context),
  category: (store, kept, args, context) => updateTerm(store, 'category', kept, args, context),
  tag: (store, kept, args, context) => updateTerm(store, 'tag', kept, args, context),
}

/** The kept item at an address, if the actor may change it. Throws 404, 410, 401 or 403. */
export async function editable<N extends ResourceName>(
  store: Writing,
  name: N,
  address: Address,
  context: Context,
): Promise<RecordOf<N>> {
  const kept = await found(store, name, address, context)
  if (isPublished(name)) {
    const owned = kept as RecordOf<PublishedName>
    if (owned.status === 'trash') allowReading(name, owned, context)
    allowEditing(context.actor, owned)
  }
  return kept
}

/** Changes an item within a transaction that is open already. */
export function updateWithin<N extends ResourceName>(
  store: Writing,
  name: N,
  kept: RecordOf<N>,
  args: UpdateArgs<N>,
  context: Context,
): Promise<void> {
  return updaters[name](store, kept, args, context)
}

/** Changes an item and reads it back as its writer sees it. */
export function update<N extends ResourceName>(
  name: N,
  address: Address,
  args: UpdateArgs<N>,
  precondition: Precondition,
  context: Context,
): Promise<Written<Item<N>>> {
  return context.store.write(context.moment, async (store) => {
    const kept = await editable(store, name, address, context)
    precondition(kept)
    await updateWithin(store, name, kept, args, context)
    return itemOf(store, name, kept.id, context)
  })
}
