/** A translation beside its original, text by text. */
import { useLayoutEffect, useState } from 'preact/hooks'
import { type ApiResponse, callApi } from '../api/api.ts'
import { deskSettings } from '../desk-settings.ts'
import { singularKindWordKeys } from '../history/changes.ts'
import { Form } from '../kept/form.tsx'
import { SelectField } from '../parts/field.tsx'
import { Link } from '../parts/link.tsx'
import { LoadedContent, Pager, useLoaded } from '../parts/loaded.tsx'
import { notify } from '../parts/notice.tsx'
import { deskQuerySignal, navigateTo, setLeaveGuard, setQuery } from '../route.ts'
import { ViewHeading } from '../shell/view-heading.tsx'
import { t } from '../words/index.ts'
import {
  StateAndSave,
  TextPair,
  type TranslationFormState,
  type TranslationTask,
  useTranslationForm,
} from './fields.tsx'
import { translationStateText } from './panel.tsx'
import {
  languageName,
  loadEarlierTexts,
  loadNextTaskPath,
  loadOwnTexts,
  loadTranslationWork,
  type TranslatedCollection,
  type TranslatedItem,
  textOf,
  translatedTextNamesByCollection,
  translationTaskPath,
  workStates,
  workStateWords,
} from './translation.tsx'

interface EditedProps {
  readonly task: TranslationTask
  readonly loaded: ApiResponse<TranslatedItem>
  readonly earlier: Readonly<Record<string, string>>
}

/** Opens the next item of the list of work, if the user came from there. */
async function goOn({ tag, collection, id }: TranslationTask): Promise<void> {
  const from = deskQuerySignal.value.get('state')
  if (from === null) return
  setLeaveGuard(undefined)
  await navigateTo(await loadNextTaskPath({ tag, state: from, after: `${collection}/${id}` }))
}

/** Returns what saves, and goes on to the next of the list: in the state that is chosen, or in a given one. */
function useSavingBy(form: TranslationFormState, task: TranslationTask): (state?: 'published') => void {
  const save = async (state?: 'published') => {
    if (!(await form.save(state))) return
    notify(t('translation.saved', { language: languageName(task.tag) }))
    await goOn(task)
  }
  return (state) => void save(state)
}

function Refused({ fault }: Pick<TranslationFormState, 'fault'>) {
  if (fault === undefined) return null
  return (
    <p class="failed" role="alert">
      {fault.status === 412 ? t('item.conflict') : fault.message}
    </p>
  )
}

/** The button that a key presses, wherever the focus is; undefined for other keys. */
function buttonOf({ altKey, ctrlKey, metaKey, key }: KeyboardEvent): string | undefined {
  if (altKey && key.toLowerCase() === 'm') return 'machine'
  return (ctrlKey || metaKey) && key === 'Enter' ? 'publish' : undefined
}

/** Presses the buttons of the machine and of publishing by their keys. */
function pressByKey(event: KeyboardEvent): void {
  const name = buttonOf(event)
  if (name === undefined || document.querySelector('dialog[open]') !== null) return
  event.preventDefault()
  document.querySelector<HTMLButtonElement>(`.translating .${name}`)?.click()
}

function EditedTranslation({ task, loaded, earlier: whenLoaded }: EditedProps) {
  const form = useTranslationForm(loaded, task)
  const save = useSavingBy(form, task)
  useLayoutEffect(() => {
    document.addEventListener('keydown', pressByKey)
    return () => document.removeEventListener('keydown', pressByKey)
  }, [])
  const stored = form.item.translations[task.tag]
  const earlier = stored?.is_outdated === true ? whenLoaded : {}
  const submit = (event: Event) => {
    event.preventDefault()
    save()
  }
  return (
    <Form kept={form.offer} class="editor translating" noValidate onSubmit={submit}>
      <Refused fault={form.fault} />
      <p>{translationStateText(stored)}</p>
      {task.collection === 'media' && <img src={textOf(form.item, 'url')} alt="" />}
      {Object.keys(earlier).length > 0 && <p class="hint">{t('translation.changed')}</p>}
      {translatedTextNamesByCollection[task.collection].map((name) => (
        <TextPair key={name} name={name} form={form} earlier={earlier[name]} />
      ))}
      <StateAndSave form={form} tag={task.tag} publish={() => save('published')} />
    </Form>
  )
}

/** An event of a series stands for all of them. */
async function eventOfSeries(id: number): Promise<number> {
  const query = { series: id, start_date: '1970-01-01', per_page: 1 }
  const { body } = await callApi<{ events: readonly { readonly id: number }[] }>('GET', '/events', { query })
  return body.events[0]?.id ?? 0
}

/** Whether a dialog of the list edits the original, which has no address of its own. */
const isInList = (collection: string) => ['categories', 'tags', 'media'].includes(collection)

interface TranslationProps {
  readonly collection: TranslatedCollection | 'series'
  readonly id: number
}

/** Loads an item with its translations, and the texts that changed since the one into this language. */
async function loadTask({ collection: given, id: givenId }: TranslationProps, tag: string) {
  const isSeries = given === 'series'
  const collection = isSeries ? 'events' : given
  const id = isSeries ? await eventOfSeries(givenId) : givenId
  const response = await loadOwnTexts<TranslatedItem>(`/${collection}/${id}`)
  const stored = response.body.translations[tag]
  const earlier = stored === undefined ? {} : await loadEarlierTexts(collection, id, stored)
  return { task: { collection, id, tag, isWholeSeries: isSeries }, response, earlier }
}

/** Edits the translation of an item into the language of the address. */
export function TranslationEditor({ collection: given, id: givenId }: TranslationProps) {
  const tag = deskQuerySignal.value.get('language') ?? ''
  const loaded = useLoaded(() => loadTask({ collection: given, id: givenId }, tag), [given, givenId, tag])
  return (
    <>
      <ViewHeading text={t('translation.into', { language: tag === '' ? '' : languageName(tag) })} />
      <p>
        <Link to={`/translations?language=${tag}`}>{t('translations')}</Link>
        {loaded.value !== undefined && given !== 'series' && (
          <>
            {' · '}
            <Link to={isInList(given) ? `/${given}` : `/${given}/${givenId}`}>
              {t('translation.original')}
            </Link>
          </>
        )}
      </p>
      <LoadedContent of={loaded}>
        {({ task, response, earlier }) => (
          <EditedTranslation key={response.etag} task={task} loaded={response} earlier={earlier} />
        )}
      </LoadedContent>
    </>
  )
}

// The view of what is to translate, by language.

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
