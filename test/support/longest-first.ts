/** The order of files: those that take long come first, so that no worker ends long after the other. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files whose length in bytes says nothing of how long they take, in the order in which they begin. */
const long = [
  'end-to-end',
  'docs/pages',
  'desk/desk',
  'commands/backup',
  'pages/site-browser',
  'contract/examples',
  'calendars/icalendar',
  'lists/pairwise',
  'store/almanac',
  'access/matrix',
  'hostile/bad-input',
  'hostile/caches',
  'contract/statuses',
  'soak',
  'torture',
  'faults',
  'fuzz',
  'package',
  'commands/workers',
]

/** Begins with the files that are known to take long; the others as Vitest has it, by what they took the last time or by size. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = long.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`))
      return at === -1 ? long.length : at
    }
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}
