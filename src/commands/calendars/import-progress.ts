/** How far an import is, for the terminal. */
import type { ImportSetup } from '../../calendars/import/batches.ts'
import type { ImportTally } from '../../calendars/import/tally.ts'
import { countWithNoun } from '../support/counted.ts'

/** Shows how much is imported so far on one line of the terminal: of how much, where that is known. */
export function progressReporter(terminal: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>) {
  let all = 0
  return {
    onTotal(total: number) {
      all = total
    },
    onProgress({ lines, refused }: Pick<ImportTally, 'lines' | 'refused'>) {
      const share = all > 0 ? ` of ${all} (${Math.min(100, Math.floor((100 * lines) / all))} %)` : ''
      const text = all > 0 ? `${lines}${share}` : countWithNoun(lines, 'line')
      if (terminal.isTTY) terminal.write(`\r${text}, ${refused} refused`)
    },
  } satisfies Partial<ImportSetup>
}
