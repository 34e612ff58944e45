import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const importPattern = /^(?:import|export) (?!type )[^'"]*?['"]([^'"]+)['"]/gm
/** A test file that imports one of these, directly or through other files of `test/`, uses PostgreSQL. */
const databaseModules = new Set(['test/app/test-app.ts', 'test/app/global-setup.ts'])

/** The first line of a hard test that is not in `test/hard/`; the reason follows. */
const hardMark = '// hard: '

export type TestFiles = Record<'unit' | 'integration' | 'contract' | 'browser' | 'hard', string[]>

/**
 * Sorts the test files into projects by path and imports, so that no list of files is needed.
 * - `hard`: below `test/hard/`, or with a first line `// hard: ` and the reason. Only `npm run test:hard` runs these.
 * - `browser`: below `test/e2e/`.
 * - `contract`: below `test/contract/`.
 * - `integration`: imports `test/app/test-app.ts`, or injects the database with `inject('database')`.
 * - `unit`: everything else.
 *
 * `test/browsers/` has its own configuration.
 */
export function sortTestFiles(): TestFiles {
  const needsDatabase = createDatabaseCheck()
  const files: TestFiles = { unit: [], integration: [], contract: [], browser: [], hard: [] }
  const pattern = '{contract,server,web,seed,simulators,test}/**/*.test.{ts,tsx}'
  for (const path of globSync(pattern, { cwd: root }).sort()) {
    if (path.startsWith('test/browsers/')) continue
    if (isHardTest(path)) files.hard.push(path)
    else if (path.startsWith('test/e2e/')) files.browser.push(path)
    else if (path.startsWith('test/contract/')) files.contract.push(path)
    else if (needsDatabase(path)) files.integration.push(path)
    else files.unit.push(path)
  }
  return files
}

/** @param path relative to the root. */
export function isHardTest(path: string): boolean {
  return path.startsWith('test/hard/') || readSource(path).startsWith(hardMark)
}

const readSource = (path: string) => readFileSync(join(root, path), 'utf8')

function createDatabaseCheck(): (path: string) => boolean {
  const known = new Map<string, boolean>()
  function check(path: string): boolean {
    if (databaseModules.has(path)) return true
    const before = known.get(path)
    if (before !== undefined) return before
    // Guards against import cycles.
    known.set(path, false)
    const source = readSource(path)
    const isUsed = source.includes("inject('database')") || importsOf(path, source).some(check)
    known.set(path, isUsed)
    return isUsed
  }
  return check
}

/**
 * @returns the files that may lead to the database's test helpers, relative to the root: helpers in `test/`, and files
 * beside the importing one. Product code imports no test helper.
 */
function importsOf(path: string, source: string): string[] {
  return [...source.matchAll(importPattern)].flatMap(([, name = '']) => {
    if (name.startsWith('#test/')) return [name.slice(1)]
    return name.startsWith('.') && name.endsWith('.ts') ? [join(dirname(path), name)] : []
  })
}
