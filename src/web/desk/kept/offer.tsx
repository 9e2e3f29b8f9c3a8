/** Offers to restore what was not saved in a tab that was closed. */
import { useEffect, useState } from 'preact/hooks'
import { momentText } from '../time/wall.ts'
import { clockIn, ownZone } from '../time/zones.ts'
import { t } from '../words/index.ts'
import type { Kept, KeptForm } from './kept.ts'

interface OfferProps<T> {
  readonly keeping: KeptForm<T>
  /** Whether the form is changed, so that restoring would lose something. */
  readonly isChanged: boolean
  /** The name of what is restored, if it has one. */
  readonly nameOf?: ((values: T) => string) | undefined
  /** Whether there is something to restore. */
  readonly isWorth?: (kept: Kept<T>) => boolean
  readonly take: (kept: Kept<T>) => void
}

/** The offers, one for each tab that was closed with this form. */
export function KeptOffer<T>({ keeping, isChanged, nameOf, isWorth = () => true, take }: OfferProps<T>) {
  const [found, setFound] = useState<readonly Kept<T>[]>([])
  useEffect(() => void keeping.abandoned().then((all) => setFound(all.filter(isWorth))), [keeping])
  if (isChanged || found.length === 0) return null
  const settle = (one: Kept<T>, act: (kept: Kept<T>) => void) => () => {
    act(one)
    setFound(found.filter((other) => other !== one))
  }
  return (
    <>
      {found.map((one) => (
        <div key={one.at} class="kept" role="status">
          <p>
            {t('kept', { at: momentText(clockIn(ownZone, one.time)) })} {nameOf?.(one.values)}
          </p>
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
      ))}
    </>
  )
}
