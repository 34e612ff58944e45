import { defineConfig } from 'vitest/config'

const inBrowser = 'test/e2e/**'

export default defineConfig({
  test: {
    globalSetup: ['test/database.ts'],
    pool: 'forks',
    // A late machine fails a test once; a fault fails it twice. What was tried again is named in the report, to be mended.
    retry: 1,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Who waits for something goes on as soon as it is there: a late machine is given its time.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'quick',
          include: ['{contract,server,web,seed,simulators,test}/**/*.test.{ts,tsx}'],
          exclude: [inBrowser, 'test/hard/**', 'node_modules/**'],
          // Vitest leaves a core to itself, which has little to do: of two that would be half of the time.
          maxWorkers: '100%',
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: [`${inBrowser}/*.test.ts`],
          // A browser, its server and its database have cores enough to fill by themselves.
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
