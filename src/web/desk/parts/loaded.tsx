import type { ComponentChildren } from 'preact'
import { useCallback, useEffect, useState } from 'preact/hooks'
import { faultMessage } from '../api/faults.ts'
import { t } from '../words/index.ts'
import { Button } from './button.tsx'

/** Something that was loaded, or why it could not be, and the function that loads it again. */
export interface Loaded<T> {
  readonly value: T | undefined
  readonly fault: unknown
  readonly isLoading: boolean
  /** Whether the value was loaded for other dependencies, and is shown until that of these arrives. */
  readonly isStale: boolean
  /** Loads again, and shows the old data until the response arrives. */
  readonly reload: () => void
  /** Shows another value, if the response to a write already contains it. */
  readonly set: (value: T) => void
}

interface LoadedState<T> extends Pick<Loaded<T>, 'isLoading'> {
  readonly value?: T | undefined
  /** The dependencies for which the value was loaded. */
  readonly of?: readonly unknown[]
  readonly fault?: unknown
}

/** Calls `load` when a dependency changes, after a pause in milliseconds where they change while somebody types. */
export function useLoaded<T>(load: () => Promise<T>, dependencies: readonly unknown[], pause = 0): Loaded<T> {
  const [state, setState] = useState<LoadedState<T>>({ isLoading: true })
  const [turn, setTurn] = useState(0)
  const reload = useCallback(() => setTurn((last) => last + 1), [])
  useEffect(() => {
    let isCurrent = true
    setState((last) => ({ ...last, fault: undefined, isLoading: true }))
    const begin = () =>
      load().then(
        (value) => isCurrent && setState({ value, of: dependencies, isLoading: false }),
        (fault: unknown) => isCurrent && setState((last) => ({ ...last, fault, isLoading: false })),
      )
    const timer = pause > 0 ? setTimeout(begin, pause) : void begin()
    return () => {
      clearTimeout(timer)
      isCurrent = false
    }
  }, [...dependencies, turn])
  return {
    value: state.value,
    fault: state.fault,
    isLoading: state.isLoading,
    isStale: dependencies.some((one, at) => one !== state.of?.[at]),
    reload,
    set: (value) => setState({ value, of: dependencies, isLoading: false }),
  }
}

interface ShownProps<T> {
  readonly of: Loaded<T>
  readonly children: (value: T) => ComponentChildren
}

/** Renders the loaded value; before that a loading message, and after a failure the error with a retry button. */
export function LoadedContent<T>({ of, children }: ShownProps<T>) {
  const { value, fault, isLoading, reload } = of
  return (
    <div class="loaded" aria-busy={isLoading}>
      {fault !== undefined && (
        <div class="failed" role="alert">
          <p>{faultMessage(fault)}</p>
          <Button onClick={reload} label={t('again')} />
        </div>
      )}
      {value === undefined && isLoading && (
        <p class="loading" role="status">
          {t('loading')}
        </p>
      )}
      {value !== undefined && children(value)}
    </div>
  )
}

interface PagerProps {
  readonly page: number
  readonly pages: number
  readonly total: number
  readonly onPage: (page: number) => void
  /** What the pages are of, where a view has several lists with pages. */
  readonly of?: string
}

/** The number of items, and links to the previous and the next page. */
export function Pager({ page, pages, total, onPage, of }: PagerProps) {
  return (
    <nav class="pager" aria-label={of ? t('labelled', { label: t('pages'), text: of }) : t('pages')}>
      <p role="status">
        {t('total', { count: total })}
        {pages > 1 && ` · ${t('page', { page, pages })}`}
      </p>
      {page > 1 && <Button onClick={() => onPage(page - 1)} label={t('previous')} />}
      {page < pages && <Button onClick={() => onPage(page + 1)} label={t('next')} />}
    </nav>
  )
}

interface LinesProps<I> {
  readonly items: readonly I[]
  readonly none?: string
  readonly class?: string | undefined
  readonly isGrid?: boolean | undefined
  readonly lineClass?: string | undefined
  /** The key of an entry; by default its id. */
  readonly keyOf?: (item: I) => string | number
  readonly depthOf?: ((item: I) => number) | undefined
  readonly children: (item: I) => ComponentChildren
}

const idOf = (item: unknown): string | number => Object(item).id

export function Lines<I>({
  items,
  none,
  class: kind = '',
  isGrid = false,
  lineClass = '',
  keyOf = idOf,
  depthOf,
  children,
}: LinesProps<I>) {
  if (items.length === 0) return none === undefined ? null : <p class="empty">{none}</p>
  return (
    <ul class={isGrid ? 'grid' : `lines ${kind}`}>
      {items.map((item) => (
        <li
          key={keyOf(item)}
          class={isGrid ? '' : `line ${lineClass}`}
          style={depthOf && { '--depth': String(depthOf(item)) }}
        >
          {children(item)}
        </li>
      ))}
    </ul>
  )
}

interface EntryProps {
  readonly picture?: ComponentChildren
  readonly name: ComponentChildren
  /** What tells it from others, below its name. */
  readonly detail?: ComponentChildren
  /** What stands beside the name, such as languages that are missing. */
  readonly marks?: ComponentChildren
  /** What is known of it, at the end of the row. */
  readonly facts?: ComponentChildren
  readonly children?: ComponentChildren
}

export const Entry = ({ picture, name, detail, marks, facts, children }: EntryProps) => (
  <>
    {picture}
    <span class="entry">
      <span>
        {name} {marks}
      </span>
      {detail && <span class="detail">{detail}</span>}
    </span>
    {facts && <span class="facts">{facts}</span>}
    {children && <span class="acts">{children}</span>}
  </>
)
