/** The venues, organizers and terms of an event, resolved within the transaction that saves it (contract §2.5, §4.5). */
import type { ImageTarget, LinkTarget, Reference } from '../contract/kinds.ts'
import type { CreateArgs, LinkedName, TermName } from '../contract/resources/index.ts'
import { fold } from '../domain/letters.ts'
import { invalidParam, Problem } from '../problem.ts'
import type { OrganizerRecord, VenueRecord, Writing } from '../store/store.ts'
import { composeOrganizer, composeVenue } from './compose/linked.ts'
import { askerOf, type Context } from './context.ts'
import { createLinked, createTerm, type LinkedArgs } from './new-items.ts'
import { rights } from './policy.ts'

/** The ids of the terms referred to; unknown names are created where the actor may. */
export async function resolveTerms(
  store: Writing,
  name: TermName,
  arg: string,
  sent: readonly Reference[],
  context: Context,
): Promise<readonly number[]> {
  const named = sent.flatMap((reference) => ('id' in reference ? [reference.id] : []))
  const there = await store.terms(name, named)
  const ids = new Set<number>()
  for (const reference of sent) {
    const known =
      'id' in reference && there.has(reference.id) ? reference.id : await store.term(name, reference)
    ids.add(known ?? (await newTerm(store, name, arg, reference, context)))
  }
  return [...ids]
}

async function newTerm(
  store: Writing,
  name: TermName,
  arg: string,
  reference: Reference,
  context: Context,
): Promise<number> {
  const text = 'text' in reference ? reference.text : undefined
  if (text === undefined || /^\d+$/.test(text))
    throw invalidParam(arg, `there is no ${name} ${text ?? ('id' in reference ? reference.id : '')}`)
  if (!rights[context.actor.role].managesTerms)
    throw invalidParam(arg, `there is no ${name} "${text}", and your role may not create one`)
  return createTerm(store, name, { name: text }, context)
}

/** The ids of the venues or organizers linked to, new ones created (contract §4.5). Ids must be visible to the writer. */
export async function resolveLinks<N extends LinkedName>(
  store: Writing,
  name: N,
  sent: readonly LinkTarget<CreateArgs<N>>[],
  context: Context,
): Promise<readonly number[]> {
  const named = sent.flatMap((target) => ('id' in target ? [target.id] : []))
  const visible = await store.visible(name, named, askerOf(context))
  const unknown = named.find((id) => !visible.has(id))
  if (unknown !== undefined)
    throw invalidParam(name, `there is no ${name} ${unknown} that you may link to`, 'invalid-linked-id')
  const ids = new Set<number>()
  for (const [at, target] of sent.entries()) {
    ids.add(
      'id' in target ? target.id : await inlineItem(store, name, target.inline, `${name}[${at}]`, context),
    )
  }
  return [...ids]
}

type Row = VenueRecord | OrganizerRecord

async function inlineItem<N extends LinkedName>(
  store: Writing,
  name: N,
  args: CreateArgs<N>,
  path: string,
  context: Context,
): Promise<number> {
  try {
    const { venue, organizer, image }: LinkedArgs = { venue: '', organizer: '', ...args }
    const wanted: Readonly<Record<string, unknown>> = {
      ...columnsOf(name, args, context),
      image: await wantedImage(store, image),
    }
    const candidates: readonly Row[] = await store.alike(name, fold(venue || organizer), context.moment)
    const same = candidates.find((row) =>
      Object.keys(args).every((key) => isSame(wanted[columnOf(key)], { ...row }[columnOf(key) as keyof Row])),
    )
    return same?.id ?? (await createLinked(store, name, args, context))
  } catch (error) {
    throw error instanceof Problem && error.code === 'rest_invalid_param' ? below(path, error) : error
  }
}

function columnsOf<N extends LinkedName>(name: N, args: CreateArgs<N>, context: Context) {
  const sent: LinkedArgs = { venue: '', organizer: '', ...args }
  const { author, slug } = sent
  const columns =
    name === 'venue' ? composeVenue(sent, undefined, context) : composeOrganizer(sent, undefined, context)
  return { ...columns, slug, author }
}

/** The id that the image would have; 0, which no image has, for one that is not here yet. */
async function wantedImage(store: Writing, image: ImageTarget | undefined): Promise<number | null> {
  if (image === undefined || 'none' in image) return null
  return 'id' in image ? image.id : ((await store.mediaFrom(image.url))?.id ?? 0)
}

const columnOf = (arg: string) => ({ venue: 'name', organizer: 'name', date: 'date_utc' })[arg] ?? arg

function isSame(wanted: unknown, kept: unknown): boolean {
  const plain = (value: unknown) =>
    typeof value === 'string' ? value.normalize('NFC').toLowerCase() : (value ?? '')
  return plain(wanted) === plain(kept)
}

/** The same fault, named by its place inside the event. */
function below(path: string, problem: Problem): Problem {
  const params = Object.entries(problem.data.params as Readonly<Record<string, string>>)
  const [name, message] = params[0] ?? ['', problem.message]
  return invalidParam(`${path}.${name}`, message)
}
