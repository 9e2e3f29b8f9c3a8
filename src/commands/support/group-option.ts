/** The option that names a group. */

import { resolveGroupTarget } from '../../actions/groups/of-event.ts'
import type { Context } from '../../api/context.ts'
import { groupTarget } from '../../contract/kinds.ts'
import { Problem } from '../../problem.ts'

/** Returns the id of the group that an id or a slug names; undefined for "". Throws an Error where there is none. */
export async function groupIdOfOption(
  text: string,
  { store, moment }: Pick<Context, 'store' | 'moment'>,
): Promise<number | undefined> {
  const read = groupTarget.read(text)
  if (text === '' || !('value' in read)) return undefined
  const found = await resolveGroupTarget(store, read.value, { moment }).catch((error: unknown) => {
    if (error instanceof Problem) return undefined
    throw error
  })
  if (found === undefined) throw new Error(`There is no group ${text}.`)
  return found.id
}
