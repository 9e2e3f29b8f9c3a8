/** The fields of the form of a translation. */

import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { type ApiResponse, callApi } from '../api/api.ts'
import { faultOfThrown, type RequestFault } from '../api/faults.ts'
import { deskSettings } from '../desk-settings.ts'
import { useLeaveConfirmation, useUnsaved } from '../kept/form.tsx'
import { askConfirmation } from '../parts/dialog.tsx'
import { SelectField, TextField } from '../parts/field.tsx'
import { domNodesOfHtml, plainTextOfHtml } from '../parts/markup.ts'
import { RichTextField } from '../parts/rich-text.tsx'
import { type Key, t } from '../words/index.ts'
import {
  languageName,
  loadOwnTexts,
  machineTranslatedCollections,
  ownLanguageQueryArgs,
  type TranslatedCollection,
  type TranslatedItem,
  textOf,
  translatedTextNamesByCollection,
} from './translation.tsx'
import { wordDiffParts } from './word-diff.ts'

// The state of the form of a translation: its texts, whether they are published, saving, and the draft of the machine.

/** The item that is translated, and into which language. */
export interface TranslationTask {
  readonly collection: TranslatedCollection
  readonly id: number
  readonly tag: string
  /** Whether an event stands for its series. */
  readonly isWholeSeries: boolean
}

type Texts = Readonly<Record<string, string>>

/** The values of the form: the texts, and `state`. */
function valuesOf(item: TranslatedItem, { collection, tag }: TranslationTask): Texts {
  const stored = item.translations[tag]
  const texts = translatedTextNamesByCollection[collection].map((name) => [name, textOf(stored, name)])
  // Whoever writes a translation wants it to be read; a draft of the machine is published by a decision.
  return { ...Object.fromEntries(texts), state: stored?.state ?? 'published' }
}

/** A part of the original that the draft of the machine lacks. */
type PartLostByMachine = components['schemas']['TranslationWarning']

/** Asks the machine for a draft, in the place of the translation that there is. */
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

/** Only what was typed is sent: with all dates of a series, the texts of one of them alone don't become those of all. */
const textsToSend = ({ state, ...texts }: Texts, base: Texts) => ({
  ...Object.fromEntries(Object.entries(texts).filter(([name, text]) => text !== base[name])),
  state,
})

/** Returns the state of the form of an item that was loaded with its translations. */
export function useTranslationForm(loaded: ApiResponse<TranslatedItem>, task: TranslationTask) {
  const { collection, id, tag } = task
  const [stored, setStored] = useState(loaded)
  const base = valuesOf(stored.body, task)
  const [values, setValues] = useState(base)
  const [fault, setFault] = useState<RequestFault | undefined>(undefined)
  const [lost, setLost] = useState<readonly PartLostByMachine[]>([])
  const scope = useScope(stored.body, task)
  const { offer, forget } = useUnsaved(`translation/${collection}/${id}/${tag}`, values, base, (restored) =>
    setValues(Object.assign({}, values, restored)),
  )
  const isChanged = JSON.stringify(values) !== JSON.stringify(base)
  useLeaveConfirmation(isChanged, forget)
  const path = `/${collection}/${id}`
  /** Acts, and shows the item as it is then. Returns whether that was possible. */
  const tried = async (
    act: () => Promise<ApiResponse<{ readonly warnings?: readonly PartLostByMachine[] }>>,
  ) => {
    try {
      const { body } = await act()
      const response = await loadOwnTexts<TranslatedItem>(path)
      setStored(response)
      setValues(valuesOf(response.body, task))
      setLost(body.warnings ?? [])
      setFault(undefined)
      forget()
      return true
    } catch (error) {
      setFault(faultOfThrown(error))
      return false
    }
  }
  const query = ownLanguageQueryArgs(stored.body)
  /** Saves what was typed, in the state that is given. */
  const save = (state = values.state ?? '') => {
    const body = { translations: { [tag]: textsToSend({ ...values, state }, base) }, ...scope.sent }
    return tried(() => callApi('PATCH', path, { query, body, ifMatch: stored.etag }))
  }
  const draft = () => tried(() => askMachine(stored.body, task, scope.sent))
  const set = (name: string, value: string) => setValues({ ...values, [name]: value })
  return { collection, item: stored.body, values, set, fault, lost, scope, save, draft, offer, isChanged }
}

export type TranslationFormState = ReturnType<typeof useTranslationForm>

// The original beside a translation, with what changed in it since the translation was made.

const elements = { same: 'span', gone: 'del', new: 'ins' } as const

interface OriginalProps {
  readonly html: string
  readonly language: string
  /** The plain text when the translation was made; undefined if it is the same. */
  readonly before: string | undefined
}

/** The original as it is shown, or with its changes. */
function OriginalText({ html, language, before }: OriginalProps) {
  const box = useRef<HTMLDivElement>(null)
  const isMarked = before !== undefined
  useLayoutEffect(() => {
    if (!isMarked) box.current?.replaceChildren(...domNodesOfHtml(html))
  }, [html, isMarked])
  if (!isMarked) return <div ref={box} class="original" lang={language} dir="auto" />
  return (
    <div class="original" lang={language} dir="auto">
      {wordDiffParts(before, plainTextOfHtml(html)).map(({ kind, text }, at) => {
        const Element = elements[kind]
        return <Element key={at}>{text}</Element>
      })}
    </div>
  )
}

const labels: Readonly<Record<string, Key>> = {
  title: 'title',
  excerpt: 'excerpt',
  description: 'description',
  name: 'name',
  venue: 'name',
  organizer: 'name',
  alt_text: 'alt-text',
  content: 'content',
}

const lostWords = {
  link_lost: 'translation.link_lost',
  number_changed: 'translation.number_changed',
} as const

/** Returns the parts of a text that a draft of the machine lacks, in words; "" if there are none. */
const lostText = (lost: readonly PartLostByMachine[], name: string): string =>
  (['link_lost', 'number_changed'] as const)
    .flatMap((code) => {
      const parts = lost.filter((part) => part.field === name && part.code === code)
      return parts.length === 0
        ? []
        : [t(lostWords[code], { values: parts.map(({ value }) => value).join(', ') })]
    })
    .join(' ')

/** A text beside its original. */
export function TextPair({
  name,
  form,
  earlier,
}: {
  name: string
  form: TranslationFormState
  earlier: string | undefined
}) {
  const { item, values, set, fault, lost } = form
  const hint = lostText(lost, name)
  const field = {
    name,
    label: t(labels[name] ?? 'title'),
    value: values[name] ?? '',
    hint: hint || undefined,
    fault: fault?.fields[`translations.${name}`],
    onInput: (value: string) => set(name, value),
  }
  return (
    <div class={hint === '' ? 'side-by-side' : 'side-by-side lost'}>
      <div>
        <p class="label">{languageName(item.languages[0] ?? item.language)}</p>
        <OriginalText html={textOf(item, name)} language={item.languages[0] ?? ''} before={earlier} />
      </div>
      {name === 'description' || name === 'content' ? <RichTextField {...field} /> : <TextField {...field} />}
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
    <button
      type="button"
      class="machine"
      disabled={form.isChanged}
      aria-keyshortcuts="Alt+M"
      title="Alt+M"
      onClick={() => void act()}
    >
      {t('translation.machine')}
    </button>
  )
}

/** Asks for which dates of a series the translation is. */
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

interface SaveProps {
  readonly form: TranslationFormState
  readonly tag: string
  readonly publish: () => void
}

/** Whether and for which dates the translation is published, and the buttons. */
export function StateAndSave({ form, tag, publish }: SaveProps) {
  return (
    <>
      <SelectField
        name="state"
        label={t('status')}
        value={form.values.state ?? ''}
        options={[
          ['published', t('translation.published')],
          ['draft', t('status.draft')],
        ]}
        onChange={(state) => form.set('state', state)}
      />
      <ScopeField scope={form.scope} />
      <div class="savebar">
        <p role="status">{t(form.isChanged ? 'unsaved' : 'all-saved')}</p>
        <MachineButton form={form} tag={tag} />
        {form.values.state === 'draft' && (
          <button
            type="button"
            class="publish"
            aria-keyshortcuts="Control+Enter"
            title="Ctrl+Enter"
            onClick={publish}
          >
            {t('bulk.publish')}
          </button>
        )}
        <button type="submit" class="main">
          {t('save')}
        </button>
      </div>
    </>
  )
}
