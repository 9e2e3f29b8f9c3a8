/** The tags of an event: typed, with existing tags as suggestions. */
import { foldedText } from '../../../domain/text/letters.ts'
import { hasRoleAtLeast } from '../api/session.ts'
import { Combobox } from '../suggesting/combobox.tsx'
import { t } from '../words/index.ts'
import { loadTagsMatchingText } from './matching-tags.ts'

interface TagsProps {
  readonly value: readonly string[]
  readonly fault: string | undefined
  readonly onChange: (tags: readonly string[]) => void
  /** The tag that is being typed, and the function that sets it. */
  readonly typed: readonly [text: string, set: (text: string) => void]
}

/** The tags of the event, and a field to add another. */
export function TagsField({ value, fault, onChange, typed: [text, setText] }: TagsProps) {
  const add = (typed: string): void => {
    const name = typed.trim()
    const isThere = value.some((tag) => foldedText(tag) === foldedText(name))
    setText('')
    if (name !== '' && !isThere) onChange([...value, name])
  }
  return (
    <div class="links" data-field="tags">
      {value.length > 0 && (
        <ul class="chips" aria-label={t('tags')}>
          {value.map((tag) => (
            <li key={tag}>
              {tag}
              <button
                type="button"
                class="quiet"
                aria-label={t('remove-named', { name: tag })}
                onClick={() => onChange(value.filter((one) => one !== tag))}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      <Combobox
        name="tags"
        label={t('tags')}
        hint={t(hasRoleAtLeast('editor') ? 'tags.hint' : 'tags.hint.existing')}
        text={text}
        fault={fault}
        suggest={loadTagsMatchingText}
        isUntaken={text.trim() !== ''}
        onText={setText}
        onPick={({ label }) => add(label)}
        {...(hasRoleAtLeast('editor') && { onEnter: add })}
      />
    </div>
  )
}
