/** Terms and inline items of a submission: existing terms are linked, others are named to the reviewer (contract §14). */
import type { LinkTarget, Reference } from '../../contract/kinds.ts'
import type { CreateArgs, LinkedName, TermName } from '../../contract/resources/index.ts'
import type { Reading } from '../../store/store.ts'

interface Split {
  readonly known: readonly { readonly id: number }[]
  readonly unknown: readonly string[]
}

/** Parts references to terms into those that exist and the names of those that don't. */
export async function splitTerms(store: Reading, name: TermName, sent: readonly Reference[]): Promise<Split> {
  const known: { readonly id: number }[] = []
  const unknown: string[] = []
  for (const reference of sent) {
    const isId = 'id' in reference && (await store.terms(name, [reference.id])).has(reference.id)
    const id = isId ? reference.id : await store.term(name, reference)
    if (id !== undefined) known.push({ id })
    else unknown.push('text' in reference ? reference.text : String(reference.id))
  }
  return { known, unknown }
}

/** The fields of an inline venue or organizer that the public may send. */
const inlineNames: readonly string[] = [
  ...['venue', 'organizer', 'description', 'address', 'city', 'country', 'province', 'state', 'zip'],
  ...['phone', 'website', 'email', 'stateprovince'],
]

/** Makes inline items wait for approval, without what only users may set. */
export function pendingInline<N extends LinkedName>(
  targets: readonly LinkTarget<CreateArgs<N>>[],
): readonly LinkTarget<CreateArgs<N>>[] {
  return targets.map((target) => {
    if ('id' in target) return target
    const inline = { ...target.inline, status: 'pending' as const }
    for (const name of Object.keys(target.inline))
      if (!inlineNames.includes(name) && name !== 'status') Reflect.deleteProperty(inline, name)
    return { inline }
  })
}
