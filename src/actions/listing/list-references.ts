/** The items that filters of lists reference: each must exist, and the viewer must see it (contract §3.2). */

import { type PureContext, viewerOf } from '../../api/context.ts'
import { mayRead } from '../../api/policy.ts'
import type { IdOrText } from '../../contract/kinds.ts'
import type { PublishableName, TermName, VenueOrOrganizerName } from '../../contract/resources/index.ts'
import type { Moment } from '../../domain/time/moment.ts'
import { because, invalidParam } from '../../problem.ts'
import type { ReferenceResolver } from '../../store/store.ts'

/** Returns the visible item that had the slug before, or that a merged one became part of. */
async function laterTarget(
  store: ReferenceResolver,
  name: PublishableName,
  reference: IdOrText,
  context: PureContext,
) {
  const former = 'text' in reference ? await store.itemOfFormerSlug(name, reference.text) : undefined
  const into = former ?? (await store.mergedInto(name, reference))
  if (into === undefined) return undefined
  return (await store.visible(name, [into], viewerOf(context))).has(into) ? into : undefined
}

/** A filter, and the item that it references. */
interface ReferenceArg {
  readonly arg: string
  readonly reference: IdOrText
}

/** Returns the id that a filter references. Throws 400 if it does not exist or the viewer can't see it. */
async function existing(
  store: ReferenceResolver,
  name: PublishableName,
  { arg, reference }: ReferenceArg,
  context: PureContext,
): Promise<number> {
  const text = 'text' in reference ? reference.text : ''
  const id = 'id' in reference ? reference.id : /^\d{1,15}$/.test(text) ? Number(text) : undefined
  const slug = text === '' ? undefined : (await store.find(name, { slug: text }, context.moment))?.id
  const named = id === undefined ? [] : [id]
  const seen = await store.visible(name, slug === undefined ? named : [...named, slug], viewerOf(context))
  const direct = [...named, slug].find((one) => one !== undefined && seen.has(one))
  const found = direct ?? (await laterTarget(store, name, reference, context))
  if (found === undefined)
    throw invalidParam(arg, because('no_such_item', { kind: name, id: text || (id ?? '') }))
  return found
}

/** Returns the ids of terms, with the descendants of categories. Throws 400 if one does not exist. */
export async function termAndDescendantIdsOfReferences(
  store: ReferenceResolver,
  name: TermName,
  arg: string,
  sent: readonly IdOrText[] | undefined,
): Promise<readonly number[] | undefined> {
  if (sent === undefined) return undefined
  const ids: number[] = []
  for (const reference of sent) {
    const id = await store.term(name, reference)
    if (id === undefined)
      throw invalidParam(
        arg,
        because('no_such_item', { kind: name, id: 'id' in reference ? reference.id : reference.text }),
      )
    ids.push(id)
  }
  return name === 'category' ? store.descendants(ids) : ids
}

/** Returns the ids of venues or organizers. Throws 400 if one does not exist or the viewer can't see it. */
export async function linkedIdsOfReferences(
  store: ReferenceResolver,
  name: VenueOrOrganizerName,
  sent: readonly IdOrText[] | undefined,
  context: PureContext,
): Promise<readonly number[] | undefined> {
  if (sent === undefined) return undefined
  const ids: number[] = []
  for (const reference of sent) ids.push(await existing(store, name, { arg: name, reference }, context))
  return ids
}

/** Throws 400 if the event of an arg does not exist or the viewer can't see it. */
export async function requireVisibleEvent(
  store: ReferenceResolver,
  arg: string,
  id: number | undefined,
  context: PureContext,
): Promise<void> {
  if (id !== undefined) await existing(store, 'event', { arg, reference: { id } }, context)
}

/** Throws 400 if the category of `parent` does not exist. */
export async function refuseUnknownParentCategory(
  store: ReferenceResolver,
  parent: number | undefined,
  { moment }: PureContext,
): Promise<void> {
  if (parent && (await store.find('category', { id: parent }, moment)) === undefined)
    throw invalidParam('parent', because('no_such_item', { kind: 'category', id: parent }))
}

/**
 * Throws 400 if a series does not exist or the viewer can't see it. Occurrences outlive a series in the trash, so that
 * its id stays valid.
 */
export async function requireVisibleSeries(
  store: ReferenceResolver,
  ids: readonly number[] | undefined,
  context: PureContext,
): Promise<void> {
  for (const id of ids ?? []) {
    const record = await store.find('series', { id }, context.moment)
    if (record?.status !== 'trash' && !(record !== undefined && mayRead(context.actor, record)))
      throw invalidParam('series', because('no_such_item', { kind: 'series', id }))
  }
}

/** Returns the id of the group whose slug this is, or else was; undefined for none. */
export const groupIdOfSlug = async (
  store: Pick<ReferenceResolver, 'find' | 'itemOfFormerSlug'>,
  slug: string,
  moment: Moment,
): Promise<number | undefined> =>
  (await store.find('group', { slug }, moment))?.id ?? store.itemOfFormerSlug('group', slug)

/** Returns the ids of groups; 0 for none. Throws 400 if one does not exist. */
export async function idsOfReferencedGroups(
  store: ReferenceResolver,
  sent: readonly IdOrText[] | undefined,
  { moment }: PureContext,
): Promise<readonly number[] | undefined> {
  if (sent === undefined) return undefined
  const ids: number[] = []
  for (const reference of sent) {
    const text = 'text' in reference ? reference.text : String(reference.id)
    const id = /^\d{1,15}$/.test(text) ? Number(text) : undefined
    const byId = id ? await store.find('group', { id }, moment) : undefined
    const found = byId?.id ?? ('text' in reference ? await groupIdOfSlug(store, text, moment) : undefined)
    if (id !== 0 && found === undefined)
      throw invalidParam('group', because('no_such_item', { kind: 'group', id: text }))
    ids.push(found ?? 0)
  }
  return ids
}
