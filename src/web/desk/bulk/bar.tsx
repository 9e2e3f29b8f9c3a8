import { signal } from '@preact/signals'
import { useState } from 'preact/hooks'
import { type ApiResponse, callApi } from '../api/api.ts'
import { faultOfThrown, isOutdatedReviewFault, loadRefusalWordsOnce, RequestFault } from '../api/faults.ts'
import type { ListedEvent } from '../events/list/listed.ts'
import { loadChangesPageAtPath } from '../history/changes.ts'
import { Acts } from '../lists/acts.tsx'
import { Button } from '../parts/button.tsx'
import { confirmDeletion } from '../parts/dialog.tsx'
import { useLoaded } from '../parts/loaded.tsx'
import { notify, showFault } from '../parts/notice.tsx'
import { useViewActs } from '../shell/keys.ts'
import { loadAllCategories } from '../terms/terms.ts'
import { listText, t } from '../words/index.ts'
import { applyBulkChanges, ChangeDialog } from './change.tsx'
import { DuplicateDialog } from './duplicate.tsx'
import { OutcomeDialog, type OutcomeFields, outcomes } from './outcome.tsx'
import { notifyWithUndo } from './undo.ts'

// Applies one action to many events, in one write that can be undone as a whole. Reports failures by event.

/** The actions that need nothing but the events. */
export type BulkAction = 'publish' | 'draft' | 'trash' | 'restore' | 'delete'
type AnyAction = BulkAction | 'outcome'

/** The fields of an event that bulk actions need. */
type BulkEvent = Pick<ListedEvent, 'id' | 'title' | 'status' | 'date' | 'start_date'>

const idsOf = (events: readonly BulkEvent[]) => events.map(({ id }) => id)

interface Failure {
  readonly title: string
  readonly reason: string
}

interface BulkProgress {
  readonly done: number
  readonly total: number
  readonly failures: readonly Failure[]
}

/** The running bulk action, or the failures of the last one. */
const bulkProgressSignal = signal<BulkProgress | undefined>(undefined)

const BATCH_SIZE = 100

interface Operation {
  readonly method: 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: object
}

interface Result {
  readonly status: number
  readonly body: { readonly message?: string }
}

const setStatus = (status: 'publish' | 'draft') => (id: number) =>
  ({ method: 'PATCH', path: `/events/${id}`, body: { status } }) as const
const remove = (query: string) => (id: number) =>
  ({ method: 'DELETE', path: `/events/${id}${query}` }) as const

const acts: Readonly<
  Record<Exclude<AnyAction, 'restore'>, (id: number, fields: object | undefined) => Operation>
> = {
  outcome: (id, fields = {}) => ({ method: 'PATCH', path: `/events/${id}`, body: fields }),
  publish: setStatus('publish'),
  draft: setStatus('draft'),
  trash: remove(''),
  delete: remove('?force=true'),
}

interface Chosen {
  readonly act: AnyAction
  readonly events: readonly BulkEvent[]
  readonly seen?: number
  /** The args that an `outcome` sets. */
  readonly fields?: object
}

/** The statuses that an item comes back with from the trash. One that was scheduled is, by its date. */
const restorable: ReadonlySet<unknown> = new Set(['publish', 'future', 'draft', 'pending', 'private'])

/** Restores an item with the status that it had when it went to the trash; as a draft where the history tells none. */
export async function restoring(path: string): Promise<Operation> {
  const { body: changes } = await loadChangesPageAtPath(`${path}/history`, { per_page: 20 })
  const was = changes.find(({ values }) => values?.status?.after === 'trash')?.values?.status?.before
  const status = restorable.has(was) ? was : 'draft'
  return { method: 'PATCH', path, body: { status } }
}

async function send({ act, events, seen, fields }: Chosen, query: Readonly<Record<string, boolean>> = {}) {
  const operations = await Promise.all(
    events.map(({ id }) => (act === 'restore' ? restoring(`/events/${id}`) : acts[act](id, fields))),
  )
  const body = {
    operations,
    // Only what was seen becomes public.
    ...(act === 'publish' && { seen }),
    ...(query.dry_run === true && { atomic: false }),
  }
  return callApi<{ results: readonly Result[] }>('POST', '/batch', { body, query })
}

interface Outcome {
  readonly done: readonly BulkEvent[]
  readonly failures: readonly Failure[]
  readonly revision: number
}

const outcome = (
  done: readonly BulkEvent[],
  response?: ApiResponse<unknown>,
  failures: readonly Failure[] = [],
) => ({
  done,
  failures,
  revision: response?.revision ?? 0,
})

/** Applies the action in one write. If an event fails, a dry run finds all that fail, and the action is applied to the others. */
async function applyTo(chosen: Chosen): Promise<Outcome> {
  const { events } = chosen
  try {
    return outcome(events, await send(chosen))
  } catch (error) {
    const { code } = faultOfThrown(error)
    if (code !== 'rest_batch_failed') throw error
  }
  const { results } = (await send(chosen, { dry_run: true })).body
  await loadRefusalWordsOnce()
  const reasonAt = (at: number) => {
    const { status = 0, body = {} } = results[at] ?? {}
    if (status < 400) return undefined
    const fault = new RequestFault(status, body)
    return isOutdatedReviewFault(fault) ? t('bulk.outdated') : fault.message
  }
  const failures = events.flatMap(({ title }, at) => {
    const reason = reasonAt(at)
    return reason === undefined ? [] : [{ title, reason }]
  })
  const left = events.filter((_, at) => reasonAt(at) === undefined)
  if (left.length === 0) return outcome([], undefined, failures)
  return outcome(left, await send({ ...chosen, events: left }), failures)
}

async function run({ events, ...chosen }: Chosen): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  const show = (done: number) => {
    const failures = outcomes.flatMap((one) => one.failures)
    bulkProgressSignal.value = { done, total: events.length, failures }
  }
  show(0)
  for (let from = 0; from < events.length; from += BATCH_SIZE) {
    const batch = events.slice(from, from + BATCH_SIZE)
    const failed = (error: unknown) => {
      const reason = faultOfThrown(error).message
      return outcome(
        [],
        undefined,
        batch.map(({ title }) => ({ title, reason })),
      )
    }
    outcomes.push(await applyTo({ ...chosen, events: batch }).catch(failed))
    show(from + batch.length)
  }
  if (outcomes.every(({ failures }) => failures.length === 0)) bulkProgressSignal.value = undefined
  return outcomes
}

/**
 * Runs an action on the events, reports the result, and offers undo. Returns whether it was done to any. At the end, `after` is called,
 * unless nothing was done and nothing was seen that may be out of date: then what was chosen stays for another attempt.
 */
export async function applyBulkAction(chosen: Chosen, after: () => void): Promise<boolean> {
  const { act, seen } = chosen
  const outcomes = (await run(chosen)).filter(({ done }) => done.length > 0)
  const count = outcomes.reduce((sum, { done }) => sum + done.length, 0)
  if (count > 0 || seen !== undefined) after()
  if (count === 0) return false
  const text = t(`bulk.${act}.done`, { count })
  if (act === 'delete') notify(text)
  else notifyWithUndo(text, outcomes, after)
  return true
}

/** The outcomes that many events have at once. A new address belongs to one. */
const outcomesOfMany = outcomes.filter((one) => one !== 'moved_online')

interface OutcomeProps {
  readonly events: readonly BulkEvent[]
  readonly after: () => void
  readonly close: () => void
}

/** The events that are named. */
const NAMED = 5

/** The first titles, and how many more there are. */
function titlesText(events: readonly BulkEvent[]): string {
  const named = listText(events.slice(0, NAMED).map(({ title }) => title))
  return events.length > NAMED ? `${named} · ${t('calendar.more', { count: events.length - NAMED })}` : named
}

/** Cancels the selected events, postpones them, or says that they take place. */
function BulkOutcomeDialog({ events, after, close }: OutcomeProps) {
  const apply = async (fields: OutcomeFields) => {
    const isDone = await applyBulkAction({ act: 'outcome', events, fields }, after)
    if (!isDone) throw new Error(bulkProgressSignal.value?.failures[0]?.reason)
    return events
  }
  return (
    <OutcomeDialog
      form="events/outcome"
      title={t('bulk.outcome.title', { count: events.length })}
      offered={outcomesOfMany}
      apply={apply}
      submit={(outcome) =>
        outcome === 'moved_online' ? t('save') : t(`bulk.do.${outcome}`, { count: events.length })
      }
      close={close}
    >
      <p class="hint">{titlesText(events)}</p>
    </OutcomeDialog>
  )
}

interface BulkProps {
  readonly chosen: readonly BulkEvent[]
  /** The revision as of which the list was read. */
  readonly seen: number
  readonly isTrash?: boolean
  readonly mayPublish?: boolean
  /** Asks which events an act is about, where a row stands for several. Returns undefined if the act is called off. */
  readonly askEvents?: (act: string, isDangerous: boolean) => Promise<readonly BulkEvent[] | undefined>
  readonly after: () => void
}

/** What is done to the selected events; a key does some of it. */
export function BulkActs(props: BulkProps) {
  const { chosen, seen, isTrash = false, mayPublish = false, askEvents = async () => chosen, after } = props
  const [dialog, open] = useState<{ of: 'outcome' | 'change' | 'duplicate'; events: readonly BulkEvent[] }>()
  const categories = useLoaded(async () => (isTrash ? [] : loadAllCategories()), [isTrash]).value ?? []
  const { done = 0, total = 0 } = bulkProgressSignal.value ?? {}
  const actOf = (label: string, run: (events: readonly BulkEvent[]) => unknown, isDangerous = false) => ({
    label,
    isDangerous,
    run: () =>
      void askEvents(label, isDangerous)
        .then((events) => events && run(events))
        .catch(showFault),
  })
  const applying = (act: BulkAction, isDangerous = false) =>
    actOf(
      t(`bulk.${act}`),
      async (events) => {
        const title = t('delete.title', { count: events.length })
        if (act === 'delete' && !(await confirmDeletion(title, t('delete.text')))) return
        await applyBulkAction({ act, events, seen }, after)
      },
      isDangerous,
    )
  const opening = (of: 'outcome' | 'change') => actOf(t(`bulk.${of}`), (events) => open({ of, events }))
  const acts = isTrash
    ? [applying('restore'), applying('delete', true)]
    : [
        ...(mayPublish ? [applying('publish')] : []),
        applying('draft'),
        { ...opening('outcome'), key: 'o' },
        { ...opening('change'), key: 'c' },
        ...(chosen.length === 1
          ? [
              {
                label: t('duplicate'),
                run: () => open({ of: 'duplicate', events: chosen }),
                key: 'd',
              },
            ]
          : []),
        { ...applying('trash', true), key: 'Delete' },
      ]
  const adding = categories.map(({ id, name }) => ({
    ...actOf(t('labelled', { label: t('bulk.add-category'), text: name }), (events) =>
      applyBulkChanges({ ids: idsOf(events), changes: { add_categories: [id] }, seen }, after),
    ),
    isOneOfMany: true,
  }))
  useViewActs(adding)
  const shown = dialog && { ...dialog, after, close: () => open(undefined) }
  return (
    <>
      <Acts acts={acts} isDisabled={done < total} />
      {shown?.of === 'duplicate' && shown.events[0] && <DuplicateDialog {...shown} event={shown.events[0]} />}
      {shown?.of === 'outcome' && <BulkOutcomeDialog {...shown} />}
      {shown?.of === 'change' && <ChangeDialog {...shown} ids={idsOf(shown.events)} seen={seen} />}
    </>
  )
}

/** The progress of a bulk action. Failures stay until they are dismissed. */
export function BulkProgressBar() {
  const state = bulkProgressSignal.value
  if (state === undefined) return null
  const { done, total, failures } = state
  const dismiss = () => {
    bulkProgressSignal.value = undefined
  }
  return (
    <section class="progress" aria-label={t('bulk.progress')}>
      {done < total && (
        <>
          <progress max={total} value={done} aria-label={t('bulk.progress')} />
          <p role="status">{t('bulk.of', { done, total })}</p>
        </>
      )}
      {failures.length > 0 && (
        <div role="alert">
          <p>{t('bulk.failed', { count: failures.length })}</p>
          <ul>
            {failures.map(({ title, reason }, at) => (
              <li key={at}>{t('labelled', { label: title, text: reason })}</li>
            ))}
          </ul>
          <Button onClick={dismiss} label={t('dismiss')} />
        </div>
      )}
    </section>
  )
}
