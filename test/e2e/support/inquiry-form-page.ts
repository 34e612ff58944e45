import { endpoints } from '#contract/index.ts'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect } from 'vitest'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import type { Site } from '#test/e2e/site.ts'

export const wide = { viewport: { width: 1440, height: 900 } }
export const phone = { viewport: { width: 360, height: 780 }, reducedMotion: 'reduce' as const }
export const formPath = '/customer-service/inquirys/new'
export const listPath = '/customer-service/inquirys/list'

/** Makes a PNG of 90 × 60 px. */
export const makePicture = () =>
  sharp({ create: { width: 90, height: 60, channels: 3, background: '#f60' } })
    .png()
    .toBuffer()

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const titleField = (page: Page) => page.getByRole('textbox', { name: '제목' })
export const contextField = (page: Page) => page.getByRole('textbox', { name: '내용' })
export const subjectField = (page: Page) => page.getByRole('combobox', { name: '문의 유형' })
export const fileField = (page: Page) => page.getByLabel('첨부 파일', { exact: false }).first()
export const submitButton = (page: Page) => button(page, '등록')
export const pathOf = (page: Page) => expect.poll(() => new URL(page.url()).pathname)
export const draftKeys = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')))
export const listInquiries = (member: TestMember) =>
  member.call(endpoints.customer_services.listInquiries, { query: { limit: 0 } })

/** Opens `path` in the browser of a new member. */
export async function openAsMember(
  site: Site,
  path: string,
  options: Parameters<Site['visit']>[0] = wide,
) {
  const member = await makeMember(site.world)
  const visit = await site.visit(options, member)
  await visit.page.goto(path)
  return { member, visit, page: visit.page }
}
