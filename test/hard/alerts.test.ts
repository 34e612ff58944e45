import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#test/processes/free-port.ts'
import { openMailServer } from '#test/services/smtp-server.ts'

const deploy = join(import.meta.dirname, '../../deploy')

test('passes promtool for alert rules, their tests and the configuration', (context) => {
  const promtool = (...args: string[]) =>
    spawnSync('promtool', args, { cwd: deploy, encoding: 'utf8' })
  if (promtool('--version').error) return context.skip('there is no promtool here')
  for (const args of [
    ['check', 'config', 'prometheus.yml'],
    ['test', 'rules', 'alerts.test.yml'],
  ]) {
    const { status, stdout, stderr } = promtool(...args)
    expect(status, stdout + stderr).toBe(0)
  }
})

test('Alertmanager mails an alert to the operator', async (context) => {
  if (spawnSync('prometheus-alertmanager', ['--version']).error)
    return context.skip('there is no prometheus-alertmanager here')
  const mail = await openMailServer()
  const folder = await mkdtemp(join(tmpdir(), 'hanpyeon-alertmanager-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const config = (await readFile(join(deploy, 'alertmanager.yml'), 'utf8'))
    .replace('mail.hanpyeon.example:587', new URL(mail.url).host)
    .replace(/^ *auth_.*\n/gm, '')
    .replace('group_wait: 10s', 'group_wait: 0s')
    .replace('send_resolved', 'require_tls: false\n        send_resolved')
  const file = join(folder, 'alertmanager.yml')
  await writeFile(file, config)
  const port = await freePort()
  const alertmanager = spawn('prometheus-alertmanager', [
    `--config.file=${file}`,
    `--storage.path=${folder}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--cluster.listen-address=',
  ])
  onTestFinished(async () => {
    alertmanager.kill('SIGTERM')
    if (alertmanager.exitCode === null) await once(alertmanager, 'exit')
  })
  const labels = { alertname: 'NoServerReady', severity: 'page' }
  const send = () =>
    fetch(`http://127.0.0.1:${port}/api/v2/alerts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify([{ labels }]),
    }).then(
      ({ status }) => status,
      () => null,
    )
  await expect.poll(send).toBe(200)
  await expect.poll(() => mail.received.map(({ to }) => to)).toEqual(['operator@hanpyeon.example'])
  expect(mail.received[0]?.headers['subject']).toContain('NoServerReady')
})
