/** Creates venues, organizers and terms in an open transaction: by themselves, or inline with an event. */
import { randomUUID } from 'node:crypto'
import type { ContextWithImages, PureContext } from '../../api/context.ts'
import type { CreateArgs, TermName, VenueOrOrganizerName } from '../../contract/resources/index.ts'
import { Problem } from '../../problem.ts'
import type { Writing } from '../../store/store.ts'
import { organizerColumnsFromArgs, venueColumnsFromArgs } from '../compose/linked.ts'
import { categoryOnlyColumnsOfArgs, termColumnsFromArgs } from '../compose/term.ts'
import { resolveAuthorId, resolveImageId, resolveParentId } from './references.ts'

/** Returns the permanent iCalendar UID of a new event (RFC 7986 §5.3). */
export const newUid = (): string => randomUUID()

/** The args of either resource; the name of the other one is "". */
export type LinkedCreateArgs = CreateArgs<'venue'> & CreateArgs<'organizer'>

/** Creates a venue or an organizer. Returns its id. */
export async function createVenueOrOrganizer<N extends VenueOrOrganizerName>(
  store: Writing,
  name: N,
  args: CreateArgs<N>,
  context: ContextWithImages,
): Promise<number> {
  const sent: LinkedCreateArgs = { venue: '', organizer: '', ...args }
  const common = {
    author: await resolveAuthorId(store, sent.author, undefined, context),
    image: await resolveImageId(store, sent.image, null, context),
    slug: sent.slug,
  }
  const { id } =
    name === 'venue'
      ? await store.put('venue', undefined, { ...venueColumnsFromArgs(sent, undefined, context), ...common })
      : await store.put('organizer', undefined, {
          ...organizerColumnsFromArgs(sent, undefined, context),
          ...common,
        })
  return id
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

/** Creates a category or a tag. Returns its id. Throws 409 if its name is taken under the same parent. */
export async function createTerm(
  store: Writing,
  name: TermName,
  args: CreateArgs<'category'>,
  context: PureContext,
): Promise<number> {
  const values = termColumnsFromArgs(name, args, undefined, context)
  const parent = await resolveParentId(store, 'category', { sent: args.parent, kept: undefined }, context)
  await refuseTakenTermName(store, name, { text: values.name, parent })
  const { slug } = args
  const { id } =
    name === 'tag'
      ? await store.put('tag', undefined, { ...values, slug })
      : await store.put('category', undefined, {
          ...values,
          ...categoryOnlyColumnsOfArgs(args, undefined),
          parent,
          slug,
        })
  return id
}
