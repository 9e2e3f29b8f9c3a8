/** What the rooms of items share. */

import { createItemInTransaction, shownItem } from '../actions/create.ts'
import { valuesToSendAgain } from '../actions/editing/resend.ts'
import { pageWithin } from '../actions/list.ts'
import { listChecks } from '../actions/listing/list-query.ts'
import { requireMayRead } from '../actions/read.ts'
import { removeInTransaction } from '../actions/remove.ts'
import { draftOfMachine, requireDraftOfTexts, warningsOfDraft } from '../actions/translating/translate.ts'
import { requireMayChange, updateInTransaction } from '../actions/update.ts'
import { faultChecksByResource } from '../actions/writing/write-checks.ts'
import {
  itemAnswer,
  itemsAnswer,
  newItemAnswer,
  pageAnswer,
  removedItemAnswer,
  translatedItemAnswer,
} from '../api/answer.ts'
import type { Context, ContextWithImages, PureContext } from '../api/context.ts'
import { atIdAndSlug, type ItemOperation, operation, type Right } from '../api/operation.ts'
import { mayWriteSomeItems, type OwnedItem, rightsByRole } from '../api/policy.ts'
import type { Resource } from '../api/resource.ts'
import { historyOf, valuesAfterChange } from '../changes/history.ts'
import type { ArgSpecs, ArgsWithDefaults } from '../contract/arg.ts'
import type { SentImageReference } from '../contract/kinds.ts'
import { itemHistoryArgs } from '../contract/operations/audit.ts'
import {
  forceArgs,
  itemsToMergeArgs,
  MAX_ITEMS_PER_REQUEST,
  type MachineTranslatedResource,
  type MergeableName,
  revertArgs,
  translateArgs,
} from '../contract/operations/editing.ts'
import { writeScopeByResource } from '../contract/operations.ts'
import {
  type CreateArgs,
  type ListArgs,
  type PublishableName,
  parseUpdateArgs,
  type ResourceName,
  resourceNamed,
  resources,
  type UpdateArgs,
  type VenueOrOrganizerName,
} from '../contract/resources/index.ts'
import { shownLanguageArgs } from '../contract/resources/shared.ts'
import { epochOfInstant } from '../domain/time/moment.ts'
import { because, invalidParam, Problem, type ProblemCode } from '../problem.ts'
import type { Item, Lists, Reading, RecordOf, Writing } from '../store/store.ts'

// The operations on one item that kinds of items have alike.

/** What a write is given that is about an item, at whatever address it is. */
export interface OnOne<N extends ResourceName> extends ContextWithImages {
  readonly tx: Writing
  readonly item: RecordOf<N>
}

/** The right to an item of a kind, and the problems of its own that an operation on one may respond with. */
interface Bounds<N extends ResourceName> {
  readonly right: Right<RecordOf<N>>
  readonly problems?: readonly ProblemCode[]
}

/** The path of the list of a resource. */
const pathOf = ({ name }: Resource<ResourceName>) => `/${resourceNamed(name).collection}` as const

/** `GET …/{id}`. */
export const reading = <N extends ResourceName>(
  of: Resource<N>,
  summary: string,
  bounds: Bounds<N> & Pick<ItemOperation, 'dependsOnClock'>,
): ItemOperation =>
  operation({
    route: `GET ${pathOf(of)}/{id}` as const,
    of,
    summary,
    args: shownLanguageArgs,
    answer: itemAnswer(of, 'The item.'),
    ...bounds,
    run: ({ read, item, ...by }) => shownItem(read, of.name, item, by),
  })

/** Kinds of items whose lists, creates and updates are alike. */
type PlainName = Exclude<ResourceName, 'event' | 'series'>

/** `GET …`. */
export const listingAll = <N extends PlainName>(
  of: Resource<N>,
  summary: string,
  more: Bounds<N> & {
    opens?(args: ListArgs<N>): number | undefined
    dependsOnClock?(args: ListArgs<N>): boolean
  },
): ItemOperation => {
  const args: (typeof resources)[N]['listArgs'] = resources[of.name].listArgs
  const route = `GET ${pathOf(of)}` as const
  const answer = itemsAnswer(of, 'A page of the list.')
  return operation({ route, of, summary, args, answer, ...more, ...listing(of) })
}

/** What writes of an item declare beside their right: the schema of their body, what they refuse, and the image that they set. */
interface Written<N extends ResourceName, A>
  extends Bounds<N>,
    Pick<ItemOperation, 'refusesToSet' | 'prepares'> {
  readonly body: ItemOperation['facts']['body']
  readonly refuses?: ItemOperation['refuses']
  between?(by: PureContext, args: Partial<A>): readonly (() => unknown)[]
  image?(args: A): SentImageReference | null | undefined
}

/** `POST …`. */
export const creatingOne = <N extends ResourceName>(
  of: Resource<N>,
  summary: string,
  more: Written<N, CreateArgs<N>>,
): ItemOperation => {
  const args: (typeof resources)[N]['createArgs'] = resources[of.name].createArgs
  const route = `POST ${pathOf(of)}` as const
  const answer = newItemAnswer(of, 'The new item.')
  return operation({ route, of, summary, args, answer, ...more, ...creating(of) })
}

/** `POST, PUT, PATCH …/{id}`. */
export const updating = <N extends ResourceName>(
  of: Resource<N>,
  summary: string,
  more: Written<N, UpdateArgs<N>>,
): ItemOperation => {
  const args: (typeof resources)[N]['updateArgs'] = resources[of.name].updateArgs
  const route = `POST, PUT, PATCH ${pathOf(of)}/{id}` as const
  const answer = itemAnswer(of, 'The updated item.')
  return operation({ route, of, summary, args, answer, ...more, run: changing(of) })
}

type Listing = PureContext & { readonly read: Reading & Lists }

/** Finds a page of a list. */
export const listing = <N extends ResourceName>({ name }: Resource<N>) => ({
  faults: ({ read, ...by }: Listing, args: Partial<ListArgs<N>>) => listChecks(name, read, args, by),
  run: ({ read, ...by }: Listing, args: ListArgs<N>) => pageWithin(read, name, args, by),
})

type InTransaction = ContextWithImages & { readonly tx: Writing }

/** Creates an item, and returns it as its writer sees it. */
export const creating = <N extends ResourceName>({ name }: Resource<N>) => ({
  faults: ({ tx, ...by }: InTransaction, args: Partial<CreateArgs<N>>) =>
    faultChecksByResource[name](tx, args, undefined, by),
  run: async ({ tx, ...by }: InTransaction, args: CreateArgs<N>) =>
    shownItem(tx, name, await createItemInTransaction(tx, name, args, by), by),
})

/** Changes the item at the address of an update, and returns it as its writer sees it. */
export const changing =
  <N extends ResourceName>({ name }: Resource<N>) =>
  async ({ tx, item, ...by }: OnOne<N>, args: UpdateArgs<N>): Promise<Item<N>> =>
    shownItem(tx, name, await updateInTransaction(tx, { name, kept: item }, args, by), by)

const REMOVED = 'The item in the trash, or the item as it was before its deletion.'

/** `DELETE …/{id}`, of items that have a trash. */
export const trashing = <N extends PublishableName>(
  of: Resource<N>,
  summary: string,
  bounds: Bounds<N>,
): ItemOperation =>
  operation({
    route: `DELETE ${pathOf(of)}/{id}` as const,
    of,
    summary,
    args: forceArgs,
    answer: removedItemAnswer(of, REMOVED),
    ...bounds,
    run: ({ tx, item, ...by }, { force = false }) => removeInTransaction(tx, of.name, item, { force }, by),
  })

/** `DELETE …/{id}`, of items without a trash: they are deleted for good. `args` say what becomes of what they have, and `before` does it. */
export const deleting = <N extends ResourceName, A extends ArgSpecs>(
  of: Resource<N>,
  summary: string,
  {
    args,
    before,
    ...more
  }: Bounds<N> & {
    readonly args: A
    before?(given: OnOne<N>, args: ArgsWithDefaults<A>): Promise<void>
    after?(result: Item<N>, by: Context): Promise<void>
  },
): ItemOperation =>
  operation({
    route: `DELETE ${pathOf(of)}/{id}` as const,
    of,
    summary,
    args,
    answer: itemAnswer(of, REMOVED),
    ...more,
    async run(given, sent) {
      const { tx, item } = given
      const shown = await shownItem(tx, of.name, item, given)
      await before?.(given, sent)
      await tx.remove(of.name, item.id)
      return shown
    },
  })

/** `GET …/{id}/history`. */
export const history = <N extends ResourceName>(of: Resource<N>, bounds: Bounds<N>): ItemOperation =>
  operation({
    route: `GET ${pathOf(of)}/{id}/history` as const,
    of,
    summary: 'List the changes of an item',
    args: itemHistoryArgs,
    answer: pageAnswer<object>('changes', {
      schema: 'ChangeList',
      text: 'A page of the changes, newest first.',
      headers: { 'Cache-Control': 'private, no-store' },
    }),
    ...bounds,
    run: ({ read, item, ...by }, page) => historyOf(read, of.name, item, page, by),
  })

/** `POST …/{id}/revert`. Throws what an update throws. */
export const reverting = <N extends ResourceName>(
  of: Resource<N>,
  { problems = [], ...more }: Bounds<N> & Pick<ItemOperation, 'pictures' | 'prepares'>,
): ItemOperation =>
  operation({
    route: `POST ${pathOf(of)}/{id}/revert` as const,
    of,
    summary: 'Revert an item to an earlier version',
    args: revertArgs,
    body: { schema: 'Revert', example: { change: 41 } },
    answer: itemAnswer(of, 'The item as it is now.'),
    ...more,
    problems: [...problems, 'change-not-found', 'change-not-recorded'],
    async run({ tx, item, ...by }, { change }) {
      const values = await valuesAfterChange(tx, of.name, item.id, change)
      const args = parseUpdateArgs(of.name, await valuesToSendAgain(tx, item, values, by))
      const context = { ...by, restoresTranslations: true }
      return shownItem(
        tx,
        of.name,
        await updateInTransaction(tx, { name: of.name, kept: item }, args, context),
        by,
      )
    },
  })

/** `POST …/{id}/merge`. */
export const merging = <N extends MergeableName>(of: Resource<N>, bounds: Bounds<N>): ItemOperation =>
  operation({
    route: `POST ${pathOf(of)}/{id}/merge` as const,
    of,
    summary: 'Merge items into one',
    args: itemsToMergeArgs,
    body: { schema: 'NewMerge', example: { items: [2, 3] } },
    answer: itemAnswer(of, 'The item that the others were merged into.'),
    ...bounds,
    check({ id }, { items }) {
      if (items.length === 0 || items.length > MAX_ITEMS_PER_REQUEST)
        throw invalidParam('items', because('wrong_number_of_members', { most: MAX_ITEMS_PER_REQUEST }))
      if (items.includes(id)) throw invalidParam('items', because('item_itself'))
    },
    async run({ tx, item, ...by }, { items }) {
      const records: RecordOf<N>[] = []
      for (const id of items) {
        const record = await tx.find(of.name, { id }, by.moment)
        if (record === undefined) throw invalidParam('items', because('no_such_item', { kind: of.name, id }))
        records.push(record)
      }
      await tx.merge(of.name, records, item, epochOfInstant(by.moment.now))
      const merged = await tx.find(of.name, { id: item.id }, by.moment)
      return shownItem(tx, of.name, merged ?? item, by)
    },
  })

/** `POST …/{id}/translate`. The server is asked before the transaction; without one the route is not there. */
export function translating<N extends MachineTranslatedResource>(
  of: Resource<N>,
  {
    problems = [],
    more = {},
    ...bounds
  }: Bounds<N> &
    Pick<ItemOperation, 'prepares'> & {
      /** Further args of its updates, which it passes on. */
      readonly more?: ArgSpecs
    },
): ItemOperation {
  const args: typeof translateArgs = { ...translateArgs, ...more }
  return operation({
    route: `POST ${pathOf(of)}/{id}/translate` as const,
    of,
    summary: 'Keep a draft of a translation by the translation server',
    args,
    body: { schema: 'NewDraft', example: { language: 'fr' } },
    answer: translatedItemAnswer(
      of,
      'The item with all its translations, and what the draft lacks of the original.',
    ),
    ...bounds,
    problems: [...problems, 'rest_no_route', 'translation_exists', 'translation_failed'],
    check({ translate }) {
      if (translate === undefined) throw new Problem('rest_no_route')
    },
    async prepare({ item, translate, ...by }, { language, replace = false }) {
      if (translate === undefined) throw new Problem('rest_no_route')
      return draftOfMachine(of.name, item, { language, replace }, translate, by)
    },
    async run({ tx, item, ready, ...by }, { language: _, replace = false, ...rest }) {
      requireDraftOfTexts(of.name, item, ready, replace)
      const args = { ...ready.args, ...rest }
      const context = { ...by, isMachine: true }
      const written = await updateInTransaction(tx, { name: of.name, kept: item }, args, context)
      const translated = await shownItem(tx, of.name, written, by)
      return { item: translated, warnings: warningsOfDraft(ready, translated.record) }
    },
  })
}

/** Who may do what with items that people write: who may edit one is decided by its author, its group and whether it is public. */
export function rightsOnAuthored(name: Exclude<PublishableName, 'page'>) {
  const mayWrite: Right<OwnedItem> = {
    scope: writeScopeByResource[name],
    allows: (actor) => mayWriteSomeItems(actor, name),
    requireOn: requireMayChange(name),
  }
  const mayRead: Right<OwnedItem> = {
    scope: 'read',
    allows: () => true,
    requireOn: (item, by) => requireMayRead(name, item, by),
  }
  const mayReadHistory: Right<OwnedItem> = { ...mayWrite, scope: 'audit' }
  // Merging changes events of others, too.
  const mayMerge: Right<OwnedItem> = { ...mayWrite, allows: ({ role }) => rightsByRole[role].edits === 'all' }
  return { mayRead, mayWrite, mayReadHistory, mayMerge }
}

type Body = NonNullable<ItemOperation['facts']['body']>

/** What can be done with venues or organizers, in the order of the index; `one` is what one is called. */
export function operationsOnVenuesOrOrganizers<N extends VenueOrOrganizerName>(
  of: Resource<N>,
  one: string,
  bodies: { readonly created: Body; readonly changed: Body },
): readonly ItemOperation[] {
  const { mayRead, mayWrite, mayReadHistory, mayMerge } = rightsOnAuthored(of.name)
  const inTrash = [`${of.name}-no-longer-available`] as const
  const image = (args: { readonly image?: SentImageReference | null | undefined }) => args.image
  return [
    listingAll(of, `List ${of.name}s`, {
      right: mayRead,
      // `unused` is for editors.
      problems: [
        `${of.name}-archive-page-not-found`,
        'rest_forbidden_status',
        'rest_not_logged_in',
        'rest_forbidden',
      ],
      opens: (args: { readonly event?: number | undefined }) => args.event,
      dependsOnClock: (args: { readonly only_with_upcoming?: boolean }) => args.only_with_upcoming === true,
    }),
    creatingOne(of, `Create ${one}`, { body: bodies.created, right: mayWrite, image }),
    ...atIdAndSlug(
      reading(of, `Read ${one}`, { right: mayRead, problems: [`${of.name}-not-accessible`, ...inTrash] }),
    ),
    ...atIdAndSlug(
      updating(of, `Update ${one}`, { body: bodies.changed, right: mayWrite, problems: inTrash, image }),
    ),
    ...atIdAndSlug(
      trashing(of, `Move ${one} to the trash, or delete it permanently`, {
        right: mayWrite,
        problems: [...inTrash, `${of.name}-is-in-trash`],
      }),
    ),
    history(of, { right: mayReadHistory, problems: inTrash }),
    reverting(of, { right: mayWrite, problems: inTrash }),
    merging(of, { right: mayMerge, problems: inTrash }),
    translating(of, { right: mayWrite, problems: inTrash }),
  ]
}
