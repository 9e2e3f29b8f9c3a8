import { availableParallelism } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longest-first.ts'
import { drawSeed } from './test/support/run-seed.ts'

drawSeed()

// Each test opens a service and closes it again. With more room (MiB) for young objects, most of it is garbage when the collector
// comes: with V8's default, copying what was still in use took a sixth of all time.
setFlagsFromString('--min-semi-space-size=64')
setFlagsFromString('--max-semi-space-size=128')
// Most functions run too seldom to be worth compiling with all optimisations: V8 waits ten times as long as by default. Node 24 has no such
// flag, and a compiler in between that costs less.
if (Number(process.versions.node.split('.')[0]) < 24) setFlagsFromString('--interrupt-budget=700000')

/** Tests in the rooms of the quick run that take long: they start processes, or try many cases. */
const slow = ['test/**/*.slow.test.ts']
/** What `npm run test:quick` runs between two edits. */
const quick = ['domain', 'contract', 'store', 'http'].map((room) => `test/${room}/**/*.test.ts`)

const isQuick = process.argv.some(
  (arg, at, all) => arg === '--project=quick' || (arg === 'quick' && all[at - 1] === '--project'),
)
const isShuffled = process.argv.some((arg) => arg.startsWith('--sequence.shuffle'))

const common = {
  setupFiles: ['test/support/seed.ts', 'test/support/cheap-hashes.ts', 'test/support/cheap-keys.ts'],
  pool: 'threads' as const,
  // What every file imports is read and compiled once for each worker: that was a third of all time.
  isolate: false,
  // On a machine that does other things too, what takes a second may take a minute.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
}

export default defineConfig({
  test: {
    globalSetup: [
      'test/support/scratch.ts',
      'test/support/starter.ts',
      'test/support/left-out-list.ts',
      'test/support/databases.ts',
      'test/support/bundled.ts',
    ],
    // Modules that have not changed since the last run are not compiled again: that was a third of a short run.
    experimental: { fsModuleCache: true },
    // Each compiles the service anew. On two cores, a third worker takes as long for that as it saves by using what others wait.
    maxWorkers: Math.min(4, availableParallelism()),
    maxConcurrency: 5,
    // Vitest ignores --sequence.shuffle where a sequencer is set.
    ...(!isShuffled && { sequence: { sequencer: LongestFirst } }),
    // One of them: Vitest starts new workers for each project, and each worker compiles all modules again.
    projects: [
      isQuick
        ? { test: { ...common, name: 'quick', include: quick, exclude: slow } }
        : { test: { ...common, name: 'full', include: ['test/**/*.test.ts'] } },
    ],
  },
})
