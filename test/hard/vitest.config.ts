import { defineConfig } from 'vitest/config'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Campaigns: minutes, not seconds, one file after the other, because they measure and kill. */
export default defineConfig({
  root,
  test: {
    include: ['test/hard/**/*.test.ts'],
    globalSetup: ['test/database.ts'],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
})
