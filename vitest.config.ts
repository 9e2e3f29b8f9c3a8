import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longest-first.ts'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/left-out-list.ts', 'test/support/databases.ts', 'test/support/bundled.ts'],
    setupFiles: ['test/support/seed.ts'],
    pool: 'threads',
    maxWorkers: 2,
    maxConcurrency: 3,
    // What every file imports is read and compiled once for each worker: that was a third of all time.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // On a machine that does other things too, what takes a second may take a minute.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    coverage: { include: ['src/**/*.ts'], reporter: ['text-summary', 'html'] },
  },
})
