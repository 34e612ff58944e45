/**
 * Runs the unit tests of one source file with a mutant of it, for each message of the parent process. The source on the
 * disk stays as it is: a plugin of Vite serves the changed text.
 */
import { join } from 'node:path'
import { createVitest, type TestModule } from 'vitest/node'

/** A request: the file, relative to the root, its text, and the test files to run. */
export type MutantRun = { file: string; text: string; tests: readonly string[] }
/** `killed_by` is the first test that failed, null where all passed. */
export type MutantResult = { killed_by: string | null }

const root = join(import.meta.dirname, '../../..')
let current: { path: string; text: string } | undefined

const vitest = await createVitest(
  'test',
  {
    root,
    config: false,
    watch: false,
    include: ['**/*.test.ts'],
    reporters: [{}],
    // The cache's key is the text on the disk: it would keep the mutant for every run of Vitest after this one.
    fsModuleCache: false,
    // Every run evaluates the modules again, in a thread that ends with this process.
    pool: 'threads',
    isolate: true,
    maxWorkers: 1,
    fileParallelism: false,
    bail: 1,
    retry: 0,
    silent: true,
    testTimeout: 10_000,
  },
  {
    plugins: [
      {
        name: 'serve-mutant',
        enforce: 'pre',
        load: (id) => (id === current?.path ? current.text : undefined),
      },
    ],
  },
)

process.on('message', (request: MutantRun) => void runMutant(request))
process.on('disconnect', () => process.exit())
process.send?.('ready')

async function runMutant({ file, text, tests }: MutantRun): Promise<void> {
  const path = join(root, file)
  current = { path, text }
  vitest.invalidateFile(path)
  // Results of earlier runs are kept otherwise, and count for `bail`.
  vitest.state.clearErrors()
  vitest.state.filesMap.clear()
  vitest.state.idMap.clear()
  const project = vitest.getRootProject()
  const specifications = tests.map((test) => project.createSpecification(join(root, test)))
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  const result: MutantResult = {
    killed_by: firstFailure(testModules) ?? (unhandledErrors.length > 0 ? 'unhandled error' : null),
  }
  process.send?.(result)
}

function firstFailure(modules: readonly TestModule[]): string | undefined {
  for (const module of modules) {
    for (const test of module.children.allTests('failed')) return test.fullName
    if (module.state() === 'failed') return `${module.relativeModuleId} as a whole`
    // A mutant under which no test is collected is found, and so is a wrong list of test files.
    if ([...module.children.allTests()].length === 0) return `${module.relativeModuleId} is empty`
  }
  return undefined
}
