import { endpoints } from '#contract/index.ts'
import { storageFolders } from '#server/composition/shared-dependencies.ts'
import { openTestAppForTest } from '#test/app/test-app.ts'
import { createTestInquiry, inquiryOutcome, sendInquiry } from '#test/fixtures/inquiries.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { type ClamdConduct, eicar, openClamd } from '#test/services/clamd.ts'
import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'

async function openWithClamd(conducts: ClamdConduct[] = []) {
  const clamd = await openClamd({ conducts })
  const app = await openTestAppForTest({ env: { CLAMD_URL: clamd.url } })
  const member = await makeMember(app)
  const list = { query: { offset: 0, limit: 0 } } as const
  return {
    clamd,
    member,
    hasStored: async () =>
      existsSync(storageFolders(app.config).attachments_dir) ||
      (await member.call(endpoints.customer_services.listInquiries, list)).count > 0,
  }
}

it('rejects an infected file and stores nothing', async () => {
  const { member, hasStored } = await openWithClamd()
  const response = await sendInquiry(member, { file: eicar })
  expect([response.status, await response.json()]).toMatchObject([
    415,
    {
      code: 'file_type_rejected',
      errors: [
        {
          field: 'attachment_file',
          code: 'infected',
          detail: '악성 코드가 발견된 파일은 첨부할 수 없어요. 다른 파일을 첨부해 주세요.',
        },
      ],
    },
  ])
  expect(await hasStored()).toBe(false)
})

it('stores nothing without a verdict, and accepts the file when the scanner is back', async () => {
  const { clamd, member, hasStored } = await openWithClamd(['hang_up', 'hang_up'])
  const response = await sendInquiry(member, { file: 'text' })
  expect(response.headers.get('retry-after')).toBe('30')
  expect(await inquiryOutcome(response)).toBe('service_unavailable')
  expect(await hasStored()).toBe(false)
  await createTestInquiry(member)
  await createTestInquiry(member, { file: 'text' })
  expect(clamd.received.map(String)).toEqual(['text'])
})

it('does not ask the scanner about a file that is rejected anyway', async () => {
  const { clamd, member } = await openWithClamd()
  expect(await inquiryOutcome(await sendInquiry(member, { file: '<html>' }))).toBe(
    'file_type_rejected',
  )
  expect(clamd.connections).toBe(0)
})
