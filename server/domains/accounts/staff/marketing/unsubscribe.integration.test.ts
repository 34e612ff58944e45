import { accounts } from '#contract/accounts/accounts.ts'
import { endpoints } from '#contract/index.ts'
import {
  createTestCampaign,
  readCampaignMessages,
  scheduleTestCampaign,
  sendWholeCampaign,
  tokenOf,
} from '#test/fixtures/campaigns.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { expectProblem, openTestApp, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const { unsubscribe, readCampaign } = endpoints.studio_marketing

let app: TestApp
let staff: TestMember
beforeAll(async () => {
  app = await openTestApp({ now: '2026-11-23T12:00:00+09:00' })
  staff = await makeMember(app, { is_staff: true })
})
afterAll(() => app?.close())

/** A member with consent, and the token of a mail that the member got. */
async function makeRecipient() {
  const member = await makeMember(app, { is_marketing_agreed: true })
  const { id } = await scheduleTestCampaign(staff, await createTestCampaign(staff))
  await sendWholeCampaign(app, id)
  const messages = await readCampaignMessages(app, id)
  const token = tokenOf(messages.find(({ recipient }) => recipient === member.email)!)
  const unsubscribed = async () => (await staff.call(readCampaign, { params: { id } })).unsubscribed
  return { member, token, campaign_id: id, unsubscribed }
}

const isAgreed = async ({ id }: TestMember) =>
  (
    await app.pool.query<{ is_marketing_agreed: boolean }>(
      'select is_marketing_agreed from members where id = $1',
      [id],
    )
  ).rows[0]?.is_marketing_agreed

const readConsents = async ({ id }: TestMember) =>
  (
    await app.pool.query<Record<string, unknown>>(
      'select kind, is_agreed, version, created_at from consents where member_id = $1 order by id',
      [id],
    )
  ).rows

const withdraw = (token: string) => app.call(unsubscribe, { body: { token } })

test('withdraws the consent without a session, once, with date and confirmation', async () => {
  const { member, token, unsubscribed } = await makeRecipient()
  await withdraw(token)
  await withdraw(token)
  expect(await isAgreed(member)).toBe(false)
  expect(await readConsents(member)).toEqual([
    {
      kind: 'marketing_info',
      is_agreed: false,
      version: '2026-11-01',
      created_at: app.clock.now().toISOString(),
    },
  ])
  const { rows } = await app.pool.query(
    `select from messages where recipient = $1 and subject like '%철회%'`,
    [member.email],
  )
  expect(rows).toHaveLength(1)
  expect(await unsubscribed()).toBe(1)
})

test('works again after a new consent, and counts the member once', async () => {
  const { member, token, unsubscribed } = await makeRecipient()
  await withdraw(token)
  await member.call(accounts.updateMe, { body: { is_marketing_agreed: true } })
  await withdraw(token)
  expect(await isAgreed(member)).toBe(false)
  expect(await unsubscribed()).toBe(1)
})

test('accepts the one-click POST of mail providers (RFC 8058), which has no origin and no cookie', async () => {
  for (const [type, body] of [
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data\r\n\r\n--x--'],
  ] as const) {
    const { member, token } = await makeRecipient()
    const response = await fetch(`${app.origin}/unsubscribe?token=${token}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    })
    expect(response.status).toBe(204)
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(await isAgreed(member)).toBe(false)
  }
})

test('refuses forged tokens and tokens changed to another member', async () => {
  const { member, token, campaign_id } = await makeRecipient()
  const other = await makeMember(app, { is_marketing_agreed: true })
  const [, , ...signature] = token.split('-')
  const forged = [
    `${campaign_id}-${other.id}-${signature.join('-')}`,
    `${campaign_id + 1}-${member.id}-${signature.join('-')}`,
    `${campaign_id}-${member.id}-${'A'.repeat(22)}`,
    token.slice(0, -1),
    `0${token}`,
    '',
  ]
  for (const each of forged)
    expect((await expectProblem(withdraw(each))).code, each).toBe('invalid_link')
  const response = await fetch(`${app.origin}/unsubscribe?token=${forged[0]}`, { method: 'POST' })
  expect(response.status).toBe(400)
  expect([await isAgreed(member), await isAgreed(other)]).toEqual([true, true])
})

test('succeeds after the account was deleted', async () => {
  const { member, token } = await makeRecipient()
  await app.pool.query('delete from members where id = $1', [member.id])
  expect(await withdraw(token)).toBeNull()
})
