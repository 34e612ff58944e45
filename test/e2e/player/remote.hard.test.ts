// hard: two browsers play and control a film (30 s).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeMember } from '#test/fixtures/members.ts'
import { openJourneySite } from '../journey-site.ts'
import { endVisit, type Site } from '../site.ts'
import { videoElement } from './playable-episodes.ts'

let site: Site
beforeAll(async () => {
  site = await openJourneySite()
}, 180_000)
afterAll(() => site?.close())

test('controls the player of another device, which says so, and continues here', async ({
  skip,
}) => {
  skip(!site.plays, 'this browser has no H.264')
  const member = await makeMember(site.world)
  const phone = await site.visit({ viewport: { width: 360, height: 780 } }, member)
  await phone.page.goto('/')
  const television = await site.visit({ viewport: { width: 1920, height: 1080 } }, member)
  await television.page.goto('/video/1?tv=1')
  const paused = () => videoElement(television.page).then(({ paused }) => paused)
  await expect.poll(paused, { timeout: 30_000 }).toBe(false)

  // It shows once the other has saved its progress.
  const bar = phone.page.getByRole('region', { name: '다른 기기에서 재생 중' })
  await bar.waitFor({ timeout: 60_000 })
  await bar.getByText('달 세탁소').waitFor()
  await bar.getByRole('button', { name: '일시정지' }).click()
  await expect.poll(paused).toBe(true)
  await television.page.getByText('에서 조작했어요').waitFor()
  await bar.getByRole('button', { name: '재생', exact: true }).waitFor()
  const { time } = await videoElement(television.page)
  await bar.getByRole('button', { name: '10초 앞으로' }).click()
  await expect
    .poll(async () => (await videoElement(television.page)).time)
    .toBeGreaterThan(time + 5)
  await bar.getByRole('button', { name: '여기서 이어보기' }).click()
  await phone.page.waitForURL('/video/1')
  expect(await bar.count()).toBe(0)
  await endVisit(phone, television)
})
