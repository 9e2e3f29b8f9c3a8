/** One action for many events: one request each, a few at a time. Failures are reported per event, and the action can be undone. */
import { signal } from '@preact/signals'
import { ask } from '../../api/ask.ts'
import { reasonOf } from '../../api/faults.ts'
import type { Status } from '../../api/types.ts'
import { tell } from '../../parts/notice.tsx'
import { t } from '../../words/index.ts'
import type { ListedEvent } from './listed.ts'

export type BulkAct = 'publish' | 'draft' | 'trash' | 'restore' | 'delete'

/** The fields of an item that bulk actions need. */
export type Acted = Pick<ListedEvent, 'id' | 'title' | 'status' | 'date' | 'start_date'>

interface Failure {
  readonly title: string
  readonly reason: string
}

export interface Progress {
  readonly done: number
  readonly total: number
  readonly failures: readonly Failure[]
}

/** The running bulk action, or the failures of the last one. */
export const progress = signal<Progress | undefined>(undefined)

const AT_ONCE = 4

interface Task {
  readonly title: string
  act(): Promise<unknown>
}

/** Runs all tasks. Returns those that succeeded. */
async function run(tasks: readonly Task[]): Promise<ReadonlySet<Task>> {
  const succeeded = new Set<Task>()
  const failures: Failure[] = []
  const left = [...tasks]
  const show = () => {
    progress.value = { done: succeeded.size + failures.length, total: tasks.length, failures: [...failures] }
  }
  const work = async () => {
    for (let task = left.shift(); task !== undefined; task = left.shift()) {
      const { title } = task
      await task.act().then(
        () => succeeded.add(task as Task),
        (error: unknown) => failures.push({ title, reason: reasonOf(error) }),
      )
      show()
    }
  }
  show()
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  if (failures.length === 0) progress.value = undefined
  return succeeded
}

const setStatus = (id: number, body: { readonly status: Status; readonly date?: string }) =>
  ask('PATCH', `/events/${id}`, { body })
const remove = (id: number, force: boolean) =>
  ask('DELETE', `/events/${id}`, { query: { force: force || undefined } })

const acts: Readonly<Record<BulkAct, (event: Acted) => Promise<unknown>>> = {
  publish: ({ id }) => setStatus(id, { status: 'publish' }),
  draft: ({ id }) => setStatus(id, { status: 'draft' }),
  trash: ({ id }) => remove(id, false),
  restore: ({ id }) => setStatus(id, { status: 'draft' }),
  delete: ({ id }) => remove(id, true),
}

/** Restores the earlier state of an event, including its date, because publishing changes the date of a scheduled event. */
const undone = ({ id, status, date }: Acted) =>
  status === 'trash' ? remove(id, false) : setStatus(id, { status, date })

/** Runs an action on the events, reports the result, and offers undo. `after` is called at the end. */
export async function actOnAll(act: BulkAct, events: readonly Acted[], after: () => void): Promise<void> {
  const tasks = events.map((event) => ({ title: event.title, event, act: () => acts[act](event) }))
  const succeeded = await run(tasks)
  const done = tasks.filter((task) => succeeded.has(task)).map(({ event }) => event)
  after()
  if (done.length === 0) return
  const undo = async () => {
    await run(done.map((event) => ({ title: event.title, act: () => undone(event) })))
    tell(t('bulk.undone', { count: done.length }))
    after()
  }
  tell(t(`bulk.${act}.done`, { count: done.length }), act === 'delete' ? undefined : () => void undo())
}
