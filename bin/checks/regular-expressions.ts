/**
 * Refuses regular expressions of the server whose time grows faster than their input, because input comes from outside. Exits
 * with 1 and prints one line per finding. A comment in the two lines above excuses one that is not decided or that meets short
 * input only: `linear: ` and the reason.
 */
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parseSync, type ESTree, Visitor } from 'vite'

const root = join(import.meta.dirname, '../..')
type Decision =
  | { status: 'safe' }
  | { status: 'unknown'; error: { kind: string } }
  | { status: 'vulnerable'; complexity: { summary: string }; attack: { pattern: string } }

/** Its types are out of reach, because only the checks install it. */
const { checkSync } = createRequire(join(root, 'bin/packages/check/package.json'))('recheck') as {
  checkSync(pattern: string, flags: string, options: { timeout: number }): Decision
}

/** Milliseconds for one expression on a busy machine; a decision takes 50 on average. */
const timeout = 120_000

type Expression = { pattern: string; flags: string; start: number }

/** Returns the literals of a file, and the constant ones of `new RegExp`. */
function expressionsOf(path: string, text: string): Expression[] {
  const found: Expression[] = []
  new Visitor({
    Literal(node) {
      if ('regex' in node) found.push({ ...node.regex, start: node.start })
    },
    NewExpression({ callee, arguments: [pattern, flags], start }) {
      if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return
      if (pattern?.type !== 'Literal' || typeof pattern.value !== 'string') return
      const value = flags?.type === 'Literal' ? String(flags.value) : ''
      found.push({ pattern: pattern.value, flags: value, start })
    },
  }).visit(parseSync(path, text).program as ESTree.Program)
  return found
}

const files = globSync('{contract,server,simulators}/**/*.ts', {
  cwd: root,
  exclude: ['**/*.test.ts', '**/*.generated.ts'],
})
const decided = new Map<string, string>()
let count = 0
let findings = 0
for (const path of files.sort()) {
  const text = readFileSync(join(root, path), 'utf8')
  const lines = text.split('\n')
  for (const { pattern, flags, start } of expressionsOf(path, text)) {
    count++
    const line = text.slice(0, start).split('\n').length
    if (lines.slice(Math.max(0, line - 3), line).some((each) => each.includes('// linear: ')))
      continue
    const key = `/${pattern}/${flags}`
    const summary = decided.get(key) ?? describe(checkSync(pattern, flags, { timeout }))
    decided.set(key, summary)
    if (summary === '') continue
    findings++
    console.error(`${path}:${line}: ${key}: ${summary}`)
  }
}
if (count === 0) throw new Error('No regular expression was read')
if (findings > 0) {
  console.error(`${findings} findings`)
  process.exitCode = 1
}

/** Returns an empty text for an expression of linear time. */
function describe(result: Decision): string {
  if (result.status === 'safe') return ''
  if (result.status === 'unknown') return `not decided (${result.error.kind})`
  return `${result.complexity.summary}, for example ${result.attack.pattern}`
}
