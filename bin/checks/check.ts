/** `npm run check`: runs format, lint, type and drift checks and reports all of them. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const program = (path: string) => join(root, 'bin/packages/check/node_modules', path)

/** oxlint searches its type-aware part only below the current folder. */
const env = {
  ...process.env,
  OXLINT_TSGOLINT_PATH: program('oxlint-tsgolint/bin/tsgolint.js'),
}

const checks: { name: string; args: string[] }[] = [
  { name: 'route types', args: [join(root, 'node_modules/@react-router/dev/bin.cjs'), 'typegen'] },
  { name: 'types', args: [program('typescript/bin/tsc'), '--noEmit', '-p', root] },
  { name: 'rules', args: [program('oxlint/bin/oxlint'), '--type-aware'] },
  { name: 'structure', args: [join(root, 'bin/checks/structure.ts')] },
  { name: 'vocabulary', args: [join(root, 'bin/checks/retired-words.ts')] },
  { name: 'documents', args: [join(root, 'bin/checks/documents.ts')] },
  { name: 'decisions', args: [join(root, 'bin/checks/decisions.ts')] },
  { name: 'regular expressions', args: [join(root, 'bin/checks/regular-expressions.ts')] },
  { name: 'format', args: [program('oxfmt/bin/oxfmt'), '--check'] },
  { name: 'api client', args: [join(root, 'bin/checks/api-client.ts'), '--check'] },
  { name: 'tables of documents', args: [join(root, 'bin/checks/doc-tables.ts'), '--check'] },
  { name: 'page sizes', args: [join(root, 'bin/checks/page-sizes.ts')] },
  { name: 'kubernetes', args: [join(root, 'bin/checks/kubernetes.ts')] },
  { name: 'migrations', args: [join(root, 'bin/checks/migration-lock.ts')] },
  { name: 'database types', args: [join(root, 'bin/checks/db-types.ts'), '--check'] },
]

let failed = 0
for (const { name, args } of checks) {
  const startedAt = performance.now()
  const result = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' })
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  const passed = result.status === 0
  console.log(`${passed ? 'passed' : 'FAILED'}  ${name} (${seconds} s)`)
  // A check that compares only a part of what it could says so.
  for (const note of result.stdout.match(/^note: .*/gm) ?? []) console.log(`        ${note}`)
  if (!passed) {
    failed++
    console.log(`${result.stdout}${result.stderr}`)
  }
}
process.exitCode = failed > 0 ? 1 : 0
