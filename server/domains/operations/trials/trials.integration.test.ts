import { endpoints } from '#contract/index.ts'
import type { TrialProvider } from '#contract/operations/trials.ts'
import { expectProblem, openTestAppForTest } from '#test/app/test-app.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { openMailServer } from '#test/services/smtp-server.ts'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const { studio_service: calls, studio } = endpoints

async function openSite(env: Record<string, string> = {}, gateway = false) {
  const app = await openTestAppForTest({ env, gateway })
  const owner = await makeMember(app, { is_staff: true, email: 'owner@hanpyeon.example' })
  const stepOf = async (provider: TrialProvider) => {
    const { steps } = await owner.call(calls.readLaunchSteps, {})
    const step = steps.find(({ step: name }) => name === provider)
    return { is_done: step?.is_done, ...step?.trial }
  }
  const tryIt = (provider: TrialProvider) => owner.call(calls.tryProvider, { body: { provider } })
  return { app, owner, stepOf, tryIt }
}

it('sends a mail to the owner, and is done only then', async () => {
  const mailServer = await openMailServer()
  const { stepOf, tryIt, owner } = await openSite({ SMTP_URL: mailServer.url })
  expect(await stepOf('mail')).toEqual({ is_done: false, is_configured: true, last: null })
  const outcome = await tryIt('mail')
  expect(outcome.failure_reason).toBeNull()
  expect(mailServer.received).toMatchObject([{ to: 'owner@hanpyeon.example' }])
  expect(await stepOf('mail')).toEqual({ is_done: true, is_configured: true, last: outcome })
  const { results } = await owner.call(studio.listAuditLog, { query: {} })
  expect(results[0]).toMatchObject({ kind: 'service.provider_tried', subject_name: 'mail' })
})

it('says why mail and SMS do not go out', async () => {
  const { stepOf, tryIt } = await openSite({
    SMTP_URL: 'smtp://127.0.0.1:9',
    SMS_URL: 'http://127.0.0.1:9/',
  })
  expect((await tryIt('mail')).failure_reason).toMatch(/^ESOCKET|^ECONN/)
  expect((await tryIt('sms')).failure_reason).toMatch(/\w/)
  expect(await stepOf('mail')).toMatchObject({
    is_done: false,
    last: { failure_reason: expect.stringMatching(/^E/) },
  })
  expect(await stepOf('sms')).toMatchObject({ is_done: false })
})

const keys = {
  TOSS_SECRET_KEY: 'test_sk_wrong',
  TOSS_CLIENT_KEY: 'test_ck_1',
  TOSS_MERCHANT_ID: 'm',
}

it('says that the gateway does not take the secret key', async () => {
  const { stepOf, tryIt } = await openSite(keys, true)
  expect((await tryIt('payments')).failure_reason).toBe('INVALID_API_KEY')
  expect(await stepOf('payments')).toMatchObject({ is_done: false })
})

it('leaves a provider that is not configured to do', async () => {
  const { stepOf, tryIt } = await openSite()
  for (const provider of ['mail', 'sms', 'payments'] as const) {
    expect(await stepOf(provider)).toEqual({ is_done: false, is_configured: false, last: null })
    expect((await expectProblem(tryIt(provider))).code).toBe('conflict')
  }
})

it('stores a file and reads it again', async () => {
  const { app, stepOf, tryIt } = await openSite()
  expect((await tryIt('storage')).failure_reason).toBeNull()
  expect(await stepOf('storage')).toMatchObject({ is_done: true })
  expect(await readdir(join(app.config.data_dir, 'images'))).toEqual([])
})

it('forgets a trial when the settings change', async () => {
  const { app, stepOf, tryIt } = await openSite()
  await tryIt('storage')
  await app.pool.query(`update provider_trials set settings_hash = sha256('others')`)
  expect(await stepOf('storage')).toMatchObject({ is_done: false, last: null })
})
