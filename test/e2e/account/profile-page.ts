import { readFocus } from '#test/app/accessibility.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type Site } from '#test/e2e/site.ts'

export const wide = { viewport: { width: 1440, height: 900 } }
export const phone = { viewport: { width: 360, height: 780 }, reducedMotion: 'reduce' as const }

export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
export const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
export const codeField = (page: Page) => page.getByLabel('인증번호', { exact: true })
/** Polls the accessible name of the focused element. */
export const focusName = (page: Page) => expect.poll(async () => (await readFocus(page)).name)

export const readMemberRow = (site: Site, member: TestMember) =>
  site.world.db
    .selectFrom('members')
    .selectAll()
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow()

/** Opens `path` in the browser of a new, signed-in member. */
export async function openAsMember(
  site: Site,
  path: string,
  options: {
    at?: Parameters<Site['visit']>[0]
    member?: Parameters<typeof makeMember>[1]
  } = {},
) {
  const member = await makeMember(site.world, options.member)
  const visit = await site.visit(options.at ?? wide, member)
  await visit.page.goto(path)
  return { member, visit, page: visit.page }
}
