/** The import of a file of six thousand real events into an empty calendar. */
import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { performance } from 'node:perf_hooks'
import type { Case, Measured } from '../case.ts'
import { ran } from '../processes.ts'
import { median } from '../rounds.ts'
import type { Stage } from '../stage.ts'

const TIMES = 3
const what = 'import of 6,007 conferences'
const target = { is: 'at most', value: 3, of: 's' } as const

async function run({ root, small }: Stage): Promise<Measured> {
  const file = resolve(root, '../shared/data/conferences.jsonl')
  if (!existsSync(file))
    return { findings: [{ what, target, measured: undefined, because: `${file} is missing` }], figures: [] }
  const taken: number[] = []
  for (let time = 0; time < TIMES; time++) {
    const folder = join(small().folder, 'empty')
    mkdirSync(folder)
    const env = { FASTI_DATA_DIR: folder }
    await ran(process.execPath, [join(root, 'dist/main.js'), 'user', 'add', 'bench', '--role', 'editor'], {
      env,
    })
    const start = performance.now()
    // Three lines of the file are refused, so the exit code is not 0.
    await ran(process.execPath, [join(root, 'dist/main.js'), 'import', file], {
      env,
    }).catch((error: unknown) => {
      if (!String(error).includes('refused')) throw error
    })
    taken.push((performance.now() - start) / 1000)
  }
  return { findings: [{ what, target, measured: median(taken) }], figures: [] }
}

export const importing: Case = {
  name: 'import',
  method: `\`fasti import\` of 6,007 real conferences, one create body a line, into an empty calendar: the median of ${TIMES}, with the start of the process.`,
  run,
}
