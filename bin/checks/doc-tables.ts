/**
 * Writes the generated tables of docs/, each between `<!-- NAME: written by npm run doc-tables -->` and `<!-- /NAME -->`. With
 * `--check` it exits with 1 if one differs. To add a table, add an entry to `tables` and its markers to a page.
 */
import { readResults, summarizeResults } from '../../bench/results.ts'
import {
  databaseLimits,
  grantedPointsLimit,
  guessLimit,
  memoryLimits,
  type RateLimit,
  workCosts,
} from '#server/api/limits.ts'
import { createWorkerModules } from '#server/composition/worker-modules.ts'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/db/client.ts'
import type { MetricsRegistry } from '#server/metrics/registry.ts'
import { createServerMetrics } from '#server/metrics/server-metrics.ts'
import { createWorkerMetrics } from '#server/metrics/worker-metrics.ts'
import { taskSchedules, type TaskSchedule } from '#server/jobs/task-types.ts'
import { createLogger } from '#server/shared/logger.ts'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')

/** Rows of cells, the header first. */
type Table = () => string[][] | Promise<string[][]>

const limitHeader = ['limit', 'counted', 'what', 'at most']

/** The sections of measurements.md, each with its files of `bench/results/`. */
const measured = {
  serving: [
    ...['calls', 'home', 'started', 'segments', 'render', 'catalogue', 'change', 'news'],
    'numbers',
  ],
  'pages and films': ['visit', 'pages', 'play', 'encoder', 'uploads'],
  'members and money': ['watching', 'accounts', 'money'],
  'search and recommendations': ['search', 'recommend', 'training', 'personal'],
  operation: ['start', 'memory', 'failures', 'repository'],
}

const tables: Readonly<Record<string, Table>> = {
  ...Object.fromEntries(
    Object.entries(measured).map(([section, names]) => [section, () => metBars(names)]),
  ),
  'missed bars': missedBars,
  alerts: alertsByRunbook,
  costs: costsOfWork,
  'database limits': limitsInDatabase,
  'memory limits': () => [limitHeader, ...Object.entries<RateLimit>(memoryLimits).map(limitRow)],
  metrics: metricsByProcess,
  settings: settingsByTopic,
  tasks: periodicTasks,
}

/** @returns jobs, tasks and gauges of a worker, without a database. */
function describeWorker() {
  const config = readConfig({ DATA_ENCRYPTION_SECRET: 'x'.repeat(32) })
  return createWorkerModules(config, {} as Database, { log: createLogger('silent', 'check') })
}

/** The runbooks of operations.md that `deploy/alerts.yml` names, with their alerts. */
function alertsByRunbook() {
  const rule = /alert: (\w+)[^]*?severity: (\w+)[^]*?runbook: \S+#(\S+)/g
  const alerts = Map.groupBy(textOf('deploy/alerts.yml').matchAll(rule), ([, , , anchor]) => anchor)
  const headings = textOf('docs/operations.md').matchAll(/^### (.+)$/gm)
  return [
    ['runbook', 'alerts'],
    ...Array.from(headings).flatMap(([, heading = '']) => {
      const anchor = heading.toLowerCase().replaceAll(' ', '-')
      const names = alerts
        .get(anchor)
        ?.map(([, name, level]) => `\`${name}\`${level === 'page' ? ' (page)' : ''}`)
      return names ? [[`[${heading}](#${anchor})`, names.join(', ')]] : []
    }),
  ]
}

/** The variables of `.env.example` with their defaults; `bin/checks/documents.ts` compares that file with the code. */
function settingsByTopic() {
  const topics = textOf('.env.example').split(/^## /m).slice(1)
  return [
    ['topic', 'variables'],
    ...topics.map((topic) => {
      const variables = Array.from(topic.matchAll(/^#([A-Z\d_]+=.+)$|^#?([A-Z\d_]+)=/gm))
      return [
        topic.slice(0, topic.indexOf('\n')),
        variables.map(([, withDefault, name]) => `\`${withDefault ?? name}\``).join(', '),
      ]
    }),
  ]
}

/** The metrics that servers and workers export at `/metrics`, without the default metrics of prom-client. */
async function metricsByProcess() {
  // Nothing is measured here: a gauge that cannot be read still has its name.
  const absent = new Proxy({}, { get: () => () => ({}) }) as never
  const { gauges } = describeWorker()
  const namesOf = async (registry: MetricsRegistry): Promise<string[]> =>
    (await registry.read()).match(/(?<=^# HELP )(?:hanpyeon|http)_\w+/gm) ?? []
  const server = await namesOf(createServerMetrics(absent))
  const worker = await namesOf(
    createWorkerMetrics({ pool: absent, gauges, jobs: absent, folders: {} }),
  )
  const listOf = (names: string[]) => names.map((name) => `\`${name}\``).join(', ')
  return [
    ['process', 'metrics'],
    ['each', listOf(server.filter((name) => worker.includes(name)))],
    ['server', listOf(server.filter((name) => !worker.includes(name)))],
    ['worker', listOf(worker.filter((name) => !server.includes(name)))],
  ]
}

/** @returns summarized results with a name that says the benchmark. */
const resultsOf = (names: readonly string[]) =>
  names.flatMap((bench) => {
    const { command, rows } = readResults(bench)
    const label = command.startsWith('npm run bench') ? `\`${bench}\`: ` : ''
    return summarizeResults(rows).map((row) => ({
      ...row,
      name: label + row.name,
      measured: row.ratio === undefined ? row.ours : `${row.ratio.toFixed(2)}; ${row.ours}`,
      reference: [row.bar, row.baseline].filter(Boolean).join('; '),
    }))
  })

const metBars = (names: readonly string[]) => [
  ['what', 'measured', 'baseline or bar', 'date'],
  ...resultsOf(names)
    .filter(({ ok }) => ok !== false)
    .map(({ name, measured, reference, date }) => [name, measured, reference, date]),
]

function missedBars() {
  return [
    ['what', 'measured', 'bar', 'reason'],
    ...resultsOf(Object.values(measured).flat())
      .filter(({ ok }) => ok === false)
      .map(({ name, measured, bar, reason = '' }) => [name, measured, bar, reason]),
  ]
}

/** A time in its largest unit, such as `10 min`. */
function timeText(seconds: number): string {
  if (seconds % 3_600 === 0) return `${seconds / 3_600} h`
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`
}

function periodicTasks() {
  const schedules = Object.entries<TaskSchedule & { purpose: string }>(taskSchedules)
  return [
    ['task', 'every', 'what'],
    ...schedules.map(([name, { seconds, scope, purpose }]) => [
      `\`${name}\``,
      timeText(seconds) + (scope ? `, in ${scope}` : ''),
      purpose,
    ]),
  ]
}

function limitRow([name, limit]: [string, RateLimit]): string[] {
  const { who, what, times, seconds, beyond } = limit
  const window = seconds === 0 ? 'at once' : `in ${timeText(seconds)}`
  const most = `${times.toLocaleString('en')} ${window}`
  return [`\`${name}\``, who, what, beyond ? `${most}; beyond: ${beyond}` : most]
}

function limitsInDatabase() {
  const { who, what, times, seconds, max_delay_seconds } = guessLimit
  const delays = `${times} failures, then 1 s, doubling to ${timeText(max_delay_seconds)}; reset after ${timeText(seconds)}`
  return [
    limitHeader,
    ['`guesses`', who, what, delays],
    ...Object.entries<RateLimit>(databaseLimits).map(limitRow),
    limitRow(['granted_points', grantedPointsLimit]),
  ]
}

function costsOfWork() {
  const costs = Object.values(workCosts).map(({ what, points }) => [what, String(points)])
  return [['work', 'points'], ['a response from memory', '0'], ...costs]
}

/** Formats rows as a Markdown table, without the outer pipes, which count as words. */
const formatTable = ([header = [], ...rows]: string[][]) =>
  [header, ...rows]
    .map((cells) => cells.join(' | '))
    .toSpliced(1, 0, header.map(() => '---').join('|'))
    .join('\n')

const written = new Map<string, string>()
for (const [name, table] of Object.entries(tables)) written.set(name, formatTable(await table()))

const marked = /(<!-- ([\w ]+): written by npm run doc-tables -->\n)[^]*?(<!-- \/\2 -->)/g
for (const path of globSync('docs/**/*.md', { cwd: root })) {
  const text = textOf(path)
  const current = text.replace(marked, (_, start: string, name: string, end: string) => {
    const table = written.get(name)
    if (table === undefined) throw new Error(`${path}: there is no table ${name}`)
    return `${start}\n${table}\n\n${end}`
  })
  if (current === text) continue
  if (process.argv.includes('--check')) {
    console.error(`${path} has an outdated table: run npm run doc-tables`)
    process.exitCode = 1
  } else writeFileSync(join(root, path), current)
}
