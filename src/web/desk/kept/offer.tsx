/** Offers to restore what was not saved in a tab that was closed. */
import { useEffect, useState } from 'preact/hooks'
import { dateTimeText } from '../time/wall.ts'
import { browserZone, wallTimeIn } from '../time/zones.ts'
import { t } from '../words/index.ts'
import type { UnsavedFormStore, UnsavedValues } from './unsaved-values.ts'

interface OfferProps<T> {
  readonly keeping: UnsavedFormStore<T>
  /** Whether the form is changed, so that restoring would lose something. */
  readonly isChanged: boolean
  /** The name of what is restored, if it has one. */
  readonly nameOf?: ((values: T) => string) | undefined
  /** Whether there is something to restore. */
  readonly isWorth?: (kept: UnsavedValues<T>) => boolean
  readonly take: (kept: UnsavedValues<T>) => void
}

/** The offers, one for each tab that was closed with this form. */
export function RestoreUnsavedOffer<T>({
  keeping,
  isChanged,
  nameOf,
  isWorth = () => true,
  take,
}: OfferProps<T>) {
  const [found, setFound] = useState<readonly UnsavedValues<T>[]>([])
  useEffect(() => void keeping.abandoned().then((all) => setFound(all.filter(isWorth))), [keeping])
  if (isChanged || found.length === 0) return null
  const settle = (one: UnsavedValues<T>, act: (kept: UnsavedValues<T>) => void) => () => {
    act(one)
    setFound(found.filter((other) => other !== one))
  }
  return (
    <>
      {found.map((one) => (
        <div key={one.at} class="kept" role="status">
          <p>
            {t('kept', { at: dateTimeText(wallTimeIn(browserZone, one.time)) })} {nameOf?.(one.values)}
          </p>
          <div class="actions">
            <button
              type="button"
              class="main"
              onClick={settle(one, (kept) => {
                keeping.takeUp(kept)
                take(kept)
              })}
            >
              {t('kept.take')}
            </button>
            <button type="button" onClick={settle(one, keeping.discard)}>
              {t('kept.discard')}
            </button>
          </div>
        </div>
      ))}
    </>
  )
}
