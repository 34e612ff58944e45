import type { Episode } from '#contract/contents/contents.ts'
import type { PurchaseOffers } from '#contract/problem.ts'
import { pointBalanceQuery, pointPackagesQuery } from '#web/features/billing/queries.ts'
import { paymentRules } from './payment-rules.ko.ts'
import { memberQueryClient } from '#web/session/member-query-client.tsx'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { afterEach, describe, expect, test } from 'vitest'
import { PurchaseDialog } from './purchase-dialog.tsx'
import type { PurchaseRequest } from './use-purchase.ts'

const episode = {
  id: 1,
  number: 2,
  title: '눈이 많이 오던 밤',
  season: { id: 1, number: 1, title: '시즌 1' },
  series: { id: 1, title: '13층과 14층 사이', is_series: true, season_count: 1 },
} as Episode
const offers = {
  price: 1_500,
  rental_price: 500,
  rental_terms: { id: 1, start_days: 30, playback_hours: 48 },
  preview: { duration: 50 },
  plans: [],
}

/** The HTML of the sheet for a member with these points. */
function renderSheet(
  points: { event_point: number; paid_point: number },
  request: Pick<PurchaseRequest, 'ownershipType' | 'method'>,
) {
  memberQueryClient.setQueryData(pointBalanceQuery.queryKey, {
    ...points,
    expiring: [],
    count: 0,
    results: [],
  } as never)
  memberQueryClient.setQueryData(pointPackagesQuery.queryKey, {
    count: 1,
    results: [{ id: 1, amount: 1_000, bonus: 0 }],
  })
  const Stub = createRoutesStub([
    {
      path: '/',
      Component: () => (
        <PurchaseDialog
          episode={episode}
          offers={offers as unknown as PurchaseOffers}
          close={() => {}}
          {...request}
        />
      ),
    },
  ])
  return renderToStaticMarkup(<Stub />)
}

const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
/** The text of the sheet that is visible before 자세히 is pressed. */
const visibleText = (html: string) =>
  textOf(html.replaceAll(/(<details[^>]*><summary.*?<\/summary>).*?<\/details>/gs, '$1'))

afterEach(() => memberQueryClient.clear())

const enough = { event_point: 300, paid_point: 10_000 }

describe.each([
  ['소장 by card', enough, { ownershipType: 3, method: 'card' }, '1,500원 결제하기'],
  ['대여 by card', enough, { ownershipType: 2, method: 'card' }, '500원 결제하기'],
  ['소장 by points', enough, { ownershipType: 3, method: 'point' }, '1,500P로 소장하기'],
  ['대여 by points', enough, { ownershipType: 2, method: 'point' }, '500P로 대여하기'],
] as const)('the sheet for %s', (_, points, request, button) => {
  const html = renderSheet(points, request)
  const text = visibleText(html)

  test('has at most 350 characters before 자세히', () => {
    expect(text).toContain('자세히')
    expect(text.length, text).toBeLessThanOrEqual(350)
  })

  test('shows price, what one gets, the second from which the refund ends, and the total', () => {
    for (const part of ['소장 1,500원 기간 제한 없이', '대여 500원 30일 안에', '48시간'])
      expect(text).toContain(part)
    expect(text).toContain('40초부터 재생하면 환불할 수 없어요')
    expect(text).toMatch(/결제 금액 (1,500|500)[원P]/)
    expect(text).toContain(button)
  })

  test('has the whole rule of refunds below 자세히', () => {
    for (const line of paymentRules['refund-episode']) expect(textOf(html)).toContain(line)
  })

  test('names the payment company only for a card', () => {
    expect(text.includes('결제대행사')).toBe(request.method === 'card')
  })
})

test('the sheet that tops up the missing points has at most 350 characters before 자세히', () => {
  const html = renderSheet(
    { event_point: 0, paid_point: 1_000 },
    { ownershipType: 3, method: 'point' },
  )
  const text = visibleText(html)
  expect(text).toContain('500P가 모자라요')
  expect(text.length, text).toBeLessThanOrEqual(350)
})
