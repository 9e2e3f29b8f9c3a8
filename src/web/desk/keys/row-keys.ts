/** The keys of lists: `j` and `k` go through the rows, `x` chooses the one with the focus, and `a` all of them. */
import { useShortcutKeys } from './shortcut-keys.ts'

const ROWS = '.events tbody tr:not(.day), .lines .line'
const TICK = 'input[type=checkbox]'

const rowOf = (element: Element | null) => element?.closest(ROWS)

function go(by: 1 | -1): void {
  const all = [...document.querySelectorAll(ROWS)]
  const current = rowOf(document.activeElement)
  const row = all[current ? all.indexOf(current) + by : 0]
  const target = row?.querySelector<HTMLElement>('th a, a.name') ?? row?.querySelector<HTMLElement>(TICK)
  target?.focus()
}

/** Makes the keys work while a list is shown; `more` are keys of its own, each with what it presses in the row with the focus. */
export function useRowKeys(more: Readonly<Record<string, string>> = {}): void {
  const press = (inRow: string) => () =>
    rowOf(document.activeElement)?.querySelector<HTMLElement>(inRow)?.click()
  useShortcutKeys({
    j: () => go(1),
    k: () => go(-1),
    x: press(TICK),
    a: () => document.querySelector<HTMLElement>(`.events thead ${TICK}, .check.all ${TICK}`)?.click(),
    ...Object.fromEntries(Object.entries(more).map(([key, inRow]) => [key, press(inRow)])),
  })
}
