import { endpoints } from '#contract/index.ts'
import type { HealthPart, PartHealth } from '#contract/operations/health.ts'
import { createCertificateWatch } from '#server/adapters/services/certificate.ts'
import { createWorkerModules } from '#server/composition/worker-modules.ts'
import type { GaugeValues } from '#server/metrics/registry.ts'
import { createLogger } from '#server/shared/logger.ts'
import { recordProviderOutcome } from '#server/adapters/services/provider-outcomes.ts'
import { expectProblem, openTestApp, openTestAppForTest, type TestApp } from '#test/app/test-app.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { openMailServer } from '#test/services/smtp-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createProcessReports } from '../processes/report-process.ts'
import { readHealth } from './read-health.ts'

const { readHealth: call, readRunbook } = endpoints.studio_operations

let app: TestApp
let owner: TestMember
beforeAll(async () => {
  app = await openTestApp({
    gateway: true,
    env: { SMTP_URL: 'smtp://127.0.0.1:9', SMS_URL: 'http://127.0.0.1:9/' },
  })
  owner = await makeMember(app, { is_staff: true })
})
afterAll(() => app?.close())
beforeEach(() =>
  app.pool.query('delete from process_reports; delete from provider_outcomes; delete from backups'),
)

const log = createLogger('silent', 'test')

/** Reports as a process with these gauges would. */
async function report(kind: 'server' | 'worker', gauges: GaugeValues = {}, port = 1) {
  const reports = createProcessReports(
    { ...app.server.database, clock: app.clock, log, metrics: { readGauges: async () => gauges } },
    { kind, port },
  )
  await reports.report()
  return reports
}

/** The dependencies of the health page on a site without mail, SMS, payments and replica. */
const nothingConfigured = () => ({
  db: app.db,
  files: { check: async () => {} },
  certificate: createCertificateWatch('http://localhost', app.clock),
  has_mail: false,
  has_sms: false,
  has_payments: false,
  has_replica: false,
})

const readParts = async () => {
  const { parts } = await owner.call(call, {})
  return Object.fromEntries(parts.map((part) => [part.part, part])) as Record<
    HealthPart,
    PartHealth
  >
}
const valuesOf = ({ figures }: PartHealth) =>
  Object.fromEntries(figures.map(({ name, value }) => [name, value]))

describe('the health page', () => {
  it('shows the processes with version and age, and those that are gone', async () => {
    await app.server.reports.report()
    await report('worker')
    const { processes, parts } = await owner.call(call, {})
    expect(processes).toMatchObject([
      { kind: 'server', state: 'good', version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
      { kind: 'worker', state: 'good', reported_at: app.clock.now().toISOString() },
    ])
    expect(parts[0]).toMatchObject({
      part: 'processes',
      state: 'good',
      runbook: 'a-server-is-gone',
    })
    app.clock.advance(31_000)
    await app.server.reports.report()
    const later = await owner.call(call, {})
    expect(later.processes.map(({ state }) => state)).toEqual(['good', 'look'])
    // Without any worker nothing is sent or charged.
    expect(later.parts[0]?.state).toBe('broken')
    expect(later.parts.find(({ part }) => part === 'queue')).toMatchObject({
      state: 'no_answer',
      measured_at: processes[1]?.reported_at,
    })
  })

  it('forgets a process that stops on request', async () => {
    const reports = await report('worker')
    reports.start()
    await expect.poll(async () => (await owner.call(call, {})).processes.length).toBe(1)
    await reports.stop()
    expect((await owner.call(call, {})).processes).toEqual([])
  })

  it('shows the figures of the gauges that a worker exports', async () => {
    const { gauges } = createWorkerModules(app.config, app.server.database, {
      log,
      clock: app.clock,
    })
    const values = Object.assign(
      {},
      ...(await Promise.all(gauges.map(({ read }) => read()))),
    ) as GaugeValues
    const named = Object.entries(values).map(([name, value]) => [`hanpyeon_${name}`, value])
    await report('worker', {
      ...Object.fromEntries(named),
      hanpyeon_jobs_due: { send_message: 2, encode_asset: 1 },
      hanpyeon_jobs_oldest_seconds: { send_message: 130, encode_asset: 20 },
      hanpyeon_jobs_dead: { send_message: 0 },
    })
    const { queue, encoder, mail, backup } = await readParts()
    expect(valuesOf(queue)).toEqual({
      jobs_waiting: 3,
      jobs_oldest: 130,
      jobs_retried: 0,
      jobs_failed: 0,
    })
    expect(queue).toMatchObject({ state: 'broken', alerts: ['JobsLate'], runbook: 'jobs-wait' })
    expect(valuesOf(encoder)).toMatchObject({
      films_running: 0,
      films_waiting: 0,
      films_stalled: 0,
    })
    expect(valuesOf(mail)).toMatchObject({ messages_waiting: 0, messages_oldest: 0 })
    expect(backup.state).toBe('look')
  })

  it('shows the last success and the last failure of a provider, from all processes', async () => {
    const at = (ms: number) => new Date(app.clock.now().getTime() - ms)
    recordProviderOutcome('mail', undefined, at(5_000))
    recordProviderOutcome('mail', 'ECONNECTION CONN', at(2_000))
    await report('worker')
    // Older than the recorded outcome.
    recordProviderOutcome('mail', 'ETIMEDOUT CONN', at(9_000))
    await report('worker', {}, 2)
    const { mail, sms } = await readParts()
    expect(mail.state).toBe('look')
    expect(valuesOf(mail)).toMatchObject({
      succeeded_at: at(5_000).toISOString(),
      failed_at: at(2_000).toISOString(),
      failure_reason: 'ECONNECTION CONN',
    })
    expect(valuesOf(sms)).toEqual({ succeeded_at: null, failed_at: null })
    recordProviderOutcome('mail', undefined, at(0))
    await report('worker')
    expect((await readParts()).mail.state).toBe('good')
  })

  it('shows the part of an installation that is not configured as off', async () => {
    const { replica, certificate, alerts } = await readParts()
    expect([replica.state, certificate.state, alerts.state]).toEqual(['off', 'off', 'off'])
  })

  it('shows why browsers reject the certificate, and exports it for an alert', async () => {
    // The mail server's certificate is signed by itself.
    const { port } = await openMailServer({ smtp: { secure: true } })
    const SITE_URL = `https://localhost:${port}`
    const { parts } = await readHealth(
      { ...nothingConfigured(), certificate: createCertificateWatch(SITE_URL, app.clock) },
      app.clock.now(),
    )
    expect(parts.find(({ part }) => part === 'certificate')).toMatchObject({
      state: 'broken',
      figures: [{ name: 'failure_reason', value: expect.stringContaining('certificate') }],
      alerts: ['CertificateInvalid'],
    })
    const site = await openTestAppForTest({ env: { SITE_URL, TRUST_PROXY: '1' } })
    const metrics = await (await site.fetch('/metrics')).text()
    expect(metrics).toMatch(/^hanpyeon_certificate_valid 0$/m)
    expect(metrics).not.toMatch(/^hanpyeon_certificate_days /m)
  })

  it('answers in time while a part hangs', async () => {
    const hanging = new Promise<never>(() => {})
    const health = await readHealth(
      {
        ...nothingConfigured(),
        files: { check: () => hanging },
        certificate: { isUsed: true, read: () => hanging },
      },
      app.clock.now(),
      300,
    )
    const states = Object.fromEntries(health.parts.map(({ part, state }) => [part, state]))
    expect(states).toMatchObject({
      storage: 'no_answer',
      certificate: 'no_answer',
      database: 'good',
      mail: 'off',
    })
  })

  it('is for owners alone', async () => {
    const editor = await makeMember(app, { is_staff: true, staff_role: 'editor' })
    expect((await expectProblem(editor.call(call, {}))).code).toBe('staff_role_required')
  })
})

describe('runbooks', () => {
  it('are sections of the manual on the disk', async () => {
    const { title, text } = await owner.call(readRunbook, { params: { name: 'a-disk-is-full' } })
    expect(title).toBe('A disk is full')
    expect(text).toMatch(/^Free space/)
    expect(text).not.toContain('###')
  })

  it.each(['no-such-section', '%2e%2e%2foperations', 'a%2Fb'])(
    'are not found by %s',
    async (name) => {
      const response = await owner.fetch(`/api/studio/health/runbooks/${name}/`)
      expect(response.status).toBe(404)
    },
  )
})
