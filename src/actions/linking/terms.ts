/** Resolves the categories and tags of an event, in the transaction that saves it (contract §2.5). */

import type { ContextWithImages } from '../../api/context.ts'
import { requireScope, rightsByRole } from '../../api/policy.ts'
import type { IdOrText } from '../../contract/kinds.ts'
import type { TermName } from '../../contract/resources/index.ts'
import { foldedText } from '../../domain/text/letters.ts'
import { slugOr } from '../../domain/text/slug.ts'
import { because, invalidParam, mergeIntoOneReason, type RefusalReason } from '../../problem.ts'
import type { Reading, Writing } from '../../store/store.ts'
import { createTerm } from './new-items.ts'

/** An arg that names terms. */
interface TermArg {
  readonly name: TermName
  readonly arg: string
  readonly sent: readonly IdOrText[]
}

/** Returns the ids of the referenced terms. Unknown names are created if the actor may do so. */
export async function resolveTermIds(
  store: Writing,
  termArg: TermArg,
  context: ContextWithImages,
): Promise<readonly number[]> {
  const { name } = termArg
  const ids = new Set<number>()
  for (const known of await termIdsOrNewNames(store, termArg, context)) {
    // If two new names are equal, the second one finds the term of the first.
    const id = typeof known === 'number' ? known : await store.term(name, { name: known })
    if (id === undefined) forgetNamesLike(context, name, String(known))
    ids.add(id ?? (await createTerm(store, name, { name: String(known) }, context)))
  }
  return [...ids]
}

/**
 * Returns the ids of existing terms and the names of new ones. Throws 400 on `arg` with every reference that is
 * neither.
 */
export async function termIdsOrNewNames(
  store: Reading,
  { name, arg, sent }: TermArg,
  context: ContextWithImages,
): Promise<readonly (number | string)[]> {
  const named = sent.flatMap((reference) => ('id' in reference ? [reference.id] : []))
  const there = await store.terms(name, named)
  const known: (number | string)[] = []
  const unknown: RefusalReason[] = []
  for (const reference of sent) {
    const wanted = 'text' in reference && context.linksByName ? { name: reference.text } : reference
    const id =
      'id' in wanted && there.has(wanted.id) ? wanted.id : await foundTerm(store, name, wanted, context)
    const missing = id ?? newName(name, reference, context)
    if (typeof missing === 'object') unknown.push(missing.fault)
    else known.push(missing)
  }
  const [first, ...others] = unknown
  if (first !== undefined) throw invalidParam(arg, mergeIntoOneReason([first, ...others]))
  return known
}

/** Finds a term. An import asks once for each name. */
async function foundTerm(
  store: Reading,
  name: TermName,
  wanted: IdOrText | { readonly name: string },
  { inline }: ContextWithImages,
): Promise<number | undefined> {
  if (inline === undefined || !('name' in wanted)) return store.term(name, wanted)
  const known = inline.get(name) ?? new Map<string, number>()
  const id = known.get(wanted.name) ?? (await store.term(name, wanted))
  if (id !== undefined) inline.set(name, known.set(wanted.name, id))
  return id
}

/** The beginning of a slug that no number behind it cuts. */
const UNCUT = 60

/** Forgets which terms names mean that may mean a new one of this name. */
function forgetNamesLike({ inline }: ContextWithImages, name: TermName, text: string): void {
  const [key, slug] = [foldedText(text), slugOr(text, name).slice(0, UNCUT)]
  const known = inline?.get(name)
  for (const one of known?.keys() ?? [])
    if (foldedText(one) === key || one.toLowerCase().startsWith(slug)) known?.delete(one)
}

/** Returns the name of a term to create, or why it can't be created. */
function newName(
  name: TermName,
  reference: IdOrText,
  { actor, linksByName = false }: ContextWithImages,
): string | { readonly fault: RefusalReason } {
  const text = 'text' in reference ? reference.text : undefined
  if (text === undefined || (/^\d+$/.test(text) && !linksByName))
    return {
      fault: because('no_such_item', { kind: name, id: text ?? ('id' in reference ? reference.id : '') }),
    }
  if (!rightsByRole[actor.role].managesTerms)
    return { fault: because('no_such_term', { kind: name, name: text }) }
  requireScope(actor, 'write:terms')
  return text
}
