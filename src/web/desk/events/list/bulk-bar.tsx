/** Actions for the selected events, and their progress. */
import type { ComponentChildren } from 'preact'
import { BulkChangeButton } from '../../bulk/change.tsx'
import { DuplicateEventButton } from '../../bulk/duplicate.tsx'
import { useViewActs } from '../../keys/view-acts.ts'
import { confirmDeletion } from '../../parts/dialog.tsx'
import { t } from '../../words/index.ts'
import { applyBulkAction, type BulkAction, type BulkEvent, bulkProgressSignal } from './bulk.ts'
import { BulkCancelOrPostponeButton } from './bulk-cancel-or-postpone.tsx'

interface BulkProps {
  readonly chosen: readonly BulkEvent[]
  /** The revision as of which the list was read. */
  readonly seen: number
  readonly isTrash: boolean
  readonly mayPublish: boolean
  readonly after: () => void
  /** Buttons that change what is selected. */
  readonly children?: ComponentChildren
}

/** Offers the actions in the palette, and the trash by a key. */
const useBulkActs = (offered: readonly BulkAction[], act: (name: BulkAction) => void) =>
  useViewActs(
    offered.map((name) => ({
      label: t(`bulk.${name}`),
      ...(name === 'trash' && { key: 'Delete' }),
      run: () => act(name),
    })),
  )

function BulkActs({ chosen, seen, isTrash, mayPublish, after, children }: BulkProps) {
  const act = async (name: BulkAction) => {
    const title = t('delete.title', { count: chosen.length })
    if (name === 'delete' && !(await confirmDeletion(title, t('delete.text')))) return
    await applyBulkAction({ act: name, events: chosen, seen }, after)
  }
  const offered: readonly BulkAction[] = isTrash
    ? ['restore', 'delete']
    : [...(mayPublish ? (['publish'] as const) : []), 'draft', 'trash']
  const [only] = chosen.length === 1 ? chosen : []
  useBulkActs(offered, act)
  return (
    <fieldset class="bulk">
      <legend class="unseen">{t('bulk')}</legend>
      <p role="status">{t('chosen', { count: chosen.length })}</p>
      {children}
      {offered.map((name) => (
        <button
          type="button"
          key={name}
          class={name === 'delete' ? 'danger' : undefined}
          disabled={
            bulkProgressSignal.value !== undefined &&
            bulkProgressSignal.value.done < bulkProgressSignal.value.total
          }
          onClick={() => act(name)}
        >
          {t(`bulk.${name}`)}
        </button>
      ))}
      {!isTrash && <BulkCancelOrPostponeButton events={chosen} after={after} />}
      {!isTrash && <BulkChangeButton ids={chosen.map(({ id }) => id)} seen={seen} after={after} />}
      {!isTrash && only !== undefined && <DuplicateEventButton event={only} after={after} />}
    </fieldset>
  )
}

/** The actions, while events are selected. */
export const BulkBar = (props: BulkProps) => (props.chosen.length === 0 ? null : <BulkActs {...props} />)

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
          <button type="button" onClick={dismiss}>
            {t('dismiss')}
          </button>
        </div>
      )}
    </section>
  )
}
