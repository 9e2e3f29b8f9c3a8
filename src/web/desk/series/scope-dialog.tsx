/** Asks which dates of a series a change or a removal applies to: this one, this and the following, or all. */
import { signal } from '@preact/signals'
import { useState } from 'preact/hooks'
import { Dialog } from '../parts/dialog.tsx'
import { t } from '../words/index.ts'

export type SeriesScope = 'this' | 'following' | 'all'

interface Question {
  readonly act: 'save' | 'trash'
  readonly scopes: readonly SeriesScope[]
  readonly answer: (scope: SeriesScope | undefined) => void
}

const openQuestion = signal<Question | undefined>(undefined)

/** Opens the dialog. Returns the scope, or undefined if the user cancels. */
export function askScope(
  act: Question['act'],
  scopes: readonly SeriesScope[],
): Promise<SeriesScope | undefined> {
  return new Promise((resolve) => {
    openQuestion.value = {
      act,
      scopes,
      answer(scope) {
        openQuestion.value = undefined
        resolve(scope)
      },
    }
  })
}

function ScopeForm({ act, scopes, answer }: Question) {
  const [chosen, choose] = useState(scopes[0])
  const submit = (event: Event) => {
    event.preventDefault()
    answer(chosen)
  }
  return (
    <Dialog title={t(`scope.${act}`)} onClose={() => answer(undefined)}>
      <form onSubmit={submit}>
        <fieldset>
          <legend>{t('scope')}</legend>
          {scopes.map((scope) => (
            <label key={scope} class="check">
              <input type="radio" name="scope" checked={chosen === scope} onChange={() => choose(scope)} />
              <span>{t(`scope.${scope}`)}</span>
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
      </form>
    </Dialog>
  )
}

/** Renders the dialog while a question is open. */
export function ScopeQuestion() {
  const question = openQuestion.value
  return question === undefined ? null : <ScopeForm {...question} />
}
