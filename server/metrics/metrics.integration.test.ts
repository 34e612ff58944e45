import { endpoints } from '#contract/index.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { makePlayable, openSocket } from '#test/fixtures/watch-history.ts'
import { openTestApp, type TestApp, openTestAppForTest } from '#test/app/test-app.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { register } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorkerModules } from '#server/composition/worker-modules.ts'
import { createLogger } from '#server/shared/logger.ts'
import { startMetricsServer } from './metrics-server.ts'
import { createWorkerMetrics } from './worker-metrics.ts'

let app: TestApp
beforeAll(async () => {
  // Counters are per process, and other test files ran in it before.
  register.resetMetrics()
  app = await openTestApp()
})
afterAll(() => app?.close())

const root = join(import.meta.dirname, '../..')
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')

/** Returns all metric names of an export, including the series of histograms. */
function namesIn(text: string): Set<string> {
  const names = new Set<string>()
  for (const [, name = '', type] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    names.add(name)
    if (type === 'histogram')
      for (const end of ['bucket', 'sum', 'count']) names.add(`${name}_${end}`)
  }
  return names
}

async function readWorkerMetrics() {
  const jobs = await app.work()
  const log = createLogger('silent', 'test')
  const { gauges } = createWorkerModules(app.config, app.server.database, { log })
  const server = await startMetricsServer(
    { host: '127.0.0.1', port: 0 },
    {
      metrics: createWorkerMetrics({ pool: app.pool, gauges, jobs, folders: {} }),
      ready: () => jobs.isLive(),
      receiveAlerts: async () => false,
      log,
    },
  )
  try {
    const at = (path: string) => fetch(`http://127.0.0.1:${server.port}${path}`)
    expect((await at('/healthz')).status).toBe(200)
    expect((await at('/readyz')).status).toBe(200)
    expect((await at('/')).status).toBe(404)
    return await (await at('/metrics')).text()
  } finally {
    await server.close()
  }
}

test('dashboard and alerts use exported metrics only, and every alert has a runbook', async () => {
  const exportedNames = namesIn(
    (await (await app.fetch('/metrics')).text()) + (await readWorkerMetrics()),
  )
  const alerts = textOf('deploy/alerts.yml')
  const dashboard = textOf('deploy/grafana-dashboard.json')
  const { panels } = JSON.parse(dashboard) as { panels: { targets?: { expr: string }[] }[] }
  const expressions = [
    ...alerts.matchAll(/^\s+expr: (.*(?:\n {10,}.*)*)/gm),
    ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => ['', expr])),
  ].map(([, expression = '']) => expression)
  expect(expressions.length).toBeGreaterThan(40)
  for (const expression of expressions) {
    const usedNames = expression.match(/\b(?:hanpyeon|http|nodejs|process)_\w+/g) ?? []
    expect(usedNames.length > 0 || /\bup\{|\bnode_/.test(expression), expression).toBe(true)
    for (const name of usedNames) expect([...exportedNames], expression).toContain(name)
  }
  const operations = textOf('docs/operations.md')
  const anchors = [...operations.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  )
  const rules = [...alerts.matchAll(/^\s+- alert: (\w+)/gm)]
  const runbooks = [...alerts.matchAll(/^\s+runbook: docs\/operations\.md#(\S+)$/gm)]
  expect(runbooks).toHaveLength(rules.length)
  for (const [, anchor = ''] of runbooks) expect(anchors).toContain(anchor)
})

test('labels requests by route pattern, not by path', async () => {
  const member = await makeMember(app)
  const [episode_id = 0] = await makePlayable(app, [{}])
  const socket = await openSocket(app.origin, member)
  await socket.save({ episode_id, progress: 12 })
  await app.call(endpoints.contents.readEpisode, { params: { id: episode_id } })
  await app.call(endpoints.contents.readEpisode, { params: { id: episode_id } })
  await app.fetch('/api/contents/episodes/77777777/')
  await app.fetch('/api/made/up/path/')
  await app.fetch('/media-auth/media/made-up/1/main.m3u8')
  const text = await (await app.fetch('/metrics')).text()
  const route = '/api/contents/episodes/:id/'
  expect(text).toContain(
    `http_request_duration_seconds_count{route="${route}",method="GET",status="2xx"} 1`,
  )
  expect(text).toContain(
    `http_request_duration_seconds_count{route="${route}",method="GET",status="4xx"} 1`,
  )
  expect(text).toContain(
    'http_request_duration_seconds_count{route="/media-auth/",method="GET",status="4xx"} 1',
  )
  expect(text).toMatch(/^hanpyeon_requests_total\{kind="cached",status="200"\} [1-9]/m)
  expect(text).toMatch(/^hanpyeon_progress_updates_total [1-9]/m)
  expect(text).toMatch(/^hanpyeon_sockets 1$/m)
  // Fractions of seconds may contain the digits.
  expect(text).not.toContain('/77777777')
  expect(text).not.toContain('made')
})

test('hides metrics from requests through a proxy', async () => {
  const statusOf = async (
    { fetch }: Pick<TestApp, 'fetch'>,
    headers: Record<string, string> = {},
  ) => (await fetch('/metrics', { headers })).status
  expect(await statusOf(app, { 'x-forwarded-for': '127.0.0.1' })).toBe(404)
  expect(await statusOf(app, { forwarded: 'for=127.0.0.1' })).toBe(404)
  // A local proxy may omit forwarding headers, unless it is counted in TRUST_PROXY.
  const env = { SITE_URL: 'https://hanpyeon.example' }
  expect(await statusOf(await openTestAppForTest({ env }))).toBe(404)
  const behindProxy = await openTestAppForTest({ env: { ...env, TRUST_PROXY: '1' } })
  expect(await statusOf(behindProxy)).toBe(200)
  expect(await statusOf(behindProxy, { 'x-forwarded-for': '203.0.113.9' })).toBe(404)
})
