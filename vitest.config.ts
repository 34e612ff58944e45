import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,web,seed,simulators,test}/**/*.test.{ts,tsx}'],
    exclude: ['test/hard/**', 'node_modules/**'],
    globalSetup: ['test/database.ts'],
    pool: 'forks',
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
