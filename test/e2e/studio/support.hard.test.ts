// hard: every act of the studio's service pages (30 s of CPU); the calls have integration tests.
import { endpoints } from '#contract/index.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { hasFocus, findViolations } from '#test/app/accessibility.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { createTestInquiry } from '#test/fixtures/inquiries.ts'
import { withOwnerRole, clearSupport } from '#test/e2e/support/fixtures.ts'
import { endVisit, openSite, type Site } from '#test/e2e/site.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 240_000 })
const wide = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 360, height: 780 }, reducedMotion: 'reduce' as const }

let site: Site
let staff: TestMember
let colleague: TestMember
beforeAll(async () => {
  site = await openSite()
  staff = await makeMember(site.world, { is_staff: true, username: '박운영' })
  colleague = await makeMember(site.world, { is_staff: true, username: '최고객' })
})
afterAll(() => site?.close())

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const empty = () => withOwnerRole(site.world, 'delete from inquiries; delete from answer_templates')

async function visitAs(member: TestMember, options: Parameters<Site['visit']>[0] = wide) {
  const visit = await site.visit(options, member)
  return { ...visit, visit }
}

test('answers an inquiry from a template by keyboard, and updates the open page', async () => {
  await empty()
  const member = await makeMember(site.world, { username: '김하늘' })
  await createTestInquiry(member, {
    title: '자막이 안 나와요',
    context: '어제부터\n<b>안 나와요</b>.',
  })
  await createTestInquiry(await makeMember(site.world), { title: '환불하고 싶어요' })
  const theirs = await visitAs(member, phone)
  await theirs.page.goto('/customer-service/inquirys/list')
  await theirs.page.getByText('확인중').waitFor()

  const { page, visit } = await visitAs(staff)
  await page.goto('/studio/inquiries')
  await page.getByRole('list', { name: '문의 목록' }).getByText('자막이 안 나와요').waitFor()
  expect(await page.title()).toBe('1:1 문의 · 스튜디오 | 한편')
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('j')
  await page.getByRole('heading', { name: '자막이 안 나와요' }).waitFor()
  await page.getByText('<b>안 나와요</b>').waitFor()
  await page.keyboard.press('j')
  await page.getByRole('heading', { name: '환불하고 싶어요' }).waitFor()
  await page.keyboard.press('k')
  await page.getByRole('heading', { name: '자막이 안 나와요' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await expect.poll(() => page.getByRole('main').innerText()).not.toContain('김하늘')

  await button(page, '템플릿 관리').click()
  const dialog = page.getByRole('dialog', { name: '답변 템플릿' })
  await dialog.getByText(/아직 템플릿이 없어요/).waitFor()
  await dialog.getByRole('button', { name: '새 템플릿' }).click()
  await dialog.getByLabel('템플릿 이름').fill('자막')
  await dialog.getByLabel('내용').fill('{이름}님, ‘{제목}’ 문의를 확인했어요.')
  expect(await findViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: '저장' }).click()
  await dialog.getByRole('button', { name: '닫기' }).first().click()
  await dialog.waitFor({ state: 'detached' })

  await button(page, '내가 맡기').click()
  await page.getByText('담당을 바꿨어요').waitFor()
  await page.getByLabel('템플릿 고르기').selectOption('자막')
  await button(page, '템플릿 넣기').click()
  const field = page.getByLabel('답변', { exact: false }).last()
  await field.press('End')
  await field.pressSequentially(' 고쳤어요.')
  // The draft survives a reload.
  await page.reload()
  await expect
    .poll(() => page.locator('textarea').inputValue())
    .toBe('{이름}님, ‘{제목}’ 문의를 확인했어요. 고쳤어요.')
  await page.getByRole('list', { name: '문의 목록' }).getByText('환불하고 싶어요').waitFor()
  await page.locator('textarea').press('Control+Enter')
  await page.getByText('답변을 보냈어요. 회원에게 메일이 가요.').waitFor()
  await page.getByRole('heading', { name: '환불하고 싶어요' }).waitFor()
  // The focused element was removed with the answer, so the focus moves to the next inquiry.
  await hasFocus(page.getByRole('region', { name: '환불하고 싶어요' }).locator('..'))

  await theirs.page.getByText('답변완료').waitFor()
  await theirs.page.locator('main summary').first().click()
  await theirs.page.getByText('김하늘님, ‘자막이 안 나와요’ 문의를 확인했어요. 고쳤어요.').waitFor()
  await page.goto('/studio/acts')
  await page.getByText('문의에 답변').first().waitFor()
  theirs.clean()
  visit.clean()
})

test('reports an inquiry that another staff member has taken, and keeps the draft', async () => {
  await empty()
  const { id } = await createTestInquiry(await makeMember(site.world), { title: '둘이 봤어요' })
  const { page, visit, allow } = await visitAs(staff)
  // The socket is closed, because its event could arrive before the answer is sent.
  await page.routeWebSocket('**/ws/studio/', (line) => line.close())
  await page.goto(`/studio/inquiries?id=${id}`)
  await page.locator('textarea').fill('제가 답할게요.')
  await colleague.call(endpoints.studio_support.assignInquiry, {
    params: { id },
    body: { staff_id: colleague.id, from_id: null },
  })
  allow(/409/)
  await button(page, '답변 보내기').click()
  await page.getByText(/그사이 다른 운영자가 이 문의를 맡았어요/).waitFor()
  await page.getByText(/최고객님이 맡고 있어요/).waitFor()
  await expect.poll(() => page.locator('textarea').inputValue()).toBe('제가 답할게요.')
  await button(page, '답변 보내기').click()
  const dialog = page.getByRole('dialog', { name: '답변 보내기' })
  await dialog.getByRole('button', { name: '답변 보내기' }).click()
  await page.getByText('답변을 보냈어요. 회원에게 메일이 가요.').waitFor()
  visit.clean()
})

/** Resolves once the page’s socket is open. */
const live = async (page: Page) => {
  const line = await page.waitForEvent('websocket', (socket) =>
    socket.url().includes('/ws/studio/'),
  )
  await line.waitForEvent('framereceived')
}
/** Far below the polling interval without a socket. */

test('updates open pages on two servers at once, and keeps drafts', async () => {
  await empty()
  const first = await visitAs(staff)
  const second = await visitAs(colleague, { ...wide, baseURL: await site.world.another() })
  await Promise.all([live(first.page), first.page.goto('/studio/inquiries')])
  await Promise.all([live(second.page), second.page.goto('/studio/notices')])
  await first.page.getByRole('heading', { name: '기다리는 문의가 없어요' }).waitFor()
  await second.page.getByRole('link', { name: '1:1 문의', exact: true }).waitFor()

  const { id } = await createTestInquiry(await makeMember(site.world), { title: '방금 여쭤봐요' })
  const params = { id }
  await first.page.getByRole('link', { name: /방금 여쭤봐요/ }).waitFor()
  await second.page.getByRole('link', { name: '1:1 문의 답변 대기 1' }).waitFor()

  await first.page.getByRole('link', { name: /방금 여쭤봐요/ }).click()
  await first.page.locator('textarea').fill('제가 쓰던 답변이에요.')
  await colleague.call(endpoints.studio_support.assignInquiry, {
    params,
    body: { staff_id: colleague.id, from_id: null },
  })
  await first.page.getByText(/최고객님이 맡고 있어요/).waitFor()
  await expect.poll(() => first.page.locator('textarea').inputValue()).toBe('제가 쓰던 답변이에요.')
  await colleague.call(endpoints.studio_support.answerInquiry, {
    params,
    body: { answer: '고쳤어요.', from_id: colleague.id },
  })
  await first.page.getByText('최고객 답변').waitFor()
  const kept = first.page.getByRole('region', { name: /보내지 못한 내 답변/ })
  await kept.getByText('제가 쓰던 답변이에요.').waitFor()
  expect(await findViolations(first.page)).toEqual([])
  await kept.getByRole('button', { name: '버리기' }).click()
  await kept.waitFor({ state: 'detached' })
  await second.page.getByRole('link', { name: '1:1 문의', exact: true }).waitFor()
  first.visit.clean()
  second.visit.clean()
  // A member may have five sockets.
  await first.visit.context.close()
})

test('keeps a draft over a network failure, an ended session and the second factor', async () => {
  await empty()
  const { id } = await createTestInquiry(await makeMember(site.world), { title: '쓰다가 끊겼어요' })
  const writer = await makeMember(site.world, { is_staff: true })
  const { page, visit, allow } = await visitAs(writer)
  await page.goto(`/studio/inquiries?id=${id}`)
  const field = page.locator('textarea')
  await field.fill('반쯤 쓴 답변')
  await visit.context.setOffline(true)
  await button(page, '답변 보내기').click()
  await page.getByText(/서버에 연결하지 못했어요/).waitFor()
  await expect.poll(() => field.inputValue()).toBe('반쯤 쓴 답변')
  allow(/ERR_INTERNET_DISCONNECTED|WebSocket|401|403/)
  // The socket reports the end of the session.
  await Promise.all([live(page), visit.context.setOffline(false)])

  await site.world.pool.query('delete from sessions where member_id = $1', [writer.id])
  await page.getByLabel('이메일').fill(writer.email)
  await page.getByLabel('비밀번호', { exact: true }).fill(writer.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: '추가 인증을 먼저 설정해 주세요' }).waitFor()
  await site.world.pool.query('update sessions set second_factor_at = $2 where member_id = $1', [
    writer.id,
    site.world.clock.now(),
  ])
  await page.reload()
  await expect.poll(() => field.inputValue()).toBe('반쯤 쓴 답변')
  await field.press('Control+Enter')
  await page.getByText('답변을 보냈어요. 회원에게 메일이 가요.').waitFor()
  visit.clean()
})

test('reports a conflicting edit of a notice before saving, and keeps the input', async () => {
  await clearSupport(site.world)
  const { createNotice: addNotice, updateNotice: changeNotice } = endpoints.studio_support
  const { id, version } = await staff.call(addNotice, {
    body: { title: '점검', context: '토요일에 쉬어요', is_pinned: false, is_hidden: false },
  })
  const { page, visit, allow } = await visitAs(staff)
  await Promise.all([live(page), page.goto(`/studio/notices?edit=${id}`)])
  await page.getByLabel('내용').fill('일요일에 쉬어요')
  await colleague.call(changeNotice, { params: { id }, body: { version, title: '서버 점검' } })
  await page.getByText(/다른 운영자가 방금 이 글을 고쳤어요/).waitFor()
  allow(/409/)
  await button(page, '저장').click()
  await page.getByText(/먼저 고쳤어요. 고친 글을 불러와/).waitFor()
  expect(await findViolations(page)).toEqual([])
  await button(page, '고친 글 불러오기').click()
  await page.getByText('저장하지 않은 내용을 불러왔어요.').waitFor()
  await expect.poll(() => page.getByLabel('내용').inputValue()).toBe('일요일에 쉬어요')
  await page.getByLabel('내용').press('Control+Enter')
  await page.getByText('저장했어요').waitFor()
  // Unedited fields show the other editor’s values.
  await page.getByRole('link', { name: '서버 점검' }).waitFor()
  await page.goto('/studio/acts?kind=support')
  await page.getByText('공지 수정').first().waitFor()
  await page.getByText('토요일에 쉬어요').first().waitFor()
  await page.getByText('일요일에 쉬어요').first().waitFor()
  expect(await findViolations(page)).toEqual([])
  await endVisit(visit)
})

test('renders Markdown of a notice and a FAQ like the preview', async () => {
  await clearSupport(site.world)
  const { page, visit } = await visitAs(staff)
  await page.goto('/studio/notices')
  await page.getByRole('heading', { name: '아직 글이 없어요' }).waitFor()
  await page.getByRole('link', { name: '새 공지' }).press('Enter')
  await page.getByLabel('제목').fill('점검을 해요')
  await page.getByLabel('내용').fill('토요일에 쉬어요')
  await page.getByLabel('내용').selectText()
  await button(page, '굵게').click()
  await page.getByRole('region', { name: '미리보기' }).locator('strong').waitFor()
  await expect.poll(() => page.getByLabel('내용').inputValue()).toBe('**토요일에 쉬어요**')
  await page.getByLabel('내용').press('Control+End')
  await page
    .getByLabel('내용')
    .pressSequentially('\n\n## 언제\n- 새벽 2시\n- [자세히](https://example.com/a)\n<b>글자</b>')
  const preview = page.getByRole('region', { name: '미리보기' })
  await expect
    .poll(() => preview.getByRole('listitem').allInnerTexts())
    .toEqual(['새벽 2시', '자세히'])
  expect(await findViolations(page)).toEqual([])
  const html = await preview.locator('.max-w-prose').innerHTML()
  await button(page, '저장').click()
  await page.getByText('저장했어요').waitFor()
  await page.getByRole('table', { name: '공지 목록' }).waitFor()
  expect(await findViolations(page)).toEqual([])

  const viewer = await site.visit(phone)
  await viewer.page.goto('/customer-service/notices')
  await viewer.page.getByRole('link', { name: /점검을 해요/ }).click()
  await viewer.page.getByRole('heading', { name: '언제' }).waitFor()
  const shown = await viewer.page.locator('main .max-w-prose').last().innerHTML()
  expect(shown.replaceAll('h2', 'h3')).toBe(html)
  await viewer.page.getByText('<b>글자</b>').waitFor()
  expect(await findViolations(viewer.page)).toEqual([])

  await page.getByRole('switch', { name: /점검을 해요/ }).press('Space')
  await page.getByText('‘점검을 해요’ 글을 숨겼어요').waitFor()
  await viewer.page.goto('/customer-service/notices')
  await viewer.page.getByText('점검을 해요').waitFor({ state: 'detached' })

  await page.getByRole('link', { name: '자주 묻는 질문', exact: true }).click()
  for (const title of ['하나', '둘']) {
    await page.getByRole('link', { name: '새 질문' }).click()
    await page.getByLabel('질문').fill(title)
    await page.getByLabel('답변').fill('자동 **결제**를 꺼요.')
    await button(page, '저장').click()
    await page.getByRole('link', { name: title, exact: true }).waitFor()
  }
  await button(page, '‘둘’ 위로').click()
  await page.getByText('순서를 바꿨어요').waitFor()
  expect(await findViolations(page)).toEqual([])
  await viewer.page.goto('/customer-service/faqs/account')
  await expect
    .poll(() => viewer.page.locator('main summary h3').allInnerTexts())
    .toEqual(['둘', '하나'])
  await viewer.page.goto(`/customer-service/faqs/account?q=${encodeURIComponent('자동결제')}`)
  await viewer.page.locator('main summary').first().click()
  await viewer.page.locator('details[open] strong mark').waitFor()
  viewer.clean()
  visit.clean()
})

test('hides a reported review with a reason and restores it', async () => {
  const author = await makeMember(site.world, { username: '이소리' })
  await site.world.pool.query(
    `with r as (
       insert into reviews (profile_id, series_id, rating, context, is_spoiler, created_at, updated_at)
       select $1, min(id), 2, '욕설이 든 리뷰예요', false, $3, $3 from series returning id)
     insert into review_reports (review_id, member_id, reason, created_at) select id, $2, 'abuse', $3 from r`,
    [author.profile_id, staff.id, site.world.clock.now()],
  )
  const { page, visit } = await visitAs(staff)
  await page.goto('/studio/reviews')
  await page.getByText('욕설이 든 리뷰예요').waitFor()
  await page.getByText('이*리').waitFor()
  expect(await findViolations(page)).toEqual([])
  await button(page, '숨기기').press('Enter')
  const dialog = page.getByRole('dialog', { name: '리뷰를 숨길까요?' })
  await dialog.getByLabel('숨기는 이유').fill('욕설')
  await dialog.getByLabel('숨기는 이유').press('Enter')
  await page.getByText('리뷰를 숨겼어요.').waitFor()
  await page.getByRole('heading', { name: '확인할 신고가 없어요' }).waitFor()
  await button(page, '되돌리기').click()
  await page.getByText('욕설이 든 리뷰예요').waitFor()
  await button(page, '그대로 두기').click()
  await page.getByText('리뷰를 그대로 두고 신고를 닫았어요.').waitFor()
  await page.getByRole('heading', { name: '확인할 신고가 없어요' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  visit.clean()
})
