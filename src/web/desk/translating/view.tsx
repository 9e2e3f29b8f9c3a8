/** The view of what is to translate, by language. */
import { useState } from 'preact/hooks'
import { deskSettings } from '../desk-settings.ts'
import { singularKindWordKeys } from '../history/changes.ts'
import { SelectField } from '../parts/choice.tsx'
import { Link } from '../parts/link.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { Pager } from '../parts/pager.tsx'
import { deskQuerySignal, setQuery } from '../route.ts'
import { ViewHeading } from '../shell/view-heading.tsx'
import { t } from '../words/index.ts'
import { languageName } from './translation.ts'
import { loadTranslationWork, translationTaskPath, workStates, workStateWords } from './translation-work.ts'

interface NarrowingProps {
  readonly tag: string
  readonly state: string
  readonly choose: (values: Readonly<Record<string, string>>) => void
}

/** The language and the state of what is listed. */
function Narrowing({ tag, state, choose }: NarrowingProps) {
  return (
    <div class="row">
      <SelectField
        name="language"
        label={t('setting.language')}
        value={tag}
        options={deskSettings.contentLanguages.map((one) => [one, languageName(one)] as const)}
        onChange={(language) => choose({ language })}
      />
      <SelectField
        name="state"
        label={t('status')}
        value={state}
        options={[['', t('use.any')], ...workStates.map((one) => [one, t(workStateWords[one])] as const)]}
        onChange={(next) => choose({ state: next })}
      />
    </div>
  )
}

/** Lists what is missing, a draft or outdated in a language. */
export function TranslationWorkListView() {
  const [first, second = first ?? ''] = deskSettings.contentLanguages
  const tag = deskQuerySignal.value.get('language') ?? second
  const state = deskQuerySignal.value.get('state') ?? ''
  const [page, setPage] = useState(1)
  const loaded = useLoaded(() => loadTranslationWork({ tag, state }, page), [tag, state, page])
  const choose = (values: Readonly<Record<string, string>>) => {
    setPage(1)
    setQuery({ language: tag, state, ...values })
  }
  return (
    <>
      <ViewHeading text={t('translations')} />
      <Narrowing tag={tag} state={state} choose={choose} />
      <LoadedContent of={loaded}>
        {({ body, total, pages }) =>
          total === 0 ? (
            <p>
              {state === ''
                ? t('translation.nothing', { language: languageName(tag) })
                : t('items.none-found')}
            </p>
          ) : (
            <>
              <ul class="translations">
                {body.translations.map((work) => (
                  <li key={`${work.resource} ${work.id}`}>
                    <Link to={translationTaskPath(work, { tag, state })}>{work.title}</Link>{' '}
                    <span class="hint">
                      {t(singularKindWordKeys[work.resource])} · {t(workStateWords[work.state])}
                    </span>
                  </li>
                ))}
              </ul>
              <Pager page={page} pages={pages} total={total} onPage={setPage} />
            </>
          )
        }
      </LoadedContent>
    </>
  )
}
