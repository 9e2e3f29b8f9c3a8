/** The state of the form of a translation: its texts, whether they are published, saving, and the draft of the machine. */
import { useState } from 'preact/hooks'
import { type ApiResponse, callApi } from '../api/api.ts'
import { faultOf, type RequestFault } from '../api/faults.ts'
import { useLeaveConfirmation, useUnsaved } from '../kept/form.tsx'
import {
  inOwnLanguage,
  loadOwnTexts,
  type TranslatedCollection,
  type TranslatedItem,
  textOf,
  translatedTexts,
} from './translation.ts'

/** The item that is translated, and into which language. */
export interface TranslationTask {
  readonly collection: TranslatedCollection
  readonly id: number
  readonly tag: string
}

type Texts = Readonly<Record<string, string>>

/** The values of the form: the texts, and `state`. */
function valuesOf(item: TranslatedItem, { collection, tag }: TranslationTask): Texts {
  const stored = item.translations[tag]
  const texts = translatedTexts[collection].map((name) => [name, textOf(stored, name)])
  // Whoever writes a translation wants it to be read; a draft of the machine is published by a decision.
  return { ...Object.fromEntries(texts), state: stored?.state ?? 'published' }
}

/** The whole series has the translations of its events. */
const scopeOf = ({ series }: TranslatedItem) => (series == null ? {} : { apply_to: 'all' })

/** Asks the machine for a draft, in the place of the translation that there is. */
const askMachine = (item: TranslatedItem, { collection, id, tag }: TranslationTask) =>
  callApi('POST', `/${collection}/${id}/translate`, {
    body: {
      language: tag,
      ...(item.translations[tag] !== undefined && { replace: true }),
      ...scopeOf(item),
    },
  })

/** Returns the state of the form of an item that was loaded with its translations. */
export function useTranslationForm(loaded: ApiResponse<TranslatedItem>, task: TranslationTask) {
  const { collection, id, tag } = task
  const [stored, setStored] = useState(loaded)
  const base = valuesOf(stored.body, task)
  const [values, setValues] = useState(base)
  const [fault, setFault] = useState<RequestFault | undefined>(undefined)
  const { offer, forget } = useUnsaved(`translation/${collection}/${id}/${tag}`, values, base, (restored) =>
    setValues(Object.assign({}, values, restored)),
  )
  const isChanged = JSON.stringify(values) !== JSON.stringify(base)
  useLeaveConfirmation(isChanged, forget)
  const path = `/${collection}/${id}`
  const show = async () => {
    const response = await loadOwnTexts<TranslatedItem>(path)
    setStored(response)
    setValues(valuesOf(response.body, task))
    setFault(undefined)
    forget()
  }
  const tried = (act: () => Promise<unknown>) =>
    act()
      .then(show)
      .then(() => true)
      .catch((error: unknown) => {
        setFault(faultOf(error))
        return false
      })
  const query = inOwnLanguage(stored.body)
  const save = (state = values.state) =>
    tried(() =>
      callApi('PATCH', path, {
        query,
        body: { translations: { [tag]: { ...values, state } }, ...scopeOf(stored.body) },
        ifMatch: stored.etag,
      }),
    )
  const draft = () => tried(() => askMachine(stored.body, task))
  const set = (name: string, value: string) => setValues({ ...values, [name]: value })
  return { item: stored.body, values, set, fault, save, draft, offer, isChanged }
}

export type TranslationForm = ReturnType<typeof useTranslationForm>
