/** The state of the form of a translation: its texts, whether they are published, saving, and the draft of the machine. */

import { useState } from 'preact/hooks'
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { type ApiResponse, callApi } from '../api/api.ts'
import { faultOfThrown, type RequestFault } from '../api/faults.ts'
import { useLeaveConfirmation, useUnsaved } from '../kept/form.tsx'
import {
  loadOwnTexts,
  ownLanguageQueryArgs,
  type TranslatedCollection,
  type TranslatedItem,
  textOf,
  translatedTextNamesByCollection,
} from './translation.ts'

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
export type PartLostByMachine = components['schemas']['TranslationWarning']

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
