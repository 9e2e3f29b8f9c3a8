/** Editing one item of a collection: unsaved values are kept, and saving never overwrites what somebody else has saved meanwhile. */
import { batch, computed, signal } from '@preact/signals'
import { useMemo, useRef } from 'preact/hooks'
import { type ApiResponse, callApi, idempotencyKeyMaker } from '../api/api.ts'
import { faultOfThrown, RequestFault } from '../api/faults.ts'
import { type UnsavedValues, useKeptValues } from '../kept/form.tsx'
import { type ChosenImage, hasUnsavedImageChanges, saveTypedImages } from '../media/images.ts'
import { smallCorrectionBody, translatableTextNamesAmong } from '../translating/panel.tsx'
import {
  hasLanguages,
  isTranslatedCollection,
  loadOwnTexts,
  ownLanguageQueryArgs,
} from '../translating/translation.tsx'
import {
  baseToKeep,
  type Edited,
  edit,
  hasConflicts,
  isChanged,
  opened,
  received,
  resumed,
  saved as savedAs,
  settled,
  valuesOfEdited,
  valuesWhere,
} from './edited.ts'

export type FormValue = string | boolean | ChosenImage | undefined
export type FormValues = Readonly<Record<string, FormValue>>

type Args = Readonly<Record<string, unknown>>

/** An item that is edited as the values of a form. One that is not translated has no languages, and settings have no id. */
export interface EditedResource<I, T extends object = FormValues> {
  readonly collection: string
  /** Returns the values of the form; those of a new item for undefined. */
  readonly valuesOf: (item: I | undefined) => T
  /** Returns the arg of the API for a value; by default the value itself. An image is sent by its id. */
  readonly argOf?: (name: string, value: unknown) => unknown
  /** Returns the body of a write where it is more than the changed args, such as with secrets, which are never kept. */
  readonly bodyOf?: (args: Args) => object
  /** Returns the path of a stored item; by default by its id. */
  readonly pathOf?: (item: I) => string
}

/** An item as the service answers with it; a write has a revision, too. */
type Loaded<I> = Pick<ApiResponse<I>, 'body' | 'etag'> & Partial<Pick<ApiResponse<I>, 'revision'>>

const idOf = (item: object): unknown => ('id' in item ? item.id : undefined)

const isImage = (value: unknown): value is ChosenImage => Object(value).mime_type !== undefined

/** Returns the image among the values of a form. */
export const imageOf = ({ image }: { readonly image?: unknown }) => (isImage(image) ? image : undefined)

/** The fields that differ as the API has them: the description of an image is not a part of the item. */
function bodyOf<I, T extends object>(resource: EditedResource<I, T>, { edits, base }: Edited<T>): object {
  const { argOf = (_, value) => value, bodyOf: whole = (args) => args } = resource
  const args = Object.entries(edits).flatMap(([name, value]: [string, unknown]): [string, unknown][] => {
    if (name !== 'image') return [[name, isImage(value) ? value.id : argOf(name, value ?? '')]]
    return imageOf(edits)?.id === imageOf(base)?.id ? [] : [[name, imageOf(edits)?.id ?? '']]
  })
  return whole(Object.fromEntries(args))
}

/**
 * Returns an item under edit, with what the views of it follow: `loaded` is undefined for a new one, which begins with the values of
 * `first`.
 */
export function newEditedItem<I extends object, T extends object>(
  resource: EditedResource<I, T>,
  loaded: Loaded<I> | undefined,
  first: Partial<T> = {},
) {
  const { collection, valuesOf, pathOf = (one: I) => `/${collection}/${idOf(one)}` } = resource
  const load = (one: I) =>
    isTranslatedCollection(collection) ? loadOwnTexts<I>(pathOf(one)) : callApi<I>('GET', pathOf(one))
  const start = { ...valuesOf(loaded?.body), ...(loaded === undefined && first) }
  /** The item as the service last said it. */
  const stored = signal<Loaded<I> | undefined>(loaded)
  const edited = signal(opened<T>(start, loaded?.etag ?? ''))
  const fault = signal<RequestFault | undefined>(undefined)
  /** Whether the person is asked about conflicts. */
  const isAsked = signal(false)
  const isSaving = signal(false)
  /** Whether the next save leaves translations as right as they are. */
  const isSmallCorrection = signal(false)
  /** The revision of the last save, by which it can be undone; 0 before the first. */
  const revision = signal(0)
  const item = computed(() => stored.value?.body)
  const values = computed(() => valuesOfEdited(edited.value))
  const translated = computed(() => (item.value && hasLanguages(item.value) ? item.value : undefined))
  const changedTexts = computed(() => translatableTextNamesAmong(collection, Object.keys(edited.value.edits)))
  const keyOf = idempotencyKeyMaker()

  const set = (changed: Partial<T>) => {
    edited.value = edit(edited.value, changed)
  }
  const show = (response: Loaded<I>, sent: Partial<T>) =>
    batch(() => {
      stored.value = response
      edited.value = savedAs(edited.value, sent, valuesOf(response.body), response.etag)
    })
  /** Sends a body that makes the item, or changes the version that is edited. Throws a Fault. */
  const send = (body: object): Promise<ApiResponse<I>> => {
    const known = item.value
    if (known === undefined) return callApi('POST', `/${collection}`, { body, idempotencyKey: keyOf(body) })
    const query = ownLanguageQueryArgs(known)
    return callApi('PATCH', pathOf(known), { query, body, ifMatch: edited.value.etag || undefined })
  }
  /** The part of a body by which a small correction leaves translations as they are; of a series, for some of its dates. */
  const smallCorrection = (scope?: string) =>
    isSmallCorrection.value && changedTexts.value.length > 0
      ? smallCorrectionBody(translated.value, changedTexts.value, scope)
      : {}
  /** Sends all changes; of a new item also what the form began with, such as the parent of a new category. */
  const write = (): Promise<Loaded<I>> => {
    const blank = () => edit(opened(valuesOf(undefined), ''), values.value)
    return send({ ...bodyOf(resource, item.value ? edited.value : blank()), ...smallCorrection() })
  }
  /**
   * Shows what was saved, then saves the texts of its images: the service may refuse them, and they stay edits of the new version. A draft
   * of changes leaves the item as it is, and its values stay edits until then.
   */
  const finish = async (response: Loaded<I>, { edits }: Edited<T>): Promise<I> => {
    const isDraft = response === stored.value
    const isDescribed = (name: string) => {
      const value: unknown = Reflect.get(edits, name)
      return isImage(value) && hasUnsavedImageChanges(value)
    }
    const described = valuesWhere(edits, isDescribed)
    batch(() => {
      if (!isDraft)
        show(
          response,
          valuesWhere(edits, (name) => !isDescribed(name)),
        )
      revision.value = response.revision ?? 0
      isSmallCorrection.value = false
    })
    const result = (await saveTypedImages(Object.values(described))) ? await load(response.body) : response
    batch(() => {
      show(result, isDraft ? edits : described)
      fault.value = undefined
    })
    return result.body
  }
  const isOvertaken = (error: unknown) => error instanceof RequestFault && error.status === 412
  /** Writes, twice at most: what others have saved since is merged first, and a conflict is asked about. */
  const attempt = async (writing: typeof write, isLast: boolean): Promise<I | undefined> => {
    if (hasConflicts(edited.value)) {
      isAsked.value = true
      return undefined
    }
    const before = edited.value
    const response = await writing().catch((error: unknown) => {
      if (isLast || !isOvertaken(error)) throw error
    })
    if (response) return finish(response, before)
    if (item.value === undefined) return undefined
    const current = await load(item.value)
    batch(() => {
      stored.value = current
      edited.value = received(edited.value, valuesOf(current.body), current.etag)
    })
    return attempt(writing, true)
  }
  let lastWay = write
  /**
   * Saves all changes, in a way of their own if one is given. Returns the saved item; undefined if it was refused, if somebody else
   * has changed the same fields, or while another save runs.
   */
  const save = async (way = write): Promise<I | undefined> => {
    if (isSaving.value) return undefined
    lastWay = way
    isSaving.value = true
    try {
      return await attempt(way, false)
    } catch (error) {
      fault.value = faultOfThrown(error)
      return undefined
    } finally {
      isSaving.value = false
    }
  }
  return {
    collection,
    stored,
    item,
    edited,
    values,
    fault,
    /** Why the last save was refused, by field. */
    faults: computed(() => fault.value?.fields ?? {}),
    isSaving,
    revision,
    isChanged: computed(() => isChanged(edited.value)),
    /** The fields that both changed, while the person is asked about them. */
    conflicts: computed(() => (isAsked.value ? edited.value.conflicts : {})),
    /** The own texts that a save changes, and whether that is a small correction. */
    outdating: computed(() => ({
      item: translated.value,
      texts: changedTexts.value,
      isSmall: isSmallCorrection.value,
      onChange(isSmall: boolean) {
        isSmallCorrection.value = isSmall
      },
    })),
    set,
    send,
    smallCorrection,
    save,
    /** Shows the answer to a write of some values alone; other changes stay unsaved. */
    showSavedAlone(response: ApiResponse<I>, sent: Partial<T>): void {
      set(sent)
      show(response, sent)
      revision.value = response.revision
    },
    /** Saves after the question: with the person’s values of `mine`. Undefined goes back to the form. */
    settle(mine: ReadonlySet<string> | undefined): Promise<I | undefined> {
      isAsked.value = false
      if (mine === undefined) return Promise.resolve(undefined)
      edited.value = settled(edited.value, mine)
      return save(lastWay)
    },
    /** Goes on from values that were made of a version, which may be an earlier one, or of another new item. */
    takeUp({ values: made, base, etag = '' }: Pick<UnsavedValues<T>, 'values' | 'base' | 'etag'>): void {
      const { base: now, etag: current } = edited.value
      const from = resumed(now, base, made, etag)
      edited.value = item.value === undefined ? from : received(from, now, current)
    },
  }
}

/** Returns the state of the form of an item: see `newEditedItem`. It changes with each keystroke, and keeps what is unsaved. */
export function useEditedItem<I extends object>(
  resource: EditedResource<I>,
  loaded: Loaded<I> | undefined,
  first: FormValues = {},
) {
  // What is sent beside the values, such as a secret, is what was typed last.
  const latest = useRef(resource)
  latest.current = resource
  const bodyOf = (args: Args) => latest.current.bodyOf?.(args) ?? args
  const state = useMemo(() => newEditedItem({ ...resource, bodyOf }, loaded, first), [])
  const { collection, item, edited, values, isChanged } = state
  const base = baseToKeep(edited.value)
  const { etag } = edited.value
  const kept = useKeptValues(
    `${collection}/${(item.value && idOf(item.value)) ?? 'new'}`,
    { values: values.value, base, etag, isChanged: isChanged.value },
    state.takeUp,
  )
  return {
    collection,
    item: item.value,
    values: values.value,
    set: state.set,
    fault: state.fault.value,
    outdating: state.outdating.value,
    isChanged: isChanged.value,
    isSaving: state.isSaving.value,
    save: () => state.save(),
    /** Whether nothing was typed while the last save ran. */
    isAllSaved: () => !isChanged.value,
    conflicts: state.conflicts.value,
    settle: state.settle,
    ...kept,
  }
}

/** The state that the parts of a form share. */
export type EditedItem<I extends object> = ReturnType<typeof useEditedItem<I>>
