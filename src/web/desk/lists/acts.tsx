import { useRef } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { useMeasure } from '../parts/measure.ts'
import { ActionMenu } from '../shell/action-menu.tsx'
import { type PaletteActOfView, useViewActs } from '../shell/keys.ts'
import { t } from '../words/index.ts'

export interface Act extends PaletteActOfView {
  readonly isDangerous?: boolean
}

interface ActsProps {
  readonly acts: readonly Act[]
  readonly isDisabled?: boolean
}

/** How many buttons of a row stand in its first line; none where the row is not shown. */
function countInFirstLine(row: HTMLElement): number {
  const all = [...row.querySelectorAll('button')]
  return all.filter((one) => one.offsetWidth > 0 && one.offsetTop === all[0]?.offsetTop).length
}

/** Acts on what is chosen, in one row. Those that it has no room for are in a menu; on a telephone all of them. The palette offers them, too. */
export function Acts({ acts, isDisabled = false }: ActsProps) {
  const row = useRef<HTMLDivElement>(null)
  const fitting = useMeasure(row, countInFirstLine)
  useViewActs(acts)
  const button = ({ label, isDangerous, run }: Act, isSeen = true) => (
    <Button
      key={label}
      class={isDangerous ? 'danger' : undefined}
      style={{ visibility: isSeen ? undefined : 'hidden' }}
      disabled={isDisabled}
      onClick={run}
      label={label}
    />
  )
  return (
    <>
      <div class="bulk-acts" ref={row}>
        {acts.map((act, at) => button(act, at < fitting))}
      </div>
      {fitting < acts.length && (
        <ActionMenu closesWithAct word={fitting === 0 ? t('acts') : ''}>
          {acts.slice(fitting).map((act) => button(act))}
        </ActionMenu>
      )}
    </>
  )
}
