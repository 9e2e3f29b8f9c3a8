/** How far an import is, for the terminal. */
import type { ImportSetup } from '../../calendars/import/batches.ts'
import type { ImportTally } from '../../calendars/import/tally.ts'
import { countWithNoun } from '../support/count-with-noun.ts'

/** After how many lines a log says how far an import is. */
const LINES_IN_LOG = 10_000

/**
 * Shows how much is imported so far: of how much, where that is known. It is on one line of a terminal; a log gets a line after each
 * ten thousand, so that small imports say nothing there.
 */
export function makeImportProgressListeners(terminal: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>) {
  let [all, logged] = [0, 0]
  return {
    onTotal(total: number) {
      all = total
    },
    onProgress({ lines, refused }: Pick<ImportTally, 'lines' | 'refused'>) {
      const share = all > 0 ? ` of ${all} (${Math.min(100, Math.floor((100 * lines) / all))} %)` : ''
      const text = all > 0 ? `${lines}${share}` : countWithNoun(lines, 'line')
      if (terminal.isTTY) terminal.write(`\r${text}, ${refused} refused`)
      else if (lines - logged >= LINES_IN_LOG) {
        logged = lines
        terminal.write(`${text}, ${refused} refused\n`)
      }
    },
  } satisfies Partial<ImportSetup>
}
