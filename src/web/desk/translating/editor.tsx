/** A translation beside its original, text by text. */
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import type { ApiResponse } from '../api/api.ts'
import { RequestFault } from '../api/faults.ts'
import { notifyWithUndo } from '../bulk/undo.ts'
import { deskSettings } from '../desk-settings.ts'
import { labelOfRow } from '../edited/fields.tsx'
import { EditedForm } from '../edited/form.tsx'
import {
  ALL_DATES_QUERY_FIELDS,
  type ListedEvent,
  loadEvents,
  loadNextEventBySeries,
} from '../events/list/listed.ts'
import { venueText, whenText } from '../events/list/texts.tsx'
import { manyOfKindText, oneOfKindText } from '../history/changes.ts'
import { MissingItem, reasonOfMissing } from '../items/missing.tsx'
import { type ListedPage, type ListFilter, type ListPart, ListView, useList } from '../lists/list.tsx'
import { Button } from '../parts/button.tsx'
import { Link } from '../parts/link.tsx'
import { Entry, LoadedContent, useLoaded } from '../parts/loaded.tsx'
import {
  deskQuerySignal,
  navigateTo,
  pathBelowDeskSignal,
  setLeaveGuard,
  setQuery,
  stillHere,
} from '../route.ts'
import { ViewHeading } from '../shell/view-heading.tsx'
import { languageName, listText, t } from '../words/index.ts'
import {
  rowsOfTexts,
  StateAndSave,
  stateRow,
  TextPair,
  type TranslationTask,
  useTranslationForm,
} from './fields.tsx'
import { translationStateText } from './panel.tsx'
import {
  type ItemToTranslate,
  loadEarlierTexts,
  loadNextTask,
  loadOwnTexts,
  loadTranslationWork,
  type TranslatedCollection,
  type TranslatedItem,
  textOf,
  translatedTextNamesByCollection,
  translationTaskPath,
  workKinds,
  workState,
  workStates,
  workStateWords,
} from './translation.tsx'

interface EditedProps {
  readonly task: TranslationTask
  /** What comes next in the list of work. */
  readonly next: Promise<ItemToTranslate | undefined>
  readonly loaded: ApiResponse<TranslatedItem>
  readonly earlier: Readonly<Record<string, string>>
  /** Loads it again, once its last save was undone. */
  readonly reload: () => void
  /** Where else one goes from here. */
  readonly links: ComponentChildren
  readonly isDraftAwaited: ReturnType<typeof useKeys>
}

const languageInAddress = () => deskQuerySignal.value.get('language') ?? ''

/** The part of the list of work that the address names, in the language of the translation. */
const partOfWork = (tag: string) => ({ ...Object.fromEntries(deskQuerySignal.value), language: tag })

/** Opens the next item of the list of work, or the list, if the user came from there and is still here. */
async function goOn(
  { tag }: TranslationTask,
  next: EditedProps['next'],
  isHere: () => boolean,
): Promise<void> {
  const work = await next.catch(() => undefined)
  if (!isHere() || languageInAddress() !== tag || !deskQuerySignal.value.has('state')) return
  setLeaveGuard(undefined)
  await navigateTo(work ? translationTaskPath(work, partOfWork(tag)) : `/translations?language=${tag}`)
}

/** The button that a key presses, wherever the focus is; undefined for other keys. */
function buttonOf({ altKey, ctrlKey, metaKey, key }: KeyboardEvent): string | undefined {
  if (altKey && key.toLowerCase() === 'm') return 'machine'
  return (ctrlKey || metaKey) && key === 'Enter' ? 'publish' : undefined
}

const pressButton = (name: string) =>
  document.querySelector<HTMLButtonElement>(`.translating .${name}`)?.click()

/** Makes the keys press the buttons. Returns whether the draft was asked for before its button was there, which then counts. */
function useKeys() {
  const isDraftAwaited = useRef(false)
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const name = buttonOf(event)
      if (name === undefined || document.querySelector('dialog[open]') !== null) return
      event.preventDefault()
      if (document.querySelector('.translating') !== null) pressButton(name)
      else isDraftAwaited.current = name === 'machine'
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return isDraftAwaited
}

function EditedTranslation(props: EditedProps) {
  const { task, next, loaded, earlier: whenLoaded, reload, links, isDraftAwaited } = props
  const isHere = useMemo(stillHere, [])
  const form = useTranslationForm(loaded, task)
  useLayoutEffect(() => {
    if (isDraftAwaited.current) pressButton('machine')
    isDraftAwaited.current = false
  }, [])
  const stored = form.item.translations[task.tag]
  const earlier = stored?.is_outdated === true ? whenLoaded : {}
  // What neither has, nobody translates.
  const rows = rowsOfTexts(task.collection).filter(
    ({ name }) => textOf(form.item, name) !== '' || textOf(form.values, name) !== '',
  )
  const changed = rows.filter(({ name }) => name in earlier).map(labelOfRow)
  return (
    <EditedForm
      state={form}
      rows={[...rows, stateRow]}
      saved={() => {
        const { tag } = task
        const said = t('translation.saved', { language: languageName(tag) })
        const address = `${pathBelowDeskSignal.value}?${deskQuerySignal.value}`
        const back = () => (isHere() && languageInAddress() === tag ? reload() : void navigateTo(address))
        notifyWithUndo(said, { revision: form.latestRevision() }, back)
        return goOn(task, next, isHere)
      }}
      class="editor translating"
    >
      <p class="facts">
        {translationStateText(stored)}
        {links}
      </p>
      {task.collection === 'media' && <img src={textOf(form.item, 'url')} alt="" />}
      {changed.length > 0 && <p class="warning">{t('translation.changed', { fields: listText(changed) })}</p>}
      {rows.map((row) => (
        <TextPair key={row.name} row={row} form={form} earlier={earlier[row.name]} />
      ))}
      <StateAndSave form={form} tag={task.tag} />
    </EditedForm>
  )
}

/** An event of a series stands for all of them. */
async function eventOfSeries(id: number): Promise<number> {
  const query = { ...ALL_DATES_QUERY_FIELDS, series: id, status: 'any', per_page: 1 }
  // The filter refuses a series that is not there.
  const found = await loadEvents(query).catch((error: unknown) => {
    throw error instanceof RequestFault && error.status === 400 ? new RequestFault(404, {}) : error
  })
  return found.body[0]?.id ?? 0
}

interface TranslationProps {
  readonly collection: TranslatedCollection | 'series'
  readonly id: number
}

/** Returns the language that is asked for; without one, the first for which there is something to do, or else the first. */
function languageOfTask(item: TranslatedItem, wanted: string): string {
  const others = deskSettings.contentLanguages.filter((tag) => tag !== item.language)
  if (others.includes(wanted)) return wanted
  return others.find((tag) => workState(item, tag) !== undefined) ?? others[0] ?? wanted
}

async function loadTask({ collection: given, id: givenId }: TranslationProps, wanted: string) {
  const isSeries = given === 'series'
  const collection = isSeries ? 'events' : given
  const id = isSeries ? await eventOfSeries(givenId) : givenId
  const response = await loadOwnTexts<TranslatedItem>(`/${collection}/${id}`)
  const tag = languageOfTask(response.body, wanted)
  const stored = response.body.translations[tag]
  const earlier = stored === undefined ? {} : await loadEarlierTexts(collection, id, stored)
  return { task: { collection, id, tag, isWholeSeries: isSeries }, response, earlier }
}

/** Says into which language, and once it is loaded, of what: several may be open in tabs. */
function headingText(tag: string, of: Awaited<ReturnType<typeof loadTask>> | undefined): string {
  if (tag === '') return t('translations')
  const label = languageName(tag)
  const text = of && textOf(of.response.body, translatedTextNamesByCollection[of.task.collection][0])
  return text ? t('labelled', { label, text }) : label
}

export function TranslationEditor({ collection: given, id: givenId }: TranslationProps) {
  const tag = languageInAddress()
  const isDraftAwaited = useKeys()
  const load = async () => {
    const isHere = stillHere()
    const found = await loadTask({ collection: given, id: givenId }, tag)
    // Meanwhile, another view may have been opened, or a language chosen.
    if (isHere() && languageInAddress() === tag && found.task.tag !== tag)
      setQuery(partOfWork(found.task.tag))
    return found
  }
  const last = useLoaded(load, [given, givenId, tag])
  // Nobody types into the form of the language before.
  const isOfLanguage = tag === '' || last.value?.task.tag === tag
  const loaded = isOfLanguage ? last : { ...last, value: undefined }
  // As the list was when the view was opened: what is saved leaves it.
  const next = useMemo(() => loadNextTask(partOfWork(tag), `${given}/${givenId}`), [given, givenId, tag])
  const { value: work } = useLoaded(() => next, [next])
  const { task: shown } = loaded.value ?? {}
  // One goes on writing: the heading would take letters for shortcuts.
  useLayoutEffect(() => {
    document.querySelector<HTMLElement>('.translating .side-by-side [name]')?.focus()
  }, [shown?.collection, shown?.id])
  const reason = reasonOfMissing(loaded)
  if (reason !== undefined) return <MissingItem collection={given} id={givenId} reason={reason} />
  return (
    <>
      <ViewHeading text={headingText(tag, loaded.value)} />
      <LoadedContent of={loaded}>
        {({ task, response, earlier }) => (
          <EditedTranslation
            key={response.etag}
            task={task}
            next={next}
            loaded={response}
            earlier={earlier}
            reload={loaded.reload}
            isDraftAwaited={isDraftAwaited}
            links={
              <>
                {given !== 'series' && <Link to={`/${given}/${givenId}`}>{t('translation.original')}</Link>}
                {work && (
                  <Link to={translationTaskPath(work, partOfWork(tag))}>
                    {t('translation.next', { title: work.title })}
                  </Link>
                )}
              </>
            }
          />
        )}
      </LoadedContent>
    </>
  )
}

// The view of what is to translate, by language.

const [first, second = first ?? ''] = deskSettings.contentLanguages

/** The language, into which one translates by default into the second one, the state and the kind. */
const filters: readonly ListFilter[] = [
  {
    name: 'language',
    label: 'setting.language',
    isWhole: true,
    control: (value, change) => <LanguageChoice value={value || second} change={change} />,
  },
  {
    name: 'state',
    label: 'status',
    options: [['', t('use.any')], ...workStates.map((one) => [one, t(workStateWords[one])] as const)],
  },
  {
    name: 'resource',
    label: 'log.kind',
    options: [['', t('log.kind.any')], ...workKinds.map((one) => [one, manyOfKindText(one)] as const)],
  },
]

/** An item with a key: those of two kinds may have the same id. */
interface Work {
  readonly id: string
  readonly work: ItemToTranslate
  /** When an event is, and where: titles alone are often the same. */
  readonly detail: string
}

/** Loads the dates and places of events, and the next ones of series. */
async function loadDetails(all: readonly ItemToTranslate[]): Promise<ReadonlyMap<string, string>> {
  const idsOf = (kind: string) => all.flatMap(({ resource, id }) => (resource === kind ? [id] : []))
  const ids = idsOf('event')
  const query = { ...ALL_DATES_QUERY_FIELDS, status: 'any', include: ids.join(), per_page: ids.length }
  const [events, next] = await Promise.all([
    ids.length === 0 ? [] : loadEvents(query).then(({ body }) => body),
    loadNextEventBySeries(idsOf('series'), { status: 'any' }),
  ])
  const whenAndWhere = (event: ListedEvent) => [whenText(event), venueText(event)].filter(Boolean).join(' · ')
  return new Map([
    ...events.map((event) => [`event ${event.id}`, whenAndWhere(event)] as const),
    ...[...next].map(([id, event]) => [`series ${id}`, whenAndWhere(event)] as const),
  ])
}

async function listWork(part: ListPart): Promise<ListedPage<Work>> {
  const response = await loadTranslationWork({ ...part, language: part.language ?? second })
  const details = await loadDetails(response.body)
  const body = response.body.map((work) => {
    const id = `${work.resource} ${work.id}`
    return { id, work, detail: details.get(id) ?? '' }
  })
  return { ...response, body }
}

/** The languages, each with how much is left to translate, of which one is shown. */
function LanguageChoice({
  value,
  change,
}: {
  readonly value: string
  readonly change: (tag: string) => void
}) {
  const { value: left } = useLoaded(
    () =>
      Promise.all(
        deskSettings.contentLanguages.map(
          async (language) => (await loadTranslationWork({ language, per_page: '1' })).total,
        ),
      ),
    [],
  )
  return (
    <fieldset class="languages-left">
      <legend class="unseen">{t('setting.language')}</legend>
      {deskSettings.contentLanguages.map((tag, at) => {
        const count = left?.[at]
        return (
          <Button key={tag} class="choice" aria-pressed={tag === value} onClick={() => change(tag)}>
            {languageName(tag)}{' '}
            {count !== undefined && (
              <span class="count" title={t('translation.left', { count })}>
                {count === 0 ? '✓' : count}
              </span>
            )}
          </Button>
        )
      })}
    </fieldset>
  )
}

/** Lists what is missing, a draft or outdated in a language. */
export function TranslationWorkListView() {
  const list = useList<Work>(listWork)
  const { language = second } = list.part
  return (
    <ListView
      title="translations"
      list={list}
      views="translations"
      filters={filters}
      none={t('translation.nothing', { language: languageName(language) })}
      class="translations"
    >
      {({ work, detail }) => (
        <Entry
          name={
            <Link
              to={translationTaskPath(work, { ...list.part, language })}
              class="name"
              label={work.title}
            />
          }
          detail={detail}
          facts={
            <>
              <span>{oneOfKindText(work.resource)}</span>
              <span class={`status ${work.state}`}>{t(workStateWords[work.state])}</span>
            </>
          }
        />
      )}
    </ListView>
  )
}
