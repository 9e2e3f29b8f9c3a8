/** Keeps the unsaved values of a form, and asks before the user leaves them. */
import type { VNode } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { currentUser } from '../api/api.ts'
import { deskSettings } from '../desk-settings.ts'
import { Button } from '../parts/button.tsx'
import { askConfirmation } from '../parts/dialog.tsx'
import { setLeaveGuard } from '../route.ts'
import { dateTimeText, epochMillisecondsNow, wallTimeIn } from '../time/wall.ts'
import { t } from '../words/index.ts'
import { keep, keptNames, readKept } from './keep.ts'

// Offers to restore what was not saved in a tab that was closed.

interface OfferProps<T> {
  readonly keeping: UnsavedFormStore<T>
  /** Whether the form is changed, so that restoring would lose something. */
  readonly isChanged: boolean
  /** The name of what is restored, if it has one. */
  readonly nameOf?: ((values: T) => string) | undefined
  readonly take: (kept: UnsavedValues<T>) => void
}

function RestoreUnsavedOffer<T>({ keeping, isChanged, nameOf, take }: OfferProps<T>) {
  const [found, setFound] = useState<readonly UnsavedValues<T>[]>([])
  useEffect(() => {
    const closed = new AbortController()
    setFound([])
    const add = (one: UnsavedValues<T>) =>
      setFound((known) => [...known, one].toSorted((first, second) => second.time - first.time))
    keeping.findAbandoned(add, closed.signal)
    return () => closed.abort()
  }, [keeping])
  if (isChanged || found.length === 0) return null
  const settle = (one: UnsavedValues<T>, act: (kept: UnsavedValues<T>) => void) => () => {
    act(one)
    setFound((known) => known.filter((other) => other !== one))
  }
  return (
    <>
      {found.map((one) => (
        <div key={one.at} class="kept" role="status">
          <p>
            {t('kept', { at: dateTimeText(wallTimeIn(deskSettings.zone, one.time)) })} {nameOf?.(one.values)}
          </p>
          <div class="actions">
            <Button
              class="main"
              onClick={settle(one, (kept) => {
                keeping.takeUp(kept)
                take(kept)
              })}
              label={t('kept.take')}
            />
            <Button onClick={settle(one, keeping.discard)} label={t('kept.discard')} />
          </div>
        </div>
      ))}
    </>
  )
}

// Unsaved values of forms, kept in the browser until they are saved or discarded. They survive a reload, a crash and the end of the
// session. Each opened form keeps its own, so that two tabs with the same form don't overwrite each other’s.

export interface UnsavedValues<T> {
  /** Where it is stored. */
  readonly at: string
  readonly values: T
  /** The values before the changes, as far as they are known. */
  readonly base: Partial<T>
  /** The version that was changed; undefined for a new item. */
  readonly etag: string | undefined
  /** When it was stored, in milliseconds since 1970. */
  readonly time: number
}

const prefixOf = (form: string) => `fasti-desk-kept:${currentUser()?.id ?? 0}:${form}:`

/** The places of unsaved values of a form, such as `event/5` or `venues/new`. */
function placesOf(form: string): readonly string[] {
  const prefix = prefixOf(form)
  return keptNames().filter((name) => name.startsWith(prefix))
}

function read<T>(at: string): readonly UnsavedValues<T>[] {
  const text = readKept(at)
  return text === null ? [] : [{ ...(JSON.parse(text) as Omit<UnsavedValues<T>, 'at'>), at }]
}

/** Whether any tab has unsaved values of a form, now or before it was closed. */
export const hasUnsavedValues = (form: string): boolean => placesOf(form).length > 0

/** Removes the unsaved values of a form in all tabs, for instance because its item is gone. */
export function removeUnsavedValues(form: string): void {
  for (const at of placesOf(form)) keep(at, undefined)
}

/** Holds a place until the tab is closed, or until the returned function is called. Browsers do so only on HTTPS and on this machine. */
function hold(at: string): () => void {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  if ('locks' in navigator) void navigator.locks.request(at, () => released)
  return release
}

/** Resolves once no open form of any tab holds a place: of one that was left just now, a moment later. */
async function whenReleased(at: string, signal: AbortSignal): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request(at, { signal }, () => {})
}

type UnsavedFormStore<T> = ReturnType<typeof unsavedFormStore<T>>

/** Keeps what is unsaved in a form that was opened. */
function unsavedFormStore<T>(form: string) {
  const own = crypto.getRandomValues(new Uint32Array(2)).join('-')
  let at = prefixOf(form) + own
  let release = hold(at)
  return {
    keep(values: T, base: Partial<T>, etag?: string): void {
      // What can’t be kept is still warned of before the user leaves.
      keep(at, JSON.stringify({ values, base, etag, time: epochMillisecondsNow() }))
    },
    /** Removes what this form has stored, after it is saved or discarded. */
    forget: () => keep(at, undefined),
    /** Calls `found` with what the same form has stored elsewhere, at once or when its tab is closed, until the signal. */
    findAbandoned(found: (kept: UnsavedValues<T>) => void, signal: AbortSignal): void {
      const awaited = new Set([at])
      const awaitRelease = (place: string) => {
        if (awaited.has(place)) return
        awaited.add(place)
        whenReleased(place, signal).then(
          () => signal.aborted || read<T>(place).forEach(found),
          () => {},
        )
      }
      placesOf(form).forEach(awaitRelease)
      // Where nothing is held, each letter would be offered as soon as it is typed.
      if (!('locks' in navigator)) return
      const begun = ({ key }: StorageEvent) => {
        if (key?.startsWith(prefixOf(form))) awaitRelease(key)
      }
      addEventListener('storage', begun, { signal })
    },
    /** Goes on from what another tab stored. */
    takeUp(kept: UnsavedValues<T>): void {
      release()
      at = kept.at
      release = hold(at)
    },
    /** Removes what another tab stored. */
    discard: (kept: UnsavedValues<T>) => keep(kept.at, undefined),
    leave: () => release(),
  }
}

/** Asks before the user leaves a view with unsaved changes, which `discard` then removes. */
export function useLeaveConfirmation(isChanged: boolean, discard: () => void): void {
  useEffect(() => {
    const leave = async () => {
      const question = { title: t('leave.title'), text: t('leave.text'), yes: t('leave.yes') }
      const isLeft = await askConfirmation({ ...question, isDangerous: true })
      if (isLeft) discard()
      return isLeft
    }
    setLeaveGuard(isChanged ? leave : undefined)
    return () => setLeaveGuard(undefined)
  }, [isChanged, discard])
}

/** What a form keeps in the browser while it is unsaved. */
interface KeptValues<T> extends Pick<UnsavedValues<T>, 'values' | 'base'> {
  readonly etag?: string
  /** Whether restoring would lose something that was typed. */
  readonly isChanged: boolean
  /** Whether something would be lost with the tab; by default what is changed. */
  readonly isUnsaved?: boolean
}

/**
 * Keeps the values of a form while they are unsaved. `form` is its name with the id of the item; the values have no secrets. `take` gets
 * those that the person restores, which `nameOf` gives a name.
 */
export function useKeptValues<T extends object>(
  form: string,
  { values, base, etag, isChanged, isUnsaved = isChanged }: KeptValues<T>,
  take: (kept: UnsavedValues<T>) => void,
  nameOf?: (values: T) => string,
): { readonly forget: () => void; readonly offer: VNode } {
  const own = useMemo(() => unsavedFormStore<T>(form), [form])
  const last = useRef(own)
  useEffect(() => () => own.leave(), [own])
  // With the last key before the form is closed, too.
  useLayoutEffect(() => {
    // An item that was new has a name of its own since.
    if (last.current !== own) last.current.forget()
    last.current = own
    if (isUnsaved) own.keep(values, base, etag)
    else own.forget()
  }, [own, JSON.stringify(values), etag, isUnsaved])
  return { forget: own.forget, offer: <RestoreUnsavedOffer keeping={own} {...{ isChanged, nameOf, take }} /> }
}
