/** The bar with which an event is saved, or its changes are kept as a draft. */
import { hasUnchosenTextSignal } from '../../suggesting/unchosen-text.ts'
import { OutdatedTranslationsNotice, translatableTextNamesAmong } from '../../translating/outdated-notice.tsx'
import { t } from '../../words/index.ts'
import { isProposing, isPublicOrScheduled } from '../changes-draft/changes-draft.ts'
import { differingKeys } from '../draft.ts'
import type { EventEditingState } from '../editing.ts'

interface SaveBarProps {
  readonly state: EventEditingState
  /** Keeps the changes as a draft. */
  readonly keepDraft: (form: HTMLFormElement | null) => void
}

/** The bar below the form: whether something is to save, and the buttons that do it. */
export function SaveBar({ state, keepDraft }: SaveBarProps) {
  const isSaving = state.isSaving.value
  const event = state.event.value
  const isProposed = event !== undefined && isProposing(event)
  const isPublishing = state.draft.value.status === 'publish' && event?.status !== 'publish'
  const mayWait = event !== undefined && isPublicOrScheduled(event) && state.isUnsaved.value && !isProposed
  return (
    <div class="savebar">
      <p role="status">
        {t(
          isSaving
            ? 'saving'
            : state.isUnsaved.value || hasUnchosenTextSignal.value
              ? 'unsaved'
              : 'all-saved',
        )}
        {isProposed && ` · ${t('changes-draft.propose')}`}
      </p>
      <OutdatedTranslationsNotice
        item={state.event.value}
        texts={translatableTextNamesAmong('events', differingKeys(state.draft.value, state.base.value))}
        isSmall={state.isSmallCorrection.value}
        onChange={(isSmall) => {
          state.isSmallCorrection.value = isSmall
        }}
      />
      <button type="submit" class="main" disabled={isSaving}>
        {t(
          isProposed
            ? 'changes-draft.keep'
            : isPublishing
              ? 'bulk.publish'
              : state.id === undefined
                ? 'create'
                : 'save',
        )}
      </button>
      {mayWait && (
        <button
          type="button"
          disabled={isSaving}
          onClick={({ currentTarget }) => keepDraft(currentTarget.form)}
        >
          {t('changes-draft.keep')}
        </button>
      )}
    </div>
  )
}
