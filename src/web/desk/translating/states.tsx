/** The states of translations in words, and the links to the translations of an item. */

import { deskSettings } from '../desk-settings.ts'
import { Link } from '../parts/link.tsx'
import { FormSection } from '../parts/part.tsx'
import { t } from '../words/index.ts'
import {
  isMultilingual,
  languageName,
  type MultilingualItem,
  type StoredTranslation,
  type TranslatedCollection,
} from './translation.ts'

/** Returns the state of a translation in words. */
export function translationStateText(stored: StoredTranslation | undefined): string {
  if (stored === undefined) return t('translation.missing')
  const { state, is_outdated, origin } = stored
  const words = [
    t(state === 'published' ? 'translation.published' : 'status.draft'),
    ...(is_outdated ? [t('translation.outdated')] : []),
    ...(origin === 'machine' ? [t('translation.by-machine')] : []),
  ]
  return words.join(' · ')
}

interface PanelProps {
  readonly collection: TranslatedCollection
  readonly item: MultilingualItem & { readonly id: number }
}

/** The languages of an item with the states of its translations; nothing on a site with one language. */
export function TranslationsPanel({ collection, item }: PanelProps) {
  if (!isMultilingual) return null
  return (
    <FormSection title={t('translations')}>
      <ul class="translations">
        {deskSettings.contentLanguages
          .filter((tag) => tag !== item.languages[0])
          .map((tag) => (
            <li key={tag}>
              <Link to={`/translate/${collection}/${item.id}?language=${tag}`}>{languageName(tag)}</Link>{' '}
              <span class="hint">{translationStateText(item.translations?.[tag])}</span>
            </li>
          ))}
      </ul>
    </FormSection>
  )
}
