/**
 * Checks the documents: at most 18,000 words in docs/, links, headings, paths and npm commands that exist, and `.env.example`, which
 * describes every setting with its default. Exits with 1 and prints one line per finding.
 */
import { readConfig, renamedVariables } from '#server/config.ts'
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const maxWords = 18_000
const root = join(import.meta.dirname, '../..')
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')
const findings: string[] = []

const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).sort()
const words = pages
  .filter((path) => path.startsWith('docs/'))
  .reduce((sum, path) => sum + (textOf(path).match(/\S+/g)?.length ?? 0), 0)
if (words > maxWords) findings.push(`docs/ has ${words} words, at most ${maxWords}`)

/** The fragments of a page's headings, as GitHub makes them. */
const anchorsOf = (path: string) =>
  Array.from(textOf(path).matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
}).split('\n')
const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }
/** Paths in code spans: folders from the root, and files from the root or from any folder. */
const pathPattern =
  /`((?:bench|bin|contract|deploy|docs|seed|server|simulators|test|web)\/(?:[\w.-]+\/)*|(?:[\w.-]+\/)*[a-z][\w.-]*\.(?:css|md|mjs|sh|sql|tsx?|yml))`/g
const exists = (path: string) =>
  files.some((file) =>
    path.endsWith('/') ? file.startsWith(path) : `/${file}`.endsWith(`/${path}`),
  )

for (const page of pages) {
  const text = textOf(page)
  for (const [link, target = '', anchor] of text.matchAll(/\]\(([^)#\s]*)(?:#([^)]+))?\)/g)) {
    if (/^https?:/.test(target)) continue
    const path = target === '' ? page : join(dirname(page), target)
    if (!existsSync(join(root, path))) findings.push(`${page}: ${link} leads nowhere`)
    else if (anchor !== undefined && !anchorsOf(path).includes(anchor))
      findings.push(`${page}: ${link} names no heading`)
  }
  for (const [, path = ''] of text.matchAll(pathPattern))
    if (!path.includes('NAME') && !exists(path)) findings.push(`${page}: ${path} does not exist`)
  for (const [, script = ''] of text.matchAll(/(?:^|`)npm run ([\w:-]+)/gm))
    if (!(script in scripts)) findings.push(`${page}: there is no npm run ${script}`)
}

/** The settings that the configuration reads, on loopback and with a payment gateway. */
const settings = new Set<string>()
for (const secret of [undefined, 'key'])
  try {
    readConfig(
      new Proxy<Record<string, string | undefined>>(
        {},
        {
          get: (_, name) => {
            settings.add(String(name))
            return name === 'TOSS_SECRET_KEY' ? secret : undefined
          },
        },
      ),
    )
  } catch {
    // The key alone is not a valid configuration.
  }
for (const name of Object.keys(renamedVariables)) settings.delete(name)

const defaults = JSON.stringify(readConfig({}))
for (const [, off, name = '', value = ''] of textOf('.env.example').matchAll(
  /^(#?)([A-Z\d_]+)=(.*)$/gm,
)) {
  if (!settings.delete(name) && !name.startsWith('POSTGRES_'))
    findings.push(`.env.example: ${name} is no setting`)
  if (off && JSON.stringify(readConfig({ [name]: value })) !== defaults)
    findings.push(`.env.example: ${value} is not the default of ${name}`)
}
for (const name of settings) findings.push(`.env.example: lacks ${name}`)

const { version } = JSON.parse(textOf('package.json')) as { version: string }
if (!textOf('CHANGELOG.md').includes(`\n## ${version}\n`))
  findings.push(`CHANGELOG.md: lacks version ${version} of package.json`)

for (const finding of findings) console.error(finding)
if (findings.length > 0) process.exitCode = 1
