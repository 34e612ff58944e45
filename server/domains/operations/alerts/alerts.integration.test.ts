import { endpoints } from '#contract/index.ts'
import { createLogger } from '#server/shared/logger.ts'
import { startMetricsServer } from '#server/metrics/metrics-server.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'

let app: TestApp
let owner: TestMember
let port: Awaited<ReturnType<typeof startMetricsServer>>
beforeAll(async () => {
  app = await openTestApp()
  owner = await makeMember(app, { is_staff: true })
  port = await startMetricsServer(
    { host: '127.0.0.1', port: 0 },
    { ...app.server, log: createLogger('silent', 'test') },
  )
})
afterAll(async () => {
  await port?.close()
  await app?.close()
})

const notify = async (body: unknown) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return (await fetch(`http://127.0.0.1:${port.port}/alerts`, { method: 'POST', body: text }))
    .status
}
const alert = (alertname: string, status: string, severity = 'ticket') => ({
  status,
  labels: { alertname, severity, instance: 'a:1' },
  annotations: { summary: 'x' },
  startsAt: '2026-11-28T01:02:03.123456789Z',
})
async function readPart() {
  const { parts } = await owner.call(endpoints.studio_operations.readHealth, {})
  const part = parts.find(({ part: name }) => name === 'alerts')
  return { state: part?.state, figures: part?.figures.map(({ value }) => value) }
}

it('shows the last alert that Alertmanager sends, and whether it lasts', async () => {
  expect((await readPart()).state).toBe('off')
  const received_at = app.clock.now().toISOString()
  expect(await notify({ version: '4', alerts: [alert('DiskFull', 'firing', 'page')] })).toBe(204)
  expect(await readPart()).toEqual({ state: 'broken', figures: [1, 'DiskFull', received_at] })
  app.clock.advance(60_000)
  // One of two instances has ended.
  await notify({ alerts: [alert('DiskFull', 'resolved'), alert('DiskFull', 'firing')] })
  expect((await readPart()).state).toBe('look')
  await notify({ alerts: [alert('DiskFull', 'resolved')] })
  expect(await readPart()).toMatchObject({
    state: 'good',
    figures: [0, 'DiskFull', expect.anything()],
  })
})

it.each([
  ['no JSON', '{'],
  ['no list', {}],
  ['a name that is none', { alerts: [alert('<b>', 'firing')] }],
  ['another status', { alerts: [alert('DiskFull', 'pending')] }],
  ['no time', { alerts: [{ ...alert('DiskFull', 'firing'), startsAt: 'soon' }] }],
  ['too many', { alerts: Array.from({ length: 1_001 }, () => alert('DiskFull', 'firing')) }],
])('refuses a notification with %s', async (_, body) => expect(await notify(body)).toBe(400))

it('refuses a notification of a megabyte, and other methods', async () => {
  expect(await notify('x'.repeat(1_048_577)).catch(() => 413)).toBe(413)
  expect((await fetch(`http://127.0.0.1:${port.port}/alerts`)).status).toBe(404)
})

it('keeps a limited number of names', async () => {
  const names = Array.from({ length: 300 }, (_, at) => alert(`Made_up_${at}`, 'resolved'))
  expect(await notify({ alerts: names })).toBe(204)
  const { rows } = await app.pool.query('select count(*)::int as count from received_alerts')
  expect(rows).toEqual([{ count: 200 }])
})
