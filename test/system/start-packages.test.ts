import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import { checkTasks, devTasks } from '../../bin/install.mjs'
import { taskFiles } from '../../bin/tasks.mjs'

const root = join(import.meta.dirname, '../..')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
  'dependencies' | 'optionalDependencies' | 'devDependencies',
  Record<string, string>
>

const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

/** Follows imports from some files. @returns each package reached, with one file that imports it. */
function packagesFrom(entries: string[]): Map<string, string> {
  const packages = new Map<string, string>()
  const files = new Set(entries)
  // A set iterates over entries that are added during the iteration.
  for (const file of files) {
    const name = relative(root, file)
    const code = readFileSync(file, 'utf8')
    for (const specifier of specifiersOf(name, code)) {
      const path = specifier.split('?')[0]!
      if (path.startsWith('.')) files.add(join(dirname(file), path))
      else if (path.startsWith('#')) files.add(join(root, path.slice(1)))
      else if (!isBuiltin(path) && !path.startsWith('virtual:')) packages.set(packageOf(path), name)
    }
    // Threads and child processes are started by file name, programs of packages by path.
    for (const [, path] of code.matchAll(
      /(?:new URL\(|\bentry = join\(import\.meta\.dirname, )'([^']+\.ts)'/g,
    ))
      files.add(join(dirname(file), path!))
    for (const [, program] of code.matchAll(/'node_modules\/((?:@[^/']+\/)?[^/']+)/g))
      packages.set(program!, name)
  }
  return packages
}

/** Returns the runtime imports of a file, without type imports. */
function specifiersOf(name: string, code: string): string[] {
  if (name.endsWith('.css'))
    return [...code.matchAll(/@import '([^']+)'/g)].map(([, path]) => path!)
  if (!/\.tsx?$/.test(name)) return []
  const { module } = parseSync(name, code)
  const isType = (entries: { isType: boolean }[]) =>
    entries.length > 0 && entries.every((entry) => entry.isType)
  return [
    ...module.staticImports
      .filter(({ entries }) => !isType(entries))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports
      .flatMap(({ entries }) => entries)
      .flatMap(({ isType, moduleRequest }) =>
        moduleRequest && !isType ? [moduleRequest.value] : [],
      ),
    ...module.dynamicImports
      .map(({ moduleRequest }) => code.slice(moduleRequest.start, moduleRequest.end))
      .flatMap((text) => /^'([^']+)'$/.exec(text)?.[1] ?? []),
  ]
}

const filesOf = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|\.d\.ts$/.test(name))
    .map((name) => join(root, folder, name))

/** The tasks that `bin/run.mjs` runs with `dependencies` only, the processes of `npm start`, and the pages. */
const startEntries = () => [
  ...Object.entries(taskFiles)
    .filter(([task]) => ![...devTasks, ...checkTasks].includes(task))
    .map(([, file]) => join(root, 'bin', file)),
  ...filesOf('web'),
  ...['server/main.ts', 'server/worker.ts', 'simulators/payment-gateway/main.ts'].map((name) =>
    join(root, name),
  ),
  ...['vite.config.ts', 'react-router.config.ts'].map((name) => join(root, name)),
]

it('reaches only packages that npm start installs', () => {
  const reached = packagesFrom(startEntries())
  // Guards the walk: it must cover the server, its threads, the pages and their build.
  for (const name of ['fastify', 'sharp', 'tailwindcss', 'vite', '@react-router/dev'])
    expect([...reached.keys()]).toContain(name)
  const installed = { ...manifest.dependencies, ...manifest.optionalDependencies }
  expect([...reached].filter(([name]) => !Object.hasOwn(installed, name))).toEqual([])
})
