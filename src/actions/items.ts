/** Venues, organizers, terms, groups and own pages: columns from args, creating, changing. */

import { randomUUID } from 'node:crypto'
import type { ContentContext, ContextWithImages, PureContext } from '../api/context.ts'
import { type Actor, mayManageMembers, refusalProblem, rightsByRole } from '../api/policy.ts'
import { derivedColumns } from '../contract/columns.ts'
import { organizerFields, venueFields } from '../contract/resources/fields/item-fields.ts'
import {
  categoryOnlyFields,
  groupFields,
  pageFields,
  tagFields,
} from '../contract/resources/fields/other-fields.ts'
import { fieldRowsComposer } from '../contract/resources/fields/values.ts'
import type { CreateArgs, TermName, UpdateArgs, VenueOrOrganizerName } from '../contract/resources/index.ts'
import { stateProvince } from '../domain/places.ts'
import { because, faultBecause, Problem } from '../problem.ts'
import type {
  GroupRecord,
  OrganizerRecord,
  PageRecord,
  RecordOf,
  TagRecord,
  VenueRecord,
  Writing,
} from '../store/store.ts'
import { argsWithoutShownTexts, languageColumnsAfterChange } from './compose/content.ts'
import {
  type ComposedColumns,
  publicationColumnsFromArgs,
  type SentArgs,
  sentOrKept,
} from './compose/event.ts'
import { resolveAuthorId, resolveImageId, resolveParentId } from './linking/references.ts'
import {
  changedValues,
  type ItemToChange,
  leavesTrash,
  saveChangesOfItem,
  slugAfterChange,
  withApprovalStatus,
} from './writing/save.ts'

// Fields of an item that only those who edit the whole site change.

/** The names of the fields, and whose they are: "a group". */
interface SiteFields<K extends string> {
  readonly names: readonly K[]
  readonly of: string
}

/** Throws 403, naming the arg, where one of the fields is among the changes and the actor does not edit the whole site. */
function refuseSiteEditorFields<K extends string>(
  { names, of }: SiteFields<K>,
  changes: { readonly [N in K]?: unknown },
  actor: Actor,
): void {
  if (rightsByRole[actor.role].edits === 'all') return
  const name = names.find((one) => changes[one] !== undefined)
  if (name !== undefined)
    throw new Problem('rest_forbidden', {
      ...because('site_field', { name, of }),
      data: { details: { [name]: faultBecause(because('kept_by_editors'), 'rest_forbidden') } },
    })
}

// Builds the columns of a venue or organizer from its args and the stored item. Pure.

const composeVenueFields = fieldRowsComposer(venueFields)
const composeOrganizerFields = fieldRowsComposer(organizerFields)

const siteFieldsOfOrganizer = { names: ['federated'], of: 'an organizer' } as const

function composeState(sent: string | null | undefined, kept: VenueRecord | undefined): string | null {
  const isShown = kept !== undefined && kept.stateprovince === null && sent === stateProvince(kept)
  return isShown ? null : sentOrKept(sent, kept?.stateprovince)
}

/** Returns the columns of a venue after a change; `kept` is undefined for a new venue. */
export function venueColumnsFromArgs(
  sent: SentArgs<CreateArgs<'venue'>>,
  kept: VenueRecord | undefined,
  context: PureContext,
): ComposedColumns<VenueRecord> {
  const args = argsWithoutShownTexts('venue', sent, kept, context)
  const name = args.venue ?? kept?.name ?? ''
  const fields = composeVenueFields(args, kept)
  const stateprovince = composeState(args.stateprovince, kept)
  const content = languageColumnsAfterChange('venue', { args, texts: { name, ...fields } }, kept, context)
  return {
    name,
    ...derivedColumns.venue({ name, ...fields, stateprovince }),
    ...fields,
    stateprovince,
    ...content,
    ...publicationColumnsFromArgs(args, kept, context),
  }
}

/** Returns the columns of an organizer after a change; `kept` is undefined for a new organizer. Throws 403 on what editors alone change. */
export function organizerColumnsFromArgs(
  sent: SentArgs<CreateArgs<'organizer'>>,
  kept: OrganizerRecord | undefined,
  context: PureContext,
): ComposedColumns<OrganizerRecord> {
  const args = argsWithoutShownTexts('organizer', sent, kept, context)
  const name = args.organizer ?? kept?.name ?? ''
  const fields = composeOrganizerFields(args, kept)
  if (fields.federated !== (kept?.federated ?? 0))
    refuseSiteEditorFields(siteFieldsOfOrganizer, fields, context.actor)
  const content = languageColumnsAfterChange('organizer', { args, texts: { name, ...fields } }, kept, context)
  return {
    name,
    ...derivedColumns.organizer({ name, ...fields }),
    ...fields,
    ...content,
    ...publicationColumnsFromArgs(args, kept, context),
  }
}

// Builds the columns of a category or tag from its args and the stored term. Pure.

const composeTermFields = fieldRowsComposer(tagFields)

/**
 * Returns the columns that categories and tags have, after a change, without those that derive also from the slug. `kept` is undefined for
 * a new term.
 */
export function termColumnsFromArgs(
  resource: TermName,
  sent: SentArgs<CreateArgs<'tag'>>,
  kept: TagRecord | undefined,
  context: ContentContext,
) {
  const args = argsWithoutShownTexts(resource, sent, kept, context)
  const name = args.name ?? kept?.name ?? ''
  const fields = composeTermFields(args, kept)
  const content = languageColumnsAfterChange(resource, { args, texts: { name, ...fields } }, kept, context)
  return { name, ...fields, ...content }
}

/** Returns the columns that only categories have, after a change. The stored ones may be unknown. */
export const categoryOnlyColumnsOfArgs = fieldRowsComposer(categoryOnlyFields)

// Builds the columns of a group from its args and the stored group. Pure.

const composeGroupFields = fieldRowsComposer(groupFields)

/** Returns the columns of a group after a change; `kept` is undefined for a new group. */
export function groupColumnsFromArgs(
  sent: SentArgs<CreateArgs<'group'>>,
  kept: GroupRecord | undefined,
  context: ContentContext,
) {
  const args = argsWithoutShownTexts('group', sent, kept, context)
  const name = args.name ?? kept?.name ?? ''
  const fields = composeGroupFields(args, kept)
  const content = languageColumnsAfterChange('group', { args, texts: { name, ...fields } }, kept, context)
  return { name, ...fields, ...content, ...derivedColumns.group({ name, ...fields, ...content }) }
}

// Builds the columns of an own page from its args and the stored page. Pure.

const composePageFields = fieldRowsComposer(pageFields)

/** Returns the columns of a page after a change; `kept` is undefined for a new page. */
export function pageColumnsFromArgs(
  sent: SentArgs<CreateArgs<'page'>>,
  kept: PageRecord | undefined,
  context: PureContext,
) {
  const args = argsWithoutShownTexts('page', sent, kept, context)
  const title = args.title ?? kept?.title ?? ''
  const fields = composePageFields(args, kept)
  const content = languageColumnsAfterChange('page', { args, texts: { title, ...fields } }, kept, context)
  return {
    title,
    ...fields,
    ...content,
    ...publicationColumnsFromArgs(args, kept, context),
    ...derivedColumns.page({ title, ...fields, ...content }),
  }
}

// Creates venues, organizers and terms in an open transaction: by themselves, or inline with an event.

/** Returns the permanent iCalendar UID of a new event (RFC 7986 §5.3). */
export const newUid = (): string => randomUUID()

/** The args of either resource; the name of the other one is "". */
export type LinkedCreateArgs = CreateArgs<'venue'> & CreateArgs<'organizer'>

type Composers = {
  readonly [N in VenueOrOrganizerName]: (
    args: UpdateArgs<N>,
    kept: RecordOf<N> | undefined,
    context: PureContext,
  ) => ComposedColumns<RecordOf<VenueOrOrganizerName>>
}

/** Resource → the function that composes its columns from args. */
export const composers: Composers = { venue: venueColumnsFromArgs, organizer: organizerColumnsFromArgs }

/** Creates a venue or an organizer. Returns it as it is stored. */
export function createVenueOrOrganizer<N extends VenueOrOrganizerName>(
  store: Writing,
  name: N,
  args: CreateArgs<N>,
  context: ContextWithImages,
): Promise<RecordOf<N>>
export async function createVenueOrOrganizer(
  store: Writing,
  name: VenueOrOrganizerName,
  args: CreateArgs<VenueOrOrganizerName>,
  context: ContextWithImages,
): Promise<RecordOf<VenueOrOrganizerName>> {
  const sent: LinkedCreateArgs = { venue: '', organizer: '', ...args }
  const common = {
    author: await resolveAuthorId(store, sent.author, undefined, context),
    image: await resolveImageId(store, sent.image, null, context),
    slug: sent.slug,
  }
  const columns = composers[name](sent, undefined, context)
  return store.put<VenueOrOrganizerName>(name, undefined, { ...columns, ...common })
}

/** A name for a term below a parent. */
interface WantedName {
  readonly text: string
  readonly parent: number | null
  /** The term that is to have the name; undefined for a new one. */
  readonly of?: number
}

/** Throws 409 if another term of that name exists under the same parent. */
export async function refuseTakenTermName(
  store: Writing,
  name: TermName,
  { text, parent, of }: WantedName,
): Promise<void> {
  const term_id = await store.sameTerm(name, text, parent)
  if (term_id !== undefined && term_id !== of) throw new Problem('term_exists', { data: { term_id } })
}

/** Creates a category or a tag. Returns it as it is stored. Throws 409 if its name is taken under the same parent. */
export function createTerm<N extends TermName>(
  store: Writing,
  name: N,
  args: CreateArgs<'category'>,
  context: PureContext,
): Promise<RecordOf<N>>
export async function createTerm(
  store: Writing,
  name: TermName,
  args: CreateArgs<'category'>,
  context: PureContext,
): Promise<RecordOf<TermName>> {
  const values = termColumnsFromArgs(name, args, undefined, context)
  const parent = await resolveParentId(store, 'category', { sent: args.parent, kept: undefined }, context)
  await refuseTakenTermName(store, name, { text: values.name, parent })
  const { slug } = args
  const own = name === 'category' && { ...categoryOnlyColumnsOfArgs(args, undefined), parent }
  return store.put<TermName>(name, undefined, { ...values, ...own, slug })
}

// Updates venues, organizers and terms (contract §4.2).

/** Changes a venue or an organizer in an open transaction. Returns it as it is stored then. */
export function writeVenueOrOrganizerChanges<N extends VenueOrOrganizerName>(
  store: Writing,
  item: ItemToChange<N>,
  args: UpdateArgs<N>,
  context: ContextWithImages,
): Promise<RecordOf<N>>
export async function writeVenueOrOrganizerChanges<N extends VenueOrOrganizerName>(
  store: Writing,
  { name, kept }: ItemToChange<N>,
  args: UpdateArgs<N>,
  context: ContextWithImages,
): Promise<RecordOf<VenueOrOrganizerName>> {
  const sent: UpdateArgs<VenueOrOrganizerName> = args
  const values = composers[name](args, kept, context)
  const changes = changedValues<RecordOf<'venue' | 'organizer'>>(
    {
      ...values,
      author: await resolveAuthorId(store, sent.author, kept.author, context),
      image: await resolveImageId(store, sent.image, kept.image, context),
      slug: await slugAfterChange(store, { name, kept }, { sent: sent.slug, title: values.name }),
    },
    kept,
  )
  if (Object.keys(changes).length === 0) return kept
  const next = withApprovalStatus<RecordOf<VenueOrOrganizerName>>(changes, kept, context)
  return saveChangesOfItem<VenueOrOrganizerName>(store, { name, kept }, next, context)
}

/** Changes a category in an open transaction. Throws 409 if the name is taken under its parent. */
export async function writeCategoryChanges(
  store: Writing,
  kept: RecordOf<'category'>,
  args: UpdateArgs<'category'>,
  context: PureContext,
): Promise<RecordOf<'category'>> {
  const values = termColumnsFromArgs('category', args, kept, context)
  const parent = await resolveParentId(store, 'category', { sent: args.parent, kept }, context)
  if (values.name !== kept.name || parent !== kept.parent)
    await refuseTakenTermName(store, 'category', { text: values.name, parent, of: kept.id })
  const slug = args.slug === null ? '' : args.slug
  const columns = { ...values, ...categoryOnlyColumnsOfArgs(args, kept), parent, slug }
  return store.put('category', kept.id, columns, { record: kept })
}

/** Changes a tag in an open transaction. Throws 409 if the name is taken. */
export async function writeTagChanges(
  store: Writing,
  kept: RecordOf<'tag'>,
  args: UpdateArgs<'tag'>,
  context: ContentContext,
): Promise<RecordOf<'tag'>> {
  const values = termColumnsFromArgs('tag', args, kept, context)
  if (values.name !== kept.name)
    await refuseTakenTermName(store, 'tag', { text: values.name, parent: null, of: kept.id })
  const columns = { ...values, slug: args.slug === null ? '' : args.slug }
  return store.put('tag', kept.id, columns, { record: kept })
}

// Creating and changing groups (contract §16), and who may.

/** The fields that managers leave to those who edit the whole site. */
const siteFieldsOfGroup = { names: ['main', 'slug', 'federated'], of: 'a group' } as const

/** Creates a group. Returns it as it is stored. Throws 401 or 403 for all but administrators. */
export async function createGroup(
  store: Writing,
  args: CreateArgs<'group'>,
  context: ContextWithImages,
): Promise<GroupRecord> {
  if (!rightsByRole[context.actor.role].administers) throw refusalProblem(context.actor)
  const columns = groupColumnsFromArgs(args, undefined, context)
  const image = await resolveImageId(store, args.image, null, context)
  return store.put('group', undefined, { ...columns, image, slug: args.slug })
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
): Promise<GroupRecord> {
  const columns = groupColumnsFromArgs(args, kept, context)
  const image = await resolveImageId(store, args.image, kept.image, context)
  const slug = args.slug === null ? '' : args.slug
  const after = await store.put('group', kept.id, { ...columns, image, slug }, { record: kept })
  refuseSiteEditorFields(siteFieldsOfGroup, changedValues<GroupRecord>(after, kept), context.actor)
  return after
}

// Creating and changing own pages (contract §23). Who may is decided before.

/** The most pages outside of the trash: a calendar is no site of its own. */
const MAX_PAGES = 100

async function requireRoomForAnother(store: Writing): Promise<void> {
  if ((await store.pagesOutsideTrash()) >= MAX_PAGES) throw new Problem('too_many_pages')
}

/** Creates a page. Returns it as it is stored. Throws 409 where there are as many as there may be. */
export async function createPage(
  store: Writing,
  args: CreateArgs<'page'>,
  context: PureContext,
): Promise<PageRecord> {
  const columns = pageColumnsFromArgs(args, undefined, context)
  await requireRoomForAnother(store)
  return store.put('page', undefined, { ...columns, slug: args.slug })
}

/** Changes a page in an open transaction. Throws 409 where it leaves the trash and there are as many as there may be. */
export async function updatePage(
  store: Writing,
  kept: PageRecord,
  args: UpdateArgs<'page'>,
  context: PureContext,
): Promise<PageRecord> {
  const columns = pageColumnsFromArgs(args, kept, context)
  if (leavesTrash(kept.status, columns.status)) await requireRoomForAnother(store)
  const slug = args.slug === null ? '' : args.slug
  return store.put('page', kept.id, { ...columns, slug }, { record: kept })
}
