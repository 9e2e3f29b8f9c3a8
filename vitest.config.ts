import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/databases.ts', 'test/support/bundled.ts'],
    setupFiles: ['test/support/seed.ts'],
    pool: 'threads',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    coverage: { include: ['src/**/*.ts'], reporter: ['text-summary', 'html'] },
  },
})
