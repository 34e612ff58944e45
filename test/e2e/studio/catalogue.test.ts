import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViolations } from '#test/app/accessibility.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { openSite, signIn, type Site, type Visit } from '../site.ts'

const wide = { viewport: { width: 1440, height: 900 } }

let site: Site
beforeAll(async () => void (site = await openSite()), 180_000)
afterAll(() => site?.close())

async function staffAt(path: string, username: string): Promise<Visit & { staff: TestMember }> {
  const visit = await site.visit(wide)
  const staff = await makeMember(site.world, { is_staff: true, username })
  await signIn(visit, staff)
  await visit.page.goto(path)
  return { ...visit, staff }
}
/** A visible field; the other tabs of the page keep theirs hidden. */
const fieldOf = ({ page }: Pick<Visit, 'page'>, label: string | RegExp) =>
  page.getByLabel(label).filter({ visible: true })
const titleOf = (visit: Visit) => fieldOf(visit, /^제목/)
const save = ({ page }: Visit) => page.getByRole('button', { name: '저장', exact: true })

/** Value of a date-time field in Seoul time, in ms from the app’s now. */
const inSeoul = (ms: number) =>
  new Date(site.world.clock.now().getTime() + ms + 9 * 3_600_000).toISOString().slice(0, 19)

test('creates, schedules and publishes a work on time, reports an edit conflict, and undoes', async () => {
  const editor = await staffAt('/studio/works', '편도현')
  const { page } = editor
  await page.getByRole('button', { name: '새 작품' }).click()
  const dialog = page.getByRole('dialog', { name: '새 작품 만들기' })
  await dialog.getByLabel('제목').fill('여름의 끝에서 만나')
  await dialog.getByLabel('종류').selectOption('영화·단편')
  await dialog.getByRole('button', { name: '영화', exact: true }).click()
  await dialog.getByRole('button', { name: '만들기' }).click()
  await page.getByRole('heading', { level: 1, name: '여름의 끝에서 만나' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  const id = Number(/works\/(\d+)/.exec(page.url())?.[1])

  const viewer = await site.visit(wide)
  viewer.allow(/404/)
  expect((await viewer.page.goto(`/series/${id}`))?.status()).toBe(404)

  // A schedule in the past is refused, and the input stays.
  await page.getByRole('radio', { name: '예약' }).press('Space')
  await fieldOf(editor, '공개 시각').fill(inSeoul(-60_000))
  await fieldOf(editor, '줄거리').fill('바닷가에서 다시 만난 두 사람')
  // Without a film it is shown once it is published, as an announcement.
  await page.getByRole('checkbox', { name: /공개 전에 ‘공개 예정’으로/ }).press('Space')
  await save(editor).click()
  editor.allow(/400/)
  await page.getByText('이미 지난 시각이에요.').waitFor()
  await expect
    .poll(() => fieldOf(editor, '줄거리').inputValue())
    .toBe('바닷가에서 다시 만난 두 사람')
  await fieldOf(editor, '공개 시각').fill(inSeoul(60_000))
  await save(editor).press('Enter')
  await page.getByText('공개 예약', { exact: true }).first().waitFor()

  await page.getByRole('link', { name: '미리 보기' }).click()
  await page.getByRole('heading', { name: '여름의 끝에서 만나' }).waitFor()
  await page.getByText('바닷가에서 다시 만난 두 사람').first().waitFor()
  await page.getByRole('link', { name: '고치러 가기' }).click()
  await titleOf(editor).waitFor()

  site.world.clock.advance(60_000)
  await expect
    .poll(async () => (await viewer.page.request.get(`/api/contents/series/${id}/`)).status())
    .toBe(200)
  await viewer.page.goto(`/series/${id}`)
  await viewer.page.getByRole('heading', { level: 1, name: '여름의 끝에서 만나' }).waitFor()

  // Two editors: the second save reports the author and the fields, and may keep its own values.
  const second = await staffAt(`/studio/works/${id}`, '이가람')
  await titleOf(second).fill('여름의 끝')
  await titleOf(editor).fill('여름 끝에서 만나요')
  await fieldOf(editor, '원제').fill('Where Summer Ends')
  await save(editor).click()
  await page.getByRole('heading', { level: 1, name: '여름 끝에서 만나요' }).waitFor()
  await save(second).click()
  second.allow(/409/)
  const told = second.page
    .getByRole('alert')
    .filter({ hasText: '그사이 다른 사람이 먼저 저장했어요' })
  await told.getByText('편도현').first().waitFor()
  await told.getByText('Where Summer Ends').waitFor()
  expect(await findViolations(second.page)).toEqual([])
  await told.getByRole('button', { name: '이대로 저장' }).press('Enter')
  await second.page.getByRole('heading', { level: 1, name: '여름의 끝', exact: true }).waitFor()
  await expect.poll(() => fieldOf(second, '원제').inputValue()).toBe('Where Summer Ends')

  await second.page.getByRole('link', { name: '바뀐 기록' }).click()
  await second.page.getByRole('button', { name: '되돌리기 제목', exact: true }).click()
  await second.page.getByRole('heading', { level: 1, name: '여름 끝에서 만나요' }).waitFor()
  expect(await findViolations(second.page)).toEqual([])

  // Leaving with unsaved changes asks for confirmation.
  await fieldOf(editor, '원제').fill('Elsewhere')
  await page.getByRole('link', { name: '작품 목록' }).click()
  await page.getByRole('dialog', { name: '저장하지 않고 나갈까요?' }).waitFor()
  await page.getByRole('button', { name: '계속 고치기' }).click()
  await expect.poll(() => fieldOf(editor, '원제').inputValue()).toBe('Elsewhere')
  for (const visit of [editor, second, viewer]) visit.clean()
})
