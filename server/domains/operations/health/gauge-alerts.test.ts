import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type GaugeAlert, gaugeAlerts, isFiring, valuesFor } from './gauge-alerts.ts'
import { partAlerts, partRunbooks } from './part-alerts.ts'

const root = join(import.meta.dirname, '../../../..')
const rules = new Map(
  readFileSync(join(root, 'deploy/alerts.yml'), 'utf8')
    .split('      - alert: ')
    .slice(1)
    .map((rule) => [rule.slice(0, rule.indexOf('\n')), rule]),
)
const anchorsOf = (path: string) =>
  readFileSync(join(root, path), 'utf8')
    .match(/^##+ .+$/gm)
    ?.map((heading) => heading.replace(/^#+ /, '').toLowerCase().replaceAll(' ', '-')) ?? []

/** Prometheus measures disks by node_exporter, also those of PostgreSQL. */
const nodeExporter: Readonly<Record<string, string>> = {
  hanpyeon_disk_free_bytes: 'node_filesystem_avail_bytes',
  hanpyeon_disk_size_bytes: 'node_filesystem_size_bytes',
}

describe('the alerts of the health page', () => {
  it.each<[string, GaugeAlert]>(Object.entries(gaugeAlerts))(
    '%s has gauge, limit and severity of its rule for Prometheus',
    (name, { gauge, divisor, only, except, fires, limit, severity }) => {
      const rule = rules.get(name) ?? ''
      const [, expr = ''] = /expr: (.*)/.exec(rule) ?? []
      expect(expr).toContain(nodeExporter[gauge] ?? gauge)
      expect(expr).toContain(divisor ? `/ ${nodeExporter[divisor] ?? divisor}` : '')
      expect(expr).toContain(only ? `{task=~"${only.join('|')}"}` : '')
      expect(expr).toContain(except ? `{task!~"${except.join('|')}"}` : '')
      const [, sign, number = ''] = / (==|[<>]) ([\d.e]+)$/.exec(expr) ?? []
      // `== 0` of a gauge of 0 or 1.
      const condition = sign === '==' ? ['<', Number(number) + 1] : [sign, Number(number)]
      expect(condition).toEqual([fires === 'above' ? '>' : '<', limit])
      expect(rule).toContain(`severity: ${severity}`)
    },
  )

  it('each decide the state of one part, whose runbook is in the manual', () => {
    const shown = Object.values(partAlerts).flat()
    expect([...shown].sort()).toEqual(Object.keys(gaugeAlerts).sort())
    const anchors = anchorsOf('docs/operations.md')
    for (const runbook of Object.values(partRunbooks)) expect(anchors).toContain(runbook)
  })
})

describe('valuesFor', () => {
  const gauges = {
    hanpyeon_jobs_oldest_seconds: {
      encode_asset: 4_000,
      send_message: 130,
      run_periodic_task: 900,
    },
    hanpyeon_disk_free_bytes: { data: 5, media: 50 },
    hanpyeon_disk_size_bytes: { data: 100, media: 100 },
  }

  it('takes the labels that an alert names, and leaves out those that it excepts', () => {
    expect(valuesFor(gaugeAlerts.JobsLate, gauges)).toEqual([130])
    expect(valuesFor(gaugeAlerts.FilmsLate, gauges)).toEqual([4_000])
  })

  it('divides by the gauge of the same label', () => {
    expect(valuesFor(gaugeAlerts.DiskFull, gauges)).toEqual([0.05, 0.5])
    expect(isFiring(gaugeAlerts.DiskFull, [0.05, 0.5])).toBe(true)
    expect(isFiring(gaugeAlerts.DiskFull, [0.5])).toBe(false)
  })

  it('is empty for a gauge that nothing reports', () => {
    expect(valuesFor(gaugeAlerts.SearchBehind, gauges)).toEqual([])
    expect(isFiring(gaugeAlerts.SearchBehind, [])).toBe(false)
  })
})
