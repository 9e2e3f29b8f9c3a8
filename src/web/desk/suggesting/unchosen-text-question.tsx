/** Asks what to do with a text that was typed into a field with suggestions, but not chosen. */

import { Dialog } from '../parts/dialog.tsx'
import { t } from '../words/index.ts'
import { unchosenTextAskedAboutSignal } from './unchosen-text.ts'

/** Renders the open question. */
export function UnchosenTextQuestion() {
  const question = unchosenTextAskedAboutSignal.value
  if (question === undefined) return null
  const { untaken, found, fault, answer } = question
  const { text, label: field, isGrave } = untaken
  return (
    <Dialog title={t('untaken.title', { text: text.trim() })} onClose={() => answer(undefined)}>
      <p>{fault ?? t('untaken.text', { field })}</p>
      <ul class="lines">
        {found.map((one) => (
          <li key={one.value} class="line">
            <button type="button" onClick={() => answer(one)}>
              {one.label}
            </button>
            {one.detail && <span class="detail">{one.detail}</span>}
          </li>
        ))}
      </ul>
      <div class="actions">
        <button type="button" autofocus={isGrave} onClick={() => answer(undefined)}>
          {t('cancel')}
        </button>
        <button type="button" class="danger" onClick={() => answer('drop')}>
          {t('untaken.drop')}
        </button>
      </div>
    </Dialog>
  )
}
