/** Editing one item of a collection: unsaved values are kept, and saving never overwrites what somebody else has saved meanwhile. */
import { useRef, useState } from 'preact/hooks'
import { type ApiResponse, callApi, idempotencyKeyMaker } from '../api/api.ts'
import { faultOfThrown, RequestFault } from '../api/faults.ts'
import { useUnsaved } from '../kept/form.tsx'
import { type ChosenImage, saveTypedImages } from '../media/images.ts'
import { translatableTextNamesAmong, useSmallCorrectionOfTexts } from '../translating/panel.tsx'
import {
  isTranslatedCollection,
  loadOwnTexts,
  type MultilingualItem,
  ownLanguageQueryArgs,
} from '../translating/translation.tsx'
import {
  type Edited,
  editAll,
  hasConflicts,
  isChanged,
  opened,
  received,
  saved as savedAs,
  settled,
  valuesOfEdited,
} from './edited.ts'

export type FormValue = string | boolean | ChosenImage | undefined
export type FormValues = Readonly<Record<string, FormValue>>

/** An item that is edited as the values of a form. One that is not translated has no languages, and settings have no id. */
export interface EditedResource<I> {
  readonly collection: string
  /** Returns the values of the form; those of a new item for undefined. */
  readonly valuesOf: (item: I | undefined) => FormValues
  /** Returns the arg of the API for a value; by default the value itself. An image is sent by its id. */
  readonly argOf?: (name: string, value: string | boolean) => unknown
  /** Returns the body of a write where it is more than the changed args, such as with secrets, which are never kept. */
  readonly bodyOf?: (args: Args) => object
  /** Returns the path of a stored item; by default by its id. */
  readonly pathOf?: (item: I) => string
}

type Args = Readonly<Record<string, unknown>>
export type Item = Partial<MultilingualItem> & { readonly id?: number }

/** Returns the image among the values of a form. */
export const imageOf = ({ image }: FormValues) => (typeof image === 'object' ? image : undefined)

/** The fields that differ as the API has them: the description of an image is not a part of the item. */
function bodyOf<I>(resource: EditedResource<I>, edits: FormValues, base: FormValues): object {
  const { argOf = (_, value) => value, bodyOf: whole = (args) => args } = resource
  const args = Object.entries(edits).flatMap(([name, value]): [string, unknown][] => {
    if (name !== 'image') return [[name, typeof value === 'object' ? value.id : argOf(name, value ?? '')]]
    return imageOf(edits)?.id === imageOf(base)?.id ? [] : [[name, imageOf(edits)?.id ?? '']]
  })
  return whole(Object.fromEntries(args))
}

/** The edits that make a new item from the values that the form begins with, such as the parent of a new category. */
function bodyOfNew<I extends Item>(resource: EditedResource<I>, item: Edited<FormValue>) {
  const blank = opened<FormValue>(resource.valuesOf(undefined), '')
  const { edits } = editAll(blank, valuesOfEdited(item))
  return bodyOf(resource, edits, blank.base)
}

/**
 * Returns the state of the form of an item: `loaded` is undefined for a new one, which begins with the values of `first`.
 * `save` returns the saved item; undefined if it was refused, or if somebody else has changed the same fields.
 */
export function useEditedItem<I extends Item>(
  resource: EditedResource<I>,
  loaded: Pick<ApiResponse<I>, 'body' | 'etag'> | undefined,
  first: FormValues = {},
) {
  const { collection, valuesOf, pathOf = ({ id }: I) => `/${collection}/${id}` } = resource
  const load = (one: I) =>
    isTranslatedCollection(collection) ? loadOwnTexts<I>(pathOf(one)) : callApi<I>('GET', pathOf(one))
  const [stored, setStored] = useState(loaded)
  const [item, setItem] = useState(() =>
    opened<FormValue>({ ...valuesOf(loaded?.body), ...(loaded === undefined && first) }, loaded?.etag ?? ''),
  )
  const [fault, setFault] = useState<RequestFault | undefined>(undefined)
  const [isAsked, setAsked] = useState(false)
  const [isSaving, setSaving] = useState(false)
  // What is typed while a save runs changes the item that it began with.
  const latest = useRef(item)
  latest.current = item
  const keyOf = useRef(idempotencyKeyMaker()).current
  const show = (next: Edited<FormValue>) => {
    latest.current = next
    setItem(next)
  }
  const set = (changed: FormValues) => show(editAll(latest.current, changed))
  const values = valuesOfEdited(item)
  const kept = useUnsaved(`${collection}/${stored?.body.id ?? 'new'}`, values, item.base, set)
  const texts = translatableTextNamesAmong(collection, Object.keys(item.edits))
  const { outdating, sent } = useSmallCorrectionOfTexts(stored?.body, texts)

  const write = (): Promise<ApiResponse<I>> => {
    if (stored === undefined) {
      const body = bodyOfNew(resource, latest.current)
      return callApi('POST', `/${collection}`, { body, idempotencyKey: keyOf(body) })
    }
    const { edits, base, etag } = latest.current
    return callApi('PATCH', pathOf(stored.body), {
      query: ownLanguageQueryArgs(stored.body),
      body: { ...bodyOf(resource, edits, base), ...sent },
      ifMatch: etag || undefined,
    })
  }
  const finish = async (response: ApiResponse<I>, { edits }: Edited<FormValue>): Promise<I> => {
    const images = Object.values(edits).filter((value) => typeof value === 'object')
    const result = (await saveTypedImages(images)) ? await load(response.body) : response
    setStored(result)
    show(savedAs(latest.current, edits, valuesOf(result.body), result.etag))
    setFault(undefined)
    outdating.onChange(false)
    return result.body
  }
  const isOvertaken = (error: unknown) => error instanceof RequestFault && error.status === 412
  /** Saves, twice at most: what others have saved since is merged first, and a conflict is asked about. */
  const attempt = async (isLast: boolean): Promise<I | undefined> => {
    if (hasConflicts(latest.current)) {
      setAsked(true)
      return undefined
    }
    const before = latest.current
    const response = await write().catch((error: unknown) => {
      if (isLast || !isOvertaken(error)) throw error
    })
    if (response) return finish(response, before)
    if (stored === undefined) return undefined
    const current = await load(stored.body)
    setStored(current)
    show(received(latest.current, valuesOf(current.body), current.etag))
    return attempt(true)
  }
  const save = async (): Promise<I | undefined> => {
    if (isSaving) return undefined
    setSaving(true)
    try {
      return await attempt(false)
    } catch (error) {
      setFault(faultOfThrown(error))
      return undefined
    } finally {
      setSaving(false)
    }
  }
  return {
    collection,
    item: stored?.body,
    values,
    set,
    fault,
    outdating,
    isChanged: isChanged(item),
    isSaving,
    save,
    /** Whether nothing was typed while the last save ran. */
    isAllSaved: () => !isChanged(latest.current),
    /** The fields that both changed, while the person is asked about them. */
    conflicts: isAsked ? item.conflicts : {},
    /** Saves after the question: with the person’s values of `mine`. Undefined goes back to the form. */
    settle(mine: ReadonlySet<string> | undefined): Promise<I | undefined> {
      setAsked(false)
      if (mine === undefined) return Promise.resolve(undefined)
      show(settled(latest.current, mine))
      return save()
    },
    ...kept,
  }
}

/** The state that the parts of a form share. */
export type EditedItem<I extends Item> = ReturnType<typeof useEditedItem<I>>
