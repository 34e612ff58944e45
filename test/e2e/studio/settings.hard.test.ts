// hard: walks a new installation until it sells (25 s); service.integration.test.ts keeps the rules.
import { findViolations } from '#test/app/accessibility.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { demonstrationTexts } from '#test/hard/going-live/demonstration-texts.ts'
import { crawl, findTexts } from '#test/hard/going-live/crawl.ts'
import { emptyService } from '#test/app/owner-statements.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { endVisit, openSite, type Site } from '../site.ts'

vi.setConfig({ testTimeout: 600_000 })

let site: Site
beforeAll(async () => {
  site = await openSite([], { catalogue: 'none' })
  await emptyService(site.world)
}, 240_000)
afterAll(() => site?.close())

it('shows nothing of the demonstration before the particulars are set', async () => {
  const visit = await site.visit({ viewport: { width: 360, height: 780 } })
  const { page } = visit
  visit.allow(/404/)
  const contents = await crawl(page, ['/', '/customer-service', '/mypage/plans', '/terms/service'])
  expect(contents.size).toBeGreaterThan(12)
  expect(findTexts(contents, demonstrationTexts)).toEqual([])
  await page.goto('/terms/privacy')
  await page.getByRole('heading', { name: '아직 준비하고 있어요' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.goto('/mypage/plans')
  await page.getByText('아직 판매를 시작하지 않았어요').first().waitFor()
  await endVisit(visit)
})

it('opens the service by its checklist, and pages show what was set', async () => {
  const owner = await makeMember(site.world, { is_staff: true })
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } }, owner)
  const { page } = visit
  await page.goto('/studio/settings')
  await page.getByText('아직 판매하지 않아요').waitFor()
  await page.getByText('빠진 것: 상호, 대표자 이름').waitFor()
  const fill = (label: string, text: string) =>
    page.getByRole('textbox', { name: label, exact: true }).fill(text)
  for (const [label, text] of Object.entries({
    '서비스 이름': '새봄극장',
    강조색: '#123456',
    상호: '주식회사 새봄',
    '대표자 이름': '이새봄',
    사업자등록번호: '220-81-62518',
    '통신판매업 신고번호': '제2026-서울중구-0001호',
    주소: '서울특별시 중구 세종대로 110',
    전화번호: '02-1234-5678',
    이메일: 'help@example.com',
    '호스팅 서비스 제공자': '주식회사 새봄',
    '개인정보 보호책임자': '김봄',
  }))
    await fill(label, text)
  const save = page.locator('button[type=submit]', { hasText: '저장' })
  await save.click()
  await page.getByText('없는 사업자등록번호예요').waitFor()
  await page.getByText('어두운 화면에서 글자가 읽히지 않는 색이에요').waitFor()
  await fill('사업자등록번호', '220-81-62517')
  await fill('강조색', '#7CC4FF')
  await page.getByRole('region', { name: '미리보기' }).getByText('주식회사 새봄').first().waitFor()
  expect(await findViolations(page)).toEqual([])
  await save.click()
  await page.getByText('설정을 저장했어요').waitFor()

  const logo = await sharp({
    create: { width: 256, height: 256, channels: 4, background: '#7cc4ff' },
  })
    .png()
    .toBuffer()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo })
  await page.getByText('로고를 바꿨어요').waitFor()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await page.getByText('SVG는 받지 않아요').waitFor()

  for (const name of ['이용약관', '개인정보처리방침', '유료서비스 이용약관']) {
    await page.getByRole('button', { name: '새 버전 공개' }).click()
    const form = page.getByRole('form', { name: '새 버전 공개' })
    await form.getByRole('combobox', { name: '약관' }).selectOption(name)
    await form.getByLabel('시행일').fill('2026-01-01')
    await form.getByLabel('한 줄 요약').fill('서로 지키기로 한 약속이에요.')
    await form.getByLabel('바뀐 내용').fill('처음 만들었어요.')
    await form
      .getByRole('textbox', { name: '내용', exact: true })
      .fill('## 제1조 목적\n\n약속을 정해요.')
    await form.getByRole('button', { name: '공개', exact: true }).click()
    await page.getByRole('list', { name: '공개한 버전' }).getByText(name, { exact: true }).waitFor()
  }
  await page.getByText('판매하고 있어요.').waitFor()
  await endVisit(visit)

  const viewer = await site.visit({ viewport: { width: 768, height: 1024 } })
  await viewer.page.goto('/')
  expect(await viewer.page.title()).toBe('새봄극장')
  const footer = viewer.page.getByRole('contentinfo')
  await footer.getByText('220-81-62517').waitFor()
  await footer.getByRole('link', { name: '사업자정보 확인' }).waitFor()
  await viewer.page.getByRole('banner').getByRole('img', { name: '새봄극장' }).waitFor()
  const accent = await viewer.page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--color-accent'),
  )
  expect(accent).toBe('#7cc4ff')
  expect(await findViolations(viewer.page)).toEqual([])
  await viewer.page.goto('/terms/service')
  await viewer.page.getByRole('heading', { name: '제1조 목적' }).waitFor()
  await endVisit(viewer)
})
