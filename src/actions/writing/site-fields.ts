/** Fields of an item that only those who edit the whole site change. */

import { type Actor, rightsByRole } from '../../api/policy.ts'
import { because, faultBecause, Problem } from '../../problem.ts'

/** The names of the fields, and whose they are: "a group". */
interface SiteFields<K extends string> {
  readonly names: readonly K[]
  readonly of: string
}

/** Throws 403, naming the arg, where one of the fields is among the changes and the actor does not edit the whole site. */
export function refuseSiteEditorFields<K extends string>(
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
