import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#test/processes/free-port.ts'
import { openMailServer } from '#test/services/smtp-server.ts'
import { reasonToSkip } from './reason-to-skip.ts'

const noPrometheus = reasonToSkip({ packages: ['prometheus'] })
const noPrograms = reasonToSkip({ packages: ['prometheus', 'prometheus-alertmanager'] })
const deploy = join(import.meta.dirname, '../../deploy')

test('passes promtool for alert rules, their tests and the configuration', (context) => {
  if (noPrometheus) return context.skip(noPrometheus)
  const promtool = (...args: string[]) =>
    spawnSync('promtool', args, { cwd: deploy, encoding: 'utf8' })
  for (const args of [
    ['check', 'config', 'prometheus.yml'],
    ['test', 'rules', 'alerts.test.yml'],
  ]) {
    const { status, stdout, stderr } = promtool(...args)
    expect(status, stdout + stderr).toBe(0)
  }
})

type Panel = {
  id: number
  type: string
  title: string
  datasource?: { uid: string }
  gridPos: { x: number; w: number }
  targets?: { expr: string }[]
}

test('Grafana finds the dashboard and its source where compose.yaml puts them, and Prometheus understands its queries', async (context) => {
  if (noPrometheus) return context.skip(noPrometheus)
  const textOf = (name: string) => readFile(join(deploy, name), 'utf8')
  const compose = await textOf('../compose.yaml')
  const provider = await textOf('grafana/dashboards/hanpyeon.yml')
  const [, folder = ''] = /path: (\S+)/.exec(provider) ?? []
  expect(compose).toContain(`./deploy/grafana-dashboard.json:${folder}/hanpyeon.json`)
  expect(compose).toContain('./deploy/grafana:/etc/grafana/provisioning')
  expect(await textOf('grafana/datasources/prometheus.yml')).toContain('http://prometheus:9090')
  expect(compose).toMatch(/^ {2}prometheus:$/m)

  const { panels, templating } = JSON.parse(await textOf('grafana-dashboard.json')) as {
    panels: Panel[]
    templating: { list: { name: string; type: string; query: string }[] }
  }
  expect(templating.list).toContainEqual(
    expect.objectContaining({ name: 'source', type: 'datasource', query: 'prometheus' }),
  )
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  const queried = panels.filter(({ type }) => type !== 'row')
  expect(queried.length).toBeGreaterThan(30)
  for (const { title, datasource, gridPos, targets = [] } of queried) {
    expect([title, datasource?.uid, targets.length > 0]).toEqual([title, '${source}', true])
    expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24)
  }
  // As the rules of a file, so that promtool parses them.
  const rules = queried
    .flatMap(({ targets = [] }) => targets)
    .map(({ expr }, at) => {
      const text = expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', 'x')
      return `      - record: panel_${at}\n        expr: ${JSON.stringify(text)}\n`
    })
  const file = join(await openFolder(), 'rules.yml')
  await writeFile(file, `groups:\n  - name: dashboard\n    rules:\n${rules.join('')}`)
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', file], {
    encoding: 'utf8',
  })
  expect(status, stdout + stderr).toBe(0)
})

async function openFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hanpyeon-alerts-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** Starts a program in a folder of its own until the test ends. @returns its address. */
async function startProgram(
  program: string,
  configFile: string,
  config: string,
  args: readonly string[] = [],
): Promise<string> {
  const folder = await openFolder()
  await copyFile(join(deploy, 'alerts.yml'), join(folder, 'alerts.yml'))
  await writeFile(join(folder, configFile), config)
  const address = `127.0.0.1:${await freePort()}`
  const options = [`--config.file=${configFile}`, `--web.listen-address=${address}`, ...args]
  const child = spawn(program, options, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  onTestFinished(async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  })
  return address
}

test('Prometheus and Alertmanager mail an alert of a server that is gone', async (context) => {
  if (noPrograms) return context.skip(noPrograms)
  const mail = await openMailServer()
  const configOf = (name: string) => readFile(join(deploy, name), 'utf8')
  const alertmanager = await startProgram(
    'prometheus-alertmanager',
    'alertmanager.yml',
    (await configOf('alertmanager.yml'))
      .replace('mail.hanpyeon.example:587', new URL(mail.url).host)
      .replace(/^ *auth_.*\n/gm, '')
      .replace('group_wait: 10s', 'group_wait: 0s')
      .replace('send_resolved', 'require_tls: false\n        send_resolved'),
    ['--storage.path=.', '--cluster.listen-address='],
  )
  const gone = `127.0.0.1:${await freePort()}`
  await startProgram(
    'prometheus',
    'prometheus.yml',
    (await configOf('prometheus.yml'))
      .replaceAll(/interval: 15s/g, 'interval: 1s')
      .replace('alertmanager:9093', alertmanager)
      .replace(/'server-1:9100', 'server-2:9100'/, `'${gone}'`)
      .replace(/'worker-1:9100', 'worker-2:9100'/, ''),
    // The rule waits for a minute.
    ['--storage.tsdb.path=.'],
  )
  const subjects = () => mail.received.map(({ to, headers }) => `${to}: ${headers['subject']}`)
  await expect
    .poll(subjects, { timeout: 240_000, interval: 1_000 })
    .toContainEqual(expect.stringMatching(/^operator@hanpyeon\.example: .*ServerGone/))
}, 360_000)
