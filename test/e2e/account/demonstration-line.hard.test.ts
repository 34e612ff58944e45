// hard: signs in to both demonstration accounts in a browser (15 s of CPU); the server's part has an integration test.
import { seedMembers } from '#seed/activity/members.ts'
import { resolveSecret } from '#server/config.ts'
import { createPasswordHasher } from '#server/domains/accounts/index.ts'
import { createEncryption } from '#server/shared/encryption.ts'
import { findViolations } from '#test/app/accessibility.ts'
import { endVisit, openSite } from '#test/e2e/site.ts'
import { expect, onTestFinished, test } from 'vitest'

const line = 'aside[aria-label="시연 서비스"]'

async function openDemonstration() {
  const site = await openSite([], { catalogue: 'none', env: { SEED: 'demo' } })
  onTestFinished(() => site.close())
  const { world } = site
  await seedMembers(
    world.transact,
    {
      encryption: createEncryption(resolveSecret(world.config, 'encryption')),
      hash: createPasswordHasher().hash,
    },
    world.clock.now(),
  )
  return site
}

test('the line of the demonstration folds, stays folded, and signs the viewer in by one press', async () => {
  const site = await openDemonstration()
  const visit = await site.visit({ viewport: { width: 360, height: 800 } })
  const { page } = visit
  await page.goto(site.world.origin)
  const shown = page.locator(line)
  await shown.getByRole('link', { name: '보낸 메일함' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  expect(await findViolations(page)).toEqual([])
  await shown.getByRole('button', { name: '시연 안내 접기' }).click()
  await page.reload()
  await shown.getByRole('button', { name: '시연 안내 펼치기' }).click()
  await shown.getByRole('button', { name: '시연 계정으로 로그인' }).click()
  await page.getByRole('button', { name: '한지우' }).first().waitFor()
  await endVisit(visit)
})

test('the login page opens the studio by one press, and a join leads to the outbox', async () => {
  const site = await openDemonstration()
  const visit = await site.visit()
  const { page } = visit
  await page.goto(`${site.world.origin}/accounts/recovery/password/find`)
  await page.getByLabel('이메일').fill('viewer@hanpyeon.test')
  await page.getByRole('button', { name: /링크/ }).click()
  const link = page.getByRole('link', { name: '보낸 메일함 열기' })
  await expect.poll(() => link.getAttribute('href')).toBe('/dev/outbox')
  await page.goto(`${site.world.origin}/accounts/login`)
  await page.getByRole('button', { name: '시연 운영자로 스튜디오 열기' }).first().click()
  await page.waitForURL('**/studio')
  await page.getByText('편도현').first().waitFor()
  await endVisit(visit)
})

test('a server without the demonstration renders none of it', async () => {
  const site = await openSite([], { catalogue: 'none' })
  onTestFinished(() => site.close())
  for (const path of ['/', '/accounts/login'])
    expect(await (await site.world.fetch(path)).text()).not.toMatch(/is_demonstration|시연/)
  const visit = await site.visit()
  const { page } = visit
  await page.goto(`${site.world.origin}/accounts/login`)
  await page.getByRole('button', { name: '로그인', exact: true }).waitFor()
  await expect.poll(() => page.getByText('시연').count()).toBe(0)
  await endVisit(visit)
})
