/**
 * Refuses words of the project's earlier private vocabulary in code, comments and documents. Exits with 1 and one line per
 * finding, with the term to use. `docs/decisions.md` is not checked yet.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Whole words, in any case, and what to write instead. */
const retired: Readonly<Record<string, string>> = {
  he: 'the member, they',
  him: 'the member, them',
  his: "the member's, their",
  whom: 'the member that, the caller that',
  whoever: 'the caller, any member',
  somebody: 'a member, a caller',
  house: 'app',
  shelf: 'card cache',
  bargain: 'priced item',
  newcomer: 'guest client',
  mishap: 'injected fault',
  lapse: 'expire',
  hear: 'receive, handle',
  wish: 'request, intent',
  sealing: 'encryption',
  closings: 'account-deletion hooks',
  fate: 'status, outcome',
  plant: 'seed',
  door: 'authorization',
  handed: 'issued, delivered, passed',
}

const pattern = new RegExp(`(?<![\\w-])(${Object.keys(retired).join('|')})(?![\\w-])`, 'gi')

const files = globSync(
  [
    '{contract,server,simulators,bench,deploy,test}/**/*.{ts,sql,yml,conf,sh}',
    'web/**/*.{ts,tsx,css}',
    'bin/*.mjs',
    'bin/{app,operations,checks}/**/*.ts',
    'seed/{*,activity/*,help-center/*}.ts',
    '{README,CONTRIBUTING}.md',
    'docs/{architecture,operations,security}.md',
  ],
  { cwd: root, exclude: ['**/node_modules/**', '**/*.generated.ts'] },
).filter((path) => path !== 'bin/checks/retired-words.ts')

let findings = 0
for (const path of files.sort()) {
  const lines = readFileSync(join(root, path), 'utf8').split('\n')
  for (const [index, line] of lines.entries())
    for (const [, word = ''] of line.matchAll(pattern)) {
      findings++
      console.error(`${path}:${index + 1}: "${word}": write ${retired[word.toLowerCase()]}`)
    }
}
if (findings > 0) {
  console.error(`${findings} findings`)
  process.exitCode = 1
}
