/**
 * Checks `docs/decisions/`: at most 60 pages with a number, title, status and date of their own, and that every reference names a
 * page. Exits with 1 and prints one line per finding.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'docs/decisions')
const heading = /^# .+\n\n(?:Accepted|Superseded by \d{4}), \d{4}-\d\d-\d\d\n/
const referencePattern = /\bdecisions\/(\d{4}[\w-]*)|\bD-\d{2,3}\b/g
const findings: string[] = []

const pages = globSync('[0-9]*.md', { cwd: folder }).map((path) => path.replace('.md', ''))
const numbers = new Set(pages.map((page) => page.slice(0, 4)))
if (pages.length > 60) findings.push(`docs/decisions: ${pages.length} pages, at most 60`)
if (numbers.size < pages.length) findings.push('docs/decisions: a number is used twice')
for (const page of pages.sort())
  if (!heading.test(readFileSync(join(folder, `${page}.md`), 'utf8')))
    findings.push(`${page}: begins with its title, status and date`)

const folders = '{bench,bin,contract,deploy,docs,seed,server,simulators,test,web}'
const files = globSync(['*.md', `${folders}/**/*.{css,md,mjs,sql,ts,tsx,yml}`], {
  cwd: root,
  exclude: ['**/node_modules/**'],
})
for (const path of files.sort())
  for (const [text, page] of readFileSync(join(root, path), 'utf8').matchAll(referencePattern))
    if (!pages.includes(page ?? '')) findings.push(`${path}: ${text} names no decision`)

for (const finding of findings) console.error(finding)
if (findings.length > 0) process.exitCode = 1
