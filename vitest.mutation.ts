/** The tests that mutants of support/, domain/ and contract/ are to be found by: those that need no service, and those that take no time. */
import { defineConfig } from 'vitest/config'

/** Long texts and many samples: they say that something is fast, or so for anything, and take longer than all others together. */
const slow = 'hostile|takes time|takes little time|given up on|the second time|its own slug'

export default defineConfig({
  test: {
    include: process.env.FASTI_MUTATION_TESTS?.split(',') ?? [
      'test/domain/*.test.ts',
      'test/contract/{document,documents,extras,inline,kinds,subscription-kinds}.test.ts',
      'test/spec/*.test.ts',
    ],
    globalSetup: ['test/support/databases.ts'],
    setupFiles: ['test/support/seed.ts'],
    pool: 'threads',
    testTimeout: 60_000,
    testNamePattern: new RegExp(`^(?!.*(${slow})).*$`),
  },
})
