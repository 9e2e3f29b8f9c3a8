/** Operation → action → answer: the only file that knows both sides. */

import type { Context } from '../actions/context.ts'
import { create } from '../actions/create.ts'
import { list } from '../actions/list.ts'
import { allowWriting } from '../actions/policy.ts'
import { read } from '../actions/read.ts'
import { remove } from '../actions/remove.ts'
import { update } from '../actions/update.ts'
import { type Args, readArgs } from '../contract/arg.ts'
import { isSessionAction, type Operation } from '../contract/operations.ts'
import {
  type CreateArgs,
  isPublished,
  type ListArgs,
  type ResourceName,
  resourceNamed,
  type UpdateArgs,
} from '../contract/resources/index.ts'
import { epochOf } from '../domain/moment.ts'
import { type Faults, invalidParams, missingParams, Problem } from '../problem.ts'
import { collection, type Paging, pageLinks, totalPages } from '../representations/json/collection.ts'
import { represent, type View } from '../representations/json/index.ts'
import { type Root, restUrl } from '../representations/urls.ts'
import type { Address, Item, Writing } from '../store/store.ts'
import { type Guess, type Guesser, guessOf } from './event-passwords.ts'
import { idempotently } from './idempotency.ts'
import { linkArgs } from './link-args.ts'
import { allowChange, type Conditions } from './preconditions.ts'
import { bodyOf, isDate, querySent, type Sent } from './sent.ts'
import { takesFile, uploadOf } from './upload.ts'

/** What an operation answers, before it is put on the wire. */
export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: object
  /** Sent instead of the body. */
  readonly file?: { readonly type: string; readonly text: string }
  /** Of an item: begins its ETag. */
  readonly version?: number
  readonly modified?: number
  /** It changes with the clock at other times than at midnight and with a scheduled publication. */
  readonly isMoving?: boolean
}

/** A request as far as operations need it. */
export interface Asked {
  readonly operation: Operation
  readonly params: Readonly<Record<string, string>>
  readonly query: Sent
  readonly body: unknown
  readonly headers: Conditions
  readonly root: Root
  readonly maxPerPage: number
  readonly context: Context
  readonly guesser: Guesser
  /** Idempotency keys of the requests that this application is answering; across instances the transaction decides. */
  readonly underWay: Set<string>
}

/** The values of args, or one problem that names every fault. */
export function accepted(
  args: Args,
  sent: Sent,
  mode: 'query' | 'create' | 'update',
  refuses: Readonly<Record<string, string>> = {},
) {
  const { values, missing, faults } = readArgs(args, sent, mode)
  const refused = Object.entries(refuses).filter(([name]) => sent[name] !== undefined)
  const all: Faults = {
    ...faults,
    ...Object.fromEntries(refused.map(([name, message]) => [name, { code: 'rest_invalid_param', message }])),
  }
  if (missing.length > 0) throw missingParams(missing, all)
  if (Object.keys(all).length > 0) throw invalidParams(all)
  return values
}

/** The address of an item, as the path has it. */
export function itemAddress({ by }: Operation, { id, slug }: Asked['params']): Address {
  return by === 'slug' ? { slug: slug ?? '' } : { id: Number(id) }
}

const viewOf = ({ root, context }: Asked, isSingle: boolean): View => ({
  root,
  zone: context.moment.zone,
  currency: context.currency,
  isSingle,
})

/** When a venue or organizer last changed; of what embeds other items no single moment decides (contract §8). */
function lastModified({ record }: Item<ResourceName>, { context }: Asked): number | undefined {
  if ('start_utc' in record || !('date_utc' in record)) return undefined
  const now = epochOf(context.moment.now)
  return record.date_utc <= now ? Math.max(record.modified_utc, record.date_utc) : record.modified_utc
}

function single<N extends ResourceName>(asked: Asked, name: N, item: Item<N>): Answer {
  const modified = lastModified(item, asked)
  const body = represent(name, item, viewOf(asked, true))
  return { status: 200, body, version: item.record.version, ...(modified !== undefined && { modified }) }
}

const revisionHeader = (revision: number) => ({ 'X-Fasti-Revision': String(revision) })

const textOf = (header: Conditions[string]) => (typeof header === 'string' ? header : undefined)

/** The body over the query string; the query string's password never sets one. */
async function written(asked: Asked): Promise<Sent> {
  const { operation, query, headers } = asked
  const { password: _, ...rest } = querySent(query, operation.args)
  const read = takesFile(operation) ? uploadOf : bodyOf
  return {
    ...rest,
    ...(await read(asked.body, textOf(headers['content-type']), textOf(headers['content-disposition']))),
  }
}

const linkHeader = (links: Readonly<Record<string, string>>) =>
  (['first', 'prev', 'next', 'last'] as const)
    .flatMap((relation) => (links[relation] === undefined ? [] : [`<${links[relation]}>; rel="${relation}"`]))
    .join(', ')

function paged(name: ResourceName, items: readonly object[], paging: Paging): Answer {
  const links = linkHeader(pageLinks(paging))
  return {
    status: 200,
    headers: {
      'X-Total-Count': String(paging.total),
      'X-Total-Pages': String(totalPages(paging)),
      ...(links !== '' && { Link: links }),
    },
    body: collection(resourceNamed(name).collection, items, paging),
  }
}

async function opened(items: readonly Item<'event'>[], guess: Guess): Promise<readonly Item<'event'>[]> {
  const all = await Promise.all(
    items.map(async (item) => {
      const hash = item.record.password_hash
      const isOpen = item.isProtected && hash !== null && (await guess.opens(hash))
      return isOpen ? { ...item, isProtected: false } : item
    }),
  )
  guess.end()
  return all
}

/** Whether what is asked for depends on the moment itself: on what is under way, or on a date said relative to now. */
function isMoving(sent: Sent, args: Args): boolean {
  const dates = Object.entries(sent).filter(([name]) => isDate(args, name))
  return (
    sent.only_with_upcoming !== undefined ||
    !dates.every(([, value]) => /^\d{4}-\d\d-\d\d/.test(String(value)))
  )
}

async function listed<N extends ResourceName>(asked: Asked, name: N): Promise<Answer> {
  const { operation, context, root, maxPerPage } = asked
  const sent = querySent(asked.query, operation.args)
  const values = accepted(operation.args, sent, 'query')
  const per_page = Math.min(Number(values.per_page), maxPerPage)
  const args = { ...values, per_page } as unknown as ListArgs<N>
  const { items, total } = await list(name, args, context)
  const shown =
    name === 'event'
      ? await opened(
          items as readonly Item<'event'>[],
          guessOf(asked.headers['x-event-password'], asked.guesser),
        )
      : items
  const view = viewOf(asked, false)
  const paging = {
    address: restUrl(root, resourceNamed(name).collection),
    args: linkArgs(asked.query, { ...values, per_page }, operation.args, context.moment),
    page: Number(values.page),
    per_page,
    total,
  }
  const representations = (shown as readonly Item<N>[]).map((item) => represent(name, item, view))
  return { ...paged(name, representations, paging), isMoving: isMoving(sent, operation.args) }
}

async function readOne<N extends ResourceName>(asked: Asked, name: N): Promise<Answer> {
  const { operation, query, headers, context } = asked
  const { password } = accepted(operation.args, querySent(query, operation.args), 'query')
  const sent = password ?? headers['x-event-password']
  const guess = guessOf(sent, asked.guesser)
  try {
    const item = await read(name, itemAddress(operation, asked.params), guess.opens, context)
    return single(asked, name, item)
  } finally {
    guess.end()
  }
}

function created<N extends ResourceName>(asked: Asked, name: N): Promise<Answer> {
  allowWriting(asked.context.actor, name)
  return idempotently(asked, async (keep) => {
    const args = accepted(asked.operation.args, await written(asked), 'create', resourceNamed(name).refuses)
    const answerTo = (item: Item<N>): Answer => {
      const Location = restUrl(asked.root, resourceNamed(name).collection, item.record.id)
      return { ...single(asked, name, item), status: 201, headers: { Location } }
    }
    const settle = (store: Writing, item: Item<N>) => keep(store, answerTo(item))
    const { result, revision } = await create(name, args as CreateArgs<N>, settle, asked.context)
    const answered = answerTo(result)
    return { ...answered, headers: { ...answered.headers, ...revisionHeader(revision) } }
  })
}

async function updated<N extends ResourceName>(asked: Asked, name: N): Promise<Answer> {
  allowWriting(asked.context.actor, name)
  const { operation, headers, context } = asked
  const args = accepted(operation.args, await written(asked), 'update', resourceNamed(name).refuses)
  const precondition = (kept: { version: number; modified_utc: number }) => allowChange(headers, kept)
  const { result, revision } = await update(
    name,
    itemAddress(operation, asked.params),
    args as UpdateArgs<N>,
    precondition,
    context,
  )
  return { ...single(asked, name, result), headers: revisionHeader(revision) }
}

async function removed<N extends ResourceName>(asked: Asked, name: N): Promise<Answer> {
  allowWriting(asked.context.actor, name)
  const { operation, query, headers, context } = asked
  const { force } = accepted(operation.args, querySent(query, operation.args), 'query')
  const precondition = (kept: { version: number; modified_utc: number }) => allowChange(headers, kept)
  const { result, revision } = await remove(
    name,
    itemAddress(operation, asked.params),
    force === true,
    precondition,
    context,
  )
  const { body, ...rest } = single(asked, name, result.item)
  const shown = result.deleted && isPublished(name) ? { deleted: true, previous: body } : body
  return { ...rest, body: shown, headers: revisionHeader(revision) }
}

const answers = { list: listed, read: readOne, create: created, update: updated, remove: removed } as const

/** Answers an operation on a resource. */
export function answer(asked: Asked): Promise<Answer> {
  const { action, resource } = asked.operation
  if (
    resource === undefined ||
    action === 'index' ||
    action === 'doc' ||
    action === 'feed' ||
    isSessionAction(action)
  )
    throw new Problem('rest_no_route')
  return answers[action](asked, resource)
}
