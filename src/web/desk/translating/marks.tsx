/** Marks of lists for the translations that an item lacks, or that are not right. */
import { hasRoleAtLeast } from '../api/session.ts'
import { deskSettings } from '../desk-settings.ts'
import { t } from '../words/index.ts'
import { isMultilingual, languageName, type MultilingualItem } from './translation.ts'
import { type ItemToTranslate, workStateWords } from './translation-work.ts'

/** Whether lists have marks: only editors see the drafts of all items. */
const hasMarks = () => isMultilingual && hasRoleAtLeast('editor')

/** Returns the args by which lists show translations, if they have marks. */
export const translationMarksQueryArgs = () => (hasMarks() ? ({ translations: 'all' } as const) : {})

/** The fields of an item that its marks need. Texts would be most of the answer. */
export const translationMarkFields: readonly string[] = [
  'languages',
  ...deskSettings.contentLanguages.flatMap((tag) => [
    `translations.${tag}.state`,
    `translations.${tag}.is_outdated`,
  ]),
]

const signs: Readonly<Record<ItemToTranslate['state'], string>> = { missing: '–', draft: '✎', outdated: '↻' }

/** The state of what is to translate, as the service lists it; undefined if nothing is. */
function workState({ languages, translations }: MultilingualItem, tag: string) {
  const one = translations?.[tag]
  if (!languages.includes(tag) || one === undefined) return 'missing'
  if (one.state === 'draft') return 'draft'
  return one.is_outdated ? 'outdated' : undefined
}

/** A mark for each language whose translation is missing, a draft or outdated. */
export function TranslationMarks({ item }: { readonly item: Partial<MultilingualItem> }) {
  const { languages, translations } = item
  if (!hasMarks() || languages === undefined) return null
  return (
    <>
      {deskSettings.contentLanguages.map((tag) => {
        const state =
          tag === languages[0]
            ? undefined
            : workState({ languages, ...(translations && { translations }) }, tag)
        if (state === undefined) return null
        const words = t('labelled', { label: languageName(tag), text: t(workStateWords[state]) })
        return (
          <small class="tag" key={tag} title={words}>
            <span aria-hidden="true">
              {tag} {signs[state]}
            </span>
            <span class="unseen">{words}</span>
          </small>
        )
      })}
    </>
  )
}
