import { expect, test } from 'vitest'
import { rateThroughput, median, worstStatus, type CheckResult } from './device-checks.ts'
import { formatReport } from './messages.ko.ts'

const good: CheckResult = { status: 'good', finding: 'mse', figures: {} }
const slow: CheckResult = { status: 'fair', finding: 'mbps', figures: { mbps: 2.1 } }

test('the overall status is the worst of all checks', () => {
  expect(worstStatus({ engine: good })).toBe('good')
  expect(worstStatus({ engine: good, throughput: slow })).toBe('fair')
  expect(
    worstStatus({ throughput: slow, codecs: { status: 'bad', finding: 'no_sound', figures: {} } }),
  ).toBe('bad')
})

test('the report has a line per check and describes the browser', () => {
  const report = formatReport(
    { engine: good, throughput: slow, network: { status: 'bad', finding: 'failed', figures: {} } },
    { agent: 'Browser/1', window: '360x780 @3', tested_at: '2026-11-21T00:00:00Z' },
  )
  expect(report.split('\n').slice(1)).toEqual([
    '[좋음] 재생 방식: 이 브라우저에서 재생할 수 있어요 (MSE)',
    '[보통] 전송 속도: 초당 2.1Mb로 받고 있어요',
    '[문제] 서버 응답 시간: 확인하지 못했어요',
    'Browser/1',
    '360x780 @3',
    '2026-11-21T00:00:00Z',
  ])
})

test('medians and throughput ratings', () => {
  expect(median([5, 1, 3])).toBe(3)
  expect(median([4, 1, 3, 2])).toBe(2.5)
  expect(median([])).toBe(0)
  expect([0.5, 1.5, 6].map(rateThroughput)).toEqual(['bad', 'fair', 'good'])
})
