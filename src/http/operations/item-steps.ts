/** The steps of operations on items, in their order: the pipeline says when each is taken. */
import { imageToFetch } from '../../actions/linking/images.ts'
import { tryPasswordOnEvent } from '../../actions/list.ts'
import { requireEventUnchangedSinceRevision } from '../../actions/proposals.ts'
import { existingRecordAt } from '../../actions/read.ts'
import { runChecksAndThrowFaults, runReportingAllFaults } from '../../actions/writing/faults.ts'
import { runAfterPreparing } from '../../actions/writing/preparing.ts'
import type { Context } from '../../api/context.ts'
import type { GivenToAny, ItemOperation } from '../../api/operation.ts'
import { type Form, formOfArgs, isWhole, valuesOfForm } from '../../contract/arg.ts'
import type { ResourceName } from '../../contract/resources/index.ts'
import type { Reading, RecordOf, Writing } from '../../store/store.ts'
import { newCountedPasswordGuess } from '../auth/credentials.ts'
import { refuseIfMatchForNewItem } from '../protocol.ts'
import { type ApiRequest, idOfPathParams, idOrSlugInPath } from '../request/api-request.ts'
import type { HandlerParts } from './handler.ts'
import type { CheckVersion } from './preconditions.ts'

type Values = Readonly<Record<string, unknown>>

// read

/** What was sent for the args of a write. */
export function formOf(
  { args, mode, refuses, refusesToSet = {} }: ItemOperation,
  sent: Values,
): Form<Values> {
  const isEmpty = (value: unknown) => value === undefined || value === null || value === ''
  const set = Object.entries(refusesToSet).filter(([name]) => !isEmpty(sent[name]))
  return formOfArgs(args, sent, mode, { ...refuses, ...Object.fromEntries(set) })
}

/** Throws what a form and the caller decide before anything is looked up; where there is no item to find, its faults wait for those of links. */
export async function check(
  operation: ItemOperation,
  form: Form<Values>,
  { context, params }: ApiRequest,
  { outside }: HandlerParts,
  between: () => readonly (() => unknown)[] = () => [],
): Promise<void> {
  if (operation.by !== undefined && !isWhole(form))
    await runReportingAllFaults(async () => valuesOfForm(form), between)
  if (isWhole(form)) operation.check?.({ ...context, ...outside, id: idOfPathParams(params) }, form.values)
}

/** The context of a read, in which the password of the request opens the events that it is about. Throws 429 after too many wrong ones. */
export async function opened(
  operation: ItemOperation,
  form: Form<Values>,
  request: ApiRequest,
): Promise<Context> {
  const { context, guesser, headers } = request
  const password = headers['x-event-password'] || undefined
  const { opened, opens } = operation
  const event = isWhole(form) ? opens?.(form.values) : undefined
  if (password === undefined || !isWhole(form) || (event === undefined && opened === undefined))
    return context
  const guess = newCountedPasswordGuess(password, guesser)
  try {
    const open =
      event === undefined
        ? opened?.(form.values, guess.opens, context)
        : tryPasswordOnEvent(event, guess.opens, context)
    return { ...context, opened: (await open) ?? new Set() }
  } finally {
    guess.end()
  }
}

// look, prepare

/** The item at the address of a request, which the caller may use so. Throws 401, 403, 404 or 410. */
export async function itemFor(
  operation: ItemOperation,
  store: Reading,
  { params, context }: ApiRequest,
): Promise<RecordOf<ResourceName> | undefined> {
  const { by, right, put } = operation
  if (by === undefined && put === undefined) return undefined
  const { name } = operation.of
  const known = put && (await store.eventWithUid(params.uid ?? ''))
  const item =
    put === undefined
      ? await existingRecordAt(store, name, idOrSlugInPath(operation, params), context)
      : known && (await store.find(name, { id: known.id }, context.moment))
  if (item === undefined) return undefined
  right.requireOn?.(item, context)
  return item
}

/** The item that something is to be prepared for, as the preconditions say. Throws 401, 403, 404, 410 or 412. */
async function itemAsExpected(
  operation: ItemOperation,
  request: ApiRequest,
  isExpected: CheckVersion,
): Promise<RecordOf<ResourceName> | undefined> {
  const item = await itemFor(operation, request.context.store, request)
  if (item !== undefined) isExpected(item)
  return item
}

/** What was prepared for a write; nothing is, for a caller who may not change the item. */
export async function prepare(
  operation: ItemOperation,
  request: ApiRequest,
  form: Form<Values>,
  isExpected: CheckVersion,
  { outside }: HandlerParts,
): Promise<unknown> {
  if (operation.prepare === undefined) return undefined
  const item = await itemAsExpected(operation, request, isExpected)
  return operation.prepare({ ...request.context, ...outside, item }, valuesOfForm(form))
}

/** Runs a write with its images prepared, for a caller who may change the item. A rehearsal leaves no files. */
export async function withImages<T>(
  operation: ItemOperation,
  request: ApiRequest,
  form: Form<Values>,
  isExpected: CheckVersion,
  act: (context: Context, isComplete: () => boolean) => Promise<T>,
): Promise<T> {
  const { context, isDry } = request
  const files = isDry && { write: async () => {}, remove: async () => {} }
  const preparing = { ...context, images: { ...context.images, ...files } }
  const toFetch = isWhole(form) ? await imageToFetch(operation.image?.(form.values), preparing) : undefined
  if (!isWhole(form) || (toFetch === undefined && operation.pictures === undefined))
    return runAfterPreparing(preparing, act)
  const item = await itemAsExpected(operation, request, isExpected)
  return runAfterPreparing(preparing, act, toFetch ?? operation.pictures?.({ ...context, item }, form.values))
}

// transaction

/**
 * The item that a write changes, as its preconditions say, and unchanged since a batch saw it. Throws 401, 403, 404, 409, 410 or 412; before
 * these come the faults between the args.
 */
export async function itemToChange(
  operation: ItemOperation,
  tx: Writing,
  request: ApiRequest,
  isExpected: CheckVersion,
  between: () => readonly (() => unknown)[],
): Promise<RecordOf<ResourceName> | undefined> {
  const { context, headers, seen } = request
  try {
    const item = await itemFor(operation, tx, request)
    if (item === undefined && operation.put !== undefined) refuseIfMatchForNewItem(headers)
    if (item !== undefined) isExpected(item)
    if (item !== undefined && 'own_fields' in item)
      await requireEventUnchangedSinceRevision(tx, item, seen, context)
    return item
  } catch (error) {
    await runChecksAndThrowFaults(between())
    throw error
  }
}

/** The args of a form. Throws 400 for all faults of the form, and all that is wrong with its other args. */
const wholeArgs = (operation: ItemOperation, form: Form<Values>, given: GivenToAny): Promise<Values> =>
  runReportingAllFaults(
    async () => valuesOfForm(form),
    () => operation.faults?.(given, { ...form.values, ...form.partial }) ?? [],
  )

/** The args of a list that is found by itself. Throws 400. */
export const argsOf = (
  operation: ItemOperation,
  form: Form<Values>,
  { context }: ApiRequest,
): Promise<Values> => wholeArgs(operation, form, { ...context, read: context.store })

/** Runs the operation, which reports all that is wrong with args that have their form. Throws 400 for all faults of others. */
export const run = async (
  operation: ItemOperation,
  form: Form<Values>,
  given: GivenToAny,
): Promise<unknown> => operation.run?.(given, await wholeArgs(operation, form, given))
