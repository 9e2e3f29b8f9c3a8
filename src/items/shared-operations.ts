/** What the operations that most kinds of items have declare alike. */

import { requireItemsToMerge } from '../actions/editing/merge.ts'
import { draftOfMachine } from '../actions/translating/translate.ts'
import { pageAnswer } from '../api/answer.ts'
import type { PureContext } from '../api/context.ts'
import type { Outside } from '../api/outside.ts'
import { itemHistoryArgs } from '../contract/operations/audit.ts'
import { itemsToMergeArgs, revertArgs } from '../contract/operations/editing.ts'
import { type MachineTranslatedResource, translateArgs } from '../contract/operations/translating.ts'
import { Problem } from '../problem.ts'
import type { RecordOf } from '../store/store.ts'

/** `GET …/{id}/history`. */
export const history = {
  summary: 'List the changes of an item',
  args: itemHistoryArgs,
  answer: pageAnswer('changes', {
    schema: 'ChangeList',
    text: 'A page of the changes, newest first.',
    headers: { 'Cache-Control': 'private, no-store' },
  }),
} as const

/** `POST …/{id}/revert`. */
export const revert = {
  summary: 'Revert an item to an earlier version',
  args: revertArgs,
  body: { schema: 'Revert', example: { change: 41 } },
} as const

/** `POST …/{id}/merge`. */
export const merge = {
  summary: 'Merge items into one',
  args: itemsToMergeArgs,
  body: { schema: 'NewMerge', example: { items: [2, 3] } },
  check: ({ id }: { readonly id: number }, { items }: { readonly items: readonly number[] }) =>
    requireItemsToMerge(id, items),
} as const

interface Translating<N extends MachineTranslatedResource> extends PureContext, Pick<Outside, 'translate'> {
  readonly item: RecordOf<N>
}

/** `POST …/{id}/translate`. The server is asked before the transaction; without one the route is not there. */
export const translate = <N extends MachineTranslatedResource>(name: N) => ({
  summary: 'Keep a draft of a translation by the translation server',
  args: translateArgs,
  body: { schema: 'NewDraft', example: { language: 'fr' } },
  check({ translate }: Pick<Outside, 'translate'>) {
    if (translate === undefined) throw new Problem('rest_no_route')
  },
  async prepare(
    { item, translate, ...by }: Translating<N>,
    { language, replace = false }: { readonly language: string; readonly replace?: boolean | undefined },
  ) {
    if (translate === undefined) throw new Problem('rest_no_route')
    return draftOfMachine(name, item, { language, replace }, translate, by)
  },
})

/** The text of the answer of a translation. */
export const TRANSLATED = 'The item with all its translations, and what the draft lacks of the original.'
