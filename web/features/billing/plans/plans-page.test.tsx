import type { Plan } from '#contract/transactions/subscriptions.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import Plans from './plans.route.tsx'

const plans: Plan[] = [
  { id: 1, name: '베이직', version: 1, price: 7_900, max_height: 720, streams: 1 },
  { id: 2, name: '스탠다드', version: 1, price: 10_900, max_height: 1_080, streams: 2 },
  { id: 3, name: '프리미엄', version: 1, price: 13_900, max_height: 1_080, streams: 4 },
]
const work = { id: 9, title: '종이 도시', poster_url: null, poster_color: '#2f4468' }

function render(sold: Plan[]) {
  const loaderData = { plans: sold, works: { count: 14, results: [work] } } as never
  const router = createMemoryRouter([{ path: '*', element: <Plans loaderData={loaderData} /> }], {
    initialEntries: ['/mypage/plans'],
  })
  return renderToStaticMarkup(<RouterProvider router={router} />)
}
const countOf = (html: string, text: string) => html.split(text).length - 1

test('shows how many works a plan opens, with their posters, above the plans', () => {
  const html = render(plans)
  expect(html).toContain('이용권 하나로 14편을 마음껏 보세요.')
  expect(html.indexOf('href="/series/9"')).toBeGreaterThan(0)
  expect(html.indexOf('href="/series/9"')).toBeLessThan(html.indexOf('베이직'))
})

test('says each difference of a plan once, and what all plans share in one sentence', () => {
  const html = render(plans)
  for (const text of ['720p HD 화질', '한 번에 1대에서 시청', '4대에서 동시에 시청', '프로필 5개'])
    expect(countOf(html, text), text).toBe(1)
  expect(html).toContain('모든 이용권에서 이용권 작품 전체와 프로필 5개')
})

test('moves a feature that no longer differs to that sentence', () => {
  const html = render(plans.map((plan) => ({ ...plan, max_height: 1_080 })))
  expect(countOf(html, '1080p 풀 HD 화질')).toBe(1)
  expect(html).toContain('모든 이용권에서 1080p 풀 HD 화질, 이용권 작품 전체')
})
