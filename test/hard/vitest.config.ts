import { defineConfig } from 'vitest/config'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Stress tests take minutes, and run one file after the other, because they measure and kill processes. */
export default defineConfig({
  root,
  test: {
    include: ['test/hard/**/*.test.ts', '{server,seed,test}/**/*.hard.test.ts'],
    globalSetup: ['test/app/global-setup.ts', 'test/e2e/build.ts'],
    reporters: ['default', './test/runner/slowest-files-reporter.ts'],
    pool: 'forks',
    fileParallelism: false,
    retry: 0,
    testTimeout: 300_000,
    hookTimeout: 120_000,
    expect: { requireAssertions: true, poll: { timeout: 20_000 } },
  },
})
