import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { hlsBuild } from './bin/app/hls-build.ts'

const hard = '**/*.hard.test.ts'
const integration = '**/*.integration.test.ts'
const database = 'test/app/global-setup.ts'

export default defineConfig({
  test: {
    reporters: ['default', './test/runner/slowest-files-reporter.ts'],
    pool: 'forks',
    // One process evaluates the server's modules once for all files that it runs. Most of a file's time was spent on that.
    isolate: false,
    // Node imports the sources as it does in production, with its compile cache, so no file is transformed.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // One more than cores, because workers of the browser project wait for pages and films.
    maxWorkers: availableParallelism() + 1,
    retry: 0,
    // Limits for a machine many times slower than usual: nothing waits for them unless it hangs. A step of a page (`site.ts`)
    // and a poll end before their test, so that a failure names them.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { requireAssertions: true, poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{contract,server,seed,simulators,test}/**/*.test.ts'],
          exclude: ['test/{browsers,contract,e2e,hard}/**', integration, hard],
        },
      },
      // A process of their own: they replace globals of the browser and evaluate modules again.
      {
        extends: true,
        plugins: [hlsBuild],
        test: {
          name: 'unit-web',
          include: ['web/**/*.test.{ts,tsx}'],
          unstubGlobals: true,
          // Node does not import JSX.
          experimental: { viteModuleRunner: true },
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: [`{contract,server,seed,simulators,test}/${integration}`],
          globalSetup: [database],
        },
      },
      {
        extends: true,
        test: {
          name: 'contract',
          include: ['test/contract/**/*.test.ts'],
          exclude: [hard],
          globalSetup: [database],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/e2e/**/*.test.ts'],
          exclude: [hard],
          globalSetup: [database, 'test/e2e/build.ts'],
        },
      },
    ],
  },
})
