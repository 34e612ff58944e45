import { defineConfig } from 'vitest/config'
import { join } from 'node:path'

/** The same journeys in each browser that is installed, one browser after the other. */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    include: ['test/browsers/**/*.test.ts'],
    globalSetup: ['test/app/global-setup.ts', 'test/e2e/build.ts'],
    reporters: ['verbose'],
    pool: 'forks',
    fileParallelism: false,
    retry: 0,
    testTimeout: 180_000,
    hookTimeout: 240_000,
    expect: { requireAssertions: true, poll: { timeout: 20_000 } },
  },
})
