/** Asks which dates of a series a change or a removal applies to: this one, this and the following, or all. */
import { signal } from '@preact/signals'
import { useState } from 'preact/hooks'
import type { EventItem } from '../api/types.ts'
import { Form } from '../kept/form.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { useLoaded } from '../parts/loaded.tsx'
import { t } from '../words/index.ts'
import { countDatesByScope } from './series-dates.ts'

export type SeriesScope = 'this' | 'following' | 'all'

interface Question {
  readonly act: 'save' | 'trash'
  readonly scopes: readonly SeriesScope[]
  /** The event of the series. Without it, the dates are not counted. */
  readonly event: EventItem | undefined
  readonly answer: (scope: SeriesScope | undefined) => void
}

const openQuestion = signal<Question | undefined>(undefined)

/** Opens the dialog. Returns the scope, or undefined if the user cancels. */
export function askSeriesScope(
  act: Question['act'],
  scopes: readonly SeriesScope[],
  event?: EventItem,
): Promise<SeriesScope | undefined> {
  return new Promise((resolve) => {
    openQuestion.value = {
      act,
      scopes,
      event,
      answer(scope) {
        openQuestion.value = undefined
        resolve(scope)
      },
    }
  })
}

function ScopeForm({ act, scopes, event, answer }: Question) {
  const counts = useLoaded(
    async () => (event === undefined ? undefined : countDatesByScope(event, act)),
    [event],
  ).value
  const countText = (scope: SeriesScope) =>
    counts === undefined ? '' : ` · ${t('scope.dates', { count: counts[scope] })}`
  const [chosen, choose] = useState(scopes[0])
  const submit = (event: Event) => {
    event.preventDefault()
    answer(chosen)
  }
  return (
    <Dialog title={t(`scope.${act}`)} onClose={() => answer(undefined)}>
      <Form kept={null} onSubmit={submit}>
        <fieldset>
          <legend>{t('scope')}</legend>
          {scopes.map((scope) => (
            <label key={scope} class="check">
              <input type="radio" name="scope" checked={chosen === scope} onChange={() => choose(scope)} />
              <span>
                {t(`scope.${scope}`)}
                {countText(scope)}
              </span>
            </label>
          ))}
        </fieldset>
        <div class="actions">
          <button type="submit" class={act === 'trash' ? 'danger' : 'main'}>
            {t(act === 'trash' ? 'bulk.trash' : 'save')}
          </button>
          <button type="button" onClick={() => answer(undefined)}>
            {t('cancel')}
          </button>
        </div>
      </Form>
    </Dialog>
  )
}

/** Renders the dialog while a question is open. */
export function ScopeQuestion() {
  const question = openQuestion.value
  return question === undefined ? null : <ScopeForm {...question} />
}
