/**
 * Checks the structure of the source: order of layers and domains, no import cycles (types included), SQL in query files only,
 * sizes of folders and files, file names, normalization, tables by text, colours and z-indices by token, and writes, query keys and module state of the pages. Exits with 1 and prints one line per finding.
 */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { formProblems } from './rules/forms.ts'
import { callProblems } from './rules/calls.ts'

const root = join(import.meta.dirname, '../..')
const maxFilesPerFolder = 15
const maxLines = 400

/**
 * Layers from the lowest to the highest. A file may import files of its own layer and of lower ones. The first matching
 * prefix determines the layer.
 */
const layers: readonly (readonly string[])[] = [
  ['contract/'],
  ['server/shared/'],
  ['server/db/', 'server/adapters/'],
  ['server/jobs/', 'server/images/', 'server/metrics/'],
  ['server/messages/'],
  ['server/api/'],
  ['server/domains/', 'server/http/'],
  ['server/config.ts', 'server/read-environment.ts', 'server/production-env.ts'],
  ['simulators/'],
  ['seed/'],
  ['server/composition/'],
  ['server/', 'bin/', 'bench/', 'test/'],
]

/** Benchmarks and tests may import internals. No other code may import them. */
const mayImportAnything = ['bench/', 'test/', 'bin/checks/', 'bin/tests/']

/** Folders of one layer that must not import each other. */
const forbiddenImports: readonly (readonly [from: string, to: string])[] = [
  ['server/http/', 'server/domains/'],
  ['server/domains/', 'server/http/'],
  ['server/adapters/', 'server/db/'],
]

/** The simulator is independent of the product. Only its entry point reads the configuration. */
const simulatorImport = 'server/shared/escape-html.ts'
const simulatorEntry = 'simulators/payment-gateway/main.ts'

/** SQL of the domains, as templates or by the query builder. It belongs in files whose names end in `queries.ts`. */
const sqlPattern =
  /\bsql(?:<|`)|\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\b(?:pool|client)\.query\b/

/** Connections are opened here alone, with time limits on this side: a server that hangs would keep them for ever. */
const connectionsPath = 'server/db/connection.ts'
const connectionPattern = /\bnew pg\.(?:Client|Pool)\b/

/** Text from outside is normalized here alone, without the long runs of marks that take quadratic time. */
const normalizationPath = 'contract/core/characters.ts'
const normalizationPattern = /\.normalize\(/
const mayNormalize = [
  // Names of the catalogue, cues and queries, which are short.
  'server/domains/search/',
  // Passwords, of at most 1,024 characters, keep their marks.
  ...['server/domains/accounts/passwords/', 'server/domains/accounts/sign-up/'],
]

/** A file that refuses too many requests has the number from this table. */
const limitsPath = 'server/api/limits.ts'
const rateLimitPattern = /(?:throwProblem|ProblemError)\('rate_limited'/

/** A table by text in an object, which answers `constructor` with what all objects have. A `Map` does not. */
const textTablePattern = /^(?:export )?const \w+: (?:Readonly<|Partial<)*Record<string,/m

/** Colours and z-indices are defined here alone. Other style sheets and components use the tokens. */
const tokensPath = 'web/styles/tokens.css'
const colorPattern =
  /#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\b(?!-)|\b(?:rgb|hsl)a?\(|\b(?:ok)?(?:lab|lch)\(|\bhwb\(/i
const mayHaveColors = new Set([
  // A browser reads the meta element `theme-color` without the style sheet.
  'web/root.tsx',
  // Samples of a field of the API: the colour of a picture.
  'web/features/showcase/showcase-kit.tsx',
])
/** A number instead of a token, in a style sheet, a style attribute or a Tailwind class. */
const zIndexPattern = /z-index:(?!\s*(?:var\(--z-index-|auto\b))|\bzIndex:|(?<![\w-])-?z-[\d[(]/

/** Another radius than those of the tokens, or half a step of space (docs/design.md). */
const shapePattern =
  /\brounded-(?:xs|sm|md|lg|\d?xl)\b|(?<=[\s'"`:-])[a-z-]*[a-z]-\d+\.\d+(?=[\s'"`])/

/** State and guards of a request in progress, which `useApiMutation`, `useAsyncAction` and queries provide. */
const busyStatePattern =
  /\[(?:busy|is(?:Busy|Pending|Running|Submitting|Saving|Sending|Retrying|Deleting|Removing|LoggingOut)), \w+\] = useState\b|\b(?:running|isRunning) = useRef\b/
/** The guard of these hooks themselves. */
const mayHaveBusyState = new Set(['web/api/use-api-mutation.ts'])
const queryKeyPattern = /\bqueryKey: \[/
/** Keys of a member's content that have no file yet. */
const mayHaveQueryKeys = new Set([
  'web/features/home/continue-watching-rail.tsx',
  'web/features/library/history/history.route.tsx',
  'web/features/library/history/queries.ts',
  'web/features/library/wishlist/wishlist.route.tsx',
  'web/features/title/reviews/queries.ts',
])

/** A native control that is disabled while its own request runs drops the focus. `IconButton` keeps it. */
const busyDisabledPattern =
  /<(?:button|Button|input|select|textarea|Select|SelectField|TextField|Checkbox|Switch)\s[^<]*?(?<![-\w])disabled=\{[^}]*(?:[iI]sPending|[bB]usy|is(?:Submitting|Fetching|Loading|Saving|Running))/g

/** An effect that returns what a handler does. React takes it for the cleanup, and fails where it is no function. */
const effectResultPattern = /\buse(?:Layout)?Effect\(\(\) => on[A-Z]\w*\(/

/** Mutable state of a module, which outlives the page and the profile that it was made for. */
const moduleStatePattern =
  /^(?:export )?(?:let \w|const \w+(?:: (?!readonly |Readonly)[^=]+)? = (?:new (?:Map|Set|WeakMap|WeakSet)\b|\[\]|\{\}|create(?:Store)?(?:<.*>)?\())/
/** State without content of a profile, or that follows its changes itself. All other state is that of `createProfileState`. */
const mayHaveModuleState = [
  ...['web/session/', 'web/lib/profile-state.ts', 'web/app/offline/'],
  // The tab, its elements and its connection.
  ...['web/ui/dialog/', 'web/ui/feedback/', 'web/routing/router-destination.ts'],
  ...['web/app/session-check.tsx', 'web/features/account/join/step-form.tsx'],
  ...['web/features/catalog/cards/rail.tsx', 'web/features/home/report-rows.ts'],
  ...['web/features/player/leases/stream-lease.ts', 'web/lib/active-player.ts'],
  // Scripts that load once.
  ...['web/features/billing/payment-window.ts', 'web/features/player/engines/hls-loader.ts'],
  // Problems on their way to listeners, and keys that keep a repeated payment from being made twice.
  ...['web/api/api-errors.ts', 'web/api/use-api-mutation.ts'],
  // Reset by `onMemberChange` or `onProfileChange`.
  ...['web/features/account/join/join-store.ts', 'web/features/studio/uploads/upload-queue.ts'],
  ...['web/features/player/core/video-preload.ts', 'web/features/player/engines/hls-source.ts'],
  // The studio's actions and connection.
  ...[
    'web/features/studio/palette/palette-store.ts',
    'web/features/studio/common/studio-events.ts',
    'web/features/studio/common/staff-query-client.tsx',
  ],
]

/** Loaded by a thread, where the index of another domain would load its handlers and schemas once more. */
const mayImportQueries = new Set(['server/domains/search/index-queries.ts'])

/** A domain may import the domains before it. The first is what the calls of staff share. */
const domains = [
  ...['studio', 'operations', 'service', 'media', 'contents', 'notifications', 'search'],
  ...['watch-history', 'reviews', 'transactions', 'playback', 'recommendations', 'accounts'],
  'customer-services',
]

/**
 * Areas of the web. A file may import its own area and those before it. Route modules, `web/app/` and the three entry files
 * may import any area; nothing imports a route module.
 */
const webAreas = [
  ...['lib', 'ui', 'routing', 'api', 'session'],
  ...[
    'catalog',
    'support',
    'billing',
    'account',
    'library',
    'player',
    'title',
    'home',
    'search',
  ].map((area) => `features/${area}`),
  ...['features/showcase', 'features/studio', 'app'],
].map((area) => `web/${area}/`)
/** State, requests and preferences of the player. Its hooks are in `hooks/`. */
const playerCore = 'web/features/player/core/'
const maxFilesPerWebFolder = 20

const fileName =
  /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.(?:copy|ko|generated|route|config|integration|hard|test|d|server|client))*\.(?:ts|tsx|mts|mjs)$/

const files = globSync(
  '{contract,server,simulators,bin,bench,seed,test,web}/**/*.{ts,tsx,mjs,mts}',
  {
    cwd: root,
    exclude: ['**/node_modules/**'],
  },
).sort()
const known = new Set(files)
const problems: string[] = []

const imports = new Map(files.map((path) => [path, importsOf(path)]))

for (const [path, targets] of imports) {
  if (path.includes('.test.') || mayImportAnything.some((prefix) => path.startsWith(prefix)))
    continue
  for (const target of targets) checkImport(path, target)
}
for (const cycle of findCycles()) problems.push(`cycle: ${cycle.join(' → ')}`)
checkSizes()
checkSql()
checkConnections()
checkNormalization()
checkRateLimits()
checkTextTables()
checkTokens()
checkWrites()
problems.push(...callProblems(root, known, domains))

for (const problem of problems) console.error(problem)
if (problems.length > 0) {
  console.error(`${problems.length} findings`)
  process.exitCode = 1
}

/** @returns the project's own files that a file imports, by value or by type. */
function importsOf(path: string): string[] {
  const source = readFileSync(join(root, path), 'utf8')
  const pattern = /(?:\bfrom|\bimport|\bimport\()\s*'([#.][^']+)'/g
  return [...source.matchAll(pattern)].flatMap(([, name = '']) => {
    const target = name.startsWith('#') ? name.slice(1) : posix.join(dirname(path), name)
    return known.has(target) ? [target] : []
  })
}

function checkImport(path: string, target: string): void {
  if (target.includes('.test.') || target.startsWith('test/'))
    problems.push(`${path}: imports the test helper ${target}`)
  if (path.startsWith('web/') && target.startsWith('web/')) return checkWebImport(path, target)
  if (path.startsWith('web/') || target.startsWith('web/')) return
  const [own, other] = [layerOf(path), layerOf(target)]
  if (other > own) problems.push(`${path}: imports ${target} of a higher layer`)
  if (forbiddenImports.some(([from, to]) => path.startsWith(from) && target.startsWith(to)))
    problems.push(`${path}: may not import ${target}`)
  if (
    path.startsWith('simulators/') &&
    path !== simulatorEntry &&
    target.startsWith('server/') &&
    target !== simulatorImport
  )
    problems.push(`${path}: may not import ${target}; simulators are independent of the server`)
  const [domain, otherDomain] = [domainOf(path), domainOf(target)]
  if (otherDomain === undefined || domain === otherDomain) return
  if (domain !== undefined && domains.indexOf(otherDomain) > domains.indexOf(domain))
    problems.push(`${path}: imports ${target} of a later domain`)
  const isQuery = target.endsWith('queries.ts') && mayImportQueries.has(path)
  if (target !== `server/domains/${otherDomain}/index.ts` && !isQuery)
    problems.push(`${path}: imports ${target}; a domain is entered by its index.ts`)
}

function checkWebImport(path: string, target: string): void {
  if (target.endsWith('.route.tsx')) problems.push(`${path}: imports the route module ${target}`)
  const [own, other] = [webAreaOf(path), webAreaOf(target)]
  if (own === -1 || path.endsWith('.route.tsx') || path.startsWith('web/app/')) return
  if (other > own) problems.push(`${path}: imports ${target} of a later area`)
}

function webAreaOf(path: string): number {
  return webAreas.findIndex((prefix) => path.startsWith(prefix))
}

function layerOf(path: string): number {
  return layers.findIndex((prefixes) => prefixes.some((prefix) => path.startsWith(prefix)))
}

function domainOf(path: string): string | undefined {
  return /^server\/domains\/([^/]+)\//.exec(path)?.[1]
}

/** Tarjan's strongly connected components with two or more files. */
function findCycles(): string[][] {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const cycles: string[][] = []
  function visit(path: string): void {
    index.set(path, index.size)
    low.set(path, index.get(path)!)
    stack.push(path)
    for (const target of imports.get(path) ?? []) {
      if (!index.has(target)) {
        visit(target)
        low.set(path, Math.min(low.get(path)!, low.get(target)!))
      } else if (stack.includes(target)) {
        low.set(path, Math.min(low.get(path)!, index.get(target)!))
      }
    }
    if (low.get(path) !== index.get(path)) return
    const component = stack.splice(stack.indexOf(path))
    if (component.length > 1) cycles.push(component.sort())
  }
  for (const path of files) if (!index.has(path)) visit(path)
  return cycles
}

/** All SQL of a domain stands in its query files. */
function checkSql(): void {
  for (const path of files) {
    if (!domainOf(path) || path.includes('.test.') || path.endsWith('queries.ts')) continue
    if (sqlPattern.test(readFileSync(join(root, path), 'utf8')))
      problems.push(`${path}: SQL belongs in a file named *-queries.ts`)
  }
}

/** Every connection of the product has time limits. */
function checkConnections(): void {
  for (const path of files) {
    if (!/^(?:server|bin|simulators)\//.test(path) || path.includes('.test.')) continue
    if (path !== connectionsPath && connectionPattern.test(readFileSync(join(root, path), 'utf8')))
      problems.push(`${path}: connections are opened by ${connectionsPath}`)
  }
}

/** Text from outside is normalized in linear time. */
function checkNormalization(): void {
  for (const path of files) {
    if (!/^(?:contract|server)\//.test(path) || path.includes('.test.')) continue
    if (path === normalizationPath || mayNormalize.some((prefix) => path.startsWith(prefix)))
      continue
    if (normalizationPattern.test(readFileSync(join(root, path), 'utf8')))
      problems.push(`${path}: text is normalized by normalizeText of ${normalizationPath}`)
  }
}

/** Every rate limit is in the table of limits. */
function checkRateLimits(): void {
  for (const path of files) {
    if (!path.startsWith('server/') || path.includes('.test.')) continue
    const isLimited = rateLimitPattern.test(readFileSync(join(root, path), 'utf8'))
    if (isLimited && !imports.get(path)?.includes(limitsPath))
      problems.push(`${path}: rate limits stand in ${limitsPath}`)
  }
}

/** Text from outside selects from maps. Texts by our own codes (`.copy.ts`) stay objects. */
function checkTextTables(): void {
  for (const path of files) {
    if (!/^(?:contract|server)\//.test(path) || /\.(?:test|copy)\./.test(path)) continue
    if (textTablePattern.test(readFileSync(join(root, path), 'utf8')))
      problems.push(`${path}: a table by text is a Map`)
  }
}

/** Every colour and z-index of the pages is a token. */
function checkTokens(): void {
  for (const path of globSync('web/**/*.{css,ts,tsx}', { cwd: root })) {
    if (path === tokensPath || path.includes('.test.')) continue
    const lines = readFileSync(join(root, path), 'utf8').split('\n')
    for (const [index, line] of lines.entries()) {
      const place = `${path}:${index + 1}`
      if (colorPattern.test(line) && !mayHaveColors.has(path))
        problems.push(`${place}: colours are tokens of ${tokensPath}`)
      if (path.endsWith('.tsx') && shapePattern.test(line))
        problems.push(`${place}: radii are control, card and sheet; space has whole steps`)
      if (zIndexPattern.test(line)) problems.push(`${place}: z-indices are tokens of ${tokensPath}`)
    }
  }
}

/** Pages keep no busy flags, forms and module state of their own, query keys stand in the key files of their areas, and the core of the player is free of React. */
function checkWrites(): void {
  for (const path of files) {
    if (!path.startsWith('web/') || path.includes('.test.')) continue
    const source = readFileSync(join(root, path), 'utf8')
    if (path.startsWith(playerCore) && /from 'react'/.test(source))
      problems.push(`${path}: ${playerCore} is free of React`)
    const lines = source.split('\n')
    for (const { index } of source.matchAll(busyDisabledPattern))
      problems.push(
        `${path}:${source.slice(0, index).split('\n').length}: aria-disabled keeps the focus while busy`,
      )
    problems.push(...formProblems(path, source))
    for (const [index, line] of lines.entries()) {
      const place = `${path}:${index + 1}`
      if (busyStatePattern.test(line) && !mayHaveBusyState.has(path))
        problems.push(`${place}: use isPending of useApiMutation or useAsyncAction`)
      if (
        moduleStatePattern.test(line) &&
        !mayHaveModuleState.some((item) => path.startsWith(item))
      )
        problems.push(`${place}: state of a module is made by createProfileState`)
      if (effectResultPattern.test(line))
        problems.push(`${place}: an effect that calls a handler has braces`)
      if (queryKeyPattern.test(line) && !mayHaveQueryKeys.has(path))
        problems.push(`${place}: query keys stand in query-keys.ts`)
    }
  }
}

function checkSizes(): void {
  const sources = Map.groupBy(
    files.filter((path) => !path.includes('.test.')),
    (path) => dirname(path),
  )
  for (const [folder, members] of sources) {
    const most = folder.startsWith('web') ? maxFilesPerWebFolder : maxFilesPerFolder
    if (members.length > most) problems.push(`${folder}: ${members.length} files, at most ${most}`)
  }
  for (const path of files) {
    if (!fileName.test(posix.basename(path))) problems.push(`${path}: file names are kebab-case`)
    if (path.includes('.generated.')) continue
    const source = readFileSync(join(root, path), 'utf8')
    const lines = source.split('\n').length - 1
    if (lines > maxLines) problems.push(`${path}: ${lines} lines, at most ${maxLines}`)
    // It packs properties onto a line, where no search for their names finds them.
    if (/\.{3}\{/.test(source))
      problems.push(`${path}: write the properties of a spread literal one by one`)
  }
}
