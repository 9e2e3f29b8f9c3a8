import { useState } from 'preact/hooks'
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { type ApiResponse, callApi } from '../api/api.ts'
import { deskSettings } from '../desk-settings.ts'
import { Fields, type FormRow, labelOfRow } from '../edited/fields.tsx'
import { saveStateText } from '../edited/form.tsx'
import { type EditedResource, useEditedItem } from '../edited/use-edited-item.ts'
import { useLeaveConfirmation } from '../kept/form.tsx'
import { Button } from '../parts/button.tsx'
import { askConfirmation } from '../parts/dialog.tsx'
import { SelectField } from '../parts/field.tsx'
import { plainTextOfHtml } from '../parts/markup.ts'
import { ShownHtml } from '../parts/rich-text.tsx'
import { languageName, t } from '../words/index.ts'
import { ComparedText } from './compared-text.tsx'
import {
  loadOwnTexts,
  machineTranslatedCollections,
  type TranslatedCollection,
  type TranslatedItem,
  textOf,
  translatedTextNamesByCollection,
} from './translation.tsx'

// The state of the form of a translation: its texts, whether they are published, and the draft of the machine.

/** The item that is translated, and into which language. */
export interface TranslationTask {
  readonly collection: TranslatedCollection
  readonly id: number
  readonly tag: string
  /** Whether an event stands for its series. */
  readonly isWholeSeries: boolean
}

/** The translation into a language as the values of the form; `scope` names the dates of a series that it is for. */
const translationOf = (
  { collection, id, tag }: TranslationTask,
  scope: object,
): EditedResource<TranslatedItem> => ({
  collection,
  form: `translation/${collection}/${id}/${tag}`,
  valuesOf(item) {
    const stored = item?.translations[tag]
    const texts = translatedTextNamesByCollection[collection].map((name) => [name, textOf(stored, name)])
    // Whoever writes a translation wants it to be read; a draft of the machine is published by a decision.
    return { ...Object.fromEntries(texts), state: stored?.state ?? 'published' }
  },
  // Only what was typed is sent: with all dates of a series, the texts of one of them alone don't become those of all. The state always
  // is: saving says that the translation is right.
  bodyOf: (texts, { state }) => ({ translations: { [tag]: { ...texts, state } }, ...scope }),
  nameOfArg: (arg) => arg.split('.').at(-1) ?? arg,
})

type PartLostByMachine = components['schemas']['TranslationWarning']

const askMachine = (item: TranslatedItem, { collection, id, tag }: TranslationTask, scope: object) =>
  callApi<{ readonly warnings: readonly PartLostByMachine[] }>('POST', `/${collection}/${id}/translate`, {
    body: { language: tag, ...(item.translations[tag] !== undefined && { replace: true }), ...scope },
  })

/** The dates of a series that are translated: all of them, unless one was opened whose texts are its own. */
function useScope({ series }: TranslatedItem, { tag, isWholeSeries }: TranslationTask) {
  const isOfText = (name: string) =>
    translatedTextNamesByCollection.events.some((text) => text === name) ||
    name.startsWith(`translations.${tag}.`)
  const isOwn = !isWholeSeries && series?.own_fields.some(isOfText) === true
  const [scope, setScope] = useState<'this' | 'all'>(isOwn ? 'this' : 'all')
  const isAsked = series != null && !isWholeSeries
  return { scope, setScope, isAsked, sent: series == null ? {} : { apply_to: scope } }
}

export function useTranslationForm(loaded: ApiResponse<TranslatedItem>, task: TranslationTask) {
  const { collection, id } = task
  const [lost, setLost] = useState<readonly PartLostByMachine[]>([])
  const scope = useScope(loaded.body, task)
  const state = useEditedItem(translationOf(task, scope.sent), loaded)
  const { item = loaded.body, isChanged, forget } = state
  useLeaveConfirmation(isChanged, forget)
  const save = async () => {
    const saved = await state.save()
    if (saved) setLost([])
    return saved
  }
  const draft = async () => {
    const drafted = await state.save(async () => {
      const { body } = await askMachine(item, task, scope.sent)
      setLost(body.warnings)
      return loadOwnTexts<TranslatedItem>(`/${collection}/${id}`)
    })
    return drafted !== undefined
  }
  return { ...state, collection, item, lost, scope, save, draft }
}

type TranslationFormState = ReturnType<typeof useTranslationForm>

// The original beside a translation, with what changed in it since the translation was made.

interface OriginalProps {
  readonly html: string
  readonly language: string
  /** The plain text when the translation was made; undefined if it is the same. */
  readonly before: string | undefined
}

function OriginalText({ html, language, before }: OriginalProps) {
  const around = { class: 'original', lang: language, dir: 'auto' } as const
  if (before === undefined) return <ShownHtml {...around} html={html} />
  return (
    <div {...around}>
      <ComparedText before={before} after={plainTextOfHtml(html)} />
    </div>
  )
}

/** Returns the parts of a text that a draft of the machine lacks, in words; "" if there are none. */
const lostText = (lost: readonly PartLostByMachine[], name: string): string =>
  (['link_lost', 'number_changed'] as const)
    .flatMap((code) => {
      const parts = lost.filter((part) => part.field === name && part.code === code)
      return parts.length === 0
        ? []
        : [t(`translation.${code}`, { values: parts.map(({ value }) => value).join(', ') })]
    })
    .join(' ')

export const rowsOfTexts = (collection: TranslatedCollection): readonly FormRow[] =>
  translatedTextNamesByCollection[collection].map((name) => ({
    name,
    label: name === 'venue' || name === 'organizer' ? 'name' : name === 'alt_text' ? 'alt-text' : name,
    ...((name === 'description' || name === 'content') && { type: 'html' }),
  }))

interface PairProps {
  readonly row: FormRow
  readonly form: TranslationFormState
  readonly earlier: string | undefined
}

export function TextPair({ row, form, earlier }: PairProps) {
  const { item, values, set, faults, lost } = form
  const hintText = lostText(lost, row.name)
  const language = languageName(item.languages[0] ?? item.language)
  return (
    <div class={hintText === '' ? 'side-by-side' : 'side-by-side lost'}>
      <div>
        <p class="label">
          {labelOfRow(row)} · {language}{' '}
          {earlier !== undefined && <span class="status outdated">{t('translation.outdated')}</span>}
        </p>
        <OriginalText html={textOf(item, row.name)} language={item.languages[0] ?? ''} before={earlier} />
      </div>
      <Fields rows={[{ ...row, hintText }]} values={values} faults={faults} set={set} />
    </div>
  )
}

/** Shows the first field that lacks something. On a telephone, the buttons would cover what is said below it. */
function showLost(): void {
  document.querySelector<HTMLElement>('.translating .lost [aria-describedby]')?.focus()
  document.querySelector('.translating .lost .field > .hint')?.scrollIntoView({ block: 'center' })
}

/** The button that asks the machine for a draft; nothing typed is replaced. */
function MachineButton({ form, tag }: { readonly form: TranslationFormState; readonly tag: string }) {
  if (!deskSettings.hasTranslator || !machineTranslatedCollections.includes(form.collection)) return null
  const hasOne = form.item.translations[tag] !== undefined
  const act = async () => {
    const question = { title: t('translation.machine'), text: t('translation.machine.replace') }
    if (hasOne && !(await askConfirmation({ ...question, yes: t('translation.machine') }))) return
    if (await form.draft()) showLost()
  }
  return (
    <Button
      class="machine"
      disabled={form.isChanged}
      aria-keyshortcuts="Alt+M"
      title="Alt+M"
      onClick={() => void act()}
      label={t('translation.machine')}
    />
  )
}

function ScopeField({ scope: { scope, setScope, isAsked } }: Pick<TranslationFormState, 'scope'>) {
  if (!isAsked) return null
  return (
    <SelectField
      name="apply_to"
      label={t('scope')}
      value={scope}
      options={[
        ['all', t('scope.all')],
        ['this', t('scope.this')],
      ]}
      onChange={setScope}
    />
  )
}

export const stateRow: FormRow = {
  name: 'state',
  label: 'status',
  type: 'choice',
  options: [
    ['published', t('translation.published')],
    ['draft', t('status.draft')],
  ],
}

export function StateAndSave({ form, tag }: { readonly form: TranslationFormState; readonly tag: string }) {
  const { values, set, faults, isSaving } = form
  return (
    <>
      <Fields rows={[stateRow]} values={values} faults={faults} set={set} />
      <ScopeField scope={form.scope} />
      <div class="savebar">
        <p role="status">{saveStateText(form)}</p>
        <MachineButton form={form} tag={tag} />
        {values.state === 'draft' && (
          <Button
            class="publish"
            aria-keyshortcuts="Control+Enter"
            title="Ctrl+Enter"
            disabled={isSaving}
            onClick={({ currentTarget }) => {
              set({ state: 'published' })
              currentTarget.form?.requestSubmit()
            }}
            label={t('bulk.publish')}
          />
        )}
        <Button type="submit" class="main" label={t('save')} />
      </div>
    </>
  )
}
