/** What waits for a decision, in a list beside the entry that is shown. */
import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { whenText } from '../events/list/texts.tsx'
import { loadAtVenue } from '../events/warnings.tsx'
import { useLoaded } from '../parts/loaded.tsx'
import { agoText } from '../time/wall.ts'
import { t } from '../words/index.ts'
import { isPast, isWaitingForAnswer, type ReviewQueueEntry } from './review.ts'

/** What takes place at the venues of an entry meanwhile, other dates of its series apart: none until it is known. It is asked for an entry in sight. */
export function useClashes({ event }: ReviewQueueEntry, isInSight = true) {
  const venues = isInSight ? [event.venue].flat().map(({ id }) => id) : []
  const load = () => loadAtVenue(venues, event, { id: event.id, series: event.series?.id })
  return useLoaded(load, [event.id, event.modified_utc, isInSight]).value ?? []
}

/**
 * Which entry of a queue is shown, by their keys. One that somebody went to stays while others leave the queue or come back: nobody decides
 * on another one than they look at. In place of one that is gone, or was passed on, the next one is shown.
 */
export function useShownEntry() {
  const [shown, setShown] = useState('')
  const last = useRef(0)
  return {
    indexIn(keys: readonly string[]): number {
      const kept = keys.indexOf(shown)
      last.current = kept < 0 ? last.current % Math.max(keys.length, 1) : kept
      return last.current
    },
    /** Shows one by its index, which goes on around the ends. */
    show: (keys: readonly string[], index: number) => setShown(keys.at(index % keys.length) ?? ''),
    passOn: (key: string) => setShown((now) => (now === key ? '' : now)),
  }
}

/** Whether an element was in sight since it was rendered. */
function useWasInSight(of: RefObject<Element | null>): boolean {
  const [wasInSight, setInSight] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver((seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) setInSight(true)
    })
    if (of.current !== null) observer.observe(of.current)
    return () => observer.disconnect()
  }, [])
  return wasInSight
}

interface RowProps {
  readonly entry: ReviewQueueEntry
  readonly isShown: boolean
  readonly show: () => void
}

/** An entry in short: what, when, of which group, how long it waits, and what a reviewer should know before. */
function QueueRow({ entry, isShown, show }: RowProps) {
  const { event, since, draft } = entry
  const row = useRef<HTMLButtonElement>(null)
  const hasClash = useClashes(entry, useWasInSight(row)).length > 0
  useEffect(() => {
    if (isShown) row.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isShown])
  return (
    <li>
      <button type="button" ref={row} class="waiting" aria-current={isShown} onClick={show}>
        <strong>{event.title}</strong>
        <span class="detail">{[whenText(event), event.group?.name].filter(Boolean).join(' · ')}</span>
        <span class="detail">
          {agoText(since)}
          {event.series !== null && <small class="tag">{t('one.series')}</small>}
          {draft !== undefined && <small class="tag">{t('changes-draft.proposed')}</small>}
          {isPast(entry) && <span class="status pending">{t('review.past')}</span>}
          {hasClash && <span class="status pending">{t('missing.clash')}</span>}
        </span>
      </button>
    </li>
  )
}

interface QueueProps {
  readonly all: readonly ReviewQueueEntry[]
  readonly index: number
  readonly show: (index: number) => void
}

/** All entries: first those that wait for a decision, then those that wait for an answer. */
export function ReviewQueue({ all, index, show }: QueueProps) {
  const parts = [
    ['review.queue', all.filter((one) => !isWaitingForAnswer(one))],
    ['review.asked.all', all.filter(isWaitingForAnswer)],
  ] as const
  return (
    <nav class="queue" aria-label={t('review.place', { number: index + 1, all: all.length })}>
      {parts.map(
        ([title, entries]) =>
          entries.length > 0 && (
            <section key={title}>
              <h2>
                {t(title)} <span class="count">{entries.length}</span>
              </h2>
              <ol>
                {entries.map((entry) => (
                  <QueueRow
                    key={entry.key}
                    entry={entry}
                    isShown={entry === all[index]}
                    show={() => show(all.indexOf(entry))}
                  />
                ))}
              </ol>
            </section>
          ),
      )}
    </nav>
  )
}
