import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

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
