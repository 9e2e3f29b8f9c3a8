/** Editing one item of a collection: unsaved values are kept, and saving never overwrites what somebody else has saved meanwhile. */
import { batch, computed, signal } from '@preact/signals'
import { useMemo, useRef } from 'preact/hooks'
import { typedRecordFromNames } from '../../../contract/table-of.ts'
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
  readonly valuesOf: (item: I | undefined) => T
  /** Returns the arg of the API for a value; by default the value itself. An image is sent by its id. */
  readonly argOf?: (name: string, value: unknown) => unknown
  /** Returns the body of a write where it is more than the changed args. */
  readonly bodyOf?: (args: Args, values: T) => object
  /** Returns the name of the value that an arg of a refusal is about; by default that of the arg. */
  readonly nameOfArg?: (arg: string) => string
  /** The name under which unsaved values are kept; by default that of the item. */
  readonly form?: string
  /** The names of the values that are never kept. */
  readonly secrets?: readonly string[]
  /** Returns the path of a stored item; by default by its id. */
  readonly pathOf?: (item: I) => string
}

type Loaded<I> = Pick<ApiResponse<I>, 'body' | 'etag'> & Partial<Pick<ApiResponse<I>, 'revision'>>

const idOf = (item: object): unknown => ('id' in item ? item.id : undefined)

const isImage = (value: unknown): value is ChosenImage => Object(value).mime_type !== undefined

export const imageOf = ({ image }: { readonly image?: unknown }) => (isImage(image) ? image : undefined)

/** The name under which texts are kept that fields of dates have not taken: no value, and never sent. */
const UNREAD = 'unread'

/** The fields that differ as the API has them: the description of an image is not a part of the item. */
function bodyOf<I, T extends object>(resource: EditedResource<I, T>, item: Edited<T>): object {
  const { argOf = (_, value) => value, bodyOf: whole = (args) => args } = resource
  const { edits, base } = item
  const args = Object.entries(edits).flatMap(([name, value]: [string, unknown]): [string, unknown][] => {
    if (name === UNREAD) return []
    if (name !== 'image') return [[name, isImage(value) ? value.id : argOf(name, value ?? '')]]
    return imageOf(edits)?.id === imageOf(base)?.id ? [] : [[name, imageOf(edits)?.id ?? '']]
  })
  return whole(Object.fromEntries(args), valuesOfEdited(item))
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
  const { nameOfArg = (arg) => arg } = resource
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
  const texts = computed(
    (): Readonly<Record<string, string | undefined>> => Object(Reflect.get(values.value, UNREAD)),
  )
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
      if (isLast || before.etag === '' || !isOvertaken(error)) throw error
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
    faults: computed(() =>
      Object.fromEntries(
        Object.entries(fault.value?.fields ?? {}).map(([arg, text]) => [nameOfArg(arg), text]),
      ),
    ),
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
    /** The texts that fields have not taken, by the names of the fields: kept with the values, never sent. */
    texts,
    setText(name: string, text: string | undefined): void {
      const left = Object.entries({ ...texts.value, [name]: text }).filter(([, one]) => one !== undefined)
      const next = left.length === 0 ? undefined : Object.fromEntries(left)
      set(typedRecordFromNames<Partial<T>>([UNREAD], () => next))
    },
    send,
    write,
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
    takeUp({
      values: made,
      base,
      etag = '',
    }: Pick<UnsavedValues<Partial<T>>, 'values' | 'base' | 'etag'>): void {
      const { base: now, etag: current } = edited.value
      const from = resumed<T>(now, base, made, etag)
      edited.value = item.value === undefined ? from : received(from, now, current)
    },
  }
}

export type ItemUnderEdit<I extends object, T extends object> = ReturnType<typeof newEditedItem<I, T>>

interface FormOptions<T> extends Pick<EditedResource<object>, 'form' | 'secrets'> {
  /** Whether something would be lost with the tab; by default what is changed. */
  readonly isUnsaved?: boolean
  /** The name of what is restored, if it has one. */
  readonly nameOf?: ((values: T) => string) | undefined
}

/** Returns the state of the form of an item under edit, as it is by now: it changes with each keystroke, and keeps what is unsaved. */
export function useFormOf<I extends object, T extends object>(
  state: ItemUnderEdit<I, T>,
  { form, secrets = [], isUnsaved, nameOf }: FormOptions<T>,
) {
  const { collection, item, edited, values, isChanged, texts, setText } = state
  const open = (some: Partial<T>) => valuesWhere<T>(some, (name) => !secrets.includes(name))
  const kept = useKeptValues(
    form ?? `${collection}/${(item.value && idOf(item.value)) ?? 'new'}`,
    {
      values: open(values.value),
      base: open(baseToKeep(edited.value)),
      etag: edited.value.etag,
      isChanged: isChanged.value,
      isUnsaved: isUnsaved ?? Object.keys(open(edited.value.edits)).length > 0,
    },
    state.takeUp,
    // What was typed into a form has all its values.
    nameOf && ((some) => nameOf({ ...values.value, ...some })),
  )
  return {
    collection,
    item: item.value,
    values: values.value,
    /** Returns the values as they are by now, after what a rendering has shown. */
    latest: () => values.value,
    set: state.set,
    fault: state.fault.value,
    faults: state.faults.value,
    outdating: state.outdating.value,
    isChanged: isChanged.value,
    isSaving: state.isSaving.value,
    revision: state.revision.value,
    latestRevision: () => state.revision.value,
    write: state.write,
    save: state.save,
    /** Whether nothing was typed while the last save ran. */
    isAllSaved: () => !isChanged.value,
    conflicts: state.conflicts.value,
    settle: state.settle,
    unread: { texts: texts.value, set: setText },
    ...kept,
  }
}

/** Returns the state of the form of an item, which is under edit while the form is open. */
export function useEditedItem<I extends object, T extends object = FormValues>(
  resource: EditedResource<I, T>,
  loaded: Loaded<I> | undefined,
  first: Partial<T> = {},
) {
  // What is sent beside the values is what was chosen last.
  const latest = useRef(resource)
  latest.current = resource
  const bodyOf = (args: Args, values: T) => latest.current.bodyOf?.(args, values) ?? args
  const state = useMemo(() => newEditedItem({ ...resource, bodyOf }, loaded, first), [])
  return useFormOf(state, resource)
}

export type EditedItem<I extends object, T extends object = FormValues> = ReturnType<
  typeof useEditedItem<I, T>
>

/**
 * Returns the state of a form that makes nothing to go on with: it begins anew once it was sent. `save` returns what `send` returns.
 * `form` is the name under which it keeps what is typed.
 */
export function useSentForm<R extends object, T extends object>(
  form: string,
  first: T,
  send: (values: T) => Promise<R>,
  more: Pick<EditedResource<R, T>, 'nameOfArg' | 'secrets'> = {},
) {
  const base = useRef(first)
  const resource = { collection: form, form, valuesOf: () => base.current, ...more }
  const state = useEditedItem<{ readonly sent?: R }, T>(resource, undefined)
  const save = async (): Promise<R | undefined> => {
    const way = async () => {
      const values = state.latest()
      const sent = await send(values)
      // What was typed meanwhile stays with all that stands beside it: that is what the person sees, and sends next.
      base.current = JSON.stringify(state.latest()) === JSON.stringify(values) ? first : values
      return { body: { sent }, etag: '' }
    }
    return (await state.save(way))?.sent
  }
  // Nobody else changes what is not stored.
  return { ...state, save, settle: async () => undefined }
}
