/** The state of the event editor. Saving never overwrites changes of other users silently. */
import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { type ApiResponse, callApi } from '../api/api.ts'
import { faultMessage, RequestFault } from '../api/faults.ts'
import { idempotencyKeys } from '../api/idempotency-keys.ts'
import type { EventItem } from '../api/types.ts'
import type { KeptForm } from '../kept/kept.ts'
import { isAltTyped, saveAltTexts } from '../media/alt-text.ts'
import type { Scope } from '../series/scope-dialog.tsx'
import { type DraftKey, differingKeys, type EventDraft, eventBody, eventDraft, sentKeys } from './draft.ts'
import { scopedBody } from './scoped-body.ts'

/** A conflict: the original value, the value here, and the value on the server. */
export interface Conflict {
  readonly keys: readonly DraftKey[]
  readonly theirs: EventDraft
  readonly event: EventItem
  readonly etag: string
}

export interface Editing {
  readonly id: number | undefined
  /** The event as last returned by the service; undefined for a new one. */
  readonly event: Signal<EventItem | undefined>
  readonly draft: Signal<EventDraft>
  readonly isChanged: ReadonlySignal<boolean>
  readonly faults: Signal<Readonly<Record<string, string>>>
  /** The error of the last save. */
  readonly fault: Signal<string>
  readonly conflict: Signal<Conflict | undefined>
  readonly isSaving: Signal<boolean>
  /** Keeps the changes until they are saved. */
  readonly kept: KeptForm<EventDraft> | undefined
  set<K extends DraftKey>(key: K, value: EventDraft[K]): void
  /** Restores changes that were made to an earlier version. */
  takeUp(draft: EventDraft, base: EventDraft, etag: string | undefined): void
  /** The scopes that the changes allow for an event of a series; empty for other events. */
  scopes(): readonly Scope[]
  /** Saves the event, with a scope if it is of a series. Returns the saved event, or undefined if saving failed. */
  save(scope?: Scope): Promise<EventItem | undefined>
  /** Resolves a conflict: `mine` are the keys for which the values of this draft are used. */
  settle(mine: ReadonlySet<DraftKey>): Promise<EventItem | undefined>
}

const merged = (mine: EventDraft, theirs: EventDraft, keep: Iterable<DraftKey>): EventDraft => ({
  ...theirs,
  ...Object.fromEntries([...keep].map((key) => [key, mine[key]])),
})

/** Starts to edit an event that the service returned, or a new one from `start`. `kept` keeps the changes until they are saved. */
export function editing(
  id: number | undefined,
  start: EventDraft,
  loaded?: ApiResponse<EventItem>,
  kept?: KeptForm<EventDraft>,
): Editing {
  const event = signal(loaded?.body)
  const base = signal(start)
  const draft = signal(start)
  const [faults, fault, isSaving] = [signal<Record<string, string>>({}), signal(''), signal(false)]
  const conflict = signal<Conflict | undefined>(undefined)
  const isChanged = computed(() => differingKeys(draft.value, base.value).length > 0)
  const keyOf = idempotencyKeys()
  let etag = loaded?.etag
  let scope: Scope | undefined

  const send = (): Promise<ApiResponse<EventItem>> => {
    if (id !== undefined)
      return callApi('PATCH', `/events/${id}`, {
        body: scopedBody(draft.value, base.value, scope),
        ifMatch: etag,
      })
    const body = eventBody(draft.value, undefined)
    return callApi('POST', '/events', { body, idempotencyKey: keyOf(body) })
  }

  const saved = (response: ApiResponse<EventItem>): EventItem => {
    batch(() => {
      etag = response.etag
      event.value = response.body
      base.value = eventDraft(response.body)
      draft.value = base.value
      faults.value = {}
      fault.value = ''
    })
    kept?.forget()
    return response.body
  }

  /** Takes over what was saved, and saves the description of the image, which is not a part of the event. */
  async function finish(response: ApiResponse<EventItem>): Promise<EventItem> {
    const { image } = draft.value
    saved(response)
    if (!isAltTyped(image)) return response.body
    // Until it is saved, too, it stays in the form.
    set('image', image)
    await saveAltTexts([image])
    return saved(await callApi('GET', `/events/${response.body.id}`))
  }

  /** Another user saved first: changes without a conflict are merged, and the user is asked about the others. */
  async function meet(): Promise<EventItem | undefined> {
    const current = await callApi<EventItem>('GET', `/events/${id}`)
    const theirs = eventDraft(current.body)
    const mine = differingKeys(draft.value, base.value)
    const clashing = new Set(differingKeys(theirs, base.value))
    const both = mine.filter((key) => clashing.has(key) && differingKeys(draft.value, theirs).includes(key))
    if (both.length > 0) {
      conflict.value = { keys: both, theirs, event: current.body, etag: current.etag }
      return undefined
    }
    takeUp(merged(draft.value, theirs, mine), theirs, current.etag)
    return finish(await send())
  }

  function takeUp(next: EventDraft, from: EventDraft, version: string | undefined): void {
    batch(() => {
      etag = version
      base.value = from
      draft.value = next
    })
  }

  function set<K extends DraftKey>(key: K, value: EventDraft[K]): void {
    draft.value = { ...draft.value, [key]: value }
    kept?.keep(draft.value, base.value, etag)
  }

  async function save(): Promise<EventItem | undefined> {
    if (isSaving.value) return undefined
    isSaving.value = true
    try {
      return await finish(await send())
    } catch (error) {
      if (error instanceof RequestFault && error.status === 412) return await meet()
      throw error
    } finally {
      isSaving.value = false
    }
  }

  const withNotice = (act: () => Promise<EventItem | undefined>) => async () => {
    try {
      return await act()
    } catch (error) {
      batch(() => {
        faults.value = error instanceof RequestFault ? error.fields : {}
        fault.value = faultMessage(error)
      })
      return undefined
    }
  }
  const saving = withNotice(save)
  return {
    id,
    event,
    draft,
    isChanged,
    faults,
    fault,
    conflict,
    isSaving,
    takeUp,
    set,
    kept,
    scopes() {
      const changed = sentKeys(draft.value, base.value)
      if (event.value?.series == null || changed.length === 0) return []
      return changed.includes('recurrence') ? ['all', 'following'] : ['this', 'following', 'all']
    },
    save(wanted) {
      scope = wanted
      return saving()
    },
    settle(mine) {
      const { value } = conflict
      if (value === undefined) return Promise.resolve(undefined)
      const own = differingKeys(draft.value, base.value).filter(
        (key) => !value.keys.includes(key) || mine.has(key),
      )
      conflict.value = undefined
      takeUp(merged(draft.value, value.theirs, own), value.theirs, value.etag)
      return saving()
    },
  }
}
