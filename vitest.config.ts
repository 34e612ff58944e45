import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,web,seed,simulators,test}/**/*.test.{ts,tsx}'],
    exclude: ['test/hard/**', 'node_modules/**'],
    globalSetup: ['test/database.ts'],
    pool: 'forks',
    // A late machine fails a test once; a fault fails it twice. What was tried again is named in the report, to be mended.
    retry: 1,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
