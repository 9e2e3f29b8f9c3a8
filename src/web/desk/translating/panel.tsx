import { deskSettings } from '../desk-settings.ts'
import { CheckField } from '../parts/field.tsx'
import { Link } from '../parts/link.tsx'
import { FormSection } from '../parts/sections.tsx'
import { enumerationText, languageName, t } from '../words/index.ts'
import {
  isMultilingual,
  isTranslatedCollection,
  type MultilingualItem,
  type StoredTranslation,
  type TranslatedCollection,
  translatedTextNamesByCollection,
} from './translation.tsx'

// The states of translations in words, and the links to the translations of an item.

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

// The translations that a change of an item's own texts makes outdated, unless it is a small correction.

export const translatableTextNamesAmong = (
  collection: string,
  changed: readonly string[],
): readonly string[] =>
  isTranslatedCollection(collection)
    ? translatedTextNamesByCollection[collection].filter((name) => changed.includes(name))
    : []

type WithTranslations = Pick<MultilingualItem, 'translations'>

/** The languages whose translations are right, as far as anyone knows. Those that are outdated stay so. */
const rightLanguages = (item: WithTranslations | undefined): readonly string[] =>
  Object.entries(item?.translations ?? {}).flatMap(([tag, one]) => (one.is_outdated ? [] : [tag]))

/**
 * Returns what a small correction sends beside the changed texts: each translation that was right is right again. A date of a
 * series whose text becomes its own keeps its translation only if that becomes its own, too.
 */
export function smallCorrectionBody(
  item: WithTranslations | undefined,
  texts: readonly string[],
  scope?: string,
) {
  const translations = rightLanguages(item).map((tag) => {
    const kept = Object.entries(item?.translations?.[tag] ?? {}).filter(([name]) => texts.includes(name))
    return [tag, scope === 'this' ? Object.fromEntries(kept) : {}] as const
  })
  return { translations: Object.fromEntries(translations) }
}

interface OutdatingProps {
  readonly item: WithTranslations | undefined
  readonly texts: readonly string[]
  readonly isSmall: boolean
  readonly onChange: (isSmall: boolean) => void
}

/** Says which translations the change makes outdated, and asks whether it is a small correction; nothing if there are none. */
export function OutdatedTranslationsNotice({ item, texts, isSmall, onChange }: OutdatingProps) {
  const tags = texts.length === 0 ? [] : rightLanguages(item)
  if (tags.length === 0) return null
  const languages = enumerationText(tags.map((tag) => languageName(tag)))
  return (
    <div class="outdating">
      <p role="status">{isSmall ? '' : t('translation.outdates', { languages })}</p>
      <CheckField
        name="small_correction"
        label={t('translation.small-correction')}
        value={isSmall}
        onChange={onChange}
      />
    </div>
  )
}
